"""A real terminal emulator (tmux) with a program in it, for tests that read the screen."""

import os
import re
import shlex
import subprocess
import time
import uuid

import folders

SGR = re.compile(r"\x1b\[([0-9;]*)m")


class Screen(list):
    """The lines of a captured screen."""

    def row(self, symbol):
        """The watchlist row of a symbol, or an empty string when it is not on the screen."""
        return next((line for line in self if re.match(rf"[> ] {re.escape(symbol)}(\s|$)", line)), "")

    def has(self, text):
        return any(text in line for line in self)

    def __str__(self):
        return "\n".join(self)


class Terminal:
    """One tmux server with one window; every method waits for what it asks for, never for a fixed time."""

    def __init__(self, command, columns=120, rows=30, env=None, shell=False, term="tmux-256color"):
        self.name = "tape-test-" + uuid.uuid4().hex[:8]
        environment = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": term, **folders.fresh(), **(env or {})}
        assignments = " ".join(f"{key}={shlex.quote(value)}" for key, value in environment.items())
        inner = f"env -u NO_COLOR -u TAPE_TOKEN {assignments} {command}"
        if shell:
            inner = f"env -u NO_COLOR {assignments} bash --norc --noprofile -i"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "-s", "t",
                  # The pane stays after the program ends, so that its last words and its status can be read.
                  "bash", "--norc", "-c", f"tmux -L {self.name} set -g remain-on-exit on >/dev/null 2>&1; "
                  f"tmux -L {self.name} set -g escape-time 0 >/dev/null 2>&1; exec {inner}")
        self.tmux("set-option", "-g", "status", "off", check=False)
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows), check=False)

    def tmux(self, *arguments, check=True):
        result = subprocess.run(["tmux", "-L", self.name, *arguments], capture_output=True, text=True,
                                env={**os.environ, "LC_ALL": "C.UTF-8"})
        if check and result.returncode != 0:
            raise RuntimeError(f"tmux {arguments}: {result.stderr}")
        return result.stdout

    def screen(self):
        return Screen(self.tmux("capture-pane", "-p").rstrip("\n").split("\n"))

    def styled(self):
        """The screen with its escape sequences, a line each."""
        return self.tmux("capture-pane", "-p", "-e").rstrip("\n").split("\n")

    def styles(self, text):
        """The set of SGR states in force anywhere in the line that holds `text`, as a set of codes."""
        for line in self.styled():
            if text in SGR.sub("", line):
                codes = set()
                for match in SGR.finditer(line):
                    codes.add(match.group(1))
                return codes
        return set()

    def style_of(self, symbol, text):
        """The SGR codes in force where `text` begins in the row of `symbol`, as one string."""
        for line in self.styled():
            plain = SGR.sub("", line)
            if not Screen([plain]).row(symbol):
                continue
            state, seen = "", ""
            for part in re.split(r"(\x1b\[[0-9;]*m)", line):
                match = SGR.fullmatch(part)
                if match:
                    state = "" if match.group(1) in ("", "0") else state + ";" + match.group(1)
                    continue
                at = (seen + part).find(text)
                if at >= 0 and at >= len(seen):
                    return state
                seen += part
        return None

    def wait(self, condition, timeout=8.0, what=None):
        """Waits until `condition(screen)` is true; returns its value."""
        deadline = time.monotonic() + timeout
        while True:
            screen = self.screen()
            value = condition(screen)
            if value:
                return value
            if time.monotonic() > deadline:
                raise AssertionError(f"not within {timeout} s: {what or 'condition'}\n{screen}")
            time.sleep(0.02)

    def wait_for(self, text, timeout=8.0):
        return self.wait(lambda screen: screen.has(text), timeout, what=repr(text))

    def never(self, condition, during, what):
        """Watches for `during` seconds that `condition(screen)` stays false."""
        deadline = time.monotonic() + during
        while time.monotonic() < deadline:
            screen = self.screen()
            assert not condition(screen), f"{what}\n{screen}"
            time.sleep(0.03)

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def display(self, form):
        return self.tmux("display-message", "-p", form).strip()

    @property
    def cursor(self):
        column, row = self.display("#{cursor_x} #{cursor_y}").split()
        return int(row), int(column)

    @property
    def is_alternate(self):
        return self.display("#{alternate_on}") == "1"

    @property
    def pid(self):
        return int(self.display("#{pane_pid}"))

    @property
    def is_dead(self):
        return self.display("#{pane_dead}") == "1"

    @property
    def child(self):
        """The process that the shell of the pane waits for."""
        found = subprocess.run(["pgrep", "-P", str(self.pid)], capture_output=True, text=True).stdout.split()
        return int(found[0])

    def exit_status(self, timeout=5.0):
        """Waits for the program's end; its exit code (tmux does not tell signals apart)."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if self.is_dead:
                return int(self.display("#{pane_dead_status}") or 0)
            time.sleep(0.02)
        raise AssertionError(f"the program did not end within {timeout} s\n{self.screen()}")

    def close(self):
        self.tmux("kill-server", check=False)
