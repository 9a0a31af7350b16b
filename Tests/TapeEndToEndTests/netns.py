"""A network of a test's own: a namespace with a host file, where addresses and links are the test's to make."""

import os
import shutil
import subprocess
import tempfile

# An address for documentation (RFC 5737): no loopback, so that proxies apply to it.
ADDRESS = "192.0.2.1"


def unavailable():
    """Why there can be no such network here; None when there can."""
    for program in ("unshare", "nsenter", "ip"):
        if not shutil.which(program):
            return f"{program} is not installed: run Scripts/install-deps.sh test"
    probe = subprocess.run(["unshare", "-r", "-n", "-m", "ip", "link", "set", "lo", "up"], capture_output=True, text=True)
    return f"no network namespaces here: {probe.stderr.strip()}" if probe.returncode else None


class Network:
    def __init__(self, hosts=""):
        self.directory = tempfile.mkdtemp()
        self.hosts = os.path.join(self.directory, "hosts")
        self.write_hosts(hosts)
        script = (f"mount --bind {self.hosts} /etc/hosts && ip link set lo up && ip addr add {ADDRESS}/32 dev lo"
                  " && echo ready && exec sleep 600")
        self.holder = subprocess.Popen(["unshare", "-r", "-n", "-m", "sh", "-c", script], stdout=subprocess.PIPE, text=True)
        assert self.holder.stdout.readline() == "ready\n"
        self.processes = []
        self.other = None

    def write_hosts(self, lines):
        with open(self.hosts, "w") as file:
            file.write("127.0.0.1 localhost\n" + lines)

    @staticmethod
    def _prefix(process):
        return ["nsenter", "--target", str(process.pid), "--user", "--net", "--mount", "--preserve-credentials"]

    @property
    def prefix(self):
        """The words before a command that put it into this network."""
        return self._prefix(self.holder)

    @property
    def far_prefix(self):
        """The words before a command that put it into the neighbouring network."""
        return self._prefix(self.other)

    def neighbour(self):
        """Makes another network, empty, to which a link can be laid; returns a process in it."""
        script = "ip link set lo up && echo ready && exec sleep 600"
        self.other = self.start("unshare", "-n", "sh", "-c", script, stdout=subprocess.PIPE, text=True)
        assert self.other.stdout.readline() == "ready\n"
        return self.other.pid

    def far(self, *words):
        subprocess.run([*self.far_prefix, *words], check=True, capture_output=True, timeout=10)

    def ip(self, *words):
        subprocess.run([*self.prefix, "ip", *words], check=True, capture_output=True, timeout=10)

    def nft(self, *words):
        subprocess.run([*self.prefix, "nft", *words], check=True, capture_output=True, timeout=10)

    def start(self, *words, **options):
        self.processes.append(subprocess.Popen([*self.prefix, *words], **options))
        return self.processes[-1]

    def close(self):
        for process in [*self.processes, self.holder]:
            process.kill()
            process.wait()
        for process in (self.holder, self.other):
            if process:
                process.stdout.close()
        shutil.rmtree(self.directory, ignore_errors=True)
