"""What the fake venues have in common: HTTP and WebSocket on one port, faults on demand, and a record of all that came in.

Each venue is written from its documented shapes. Nothing moves by itself but heartbeats; prices are texts, so that a
test can say any number as a venue would write it.
"""

import asyncio
import json
import threading
import time
from datetime import datetime, timezone
from http import HTTPStatus

from websockets.exceptions import ConnectionClosed
from websockets.legacy.server import WebSocketServerProtocol, serve


def now(digits="microseconds"):
    return datetime.now(timezone.utc).isoformat(timespec=digits).replace("+00:00", "Z")


def in_loop(method):
    """Lets a coroutine of the server be called from the test."""
    def call(self, *arguments, **options):
        return asyncio.run_coroutine_threadsafe(method(self, *arguments, **options), self.loop).result(10)
    return call


class Counting(WebSocketServerProtocol):
    """Records every incoming frame, control frames too, as venues count them."""

    async def read_frame(self, max_size):
        frame = await super().read_frame(max_size)
        moment = time.monotonic()
        self.venue.incoming.append((moment, frame.opcode.name))
        if not hasattr(self, "moments"):
            self.moments = []
        self.moments.append(moment)
        return frame


class Client:
    def __init__(self, socket):
        self.socket = socket
        self.since = time.monotonic()
        self.subscribed = set()
        self.others = set()


class FakeVenue:
    ws_path = "/"

    def __init__(self):
        self.products = {}
        # What the test turns on and off.
        self.is_silent = False
        self.beats = True
        self.acknowledges = True
        self.undelivered = {}
        self.rest_status = 200
        self.rest_body = None
        self.rest_headers = []
        self.quote_status = 200
        self.refuse = None
        # What happened.
        self.clients = []
        self.commands = []
        self.incoming = []
        self.connections = 0
        self.requests = []
        self.refusals = []
        self.condition = threading.Condition()
        self.loop = asyncio.new_event_loop()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        assert self.ready.wait(10), "the venue did not start"

    @property
    def arguments(self):
        """The options that send tape here."""
        return (f"--source {self.name} --server ws://127.0.0.1:{self.port}{self.ws_path} "
                f"--rest http://127.0.0.1:{self.port}")

    def environment(self):
        """The variables without which the venue cannot be used."""
        return {}

    # -- the test's side ---------------------------------------------------------------------------------------

    @in_loop
    async def tick(self, symbol, to=None, **fields):
        """Moves the price of a symbol and says it to those who asked for it; `fields` override what this one message says."""
        if to is not None:
            self.products[symbol]["price"] = to
        for client in list(self.clients):
            if symbol in client.subscribed:
                await self._send(client, self.ticker(symbol, **fields))

    @in_loop
    async def raw(self, text):
        """Says any text to everyone."""
        for client in list(self.clients):
            await client.socket.send(text)

    @in_loop
    async def drop(self):
        """Resets every connection."""
        for client in list(self.clients):
            client.socket.transport.abort()

    @in_loop
    async def close_clients(self, code, reason=""):
        for client in list(self.clients):
            await client.socket.close(code, reason)

    @in_loop
    async def ping(self, payload=b"venue"):
        """Pings everyone and returns when all have echoed it."""
        for client in list(self.clients):
            await asyncio.wait_for(await client.socket.ping(payload), 5)

    @in_loop
    async def freeze(self, is_frozen):
        """Stops or resumes reading and writing, as a peer behind a broken link."""
        self.is_silent = is_frozen
        for client in self.clients:
            transport = client.socket.transport
            transport.pause_reading() if is_frozen else transport.resume_reading()

    def wait_command(self, matches, timeout=8.0, after=0.0, what="command"):
        """Waits for a command that came after a moment; returns (moment, command)."""
        def find():
            return next(((m, c) for m, c in self.commands if m > after and matches(c)), None)
        return self._wait(find, timeout, lambda: f"no {what} within {timeout} s; got {self.commands[-10:]}")

    def wait_connections(self, count, timeout=8.0):
        self._wait(lambda: self.connections >= count, timeout, lambda: f"{self.connections} of {count} connections")

    def wait_subscribed(self, *symbols, timeout=8.0):
        self._wait(lambda: self.clients and set(symbols) <= self.clients[-1].subscribed, timeout,
                   lambda: f"not subscribed: {symbols}")

    def _wait(self, find, timeout, what):
        deadline = time.monotonic() + timeout
        with self.condition:
            while True:
                found = find()
                if found:
                    return found
                left = deadline - time.monotonic()
                assert left > 0, what()
                self.condition.wait(min(left, 0.05))

    def close(self):
        asyncio.run_coroutine_threadsafe(self._end(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(5)
        self.loop.close()

    # -- what a venue decides ----------------------------------------------------------------------------------

    def ticker(self, symbol, **fields):
        """The message that says a price."""
        raise NotImplementedError

    async def greet(self, client):
        """What is said on each connection."""

    async def obey(self, client, command):
        """Does what a command says."""
        raise NotImplementedError

    async def beat(self, client):
        """What is said each second."""

    def rest(self, path):
        """The body of an HTTP answer; None for a path that is not there."""
        raise NotImplementedError

    # -- the server's side -------------------------------------------------------------------------------------

    def _run(self):
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._listen())
        self.ready.set()
        self.loop.run_forever()

    async def _listen(self):
        venue = self

        class Protocol(Counting):
            pass

        Protocol.venue = venue
        self.server = await serve(self._handle, "127.0.0.1", 0, create_protocol=Protocol, process_request=self._request,
                                  ping_interval=None, compression=None, max_size=1 << 20)
        self.port = self.server.sockets[0].getsockname()[1]

    async def _request(self, path, headers):
        if headers.get("Upgrade", "").lower() == "websocket":
            if self.refuse:
                self.refusals.append(time.monotonic())
                status, extra = self.refuse
                return HTTPStatus(status), extra, b"not now"
            return None
        self.requests.append(path)
        if self.rest_status != 200:
            return HTTPStatus(self.rest_status), self.rest_headers, b"{}"
        body = self.rest(path) if self.rest_body is None else self.rest_body
        if body is None:
            return HTTPStatus.NOT_FOUND, [], b"{}"
        return HTTPStatus.OK, [("Content-Type", "application/json")], body if isinstance(body, bytes) else body.encode()

    async def _handle(self, socket):
        client = Client(socket)
        self.clients.append(client)
        with self.condition:
            self.connections += 1
            self.condition.notify_all()
        beat = asyncio.ensure_future(self._beat(client))
        try:
            await self.greet(client)
            async for text in socket:
                command = json.loads(text)
                with self.condition:
                    self.commands.append((time.monotonic(), command))
                    self.condition.notify_all()
                await self.obey(client, command)
        except ConnectionClosed:
            pass
        finally:
            beat.cancel()
            if client in self.clients:
                self.clients.remove(client)

    async def _beat(self, client):
        while True:
            await asyncio.sleep(1)
            if self.beats and not self.is_silent:
                try:
                    await self.beat(client)
                except ConnectionClosed:
                    return

    async def _send(self, client, message):
        if not self.is_silent:
            await client.socket.send(message if isinstance(message, str) else json.dumps(message))

    def _delivers(self, symbol):
        """Whether a subscribe of the symbol brings data, or is only acknowledged."""
        left = self.undelivered.get(symbol, 0)
        if left > 0:
            self.undelivered[symbol] = left - 1
        return left == 0

    async def _end(self):
        self.server.server.close()
        for client in list(self.clients):
            client.socket.transport.abort()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


def product(price, reference, low="1", high="1000000", name="", increment="0.01", **more):
    """What a venue knows of an instrument; prices are texts."""
    return {"price": price, "open": reference, "low": low, "high": high, "name": name, "increment": increment, **more}
