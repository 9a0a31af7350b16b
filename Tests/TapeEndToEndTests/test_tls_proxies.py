"""Encrypted servers behind a proxy: the tunnel carries list and prices, and the certificate is still the server's.

Everything runs in a network of its own, since a proxy is never used for this machine's loopback.
"""

import json
import os
import subprocess
import time

import pytest

from exchange import Exchange
from netns import ADDRESS, Network, unavailable
from tls_certificates import Authority

REASON = unavailable()
pytestmark = pytest.mark.skipif(REASON is not None, reason=str(REASON))

NAME, OTHER = "prices.test", "other.test"
HTTP, HTTP_LOGIN, SOCKS, ANSWERS = range(3221, 3225)
SERVER = f"https://{NAME}:8443"
PASSWORD = "not-ann%27s"
VARIABLES = ["http_proxy", "https_proxy", "all_proxy", "no_proxy", "ssl_cert_file", "ssl_cert_dir"]

# A proxy that says one thing to whatever it is asked, and ends.
ANSWER = """
import socket, sys
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    connection, _ = listener.accept()
    connection.recv(4096)
    connection.sendall(sys.argv[2].encode().decode("unicode_escape").encode("latin-1"))
    connection.close()
"""


class Site:
    """The network with an encrypted exchange and proxies in it."""

    def __init__(self, tape, directory):
        self.tape = tape
        self.directory = directory
        self.authority = Authority(str(directory))
        self.network = Network(f"{ADDRESS} {NAME} {OTHER}\n")
        self.exchange = None
        self.logs = {}

    def open(self):
        chain, key = self.authority.server("proxied", [NAME])
        self.exchange = Exchange(self.tape, "--seed", "7", "--tls-cert", chain, "--tls-key", key,
                                 listen=f"{ADDRESS}:8443", prefix=self.network.prefix)
        for port, lines in [(HTTP, ""), (HTTP_LOGIN, "BasicAuth ann secret-of-ann\n")]:
            path = self.directory / f"tinyproxy-{port}.conf"
            path.write_text(f"Port {port}\nListen 127.0.0.1\nTimeout 600\nLogLevel Connect\n{lines}")
            self.serve(port, "tinyproxy", "-d", "-c", str(path))
        self.serve(SOCKS, "microsocks", "-i", "127.0.0.1", "-p", str(SOCKS))

    def serve(self, port, *words):
        self.logs[port] = self.directory / f"{port}.log"
        with open(self.logs[port], "w") as log:
            process = self.network.start(*words, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + 10
        while not subprocess.run([*self.network.prefix, "ss", "-Hltn", f"sport = :{port}"],
                                 capture_output=True, text=True, timeout=10).stdout.strip():
            assert time.monotonic() < deadline, f"nothing listens on {port}: {self.logs[port].read_text()}"
            time.sleep(0.05)
        return process

    def used(self, port):
        """How often the proxy on that port was asked for the exchange."""
        return sum("8443" in line for line in self.logs[port].read_text().splitlines())

    def once(self, *arguments, server=SERVER, **environment):
        clean = {key: value for key, value in os.environ.items() if key.lower() not in VARIABLES}
        return subprocess.run(
            [*self.network.prefix, self.tape, "--once", "--format", "json", "--server", server,
             "--ca-file", self.authority.file, *arguments],
            capture_output=True, text=True, timeout=40, stdin=subprocess.DEVNULL,
            env={**clean, "LC_ALL": "C.UTF-8", **environment})

    def close(self):
        if self.exchange:
            self.exchange.close()
        self.network.close()


@pytest.fixture(scope="module")
def site(tape, tmp_path_factory):
    site = Site(tape, tmp_path_factory.mktemp("tls-proxies"))
    try:
        site.open()
        yield site
    finally:
        site.close()


def assert_live(result):
    assert result.returncode == 0, result.stderr
    rows = json.loads(result.stdout)
    assert rows and all(row["live"] for row in rows)


@pytest.mark.parametrize("port, variable, proxy", [
    (HTTP, "https_proxy", f"http://127.0.0.1:{HTTP}"),
    (HTTP, "HTTPS_PROXY", f"127.0.0.1:{HTTP}"),
    (HTTP_LOGIN, "all_proxy", f"http://ann:secret%2Dof%2Dann@127.0.0.1:{HTTP_LOGIN}"),
    (SOCKS, "https_proxy", f"socks5://127.0.0.1:{SOCKS}"),
    (SOCKS, "ALL_PROXY", f"socks5h://127.0.0.1:{SOCKS}"),
])
def test_an_encrypted_server_is_reached_through_the_proxy(site, port, variable, proxy):
    before = site.used(port)
    assert_live(site.once(**{variable: proxy}))
    assert site.used(port) >= before + 2, "the list and the prices both"


def test_the_proxy_for_plain_servers_is_not_taken(site):
    before = site.used(HTTP)
    assert_live(site.once(http_proxy=f"http://127.0.0.1:{HTTP}"))
    assert site.used(HTTP) == before


@pytest.mark.parametrize("proxy", [f"http://127.0.0.1:{HTTP}", f"socks5h://127.0.0.1:{SOCKS}"])
@pytest.mark.parametrize("symbols", [[], ["ACME"]], ids=["list", "socket"])
def test_the_name_is_checked_behind_the_proxy(site, proxy, symbols, tmp_path):
    log = tmp_path / "link.log"
    result = site.once("--timeout", "2s", "--log", str(log), *symbols, server=f"https://{OTHER}:8443", https_proxy=proxy)
    assert result.returncode != 0 and not result.stdout.count('"live":true')
    assert f'"{OTHER}"' in result.stderr and NAME in result.stderr + log.read_text(), result.stderr


@pytest.mark.parametrize("answer, words", [
    (r"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=x\r\n\r\n", ["asks for a login"]),
    (r"HTTP/1.1 407 No\r\nProxy-Authenticate: Negotiate\r\n\r\n", ["kind that tape does not know", "Negotiate"]),
    (r"HTTP/1.1 502 Bad Gateway\r\n\r\n", ["502"]),
    (r"HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n", ["TLS"]),
    (r"HTTP/1.1 200 OK\r\n\r\n", []),
    (r"SSH-2.0-OpenSSH\r\n", ["no such proxy"]),
    ("", ["ended the connection"]),
], ids=["login", "negotiate", "502", "not-tls", "ends", "ssh", "nothing"])
def test_a_wrong_answer_to_connect_is_named(site, answer, words, tmp_path):
    log = tmp_path / "link.log"
    process = site.serve(ANSWERS, "python3", "-c", ANSWER, str(ANSWERS), answer)
    try:
        result = site.once("--timeout", "1s", "--log", str(log), "ACME", https_proxy=f"http://127.0.0.1:{ANSWERS}")
    finally:
        process.kill()
        process.wait()
    said = result.stderr + log.read_text()
    assert result.returncode in (1, 3) and result.stderr.strip()
    assert all(word in said for word in words), said
    assert "\x1b" not in said


@pytest.mark.parametrize("symbols", [[], ["ACME"]], ids=["list", "socket"])
def test_the_login_is_never_said(site, symbols, tmp_path):
    log = tmp_path / "link.log"
    result = site.once("--timeout", "2s", "--log", str(log), *symbols,
                       https_proxy=f"http://ann:{PASSWORD}@127.0.0.1:{HTTP_LOGIN}")
    assert result.returncode != 0
    said = result.stdout + result.stderr + log.read_text()
    assert "refused the login" in said or "login" in said, said
    assert all(secret not in said for secret in (PASSWORD, "not-ann", "YW5u")), said
