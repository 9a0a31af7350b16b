"""Breaks the network between tape and an exchange in every way and prints how tape bore it, as a table.

    python3 network_faults.py TAPE [FAULT…]

`longest bright` is the longest time for which a price that was no longer the exchange's newest stood on the screen as
live; while nothing can arrive, every price is old from the cut on. It may be 3.5 s. `back to live` is the time from
the first connection after the fault, or from its end when the connection lived through it, until every row is live; it
may be 2 s. Latency below the threshold of 3 s leaves rows live, and the first figure then shows the latency itself.

Faults of the link are made by a proxy; loss, one-way drops and token buckets by nft and tc between two network
namespaces of this process's own (as root, else they are left out); clocks by a preloaded library.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from datetime import datetime

from exchange import Exchange
from faulty_link import FaultyLink
from watcher import Truth, Watcher

LONGEST_BRIGHT = 3.5
BACK_TO_LIVE = 2.0


class Result:
    def __init__(self, name, watcher, ended, live):
        self.name = name
        self.longest = watcher.longest
        start = next((moment for moment in watcher.connected if moment > ended), None)
        self.total = None if live is None else live - ended
        # A connection made after the fault ended, and not one that came after rows were live.
        self.back = None if live is None else live - (start if start and start <= live else ended)

    @property
    def is_good(self):
        return self.longest <= LONGEST_BRIGHT and self.back is not None and self.back <= BACK_TO_LIVE

    def __str__(self):
        back = "never" if self.back is None else f"{max(self.back, 0):.1f} s"
        total = "" if self.total is None else f"{max(self.total, 0):.1f} s"
        verdict = "" if self.is_good else "   NOT GOOD"
        return f"{self.name:<44} {self.longest:>10.1f} s {back:>13} {total:>14}{verdict}"


HEADER = f"{'fault':<44} {'longest bright':>12} {'back to live':>13} {'after its end':>14}"


class Bench:
    """An exchange, a watched tape and whatever is between them."""

    def __init__(self, tape, log, wrap="", env=None, listen="127.0.0.1:0", through_link=True):
        self.exchange = Exchange(tape, "--seed", "7", "--symbols", "20", "--rate", "60", listen=listen)
        try:
            self.truth = Truth(self.exchange.url)
            port = int(self.exchange.url.rsplit(":", 1)[1])
            self.link = FaultyLink(port) if through_link else None
            url = self.link.url if through_link else self.exchange.url
            self.watcher = Watcher(f"{wrap}{tape} --server {url} --no-flash", self.truth, log, env)
            if self.watcher.wait_live(15) is None:
                raise AssertionError(f"not live at first\n{self.watcher.text()}")
        except BaseException:
            self.exchange.close()
            raise
        self.watcher.longest = 0.0

    def close(self):
        self.truth.running = False
        self.watcher.close()
        if self.link:
            self.link.close()
        self.exchange.close()


def spoiled(change, seconds, is_cut=False):
    """A fault of the proxy's: `change(link)` spoils it and returns what mends it."""
    def play(tape, log):
        bench = Bench(tape, log)
        try:
            mend = change(bench.link)
            began = time.monotonic()
            bench.watcher.cut = began if is_cut else None
            bench.watcher.watch(seconds)
            bench.watcher.cut = None
            mend(bench.link)
            ended = time.monotonic()
            return bench.watcher, ended, bench.watcher.wait_live(40)
        finally:
            bench.close()
    return play


def setting(**values):
    def change(link):
        before = {name: getattr(link, name) for name in values}
        for name, value in values.items():
            setattr(link, name, value)

        def mend(link):
            for name, value in before.items():
                setattr(link, name, value)
        return mend
    return change


def half_open(tape, log):
    """The connection dies without a word; a new one is good, so the fault ends as it begins."""
    bench = Bench(tape, log)
    try:
        bench.watcher.is_cut_of_one_connection = True
        bench.link.kill_connections()
        ended = bench.watcher.cut = time.monotonic()
        while bench.watcher.cut is not None and time.monotonic() < ended + 15:
            bench.watcher.watch(0.1)
        return bench.watcher, ended, bench.watcher.wait_live(40)
    finally:
        bench.close()


def stopped(which, seconds):
    """Stops a process. A stopped tape draws nothing, so its prices count from when it goes on; a stopped exchange
    moves no price, so they are old from the cut on."""
    def play(tape, log):
        bench = Bench(tape, log)
        process = bench.watcher.run.pid if which == "tape" else bench.exchange.process.pid
        try:
            os.kill(process, signal.SIGSTOP)
            if which == "tape":
                time.sleep(seconds)
                bench.watcher.counts_from = time.monotonic()
            else:
                bench.watcher.cut = time.monotonic()
                bench.watcher.watch(seconds)
                bench.watcher.cut = None
            os.kill(process, signal.SIGCONT)
            ended = time.monotonic()
            if which == "tape":
                # Its rows are live until it has looked at them.
                bench.watcher.watch(1.5)
            return bench.watcher, ended, bench.watcher.wait_live(40)
        finally:
            os.kill(process, signal.SIGCONT)
            bench.close()
    return play


def clock_jump(seconds):
    """The wall clock of tape alone jumps; nothing may change but what shows the time."""
    def play(tape, log):
        library, clock = log + ".so", log + ".clock"
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "wall_clock.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O", "-o", library, source], check=True)
        with open(clock, "w") as file:
            file.write("0")
        bench = Bench(tape, log, env={"LD_PRELOAD": library, "WALL_CLOCK_OFFSET": clock})
        try:
            with open(clock, "w") as file:
                file.write(str(seconds))
            ended = time.monotonic()
            bench.watcher.watch(8)
            live = bench.watcher.wait_live(40)
            was_kept = len(bench.watcher.connected) == 1
            check_clock(bench, log, seconds)
            # Watched for 8 s on purpose: when it was live all the time, it was back at once.
            return bench.watcher, ended, ended if was_kept and live else live
        finally:
            bench.close()
    return play


def check_clock(bench, log, seconds):
    """The jump has reached tape: what it logs next has the new time."""
    with open(log) as file:
        before = len(file.readlines())
    bench.exchange.fault("drop")
    lines = []
    end = time.monotonic() + 5
    while len(lines) <= before and time.monotonic() < end:
        time.sleep(0.05)
        with open(log) as file:
            lines = file.readlines()
    stamp = datetime.fromisoformat(lines[before].split()[0].replace("Z", "+00:00")).timestamp()
    assert abs(stamp - time.time() - seconds) < 60, lines[before]


def namespaced(commands, seconds, is_cut=False):
    """A fault of the network's own: commands between two namespaces, undone after `seconds`."""
    def play(tape, log):
        far = subprocess.Popen(["unshare", "-n", "sleep", "600"])
        try:
            time.sleep(0.3)
            for command in ("ip link set lo up", f"ip link add va type veth peer name vb netns {far.pid}",
                            "ip addr add 10.9.0.1/24 dev va", "ip link set va up"):
                subprocess.run(command.split(), check=True)
            inside = f"nsenter -t {far.pid} -n "
            for command in ("ip link set lo up", "ip addr add 10.9.0.2/24 dev vb", "ip link set vb up"):
                subprocess.run((inside + command).split(), check=True)
            bench = Bench(tape, log, wrap=inside, listen="10.9.0.1:0", through_link=False)
            try:
                subprocess.run(["nft", "-f", "-"], text=True, check=True,
                               input="table inet faults {\nchain in { type filter hook input priority 0; }\n"
                               "chain out { type filter hook output priority 0; }\n}\n")
                for command in commands:
                    subprocess.run(command.split(), check=True)
                bench.watcher.cut = time.monotonic() if is_cut else None
                bench.watcher.watch(seconds)
                bench.watcher.cut = None
                subprocess.run(["nft", "delete", "table", "inet", "faults"], check=True)
                subprocess.run("tc qdisc del dev va root".split(), stderr=subprocess.DEVNULL)
                ended = time.monotonic()
                return bench.watcher, ended, bench.watcher.wait_live(40)
            finally:
                bench.close()
                subprocess.run(["nft", "flush", "ruleset"])
        finally:
            far.kill()
            far.wait()
            subprocess.run(["ip", "link", "del", "va"], stderr=subprocess.DEVNULL)
    return play


def bucket(rate):
    return [f"tc qdisc add dev va root tbf rate {rate} burst 16kb latency 10s"]


LOSS = ["nft add rule inet faults in iifname va numgen random mod 100 < 30 drop",
        "nft add rule inet faults out oifname va numgen random mod 100 < 30 drop"]

FAULTS = {
    "latency 1.5 s": spoiled(setting(latency=0.75), 6),
    "jitter, 0 to 2 s more each way": spoiled(setting(jitter=2.0), 10),
    "latency 6 s": spoiled(setting(latency=3.0), 12),
    "nothing from the exchange for 8 s": spoiled(setting(held={"down"}), 8, is_cut=True),
    "nothing to the exchange for 8 s": spoiled(setting(held={"up"}), 8),
    "nothing either way for 8 s": spoiled(setting(held={"up", "down"}), 8, is_cut=True),
    "a half-open connection": half_open,
    "1 KB/s behind a buffer without end": spoiled(setting(rate=1000), 15),
    "loss of 30 % each way": namespaced(LOSS, 15),
    "packets from the exchange dropped for 8 s": namespaced(
        ["nft add rule inet faults out oifname va drop"], 8, is_cut=True),
    "packets to the exchange dropped for 8 s": namespaced(["nft add rule inet faults in iifname va drop"], 8),
    "a bucket of 256 kbit/s, 10 s deep": namespaced(bucket("256kbit"), 10),
    "a bucket of 8 kbit/s, 10 s deep": namespaced(bucket("8kbit"), 15),
    "tape stopped for 60 s": stopped("tape", 60),
    "the exchange stopped for 60 s": stopped("exchange", 60),
    "the wall clock an hour ahead": clock_jump(3600),
    "the wall clock an hour back": clock_jump(-3600),
    "tape stopped for 5 s": stopped("tape", 5),
}


def measure(name, tape):
    """Plays a fault on fresh programs."""
    with tempfile.TemporaryDirectory() as folder:
        return Result(name, *FAULTS[name](tape, os.path.join(folder, "log")))


def main():
    tape, *names = sys.argv[1:]
    if os.geteuid() == 0 and shutil.which("unshare") and "INSIDE" not in os.environ:
        # In a network of our own, so that no rule can outlive us or touch anything else.
        os.execvpe("unshare", ["unshare", "-n", sys.executable, *sys.argv], {**os.environ, "INSIDE": "1"})
    subprocess.run(["ip", "link", "set", "lo", "up"], stderr=subprocess.DEVNULL)
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        os.environ.pop(name, None)
        os.environ.pop(name.upper(), None)
    results = []
    print(HEADER)
    for name in names or FAULTS:
        if os.geteuid() != 0 and FAULTS[name].__qualname__.startswith("namespaced"):
            print(f"{name:<44} needs root; left out")
            continue
        results.append(measure(name, tape))
        print(results[-1], flush=True)
    sys.exit(0 if all(result.is_good for result in results) else 1)


if __name__ == "__main__":
    main()
