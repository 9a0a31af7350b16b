"""A crash hands the terminal back too: modes, screen, cursor, mouse and paste, and the status says what happened.

What a Swift trap raises (SIGILL or SIGTRAP, by the machine), a fault and an abort raise, is sent from outside: the
handlers are the same, and the product needs no way to crash on purpose.
"""

import os
import pty
import signal
import termios
import time

import pytest


@pytest.mark.parametrize("name", ["ILL", "TRAP", "FPE", "SEGV", "BUS", "ABRT", "TERM", "HUP"])
def test_a_terminal_gets_everything_back_from_a_process_that_ends_by(name, open_pty):
    # The toolchain's backtracer, where it is installed, asks questions after a crash.
    run = open_pty(env={"SWIFT_BACKTRACE": "enable=no"})
    # Every new pseudo-terminal begins with the same modes; those of this one may have changed already.
    fresh = pty.openpty()
    before = termios.tcgetattr(fresh[0])
    for descriptor in fresh:
        os.close(descriptor)
    run.wait_for(b"LIVE")
    assert termios.tcgetattr(run.fd) != before
    for mode in (b"\x1b[?1049h", b"\x1b[?2004h", b"1000h", b"\x1b[?25l"):
        assert mode in run.output(), mode
    os.kill(run.pid, getattr(signal, "SIG" + name))
    deadline = time.monotonic() + 5
    ended = (0, 0)
    while ended[0] == 0 and time.monotonic() < deadline:
        ended = os.waitpid(run.pid, os.WNOHANG)
        time.sleep(0.01)
    assert ended[0] == run.pid, "it is still there"
    # A shell says 128 + n of this.
    assert os.WIFSIGNALED(ended[1]) and os.WTERMSIG(ended[1]) == getattr(signal, "SIG" + name)
    assert termios.tcgetattr(run.fd) == before, "the modes of the terminal"
    output = run.output()
    for on, off in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?2004h", b"\x1b[?2004l"),
                    (b"1000h", b"1000l"), (b"\x1b[?25l", b"\x1b[?25h")):
        assert output.rfind(off) > output.rfind(on), off
