"""What the fakes of share markets have in common: keys, requests beside the stream, and a market that opens and closes."""

import asyncio
import json
import time
from datetime import datetime, timedelta, timezone
from http import HTTPStatus

from fake_venue import FakeVenue, product

KEY = "hush-key-1234567890"


class FakeEquities(FakeVenue):
    symbols = ["AAPL", "MSFT", "SPY"]
    unknown = "NOPE"

    def __init__(self):
        super().__init__()
        self.products = {
            # What plays the part of the first three in the tests that every source takes.
            "AAPL": product("64000.01", "63000.00", low="62000.00", high="65000.00", name="Apple Inc."),
            "MSFT": product("3100.5", "3000.00", low="2990.00", high="3200.00", name="Microsoft Corp."),
            "SPY": product("150.25", "151.00", low="149.00", high="152.00", name="SPDR S&P 500"),
            "BRK.B": product("405.10", "404.00", low="403.00", high="406.00", name="Berkshire Hathaway"),
            "PENY": product("0.0871", "0.0800", low="0.0700", high="0.0900", name="Penny Mines"),
            **{f"ZZ{n:02}": product(f"{10 + n}.50", f"{10 + n}.00", low="1", high="99", name=f"Filler {n}") for n in range(70)},
        }
        # What the keys have to be; None takes none.
        self.key = KEY
        self.session = "regular"
        self.next_open = "2026-12-01T09:30:00-05:00"
        # How old the prices of requests are, in seconds.
        self.age = 3.0
        # What happens to requests for prices alone.
        self.quote_status = 200
        self.quote_headers = []
        self.quote_body = None
        # How long they take, in seconds.
        self.quote_delay = 0.0
        self.quotes_asked = []
        # The most symbols of a connection.
        self.room = 50
        self.handshakes = []

    def environment(self):
        """The variables that hold the keys."""
        raise NotImplementedError

    def is_allowed(self, path, headers):
        raise NotImplementedError

    def quotes(self, path):
        """The body of an answer about prices; None when the path is not about prices."""
        raise NotImplementedError

    async def _request(self, path, headers):
        if headers.get("Upgrade", "").lower() == "websocket":
            self.handshakes.append((path, dict(headers.items())))
            if self.refuse is None and not self.is_allowed(path, headers) and self.refuses_at_handshake:
                return HTTPStatus(401), [], b"Invalid API key"
            return await super()._request(path, headers)
        if not self.is_allowed(path, headers):
            self.requests.append(path)
            return HTTPStatus(401), [], b'{"error":"Invalid API key","message":"forbidden."}'
        body = self.quotes(path)
        if body is None:
            return await super()._request(path, headers)
        self.quotes_asked.append((time.monotonic(), path))
        await asyncio.sleep(self.quote_delay)
        if self.quote_status != 200:
            return HTTPStatus(self.quote_status), self.quote_headers, b'{"error":"not now"}'
        if self.quote_body is not None:
            body = self.quote_body
        return HTTPStatus.OK, [("Content-Type", "application/json")], body if isinstance(body, bytes) else body.encode()

    refuses_at_handshake = True

    def stamp(self, ago=None):
        return datetime.now(timezone.utc) - timedelta(seconds=self.age if ago is None else ago)

    def number(self, text):
        """A number as it stands in JSON: no library of ours gets to round it."""
        return "null" if text is None else str(text)


def rfc3339(moment, digits=9):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f") + "0" * (digits - 6) + "Z"


def dumps(value):
    return json.dumps(value)
