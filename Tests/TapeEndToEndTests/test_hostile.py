"""Servers that do what no server should. tape must say why on the screen, on standard error and in its log, must count
it, must stay small and calm, and must go on trying until the server is good again."""

import json
import os
import re
import subprocess
import threading
import time
from email.utils import format_datetime
from datetime import datetime, timedelta, timezone

import pytest

from hostile_server import HostileServer, answer, frame, text
from peer import now

# Measured with the debug build: 40 MB whatever the server does, and 2 s of processor time for a million pings, which each of
# a few tries brings.
MEMORY_LIMIT = 64 << 20


def memory(pid):
    """The largest resident size so far, in bytes."""
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(r"VmHWM:\s+(\d+) kB", status.read()).group(1)) << 10


def processor_time(pid):
    """Seconds of processor time so far."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def silent(connection):
    connection.drain()


def endless_headers(connection):
    connection.send(b"HTTP/1.1 101 Switching Protocols\r\n")
    while True:
        connection.send(b"X-More: " + b"a" * 100 + b"\r\n")


def one_byte_a_second(connection):
    for byte in connection.acceptance:
        connection.send(bytes([byte]))
        time.sleep(1)


def endless_interim(connection):
    while True:
        connection.send(b"HTTP/1.1 103 Early Hints\r\n\r\n")


def frames(*wire):
    """Live with a price, then these frames."""
    def behave(connection):
        connection.live()
        for part in wire:
            connection.send(part)
        connection.drain()
    return behave


def empty_fragments(connection):
    connection.live()
    connection.send(frame(1, final=False))
    for _ in range(100):
        connection.send(frame(0, final=False) * 10_000)
    connection.drain()


def empty_blocks(connection):
    """A compressed message that never ends and inflates to nothing."""
    head = connection.acceptance[:-2] + b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
    connection.send(head + text({"type": "heartbeat", "time": now()}))
    connection.stream.recv(1 << 16)
    connection.send(connection.quote() + frame(1, final=False, reserved=4))
    while True:
        connection.send(frame(0, b"\x00\x00\x00\xff\xff" * 1_000, final=False))


def unread_pongs(connection):
    """A million pings; nothing is read, so that the pongs fill every buffer on the way."""
    connection.live()
    for _ in range(1_000):
        connection.send(frame(9, b"x" * 125) * 1_000)
    time.sleep(5)


def data_after_close(connection):
    connection.live()
    connection.send(frame(8, b"\x03\xe8enough"))
    for number in range(2, 20_000):
        connection.send(connection.quote(price=66_600, number=number))


def plain(status, phrase, *headers, body=b""):
    return lambda connection: connection.send(answer(status, phrase, headers, body))


def redirect_in_a_circle(connection):
    connection.send(answer(301, "Moved Permanently", ["Location: /v1/quotes"]))


def reset(connection):
    connection.reset()


def reset_once_open(connection):
    connection.open(text({"type": "heartbeat", "time": now()}))
    connection.reset()


def good(connection):
    connection.open(text({"type": "heartbeat", "time": now()}))
    connection.behave(price=12_300)


# What the server does, and the words of the reason that must reach the user.
CASES = {
    "a handshake that never ends": (silent, "did not answer in time"),
    "one byte a second": (one_byte_a_second, "did not answer in time"),
    "endless headers": (endless_headers, "its answer is larger than 16 KiB"),
    "endless interim answers": (endless_interim, "is not a WebSocket server: more than"),
    "another protocol": (lambda c: (c.send(b"SSH-2.0-OpenSSH_9.2\r\n"), c.drain()), "is not a WebSocket server"),
    "a wrong key": (lambda c: (c.send(c.acceptance.replace(b"Accept: ", b"Accept: x")), c.drain()),
                    "Sec-WebSocket-Accept"),
    "an end at once": (lambda c: None, "ended the connection before it answered. Check the port; if it is one for TLS"),
    "an alert of TLS": (lambda c: (c.send(b"\x15\x03\x03\x00\x02\x02\x28"), c.drain()), "speaks TLS on port"),
    "a port for TLS, 400": (plain(400, "Bad Request", body=b"plain HTTP request was sent to HTTPS port"),
                            "is one for TLS, use https:// or wss://"),
    "reset before the answer": (reset, "was lost"),
    "reset once open": (reset_once_open, "was lost"),
    "all reserved bits": (frames(frame(1, b"x", reserved=7)), "reserved bit"),
    "a reserved opcode": (frames(frame(5, b"x")), "opcode 5 is reserved"),
    "a length of 2^63": (frames(frame(1, length=1 << 63)), "highest bit of a length"),
    "a length of 2^62": (frames(frame(1, length=1 << 62)), "a message larger than 1 MiB"),
    "five megabytes": (frames(frame(1, b"a" * 5_000_000)), "a message larger than 1 MiB"),
    "a masked frame": (frames(frame(1, b"{}", mask=b"abcd")), "masked"),
    "text that is not UTF-8": (frames(frame(1, b"\xff\xfe")), "not UTF-8"),
    "a long ping": (frames(frame(9, b"x" * 126)), "a control frame"),
    "half a frame": (lambda c: (c.live(), c.send(frame(1, b"abc", length=100))), "was lost"),
    "a million empty fragments": (empty_fragments, "more than 65536 frames"),
    "compressed blocks of nothing": (empty_blocks, "a message larger than 1 MiB"),
    "pings whose pongs nobody reads": (unread_pongs, ""),
    "data after close": (data_after_close, ""),
    "a redirect in a circle": (redirect_in_a_circle, "redirects (HTTP 301) more than 3 times"),
    "a redirect to nowhere": (plain(301, "Moved Permanently"), "where tape cannot follow"),
    "a refusal, 401": (plain(401, "Unauthorized"), "refused the connection (HTTP 401 Unauthorized)"),
    "a refusal, 403": (plain(403, "Forbidden"), "refused the connection (HTTP 403 Forbidden)"),
    "an error, 500": (plain(500, "Internal Server Error", body=b"x" * 100_000), "HTTP 500"),
    "an error, 503": (plain(503, "Service Unavailable"), "is not available (HTTP 503"),
    "a web page": (plain(200, "OK", "Content-Type: text/html", body=b"<html>Sign in</html>"),
                   "is not a quotes server"),
}


@pytest.fixture
def open_server():
    opened = []

    def start(behaviour, **options):
        opened.append(HostileServer(behaviour, **options))
        return opened[-1]

    yield start
    for server in opened:
        server.close()


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_server_is_named_endured_and_tried_again(name, open_server, open_terminal, tape, tmp_path):
    behaviour, reason = CASES[name]
    server = open_server(behaviour)
    log = tmp_path / "log"
    terminal = open_terminal(f"--server {server.url} --log {log} --stats ACME 2> {tmp_path}/errors", columns=220)
    # Longer than a handshake may take, where that is the trouble.
    timeout = "11s" if "in time" in reason else "3s"
    once = subprocess.Popen([tape, "--once", "--timeout", timeout, "--server", server.url, "ACME"],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        # The banner stands for whatever lasts 2 s; `666` is a price from behind a close frame.
        terminal.wait(lambda s: (s.has("out of date") or "REFUSED" in s[0]) and s.has(reason), timeout=20,
                      what=f"the banner with {reason!r}")
        assert not terminal.screen().has("666.00")
        wait_until(lambda: reason in log.read_text(), f"{reason!r} in the log")
        pid = terminal.pid
        assert memory(pid) < MEMORY_LIMIT
        assert processor_time(pid) < (15 if behaviour is unread_pongs else 4)
        # Still alive and willing: when the server is good, so is the link.
        server.behaviour = good
        deadline = time.monotonic() + 15
        while not ("LIVE" in terminal.screen()[0] and "123.00" in terminal.screen().row("ACME")):
            assert time.monotonic() < deadline, f"not live again\n{terminal.screen()}"
            terminal.keys("r")
            time.sleep(0.5)
        terminal.keys("q")
        assert terminal.exit_status() == 0
        counts = (tmp_path / "errors").read_text()
        assert re.search(r"reconnects \d+, malformed \d+", counts), counts
        said, errors = once.communicate(timeout=25)
        if once.returncode == 0:
            assert "ACME" in said, "it saw a price before the trouble, or after"
        else:
            assert once.returncode in (1, 3) and reason in errors, errors
    finally:
        once.kill()
        once.communicate()


def wait_until(condition, what, timeout=5.0):
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, f"not within {timeout} s: {what}"
        time.sleep(0.05)


@pytest.mark.parametrize("status, form", [(429, "seconds"), (503, "date")])
def test_retry_after_is_kept(status, form, open_server, tape, tmp_path):
    def behave(connection):
        moment = datetime.now(timezone.utc).replace(microsecond=0)
        wait = "6" if form == "seconds" else format_datetime(moment + timedelta(seconds=6), usegmt=True)
        connection.send(answer(status, "Wait", [f"Date: {format_datetime(moment, usegmt=True)}", f"Retry-After: {wait}"]))

    server = open_server(behave)
    with subprocess.Popen([tape, "--plain", "--server", server.url, "ACME"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        try:
            server.wait_tries(2, timeout=15)
            assert 5.5 < server.tries[1] - server.tries[0] < 9
        finally:
            process.kill()


def test_a_server_that_resets_is_asked_ever_less_often(open_server, tape):
    server = open_server(reset_once_open)
    with subprocess.Popen([tape, "--plain", "--server", server.url, "ACME"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        try:
            time.sleep(12)
            tries = list(server.tries)
            assert process.poll() is None
        finally:
            process.kill()
    # 0.5, 1, 2, 4 s and so on, each by half more or less: three tries at the least, seven at the most.
    assert 3 <= len(tries) <= 7
    assert tries[-1] - tries[-2] > tries[1] - tries[0]


def test_what_comes_in_the_segment_of_the_101_counts(open_server, open_terminal):
    done = threading.Event()

    def behave(connection):
        connection.open(text({"type": "heartbeat", "time": now()}))
        done.wait(10)

    server = open_server(behave)
    terminal = open_terminal(f"--server {server.url} ACME")
    try:
        terminal.wait(lambda s: "LIVE" in s[0], timeout=3)
    finally:
        done.set()


def test_binary_frames_are_counted_and_passed_over(open_server, open_terminal, tmp_path):
    def behave(connection):
        connection.live()
        connection.send(frame(2, b"\0\1") * 5 + connection.quote(price=10_700, number=2))
        while True:
            connection.send(text({"type": "heartbeat", "time": now()}))
            time.sleep(0.5)

    server = open_server(behave)
    terminal = open_terminal(f"--server {server.url} --stats ACME 2> {tmp_path}/errors")
    terminal.wait(lambda s: "LIVE" in s[0] and "107.00" in s.row("ACME"))
    terminal.keys("q")
    assert terminal.exit_status() == 0
    assert "malformed 5" in (tmp_path / "errors").read_text()
    assert len(server.tries) == 1


LISTS = {
    "a web page": (answer(200, "OK", ["Content-Type: text/html"], b"<html>Sign in</html>"), "sent a web page"),
    "not JSON": (answer(200, "OK", [], b"{\"instruments\":"), "not valid JSON"),
    "a redirect in a circle": (answer(302, "Found", ["Location: /v1/watchlist"]), "redirect"),
    "endless headers": (b"HTTP/1.1 200 OK\r\n" + b"X-More: " + b"a" * 4_000_000, ""),
    "a body above the limit": (b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n" + b" " * 1_000, ""),
    "another protocol": (b"SSH-2.0-OpenSSH_9.2\r\n", ""),
    "nothing": (b"", ""),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_hostile_watchlist_is_named_and_asked_for_again(name, open_server, open_terminal):
    watchlist, reason = LISTS[name]
    server = open_server(good, watchlist=watchlist)
    terminal = open_terminal(f"--server {server.url}", columns=220)
    terminal.wait(lambda s: s.has("watchlist") and s.has(reason) and not s.has("Loading"), timeout=8,
                  what=f"the sentence with {reason!r}")
    assert memory(terminal.pid) < MEMORY_LIMIT
    server.watchlist = answer(200, "OK", [], json.dumps({"instruments": [{"symbol": "ACME", "name": "A"}]}).encode())
    terminal.wait(lambda s: "LIVE" in s[0] and "123.00" in s.row("ACME"), timeout=20)
