"""A quotes server on an independent WebSocket library, written from the protocol alone.

It proves that tape speaks the protocol and not only its own exchange's reading of it, and it does exactly what a
test tells it to: nothing moves by itself but the heartbeat.
"""

import asyncio
import json
import threading
import time
from datetime import datetime, timezone
from http import HTTPStatus

from websockets.exceptions import ConnectionClosed
from websockets.legacy.server import serve


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Client:
    """One connection: its numbers, its subscriptions and what it said."""

    def __init__(self, socket):
        self.socket = socket
        self.sequence = {}
        self.subscribed = {}
        self.sent = 0
        self.token = None


class Peer:
    """The server, in a thread of its own; its methods are called from the test."""

    def __init__(self, instruments, token=None, heartbeat=True, port=0, tls=None, host="127.0.0.1"):
        self.instruments = instruments
        self.prices = {symbol: 10_000 + 100 * index for index, (symbol, _) in enumerate(instruments)}
        self.previous = dict(self.prices)
        self.token = token
        self.heartbeat = heartbeat
        self.snapshots = True
        self.ignored_resyncs = 0
        self.raw_watchlist = None
        self.refuse_status = None
        self.clients = []
        self.commands = []
        self.pings = 0
        self.connections = 0
        self.condition = threading.Condition()
        self.loop = asyncio.new_event_loop()
        self.ready = threading.Event()
        self.port = port
        self.tls = tls
        self.host = host
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        assert self.ready.wait(10), "the peer did not start"
        scheme = "https" if tls else "http"
        self.url = f"{scheme}://{f'[{host}]' if ':' in host else host}:{self.port}"

    # -- the test's side ---------------------------------------------------------------------------------------

    def update(self, symbol, price=None, skip=0, lose=False, **fields):
        """Sends an update; `skip` leaves numbers out, `lose` counts it as sent without sending it."""
        self._call(self._update(symbol, price, skip, lose, fields))

    def burst(self, symbol, prices):
        """Sends many updates in one go."""
        self._call(self._burst(symbol, prices))

    def send(self, text):
        """Sends any text frame to every client."""
        self._call(self._broadcast(text))

    def pause(self, paused):
        """Stops reading, so that even pings go unanswered, and stops heartbeats."""
        self._call(self._pause(paused))

    def drop(self):
        """Resets every connection."""
        self._call(self._drop())

    def close_clients(self, code, reason=""):
        self._call(self._close(code, reason))

    def stop_listening(self):
        self._call(self._stop_listening())

    def listen_again(self):
        self._call(self._listen())

    def wait_command(self, kind, timeout=8.0, after=0.0, match=None):
        """Waits for a command of that type that came after a moment; returns (moment, command)."""
        deadline = time.monotonic() + timeout
        with self.condition:
            while True:
                for moment, command in self.commands:
                    if moment > after and command.get("type") == kind and (match is None or match(command)):
                        return moment, command
                left = deadline - time.monotonic()
                if left <= 0:
                    raise AssertionError(f"no {kind} within {timeout} s; got {self.commands[-10:]}")
                self.condition.wait(left)

    def wait_connections(self, count, timeout=8.0):
        deadline = time.monotonic() + timeout
        with self.condition:
            while self.connections < count:
                left = deadline - time.monotonic()
                assert left > 0, f"{self.connections} of {count} connections within {timeout} s"
                self.condition.wait(left)

    @property
    def subscribed(self):
        return set(self.clients[-1].subscribed) if self.clients else set()

    def close(self):
        self._call(self._end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(5)
        self.loop.close()

    # -- the server's side -------------------------------------------------------------------------------------

    def _call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(10)

    def _run(self):
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._listen())
        self.ready.set()
        self.loop.run_forever()

    async def _listen(self):
        self.server = await serve(self._handle, self.host, self.port, ssl=self.tls,
                                  process_request=self._request, ping_interval=None, compression=None, max_size=1 << 20)
        self.port = self.server.sockets[0].getsockname()[1]

    async def _stop_listening(self):
        # Only the listener goes; the connections live on.
        self.server.server.close()
        await asyncio.sleep(0)

    async def _request(self, path, headers):
        if path.endswith("/v1/watchlist"):
            if self.token and headers.get("Authorization") != f"Bearer {self.token}":
                return HTTPStatus.UNAUTHORIZED, [], b'{"error":"unauthorized"}'
            if self.raw_watchlist is not None:
                return HTTPStatus.OK, [("Content-Type", "text/html")], self.raw_watchlist
            body = json.dumps({"instruments": [{"symbol": s, "name": n} for s, n in self.instruments]})
            return HTTPStatus.OK, [("Content-Type", "application/json")], body.encode()
        if self.refuse_status:
            return HTTPStatus(self.refuse_status), [], b"<html>not here</html>"
        return None

    async def _handle(self, socket):
        client = Client(socket)
        self.clients.append(client)
        with self.condition:
            self.connections += 1
            self.condition.notify_all()
        beat = asyncio.ensure_future(self._beat(client))
        try:
            async for text in socket:
                command = json.loads(text)
                with self.condition:
                    self.commands.append((time.monotonic(), command))
                    self.condition.notify_all()
                await self._obey(client, command)
        except ConnectionClosed:
            pass
        finally:
            beat.cancel()
            if client in self.clients:
                self.clients.remove(client)

    async def _obey(self, client, command):
        kind = command["type"]
        if kind == "auth":
            client.token = command["token"]
            if self.token and client.token != self.token:
                await client.socket.close(4403, "refused")
        elif kind == "subscribe":
            for symbol in command["symbols"]:
                if symbol not in self.prices:
                    await self._send(client, {"type": "error", "code": "unknown_symbol", "symbol": symbol,
                                              "message": "no such symbol"})
                    continue
                client.subscribed[symbol] = command["maxRate"]
                if self.snapshots:
                    await self._snapshot(client, symbol)
        elif kind == "unsubscribe":
            for symbol in command["symbols"]:
                client.subscribed.pop(symbol, None)
        elif kind == "resync":
            if self.ignored_resyncs > 0:
                self.ignored_resyncs -= 1
                return
            for symbol in command["symbols"]:
                await self._snapshot(client, symbol)

    async def _snapshot(self, client, symbol):
        number = client.sequence.setdefault(symbol, 1)
        await self._send(client, {"type": "snapshot", "symbol": symbol, "seq": number, "last": self.prices[symbol],
                                  "previousClose": self.previous[symbol], "currency": "EUR", "time": now()})

    async def _update(self, symbol, price, skip, lose, fields):
        if price is not None:
            self.prices[symbol] = price
        for client in list(self.clients):
            if symbol not in client.subscribed:
                continue
            client.sequence[symbol] = client.sequence.get(symbol, 1) + 1 + skip
            if lose:
                client.sent += 1
                continue
            await self._send(client, {"type": "update", "symbol": symbol, "seq": client.sequence[symbol],
                                      "last": self.prices[symbol], "time": now(), **fields})

    async def _burst(self, symbol, prices):
        for price in prices:
            await self._update(symbol, price, 0, False, {})

    async def _broadcast(self, text):
        for client in list(self.clients):
            client.sent += 1
            await client.socket.send(text)

    async def _send(self, client, message):
        client.sent += 1
        await client.socket.send(json.dumps(message))

    async def _beat(self, client):
        while True:
            await asyncio.sleep(1)
            if self.heartbeat:
                try:
                    sent = client.sent
                    await self._send(client, {"type": "heartbeat", "time": now(), "sent": sent})
                except ConnectionClosed:
                    return

    async def _pause(self, paused):
        self.heartbeat = not paused
        for client in self.clients:
            transport = client.socket.transport
            transport.pause_reading() if paused else transport.resume_reading()

    async def _drop(self):
        for client in list(self.clients):
            client.socket.transport.abort()

    async def _end(self):
        self.server.server.close()
        for client in list(self.clients):
            client.socket.transport.abort()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _close(self, code, reason):
        for client in list(self.clients):
            await client.socket.close(code, reason)
