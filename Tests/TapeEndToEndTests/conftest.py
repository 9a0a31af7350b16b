import os
import shutil
import signal
import subprocess

import pytest

import folders
from exchange import Exchange
from peer import Peer
from pty_run import PtyRun
from terminal import Terminal

# What started us may ignore signals (nohup, a shell's background); the programs under test must not inherit that.
for ignored in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
    if signal.getsignal(ignored) == signal.SIG_IGN:
        signal.signal(ignored, signal.SIG_DFL)

os.environ.update(folders.fresh())

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INSTRUMENTS = [("ACME", "Acme"), ("BNK", "Bankhaus Nord"), ("ORO", "Oro Minerals")]


@pytest.fixture(scope="session")
def tape():
    """The program under test."""
    path = os.environ.get("TAPE", os.path.join(ROOT, ".build", "debug", "tape"))
    assert os.access(path, os.X_OK), f"{path} is not built: run make build"
    assert shutil.which("tmux"), "tmux is not installed: run Scripts/install-deps.sh test"
    return path


def opening(make):
    """Makes things on demand, and closes them all when the test is over."""
    opened = []

    def start(*arguments, **options):
        opened.append(make(*arguments, **options))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


@pytest.fixture
def open_terminal(tape):
    """Starts tape (or another command) in a terminal of its own."""
    def make(arguments="", command=None, **options):
        return Terminal(command or f"{tape} {arguments}", **options)

    yield from opening(make)


@pytest.fixture
def open_pty(tape):
    """Starts tape on a bare pseudo-terminal, whose bytes can be counted."""
    yield from opening(lambda arguments="", **options: PtyRun(f"{tape} {arguments}", **options))


@pytest.fixture
def open_exchange(tape):
    yield from opening(lambda *options, **settings: Exchange(tape, *options, **settings))


@pytest.fixture
def open_peer():
    yield from opening(lambda instruments=INSTRUMENTS, **options: Peer(instruments, **options))


@pytest.fixture
def open_fake():
    """Starts a fake of a source."""
    yield from opening(lambda kind: kind())


@pytest.fixture
def run(tape):
    """Runs tape without a terminal; returns the finished process."""

    def start(*arguments, env=None, stdin=subprocess.DEVNULL, timeout=30):
        return subprocess.run([tape, *arguments], stdin=stdin, capture_output=True, text=True, timeout=timeout,
                              env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})})

    return start
