"""What tape accepts and refuses over TLS, tried on a real OpenSSL server; as a program it prints the table.

    python3 Tests/TapeEndToEndTests/tls_matrix.py [PROGRAM]

Each row is tried twice: the list (HTTP over libcurl) and the live prices (WebSocket).
"""

import concurrent.futures
import datetime
import os
import ssl
import subprocess
import sys
import tempfile

from tls_certificates import DAY, Authority
from tls_servers import context, ends_without_notice, hangs_up, resets, shakes_hands, speaks_plainly, tls_peer

TIMEOUT = "3s"
NAMES = "127.0.0.1 localhost prices.test a.prices.test a.prices.test. a.b.prices.test\n::1 localhost\n"


class Row:
    """A server, where it is looked for, what is trusted, and the words of the refusal (none: accepted)."""

    def __init__(self, what, server, host, words=(), trust="ca-file", list_words=None):
        self.what, self.server, self.host, self.trust = what, server, host, trust
        self.words = [words] if isinstance(words, str) else list(words)
        self.list_words = self.words if list_words is None else [list_words]

    @property
    def needs_names(self):
        return self.host.rstrip(".").endswith(".test")


class Outcome:
    def __init__(self, row, list_result, socket_result):
        self.row = row
        self.list, self.socket = list_result, socket_result

    def faults(self):
        """What is not as it should be."""
        for side, result, words in (("list", self.list, self.row.list_words), ("socket", self.socket, self.row.words)):
            if result is None:
                continue
            if not words and result.returncode != 0:
                yield f"{self.row.what}: {side} refused: {result.stderr.strip()}"
            if words and (result.returncode == 0 or "100.00" in result.stdout):
                yield f"{self.row.what}: {side} accepted"
            for word in words:
                if word not in result.stderr:
                    yield f"{self.row.what}: {side} does not say {word!r}: {result.stderr.strip()}"
            if result.returncode < 0:
                yield f"{self.row.what}: {side} died by signal {-result.returncode}"


def rows(authority):
    loopback = ["localhost", "127.0.0.1", "::1"]
    good = authority.server("good", loopback)
    wild = authority.server("wild", ["*.prices.test"])
    ended = datetime.datetime.utcnow() - 2 * DAY
    expired = authority.server("expired", loopback, first=-9 * DAY, last=-2 * DAY)
    early = authority.server("early", loopback, first=2 * DAY, last=9 * DAY)
    own = authority.server("own", loopback, self_signed=True)
    other = authority.server("other", ["other.test"])
    bare = authority.server("bare", loopback, chain=False)
    common = authority.server("common", [], common_name="localhost")
    no_pem = authority.server("unused", loopback)[1]
    old = context(good, lowest=ssl.TLSVersion.TLSv1, highest=ssl.TLSVersion.TLSv1_1, ciphers="ALL:@SECLEVEL=0")
    second = {"highest": ssl.TLSVersion.TLSv1_2}
    return [
        Row("good, by name", lambda: tls_peer(good), "localhost"),
        Row("good, name with a dot at its end", lambda: tls_peer(wild), "a.prices.test."),
        Row("good, 127.0.0.1 in it", lambda: tls_peer(good), "127.0.0.1"),
        Row("good, ::1 in it", lambda: tls_peer(good, host="::1"), "[::1]"),
        Row("good, SSL_CERT_FILE", lambda: tls_peer(good), "localhost", trust="environment"),
        Row("good, TLS 1.2 only", lambda: tls_peer(good, **second), "localhost"),
        Row("wildcard, one label", lambda: tls_peer(wild), "a.prices.test"),
        Row("wildcard, two labels", lambda: tls_peer(wild), "a.b.prices.test", "it covers \"*.prices.test\""),
        Row("wildcard, no label", lambda: tls_peer(wild), "prices.test", "it covers \"*.prices.test\""),
        Row("self-signed, its own file trusted", lambda: tls_peer(own), "localhost", trust=own[0]),
        Row("expired", lambda: tls_peer(expired), "localhost", f"expired on {ended:%Y-%m-%d}. Ask"),
        Row("not yet valid", lambda: tls_peer(early), "localhost", ["is not valid before", "clock"]),
        Row("self-signed", lambda: tls_peer(own), "localhost", ["is signed by itself", "--ca-file"]),
        Row("wrong host", lambda: tls_peer(other), "localhost", "it covers \"other.test\""),
        Row("address not in it", lambda: tls_peer(other), "127.0.0.1", "it covers \"other.test\""),
        Row("common name alone", lambda: tls_peer(common), "localhost", "no name at all"),
        Row("unknown authority", lambda: tls_peer(good), "localhost",
            ["was issued by \"Tape Test", "is not trusted here", "--ca-file"], trust="system"),
        Row("intermediate missing", lambda: tls_peer(bare), "localhost",
            ["was issued by \"Tape Test Intermediate\"", "left out a certificate"]),
        Row("TLS 1.1 only", lambda: shakes_hands(old), "localhost", "no TLS from version 1.2 on"),
        Row("not TLS at all", speaks_plainly, "localhost", "does not speak TLS"),
        Row("hangs up in the handshake", hangs_up, "localhost", "before it was encrypted"),
        Row("cut without closing notice", lambda: ends_without_notice(good), "localhost",
            "its encryption ended without a closing notice", list_words="the answer ended too early"),
        Row("reset after the handshake", lambda: resets(good), "localhost", "reset by peer"),
        Row("CA file missing", lambda: tls_peer(good), "localhost",
            ["The CA file \"/nowhere.pem\"", "No such file"], trust="/nowhere.pem"),
        Row("CA file not PEM", lambda: tls_peer(good), "localhost", "no certificate in PEM form", trust=no_pem),
        Row("SSL_CERT_FILE missing", lambda: tls_peer(good), "localhost",
            ["The CA file \"/nowhere.pem\"", "No such file"], trust="environment:/nowhere.pem"),
    ]


def private_hosts(folder):
    """Words before a command that let it resolve the names of the table; None where that is not permitted."""
    path = os.path.join(folder, "hosts")
    with open(path, "w") as file:
        file.write(NAMES)
    words = ["unshare", "-m" if os.getuid() == 0 else "-rm", "sh", "-c",
             f"mount --bind '{path}' /etc/hosts && exec \"$@\"", "sh"]
    try:
        probe = subprocess.run([*words, "getent", "hosts", "a.prices.test"], capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return words if "127.0.0.1" in probe.stdout else None


def attempt(tape, row, authority, prefix):
    server = row.server()
    try:
        arguments = [tape, "--once", "--timeout", TIMEOUT, "--server", f"https://{row.host}:{server.port}"]
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        for name in ("SSL_CERT_FILE", "SSL_CERT_DIR", "TAPE_TOKEN"):
            environment.pop(name, None)
        if row.trust.startswith("environment"):
            environment["SSL_CERT_FILE"] = row.trust.partition(":")[2] or authority.file
        elif row.trust != "system":
            arguments += ["--ca-file", authority.file if row.trust == "ca-file" else row.trust]
        if row.needs_names:
            if prefix is None:
                return Outcome(row, None, None)
            arguments = [*prefix, *arguments]

        def run(*more):
            return subprocess.run([*arguments, *more], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=60, env=environment)
        return Outcome(row, run(), run("ACME"))
    finally:
        server.close()


def outcomes(tape):
    """Tries every row, several at a time, since most of it is waiting."""
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(8) as pool:
        authority = Authority(folder)
        prefix = private_hosts(folder)
        return list(pool.map(lambda row: attempt(tape, row, authority, prefix), rows(authority)))


def verdict(result):
    if result is None:
        return "not run"
    return "accepted" if result.returncode == 0 else "refused"


def main():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    tape = sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, ".build", "debug", "tape")
    faults = []
    print(f"{'server':34}{'host':18}{'list':10}{'socket':10}what tape says")
    for outcome in outcomes(tape):
        row = outcome.row
        said = outcome.socket.stderr.strip().splitlines()[-1:] if outcome.socket else []
        print(f"{row.what:34}{row.host:18}{verdict(outcome.list):10}{verdict(outcome.socket):10}"
              f"{' '.join(said).removeprefix('tape: ')}")
        faults += outcome.faults()
    for fault in faults:
        print(f"NOT AS IT SHOULD BE: {fault}")
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
