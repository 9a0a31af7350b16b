"""A fake of Alpaca's market data: trades, quotes, states, corrections and cancels, snapshots, the list and the clock."""

import asyncio
import json
import time
from urllib.parse import parse_qs, urlsplit

from fake_equities import KEY, FakeEquities, dumps, rfc3339

SECRET = "hush-secret-0987654321"


class FakeAlpaca(FakeEquities):
    name = "alpaca"
    ws_path = "/v2/iex"
    refuses_at_handshake = False

    def __init__(self):
        super().__init__()
        self.room = 30
        self.trade = 100
        # An error of that code and those words instead of "authenticated".
        self.error = None
        self.connection_limit = None

    def environment(self):
        return {"APCA_API_KEY_ID": KEY, "APCA_API_SECRET_KEY": SECRET}

    def is_allowed(self, path, headers):
        return self.key is None or (headers.get("APCA-API-KEY-ID"), headers.get("APCA-API-SECRET-KEY")) == (self.key, SECRET)

    def ticker(self, symbol, at=None, **fields):
        kept = self.products[symbol]
        self.trade += 1
        values = {"T": '"t"', "i": str(self.trade), "S": dumps(symbol), "x": '"V"', "p": kept["price"], "s": "1",
                  "t": dumps(at or rfc3339(self.stamp(0))), "c": '["@"]', "z": '"C"', **fields}
        return "[{" + ",".join(f'"{name}":{self.number(value)}' for name, value in values.items()) + "}]"

    async def greet(self, client):
        await self._send(client, [{"T": "success", "msg": "connected"}])
        headers = client.socket.request_headers
        if self.error:
            return await self._send(client, [{"T": "error", "code": self.error[0], "msg": self.error[1]}])
        if not self.is_allowed("", headers):
            return await self._send(client, [{"T": "error", "code": 402, "msg": f"auth failed for {headers.get('APCA-API-KEY-ID')}"}])
        if self.connection_limit is not None and len(self.clients) > self.connection_limit:
            return await self._send(client, [{"T": "error", "code": 406, "msg": "connection limit exceeded"}])
        client.is_in = True
        await self._send(client, [{"T": "success", "msg": "authenticated"}])

    async def obey(self, client, command):
        if not getattr(client, "is_in", False):
            return await self._send(client, [{"T": "error", "code": 401, "msg": "not authenticated"}])
        wanted = set(command.get("trades", []))
        if command["action"] == "subscribe":
            if len(client.subscribed | wanted) > self.room:
                return await self._send(client, [{"T": "error", "code": 405, "msg": "symbol limit exceeded"}])
            client.subscribed |= wanted
        else:
            client.subscribed -= wanted
        if self.acknowledges:
            names = sorted(client.subscribed)
            await self._send(client, [{"T": "subscription", "trades": names, "quotes": names, "bars": [], "statuses": names,
                                       "lulds": [], "corrections": names, "cancelErrors": names}])

    async def beat(self, client):
        """Nothing is said while nothing is traded."""

    def quotes(self, path):
        parts = urlsplit(path)
        if parts.path != "/v2/stocks/snapshots":
            return None
        day = self.stamp().strftime("%Y-%m-%dT05:00:00Z")
        answers = {}
        for symbol in parse_qs(parts.query)["symbols"][0].split(","):
            kept = self.products.get(symbol)
            if kept is None:
                continue
            price = kept.get("rest", kept["price"])
            number = kept.get("id", 90)
            answers[symbol] = (
                f'{{"latestTrade":{{"t":"{rfc3339(self.stamp())}","x":"V","p":{price},"s":1,"c":["@"],"i":{number},"z":"C"}},'
                f'"latestQuote":{{"t":"{rfc3339(self.stamp())}","ax":"V","ap":{price},"as":1,"bx":"V","bp":{price},"bs":2,"c":["R"]}},'
                f'"minuteBar":null,"dailyBar":{{"t":"{day}","o":{kept["low"]},"h":{kept["high"]},"l":{kept["low"]},"c":{price},"v":1}},'
                f'"prevDailyBar":{{"t":"{day}","o":1,"h":1,"l":1,"c":{kept["open"]},"v":1}}}}')
        return "{" + ",".join(f'"{symbol}":{answer}' for symbol, answer in answers.items()) + "}"

    def rest(self, path):
        parts = urlsplit(path)
        if parts.path == "/v2/assets":
            return json.dumps([{"id": symbol, "class": "us_equity", "exchange": "NASDAQ", "symbol": symbol, "name": kept["name"],
                                "status": "active", "tradable": True} for symbol, kept in self.products.items()])
        if parts.path == "/v2/clock":
            return json.dumps({"timestamp": rfc3339(self.stamp(0)), "is_open": self.session == "regular",
                               "next_open": self.next_open, "next_close": "2026-12-01T16:00:00-05:00"})
        return None


if __name__ == "__main__":
    venue = FakeAlpaca()
    print(f"APCA_API_KEY_ID={KEY} APCA_API_SECRET_KEY={SECRET} tape", venue.arguments, flush=True)
    step = 0
    while True:
        time.sleep(0.5)
        step += 1
        venue.tick("AAPL", f"{182 + step % 7}.{step % 100:02}")
