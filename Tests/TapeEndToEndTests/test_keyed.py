"""The sources with a key, end to end in a terminal against their fakes: keys, the stream's room, and requests beside it."""

import json
import os
import subprocess
import time

import pytest

from fake_alpaca import FakeAlpaca
from fake_equities import KEY
from fake_finnhub import FakeFinnhub
from test_sources import KEYED, live, open_venue, watch  # noqa: F401


def fillers(count):
    return [f"ZZ{n:02}" for n in range(count)]


@pytest.mark.parametrize("kind", KEYED)
def test_a_share_has_its_name_its_close_and_the_range_of_its_day(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue, ["AAPL", "BRK.B", "PENY"])
    for symbol, price in (("AAPL", "64000.01"), ("BRK.B", "405.10"), ("PENY", "0.0871")):
        live(terminal, symbol, price)
    screen = terminal.screen()
    assert "LIVE" in screen[0] and venue.name.upper() in screen[0] and "real time" in screen[0]
    assert "+1000.01" in screen.row("AAPL") and "+1.59 %" in screen.row("AAPL") and "Apple Inc." in screen.row("AAPL")
    assert "USD" in screen.row("BRK.B") and "o" in screen.row("BRK.B").split("%")[1]
    assert screen.has(" CHG %") and not screen.has("24h"), "the change is one since the close"
    assert "0.0871" in screen.row("PENY") and "+0.0071" in screen.row("PENY")
    assert ("IEX only" in screen[0]) == (kind is FakeAlpaca)


@pytest.mark.parametrize("kind", KEYED)
def test_a_missing_key_is_a_sentence_before_the_screen_opens(open_venue, run, tape, kind):
    venue = open_venue(kind)
    for arguments in ([], ["--once"], ["--plain"]):
        result = run(*venue.arguments.split(), *arguments)
        assert result.returncode == 1 and not result.stdout, result.stdout
        for word in [*venue.environment(), "https://"]:
            assert word in result.stderr, result.stderr
    doctor = run("doctor", *venue.arguments.split())
    assert doctor.returncode == 1
    assert any(line.startswith("key") and "FAIL" in line and "https://" in line for line in doctor.stdout.splitlines())
    assert venue.connections == 0 and not venue.requests


@pytest.mark.parametrize("kind", KEYED)
def test_a_key_that_cannot_be_one_or_could_be_read_on_the_way_is_not_sent(run, kind):
    names = list(kind.environment(None))
    spoiled = run("--source", kind.name, "--once", env={name: KEY + " x" for name in names})
    assert spoiled.returncode == 1 and names[0] in spoiled.stderr and "hush" not in spoiled.stderr
    bare = run("--source", kind.name, "--server", "ws://192.0.2.1:1", "--once", env={name: KEY for name in names})
    assert bare.returncode == 1 and "The key is not sent" in bare.stderr and "hush" not in bare.stderr


@pytest.mark.parametrize("kind", KEYED)
def test_a_key_that_is_refused_is_said_once_and_tried_no_more(open_venue, watch, kind):
    venue = open_venue(kind)
    venue.key = "another-key"
    terminal = watch(venue)
    terminal.wait(lambda s: "REFUSED" in s[0], what="refused")
    screen = terminal.screen()
    terminal.never(lambda s: s.has("refuses the key (HTTP 401)"), 2.5, "it is said twice")
    assert screen.has("refused the key") and any(name in str(screen) for name in venue.environment())
    terminal.never(lambda s: "hush" in str(s), 2.5, "the key is shown")
    assert len(venue.handshakes) == 1 and len(venue.quotes_asked) <= 2, "no storm"


@pytest.mark.parametrize("kind", KEYED)
def test_a_key_is_in_no_argument_log_recording_or_report(open_venue, watch, run, tmp_path, kind):
    venue = open_venue(kind)
    file = tmp_path / "session.tape"
    terminal = watch(venue, arguments=f"--record {file}")
    live(terminal, "AAPL", "64000.01")
    arguments = open(f"/proc/{terminal.pid}/cmdline", "rb").read().decode()
    assert venue.name in arguments and "hush" not in arguments
    # A venue that repeats what it was told.
    echo = " ".join(venue.environment().values())
    for text in (f'{{"type":"error","msg":"odd {echo}"}}', f'[{{"T":"error","code":400,"msg":"odd {echo}"}}]'):
        venue.raw(text)
    venue.refuse = (503, [("X-Echo", KEY)])
    venue.close_clients(1008, f"go away {echo}")
    terminal.wait(lambda s: s.has("Reconnecting"), timeout=6)
    terminal.never(lambda s: "hush" in str(s), 1.0, "the key is shown")
    terminal.keys("q")
    terminal.exit_status()
    for path in (file, tmp_path / "log"):
        text = path.read_text()
        assert "hush" not in text, path
    assert "AAPL" in file.read_text()
    doctor = run("doctor", *venue.arguments.split(), "AAPL", env={"XDG_CACHE_HOME": str(tmp_path), **venue.environment()})
    assert "hush" not in doctor.stdout + doctor.stderr and "503" in doctor.stdout


@pytest.mark.parametrize("kind", KEYED)
def test_a_redirect_does_not_carry_the_key_away(open_venue, watch, kind):
    venue, thief = open_venue(kind), open_venue(kind)
    thief.key = None
    venue.quote_status, venue.quote_headers = 302, [("Location", f"http://127.0.0.1:{thief.port}/quote?symbol=AAPL")]
    terminal = watch(venue)
    terminal.wait(lambda s: s.has("redirects"), what="the redirect is named")
    assert not thief.quotes_asked and not thief.requests and not thief.handshakes


def test_what_is_beyond_finnhubs_room_is_polled_and_says_so(open_venue, watch):
    venue = open_venue(FakeFinnhub)
    terminal = watch(venue, [*fillers(53)], rows=64)
    terminal.wait(lambda s: all("ago" not in s.row(f) and ".50" in s.row(f) for f in fillers(53)), timeout=15, what="all live")
    assert "3 polled" in terminal.screen()[0]
    assert len(venue.clients[-1].subscribed) == 50
    gone = sorted(set(fillers(53)) - venue.clients[-1].subscribed)
    assert len(gone) == 3
    streamed = sorted(venue.clients[-1].subscribed)[0]
    venue.tick(streamed, "77.25")
    live(terminal, streamed, "77.25")


@pytest.mark.parametrize("kind,room", [(FakeFinnhub, 5), (FakeAlpaca, 4)])
def test_a_venue_that_takes_fewer_symbols_is_believed(open_venue, watch, kind, room):
    venue = open_venue(kind)
    venue.room = room
    terminal = watch(venue, fillers(8))
    terminal.wait(lambda s: all("ago" not in s.row(f) and ".50" in s.row(f) for f in fillers(8)), timeout=15, what="all live")
    terminal.wait(lambda s: f"{8 - room} polled" in s[0] and "polled 30s" in s.row("ZZ07") or "polled 10s" in s.row("ZZ07"), timeout=15, what="the rest is polled")
    # What was not refused is asked for anew, to be sure of it.
    terminal.wait(lambda s: len(venue.clients[-1].subscribed) == room, what="the room is used")
    assert "refused" not in str(terminal.screen())


def test_finnhub_that_ends_each_connection_soon_is_another_program_and_no_storm(open_venue, watch):
    venue = open_venue(FakeFinnhub)
    venue.rival = 0.3
    terminal = watch(venue)
    terminal.wait(lambda s: s.has("another program may use this key"), timeout=15)
    line = next(line for line in terminal.screen() if "next in" in line)
    assert int(line.split("next in ")[1].split(" ")[0]) >= 60, line
    count = venue.connections
    terminal.never(lambda s: venue.connections > count, 3.0, "a storm")
    assert count <= 3


def test_alpacas_406_is_another_program_and_no_storm(open_venue, watch):
    venue = open_venue(FakeAlpaca)
    venue.connection_limit = 0
    terminal = watch(venue)
    terminal.wait(lambda s: s.has("Another program uses this Alpaca key"), timeout=8)
    line = next(line for line in terminal.screen() if "next in" in line)
    assert 60 <= int(line.split("next in ")[1].split(" ")[0]) <= 90, line
    terminal.never(lambda s: venue.connections > 1, 3.0, "a storm")


@pytest.mark.parametrize("code,words,state", [
    (402, "auth failed", "refused the key"), (409, "insufficient subscription", "does not have the feed"),
    (411, "insufficient scope", "does not have the feed")])
def test_alpacas_errors_that_stay_are_refusals(open_venue, watch, code, words, state):
    venue = open_venue(FakeAlpaca)
    venue.error = (code, words)
    terminal = watch(venue)
    terminal.wait(lambda s: "REFUSED" in s[0] and s.has(state) and s.has(f"code {code}"), what=state)
    terminal.never(lambda s: venue.connections > 1, 2.0, "tried again")


def test_a_cancelled_trade_goes_back_to_the_one_before(open_venue, watch):
    venue = open_venue(FakeAlpaca)
    terminal = watch(venue)
    live(terminal, "AAPL", "64000.01")
    venue.tick("AAPL", "64100.01")
    live(terminal, "AAPL", "64100.01")
    venue.tick("AAPL", "70000.01")
    live(terminal, "AAPL", "70000.01")
    venue.raw(f'[{{"T":"x","S":"AAPL","i":{venue.trade},"x":"V","p":70000.01,"s":1,"a":"C","t":"2026-11-30T15:00:00Z","z":"C"}}]')
    live(terminal, "AAPL", "64100.01")
    venue.raw(f'[{{"T":"c","S":"AAPL","x":"V","oi":{venue.trade - 1},"op":64100.01,"os":1,"oc":["@"],"ci":7,"cp":64099.99,"cs":1,'
              '"cc":["@"],"t":"2026-11-30T15:00:00Z","z":"C"}]')
    live(terminal, "AAPL", "64099.99")


def test_the_only_trade_that_is_cancelled_is_asked_for_anew(open_venue, watch):
    venue = open_venue(FakeAlpaca)
    terminal = watch(venue)
    live(terminal, "AAPL", "64000.01")
    asked = len(venue.quotes_asked)
    venue.products["AAPL"].update(rest="63999.99", id=89)
    venue.age = 10
    venue.raw('[{"T":"x","S":"AAPL","i":90,"x":"V","p":64000.01,"s":1,"a":"C","t":"2026-11-30T15:00:00Z","z":"C"}]')
    live(terminal, "AAPL", "63999.99")
    assert len(venue.quotes_asked) == asked + 1
    assert "AAPL" in venue.quotes_asked[-1][1] and "MSFT" not in venue.quotes_asked[-1][1]


def test_a_halt_is_shown_until_it_ends(open_venue, watch):
    venue = open_venue(FakeAlpaca)
    terminal = watch(venue)
    live(terminal, "AAPL", "64000.01")
    venue.raw('[{"T":"s","S":"AAPL","sc":"H","sm":"Trading Halt","rc":"T12","rm":"","t":"2026-11-30T15:00:00Z","z":"C"}]')
    terminal.wait(lambda s: "HALTED" in s.row("AAPL") and "HALTED" not in s.row("MSFT"))
    venue.raw('[{"T":"s","S":"AAPL","sc":"T","sm":"Trading Resumption","rc":"","rm":"","t":"2026-11-30T15:10:00Z","z":"C"}]')
    terminal.wait(lambda s: "HALTED" not in s.row("AAPL"))


@pytest.mark.parametrize("kind", KEYED)
def test_the_session_is_the_markets_own(open_venue, watch, kind):
    venue = open_venue(kind)
    venue.session = "closed"
    terminal = watch(venue)
    terminal.wait(lambda s: "64000.01" in s.row("AAPL") and "LIVE" in s[0] and (
        "CLOSED" in s.row("AAPL") or "opens" in s.row("AAPL")))
    assert "ago" not in terminal.screen().row("AAPL"), "a closed market is not stale"


def test_finnhubs_hours_before_the_session_are_shown(open_venue, watch):
    venue = open_venue(FakeFinnhub)
    venue.session = "pre-market"
    terminal = watch(venue)
    terminal.wait(lambda s: "64000.01" in s.row("AAPL") and "PRE" in s.row("AAPL"))


def test_finnhub_is_live_in_a_market_where_nobody_trades(open_venue, watch):
    venue = open_venue(FakeFinnhub)
    venue.beats = False
    terminal = watch(venue)
    live(terminal, "AAPL", "64000.01")
    assert "LIVE" in terminal.screen()[0]
    terminal.never(lambda s: "LIVE" not in s[0] or "ago" in str(s), 5.0, "a quiet market is not a broken link")


def test_zeros_are_no_prices(open_venue, watch):
    venue = open_venue(FakeFinnhub)
    venue.products["AAPL"].update(rest="0", open="0", low="0", high="0")
    terminal = watch(venue)
    live(terminal, "MSFT", "3100.50")
    terminal.never(lambda s: "0.00" in s.row("AAPL") or "-100" in s.row("AAPL"), 1.0, "zero is shown")
    assert "—" in terminal.screen().row("AAPL")
    venue.tick("AAPL", "64001.01")
    live(terminal, "AAPL", "64001.01")
    assert "%" not in terminal.screen().row("AAPL"), "no close is assumed"


def test_pence_stay_pence(open_venue, watch):
    venue = open_venue(FakeFinnhub)
    venue.products["BARC.L"] = {**venue.products["SPY"], "price": "412.35", "open": "410.00", "exchange": "L", "currency": "GBp",
                                "name": "Barclays PLC"}
    terminal = watch(venue, ["AAPL", "BARC.L"])
    live(terminal, "BARC.L", "412.35")
    terminal.wait(lambda s: "GBX" in s.row("BARC.L"), what="pence")
    assert "+0.57 %" in terminal.screen().row("BARC.L")


@pytest.mark.parametrize("kind", KEYED)
def test_requests_that_are_not_answered_leave_what_is_streamed_alone(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue)
    live(terminal, "AAPL", "64000.01")
    venue.quote_status, venue.quote_headers = 429, [("Retry-After", "20")]
    venue.drop()
    venue.wait_connections(2)
    venue.wait_subscribed("AAPL", "MSFT")
    terminal.wait(lambda s: s.has("too often"), timeout=8, what="the limit is said")
    assert "ago" in terminal.screen().row("MSFT"), "nothing confirms it"
    venue.tick("AAPL", "64005.01")
    live(terminal, "AAPL", "64005.01")
    asked = len(venue.quotes_asked)
    terminal.never(lambda s: len(venue.quotes_asked) > asked, 3.0, "Retry-After is not honoured")


@pytest.mark.parametrize("kind", KEYED)
def test_a_request_never_moves_a_price_back(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue)
    live(terminal, "AAPL", "64000.01")
    venue.tick("AAPL", "64500.01")
    live(terminal, "AAPL", "64500.01")
    venue.products["AAPL"]["rest"] = "61111.01"
    venue.age = 60
    venue.drop()
    venue.wait_connections(2)
    terminal.never(lambda s: "61111" in str(s), 3.0, "a price of a minute ago")
    live(terminal, "AAPL", "64500.01")


@pytest.mark.parametrize("kind", KEYED)
def test_a_link_that_is_broken_behind_its_back_is_found_by_pings(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue)
    live(terminal, "AAPL", "64000.01")
    time.sleep(6)
    venue.freeze(True)
    terminal.wait(lambda s: "ago" in s.row("AAPL") and "ago" in s.row("MSFT"), timeout=16, what="stale")
    venue.freeze(False)
    venue.drop()
    live(terminal, "AAPL", "64000.01", timeout=20)


@pytest.fixture
def once(tape, tmp_path):
    """Prints AAPL once, whose first price is a trade of the stream; returns the row, and what was said beside it."""

    def start(venue, *arguments):
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "LC_ALL": "C.UTF-8", **venue.environment()}
        process = subprocess.Popen(
            [tape, *venue.arguments.split(), "--once", "--format", "json", *arguments, "AAPL"], env=environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        venue.wait_subscribed("AAPL")
        venue.tick("AAPL", "64000.01")
        output, trouble = process.communicate(timeout=30)
        assert process.returncode == 0, trouble
        return json.loads(output)[0], trouble

    return start


@pytest.mark.parametrize("kind", KEYED)
def test_once_waits_for_the_close_that_comes_after_the_first_trade(open_venue, once, kind):
    venue = open_venue(kind)
    venue.quote_delay = 2.0
    row, trouble = once(venue)
    assert row["last"] == "64000.01" and row["live"] is True and row["previousClose"] == "63000.00" and trouble == ""


@pytest.mark.parametrize("kind", KEYED)
def test_once_says_why_a_close_did_not_come_in_time(open_venue, once, kind):
    venue = open_venue(kind)
    venue.quote_status = 503
    row, trouble = once(venue, "--timeout", "4s")
    assert row["last"] == "64000.01" and row["live"] is True and not row.get("previousClose")
    assert "AAPL" in trouble and "4s" in trouble and "HTTP 503" in trouble, trouble


@pytest.mark.parametrize("kind", KEYED)
def test_once_does_not_wait_for_a_close_that_the_source_does_not_have(open_venue, once, kind):
    venue = open_venue(kind)
    venue.products["AAPL"]["open"] = "0"
    began = time.monotonic()
    row, trouble = once(venue, "--timeout", "20s")
    assert not row.get("previousClose") and trouble == "" and time.monotonic() - began < 10


def test_what_is_polled_is_judged_by_its_own_period_while_the_stream_is_down(open_venue, watch):
    venue = open_venue(FakeAlpaca)
    venue.room = 4
    terminal = watch(venue, fillers(6))
    terminal.wait(lambda s: "2 polled" in s[0] and all("polled 10s" in s.row(f) for f in ("ZZ04", "ZZ05")), timeout=15)
    terminal.wait(lambda s: all("ago" not in s.row(f) and ".50" in s.row(f) for f in fillers(6)), timeout=8, what="all live")
    venue.refuse = (503, [])
    venue.drop()
    terminal.wait(lambda s: "RECONNECTING" in s[0] and all("ago" in s.row(f) for f in fillers(4)), what="the stream's are stale")
    terminal.never(lambda s: "ago" in s.row("ZZ04") or "ago" in s.row("ZZ05"), 3.0, "the polled ones do not depend on it")
    venue.products["ZZ04"]["rest"] = "77.25"
    live(terminal, "ZZ04", "77.25", timeout=14)
    assert "RECONNECTING" in terminal.screen()[0]
    venue.quote_status = 503
    terminal.wait(lambda s: "ago" in s.row("ZZ04") and "ago" in s.row("ZZ05"), timeout=26, what="their own time is over")
    venue.quote_status = 200
    terminal.keys("r")
    live(terminal, "ZZ05", "15.50", timeout=14)
    assert "ago" in terminal.screen().row("ZZ00")
    venue.refuse = None
    # Two tries that are asked for by hand are no closer than that.
    time.sleep(2.2)
    terminal.keys("r")
    terminal.wait(lambda s: "LIVE" in s[0] and all("ago" not in s.row(f) for f in fillers(6)), timeout=20, what="all live again")
