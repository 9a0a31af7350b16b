"""Each source by name, end to end in a terminal against a fake of its venue."""

import json
import os
import re
import signal
import subprocess
import time

import pytest

from fake_alpaca import FakeAlpaca
from fake_binance import FakeBinance
from fake_coinbase import FakeCoinbase
from fake_finnhub import FakeFinnhub
from fake_kraken import FakeKraken

STALE = "38;5;244"
# Those of around the clock, and those with a key and with sessions.
VENUES = [FakeCoinbase, FakeKraken, FakeBinance]
KEYED = [FakeFinnhub, FakeAlpaca]


@pytest.fixture
def open_venue(open_fake):
    return open_fake


@pytest.fixture
def watch(open_terminal, tmp_path):
    """Watches symbols of a venue in a terminal, with a cache of its own."""

    def start(venue, symbols=None, arguments="", **options):
        symbols = venue.symbols[:2] if symbols is None else symbols
        env = {"XDG_CACHE_HOME": str(tmp_path / "cache"), **venue.environment(), **options.pop("env", {})}
        return open_terminal(f"{venue.arguments} {arguments} --log {tmp_path}/log {' '.join(symbols)}", env=env, **options)

    return start


def live(terminal, symbol, price, timeout=8.0):
    terminal.wait(lambda s: price in s.row(symbol) and "ago" not in s.row(symbol), timeout=timeout, what=f"{symbol} {price}")


@pytest.mark.parametrize("kind", VENUES)
def test_real_prices_with_names_the_venue_and_a_change_of_24_hours(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue)
    first, second = venue.symbols[:2]
    live(terminal, first, "64000." if kind is not FakeKraken else "64000.1")
    live(terminal, second, "3100.50")
    screen = terminal.screen()
    assert "LIVE" in screen[0]
    assert venue.name.upper() in screen[0] and "real time" in screen[0] and "this venue only" in screen[0]
    assert screen.has("24h CHG") and screen.has("24h %"), "a change of 24 hours is labelled so"
    assert "+1.59 %" in screen.row(first) and "+1000." in screen.row(first)
    assert ("Bitcoin" if kind is FakeCoinbase else "BTC / ") in screen.row(first)
    assert "DEMO" not in screen[0] and "simulated" not in str(screen)


@pytest.mark.parametrize("kind", VENUES + KEYED)
def test_a_move_is_shown_and_flashes(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue)
    first = venue.symbols[0]
    live(terminal, first, "64000.")
    venue.tick(first, "64100.1")
    terminal.wait(lambda s: "64100.1" in s.row(first) and "▴" in s.row(first), timeout=2)


@pytest.mark.parametrize("kind", VENUES)
def test_small_prices_and_exponents_keep_every_digit(open_venue, watch, kind):
    venue = open_venue(kind)
    pepe = next(symbol for symbol in venue.products if symbol.startswith("PEPE"))
    terminal = watch(venue, [pepe])
    live(terminal, pepe, "0.00000871")
    # What a venue may write for the same kind of number.
    venue.tick(pepe, "6.44e-06")
    live(terminal, pepe, "0.00000644")
    venue.tick(pepe, "1.23E-05")
    live(terminal, pepe, "0.00001230")


@pytest.mark.parametrize("kind", VENUES)
def test_null_zero_and_empty_are_missing_values_and_keep_the_last_price(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue)
    first = venue.symbols[0]
    live(terminal, first, "64000.")
    price, reference = {"coinbase": ("price", "open_24h"), "kraken": ("last", "change"), "binance": ("c", "o")}[venue.name]
    missing = ["null", "0", "0.0"] if kind is FakeKraken else [None, "0", "0.00000000", ""]
    for value in missing:
        venue.tick(first, **{price: value, reference: value})
    terminal.never(lambda s: "64000." not in s.row(first) or "ago" in s.row(first) or "-100" in str(s), 1.2,
                   "a missing value is no price")


@pytest.mark.parametrize("kind", VENUES + KEYED)
def test_late_and_unordered_messages_never_move_the_price_back(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue)
    first = venue.symbols[0]
    live(terminal, first, "64000.")
    venue.tick(first, "64200.1")
    live(terminal, first, "64200.1")
    if kind is FakeCoinbase:
        late = [{"trade_id": 5}, {"time": "2026-01-01T00:00:00.000001Z"}]
    elif kind is FakeKraken:
        late = [{"timestamp": '"2026-01-01T00:00:00.000001Z"'}]
    elif kind is FakeFinnhub:
        late = [{"t": int(time.time() * 1000) - 600_000}]
    elif kind is FakeAlpaca:
        late = [{"t": '"2026-01-01T00:00:00.000000001Z"'}]
    else:
        late = [{"E": int(time.time() * 1000) - 600_000}]
    for fields in late:
        venue.tick(first, "61111.1", **fields)
    terminal.never(lambda s: "61111" in str(s), 1.0, "an older trade must not be shown")
    venue.tick(first, "64300.1")
    live(terminal, first, "64300.1")


@pytest.mark.parametrize("kind", VENUES + KEYED)
def test_a_wrong_symbol_says_so_and_costs_the_others_nothing(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue, [venue.symbols[0], venue.unknown, venue.symbols[1]])
    live(terminal, venue.symbols[0], "64000.")
    live(terminal, venue.symbols[1], "3100.50")
    terminal.wait(lambda s: "unknown symbol" in s.row(venue.unknown))


@pytest.mark.parametrize("kind", [FakeCoinbase, FakeKraken])
@pytest.mark.parametrize("names_culprit", [True, False])
def test_without_a_list_a_wrong_symbol_is_found_by_the_venues_refusal(open_venue, watch, kind, names_culprit):
    venue = open_venue(kind)
    venue.rest_status = 503
    venue.names_culprit = names_culprit
    terminal = watch(venue, [venue.symbols[0], venue.unknown, *venue.symbols[1:]])
    for symbol, price in zip(venue.symbols, ("64000.", "3100.5", "150.25")):
        live(terminal, symbol, price, timeout=15)
    terminal.wait(lambda s: "unknown symbol" in s.row(venue.unknown) or "refused" in s.row(venue.unknown), timeout=10)


@pytest.mark.parametrize("kind", VENUES)
def test_a_subscription_that_is_confirmed_and_never_delivers_is_asked_for_again(open_venue, watch, kind):
    venue = open_venue(kind)
    first, second = venue.symbols[:2]
    venue.undelivered[second] = 1
    terminal = watch(venue)
    live(terminal, first, "64000.")
    assert "waiting" in terminal.screen().row(second)
    live(terminal, second, "3100.50", timeout=10)


@pytest.mark.parametrize("kind", VENUES)
def test_a_venue_that_never_confirms_but_delivers_is_believed(open_venue, watch, kind):
    venue = open_venue(kind)
    venue.acknowledges = False
    terminal = watch(venue)
    live(terminal, venue.symbols[0], "64000.")
    live(terminal, venue.symbols[1], "3100.50")


@pytest.mark.parametrize("kind,limit", [(FakeCoinbase, 7), (FakeKraken, 7), (FakeBinance, 7)])
def test_silence_makes_every_row_stale_and_the_feed_comes_back(open_venue, watch, kind, limit):
    venue = open_venue(kind)
    terminal = watch(venue)
    first = venue.symbols[0]
    live(terminal, first, "64000.")
    silent = time.monotonic()
    venue.freeze(True)
    terminal.wait(lambda s: all("ago" in s.row(symbol) for symbol in venue.symbols[:2]), timeout=limit + 2)
    assert time.monotonic() - silent < limit
    assert STALE in (terminal.style_of(first, "64000.") or "")
    venue.freeze(False)
    venue.drop()
    live(terminal, first, "64000.", timeout=20)
    assert "LIVE" in terminal.screen()[0]


@pytest.mark.parametrize("kind", VENUES + KEYED)
def test_a_quiet_product_stays_bright_while_the_feed_lives(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue)
    live(terminal, venue.symbols[0], "64000.")
    terminal.never(lambda s: "ago" in str(s) or "LIVE" not in s[0], 8.0, "silence of a product is nothing")


@pytest.mark.parametrize("kind", VENUES + KEYED)
def test_a_cut_reconnects_and_asks_for_everything_again(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue)
    first = venue.symbols[0]
    live(terminal, first, "64000.")
    venue.drop()
    venue.wait_connections(2)
    venue.wait_subscribed(*venue.symbols[:2])
    venue.tick(first, "64444.1")
    live(terminal, first, "64444.1")


@pytest.mark.parametrize("kind", VENUES + KEYED)
def test_nonsense_is_skipped_and_named(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue)
    first = venue.symbols[0]
    live(terminal, first, "64000.")
    for text in ('{"type":"brand_new","channel":"brand_new","e":"brandNew","x":[{}]}', "[]", "{}", "42", '{"type":"ticker"',
                 '{"channel":"ticker","data":[7,null]}', '{"e":"24hrTicker","s":7}',
                 '{"type":"ticker","product_id":"no symbol at all","price":"1"}'):
        venue.raw(text)
    venue.tick(first, "64555.1")
    live(terminal, first, "64555.1")
    assert "LIVE" in terminal.screen()[0]


@pytest.mark.parametrize("kind", VENUES + KEYED)
@pytest.mark.parametrize("value", ["NaN", "1234567890123456789012345", "1e99"])
def test_a_price_that_cannot_be_read_makes_its_row_stale_until_a_good_one(open_venue, watch, kind, value):
    venue = open_venue(kind)
    terminal = watch(venue)
    first = venue.symbols[0]
    live(terminal, first, "64000.")
    price = {"coinbase": "price", "kraken": "last", "binance": "c", "finnhub": "p", "alpaca": "p"}[venue.name]
    venue.undelivered[first] = 1
    # What asks for the price over HTTP has to wait.
    venue.quote_status = 503
    venue.tick(first, **{price: value if kind in (FakeCoinbase, FakeBinance) else json.dumps(value)})
    terminal.wait(lambda s: "ago" in s.row(first), timeout=2, what="the row is stale")
    assert "ago" not in terminal.screen().row(venue.symbols[1])
    venue.tick(first, "64666.1")
    terminal.wait(lambda s: "64666.1" in s.row(first) and "ago" not in s.row(first), timeout=8)


@pytest.mark.parametrize("kind", VENUES + KEYED)
def test_integers_beyond_64_bits_in_other_fields_do_no_harm(open_venue, watch, kind):
    venue = open_venue(kind)
    terminal = watch(venue)
    first = venue.symbols[0]
    live(terminal, first, "64000.")
    extra = {"coinbase": {"sequence": 2**70, "last_size": 2**90}, "kraken": {"volume": str(2**90)},
             "binance": {"n": 2**70, "L": 2**65}, "finnhub": {"v": 2**90},
             "alpaca": {"s": 2**90, "i": 2**70}}[venue.name]
    venue.tick(first, "64777.1", **extra)
    live(terminal, first, "64777.1")


def test_kraken_maintenance_is_a_session_and_ends(open_venue, watch):
    venue = open_venue(FakeKraken)
    terminal = watch(venue)
    live(terminal, "BTC/USD", "64000.1")
    venue.raw('{"channel":"status","type":"update","data":[{"system":"maintenance","api_version":"v2",'
              '"connection_id":14545728493745856413,"version":"2.0.9"}]}')
    terminal.wait(lambda s: "HALTED" in s.row("BTC/USD") and "HALTED" in s.row("ETH/EUR"))
    venue.tick("BTC/USD", "64001.1")
    terminal.wait(lambda s: "64001.1" in s.row("BTC/USD") and "HALTED" in s.row("BTC/USD"))
    venue.raw('{"channel":"status","type":"update","data":[{"system":"online","api_version":"v2","version":"2.0.9"}]}')
    terminal.wait(lambda s: "HALTED" not in str(s))


def test_kraken_prices_without_times_are_taken_in_their_order(open_venue, watch):
    venue = open_venue(FakeKraken)
    venue.says_time = False
    terminal = watch(venue)
    live(terminal, "BTC/USD", "64000.1")
    venue.tick("BTC/USD", "64010.1")
    live(terminal, "BTC/USD", "64010.1")


@pytest.mark.parametrize("kind,status,word", [
    (FakeCoinbase, "delisted", "CLOSED"), (FakeKraken, "delisted", "CLOSED"), (FakeBinance, "BREAK", "HALTED"),
    (FakeKraken, "maintenance", "HALTED"), (FakeBinance, "HALT", "HALTED")])
def test_a_product_that_is_not_traded_says_so(open_venue, watch, kind, status, word):
    venue = open_venue(kind)
    first, second = venue.symbols[:2]
    venue.products[second]["status"] = status
    terminal = watch(venue)
    live(terminal, first, "64000.")
    terminal.wait(lambda s: word in s.row(second), what=f"{second} {word}")
    assert "waiting" not in terminal.screen().row(second)


def test_coinbase_is_subscribed_at_once_and_is_not_cut_for_silence(open_venue, watch):
    venue = open_venue(FakeCoinbase)
    venue.patience = 1.0
    terminal = watch(venue, [venue.unknown])
    terminal.wait(lambda s: "unknown symbol" in s.row(venue.unknown))
    terminal.never(lambda s: "RECONNECTING" in s[0], 3.0, "the venue cut a connection that subscribed nothing")
    assert venue.connections == 1


def test_coinbase_product_that_falls_silent_while_others_go_on_is_found(open_venue, watch):
    venue = open_venue(FakeCoinbase)
    terminal = watch(venue)
    live(terminal, "ETH-EUR", "3100.50")
    venue.muted = {"ETH-EUR"}
    venue.undelivered["ETH-EUR"] = 1
    terminal.wait(lambda s: "ago" in s.row("ETH-EUR"), timeout=9, what="the silence was found")
    assert "ago" not in terminal.screen().row("BTC-USD")
    venue.muted = set()
    live(terminal, "ETH-EUR", "3100.50", timeout=9)


def test_kraken_without_a_symbol_that_exists_is_no_broken_link(open_venue, watch):
    venue = open_venue(FakeKraken)
    terminal = watch(venue, [venue.unknown])
    terminal.wait(lambda s: "unknown symbol" in s.row(venue.unknown))
    terminal.never(lambda s: "RECONNECTING" in s[0], 11.5, "heartbeats begin with the first subscription")


def test_symbols_are_found_in_the_venues_list(open_venue, run, tmp_path):
    venue = open_venue(FakeCoinbase)
    result = run("symbols", *venue.arguments.split(), "coin", env={"XDG_CACHE_HOME": str(tmp_path)})
    assert result.returncode == 0 and result.stdout == "BTC-USD\tBitcoin\tUSD\t2 decimals\n", result.stderr
    result = run("symbols", *venue.arguments.split(), env={"XDG_CACHE_HOME": str(tmp_path)})
    assert len(result.stdout.splitlines()) == 4
    result = run("symbols")
    assert result.returncode == 2 and "needs a source" in result.stderr


def test_coinbase_heartbeats_that_name_a_later_trade_are_evidence_of_loss(open_venue, watch):
    venue = open_venue(FakeCoinbase)
    terminal = watch(venue)
    live(terminal, "BTC-USD", "64000.01")
    venue.undelivered["BTC-USD"] = 1
    lost = time.monotonic()
    venue.trade += 1
    venue.last_trade_id = venue.trade
    terminal.wait(lambda s: "ago" in s.row("BTC-USD"), timeout=4, what="the loss was found")
    venue.wait_command(lambda c: c["type"] == "unsubscribe" and "BTC-USD" in json.dumps(c), after=lost)
    venue.tick("BTC-USD", "64800.02")
    live(terminal, "BTC-USD", "64800.02")


def test_coinbase_decimals_come_from_the_increment_not_from_the_text(open_venue, watch):
    venue = open_venue(FakeCoinbase)
    terminal = watch(venue)
    live(terminal, "ETH-EUR", "3100.50")
    venue.tick("ETH-EUR", "3101")
    live(terminal, "ETH-EUR", "3101.00")


def test_binance_whose_feed_is_quiet_is_stale_but_not_given_up(open_venue, watch):
    venue = open_venue(FakeBinance)
    terminal = watch(venue)
    live(terminal, "BTCUSDT", "64000.01")
    venue.beats = False
    quiet = time.monotonic()
    terminal.wait(lambda s: all("ago" in s.row(symbol) for symbol in venue.symbols[:2]), timeout=8)
    assert 4 < time.monotonic() - quiet < 7
    terminal.never(lambda s: "RECONNECTING" in s[0], 4.0, "a venue in maintenance is silent, and its connection is good")
    venue.beats = True
    live(terminal, "BTCUSDT", "64000.01")
    assert venue.connections == 1


def test_binance_is_asked_within_its_limit_and_gets_its_pongs(open_venue, watch):
    venue = open_venue(FakeBinance)
    terminal = watch(venue, [*venue.symbols, "PEPEUSDT"], rows=12)
    live(terminal, "BTCUSDT", "64000.01")
    venue.ping(b"echo this, please")
    for _ in range(3):
        terminal.keys("G", "g")
        time.sleep(0.5)
    terminal.never(lambda s: "LIVE" not in s[0], 6.0, "within the limit nothing is cut")
    assert venue.breaches == 0
    moments = [moment for moment, _ in venue.incoming]
    assert max(sum(1 for m in moments if 0 <= m - start <= 1.0) for start in moments) <= 5


def test_binance_that_goes_away_is_replaced_before_anything_is_stale(open_venue, watch):
    venue = open_venue(FakeBinance)
    terminal = watch(venue)
    live(terminal, "BTCUSDT", "64000.01")
    venue.raw('{"e":"serverShutdown","E":%d}' % int(time.time() * 1000))
    venue.wait_connections(2)
    terminal.never(lambda s: "ago" in str(s) or "LIVE" not in s[0] or "Reconnecting" in str(s), 3.0, "a visible gap")
    venue._wait(lambda: len(venue.clients) == 1, 5, lambda: "the old connection was not closed")
    assert venue.clients[0].subscribed == {"BTCUSDT", "ETHEUR"}
    venue.tick("BTCUSDT", "64123.45")
    live(terminal, "BTCUSDT", "64123.45")
    assert venue.connections == 2


def test_binance_replacement_that_fails_leaves_the_old_connection_alone(open_venue, watch):
    venue = open_venue(FakeBinance)
    terminal = watch(venue)
    live(terminal, "BTCUSDT", "64000.01")
    venue.refuse = (503, [])
    venue.raw('{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1}}')
    terminal.never(lambda s: "ago" in str(s) or "LIVE" not in s[0], 3.0, "the old connection still lives")
    venue.tick("BTCUSDT", "64123.45")
    live(terminal, "BTCUSDT", "64123.45")


def test_binance_that_was_asked_too_often_is_left_alone_for_a_while(open_venue, watch):
    venue = open_venue(FakeBinance)
    terminal = watch(venue)
    live(terminal, "BTCUSDT", "64000.01")
    venue.close_clients(1008, "Too many requests")
    terminal.wait(lambda s: s.has("Too many requests") and s.has("next in"), timeout=6)
    assert any(f"next in {count} s" in str(terminal.screen()) for count in range(45, 61)), str(terminal.screen())
    assert venue.connections == 1


@pytest.mark.parametrize("kind", VENUES)
def test_retry_after_is_kept_at_the_upgrade(open_venue, watch, kind):
    venue = open_venue(kind)
    venue.refuse = (429, [("Retry-After", "7")])
    terminal = watch(venue)
    terminal.wait(lambda s: s.has("asks too often") or s.has("ask too often"), timeout=8)
    venue.refuse = None
    venue.wait_connections(1, timeout=12)
    assert time.monotonic() - venue.refusals[-1] > 6.9 and len(venue.refusals) == 1


def test_a_country_that_is_not_served_is_said(open_venue, watch):
    venue = open_venue(FakeBinance)
    venue.refuse = (451, [])
    terminal = watch(venue)
    terminal.wait(lambda s: s.has("does not serve the country"), timeout=8)


@pytest.mark.parametrize("kind", VENUES)
def test_the_list_of_instruments_is_remembered(open_venue, watch, tmp_path, kind):
    venue = open_venue(kind)
    terminal = watch(venue)
    live(terminal, venue.symbols[0], "64000.")
    files = list((tmp_path / "cache" / "tape").glob(f"instruments-{venue.name}-*.json"))
    assert len(files) == 1 and len(json.loads(files[0].read_text())["instruments"]) == 4
    terminal.close()
    asked = len(venue.requests)
    venue.rest_status = 500
    again = watch(venue)
    live(again, venue.symbols[0], "64000.", timeout=3)
    assert ("Bitcoin" if kind is FakeCoinbase else "BTC / ") in again.screen().row(venue.symbols[0])
    assert len(venue.requests) == asked, "what is fresh is not asked for again"


def test_a_broken_cache_is_no_trouble(open_venue, watch, tmp_path):
    venue = open_venue(FakeKraken)
    terminal = watch(venue)
    live(terminal, "BTC/USD", "64000.1")
    terminal.close()
    file = next((tmp_path / "cache" / "tape").glob("*.json"))
    file.write_text(file.read_text()[:100])
    again = watch(venue)
    live(again, "BTC/USD", "64000.1")
    assert json.loads(file.read_text())["instruments"]


def test_tape_source_names_the_source_and_defaults_are_watched(open_venue, open_terminal, tmp_path):
    venue = open_venue(FakeCoinbase)
    arguments = venue.arguments.replace("--source coinbase", "")
    terminal = open_terminal(arguments, env={"TAPE_SOURCE": "coinbase", "XDG_CACHE_HOME": str(tmp_path)})
    live(terminal, "BTC-USD", "64000.01")
    assert "Coinbase list" in terminal.screen()[0]


@pytest.mark.parametrize("arguments,words", [
    (["--source", "nasdaq"], "'nasdaq' is no value for --source. Allowed: 'tape', 'coinbase', 'kraken', 'binance',"),
    (["--rest", "http://127.0.0.1:1"], "--rest goes with a source"),
    (["--source", "kraken", "--token-file", "x"], "Kraken needs no token"),
])
def test_options_that_do_not_fit_are_refused_with_a_sentence(run, arguments, words):
    result = run(*arguments)
    assert result.returncode == 2 and words in result.stderr


def test_an_unknown_source_of_the_environment_is_named(run):
    result = run(env={"TAPE_SOURCE": "nasdaq"})
    assert result.returncode == 1 and "TAPE_SOURCE" in result.stderr and "'nasdaq' is no value" in result.stderr


@pytest.mark.parametrize("kind", VENUES + KEYED)
def test_once_prints_the_prices_and_what_the_change_is_measured_from(open_venue, run, tmp_path, kind):
    venue = open_venue(kind)
    result = run(*venue.arguments.split(), "--once", "--format", "json", *venue.symbols[:2],
                 env={"XDG_CACHE_HOME": str(tmp_path), **venue.environment()})
    assert result.returncode == 0, result.stderr
    rows = json.loads(result.stdout)
    assert [row["symbol"] for row in rows] == venue.symbols[:2]
    assert rows[0]["last"].startswith("64000.") and ("previousClose" in rows[0]) == (kind in KEYED)
    assert ("price24hAgo" in rows[0]) == (kind in VENUES)
    assert rows[0]["simulated"] is False and rows[0]["live"] is True


def test_plain_lines_say_that_a_change_is_of_24_hours(open_venue, watch):
    venue = open_venue(FakeKraken)
    terminal = watch(venue, ["BTC/USD"], arguments="--plain")
    terminal.wait_for("BTC/USD 64000.1 USD +1.59 % 24h")


@pytest.mark.parametrize("kind", VENUES + KEYED)
def test_a_recording_of_a_source_plays_and_holds(open_venue, tape, run, tmp_path, kind):
    venue = open_venue(kind)
    file = str(tmp_path / "session.tape")
    recording = subprocess.Popen([tape, "record", file, *venue.arguments.split(), *venue.symbols[:2]],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), **venue.environment()})
    venue.wait_subscribed(*venue.symbols[:2])
    for step in range(8):
        venue.tick(venue.symbols[0], f"6400{step}.1")
        time.sleep(0.1)
    venue.drop()
    venue.wait_connections(2)
    venue.wait_subscribed(*venue.symbols[:2])
    venue.tick(venue.symbols[0], "64100.1")
    time.sleep(1)
    recording.send_signal(signal.SIGINT)
    out, err = recording.communicate(timeout=10)
    assert recording.returncode == 0, out + err
    first, second = (run("replay", "--check", file) for _ in range(2))
    assert first.returncode == 0, first.stdout + first.stderr
    assert first.stdout.splitlines()[0] == second.stdout.splitlines()[0], "the same tape gives the same digest"
    assert "violations 0" in first.stdout and " updates 0" not in first.stdout, first.stdout


@pytest.mark.parametrize("kind", VENUES + KEYED)
def test_the_doctor_finds_all_well(open_venue, run, tmp_path, kind):
    venue = open_venue(kind)
    result = run("doctor", *venue.arguments.split(), venue.symbols[0],
                 env={"XDG_CACHE_HOME": str(tmp_path), **venue.environment()})
    assert result.returncode == 0, result.stdout + result.stderr
    for subject in ("terminal", "locale", "settings", "source", "proxy", "name", "connection", "instruments", "first message",
                    "first price", *(["key", "key accepted", "limits"] if kind in KEYED else [])):
        assert any(line.startswith(subject) for line in result.stdout.splitlines()), subject
    assert f"{venue.symbols[0]} 64000." in result.stdout and "FAIL" not in result.stdout
    line = next(line for line in result.stdout.splitlines() if line.startswith("instruments"))
    assert "remembered" not in line and str(venue.port) in line
    again = run("doctor", *venue.arguments.split(), venue.symbols[0],
                env={"XDG_CACHE_HOME": str(tmp_path), **venue.environment()})
    line = next(line for line in again.stdout.splitlines() if line.startswith("instruments"))
    assert re.search(r"remembered \d+ s ago from", line), line


def test_the_doctor_names_what_fails_and_never_a_secret(open_venue, run, tmp_path):
    venue = open_venue(FakeCoinbase)
    venue.rest_status = 503
    venue.refuse = (403, [])
    result = run("doctor", *venue.arguments.split(), "BTC-USD",
                 env={"XDG_CACHE_HOME": str(tmp_path), "TAPE_TOKEN": "hush-hush-secret"})
    assert result.returncode == 1
    lines = result.stdout.splitlines()
    assert any(line.startswith("instruments") and "FAIL" in line and "--rest" in line for line in lines)
    assert any(line.startswith("connection") and "FAIL" in line and "403" in line for line in lines)
    assert "TAPE_TOKEN" in result.stdout and "hush" not in result.stdout + result.stderr


def test_the_doctor_says_that_a_name_is_not_found(run, tmp_path):
    result = run("doctor", "--source", "kraken", "--server", "wss://no-such-host.invalid/v2", "--rest",
                 "https://no-such-host.invalid", env={"XDG_CACHE_HOME": str(tmp_path)}, timeout=40)
    assert result.returncode == 1
    assert any(line.startswith("name") and "FAIL" in line for line in result.stdout.splitlines()), result.stdout
