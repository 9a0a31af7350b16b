"""A network of its own with an exchange and real proxies in it, since a proxy is never used for this machine's loopback."""

import json
import os
import subprocess
import time

from exchange import Exchange
from netns import ADDRESS, Network

NAME = "prices.test"
VARIABLES = ["http_proxy", "https_proxy", "all_proxy", "no_proxy", "ssl_cert_file", "ssl_cert_dir"]


class ProxySite:
    """The network; what is in it is started by the test, and logs into `directory`."""

    def __init__(self, tape, directory, port, names=(NAME,)):
        self.tape = tape
        self.directory = directory
        self.port = port
        self.network = Network(f"{ADDRESS} {' '.join(names)}\n")
        self.exchange = None
        self.logs = {}

    def open_exchange(self, *options):
        self.exchange = Exchange(self.tape, "--seed", "7", *options, listen=f"{ADDRESS}:{self.port}",
                                 prefix=self.network.prefix)

    def tinyproxy(self, port, *lines):
        path = self.directory / f"tinyproxy-{port}.conf"
        path.write_text("\n".join([f"Port {port}", "Listen 127.0.0.1", "Timeout 600", "LogLevel Connect", *lines, ""]))
        return self.serve(port, "tinyproxy", "-d", "-c", str(path))

    def microsocks(self, port, *words):
        return self.serve(port, "microsocks", "-i", "127.0.0.1", "-p", str(port), *words)

    def serve(self, port, *words):
        """Starts a program and waits until it listens on that port."""
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
        return sum(line.count(str(self.port)) for line in self.logs[port].read_text().splitlines())

    def once(self, *arguments, server, **environment):
        """tape --once in the network, with no variables of proxies but those given."""
        clean = {key: value for key, value in os.environ.items() if key.lower() not in VARIABLES}
        return subprocess.run(
            [*self.network.prefix, self.tape, "--once", "--format", "json", "--server", server, *arguments],
            capture_output=True, text=True, timeout=40, stdin=subprocess.DEVNULL,
            env={**clean, "LC_ALL": "C.UTF-8", **environment})

    def close(self):
        if self.exchange:
            self.exchange.close()
        self.network.close()


def assert_live(result):
    assert result.returncode == 0, result.stderr
    rows = json.loads(result.stdout)
    assert rows and all(row["live"] for row in rows)
