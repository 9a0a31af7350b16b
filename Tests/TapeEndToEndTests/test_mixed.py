"""Lists whose symbols name their sources, in a terminal against fakes of several venues."""

import json
import subprocess

import pytest

from fake_coinbase import FakeCoinbase
from fake_finnhub import FakeFinnhub
from fake_kraken import FakeKraken
from fake_twelvedata import FakeTwelveData

STALE = "38;5;244"


@pytest.fixture
def venues():
    opened = [FakeCoinbase(), FakeKraken()]
    yield list(opened)
    for venue in opened:
        if not venue.loop.is_closed():
            venue.close()


@pytest.fixture
def finnhub():
    venue = FakeFinnhub()
    yield venue
    venue.close()


def addresses(*venues):
    return " ".join(
        (f"--server {venue.name}=ws://127.0.0.1:{venue.port}{venue.ws_path.rstrip('/')} " if hasattr(venue, "ws_path") else "")
        + f"--rest {venue.name}=http://127.0.0.1:{venue.port}"
        for venue in venues
    )


@pytest.fixture
def watch(open_terminal, tmp_path):
    def start(arguments, **options):
        env = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path / "data")}
        return open_terminal(f"{arguments} --log {tmp_path}/log", env={**env, **options.pop("env", {})}, **options)

    return start


def live(terminal, symbol, price, timeout=8.0):
    terminal.wait(lambda s: price in s.row(symbol) and "ago" not in s.row(symbol), timeout=timeout, what=f"{symbol} {price}")


def test_a_list_of_two_sources_says_of_each_row_where_it_comes_from(venues, watch):
    coinbase, kraken = venues
    terminal = watch(f"{addresses(*venues)} BTC-USD@coinbase BTC/USD@kraken", columns=120)
    live(terminal, "BTC-USD@coinbase", "64000.")
    live(terminal, "BTC/USD@kraken", "64000.1")
    screen = terminal.screen()
    assert "MIXED" in screen[0] and "LIVE" in screen[0] and "Coinbase, Kraken" in screen[0]
    assert "Bitcoin" in screen.row("BTC-USD@coinbase") and "one venue" in screen.row("BTC-USD@coinbase")
    kraken.tick("BTC/USD", "65000.1")
    live(terminal, "BTC/USD@kraken", "65000.1")


def test_a_source_that_is_down_makes_its_own_rows_stale_and_no_other(venues, watch):
    coinbase, kraken = venues
    terminal = watch(f"{addresses(*venues)} BTC-USD@coinbase BTC/USD@kraken", columns=120)
    live(terminal, "BTC-USD@coinbase", "64000.")
    live(terminal, "BTC/USD@kraken", "64000.1")
    kraken.close()
    terminal.wait(lambda s: "ago" in s.row("BTC/USD@kraken") and s.has("Kraken: reconnecting. Prices may be out of date."),
                  timeout=10)
    assert "RECONNECTING Kraken" in terminal.screen()[0]
    coinbase.tick("BTC-USD", "64123.45")
    live(terminal, "BTC-USD@coinbase", "64123.45")
    assert "ago" in terminal.screen().row("BTC/USD@kraken")


def test_a_symbol_of_another_source_beside_those_of_the_lists_own(venues, watch):
    coinbase, kraken = venues
    second = coinbase.symbols[1]
    terminal = watch(f"{kraken.arguments} {addresses(coinbase)} BTC/USD {second}@coinbase", columns=120)
    live(terminal, "BTC/USD", "64000.1")
    live(terminal, f"{second}@coinbase", "3100.50")


@pytest.mark.parametrize(
    "arguments, words",
    [
        ("AAPL@finhub", "Did you mean 'finnhub'?"),
        ("AAPL BTC-USD@coinbase", "'AAPL' names no source"),
    ],
)
def test_what_cannot_be_mixed_is_refused_with_a_sentence(tape, arguments, words):
    result = subprocess.run([tape, *arguments.split()], capture_output=True, text=True, timeout=10)
    assert result.returncode == 2 and words in result.stderr


def test_once_prints_rows_of_both(venues, tape, tmp_path):
    arguments = f"--once --format json {addresses(*venues)} BTC-USD@coinbase BTC/USD@kraken".split()
    env = {"XDG_CACHE_HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    result = subprocess.run([tape, *arguments], capture_output=True, text=True, timeout=20, env=env)
    rows = json.loads(result.stdout)
    assert [(row["symbol"], row["live"]) for row in rows] == [("BTC-USD@coinbase", True), ("BTC/USD@kraken", True)]


def test_a_recording_of_a_list_of_two_sources_holds_its_own(venues, watch, open_terminal, tmp_path):
    path = tmp_path / "mixed.tape"
    terminal = watch(f"{addresses(*venues)} BTC-USD@coinbase BTC/USD@kraken --record {path}", columns=120)
    live(terminal, "BTC-USD@coinbase", "64000.")
    live(terminal, "BTC/USD@kraken", "64000.1")
    terminal.wait(lambda s: s.has("The recording holds the prices of coinbase alone."), timeout=2)
    terminal.keys("q")
    assert terminal.exit_status() == 0
    replay = open_terminal(f"replay {path} --speed max")
    replay.wait(lambda s: "ended" in s[0] and "64000." in s.row("BTC-USD"), timeout=5)
    assert not replay.screen().has("kraken")


def test_the_demo_is_not_mixed_with_real_prices(watch, tape, tmp_path):
    env = {"XDG_DATA_HOME": str(tmp_path / "data"), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    for words in (["new", "Mine"], ["add", "Mine", "ACME", "BTC-USD@coinbase"]):
        subprocess.run([tape, "list", *words], check=True, env=env, capture_output=True)
    terminal = watch("--list Mine", columns=120)
    terminal.wait(lambda s: s.row("ACME") and "%" in s.row("ACME"))
    terminal.wait(lambda s: "refused" in s.row("BTC-USD@coinbase"))
    assert "DEMO" in terminal.screen()[0]


def test_a_list_of_one_other_source_is_that_sources(venues, watch):
    coinbase, kraken = venues
    terminal = watch(f"{kraken.arguments} {addresses(coinbase)} BTC-USD@coinbase", columns=120)
    live(terminal, "BTC-USD@coinbase", "64000.")
    assert "COINBASE" in terminal.screen()[0] and "MIXED" not in terminal.screen()[0]


def test_the_doctor_looks_at_one_source(venues, tape):
    result = subprocess.run([tape, "doctor", *addresses(*venues).split(), "BTC-USD@coinbase", "BTC/USD@kraken"],
                            capture_output=True, text=True, timeout=10)
    assert result.returncode == 2 and "one source at a time" in result.stderr


def test_a_key_that_is_missing_is_named_in_its_rows(venues, watch):
    coinbase, _ = venues
    terminal = watch(f"{addresses(coinbase)} BTC-USD@coinbase AAPL@finnhub", columns=120)
    live(terminal, "BTC-USD@coinbase", "64000.")
    terminal.wait(lambda s: "refused" in s.row("AAPL@finnhub"))
    terminal.keys("Down", "Enter")
    terminal.wait(lambda s: s.has("FINNHUB_API_KEY"))


@pytest.mark.parametrize("arguments", ["AAPL@finnhub BTC-USD@coinbase", "--source finnhub AAPL@finnhub BTC-USD@coinbase"])
def test_a_key_that_is_missing_ends_the_start_of_no_list_that_has_another_source(venues, finnhub, watch, arguments):
    terminal = watch(f"{addresses(venues[0], finnhub)} {arguments}", columns=120)
    live(terminal, "BTC-USD@coinbase", "64000.")
    terminal.wait(lambda s: "refused" in s.row("AAPL@finnhub") and s.has("FINNHUB_API_KEY"))
    assert "LIVE" in terminal.screen()[0] and not finnhub.requests


def test_a_list_of_the_users_with_a_missing_key_opens_too(venues, finnhub, watch, tape, tmp_path):
    env = {"XDG_DATA_HOME": str(tmp_path / "data"), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    for words in (["new", "Mine"], ["add", "Mine", "AAPL", "BTC-USD@coinbase"]):
        subprocess.run([tape, "list", *words], check=True, env=env, capture_output=True)
    terminal = watch(f"--source finnhub --list Mine {addresses(venues[0], finnhub)}", columns=120)
    live(terminal, "BTC-USD@coinbase", "64000.")
    terminal.wait(lambda s: "refused" in s.row("AAPL"))


def test_a_list_none_of_whose_sources_can_be_opened_is_refused(venues, finnhub, watch):
    terminal = watch(f"--source coinbase {addresses(venues[0], finnhub)} AAPL@finnhub", columns=80)
    terminal.wait(lambda s: "REFUSED" in s[0] and s.has("https://finnhub.io/register"))
    assert "refused" in terminal.screen().row("AAPL@finnhub") and "COINBASE" not in terminal.screen()[0]


def test_a_start_without_any_key_says_what_each_source_needs(run, venues, finnhub):
    result = run("--once", "AAPL@finnhub", "MSFT@alpaca")
    assert result.returncode == 1 and not result.stdout
    assert "FINNHUB_API_KEY" in result.stderr and "APCA_API_KEY_ID" in result.stderr


def test_a_wrong_key_beside_a_right_source_is_said_of_its_rows(venues, finnhub, watch, run):
    finnhub.key = "another-key"
    arguments = f"{addresses(venues[0], finnhub)} AAPL@finnhub BTC-USD@coinbase"
    terminal = watch(arguments, columns=120, env=finnhub.environment())
    live(terminal, "BTC-USD@coinbase", "64000.")
    terminal.wait(lambda s: "refused" in s.row("AAPL@finnhub"))
    terminal.never(lambda s: "waiting" in s.row("AAPL@finnhub"), 2.0, "it waits for what will not come")
    assert "LIVE" in terminal.screen()[0]
    once = run("--once", *arguments.split(), "NOPE-USD@coinbase", env=finnhub.environment())
    assert once.returncode == 3, once.stderr
    assert any("AAPL@finnhub: " in line and "refused the key" in line for line in once.stderr.splitlines()), once.stderr
    assert "NOPE-USD@coinbase: unknown symbol." in once.stderr
    assert "64000." in once.stdout and "hush" not in once.stdout + once.stderr


def test_an_address_for_one_source_is_that_of_the_lists_own_too(run):
    polled = FakeTwelveData()
    try:
        result = run("--once", *addresses(polled).split(), "AAPL@twelvedata", env=polled.env)
        assert result.returncode == 0 and "182.63" in result.stdout, result.stderr
    finally:
        polled.close()


@pytest.mark.parametrize("arguments, words", [
    ("--source twelvedata --server ws://127.0.0.1:1 AAPL", "--rest"),
    ("--server twelvedata=ws://127.0.0.1:1 AAPL@twelvedata", "--rest"),
    ("--server coinbase=foo://x BTC-USD@coinbase", "foo://x")])
def test_an_address_that_no_source_would_take_is_refused(run, arguments, words):
    result = run("--once", *arguments.split(), env={"TWELVE_DATA_API_KEY": "hush"})
    assert result.returncode == 2 and words in result.stderr and "hush" not in result.stderr
