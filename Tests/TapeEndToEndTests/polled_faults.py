"""Every polled source against its fake with every fault; as a program it prints what the screen said as a table.

    python3 Tests/TapeEndToEndTests/polled_faults.py [PROGRAM]
"""

import json
import os
import sys
import time

import fault_table
from fake_graphql import FakeGraphQL
from fake_twelvedata import FakeTwelveData
from terminal import Terminal

SOURCES = [FakeTwelveData, FakeGraphQL]


class Trial(fault_table.Trial):
    """A source that is watched while something happens to it."""

    def __init__(self, tape, kind, folder):
        self.tape, self.fake, self.folder = tape, kind(), folder
        self.first_price = self.fake.first_price
        self.first, self.second = self.fake.symbols
        self.period = 5 if kind is FakeTwelveData else 2

    def open(self, *symbols):
        os.makedirs(f"{self.folder}/tape", exist_ok=True)
        if isinstance(self.fake, FakeGraphQL):
            with open(f"{self.folder}/tape/config.json", "w") as file:
                json.dump({"graphql": self.fake.settings()}, file)
        env = {name: self.folder for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
        self.terminal = Terminal(f"{self.tape} {self.fake.arguments} {' '.join(symbols or self.fake.symbols)}",
                                 env={**env, **self.fake.env})

    def move(self, **fields):
        if isinstance(self.fake, FakeTwelveData):
            self.fake.move(self.first, fields={{"price": "close"}.get(name, name): value for name, value in fields.items()})
        else:
            self.fake.move(self.first, **fields)

    def next(self):
        """Waits until one more request was answered."""
        self.fake.wait_requests(len(self.fake.quotes()) + 1)
        time.sleep(0.3)

    def fails(self, words, heal):
        """The fault that is there now dims what is too old, is named, and ends."""
        stale = self.stale()
        self.terminal.wait(lambda s: words in str(s), timeout=14, what=words)
        heal()
        self.terminal.keys("r")
        return f"stale {stale:.1f} s, live again {self.live():.1f} s"


def status(code, words):
    def fault(trial):
        trial.open()
        trial.live()
        trial.fake.status = code
        return trial.fails(words, lambda: setattr(trial.fake, "status", 200))
    return fault


def body(text, words):
    def fault(trial):
        trial.open()
        trial.live()
        trial.fake.body = text
        return trial.fails(words, lambda: setattr(trial.fake, "body", None))
    return fault


def silence(trial):
    trial.open()
    trial.live()
    trial.fake.freeze(True)
    return trial.fails("no whole answer", lambda: trial.fake.freeze(False))


def cut(trial):
    trial.open()
    trial.live()
    trial.fake.cuts = True
    return trial.fails("does not answer", lambda: setattr(trial.fake, "cuts", False))


def slow(trial):
    trial.open()
    trial.live()
    trial.fake.delay = trial.period * 0.6
    trial.terminal.never(lambda s: "ago" in str(s) or "LIVE" not in s[0], trial.period * 3, "slow is not broken")
    return "live all the time"


def retry_after(trial):
    trial.fake.status, trial.fake.headers = 429, {"Retry-After": "6"}
    trial.open()
    trial.terminal.wait(lambda s: s.has("ask too often"), timeout=8)
    trial.fake.status, trial.fake.headers = 200, {}
    trial.live()
    moments = [request.moment for request in trial.fake.quotes()]
    assert len(moments) == 2 and moments[1] - moments[0] > 5.9, moments
    return f"waits {moments[1] - moments[0]:.1f} s of 6"


def redirect(trial):
    trial.fake.status, trial.fake.headers = 302, {"Location": "http://127.0.0.1:9/elsewhere"}
    trial.open()
    trial.terminal.wait(lambda s: s.has("redirects"), timeout=8)
    trial.fake.status, trial.fake.headers = 200, {}
    trial.live()
    return "not followed, said"


def wrong_symbol(trial):
    trial.open(trial.first, trial.fake.unknown, trial.second)
    trial.live()
    trial.terminal.wait(lambda s: "unknown symbol" in s.row(trial.fake.unknown))
    return "unknown symbol, others live"


def missing(trial):
    trial.open()
    trial.live()
    for value in (None, "0", "", 0):
        trial.move(price=value)
        trial.next()
        assert trial.fake.first_price in trial.terminal.screen().row(trial.first)
    trial.never("-100")
    return f"price kept, old after {trial.stale():.1f} s"


def exponents(trial):
    trial.open()
    trial.live()
    trial.move(price="1.905e2")
    trial.live("190.50")
    trial.move(price="19150E-2")
    trial.live("191.50")
    return "exact"


def unreadable(trial):
    trial.open()
    trial.live()
    trial.move(price="1234567890123456789012345")
    stale = trial.stale()
    assert "ago" not in trial.terminal.screen().row(trial.second)
    trial.move(price="192.5")
    return f"that row stale {stale:.1f} s, live again {trial.live('192.50'):.1f} s"


def never_seen_before(trial):
    trial.open()
    trial.live()
    trial.move(price="193.5", brand_new={"a": [1, 2, {"b": None}]}, volume=2**90)
    trial.live("193.50")
    return "skipped, live"


FAULTS = {
    "HTTP 500": status(500, "HTTP 500"),
    "HTTP 503": status(503, "HTTP 503"),
    "HTTP 404": status(404, "HTTP 404"),
    "HTTP 451": status(451, "country"),
    "a web page with status 200": body("<html>captive portal</html>", "no JSON"),
    "an empty body": body("", "no JSON"),
    "half an answer": body('{"AAPL":{"symbol":"AAPL","clo', "no JSON"),
    "an answer of another kind": body("[1,2,3]", "answers"),
    "no answer at all": silence,
    "the connection is cut": cut,
    "slow answers": slow,
    "HTTP 429, Retry-After 6": retry_after,
    "a redirect": redirect,
    "a wrong symbol": wrong_symbol,
    "null, 0 and empty": missing,
    "exponents": exponents,
    "a price of 25 digits": unreadable,
    "fields never seen before": never_seen_before,
}


if __name__ == "__main__":
    sys.exit(fault_table.main(Trial, SOURCES, FAULTS))
