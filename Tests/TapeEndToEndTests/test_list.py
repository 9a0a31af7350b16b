"""The list: which rows are subscribed, moving in it, and lists of every size."""

import time

import pytest

MANY = [(f"S{index:03}", f"Stock {index}") for index in range(100)]


def test_only_visible_rows_are_subscribed_and_scrolling_moves_the_subscription(open_peer, open_terminal):
    peer = open_peer(MANY)
    terminal = open_terminal(f"--server {peer.url}", rows=20)
    terminal.wait(lambda s: s.row("S000") and "100.00" in s.row("S000"))
    visible = [f"S{i:03}" for i in range(100) if terminal.screen().row(f"S{i:03}")]
    wanted = {f"S{i:03}" for i in range(len(visible) + 3)}
    assert peer.subscribed == wanted
    scrolled = time.monotonic()
    terminal.keys("G")
    terminal.wait(lambda s: s.row("S099"), timeout=1, what="the last row at once")
    moment, command = peer.wait_command("subscribe", after=scrolled)
    assert moment - scrolled >= 0.25, "scrolling settles first"
    assert "S099" in command["symbols"]
    terminal.wait(lambda s: "109.00" in s.row("S090") or "19" in s.row("S099"))
    left, command = peer.wait_command("unsubscribe", after=scrolled)
    assert left - moment >= 1.8, "left rows are released after 2 s"
    assert "S000" in command["symbols"] and "S099" not in command["symbols"]


def test_a_fling_and_back_costs_nothing_on_the_wire(open_peer, open_terminal):
    peer = open_peer(MANY)
    terminal = open_terminal(f"--server {peer.url}", rows=20)
    terminal.wait(lambda s: s.row("S000") and "100.00" in s.row("S000"))
    began = time.monotonic()
    terminal.keys("G")
    terminal.keys("g")
    terminal.wait(lambda s: s.row("S000"))
    terminal.never(lambda s: any(moment > began for moment, _ in peer.commands), 3.0, "commands after a fling and back")


def test_a_row_that_scrolls_back_in_is_stale_until_confirmed(open_peer, open_terminal):
    peer = open_peer(MANY)
    terminal = open_terminal(f"--server {peer.url}", rows=20)
    terminal.wait(lambda s: s.row("S000") and "100.00" in s.row("S000"))
    began = time.monotonic()
    terminal.keys("G")
    peer.wait_command("unsubscribe", after=began)
    peer.snapshots = False
    terminal.keys("g")
    terminal.wait(lambda s: "100.00" in s.row("S000") and "ago" in s.row("S000"), what="the cached price, stale")
    peer.wait_command("subscribe", after=began, match=lambda c: "S000" in c["symbols"])
    terminal.never(lambda s: "ago" not in s.row("S000"), 1.0, "an unconfirmed price shown as live")


@pytest.mark.parametrize("count", [0, 1, 500, 5000])
def test_lists_of_every_size(count, open_peer, open_terminal):
    peer = open_peer([(f"S{i:04}", f"Name {i}") for i in range(count)])
    terminal = open_terminal(f"--server {peer.url}", columns=80, rows=24)
    if count == 0:
        terminal.wait(lambda s: s.has("no instruments") or s.has("empty"), what="a helpful empty state")
        assert not terminal.screen().has("0/0")
        return
    terminal.wait(lambda s: s.row("S0000") and "100.00" in s.row("S0000"))
    assert f"of {count}" in terminal.screen()[0]
    terminal.keys("G")
    terminal.wait(lambda s: s.row(f"S{count - 1:04}"), timeout=1)
    terminal.keys("g")
    terminal.wait(lambda s: s.row("S0000"), timeout=1)


def test_duplicate_symbols_are_merged(open_peer, open_terminal):
    peer = open_peer([("ACME", "Acme"), ("BNK", "Bank"), ("ACME", "Acme again")])
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("BNK") and "of 2" in s[0])
    assert sum("ACME" in line for line in terminal.screen()) == 1


def test_html_instead_of_a_list_is_named(open_peer, open_terminal):
    peer = open_peer()
    peer.raw_watchlist = b"<html><body>Welcome to our hotel</body></html>"
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.has("sent a web page instead of the watchlist"), timeout=6)
    assert not terminal.screen().has("<html>")
    peer.raw_watchlist = None
    terminal.keys("r")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"), timeout=15)


def test_hostile_names_and_symbols_keep_the_columns(open_peer, open_terminal):
    names = [("A", "Nestl\u00e9"), ("B", "\u5e01\u5b89\u4eba\u751f" * 20), ("C", "\x1b[31mred\x1b[0m\x07"),
             ("D", "\u202eevil\u202c"), ("E", "line\nbreak\ttab"), ("F", "x" * 300), ("G", ""),
             ("g", "same symbol, other case"), ("^GSPC", "index"), ("BRK.B", "dot"), ("EURUSD=X", "equals"),
             ("M&M.NS", "ampersand"), ("H", "\U0001f468\u200d\U0001f469\u200d\U0001f467 family \u2764\ufe0f")]
    peer = open_peer(names)
    terminal = open_terminal(f"--server {peer.url}", columns=100)
    terminal.wait(lambda s: all(s.row(symbol) and ".00" in s.row(symbol) for symbol, _ in names), what="all rows")
    screen = terminal.screen()

    def cells_before_point(line):
        import unicodedata
        head = line[:line.rindex(".00", 0, line.index("%"))] if "%" in line else line
        return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in head)

    places = {cells_before_point(screen.row(symbol)) for symbol, _ in names}
    assert len(places) == 1, f"columns shifted: {places}\n{screen}"
    assert not any("\x1b" in line or "\x07" in line for line in screen)


def test_the_selection_moves_with_the_keys_and_the_cursor_rests_on_it(open_peer, open_terminal):
    peer = open_peer(MANY)
    terminal = open_terminal(f"--server {peer.url}", rows=20)
    terminal.wait(lambda s: s.row("S000") and s.row("S000").startswith(">"))
    for key, symbol in (("j", "S001"), ("Down", "S002"), ("k", "S001"), ("Up", "S000"), ("End", "S099"),
                        ("Home", "S000"), ("G", "S099"), ("g", "S000")):
        terminal.keys(key)
        terminal.wait(lambda s: s.row(symbol) and s.row(symbol).startswith(">"), timeout=1, what=f"{key} → {symbol}")
        # The cursor is asked for after the screen, and may be on its way there.
        terminal.wait(lambda s: terminal.cursor in [(number, 0) for number, line in enumerate(s) if line.startswith("> ")],
                      timeout=5, what=f"the cursor follows {key}")
    terminal.keys("NPage")
    terminal.wait(lambda s: not s.row("S000").startswith(">") if s.row("S000") else True, timeout=1)


def test_the_header_says_what_is_visible(open_peer, open_terminal):
    peer = open_peer(MANY)
    terminal = open_terminal(f"--server {peer.url}", rows=20)
    terminal.wait(lambda s: "of 100" in s[0] and "1-" in s[0])
    terminal.keys("G")
    terminal.wait(lambda s: "-100 of 100" in s[0], timeout=1)
