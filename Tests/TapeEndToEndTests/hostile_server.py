"""A server that does what no server should: every byte it sends is the test's own.

The watchlist is served as it should be (unless the test says otherwise); what happens on the way to the quotes is
a function of the test, called with the connection after the request was read.
"""

import base64
import hashlib
import json
import socket
import struct
import threading
import time

from peer import now

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def frame(opcode, payload=b"", final=True, reserved=0, length=None, mask=None):
    """A frame with whatever header the test wants."""
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    size = len(payload) if length is None else length
    bit = 0x80 if mask else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 1 << 16:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    if mask:
        head += mask
        payload = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
    return head + payload


def text(message):
    return frame(1, json.dumps(message).encode())


def answer(status, phrase, headers=(), body=b""):
    """A plain HTTP answer."""
    lines = [f"HTTP/1.1 {status} {phrase}", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


class Connection:
    """One try of tape's, its request read."""

    def __init__(self, stream, request):
        self.stream = stream
        self.request = request

    @property
    def acceptance(self):
        """The 101 that this request asks for."""
        key = next(line.split(b":", 1)[1].strip() for line in self.request.split(b"\r\n")
                   if line.lower().startswith(b"sec-websocket-key:"))
        accept = base64.b64encode(hashlib.sha1(key + GUID).digest())
        return (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")

    def send(self, data):
        self.stream.sendall(data)

    def open(self, *frames):
        """Accepts the upgrade; `frames` leave in the same segment."""
        self.send(self.acceptance + b"".join(frames))

    def quote(self, symbol="ACME", price=10_000, number=1):
        return text({"type": "snapshot", "symbol": symbol, "seq": number, "last": price, "previousClose": price,
                     "currency": "EUR", "time": now()})

    def live(self, price=10_000):
        """Accepts, and sends one price when it was asked for."""
        self.open(text({"type": "heartbeat", "time": now()}))
        self.stream.recv(1 << 16)
        self.send(self.quote(price=price))

    def behave(self, price):
        """Sends a heartbeat each second and answers pings and subscribes, for as long as tape stays."""
        threading.Thread(target=self._beat, daemon=True).start()
        pending = b""
        while data := self.stream.recv(1 << 16):
            pending += data
            # tape's own frames are masked and short.
            while len(pending) >= 6 and len(pending) >= 6 + (size := pending[1] & 0x7F) and size < 126:
                payload = bytes(byte ^ pending[2 + index % 4] for index, byte in enumerate(pending[6:6 + size]))
                if pending[0] == 0x89:
                    self.send(frame(10, payload))
                elif b'"subscribe"' in payload:
                    self.send(self.quote(price=price))
                pending = pending[6 + size:]

    def _beat(self):
        try:
            while True:
                time.sleep(1)
                self.send(text({"type": "heartbeat", "time": now()}))
        except OSError:
            # tape has left.
            pass

    def reset(self):
        """Ends it with a RST."""
        self.stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.stream.close()

    def drain(self):
        """Reads until tape ends the connection; what it said, the close frame included."""
        said = b""
        self.stream.settimeout(20)
        try:
            while data := self.stream.recv(1 << 16):
                said += data
        except OSError:
            pass
        return said


class HostileServer:
    """Listens on loopback; each try of the quotes runs `behaviour(connection)` in a thread of its own."""

    def __init__(self, behaviour, watchlist=None):
        self.behaviour = behaviour
        self.watchlist = watchlist if watchlist is not None else answer(
            200, "OK", ["Content-Type: application/json"],
            json.dumps({"instruments": [{"symbol": "ACME", "name": "Acme"}]}).encode())
        self.tries = []
        self.streams = []
        self.closing = False
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while not self.closing:
            try:
                stream, _ = self.listener.accept()
            except OSError:
                return
            self.streams.append(stream)
            threading.Thread(target=self._serve, args=(stream,), daemon=True).start()

    def _serve(self, stream):
        try:
            request = b""
            while b"\r\n\r\n" not in request:
                data = stream.recv(1 << 16)
                if not data:
                    return
                request += data
            if b"/v1/watchlist" in request.split(b"\r\n", 1)[0]:
                stream.sendall(self.watchlist)
                return
            self.tries.append(time.monotonic())
            self.behaviour(Connection(stream, request))
        except OSError:
            # tape has ended it, as it should.
            pass
        finally:
            stream.close()

    def wait_tries(self, count, timeout=10.0):
        deadline = time.monotonic() + timeout
        while len(self.tries) < count:
            assert time.monotonic() < deadline, f"{len(self.tries)} of {count} tries within {timeout} s"
            time.sleep(0.02)

    def close(self):
        self.closing = True
        self.listener.close()
        for stream in self.streams:
            try:
                stream.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
