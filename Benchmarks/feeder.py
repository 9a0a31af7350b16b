"""The server of the benchmarks, feeder.c, as a process of its own."""

import subprocess
import threading

from places import OUT


class Feeder:
    def __init__(self, updates, symbols, rounds=1, rate=None, probes=False):
        words = [f"{OUT}/feeder", updates, symbols, rounds]
        if rate is not None:
            words += [rate] + (["probe"] if probes else [])
        self.process = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())
        self.url = f"http://127.0.0.1:{self.port}"
        self.lines = []
        self.news = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            with self.news:
                self.lines.append(line.split())
                self.news.notify_all()

    def wait_sent(self, updates, timeout=120):
        """Waits until so many updates are sent, which is said for each million."""
        with self.news:
            assert self.news.wait_for(lambda: ["sent", str(updates)] in self.lines, timeout), "the stream stands still"

    def probes(self):
        """The moments and prices of the probes so far."""
        with self.news:
            return [(float(line[1]), int(line[2])) for line in self.lines if line[0] == "probe"]

    def close(self):
        self.process.kill()
        self.process.wait()
