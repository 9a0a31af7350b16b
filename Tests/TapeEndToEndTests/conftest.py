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


@pytest.fixture
def open_terminal(tape):
    """Starts tape (or another command) in a terminal of its own."""
    opened = []

    def start(arguments="", command=None, **options):
        terminal = Terminal(command or f"{tape} {arguments}", **options)
        opened.append(terminal)
        return terminal

    yield start
    for terminal in opened:
        terminal.close()


@pytest.fixture
def open_pty(tape):
    """Starts tape on a bare pseudo-terminal, whose bytes can be counted."""
    opened = []

    def start(arguments="", **options):
        opened.append(PtyRun(f"{tape} {arguments}", **options))
        return opened[-1]

    yield start
    for run in opened:
        run.close()


@pytest.fixture
def open_exchange(tape):
    opened = []

    def start(*options, **settings):
        exchange = Exchange(tape, *options, **settings)
        opened.append(exchange)
        return exchange

    yield start
    for exchange in opened:
        exchange.close()


@pytest.fixture
def open_peer():
    opened = []

    def start(instruments=INSTRUMENTS, **options):
        peer = Peer(instruments, **options)
        opened.append(peer)
        return peer

    yield start
    for peer in opened:
        peer.close()


@pytest.fixture
def run(tape):
    """Runs tape without a terminal; returns the finished process."""

    def start(*arguments, env=None, stdin=subprocess.DEVNULL, timeout=30):
        return subprocess.run([tape, *arguments], stdin=stdin, capture_output=True, text=True, timeout=timeout,
                              env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})})

    return start
