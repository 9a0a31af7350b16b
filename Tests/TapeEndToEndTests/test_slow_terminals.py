"""Terminals that cannot keep up: a slow line, and one that nobody reads for a while."""

import fcntl
import os
import pty
import re
import signal
import struct
import termios
import threading
import time

import pyte
import pytest

INSTRUMENTS = [(f"S{number:02}", f"Share number {number}") for number in range(24)]
ROWS, COLUMNS = 30, 100
FIRST_ROW = 3


class SlowTerminal:
    """A pseudo-terminal that is read at so many bytes a second, or not at all while `paused`."""

    def __init__(self, words, bytes_per_second=None, speed=None):
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.lock = threading.Lock()
        self.bytes_per_second = bytes_per_second
        self.taken = 0
        self.going = threading.Event()
        self.going.set()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            modes = termios.tcgetattr(0)
            if speed:
                modes[4] = modes[5] = speed
                termios.tcsetattr(0, termios.TCSANOW, modes)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.environ.update({"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"})
            os.execvp(words[0], words)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        free = time.monotonic()
        while True:
            self.going.wait()
            try:
                data = os.read(self.fd, 48 if self.bytes_per_second else 1 << 16)
            except OSError:
                return
            with self.lock:
                self.taken += len(data)
                self.stream.feed(re.sub(rb"\x1b\[(\d+)b", b"", data))
            if self.bytes_per_second:
                # By the clock: what a sleep is too long, the next ones are shorter, as on a line that is never idle.
                free = max(free, time.monotonic() - 0.5) + len(data) / self.bytes_per_second
                time.sleep(max(0, free - time.monotonic()))

    def line(self, number):
        """A row of the list as it is on the screen."""
        with self.lock:
            return self.screen.display[FIRST_ROW + number]

    def wait(self, holds, within, what):
        deadline = time.monotonic() + within
        while not holds():
            assert time.monotonic() < deadline, f"{what} within {within} s"
            time.sleep(0.02)

    def resident(self):
        with open(f"/proc/{self.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))

    def keys(self, text):
        os.write(self.fd, text)

    def ends_by(self, number, within):
        """Whether the signal ends it in time, and is what it dies of."""
        os.kill(self.pid, number)
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = None
                return os.WIFSIGNALED(status) and os.WTERMSIG(status) == number
            time.sleep(0.02)
        return False

    def close(self):
        self.going.set()
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)


class Market:
    """Moves every price but that of the first instrument twenty times a second."""

    def __init__(self, peer):
        self.peer = peer
        self.step = 0
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        while not self.over.wait(0.05):
            self.step += 1
            for number in range(1, len(INSTRUMENTS)):
                self.peer.update(INSTRUMENTS[number][0], self.price(number))

    def price(self, number):
        return 20_000 + (number * 37 + self.step * 101) % 997

    def stop(self):
        self.over.set()
        self.thread.join()


@pytest.fixture
def stage(tape, open_peer):
    """Starts tape on a slow terminal, in a market that moves."""
    open_things = []

    def start(**options):
        peer = open_peer(INSTRUMENTS)
        terminal = SlowTerminal([tape, "--server", peer.url], **options)
        open_things.append(terminal)
        terminal.wait(lambda: "100.00" in terminal.line(0), 20, "the first price")
        market = Market(peer)
        return peer, terminal, market

    yield start
    for terminal in open_things:
        terminal.close()


def shows_newest(terminal, market):
    return all(
        f"{market.price(number) / 100:.2f}" in terminal.line(number) for number in range(1, len(INSTRUMENTS)))


def test_a_line_of_9600_baud_shows_what_is_newest_and_takes_keys(stage):
    peer, terminal, market = stage(bytes_per_second=960, speed=termios.B9600)
    time.sleep(4)
    before = terminal.resident()
    time.sleep(6)
    peer.update("S00", 77_777)
    terminal.wait(lambda: "777.77" in terminal.line(0), 5, "a price that came on a full line")
    terminal.keys(b"j")
    terminal.wait(lambda: terminal.line(1).startswith(">"), 5, "the selection moves")
    assert terminal.resident() - before < 2_048, "memory stays flat"
    market.stop()
    terminal.wait(lambda: shows_newest(terminal, market), 6, "the newest of all prices")
    assert terminal.ends_by(signal.SIGTERM, 4), "SIGTERM ends it"


def test_a_terminal_not_read_for_ten_seconds_skips_frames_and_shows_what_is_newest(stage):
    peer, terminal, market = stage()
    time.sleep(2)
    before, taken = terminal.resident(), terminal.taken
    terminal.going.clear()
    time.sleep(5)
    peer.update("S00", 77_777)
    terminal.keys(b"j")
    time.sleep(5)
    assert terminal.resident() - before < 2_048, "memory stays flat"
    terminal.going.set()
    terminal.wait(lambda: "777.77" in terminal.line(0), 2, "the newest price once it is read again")
    assert terminal.taken - taken < 48 << 10, "frames are skipped, not queued"
    terminal.wait(lambda: terminal.line(1).startswith(">"), 2, "the key that was pressed meanwhile acts")
    market.stop()
    terminal.wait(lambda: shows_newest(terminal, market), 2, "the newest of all prices")
    assert terminal.ends_by(signal.SIGTERM, 2), "SIGTERM ends it"
