"""Every source against its fake with every fault; as a program it prints what the screen said as a table.

    python3 Tests/TapeEndToEndTests/source_faults.py [PROGRAM]
"""

import sys
import time

import fault_table
from fake_alpaca import FakeAlpaca
from fake_binance import FakeBinance
from fake_coinbase import FakeCoinbase
from fake_finnhub import FakeFinnhub
from fake_kraken import FakeKraken
from terminal import Terminal

VENUES = [FakeCoinbase, FakeKraken, FakeBinance, FakeFinnhub, FakeAlpaca]
# What each venue calls the last price and the one of 24 hours ago.
FIELDS = {"coinbase": ("price", "open_24h"), "kraken": ("last", "change"), "binance": ("c", "o"),
          "finnhub": ("p", "p"), "alpaca": ("p", "p")}
# Those with a key write prices as numbers, have requests beside the stream, and no list of what is not traded.
KEYED = ("finnhub", "alpaca")


class Trial(fault_table.Trial):
    """A source that is watched while something happens to it."""

    def __init__(self, tape, kind, folder):
        self.tape, self.fake, self.folder = tape, kind(), folder
        self.venue = self.fake
        self.first_price = "64000."
        self.first, self.second = self.venue.symbols[:2]

    def open(self, *symbols):
        self.terminal = Terminal(f"{self.tape} {self.venue.arguments} {' '.join(symbols or self.venue.symbols[:2])}",
                                 env={"XDG_CACHE_HOME": self.folder, **self.venue.environment()})


def silence(trial):
    trial.open()
    trial.live()
    if trial.venue.name in KEYED:
        # Lateness is measured by pings, from the first answer on.
        time.sleep(6)
    trial.venue.freeze(True)
    stale = trial.stale(16)
    trial.venue.freeze(False)
    trial.venue.drop()
    return f"stale {stale:.1f} s, live again {trial.live(timeout=40):.1f} s"


def reset(trial):
    trial.open()
    trial.live()
    trial.venue.drop()
    trial.venue.wait_connections(2)
    return f"live again {trial.live():.1f} s"


def asked_too_often(trial):
    trial.open()
    trial.live()
    trial.venue.close_clients(1008, "Too many requests")
    trial.terminal.wait(lambda s: s.has("next in"), timeout=6)
    line = next(line for line in trial.terminal.screen() if "next in" in line)
    seconds = int(line.split("next in ")[1].split(" ")[0])
    assert seconds >= 25 and trial.venue.connections == 1, line
    return f"waits {seconds} s"


def retry_after(trial):
    trial.venue.refuse = (429, [("Retry-After", "6")])
    trial.open()
    trial.terminal.wait(lambda s: s.has("ask too often"), timeout=8)
    trial.venue.refuse = None
    trial.venue.wait_connections(1, timeout=12)
    waited = time.monotonic() - trial.venue.refusals[-1]
    assert waited > 5.9 and len(trial.venue.refusals) == 1, f"{waited} s, {trial.venue.refusals}"
    return f"waits {waited:.1f} s of 6"


def wrong_symbol(trial):
    trial.open(trial.first, trial.venue.unknown, trial.second)
    trial.live()
    trial.live("3100.5", trial.second)
    trial.terminal.wait(lambda s: "unknown symbol" in s.row(trial.venue.unknown))
    return "unknown symbol, others live"


def wrong_symbol_without_list(trial):
    trial.venue.rest_status = 503
    trial.venue.names_culprit = False
    trial.open(trial.first, trial.venue.unknown, trial.second)
    trial.live()
    trial.live("3100.5", trial.second)
    # Without a list nothing can tell where a venue accepts what does not exist; Alpaca's answer says that there is no price.
    word = {"binance": "waiting", "finnhub": "—", "alpaca": "—"}.get(trial.venue.name, "unknown symbol")
    trial.terminal.wait(lambda s: word in s.row(trial.venue.unknown), what=word)
    return f"{word}, others live"


def never_delivered(trial):
    trial.venue.undelivered[trial.second] = 1
    trial.open()
    trial.live()
    return f"asked again, live {trial.live('3100.5', trial.second):.1f} s"


def never_confirmed(trial):
    trial.venue.acknowledges = False
    trial.open()
    trial.live()
    trial.live("3100.5", trial.second)
    return "live"


def unordered(trial):
    trial.open()
    trial.live()
    trial.venue.tick(trial.first, "64200.1")
    trial.live("64200.1")
    old = {"coinbase": {"trade_id": 5}, "kraken": {"timestamp": '"2026-01-01T00:00:00Z"'},
           "binance": {"E": int(time.time() * 1000) - 600_000}, "finnhub": {"t": int(time.time() * 1000) - 600_000},
           "alpaca": {"t": '"2026-01-01T00:00:00Z"'}}[trial.venue.name]
    trial.venue.tick(trial.first, "61111.1", **old)
    trial.never("61111")
    return "dropped"


def exponents(trial):
    trial.open()
    trial.live()
    trial.venue.tick(trial.first, "6.4321e4")
    trial.live("64321.")
    trial.venue.tick(trial.first, "643225E-1")
    trial.live("64322.5")
    return "exact"


def missing(trial):
    trial.open()
    trial.live()
    for value in (None, "0", "") if trial.venue.name in ("coinbase", "binance") else ("null", "0"):
        trial.venue.tick(trial.first, **{field: value for field in FIELDS[trial.venue.name]})
    trial.never("-100")
    assert "64000." in trial.terminal.screen().row(trial.first)
    return "last price kept"


def unreadable(trial):
    trial.open()
    trial.live()
    trial.venue.undelivered[trial.first] = 1
    trial.venue.quote_status = 503
    trial.venue.tick(trial.first, **{FIELDS[trial.venue.name][0]: "1234567890123456789012345"})
    stale = trial.stale(3)
    assert "ago" not in trial.terminal.screen().row(trial.second)
    trial.venue.quote_status = 200
    return f"that row stale {stale:.1f} s, live again {trial.live(timeout=12):.1f} s"


def large_integers(trial):
    trial.open()
    trial.live()
    more = {"coinbase": {"sequence": 2**70}, "kraken": {"volume": str(2**90)}, "binance": {"n": 2**70},
            "finnhub": {"v": 2**90}, "alpaca": {"i": 2**70}}
    trial.venue.tick(trial.first, "64777.1", **more[trial.venue.name])
    trial.live("64777.1")
    return "live"


def never_seen_before(trial):
    trial.open()
    trial.live()
    for text in ('{"type":"brand_new","channel":"brand_new","e":"brandNew"}', "[]", "{}", "42", '{"type":"ticker"'):
        trial.venue.raw(text)
    trial.venue.tick(trial.first, "64555.1")
    trial.live("64555.1")
    return "skipped, live"


def without_list(trial):
    trial.venue.rest_body = b"<html>captive portal</html>"
    trial.open()
    return f"live {trial.live():.1f} s, no names"


def not_traded(trial):
    if trial.venue.name in KEYED:
        trial.venue.session = "closed"
        trial.open()
        trial.terminal.wait(lambda s: any(word in s.row(trial.second) for word in ("CLOSED", "New York")))
        return "CLOSED, or when it opens"
    trial.venue.products[trial.second]["status"] = {"coinbase": "delisted", "kraken": "delisted", "binance": "BREAK"}[
        trial.venue.name]
    trial.open()
    trial.live()
    row = trial.terminal.wait(lambda s: s.row(trial.second) if any(
        word in s.row(trial.second) for word in ("CLOSED", "HALTED")) else None)
    return "CLOSED" if "CLOSED" in row else "HALTED"


def refused_key(trial):
    if trial.venue.name not in KEYED:
        return "no key"
    trial.venue.key = "another"
    trial.open()
    trial.terminal.wait(lambda s: "REFUSED" in s[0] and s.has("refused the key"), timeout=8)
    trial.never("hush", 2)
    assert len(trial.venue.handshakes) == 1, trial.venue.handshakes
    return "REFUSED, tried once"


def requests_limited(trial):
    if trial.venue.name not in KEYED:
        return "no requests"
    trial.open()
    trial.live()
    asked = len(trial.venue.quotes_asked)
    trial.venue.quote_status, trial.venue.quote_headers = 429, [("Retry-After", "8")]
    trial.venue.drop()
    trial.stale()
    trial.terminal.wait(lambda s: len(trial.venue.quotes_asked) > asked, timeout=10, what="a request")
    trial.venue.quote_status = 200
    seconds = trial.live(timeout=20)
    assert seconds > 6, f"asked again after {seconds} s"
    return f"stale, live again {seconds:.1f} s"


FAULTS = {
    "the feed is silent, then reset": silence,
    "the connection is reset": reset,
    "closed 1008, asked too often": asked_too_often,
    "HTTP 429, Retry-After 6": retry_after,
    "a wrong symbol": wrong_symbol,
    "the same, no list, not named": wrong_symbol_without_list,
    "confirmed, never delivered": never_delivered,
    "delivered, never confirmed": never_confirmed,
    "an older message after a newer": unordered,
    "exponents": exponents,
    "null, 0 and empty": missing,
    "a price of 25 digits": unreadable,
    "integers beyond 64 bits": large_integers,
    "messages never seen before": never_seen_before,
    "a list that is a web page": without_list,
    "a product that is not traded": not_traded,
    "a key that is refused": refused_key,
    "requests limited, Retry-After 8": requests_limited,
}


if __name__ == "__main__":
    sys.exit(fault_table.main(Trial, VENUES, FAULTS))
