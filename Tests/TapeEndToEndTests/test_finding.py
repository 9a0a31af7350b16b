"""Finding, sorting, pausing, ages and the mouse, on the real program."""

import re
import time

import pytest

LIST = [("ACME", "Acme"), ("BNK", "Bankhaus Nord"), ("ORO", "Oro Minerals"), ("NIP", "\u65e5\u672c\u9280\u884c"),
        ("CAF", "Caf\u00e9 Bank")]
MANY = [(f"S{index:03}", f"Stock {index}") for index in range(100)]


def started(open_peer, open_terminal, instruments=LIST, options="", **sizes):
    peer = open_peer(instruments)
    terminal = open_terminal(f"--server {peer.url} {options}", **sizes)
    first = instruments[0][0]
    terminal.wait(lambda s: "100.00" in s.row(first), what="the first price")
    return peer, terminal


def selected(screen):
    return next((line.split()[1] for line in screen if line.startswith("> ")), None)


def symbols(screen):
    """The symbols on the screen from top to bottom."""
    lines = (re.match(r"[> ] ([A-Z0-9]+)\s.*%", line) for line in screen[3:])
    return [match.group(1) for match in lines if match and match.group(1) != "SYMBOL"]


def click(terminal, row, column=10, button=0, form="SGR"):
    """Presses a button of the mouse (64 and 65 are the wheel), in the form that the terminal's entry announces."""
    if form == "SGR":
        terminal.type(f"\x1b[<{button};{column + 1};{row + 1}M")
    else:
        terminal.type("\x1b[M" + "".join(chr(33 + number) for number in (button - 1, column, row)))


def test_finding_selects_as_one_types_and_esc_goes_back(open_peer, open_terminal):
    _, terminal = started(open_peer, open_terminal)
    terminal.type("/")
    terminal.wait(lambda s: s.has("Esc go back"), timeout=1)
    terminal.type("bank")
    terminal.wait(lambda s: selected(s) == "BNK" and s.has("/bank_"), timeout=1)
    terminal.type("x")
    terminal.wait(lambda s: selected(s) == "ACME" and s.has("no match"), timeout=1)
    terminal.keys("BSpace")
    terminal.wait(lambda s: selected(s) == "BNK" and not s.has("no match"), timeout=1)
    terminal.keys("Escape")
    terminal.wait(lambda s: selected(s) == "ACME" and not s.has("/bank"), timeout=1)


def test_enter_stays_and_n_goes_on_around_the_end(open_peer, open_terminal):
    _, terminal = started(open_peer, open_terminal)
    terminal.type("/bank")
    terminal.keys("Enter")
    terminal.wait(lambda s: selected(s) == "BNK" and s.has("q quit"), timeout=1)
    for key, symbol in (("n", "CAF"), ("n", "BNK"), ("N", "CAF"), ("N", "BNK")):
        terminal.type(key)
        terminal.wait(lambda s: selected(s) == symbol, timeout=1, what=f"{key} → {symbol}")


def test_wide_names_and_names_with_marks_are_found(open_peer, open_terminal):
    _, terminal = started(open_peer, open_terminal)
    for text, symbol in (("\u9280", "NIP"), ("cafe", "CAF")):
        terminal.type("/" + text)
        terminal.wait(lambda s: selected(s) == symbol, timeout=1, what=f"{text} → {symbol}")
        terminal.keys("Escape")
        terminal.wait(lambda s: selected(s) == "ACME", timeout=1)


def test_letters_typed_to_find_are_no_commands(open_peer, open_terminal):
    _, terminal = started(open_peer, open_terminal)
    terminal.type("/qqq")
    terminal.wait(lambda s: s.has("/qqq_"), timeout=1)
    assert not terminal.is_dead
    terminal.keys("C-u")
    terminal.wait(lambda s: s.has("/_"), timeout=1)
    terminal.keys("Escape")
    terminal.wait(lambda s: not s.has("/_"), timeout=1)
    terminal.type("q")
    assert terminal.exit_status() == 0


def test_characters_whose_bytes_arrive_apart_are_typed(open_peer, open_pty):
    peer = open_peer(LIST)
    run = open_pty(f"--server {peer.url}")
    run.wait_for(b"100.00")
    run.write(b"/")
    run.wait_for(b"go back")
    for byte in "\u9280\u00e9".encode():
        run.write(bytes([byte]))
        # Longer than any read waits for the rest.
        run.settle(0.15)
    run.settle(0.3)
    assert "/\u9280" in run.screen_text().replace(" ", "") and "\u00e9_" in run.screen_text()
    # Half a character, then a key: the key counts.
    run.write(b"\xe9\x8a")
    run.settle(0.15)
    run.write(b"x")
    run.settle(0.3)
    assert "\u00e9x_" in run.screen_text()


def test_a_paste_is_typed_into_the_open_line_and_runs_nothing_elsewhere(open_peer, open_pty):
    peer = open_peer(LIST)
    run = open_pty(f"--server {peer.url}")
    run.wait_for(b"100.00")
    run.write(b"\x1b[200~q\rp/\x1b[201~")
    run.settle(0.5)
    screen = run.screen_text()
    assert "PAUSED" not in screen and "go back" not in screen, "a paste on the list is no command"
    run.write(b"/")
    run.wait_for(b"go back")
    run.write(b"\x1b[200~ban\x07k n\rq\r\x1b[201~")
    run.settle(0.5)
    screen = run.screen_text()
    assert "/bank n_" in screen, "the first line of the paste, without controls"
    run.write(b"\x15caf\r")
    run.settle(0.5)
    assert any(line.startswith("> CAF") for line in run.screen_text().split("\n"))


def test_finding_in_5000_rows_is_quick(open_peer, open_terminal):
    many = [(f"S{index:04}", f"N\u00e4me {index}") for index in range(5000)]
    _, terminal = started(open_peer, open_terminal, many)
    terminal.type("/name 4999")
    terminal.wait(lambda s: selected(s) == "S4999", timeout=1.5)


def test_sorting_goes_round_and_keeps_the_selection(open_peer, open_terminal):
    peer, terminal = started(open_peer, open_terminal)
    terminal.keys("j")
    own = [symbol for symbol, _ in LIST]
    for symbol, price in (("ACME", 10_000), ("BNK", 900), ("ORO", 1_000), ("NIP", -100), ("CAF", 10_100)):
        peer.update(symbol, price)
    terminal.wait(lambda s: "-1.00" in s.row("NIP"))
    for header, order in (("by symbol", sorted(own)), ("by percent", ["ACME", "CAF", "ORO", "BNK", "NIP"])):
        terminal.type("s")
        terminal.wait(lambda s: header in s[0] and symbols(s) == order, timeout=2, what=header)
        assert selected(terminal.screen()) == "BNK"
    terminal.type("s")
    terminal.wait(lambda s: "by last" in s[0] and symbols(s) == ["CAF", "ACME", "ORO", "BNK", "NIP"], timeout=2)
    terminal.type("S")
    terminal.wait(lambda s: "by last, reversed" in s[0] and symbols(s) == ["NIP", "BNK", "ORO", "ACME", "CAF"],
                  timeout=2)
    peer.drop()
    peer.wait_connections(2)
    terminal.wait(lambda s: symbols(s) == ["NIP", "BNK", "ORO", "ACME", "CAF"] and selected(s) == "BNK")
    terminal.type("s")
    terminal.wait(lambda s: symbols(s) == own and " by " not in s[0], timeout=2)
    assert selected(terminal.screen()) == "BNK"


def test_rows_move_at_most_once_a_second(open_peer, open_terminal):
    peer, terminal = started(open_peer, open_terminal)
    terminal.type("sss")
    terminal.wait(lambda s: "by last" in s[0], timeout=2)
    moves, last = [], symbols(terminal.screen())
    end = time.monotonic() + 4
    step = 0
    while time.monotonic() < end:
        step += 1
        peer.update("ORO", 20_000 if step % 2 else 500)
        now = symbols(terminal.screen())
        if now != last:
            moves.append(time.monotonic())
        last = now
    assert moves, "nothing was sorted again"
    # Rows are sorted a second apart, and a frame may follow a quarter of a second later.
    assert len(moves) <= 5 and all(later - earlier > 0.6 for earlier, later in zip(moves, moves[1:])), moves


def test_sorting_by_a_value_watches_the_rest_of_the_list_slowly(open_peer, open_terminal):
    peer, terminal = started(open_peer, open_terminal, MANY, rows=20)
    began = time.monotonic()
    terminal.type("ss")
    _, command = peer.wait_command("subscribe", after=began, match=lambda c: c["maxRate"] == 1)
    assert "S099" in command["symbols"] and "S000" not in command["symbols"]
    peer.update("S090", 30_000)
    terminal.wait(lambda s: symbols(s)[:1] == ["S090"], timeout=4, what="the largest rise on top")
    _, command = peer.wait_command("subscribe", after=began, match=lambda c: c["maxRate"] > 1)
    assert "S090" in command["symbols"], "a row that came to the screen is asked for faster"
    terminal.never(lambda s: "ago" in s.row("S090"), 1.0, "a row that is stale because its rate changed")


def test_a_paused_screen_is_stale_and_says_so_and_shows_the_newest_after(open_peer, open_terminal):
    peer, terminal = started(open_peer, open_terminal)
    terminal.type("p")
    terminal.wait(lambda s: "PAUSED" in s[0] and "LIVE" in s[0] and "ago" in s.row("ACME"), timeout=1)
    dim = terminal.style_of("ACME", "100.00")
    peer.update("ACME", 20_000)
    terminal.never(lambda s: "200.00" in s.row("ACME") or "ago" not in s.row("ACME"), 1.5, "a paused price moved")
    terminal.type("p")
    terminal.wait(lambda s: "200.00" in s.row("ACME") and "PAUSED" not in s[0] and "ago" not in s.row("ACME"),
                  timeout=1)
    assert terminal.style_of("ACME", "200.00") != dim


def test_a_paused_screen_says_that_the_link_is_lost(open_peer, open_terminal):
    peer, terminal = started(open_peer, open_terminal)
    terminal.type("p")
    terminal.wait_for("PAUSED", timeout=1)
    peer.pause(True)
    terminal.wait(lambda s: "RECONNECTING" in s[0] and "PAUSED" in s[0], timeout=6)


def test_ages_of_live_rows_on_demand(open_peer, open_terminal):
    _, terminal = started(open_peer, open_terminal)
    terminal.wait(lambda s: "101.00" in s.row("BNK"))
    live = terminal.style_of("BNK", "101.00")
    assert "ago" not in terminal.screen().row("BNK")
    terminal.type("a")
    age = terminal.wait(lambda s: re.search(r"(\d+)s ago", s.row("BNK")), timeout=3)
    terminal.wait(lambda s: f"{int(age.group(1)) + 2}s ago" in s.row("BNK"), timeout=5, what="an age that grows")
    assert terminal.style_of("BNK", "101.00") == live, "an old price is not a stale one"
    terminal.type("a")
    terminal.wait(lambda s: "ago" not in s.row("BNK"), timeout=1)


@pytest.mark.parametrize("term, form", [("xterm-256color", "SGR"), ("tmux-256color", "X10")])
def test_the_wheel_scrolls_and_a_click_selects(term, form, open_peer, open_terminal):
    _, terminal = started(open_peer, open_terminal, MANY, rows=20, term=term)
    click(terminal, 10, button=65, form=form)
    terminal.wait(lambda s: symbols(s)[:1] == ["S003"] and selected(s) == "S003", timeout=1, what="three rows down")
    click(terminal, 8, form=form)
    terminal.wait(lambda s: selected(s) == "S008" and symbols(s)[5:6] == ["S008"], timeout=1, what="the clicked row")
    assert terminal.cursor == (8, 0)
    click(terminal, 10, button=64, form=form)
    terminal.wait(lambda s: symbols(s)[:1] == ["S000"] and selected(s) == "S008", timeout=1, what="three rows up")
    click(terminal, 0, form=form)
    terminal.never(lambda s: selected(s) != "S008", 0.3, "a click on the header selected something")


def test_m_gives_the_mouse_back_and_takes_it_again(open_peer, open_terminal):
    _, terminal = started(open_peer, open_terminal)
    assert terminal.display("#{mouse_any_flag}") == "1"
    terminal.type("m")
    terminal.wait(lambda s: s.has("m takes it again"), timeout=1)
    terminal.wait(lambda s: terminal.display("#{mouse_any_flag}") == "0", timeout=1)
    terminal.type("m")
    terminal.wait(lambda s: terminal.display("#{mouse_any_flag}") == "1", timeout=1)
    terminal.type("q")
    assert terminal.exit_status() == 0
    assert terminal.display("#{mouse_any_flag}") == "0"


def test_no_mouse_leaves_it_to_the_terminal_until_m(open_peer, open_terminal):
    _, terminal = started(open_peer, open_terminal, options="--no-mouse")
    assert terminal.display("#{mouse_any_flag}") == "0"
    terminal.type("m")
    terminal.wait(lambda s: terminal.display("#{mouse_any_flag}") == "1", timeout=1)


def test_alt_bracket_and_alt_o_take_nothing_of_the_next_key(open_peer, open_pty):
    peer = open_peer(LIST)
    run = open_pty(f"--server {peer.url}")
    run.wait_for(b"100.00")
    for number, alt in enumerate((b"\x1b[", b"\x1bO")):
        run.write(alt)
        run.settle(0.3)
        assert ("PAUSED" in run.screen_text()) == (number == 1), "Alt and a character is no command"
        run.write(b"p")
        run.settle(0.3)
        assert ("PAUSED" in run.screen_text()) == (number == 0), "the key after it is one"


@pytest.mark.parametrize("way_out", [b"", b"\x1b"])
def test_a_paste_that_is_never_closed_ends_and_runs_nothing(way_out, open_peer, open_pty):
    peer = open_peer(LIST)
    run = open_pty(f"--server {peer.url}")
    run.wait_for(b"100.00")
    run.write(b"\x1b[200~q\rp/")
    # A second without a character ends it; Esc by itself does at once.
    run.settle(0.3 if way_out else 1.6)
    run.write(way_out)
    run.settle(0.3)
    screen = run.screen_text()
    assert "PAUSED" not in screen and "go back" not in screen, "its text is no command"
    # What the link held back comes together, and is text too.
    run.write(b"qqpp")
    run.settle(1.6)
    assert "PAUSED" not in run.screen_text()
    run.write(b"p")
    run.wait_for(b"PAUSED", timeout=2)
