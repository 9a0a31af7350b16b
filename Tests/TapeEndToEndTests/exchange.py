"""The demo exchange as its own process, `tape serve`, with faults as lines on its standard input."""

import queue
import re
import subprocess
import threading


class Exchange:
    def __init__(self, tape, *options, listen="127.0.0.1:0", prefix=()):
        self.process = subprocess.Popen(
            [*prefix, tape, "serve", "--listen", listen, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        first = self.lines.get(timeout=10)
        match = re.fullmatch(r"listening on (https?://\S+:\d+)", first)
        assert match, f"unexpected first line {first!r}"
        self.url = match.group(1)

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def fault(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def close(self):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except OSError:
                pass
