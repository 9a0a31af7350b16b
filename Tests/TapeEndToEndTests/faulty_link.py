"""A link that a test can spoil: a TCP proxy that delays, withholds or squeezes what passes it."""

import random
import socket
import threading
import time


class FaultyLink:
    """Forwards to a port on loopback. Its attributes may be changed at any time and act on what comes after."""

    def __init__(self, port):
        self.port = port
        # Seconds that bytes take in each direction, and how much longer each may take by chance.
        self.latency = 0.0
        self.jitter = 0.0
        # Bytes a second towards tape, behind a buffer without end; None for any number.
        self.rate = None
        # Directions that carry nothing for now; what they hold arrives when they are open again.
        self.held = set()
        # When each connection was made.
        self.attempts = []
        self.connections = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=16)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def kill_connections(self):
        """Makes the connections half-open: nothing passes them any more, not even their end."""
        for connection in self.connections:
            connection["dead"] = True

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            self.attempts.append(time.monotonic())
            far = socket.create_connection(("127.0.0.1", self.port))
            connection = {"dead": False, "sockets": (near, far)}
            self.connections.append(connection)
            for source, sink, way in ((near, far, "up"), (far, near, "down")):
                queue = []
                condition = threading.Condition()
                for target in (self._read, self._write):
                    threading.Thread(target=target, args=(connection, source, sink, way, queue, condition),
                                     daemon=True).start()

    def _read(self, connection, source, sink, way, queue, condition):
        while True:
            try:
                data = source.recv(1 << 14)
            except OSError:
                data = b""
            with condition:
                queue.append((time.monotonic(), random.random(), data))
                condition.notify()
            if not data:
                return

    def _write(self, connection, source, sink, way, queue, condition):
        while True:
            with condition:
                while not queue:
                    condition.wait()
                came, chance, data = queue.pop(0)
            # Looked up again and again, so that a mended link holds nothing back.
            while came + self.latency + chance * self.jitter > time.monotonic() or way in self.held or connection["dead"]:
                time.sleep(0.01)
            try:
                if not data:
                    sink.shutdown(socket.SHUT_WR)
                    return
                if self.rate and way == "down":
                    for start in range(0, len(data), 200):
                        sink.sendall(data[start:start + 200])
                        if self.rate:
                            time.sleep(len(data[start:start + 200]) / self.rate)
                else:
                    sink.sendall(data)
            except OSError:
                return

    def close(self):
        self.listener.close()
        for connection in self.connections:
            connection["dead"] = False
            self.held.clear()
            for end in connection["sockets"]:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
