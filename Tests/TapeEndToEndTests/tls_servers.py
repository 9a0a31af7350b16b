"""Servers behind TLS: one that speaks the protocol, and some that end it as they should not."""

import socket
import ssl
import struct
import threading

from peer import Peer

INSTRUMENTS = [("ACME", "Acme"), ("BNK", "Bankhaus Nord")]


def context(files, lowest=None, highest=None, ciphers=None):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(*files)
    if ciphers:
        made.set_ciphers(ciphers)
    if lowest:
        made.minimum_version = lowest
    if highest:
        made.maximum_version = highest
    return made


def tls_peer(files, host="127.0.0.1", **versions):
    return Peer(INSTRUMENTS, tls=context(files, **versions), host=host)


class RawServer:
    """Calls `behave(connection)` for each connection that it took, in a thread of its own."""

    def __init__(self, behave):
        self.behave = behave
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        try:
            self.behave(connection)
        except OSError:
            pass
        finally:
            connection.close()

    def close(self):
        self.listener.close()


def ends_without_notice(files):
    """Ends TCP in the middle of its answer, without the closing notice of TLS."""
    made = context(files)

    def behave(connection):
        with made.wrap_socket(connection, server_side=True) as tls:
            request = tls.recv(4096)
            if b"/v1/watchlist" in request:
                tls.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n{"instruments": [')
            else:
                tls.sendall(upgrade(request))
    return RawServer(behave)


def resets(files):
    """Resets TCP right after the handshake of TLS."""
    made = context(files)

    def behave(connection):
        tls = made.wrap_socket(connection, server_side=True)
        tls.recv(4096)
        tls.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        tls.close()
    return RawServer(behave)


def shakes_hands(made):
    """Does no more than the handshake, and says by an alert when it cannot be done."""
    return RawServer(lambda connection: made.wrap_socket(connection, server_side=True).close())


def speaks_plainly():
    def behave(connection):
        connection.recv(4096)
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    return RawServer(behave)


def hangs_up():
    return RawServer(lambda connection: connection.recv(4096))


def upgrade(request):
    import base64
    import hashlib
    key = next(line.split(b":")[1].strip() for line in request.split(b"\r\n")
               if line.lower().startswith(b"sec-websocket-key"))
    digest = hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
    return (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + base64.b64encode(digest) + b"\r\n\r\n")
