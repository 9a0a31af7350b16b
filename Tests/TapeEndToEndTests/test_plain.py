"""Plain lines for screen readers and logs, and the calm screen."""

import os
import re
import signal
import subprocess
import threading
import time

import pytest


class PlainRun:
    """`tape --plain` with its lines as they come."""

    def __init__(self, tape, *arguments):
        self.process = subprocess.Popen(
            [tape, "--plain", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "LC_ALL": "C.UTF-8"})
        self.lines = []
        self.condition = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            with self.condition:
                self.lines.append((time.monotonic(), line))
                self.condition.notify_all()

    def wait_for(self, text, timeout=10.0):
        """Waits for a line that holds `text`; the moment it came."""
        deadline = time.monotonic() + timeout
        with self.condition:
            while True:
                for moment, line in self.lines:
                    if text.encode() in line:
                        return moment
                left = deadline - time.monotonic()
                assert left > 0, f"{text!r} was not told within {timeout} s: {self.text()}"
                self.condition.wait(left)

    def text(self):
        return b"".join(line for _, line in self.lines).decode()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


@pytest.fixture
def plain(tape):
    opened = []

    def start(*arguments):
        opened.append(PlainRun(tape, *arguments))
        return opened[-1]

    yield start
    for run in opened:
        run.close()


def test_plain_tells_an_outage_and_its_end_once_each_without_an_escape(open_exchange, plain):
    exchange = open_exchange("--seed", "7", "--symbols", "12")
    run = plain("--server", exchange.url, "--interval", "1s")
    run.wait_for("ACME 1")
    exchange.fault("silence 8s")
    began = time.monotonic()
    assert run.wait_for("Prices may be out of date. The server has sent nothing") - began < 6.5
    back = run.wait_for("Prices are live again.", timeout=25)
    while not any(moment > back and b" ACME " in line for moment, line in list(run.lines)):
        assert time.monotonic() < back + 4, "prices are told again"
        time.sleep(0.05)
    text = run.text()
    assert text.count("Prices may be out of date") == 1
    assert text.count("Prices are live again") == 1
    quiet = text[text.index("Prices may be out of date"):text.index("Prices are live again")]
    assert quiet.count("\n") == 1, "nothing else is told while prices may be out of date"
    assert all(character == "\n" or ord(character) >= 0x20 for character in text)
    assert all(re.match(r"\d\d:\d\d:\d\d \S", line) for line in text.splitlines())


def test_the_first_line_says_that_prices_are_simulated_then_each_instrument_is_told_once(plain):
    run = plain("--interval", "1h")
    run.wait_for("ZED 7")
    lines = run.text().splitlines()
    assert lines[0].endswith(" DEMO simulated prices")
    told = [line.split()[1] for line in lines if re.match(r"\S+ \S+ [\d.]+ [A-Z]{3}", line)]
    assert len(told) == len(set(told)) == 50


def test_a_price_is_told_again_when_it_has_moved_by_the_threshold(open_peer, plain):
    peer = open_peer()
    run = plain("--server", peer.url, "--interval", "1s", "--threshold", "2")
    run.wait_for("ACME 100.00")
    peer.update("ACME", 10_150)
    peer.update("BNK", 10_500)
    run.wait_for("BNK 105.00")
    assert "101.50" not in run.text()
    peer.update("ACME", 10_200)
    run.wait_for("ACME 102.00")


@pytest.mark.parametrize("value", ["-1", "x", "0.001", "101"])
def test_a_threshold_that_is_none_is_refused(value, run):
    result = run("--plain", "--threshold", value)
    assert result.returncode == 2 and "--threshold" in result.stderr and value in result.stderr


def test_a_refused_token_says_what_is_possible_without_keys(open_peer, plain, tmp_path):
    peer = open_peer(token="right")
    token = tmp_path / "token"
    token.write_text("wrong\n")
    token.chmod(0o600)
    run = plain("--server", peer.url, "--token-file", str(token), "ACME")
    run.wait_for("start again")
    assert "press r" not in run.text() and "wrong" not in run.text()


def test_market_changes_are_told_at_once(open_exchange, plain):
    exchange = open_exchange("--symbols", "12")
    run = plain("--server", exchange.url, "--interval", "1h")
    run.wait_for("ACME 1")
    exchange.fault("halt BNK")
    run.wait_for("BNK: HALTED", timeout=3)
    exchange.fault("close XETR")
    run.wait_for("ACME, ALP, BNK: CLOSED", timeout=3)
    exchange.fault("open XETR")
    run.wait_for("ACME, ALP, BNK: OPEN", timeout=3)


def test_an_unreachable_list_is_told_without_naming_a_key(open_peer, plain):
    peer = open_peer()
    peer.stop_listening()
    run = plain("--server", peer.url)
    run.wait_for("Trying again.")
    assert "r tries" not in run.text()
    peer.listen_again()
    run.wait_for("ACME 100.00", timeout=30)


@pytest.mark.parametrize("name", ["TERM", "INT", "HUP"])
def test_a_signal_ends_plain_by_that_signal(name, plain):
    run = plain()
    run.wait_for("ACME")
    number = getattr(signal, "SIG" + name)
    run.process.send_signal(number)
    assert run.process.wait(timeout=2) == -number


def test_plain_ends_quietly_with_zero_when_nobody_reads(tape):
    result = subprocess.run(["bash", "-c", f"{tape} --plain --interval 1s | head -1; echo ${{PIPESTATUS[0]}}"],
                            capture_output=True, text=True, timeout=15)
    assert result.stdout.splitlines()[1] == "0"
    assert result.stderr == ""


def test_a_dumb_terminal_gets_plain_lines(open_pty):
    run = open_pty(env={"TERM": "dumb"})
    run.wait_for(b"DEMO simulated prices")
    run.wait_for(b"ZED 7")
    assert b"\x1b" not in run.output()
    os.kill(run.pid, signal.SIGTERM)
    assert os.waitstatus_to_exitcode(os.waitpid(run.pid, 0)[1]) == -signal.SIGTERM


@pytest.mark.parametrize("option,environment", [("--calm", {}), ("", {"ACCESSIBLE": "1"})])
def test_a_calm_screen_draws_once_in_two_seconds_under_load_and_shows_an_outage_at_once(
        option, environment, open_exchange, open_pty):
    exchange = open_exchange("--rate", "2000")
    run = open_pty(f"--server {exchange.url} {option}", env=environment)
    run.wait_for(b"LIVE")
    run.wait_for(b"ACME")
    run.settle(3)
    began = time.monotonic()
    run.settle(9)
    frames = run.frames(since=began)
    assert 3 <= len(frames) <= 5, frames
    assert all(later - earlier > 1.8 for earlier, later in zip(frames, frames[1:])), frames
    exchange.fault("silence 10s")
    cut = time.monotonic()
    assert run.wait_for(b"RECONNECTING") - cut < 4


def test_a_calm_screen_shows_ages_in_steps_and_no_countdown(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url} --calm")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    peer.stop_listening()
    peer.drop()
    terminal.wait_for("Prices may be out of date", timeout=6)
    seen = set()
    terminal.never(lambda s: seen.update(re.findall(r"(\d+\w) ago", str(s))) or "next in" in str(s), 5,
                   "a countdown ticks")
    assert seen <= {"10s", "30s"}


def test_no_flash_leaves_prices_untinted(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url} --no-flash")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    peer.update("ACME", 10_400)
    terminal.wait(lambda s: "104.00" in s.row("ACME"))
    terminal.never(lambda s: "48;5;" in (terminal.style_of("ACME", "104.00") or ""), 0.6, "a flash")


@pytest.mark.parametrize("option", ["", "--calm"])
def test_the_cursor_rests_at_the_start_of_the_selected_row(option, open_exchange, open_terminal):
    exchange = open_exchange("--rate", "500")
    terminal = open_terminal(f"--server {exchange.url} {option}")
    terminal.wait(lambda s: "LIVE" in s[0] and s.row("ACME") and "waiting" not in str(s))

    def selected(screen):
        return [number for number, line in enumerate(screen) if line.startswith("> ")]

    def is_elsewhere(screen):
        # The screen and the cursor are two questions, and a frame may come between them or be half read: what counts
        # is a place that two looks agree on while the screen stands still.
        cursor = terminal.cursor
        if len(selected(screen)) == 1 and cursor == (selected(screen)[0], 0):
            return False
        time.sleep(0.05)
        return selected(terminal.screen()) == selected(screen) and terminal.cursor == cursor

    for key in ("Down", "Down", "NPage", "Up"):
        before = next(line[:9] for line in terminal.screen() if line.startswith("> "))
        terminal.keys(key)
        terminal.wait(lambda s: selected(s) and s[selected(s)[0]][:9] != before, timeout=5, what=f"{key} selects another")
        terminal.wait(lambda s: not is_elsewhere(s), timeout=5, what=f"the cursor follows {key}")
        terminal.never(is_elsewhere, 1.2, "the cursor left the selected row")
