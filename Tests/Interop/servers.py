"""WebSocket servers that people run, each reduced to one scenario: send, expect the echo, ping, close."""

import asyncio
import os
import threading

SIZES = [0, 125, 126, 127, 65_535, 65_536, 1 << 20]
PATIENCE = 20.0


class Result:
    """What the scenario of one connection came to; None is success."""

    def __init__(self):
        self.failure = "no client came"
        self.done = threading.Event()

    def set(self, failure):
        self.failure = failure
        self.done.set()


def messages():
    """Random bytes of every size, as text and as binary."""
    for size in SIZES:
        data = os.urandom(size)
        yield data
        yield data.hex()[:size]


async def scenario(send, receive, ping, close):
    """Runs with the four verbs of a library; returns what failed, or None."""
    try:
        async with asyncio.timeout(PATIENCE):
            for message in messages():
                await send(message)
                if await receive() != message:
                    return f"{len(message)} bytes of {type(message).__name__} came back changed"
            await ping(b"are you there")
            await close()
            return None
    except TimeoutError:
        return f"nothing more within {PATIENCE:.0f} s"
    except Exception as error:  # Whatever a library throws is the row's result.
        return f"{type(error).__name__}: {error}"


class InThread:
    """An event loop of its own in a thread, with one server on it."""

    def __init__(self, start, tls):
        self.result = Result()
        self.loop = asyncio.new_event_loop()
        self.port = None
        ready = threading.Event()

        async def run():
            self.keep, self.port = await start(self.result, tls)
            ready.set()

        def main():
            asyncio.set_event_loop(self.loop)
            self.loop.create_task(run())
            self.loop.run_forever()

        threading.Thread(target=main, daemon=True).start()
        assert ready.wait(10), "the server did not start"

    def stop(self):
        self.loop.call_soon_threadsafe(self.loop.stop)


async def websockets_server(result, tls, compression="deflate"):
    from websockets.asyncio.server import serve

    async def handle(socket):
        async def ping(payload):
            await (await socket.ping(payload))

        result.set(await scenario(socket.send, socket.recv, ping, socket.close))

    server = await serve(handle, "127.0.0.1", 0, ssl=tls, compression=compression, max_size=None)
    return server, server.sockets[0].getsockname()[1]


async def aiohttp_server(result, tls):
    from aiohttp import WSMsgType, web

    async def handle(request):
        socket = web.WebSocketResponse(max_msg_size=0, autoping=False)
        await socket.prepare(request)

        async def send(message):
            await (socket.send_bytes(message) if isinstance(message, bytes) else socket.send_str(message))

        async def receive():
            return (await socket.receive()).data

        async def ping(payload):
            await socket.ping(payload)
            answer = await socket.receive()
            assert answer.type is WSMsgType.PONG and bytes(answer.data) == payload, f"no pong but {answer.type}"

        result.set(await scenario(send, receive, ping, socket.close))
        return socket

    app = web.Application()
    app.router.add_get("/", handle)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls)
    await site.start()
    return runner, site._server.sockets[0].getsockname()[1]


async def tornado_server(result, tls):
    import tornado.httpserver
    import tornado.netutil
    import tornado.web
    import tornado.websocket

    class Handler(tornado.websocket.WebSocketHandler):
        def get_compression_options(self):
            return {}

        def open(self):
            self.incoming, self.pongs, self.gone = asyncio.Queue(), asyncio.Queue(), asyncio.Event()
            asyncio.ensure_future(self.run())

        def on_message(self, message):
            self.incoming.put_nowait(message)

        def on_pong(self, data):
            self.pongs.put_nowait(data)

        def on_close(self):
            self.gone.set()

        async def run(self):
            async def send(message):
                await self.write_message(message, binary=isinstance(message, bytes))

            async def ping(payload):
                self.ping(payload)
                assert await self.pongs.get() == payload, "another pong"

            async def close():
                self.close(1000)
                await self.gone.wait()

            result.set(await scenario(send, self.incoming.get, ping, close))

    app = tornado.web.Application([("/", Handler)], websocket_max_message_size=1 << 24)
    server = tornado.httpserver.HTTPServer(app, ssl_options=tls)
    sockets = tornado.netutil.bind_sockets(0, "127.0.0.1")
    server.add_sockets(sockets)
    return server, sockets[0].getsockname()[1]
