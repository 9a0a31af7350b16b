"""A program on a bare pseudo-terminal, for counting what it writes and when."""

import fcntl
import os
import pty
import re
import select
import shlex
import struct
import termios
import threading
import time

import folders


class PtyRun:
    def __init__(self, command, columns=120, rows=30, env=None):
        self.chunks = []
        self.condition = threading.Condition()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.environ.pop("NO_COLOR", None)
            os.environ.update({"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **folders.fresh(), **(env or {})})
            words = shlex.split(command)
            os.execvp(words[0], words)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.started = time.monotonic()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while True:
            try:
                select.select([self.fd], [], [])
                data = os.read(self.fd, 1 << 16)
            except OSError:
                return
            if not data:
                return
            with self.condition:
                self.chunks.append((time.monotonic(), data))
                self.condition.notify_all()

    def output(self, since=0.0):
        with self.condition:
            return b"".join(data for moment, data in self.chunks if moment >= since)

    def output_until(self, moment):
        with self.condition:
            return b"".join(data for when, data in self.chunks if when <= moment)

    def bytes(self, since=0.0):
        return len(self.output(since))

    def frames(self, since=0.0, gap=0.05):
        """The moments at which something was written, writes closer than `gap` taken together."""
        moments = []
        with self.condition:
            for moment, _ in self.chunks:
                if moment >= since and (not moments or moment - moments[-1] > gap):
                    moments.append(moment)
        return moments

    def wait_for(self, text, timeout=10.0):
        deadline = time.monotonic() + timeout
        with self.condition:
            while text not in b"".join(data for _, data in self.chunks):
                left = deadline - time.monotonic()
                assert left > 0, f"{text!r} was not written within {timeout} s"
                self.condition.wait(left)
        return time.monotonic()

    def settle(self, seconds):
        """Lets the program run for a while; the test looks at what it wrote in that time."""
        time.sleep(seconds)

    def screen_text(self):
        """The screen as it is now, emulated from everything written."""
        import pyte
        rows, columns = struct.unpack("HHHH", fcntl.ioctl(self.fd, termios.TIOCGWINSZ, b"\0" * 8))[:2]
        screen = pyte.Screen(columns, rows)
        stream = pyte.ByteStream(screen)
        stream.feed(re.sub(rb"\x1b\[(\d+)b", b"", self.output()))
        return "\n".join(screen.display)

    def colours(self):
        """The SGR parameters of everything written that set a colour."""
        found = set()
        for match in re.finditer(rb"\x1b\[([0-9;]*)m", self.output()):
            found |= {part for part in match.group(1).split(b";") if re.fullmatch(rb"3[0-8]|4[0-8]|9[0-7]|10[0-7]", part)}
        return found

    def write(self, data):
        os.write(self.fd, data)

    def close(self):
        try:
            os.kill(self.pid, 9)
            os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self.fd)
