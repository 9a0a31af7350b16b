"""Proxies of the environment, with the ones that Debian has: tinyproxy (HTTP) and microsocks (SOCKS5).

Everything runs in a network of its own, since a proxy is never used for this machine's loopback.
"""

import pytest

from netns import ADDRESS, unavailable
from proxy_site import NAME, ProxySite, assert_live

REASON = unavailable()
pytestmark = pytest.mark.skipif(REASON is not None, reason=str(REASON))

LOGIN = "ann:s3cr%65t"
HTTP, HTTP_LOGIN, HTTP_CLOSED, SOCKS, SOCKS_LOGIN, PAGE, NOBODY = range(3121, 3128)

# What stands in for a web server.
FOREIGN = """
import socket, sys
port, answer = int(sys.argv[1]), sys.argv[2].encode()
listener = socket.create_server(("127.0.0.1", port))
print("ready", flush=True)
kept = []
while True:
    connection, _ = listener.accept()
    kept.append(connection)
    connection.recv(4096)
    connection.sendall(answer)
"""


class Site(ProxySite):
    """With every kind of proxy."""

    def open(self):
        self.open_exchange()
        self.tinyproxy(HTTP)
        self.tinyproxy(HTTP_LOGIN, "BasicAuth ann s3cret")
        self.tinyproxy(HTTP_CLOSED, "ConnectPort 443")
        self.microsocks(SOCKS)
        self.microsocks(SOCKS_LOGIN, "-u", "ann", "-P", "s3cret")
        self.serve(PAGE, "python3", "-c", FOREIGN, str(PAGE), "<html>\n<h1>Hotel</h1>\n")

    def once(self, *arguments, server=f"http://{NAME}:8080", **environment):
        return super().once(*arguments, server=server, **environment)


@pytest.fixture(scope="module")
def site(tape, tmp_path_factory):
    site = Site(tape, tmp_path_factory.mktemp("proxies"), 8080)
    try:
        site.open()
        yield site
    finally:
        site.close()


@pytest.mark.parametrize("port, variable, proxy", [
    (HTTP, "http_proxy", f"http://127.0.0.1:{HTTP}"),
    (HTTP, "ALL_PROXY", f"localhost:{HTTP}/"),
    (HTTP_LOGIN, "http_proxy", f"http://{LOGIN}@127.0.0.1:{HTTP_LOGIN}"),
    (SOCKS, "all_proxy", f"socks5://127.0.0.1:{SOCKS}"),
    (SOCKS, "http_proxy", f"socks5h://localhost:{SOCKS}"),
    (SOCKS_LOGIN, "ALL_PROXY", f"socks5h://{LOGIN}@127.0.0.1:{SOCKS_LOGIN}"),
])
def test_list_and_prices_come_through_the_proxy(site, port, variable, proxy):
    before = site.used(port)
    assert_live(site.once(**{variable: proxy}))
    assert site.used(port) >= before + 2, "the list and the prices both"


def test_socks5_looks_names_up_here_and_socks5h_there(site):
    for scheme, asked in [("socks5", f"{ADDRESS}:8080"), ("socks5h", f"{NAME}:8080")]:
        before = site.logs[SOCKS].read_text()
        assert_live(site.once("ACME", ALL_PROXY=f"{scheme}://127.0.0.1:{SOCKS}"))
        assert asked in site.logs[SOCKS].read_text()[len(before):]


@pytest.mark.parametrize("exempt", [NAME, ".test", f"{NAME}:8080", "*", f"other.test, {NAME}"])
def test_no_proxy_goes_directly(site, exempt):
    assert_live(site.once(http_proxy=f"http://127.0.0.1:{NOBODY}", NO_PROXY=exempt))


def test_no_proxy_takes_networks(site):
    assert_live(site.once(server=f"http://{ADDRESS}:8080", ALL_PROXY=f"127.0.0.1:{NOBODY}", no_proxy="192.0.0.0/16"))


def test_http_proxy_in_capitals_is_not_read(site):
    assert_live(site.once(HTTP_PROXY=f"http://127.0.0.1:{NOBODY}"))


def test_this_machine_is_reached_directly(site, open_exchange):
    exchange = open_exchange(prefix=site.network.prefix)
    assert_live(site.once(server=exchange.url, ALL_PROXY=f"http://127.0.0.1:{NOBODY}"))


@pytest.mark.parametrize("proxy, words", [
    (f"http://127.0.0.1:{NOBODY}", ["refused", f'"127.0.0.1:{NOBODY}"', "http_proxy"]),
    (f"socks5h://127.0.0.1:{NOBODY}", ["refused", f'"127.0.0.1:{NOBODY}"', "http_proxy"]),
    (f"http://nowhere.test:{HTTP}", ["find the proxy", f'"nowhere.test:{HTTP}"', "http_proxy"]),
    (f"http://127.0.0.1:{HTTP_LOGIN}", ["asks for a login", f'"127.0.0.1:{HTTP_LOGIN}"', "USER:PASSWORD@"]),
    (f"http://ann:wrong@127.0.0.1:{HTTP_LOGIN}", ["refused the login", f'"127.0.0.1:{HTTP_LOGIN}"']),
    (f"socks5h://ann:wrong@127.0.0.1:{SOCKS_LOGIN}", ["refused the login", f'"127.0.0.1:{SOCKS_LOGIN}"']),
    (f"socks5://127.0.0.1:{SOCKS_LOGIN}", ["asks for a login", f'"127.0.0.1:{SOCKS_LOGIN}"']),
    (f"http://127.0.0.1:{HTTP_CLOSED}", ["does not connect", f'"127.0.0.1:{HTTP_CLOSED}"', "403"]),
    (f"http://127.0.0.1:{PAGE}", ["no such proxy", f'"127.0.0.1:{PAGE}"', "http_proxy"]),
    (f"http://127.0.0.1:{SOCKS}", [f'"127.0.0.1:{SOCKS}"', "http_proxy"]),
])
def test_a_proxy_that_does_not_lead_there_is_named(site, tmp_path, proxy, words):
    log = tmp_path / "link.log"
    result = site.once("--timeout", "1s", "--log", str(log), "ACME", http_proxy=proxy)
    assert result.returncode != 0
    said = result.stderr + log.read_text()
    assert all(word in said for word in words), said
    assert "wrong" not in said


@pytest.mark.parametrize("proxy", ["http://ann:s3cret@", "gopher://x", "http://host:99999", "https://ann:s3cret@host"])
def test_a_variable_that_names_no_proxy_ends_the_start(site, proxy):
    result = site.once(http_proxy=proxy)
    assert result.returncode == 1
    assert "http_proxy" in result.stderr and "s3cret" not in result.stderr and len(result.stderr.splitlines()) == 1


def test_the_refused_list_names_the_proxy(site):
    result = site.once("--timeout", "3s", http_proxy=f"http://127.0.0.1:{HTTP_LOGIN}")
    assert result.returncode == 1
    assert "proxy" in result.stderr.lower() and "login" in result.stderr, result.stderr
