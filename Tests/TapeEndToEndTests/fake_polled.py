"""What the fakes of polled sources have in common: an HTTP server, faults on demand, and a record of all that came in.

Nothing moves by itself; prices are texts, so that a test can say any number as a source would write it.
"""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Request:
    """One request as it came in."""

    def __init__(self, moment, method, path, headers, body):
        self.moment, self.method, self.path, self.headers, self.body = moment, method, path, headers, body


class FakePolled:
    # The default is what most tests want: a price every few seconds.
    key = "hush-hush-key-0815"

    def __init__(self):
        self.products = {}
        # What the test turns on and off.
        self.status = 200
        self.headers = {}
        self.body = None
        self.delay = 0.0
        self.is_frozen = threading.Event()
        self.cuts = False
        # What happened.
        self.requests = []
        self.condition = threading.Condition()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                self.answer(b"")

            def do_POST(self):
                self.answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))

            def answer(self, body):
                request = Request(time.monotonic(), self.command, self.path, dict(self.headers), body)
                with fake.condition:
                    fake.requests.append(request)
                    fake.condition.notify_all()
                while fake.is_frozen.is_set():
                    time.sleep(0.05)
                time.sleep(fake.delay)
                if fake.cuts:
                    self.close_connection = True
                    self.connection.close()
                    return
                status, headers, text = fake.answer(request)
                data = text if isinstance(text, bytes) else text.encode()
                try:
                    self.send_response(status)
                    for name, value in {"Content-Type": "application/json", **headers}.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)
                except OSError:
                    self.close_connection = True

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *arguments):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    # -- the test's side ---------------------------------------------------------------------------------------

    def move(self, symbol, **fields):
        """Changes what is said of a symbol from now on."""
        self.products[symbol].update(fields)

    def freeze(self, is_frozen):
        """Stops or resumes answering, as a peer behind a broken link."""
        self.is_frozen.set() if is_frozen else self.is_frozen.clear()

    def quotes(self):
        """The requests that asked for prices."""
        return [request for request in self.requests if self.symbols_of(request)]

    def wait_requests(self, count, timeout=10.0):
        deadline = time.monotonic() + timeout
        with self.condition:
            while len(self.quotes()) < count:
                left = deadline - time.monotonic()
                assert left > 0, f"{len(self.quotes())} of {count} requests"
                self.condition.wait(min(left, 0.05))

    def close(self):
        self.freeze(False)
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(5)

    # -- what a source decides ---------------------------------------------------------------------------------

    def answer(self, request):
        """Status, header fields and body."""
        if self.status != 200 and self.body is None:
            return self.status, self.headers, "{}"
        if self.body is not None:
            return self.status, self.headers, self.body
        return 200, self.headers, json.dumps(self.content(request))

    def content(self, request):
        raise NotImplementedError

    def symbols_of(self, request):
        """The symbols whose prices a request asks for."""
        raise NotImplementedError
