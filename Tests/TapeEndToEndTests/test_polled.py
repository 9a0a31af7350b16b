"""The sources that are asked for their prices, end to end in a terminal against fakes of them."""

import json
import os
import signal
import subprocess
import time

import pytest

from fake_graphql import FakeGraphQL
from fake_twelvedata import FakeTwelveData

STALE = "38;5;244"
POLLED = [FakeTwelveData, FakeGraphQL]


@pytest.fixture
def home(tmp_path):
    """Writes the settings that a fake needs; returns the environment of a run."""

    def prepare(fake, **settings):
        (tmp_path / "config/tape").mkdir(parents=True, exist_ok=True)
        if isinstance(fake, FakeGraphQL):
            (tmp_path / "config/tape/config.json").write_text(json.dumps({"graphql": fake.settings(**settings)}))
        return {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_CONFIG_HOME": str(tmp_path / "config"),
                "XDG_STATE_HOME": str(tmp_path / "state"), "XDG_DATA_HOME": str(tmp_path / "data"), **fake.env}

    return prepare


@pytest.fixture
def watch(open_terminal, home, tmp_path):
    """Watches symbols of a fake in a terminal, with folders of its own."""

    def start(fake, symbols=None, arguments="", env=None, settings=None, **options):
        symbols = fake.symbols if symbols is None else symbols
        env = {**home(fake, **(settings or {})), **(env or {})}
        return open_terminal(f"{fake.arguments} {arguments} --log {tmp_path}/log {' '.join(symbols)}", env=env, **options)

    return start


def live(terminal, symbol, price, timeout=10.0):
    return terminal.wait(lambda s: price in s.row(symbol) and "ago" not in s.row(symbol) and "LIVE" in s[0],
                         timeout=timeout, what=f"{symbol} live at {price}")


def move(fake, symbol, price):
    if isinstance(fake, FakeGraphQL):
        fake.move(symbol, price=float(price))
    else:
        fake.move(symbol, close=price)


@pytest.mark.parametrize("kind", POLLED)
def test_prices_with_names_and_a_header_that_says_how_often_they_are_asked_for(open_fake, watch, kind):
    fake = open_fake(kind)
    terminal = watch(fake)
    first = fake.symbols[0]
    live(terminal, first, fake.first_price)
    word, period, name = {"twelvedata": ("TWELVE DATA", "polled every 5 s", "Apple Inc."),
                          "graphql": ("TMX", "polled every 2 s", "Abc Inc")}[fake.name]
    screen = terminal.wait(lambda s: s if name in s.row(first) else None)
    assert f"{word} {period}" in screen[0], screen[0]
    assert "+1.02 %" in screen.row(first) or "+1.86 %" in screen.row(first)
    assert "24h" not in str(screen), "the change is one since the close before"
    assert "waiting" not in str(screen)


@pytest.mark.parametrize("kind", POLLED)
def test_a_move_is_shown_with_the_next_answer(open_fake, watch, kind):
    fake = open_fake(kind)
    terminal = watch(fake)
    first = fake.symbols[0]
    live(terminal, first, fake.first_price)
    move(fake, first, "190.25")
    terminal.wait(lambda s: "190.25" in s.row(first) and "▴" in s.row(first), timeout=9)


@pytest.mark.parametrize("kind", POLLED)
def test_one_request_for_all_and_none_twice(open_fake, watch, kind):
    fake = open_fake(kind)
    fake.delay = 1.0
    terminal = watch(fake)
    live(terminal, fake.symbols[0], fake.first_price)
    assert len(fake.quotes()) == 1 and fake.symbols_of(fake.quotes()[0]) == fake.symbols


@pytest.mark.parametrize("kind,period", [(FakeTwelveData, 5), (FakeGraphQL, 2)])
def test_a_failure_is_said_and_prices_are_live_for_two_periods(open_fake, watch, kind, period):
    fake = open_fake(kind)
    terminal = watch(fake)
    first = fake.symbols[0]
    live(terminal, first, fake.first_price)
    fake.status = 503
    failed = time.monotonic()
    if period > 2:
        terminal.wait(lambda s: s.has("is not available (HTTP 503)") and s.has("next in"), timeout=period + 2)
        assert "LIVE" in terminal.screen()[0] and "ago" not in terminal.screen().row(first), "within its two periods"
    terminal.wait(lambda s: "ago" in s.row(first) and "RECONNECTING" in s[0], timeout=2 * period + 3)
    assert time.monotonic() - failed < 2 * period + 2
    terminal.wait(lambda s: s.has("Prices may be out of date") and s.has("HTTP 503"), timeout=4)
    assert STALE in (terminal.style_of(first, fake.first_price) or "")
    fake.status = 200
    terminal.keys("r")
    live(terminal, first, fake.first_price, timeout=5)
    assert not terminal.screen().has("HTTP 503")


@pytest.mark.parametrize("kind", POLLED)
def test_two_quick_tries_and_then_ever_later(open_fake, watch, kind):
    fake = open_fake(kind)
    fake.status = 500
    watch(fake)
    fake.wait_requests(3, timeout=12)
    # The third delay is 5 s, less a half at most.
    time.sleep(2.2)
    moments = [request.moment for request in fake.quotes()]
    gaps = [round(b - a, 1) for a, b in zip(moments, moments[1:])]
    assert len(moments) == 3 and 0.4 < gaps[0] < 2.2 and 0.9 < gaps[1] < 3.7, gaps


@pytest.mark.parametrize("kind,limit", [(FakeTwelveData, 11), (FakeGraphQL, 5)])
def test_a_source_that_answers_nothing_makes_every_row_stale_and_comes_back(open_fake, watch, kind, limit):
    fake = open_fake(kind)
    terminal = watch(fake)
    first = fake.symbols[0]
    live(terminal, first, fake.first_price)
    fake.freeze(True)
    silent = time.monotonic()
    terminal.wait(lambda s: all("ago" in s.row(symbol) for symbol in fake.symbols), timeout=limit + 2)
    assert time.monotonic() - silent < limit
    terminal.wait(lambda s: "RECONNECTING" in s[0] and s.has("no whole answer"), timeout=14)
    fake.freeze(False)
    live(terminal, first, fake.first_price, timeout=15)


@pytest.mark.parametrize("kind", POLLED)
@pytest.mark.parametrize("body,words", [("<html>captive portal</html>", "no JSON"), ("", "no JSON"), ("[]", "")])
def test_a_body_that_is_no_answer_is_named(open_fake, watch, kind, body, words):
    fake = open_fake(kind)
    fake.body = body
    terminal = watch(fake)
    terminal.wait(lambda s: "RECONNECTING" in s[0] and words in str(s), timeout=8)
    assert "waiting" in terminal.screen().row(fake.symbols[0])
    fake.body = None
    live(terminal, fake.symbols[0], fake.first_price, timeout=15)


@pytest.mark.parametrize("kind", POLLED)
def test_a_wrong_symbol_says_so_and_costs_the_others_nothing(open_fake, watch, kind):
    fake = open_fake(kind)
    terminal = watch(fake, [fake.symbols[0], fake.unknown, fake.symbols[1]])
    live(terminal, fake.symbols[0], fake.first_price)
    terminal.wait(lambda s: "unknown symbol" in s.row(fake.unknown))
    assert "unknown symbol" not in terminal.screen().row(fake.symbols[1])


@pytest.mark.parametrize("kind", POLLED)
def test_retry_after_is_kept_whatever_key_is_pressed(open_fake, watch, kind):
    fake = open_fake(kind)
    fake.status, fake.headers = 429, {"Retry-After": "7"}
    terminal = watch(fake)
    terminal.wait(lambda s: s.has("ask too often"), timeout=8)
    asked = time.monotonic()
    fake.status, fake.headers = 200, {}
    terminal.keys("r")
    live(terminal, fake.symbols[0], fake.first_price, timeout=12)
    assert len(fake.quotes()) == 2 and fake.quotes()[1].moment - fake.quotes()[0].moment > 6.9, asked


@pytest.mark.parametrize("kind", POLLED)
def test_a_key_that_is_refused_stops_it_and_r_tries_again(open_fake, watch, kind):
    fake = open_fake(kind)
    good, fake.key = fake.key, "another-key"
    terminal = watch(fake, env={name: good for name in fake.env})
    terminal.wait(lambda s: "REFUSED" in s[0], timeout=8)
    screen = str(terminal.screen())
    assert ("TWELVE_DATA_API_KEY" in screen) if kind is FakeTwelveData else ("graphql settings" in screen)
    assert good not in screen
    count = len(fake.quotes())
    terminal.never(lambda s: "LIVE" in s[0], 3.0, "nobody asked again")
    assert len(fake.quotes()) == count
    fake.key = good
    terminal.keys("r")
    live(terminal, fake.symbols[0], fake.first_price)


@pytest.mark.parametrize("kind", POLLED)
def test_a_missing_key_is_a_sentence_before_the_screen_opens(open_fake, run, home, kind):
    fake = open_fake(kind)
    env = home(fake)
    for name in fake.env:
        env[name] = ""
    result = run(*fake.arguments.split(), *fake.symbols, "--once", env=env)
    assert result.returncode == 1, result.stderr
    assert next(iter(fake.env)) in result.stderr
    if kind is FakeTwelveData:
        assert "https://twelvedata.com" in result.stderr
    assert not fake.requests


@pytest.mark.parametrize("kind", POLLED)
def test_a_secret_is_in_a_header_and_nowhere_else(open_fake, watch, home, run, tmp_path, kind):
    fake = open_fake(kind)
    terminal = watch(fake, arguments=f"--record {tmp_path}/session.tape")
    live(terminal, fake.symbols[0], fake.first_price)
    if kind is FakeTwelveData:
        fake.fails_whole(500, f"boom {fake.key}")
    else:
        fake.body = json.dumps({"data": None, "errors": [{"message": f"boom {fake.key}"}]})
    terminal.wait(lambda s: s.has("boom"), timeout=14)
    pid = int(subprocess.run(["pgrep", "-n", "-f", f"{tmp_path}/session.tape"], capture_output=True, text=True).stdout or 0)
    if pid:
        assert fake.key not in open(f"/proc/{pid}/cmdline").read()
    assert fake.key not in str(terminal.screen())
    terminal.keys("q")
    time.sleep(0.5)
    for folder, _, files in os.walk(tmp_path):
        for name in files:
            if name != "config.json":
                assert fake.key.encode() not in open(os.path.join(folder, name), "rb").read(), name
    assert all(fake.key not in request.path for request in fake.requests)


@pytest.mark.parametrize("kind", POLLED)
def test_a_recording_plays_and_holds(open_fake, tape, run, home, tmp_path, kind):
    fake = open_fake(kind)
    file = str(tmp_path / "session.tape")
    recording = subprocess.Popen([tape, "record", file, *fake.arguments.split(), *fake.symbols, fake.unknown],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **home(fake)})
    fake.wait_requests(2, timeout=12)
    move(fake, fake.symbols[0], "191.5")
    fake.wait_requests(3, timeout=12)
    fake.status = 503
    time.sleep(1)
    recording.send_signal(signal.SIGINT)
    out, err = recording.communicate(timeout=10)
    assert recording.returncode == 0, out + err
    first, second = (run("replay", "--check", file) for _ in range(2))
    assert first.returncode == 0, first.stdout + first.stderr
    assert first.stdout.splitlines()[0] == second.stdout.splitlines()[0], "the same tape gives the same digest"
    assert "violations 0" in first.stdout and " updates 0" not in first.stdout, first.stdout


@pytest.mark.parametrize("kind", POLLED)
def test_once_prints_the_prices(open_fake, run, home, kind):
    fake = open_fake(kind)
    result = run(*fake.arguments.split(), "--once", "--format", "json", *fake.symbols, env=home(fake))
    assert result.returncode == 0, result.stderr
    rows = json.loads(result.stdout)
    assert [row["symbol"] for row in rows] == fake.symbols
    assert rows[0]["last"] == fake.first_price and rows[0]["live"] is True and "previousClose" in rows[0]


@pytest.mark.parametrize("kind", POLLED)
def test_the_doctor_finds_all_well(open_fake, run, home, kind):
    fake = open_fake(kind)
    result = run("doctor", *fake.arguments.split(), fake.symbols[0], env=home(fake))
    assert result.returncode == 0, result.stdout + result.stderr
    lines = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert {"key", "limits", "name"} <= set(lines), result.stdout
    assert any(line.startswith("key accepted") and " ok " in line for line in result.stdout.splitlines()), result.stdout
    assert f"{fake.symbols[0]} {fake.first_price}" in result.stdout and "FAIL" not in result.stdout
    assert fake.key not in result.stdout


@pytest.mark.parametrize("kind", POLLED)
def test_the_doctor_says_that_a_key_is_not_accepted(open_fake, run, home, kind):
    fake = open_fake(kind)
    env = home(fake)
    fake.key = "another"
    result = run("doctor", *fake.arguments.split(), fake.symbols[0], env=env)
    assert result.returncode == 1 and "FAIL" in result.stdout and "refuses" in result.stdout, result.stdout
    assert any(line.startswith("key accepted") and "FAIL" in line for line in result.stdout.splitlines()), result.stdout


def test_the_doctor_of_an_endpoint_without_a_symbol_says_what_it_needs(open_fake, run, home):
    fake = open_fake(FakeGraphQL)
    env = home(fake)
    result = run("doctor", *fake.arguments.split(), env=env)
    assert result.returncode == 0, result.stdout + result.stderr
    assert any(line.startswith("name") for line in result.stdout.splitlines())
    assert any(line.startswith("first price") and "name a symbol" in line for line in result.stdout.splitlines()), result.stdout
    assert not fake.requests
    bare = run("doctor", "--source", "graphql", env={**env, "XDG_CONFIG_HOME": "/nonexistent"})
    assert bare.returncode == 1 and any("FAIL" in line and "docs/sources/graphql.md" in line for line in bare.stdout.splitlines())


def test_twelvedata_on_the_free_plan_is_asked_within_its_credits(open_fake, watch, tmp_path):
    fake = open_fake(FakeTwelveData)
    fake.per_minute = 8
    symbols = [f"S{index}" for index in range(12)]
    terminal = watch(fake, symbols, rows=24)
    live(terminal, "S0", "10.00")
    terminal.wait(lambda s: s.has("asking 1/2"), what="the line says how many requests there are")
    terminal.wait(lambda s: "polled every" in s[0] and "min" in s[0])
    assert "waiting" in terminal.screen().row("S9")
    time.sleep(4)
    assert sum(cost for _, cost in fake.credits) == 8
    kept = json.loads((tmp_path / "state/tape/credits-twelvedata.json").read_text())
    assert kept["spent"] == 8
    terminal.keys("q")
    terminal.close()
    again = watch(fake, symbols, rows=24)
    again.never(lambda s: "10.00" in s.row("S9"), 3.0, "the minute's credits are remembered")
    assert sum(cost for _, cost in fake.credits) == 8


def test_twelvedata_a_day_that_is_used_up_is_said(open_fake, watch):
    fake = open_fake(FakeTwelveData)
    fake.fails_whole(429, "You have run out of API credits for the day. 801 API credits were used, with the current limit being 800.")
    terminal = watch(fake)
    terminal.wait(lambda s: s.has("for the day") and s.has("next in"), timeout=8)
    assert len(fake.quotes()) == 1


def test_twelvedata_a_minute_that_is_used_up_is_waited_for(open_fake, watch):
    fake = open_fake(FakeTwelveData)
    fake.fails_whole(429, "You have run out of API credits for the current minute.")
    terminal = watch(fake)
    terminal.wait(lambda s: s.has("ask too often"), timeout=8)
    assert any(f"next in {count} s" in str(terminal.screen()) for count in range(55, 62)), str(terminal.screen())
    assert len(fake.quotes()) == 1


def test_twelvedata_a_closed_market_says_when_it_opens(open_fake, watch):
    fake = open_fake(FakeTwelveData)
    for symbol in fake.symbols:
        fake.move(symbol, is_open=False)
    terminal = watch(fake, columns=130)
    row = terminal.wait(lambda s: s.row("AAPL") if "opens" in s.row("AAPL") else None, timeout=10)
    assert "New York" in row and "ago" not in row
    assert "LIVE" in terminal.screen()[0]


def test_twelvedata_pence_pairs_and_plans(open_fake, watch):
    fake = open_fake(FakeTwelveData)
    fake.errors["MSFT"] = (403, "This symbol is available exclusively with the grow plan")
    terminal = watch(fake, ["BARC:LSE", "EUR/USD", "BRK.B", "MSFT"], columns=130)
    row = terminal.wait(lambda s: s.row("BARC:LSE") if "212.35" in s.row("BARC:LSE") else None)
    assert "GBX" in row and "£" not in row
    terminal.wait(lambda s: "1.08345" in s.row("EUR/USD") and "420.12" in s.row("BRK.B"))
    terminal.wait(lambda s: "refused" in s.row("MSFT") or "plan" in s.row("MSFT"))


def test_twelvedata_missing_values_and_older_answers_move_nothing(open_fake, watch):
    fake = open_fake(FakeTwelveData)
    terminal = watch(fake)
    live(terminal, "AAPL", "182.63")
    fake.move("AAPL", fields={"close": None, "previous_close": "0"})
    count = len(fake.quotes())
    fake.wait_requests(count + 1)
    terminal.never(lambda s: "182.63" not in s.row("AAPL") or "-100" in str(s), 1.0, "a missing value is no price")
    terminal.wait(lambda s: "ago" in s.row("AAPL") and "ago" not in s.row("MSFT"), timeout=10,
                  what="a price that is not renewed grows old, alone")
    assert "LIVE" in terminal.screen()[0]
    fake.move("AAPL", fields={}, close="11.11", age=86_400)
    count = len(fake.quotes())
    fake.wait_requests(count + 1)
    terminal.never(lambda s: "11.11" in str(s), 1.0, "an older answer must not be shown")


def test_graphql_one_symbol_that_makes_the_list_null_is_found(open_fake, watch):
    fake = open_fake(FakeGraphQL)
    fake.poison = "BAD"
    terminal = watch(fake, ["ABC", "BAD", "DEF"])
    live(terminal, "ABC", "14.77")
    live(terminal, "DEF", "101.50")
    terminal.wait(lambda s: "refused" in s.row("BAD") or "null" in s.row("BAD"), timeout=8)
    count = len(fake.quotes())
    fake.wait_requests(count + 1)
    assert "BAD" not in fake.symbols_of(fake.quotes()[-1])


def test_graphql_partial_data_is_taken_and_the_rest_grows_old(open_fake, watch):
    fake = open_fake(FakeGraphQL)
    terminal = watch(fake)
    live(terminal, "ABC", "14.77")
    live(terminal, "DEF", "101.50")
    fake.field_nulls.add("DEF")
    terminal.wait(lambda s: "ago" in s.row("DEF") and "ago" not in s.row("ABC"), timeout=8)
    assert "LIVE" in terminal.screen()[0]
    fake.field_nulls.clear()
    live(terminal, "DEF", "101.50")


def test_graphql_batches_are_as_large_as_the_settings_allow(open_fake, watch):
    fake = open_fake(FakeGraphQL)
    symbols = [f"S{index}" for index in range(10)]
    terminal = watch(fake, symbols, rows=24)
    live(terminal, "S9", "19.00")
    assert [len(fake.symbols_of(request)) for request in fake.quotes()[:3]] == [4, 4, 2]


@pytest.mark.parametrize("settings,words", [
    ({"endpoint": 7}, "'endpoint' is a text"), ({"speed": 1}, "'speed' is no key of graphql"),
    ({"fields": {"prise": "/p"}}, "'prise' is no field"), ({"list": "data"}, "JSON pointer"),
    ({"variables": {"s": "x"}}, "$symbols"), ({"period": "2y"}, "2y"), ({"variables": {"s": "$symbol"}}, "'chunk' must be 1")])
def test_graphql_settings_that_are_not_what_they_may_be_are_named(open_fake, run, home, settings, words):
    fake = open_fake(FakeGraphQL)
    result = run(*fake.arguments.split(), "ABC", env=home(fake, **settings))
    assert result.returncode == 1 and words in result.stderr and "config.json" in result.stderr, result.stderr


def test_graphql_without_its_block_says_where_it_belongs(run, tmp_path):
    result = run("--source", "graphql", "ABC", "--once", env={"XDG_CONFIG_HOME": str(tmp_path)})
    assert result.returncode == 2 and "config.json" in result.stderr, result.stderr
