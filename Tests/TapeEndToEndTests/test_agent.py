"""websocket-agent against a server on another library: what it echoes, and how it ends."""

import asyncio
import base64
import hashlib
import http
import json
import os
import re
import signal
import socket
import subprocess
import threading

import pytest
from websockets.legacy.server import serve

SIZES = [0, 125, 126, 127, 65_535, 65_536, 1 << 20]


@pytest.fixture
def agent(tape):
    path = os.environ.get("AGENT", os.path.join(os.path.dirname(tape), "websocket-agent"))
    assert os.access(path, os.X_OK), f"{path} is not built"
    return path


class Server:
    """Runs a conversation with each client, in a thread of its own."""

    def __init__(self, conversation, **options):
        self.said = None
        self.failure = None
        self.began = threading.Event()
        self.loop = asyncio.new_event_loop()
        started = threading.Event()

        async def handle(client):
            self.began.set()
            try:
                self.said = await conversation(client)
            except BaseException as failure:
                self.failure = failure
                raise

        async def start():
            self.server = await serve(handle, "127.0.0.1", 0, max_size=None, **options)
            self.url = f"ws://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
            started.set()

        def run():
            self.loop.run_until_complete(start())
            self.loop.run_forever()

        threading.Thread(target=run, daemon=True).start()
        assert started.wait(10)

    def close(self):
        self.loop.call_soon_threadsafe(self.server.close)
        self.loop.call_soon_threadsafe(self.loop.call_later, 0.2, self.loop.stop)


@pytest.fixture
def open_server():
    opened = []

    def start(conversation, **options):
        opened.append(Server(conversation, **options))
        return opened[-1]

    yield start
    for server in opened:
        server.close()


def run(agent, *words, timeout=60):
    """The agent's exit status and what it reported."""
    done = subprocess.run([agent, *words], capture_output=True, text=True, timeout=timeout)
    lines = done.stdout.splitlines()
    assert len(lines) == 1, (done.stdout, done.stderr)
    report = json.loads(lines[0])
    assert set(report) == {"closeCode", "reason", "clean", "error", "httpStatus"}
    return done.returncode, report


@pytest.mark.parametrize("compression", ["deflate", None])
@pytest.mark.parametrize("words", [[], ["--no-compression"]])
def test_every_size_comes_back_with_its_content(agent, open_server, compression, words):
    async def conversation(client):
        for size in SIZES:
            binary = os.urandom(size)
            text = "".join(chr(0x20 + byte % 0x5F) for byte in binary[:100_000])
            for message in (binary, text, [text[:size // 2], text[size // 2:]] if size > 1 else text):
                await client.send(message)
                back = await client.recv()
                assert back == (message if not isinstance(message, list) else "".join(message))
        return [extension.name for extension in client.extensions]

    server = open_server(conversation, compression=compression)
    assert run(agent, server.url, *words) == (
        0, {"closeCode": 1000, "reason": "", "clean": True, "error": None, "httpStatus": 101})
    assert server.failure is None
    assert server.said == (["permessage-deflate"] if compression and not words else [])


@pytest.mark.parametrize("code, reason", [(1001, ""), (1011, "broken"), (4403, "näher")])
def test_the_peers_close_is_reported(agent, open_server, code, reason):
    server = open_server(lambda client: client.close(code, reason))
    status, report = run(agent, server.url)
    assert (status, report["closeCode"], report["reason"], report["clean"]) == (0, code, reason, True)


def test_a_message_above_the_limit_is_refused(agent, open_server):
    async def conversation(client):
        await client.send(b"\0" * 1001)
        await client.wait_closed()
        return client.close_code

    server = open_server(conversation)
    status, report = run(agent, server.url, "--max-message", "1000")
    assert status == 1 and not report["clean"] and "1000 bytes" in report["error"]
    server.close()
    assert server.said in (1009, None)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_asks_for_the_closing_handshake(agent, open_server, number):
    async def conversation(client):
        await client.send("hello")
        await client.recv()
        ready.set()
        await client.wait_closed()
        return client.close_code

    ready = threading.Event()
    server = open_server(conversation)
    process = subprocess.Popen([agent, server.url], stdout=subprocess.PIPE, text=True)
    assert ready.wait(20)
    process.send_signal(number)
    out, _ = process.communicate(timeout=20)
    report = json.loads(out)
    assert process.returncode == 0 and report["closeCode"] == 1001 and report["clean"]


def test_a_server_that_is_not_there(agent):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        status, report = run(agent, f"ws://127.0.0.1:{probe.getsockname()[1]}")
    assert status == 1 and "refused" in report["error"]
    assert report["httpStatus"] is None and report["closeCode"] == 1006


def test_the_status_of_a_refusal_is_reported(agent, open_server):
    async def refuse(path, headers):
        return http.HTTPStatus.FORBIDDEN, [], b"no\n"

    server = open_server(lambda client: client.wait_closed(), process_request=refuse)
    status, report = run(agent, server.url)
    assert status == 1 and report["httpStatus"] == 403 and "403" in report["error"]


def test_a_peer_that_never_answers_pings_is_left(agent, bare_server):
    process = subprocess.Popen(
        [agent, bare_server.url, "--ping-interval", "0.2", "--pong-timeout", "0.5"], stdout=subprocess.PIPE, text=True)
    client = bare_server.accept()
    out, _ = process.communicate(timeout=20)
    client.close()
    assert process.returncode == 1 and "ping" in json.loads(out)["error"]


class BareServer:
    """A socket that upgrades one client and then does what a test says, byte by byte."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"ws://127.0.0.1:{self.listener.getsockname()[1]}"

    def accept(self, window=None):
        if window:
            self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        client, _ = self.listener.accept()
        key = re.search(rb"Sec-WebSocket-Key: (\S+)", client.recv(4096))[1]
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        client.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        return client

    def close(self):
        self.listener.close()


@pytest.fixture
def bare_server():
    server = BareServer()
    yield server
    server.close()


def cost(pid):
    """The largest memory in MB and the processor time in seconds of a process so far."""
    with open(f"/proc/{pid}/status") as status:
        peak = int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) / 1024
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return peak, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_million_pings_whose_pongs_nobody_reads_cost_little_and_come_to_an_end(agent, bare_server):
    process = subprocess.Popen([agent, bare_server.url], stdout=subprocess.PIPE, text=True)
    client = bare_server.accept(window=4096)
    ping = b"\x89\x7d" + b"p" * 125
    for _ in range(1000):
        client.sendall(ping * 1000)
    # All of them were taken although nothing is read; what the agent holds is told while it lives.
    memory, seconds = cost(process.pid)
    assert process.poll() is None
    # Measured with the debug build: 33 MB and 3.5 s.
    assert memory < 100, f"{memory} MB"
    assert seconds < 20, f"{seconds} s of processor time"
    out, _ = process.communicate(timeout=40)
    client.close()
    report = json.loads(out)
    assert process.returncode == 1 and "did not take" in report["error"]


def test_pings_faster_than_their_pongs_are_read_are_answered_with_the_newest(agent, bare_server):
    process = subprocess.Popen([agent, bare_server.url, "--close-timeout", "30"], stdout=subprocess.PIPE, text=True)
    client = bare_server.accept(window=4096)
    count = 100_000
    client.sendall(b"".join(b"\x89\x7d" + b"%125d" % number for number in range(count)))
    client.sendall(b"\x88\x02\x03\xe8")
    pongs = []
    with client.makefile("rb") as stream:
        while (head := stream.read(2)) == b"\x8a\xfd":
            mask, payload = stream.read(4), stream.read(125)
            pongs.append(int(bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))))
    client.close()
    assert head == b"\x88\x82", "the answer to the close frame is the last"
    assert pongs == sorted(pongs) and pongs[-1] == count - 1 and len(pongs) < count
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 0 and json.loads(out)["clean"]


@pytest.mark.parametrize("address", ["ws://127.0.0.1:9", "wss://127.0.0.1:9"])
@pytest.mark.parametrize("content, words", [(None, "No such file"), ("nonsense", "no certificate")])
def test_a_ca_file_that_cannot_be_used_is_named_at_the_start(agent, tmp_path, address, content, words):
    file = tmp_path / "ca.pem"
    if content:
        file.write_text(content)
    done = subprocess.run([agent, address, "--ca-file", str(file)], capture_output=True, text=True, timeout=20)
    assert done.returncode == 2 and done.stdout == ""
    assert str(file) in done.stderr and words in done.stderr and "--ca-file" in done.stderr


@pytest.mark.parametrize("words", [
    [], ["nonsense"], ["ftp://x"], ["ws://x", "--max-message", "0"], ["ws://x", "--open-timeout"],
    ["ws://x", "--loud"], ["ws://x", "--pong-timeout", "1"],
])
def test_wrong_usage_gets_a_sentence(agent, words):
    done = subprocess.run([agent, *words], capture_output=True, text=True, timeout=20)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("websocket-agent: ") and done.stderr.rstrip().endswith(".")
