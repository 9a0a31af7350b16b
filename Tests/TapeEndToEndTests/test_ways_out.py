"""Terminals that misbehave, stop, go away or are not read, and windows of every size."""

import os
import pty
import random
import signal
import time

import pytest

from pty_run import PtyRun


def started(terminal):
    terminal.wait(lambda s: "DEMO" in s[0] and "LIVE" in s[0] and s.row("ACME"), timeout=10)


def gone(pid, within):
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        if not os.path.exists(f"/proc/{pid}"):
            return True
        time.sleep(0.02)
    return False


def test_ctrl_s_freezes_nothing(open_terminal, tape):
    terminal = open_terminal(command=f"bash -c '{tape}; echo status=$?; sleep 9'")
    started(terminal)
    terminal.keys("C-s")
    terminal.keys("j")
    terminal.wait(lambda s: not s.row("ACME").startswith(">"), timeout=1, what="keys act after Ctrl-S")
    os.kill(terminal.child, signal.SIGTERM)
    terminal.wait_for("status=143", timeout=2)


def test_a_terminal_that_nobody_reads_does_not_keep_it_alive(open_exchange, tape):
    exchange = open_exchange("--rate", "5000")
    pid, descriptor = pty.fork()
    if pid == 0:
        os.environ.update({"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"})
        os.execvp(tape, [tape, "--server", exchange.url])
    time.sleep(6)
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + 3
    ended = (0, 0)
    while ended == (0, 0) and time.monotonic() < deadline:
        ended = os.waitpid(pid, os.WNOHANG)
        time.sleep(0.02)
    os.close(descriptor)
    assert ended[0] == pid, "SIGTERM must end it though its terminal is full"
    assert os.WTERMSIG(ended[1]) == signal.SIGTERM


def test_the_terminal_killed_while_stopped_ends_it(open_terminal, tape):
    terminal = open_terminal(shell=True)
    terminal.type(f"PS1='ready> '; {tape}\n")
    started(terminal)
    child = terminal.child
    terminal.keys("C-z")
    terminal.wait_for("Stopped", timeout=3)
    terminal.close()
    assert gone(child, within=2), "gone within 2 s"


def test_bg_leaves_the_shell_alone_and_fg_comes_back(open_terminal, tape):
    terminal = open_terminal(shell=True)
    terminal.type(f"PS1='ready> '; {tape}\n")
    started(terminal)
    terminal.keys("C-z")
    terminal.wait_for("Stopped", timeout=3)
    terminal.type("bg\n")
    terminal.wait(lambda s: sum("ready>" in line for line in s) >= 2, timeout=3)
    # Continued in the background, it stops again by itself; `jobs` says when it has.
    for _ in range(20):
        terminal.type("clear; jobs; echo done\n")
        terminal.wait(lambda s: any(line.strip() == "done" for line in s), timeout=2)
        if terminal.screen().has("Stopped"):
            break
    assert terminal.screen().has("Stopped") and not terminal.screen().has("LIVE")
    assert not terminal.is_alternate
    terminal.type("fg\n")
    started(terminal)
    terminal.keys("q")
    terminal.wait_for("ready>", timeout=3)


def test_a_resize_while_stopped_is_seen_by_fg(open_terminal, tape):
    terminal = open_terminal(shell=True, columns=100, rows=20)
    terminal.type(f"PS1='ready> '; {tape}\n")
    started(terminal)
    terminal.keys("C-z")
    terminal.wait_for("Stopped", timeout=3)
    terminal.resize(120, 40)
    terminal.type("fg\n")
    terminal.wait(lambda s: "1-35 of 50" in s[0], timeout=5, what="the new height")


def test_exported_lines_and_columns_do_not_freeze_the_size(open_terminal):
    terminal = open_terminal(env={"LINES": "10", "COLUMNS": "40"}, columns=120, rows=30)
    started(terminal)
    assert "1-25 of 50" in terminal.screen()[0]
    terminal.resize(120, 40)
    terminal.wait(lambda s: "1-35 of 50" in s[0], timeout=1)


def test_four_hundred_random_resizes_end_right(open_terminal):
    terminal = open_terminal()
    started(terminal)
    generator = random.Random(20261130)
    for _ in range(400):
        terminal.resize(generator.randint(1, 200), generator.randint(1, 60))
    terminal.resize(80, 24)
    terminal.wait(lambda s: "1-19 of 50" in s[0] and "LIVE" in s[0] and s.row("ACME"), timeout=3)
    terminal.keys("q")
    assert terminal.exit_status() == 0


@pytest.mark.parametrize("term,locale,no_color,size", [
    ("xterm-256color", "C.UTF-8", None, (120, 40)),
    ("xterm-256color", "C", None, (80, 24)),
    ("xterm-256color", "de_DE.UTF-8", "1", (80, 24)),
    ("xterm", "C.UTF-8", None, (40, 12)),
    ("xterm", "POSIX", "1", (40, 12)),
    ("linux", "C.UTF-8", None, (80, 25)),
    ("vt100", "C", None, (80, 24)),
    ("screen-256color", "C.UTF-8", "", (120, 30)),
    ("tmux-256color", "xx_YY.UTF-8", None, (60, 20)),
    ("xterm-kitty", "C.UTF-8", None, (200, 50)),
    ("xterm-mono", "C.UTF-8", None, (80, 24)),
])
def test_every_kind_of_terminal_shows_the_same_truth(term, locale, no_color, size, tape):
    env = {"TERM": term, "LC_ALL": locale, "LANG": locale}
    if no_color is not None:
        env["NO_COLOR"] = no_color
    run = PtyRun(tape, columns=size[0], rows=size[1], env=env)
    try:
        run.wait_for(b"182.", timeout=8) if "de_DE" not in locale else run.wait_for(b"182,", timeout=8)
        run.settle(0.6)
        output = run.output()
        row = next(line for line in run.screen_text().split("\n") if line[2:].startswith("ACME"))
        assert "%" in row and "ago" not in row
        if locale in ("C", "POSIX"):
            assert all(byte < 0x80 for byte in output), "nothing beyond ASCII in the C locale"
        colours = run.colours()
        assert bool(colours) == (not no_color and term not in ("vt100", "xterm-mono")), colours
        assert b"\x1b]104" not in output, "the palette is the user's"
    finally:
        run.close()


@pytest.mark.parametrize("value,coloured", [("auto", True), ("never", False), ("16", True), ("256", True)])
def test_color_values(value, coloured, open_pty):
    run = open_pty(f"--color {value}")
    run.wait_for(b"182.")
    run.settle(0.6)
    assert bool(run.colours()) == coloured
    assert (b"38;5;" in run.output()) == (value in ("auto", "256"))


@pytest.mark.parametrize("value,coloured", [("", True), ("1", False), ("0", False)])
def test_no_color_counts_when_it_is_not_empty(value, coloured, open_pty):
    run = open_pty(env={"NO_COLOR": value})
    run.wait_for(b"182.")
    run.settle(0.6)
    assert bool(run.colours()) == coloured


def test_bg_and_fg_in_quick_turns_end_in_the_foreground(open_terminal, tape):
    terminal = open_terminal(shell=True)
    terminal.type(f"PS1='ready> '; {tape}\n")
    started(terminal)
    for _ in range(3):
        terminal.keys("C-z")
        terminal.wait_for("Stopped", timeout=3)
        terminal.type("clear; bg; fg\n")
        started(terminal)
    terminal.never(lambda s: s.has("Stopped"), 0.5, "stopped though it was called to the front")
    terminal.keys("q")
    terminal.wait_for("ready>", timeout=3)


def test_a_job_stopped_in_the_background_is_ended_by_kill(open_terminal, tape):
    terminal = open_terminal(shell=True)
    terminal.type(f"PS1='ready> '; {tape}\n")
    started(terminal)
    child = terminal.child
    terminal.keys("C-z")
    terminal.wait_for("Stopped", timeout=3)
    terminal.type("clear; bg\n")
    # It stops again by itself; the shell sends its CONT after the TERM only when it knows that.
    for _ in range(20):
        terminal.type("clear; jobs; echo done\n")
        terminal.wait(lambda s: any(line.strip() == "done" for line in s), timeout=2)
        if terminal.screen().has("Stopped"):
            break
    terminal.type("kill %1\n")
    assert gone(child, within=3), "TERM is taken before it stops again"
