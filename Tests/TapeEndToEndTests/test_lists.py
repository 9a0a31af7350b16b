"""Lists on the screen: switching, every edit, what is kept, the server's list, and a start without a network."""

import json
import os
import re
import sqlite3
import subprocess
import time
import urllib.request

import pytest


@pytest.fixture
def home(tmp_path):
    return tmp_path


@pytest.fixture
def env(home):
    return {"XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config"), "XDG_CACHE_HOME": str(home / "cache")}


@pytest.fixture
def shell(run, env):
    def start(*words):
        done = run("list", *words, env=env)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return start


def kept(shell, name):
    return shell("show", name).split("\n")[:-1]


def symbols(shell, name):
    return [line.split()[0] for line in kept(shell, name)]


def until(condition, what, timeout=8.0):
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(what)


def rows(screen):
    """The symbols on the screen, from the top."""
    found = []
    for line in screen[3:-2]:
        match = re.match(r"[> ][+ ]([A-Z0-9^.=-]+) ", line)
        if match:
            found.append(match.group(1))
    return found


def selected(screen):
    return next((re.match(r">[+ ](\S+)", line).group(1) for line in screen if re.match(r">[+ ]\S", line)), None)


def test_tab_and_numbers_switch_lists_and_each_is_found_as_it_was_left(open_exchange, open_terminal, shell, env):
    exchange = open_exchange()
    shell("new", "Metals")
    shell("add", "Metals", "ACME", "BNK", "ORO")
    shell("new", "Two")
    shell("add", "Two", "ZED", "ACME")
    terminal = open_terminal(f"--server {exchange.url}", env=env)
    terminal.wait(lambda s: "Core list 1/3" in s[0] and s.row("ACME"))
    terminal.keys("Tab")
    screen = terminal.wait(lambda s: "Metals 2/3" in s[0] and "of 3" in s[0] and s)
    assert rows(screen) == ["ACME", "BNK", "ORO"]
    assert "Acme" in terminal.wait(lambda s: s.row("ACME")), "the name comes from the source"
    terminal.wait(lambda s: "41" in s.row("BNK") or "%" in s.row("BNK"), what="its prices")
    terminal.keys("j")
    terminal.wait(lambda s: selected(s) == "BNK")
    terminal.keys("s")
    terminal.wait(lambda s: "by symbol" in s[0])
    terminal.keys("3")
    screen = terminal.wait(lambda s: "Two 3/3" in s[0] and "of 2" in s[0] and s)
    assert rows(screen) == ["ZED", "ACME"] and "by symbol" not in screen[0]
    terminal.keys("BTab")
    screen = terminal.wait(lambda s: "Metals 2/3" in s[0] and selected(s) == "BNK" and s)
    assert "by symbol" in screen[0]
    terminal.keys("9")
    terminal.wait(lambda s: s.has("There is no list 9: there are 3."))
    terminal.keys("q")
    assert terminal.exit_status() == 0
    # The next start begins where this one ended.
    terminal = open_terminal(f"--server {exchange.url}", env=env)
    terminal.wait(lambda s: "Metals 2/3" in s[0] and selected(s) == "BNK" and "by symbol" in s[0])
    terminal.keys("q")
    terminal = open_terminal(f"--server {exchange.url} --list two", env=env)
    terminal.wait(lambda s: "Two 3/3" in s[0])


def test_every_edit(open_exchange, open_terminal, shell, env):
    exchange = open_exchange()
    terminal = open_terminal(f"--server {exchange.url}", env=env)
    terminal.wait(lambda s: s.row("ACME"))
    terminal.keys("e")
    terminal.wait(lambda s: "EDIT" in s[0] and "new list" in s[-1])
    # New: a name that is none is said beside it.
    terminal.keys("n")
    terminal.wait(lambda s: s.has("name of the new list:"))
    terminal.keys("Enter")
    terminal.wait(lambda s: s.has("A list needs a name"))
    terminal.type("My list")
    terminal.keys("Enter")
    terminal.wait(lambda s: "My list 2/2" in s[0] and "EDIT" in s[0] and s.has("Made the list"))
    terminal.wait(lambda s: s.has("The list is empty."))
    # Add, by symbol and by name, found as it is typed.
    for typed, symbol in (("ACM", "ACME"), ("bankhaus", "BNK"), ("oro min", "ORO")):
        terminal.keys("a")
        terminal.wait(lambda s: s.has("add: _"))
        terminal.type(typed)
        terminal.wait(lambda s: any(line.startswith(f"> {symbol} ") for line in s), what=f"{symbol} is found")
        terminal.keys("Enter")
        terminal.wait(lambda s: s.has(f"Added {symbol}.") and selected(s) == symbol)
    assert rows(terminal.screen()) == ["ACME", "BNK", "ORO"]
    # Once only; what is nothing is said; Esc adds nothing.
    terminal.keys("a")
    terminal.type("ACME")
    terminal.wait(lambda s: any(line.startswith("> ACME ") and "Acme" in line for line in s))
    terminal.keys("Enter")
    terminal.wait(lambda s: s.has("\"ACME\" is in the list \"My list\" already."))
    terminal.keys("a")
    terminal.type("nothing like it")
    terminal.wait(lambda s: s.has("nothing found"))
    terminal.keys("Enter")
    terminal.wait(lambda s: s.has("no symbol: 1 to 32"))
    terminal.keys("Escape")
    terminal.wait(lambda s: not s.has("add:"))
    # Move.
    terminal.wait(lambda s: selected(s) == "ORO")
    terminal.keys("K")
    terminal.keys("K")
    terminal.wait(lambda s: rows(s) == ["ORO", "ACME", "BNK"] and selected(s) == "ORO")
    terminal.keys("J")
    terminal.wait(lambda s: rows(s) == ["ACME", "ORO", "BNK"])
    # Remove and undo.
    terminal.keys("d")
    terminal.wait(lambda s: rows(s) == ["ACME", "BNK"] and selected(s) == "BNK" and s.has("Removed ORO"))
    terminal.keys("u")
    terminal.wait(lambda s: rows(s) == ["ACME", "ORO", "BNK"])
    until(lambda: symbols(shell, "My list") == ["ACME", "ORO", "BNK"], "it is kept")
    # Rename.
    terminal.keys("r")
    terminal.wait(lambda s: s.has("new name: My list"))
    terminal.keys("C-u")
    terminal.type("  Renamed ")
    terminal.keys("Enter")
    terminal.wait(lambda s: "Renamed 2/2" in s[0])
    # Delete asks first.
    terminal.keys("D")
    terminal.wait(lambda s: s.has("type yes to delete"))
    terminal.type("no")
    terminal.keys("Enter")
    terminal.wait(lambda s: s.has("The list is kept."))
    terminal.keys("D")
    terminal.type("yes")
    terminal.keys("Enter")
    terminal.wait(lambda s: "Core list" in s[0] and s.has("Deleted the list \"Renamed\".") and "EDIT" not in s[0])
    until(lambda: "There are no lists yet" in shell(), "it is deleted for the shell as well")


def test_a_refusal_is_whole_on_a_narrow_screen(open_terminal, shell, env):
    shell("new", "Taken")
    terminal = open_terminal("demo --list Taken", env=env, columns=40, rows=12)
    terminal.wait(lambda s: s.has("The list is empty."))
    terminal.keys("e", "n")
    terminal.type("taken")
    terminal.keys("Enter")
    terminal.wait(lambda s: "There is a list \"Taken\" already (upper and lower case are the same). Choose another name."
                  in " ".join(" ".join(s).split()) and s.has("name of the new list: taken_"))


def test_quit_right_after_an_edit_keeps_it(open_exchange, open_terminal, shell, env):
    exchange = open_exchange()
    shell("new", "A")
    shell("add", "A", "ACME", "BNK", "ORO")
    for round in range(5):
        terminal = open_terminal(f"--server {exchange.url} --list A", env=env)
        terminal.wait(lambda s: s.row("ORO"))
        terminal.keys("e", "g", "J", "e", "q")
        assert terminal.exit_status() == 0
        terminal.close()
    assert sorted(symbols(shell, "A")) == ["ACME", "BNK", "ORO"]
    assert symbols(shell, "A") == ["BNK", "ACME", "ORO"], "five swaps of the first two"


def test_a_kill_while_editing_leaves_a_whole_list(open_exchange, open_terminal, shell, env):
    exchange = open_exchange()
    names = [f"S{index:03}" for index in range(40)]
    shell("new", "A")
    shell("add", "A", *names)
    for round in range(6):
        terminal = open_terminal(f"--server {exchange.url} --list A", env=env)
        terminal.wait(lambda s: "of 40" in s[0])
        terminal.keys("e")
        terminal.keys(*["J"] * 25)
        time.sleep(0.01 * round)
        os.kill(terminal.pid, 9)
        terminal.close()
        assert sorted(symbols(shell, "A")) == names


def test_a_running_tape_and_the_shell_agree(open_exchange, open_terminal, shell, env):
    exchange = open_exchange()
    shell("new", "A")
    shell("add", "A", "ACME", "BNK")
    terminal = open_terminal(f"--server {exchange.url} --list A", env=env)
    terminal.wait(lambda s: rows(s) == ["ACME", "BNK"])
    shell("add", "A", "ORO")
    terminal.wait(lambda s: rows(s) == ["ACME", "BNK", "ORO"], timeout=4)
    shell("new", "B")
    terminal.wait(lambda s: "A 2/3" in s[0], timeout=4)
    terminal.keys("e", "g", "d")
    terminal.wait(lambda s: rows(s) == ["BNK", "ORO"])
    until(lambda: symbols(shell, "A") == ["BNK", "ORO"], "the shell sees it")
    terminal.keys("Escape")
    shell("rm", "A")
    terminal.wait(lambda s: "Core list" in s[0] and s.has("deleted by another tape"), timeout=4)


def test_lists_that_cannot_be_read_are_said_and_prices_are_watched(open_exchange, open_terminal, home, env):
    exchange = open_exchange()
    file = home / "data" / "tape" / "tape.db"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"not a database")
    terminal = open_terminal(f"--server {exchange.url}", env=env)
    # The path may be long enough to break the sentence.
    terminal.wait(lambda s: "the file is damaged" in " ".join(" ".join(s).split()) and "%" in s.row("ACME"))
    terminal.keys("q")
    assert terminal.exit_status() == 0
    assert file.read_bytes() == b"not a database"


def test_five_thousand_rows_are_edited_without_lag(open_exchange, open_terminal, shell, env, home):
    exchange = open_exchange("--symbols", "5000", "--rate", "200")
    listed = json.load(urllib.request.urlopen(f"{exchange.url}/v1/watchlist"))["instruments"]
    file = home / "many.json"
    file.write_text(json.dumps({"name": "Many", "instruments": listed}))
    shell("import", str(file))
    terminal = open_terminal(f"--server {exchange.url} --list Many", env=env)
    terminal.wait(lambda s: "of 5000" in s[0])
    terminal.keys("e")
    terminal.wait(lambda s: "EDIT" in s[0])
    slowest = 0
    for key, done in (("J", lambda s, before: rows(s)[:2] == [before[1], before[0]]),
                      ("d", lambda s, before: before[1] not in rows(s)[:3] and "of 4999" in s[0]),
                      ("u", lambda s, before: "of 5000" in s[0])) * 3:
        before = rows(terminal.screen())
        if key == "J":
            terminal.keys("g")
            before = rows(terminal.wait(lambda s: selected(s) == rows(s)[0] and s))
        began = time.monotonic()
        terminal.keys(key)
        if key == "d":
            terminal.wait(lambda s: "of 4999" in s[0], timeout=2)
        else:
            terminal.wait(lambda s: done(s, before), timeout=2)
        slowest = max(slowest, time.monotonic() - began)
    print(f"slowest of nine edits of 5,000 rows: {slowest * 1000:.0f} ms, tmux's polling included")
    assert slowest < 0.6


def watchlist(exchange, token=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(f"{exchange.url}/v1/watchlist", headers=headers)
    return [item["symbol"] for item in json.load(urllib.request.urlopen(request))["instruments"]]


def test_the_exchange_finds_instruments_and_takes_changes_of_its_list(open_exchange):
    exchange = open_exchange()

    def call(method, path):
        request = urllib.request.Request(exchange.url + path, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    assert [item["symbol"] for item in call("GET", "/v1/instruments?query=acm")[1]["instruments"]] == ["ACME"]
    assert call("GET", "/v1/instruments?query=BANKHAUS%20n")[1]["instruments"][0]["symbol"] == "BNK"
    assert call("GET", "/v1/instruments?query=xyzzy")[1]["instruments"] == []
    before = watchlist(exchange)
    for _ in range(2):
        assert call("DELETE", "/v1/watchlist/ACME")[0] == 200
        assert watchlist(exchange) == [symbol for symbol in before if symbol != "ACME"]
    for _ in range(2):
        assert call("PUT", "/v1/watchlist/ACME")[0] == 200
        assert watchlist(exchange) == [symbol for symbol in before if symbol != "ACME"] + ["ACME"]
    assert call("PUT", "/v1/watchlist/NOPE")[0] == 404
    assert call("DELETE", "/v1/watchlist/NOPE")[0] == 200
    assert call("PUT", "/v1/watchlist/a%20b")[0] == 400
    assert call("POST", "/v1/watchlist/ACME")[0] == 405
    assert call("PUT", "/v1/watchlist")[0] == 405


def test_changes_of_the_servers_list_are_shown_at_once_and_told_it(open_exchange, open_terminal, env):
    exchange = open_exchange()
    before = watchlist(exchange)
    terminal = open_terminal(f"--server {exchange.url}", env=env)
    terminal.wait(lambda s: s.row("ACME"))
    terminal.keys("e", "g")
    first = terminal.wait(lambda s: selected(s))
    terminal.keys("d")
    terminal.wait(lambda s: first not in rows(s) and f"of {len(before) - 1}" in s[0])
    until(lambda: watchlist(exchange) == before[1:], "the server was told")
    terminal.keys("u")
    until(lambda: watchlist(exchange) == before[1:] + [first], "and of the undo")
    terminal.wait(lambda s: "unsent" not in s[0] and f"of {len(before)}" in s[0])
    # What the server does not list it refuses: said, and taken back.
    terminal.keys("a")
    terminal.type("NOPE")
    terminal.wait(lambda s: s.has("nothing found"))
    terminal.keys("Enter")
    terminal.wait(lambda s: s.has("refuses to take NOPE into its list (HTTP 404)"), timeout=5)
    terminal.wait(lambda s: f"of {len(before)}" in s[0] and not s.row("NOPE"))


def test_changes_wait_for_the_server_and_outlive_a_restart(tape, open_exchange, open_terminal, env):
    exchange = open_exchange()
    port = exchange.url.rsplit(":", 1)[1]
    before = watchlist(exchange)
    terminal = open_terminal(f"--server {exchange.url}", env=env)
    terminal.wait(lambda s: s.row(before[2]))
    exchange.close()
    terminal.keys("e", "g", "d", "d")
    terminal.wait(lambda s: "2 unsent" in s[0] and f"of {len(before) - 2}" in s[0])
    os.kill(terminal.pid, 9)
    terminal.close()
    exchange = open_exchange(listen=f"127.0.0.1:{port}")
    assert watchlist(exchange) == before
    terminal = open_terminal(f"--server {exchange.url}", env=env)
    until(lambda: watchlist(exchange) == before[2:], "told after the restart")
    terminal.wait(lambda s: f"of {len(before) - 2}" in s[0] and "unsent" not in s[0])


def test_a_token_that_is_not_taken_loses_no_change(open_exchange, open_terminal, env, home):
    exchange = open_exchange("--token", "one")
    port = exchange.url.rsplit(":", 1)[1]
    before = watchlist(exchange, "one")
    file = home / "token"
    file.write_text("one")
    file.chmod(0o600)
    terminal = open_terminal(f"--server {exchange.url} --token-file {file}", env=env)
    terminal.wait(lambda s: s.row(before[0]))
    exchange.close()
    exchange = open_exchange("--token", "two", listen=f"127.0.0.1:{port}")
    terminal.keys("e", "g", "d")
    terminal.wait(lambda s: "the change is kept." in " ".join(" ".join(s).split()), timeout=15)
    terminal.wait(lambda s: "1 unsent" in s[0] and f"of {len(before) - 1}" in s[0])
    assert watchlist(exchange, "two") == before
    file.write_text("two")
    terminal.keys("Escape", "r")
    until(lambda: watchlist(exchange, "two") == before[1:], "told with the other token", timeout=15)
    terminal.wait(lambda s: "unsent" not in s[0] and f"of {len(before) - 1}" in s[0])


def test_two_tapes_tell_the_server_once_each_and_in_order(open_exchange, open_terminal, env):
    exchange = open_exchange()
    port = exchange.url.rsplit(":", 1)[1]
    before = watchlist(exchange)
    first = open_terminal(f"--server {exchange.url}", env=env)
    first.wait(lambda s: s.row(before[0]))
    exchange.close()
    first.keys("e", "g", "d")
    first.wait(lambda s: "1 unsent" in s[0] and not s.row(before[0]))
    # The other one begins without a network: with what the first has not told.
    second = open_terminal(f"--server {exchange.url}", env=env)
    second.wait(lambda s: "1 unsent" in s[0] and f"of {len(before) - 1}" in s[0] and not s.row(before[0]))
    second.keys("e", "a")
    second.type(before[0])
    second.wait(lambda s: s.has("known here") or s.has("the source cannot be asked"))
    second.keys("Enter")
    second.wait(lambda s: f"of {len(before)}" in s[0])
    exchange = open_exchange(listen=f"127.0.0.1:{port}")
    first.keys("Escape", "r")
    second.keys("Escape", "r")
    until(lambda: watchlist(exchange) == before[1:] + before[:1], "the removal first, then the addition", timeout=15)
    for terminal in (first, second):
        terminal.wait(lambda s: "unsent" not in s[0] and f"of {len(before)}" in s[0], timeout=15)
    assert watchlist(exchange) == before[1:] + before[:1]


def test_a_start_without_a_network_shows_the_last_prices_stale(open_exchange, open_terminal, env):
    exchange = open_exchange("--rate", "20")
    port = exchange.url.rsplit(":", 1)[1]
    terminal = open_terminal(f"--server {exchange.url}", env=env)
    terminal.wait(lambda s: s.row("ACME") and "%" in s.row("ACME") and s.row("BNK"))
    terminal.keys("q")
    assert terminal.exit_status() == 0
    exchange.close()
    terminal = open_terminal(f"--server {exchange.url}", env=env)
    screen = terminal.wait(lambda s: s.row("ACME") and "%" in s.row("ACME") and "ago" in s.row("ACME") and s, timeout=2)
    for symbol in rows(screen):
        line = screen.row(symbol)
        if "%" in line:
            assert "ago" in line, line
    assert "LIVE" not in screen[0]
    terminal.wait(lambda s: s.has("Reconnecting. Prices may be out of date."), timeout=5)
    exchange = open_exchange(listen=f"127.0.0.1:{port}")
    terminal.keys("r")
    terminal.wait(lambda s: "LIVE" in s[0] and "ago" not in s.row("ACME"), timeout=10)


def test_a_damaged_cache_is_done_without(open_exchange, open_terminal, env, home):
    exchange = open_exchange()
    cache = home / "cache" / "tape"
    cache.mkdir(parents=True)
    (cache / "quotes.db").write_bytes(b"garbage" * 100)
    terminal = open_terminal(f"--server {exchange.url}", env=env)
    terminal.wait(lambda s: s.row("ACME") and "%" in s.row("ACME"))
    terminal.keys("q")
    assert terminal.exit_status() == 0
    connection = sqlite3.connect(cache / "quotes.db")
    assert connection.execute("SELECT count(*) FROM quote").fetchone()[0] > 0
    connection.close()


def test_a_quiet_market_writes_nothing(open_exchange, open_terminal, env, home):
    exchange = open_exchange("--rate", "0")
    terminal = open_terminal(f"--server {exchange.url}", env=env)
    terminal.wait(lambda s: s.row("ACME") and "%" in s.row("ACME"))
    cache = home / "cache" / "tape"
    until(lambda: (cache / "quotes.db").exists(), "the first prices are kept", timeout=9)

    def state():
        return {path.name: (path.stat().st_mtime_ns, path.stat().st_size) for path in cache.iterdir()}

    time.sleep(6)
    before = state()
    time.sleep(11)
    assert state() == before
    assert subprocess.run(["pgrep", "-P", str(terminal.pid)], capture_output=True, text=True).stdout == ""
