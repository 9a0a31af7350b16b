"""The terminal is handed back on every way out, and the screen follows its size."""

import os
import signal
import time

import pytest


def started(terminal):
    terminal.wait(lambda s: "DEMO" in s[0] and "LIVE" in s[0] and s.row("ACME"), timeout=10)


def test_the_demo_runs_by_itself_and_says_so(open_terminal):
    terminal = open_terminal()
    started(terminal)
    screen = terminal.screen()
    assert "DEMO simulated prices" in screen[0]
    assert "1-" in screen[0] and "of 50" in screen[0]


@pytest.mark.parametrize("name,status", [("TERM", 143), ("INT", 130), ("HUP", 129), ("QUIT", 131), ("ABRT", 134),
                                         ("SEGV", 139), ("BUS", 135), ("USR1", 138)])
def test_a_signal_ends_it_by_that_signal_and_hands_the_terminal_back(name, status, open_terminal, tape):
    terminal = open_terminal(shell=True)
    terminal.type("stty -a > /tmp/tape-before.$$; PS1='ready> '\n")
    terminal.wait_for("ready>")
    # The toolchain's backtracer, where it is installed, asks questions after a crash.
    terminal.type(f"SWIFT_BACKTRACE=enable=no {tape}; echo status=$?; stty -a > /tmp/tape-after.$$; cmp /tmp/tape-before.$$ /tmp/tape-after.$$ && echo same-modes; rm /tmp/tape-*.$$\n")
    started(terminal)
    assert terminal.is_alternate
    os.kill(terminal.child, getattr(signal, "SIG" + name))
    # Bash leaves a list of commands that an interrupt ended; the others go on.
    terminal.wait(lambda s: s.has(f"status={status}") or (name == "INT" and s.has("ready>")), timeout=3)
    assert not terminal.is_alternate
    if name != "INT":
        terminal.wait_for("same-modes")
    assert terminal.display("#{cursor_flag}") == "1"


def test_q_ends_with_zero_and_the_shell_is_as_it_was(open_terminal, tape):
    terminal = open_terminal(shell=True)
    terminal.type(f"PS1='ready> '; stty -a > /tmp/q1.$$; {tape}; echo status=$?; stty -a > /tmp/q2.$$; cmp /tmp/q1.$$ /tmp/q2.$$ && echo same-modes; rm /tmp/q?.$$\n")
    started(terminal)
    terminal.keys("q")
    terminal.wait_for("status=0", timeout=3)
    terminal.wait_for("same-modes")
    assert not terminal.is_alternate


def test_ctrl_c_ends_it(open_terminal, tape):
    terminal = open_terminal(command=f"bash -c 'trap : INT; {tape}; echo status=$?; sleep 9'")
    started(terminal)
    terminal.keys("C-c")
    terminal.wait_for("status=130", timeout=3)


def test_ctrl_z_closes_the_socket_and_fg_comes_back_stale_until_the_snapshot(open_peer, open_terminal, tape):
    peer = open_peer()
    terminal = open_terminal(shell=True)
    terminal.type(f"PS1='ready> '; {tape} --server {peer.url}\n")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    terminal.keys("C-z")
    terminal.wait_for("Stopped", timeout=3)
    assert not terminal.is_alternate
    deadline = time.monotonic() + 3
    while peer.clients and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not peer.clients, "Ctrl-Z closes the socket"
    peer.snapshots = False
    terminal.type("fg\n")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME") and "ago" in s.row("ACME"), what="stale after fg")
    peer.wait_connections(2)
    peer.snapshots = True
    peer.prices["ACME"] = 11_100
    terminal.wait(lambda s: "111.00" in s.row("ACME") and "ago" not in s.row("ACME"), timeout=6)
    terminal.keys("q")
    terminal.wait_for("ready>", timeout=3)


def test_a_stopped_process_never_shows_its_old_prices_as_live(open_peer, open_terminal, tape):
    peer = open_peer()
    # Under a shell without job control: tmux itself continues a child that is stopped.
    terminal = open_terminal(command=f"bash -c '{tape} --server {peer.url}; true'")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    os.kill(terminal.child, signal.SIGSTOP)
    time.sleep(5)
    peer.stop_listening()
    os.kill(terminal.child, signal.SIGCONT)
    terminal.wait(lambda s: "ago" in s.row("ACME") and "ago" in s.row("BNK"), timeout=1, what="every row stale at once")


def test_the_terminal_killed_while_running_ends_it(open_terminal):
    terminal = open_terminal()
    started(terminal)
    pid = terminal.pid
    terminal.close()
    deadline = time.monotonic() + 2
    while os.path.exists(f"/proc/{pid}") and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not os.path.exists(f"/proc/{pid}"), "gone within 2 s"


def test_resize_shows_at_once_in_a_quiet_market(open_peer, open_terminal):
    peer = open_peer([(f"S{i:03}", f"Stock {i}") for i in range(100)])
    terminal = open_terminal(f"--server {peer.url}", columns=100, rows=20)
    terminal.wait(lambda s: s.row("S000") and "100.00" in s.row("S000"))
    assert not terminal.screen().row("S030")
    terminal.resize(120, 50)
    terminal.wait(lambda s: s.row("S030"), timeout=1)
    terminal.resize(40, 10)
    terminal.wait(lambda s: s.row("S000") and "100.00" in s.row("S000") and "%" in s.row("S000"), timeout=1)
    terminal.resize(10, 3)
    terminal.wait(lambda s: s.has("small") or s.has("20x4"), timeout=1)
    terminal.resize(1, 1)
    terminal.resize(80, 24)
    terminal.wait(lambda s: s.row("S000") and "Stock 0" in s.row("S000"), timeout=1)


def test_help_is_shown_and_left(open_terminal):
    terminal = open_terminal()
    started(terminal)
    terminal.keys("?")
    terminal.wait(lambda s: s.has("quit") and not s.row("ACME"), timeout=1)
    terminal.keys("Escape")
    terminal.wait(lambda s: s.row("ACME"), timeout=1)


def test_help_scrolls_on_a_low_screen(open_terminal):
    terminal = open_terminal(columns=80, rows=12)
    started(terminal)
    terminal.keys("?")
    terminal.wait(lambda s: s.has("more:") and s.has("the row above"), timeout=2)
    terminal.keys("j")
    terminal.wait(lambda s: not s.has("the row above"), timeout=2)
    terminal.keys(*["NPage"] * 6)
    terminal.wait(lambda s: s.has("the source gives no such value") and not s.has("more:"), timeout=2)
    terminal.keys(*["PPage"] * 6)
    terminal.wait(lambda s: s.has("the row above"), timeout=2)


@pytest.mark.parametrize("options,env,flag", [("", {}, "0"), ("--calm", {}, "1"), ("", {"ACCESSIBLE": "1"}, "1")])
def test_the_cursor_is_seen_where_a_calm_screen_is_asked_for(options, env, flag, open_terminal):
    terminal = open_terminal(options, env=env)
    started(terminal)
    assert terminal.display("#{cursor_flag}") == flag


def test_enter_says_the_row_as_a_sentence(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    terminal.keys("Enter")
    terminal.wait_for("Acme, 100 euros", timeout=1)


@pytest.mark.parametrize("term", ["xterm-kitty", "alacritty", "vt100", "linux", "screen"])
def test_other_terminals_show_the_same_rows(term, open_terminal):
    terminal = open_terminal(term=term)
    started(terminal)
    terminal.keys("q")
    assert terminal.exit_status() == 0
