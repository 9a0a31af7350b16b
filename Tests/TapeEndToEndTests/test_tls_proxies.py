"""Encrypted servers behind a proxy: the tunnel carries list and prices, and the certificate is still the server's.

Everything runs in a network of its own, since a proxy is never used for this machine's loopback.
"""

import pytest

from netns import unavailable
from proxy_site import NAME, ProxySite, assert_live
from tls_certificates import Authority

REASON = unavailable()
pytestmark = pytest.mark.skipif(REASON is not None, reason=str(REASON))

OTHER = "other.test"
HTTP, HTTP_LOGIN, SOCKS, ANSWERS = range(3221, 3225)
SERVER = f"https://{NAME}:8443"
PASSWORD = "not-ann%27s"

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


class Site(ProxySite):
    """With an encrypted exchange."""

    def __init__(self, tape, directory):
        super().__init__(tape, directory, 8443, names=(NAME, OTHER))
        self.authority = Authority(str(directory))

    def open(self):
        chain, key = self.authority.server("proxied", [NAME])
        self.open_exchange("--tls-cert", chain, "--tls-key", key)
        self.tinyproxy(HTTP)
        self.tinyproxy(HTTP_LOGIN, "BasicAuth ann secret-of-ann")
        self.microsocks(SOCKS)

    def once(self, *arguments, server=SERVER, **environment):
        return super().once("--ca-file", self.authority.file, *arguments, server=server, **environment)


@pytest.fixture(scope="module")
def site(tape, tmp_path_factory):
    site = Site(tape, tmp_path_factory.mktemp("tls-proxies"))
    try:
        site.open()
        yield site
    finally:
        site.close()


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


@pytest.mark.parametrize("answer, words", [
    (r"HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n",
     ["proxy on the way", "asks for a login (HTTP 407)", "USER:PASSWORD@"]),
    (r"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n", ["does not connect to it (HTTP 403)", "NO_PROXY"]),
])
def test_a_list_that_the_proxy_does_not_let_through_is_told_in_a_sentence(site, answer, words):
    process = site.serve(ANSWERS, "python3", "-c", ANSWER, str(ANSWERS), answer)
    try:
        result = site.once("--timeout", "2s", https_proxy=f"http://127.0.0.1:{ANSWERS}")
    finally:
        process.kill()
        process.wait()
    assert result.returncode == 1
    assert all(word in result.stderr for word in words), result.stderr


@pytest.mark.parametrize("symbols", [[], ["ACME"]], ids=["list", "socket"])
def test_the_login_is_never_said(site, symbols, tmp_path):
    log = tmp_path / "link.log"
    result = site.once("--timeout", "2s", "--log", str(log), *symbols,
                       https_proxy=f"http://ann:{PASSWORD}@127.0.0.1:{HTTP_LOGIN}")
    assert result.returncode != 0
    said = result.stdout + result.stderr + log.read_text()
    assert "refused the login" in said or "login" in said, said
    assert all(secret not in said for secret in (PASSWORD, "not-ann", "YW5u")), said
