"""Every kind of terminal, locale, size and wish for colours shows the same truth in its first frames."""

import itertools

import pytest

from pty_run import PtyRun

# Whether the terminal has colours, as its entry says; xterm-kitty has none on a bare server and is drawn as xterm.
TERMS = {"xterm-256color": True, "xterm": True, "linux": True, "vt100": False, "screen": True, "tmux-256color": True,
         "xterm-kitty": True, "xterm-mono": False}
LOCALES = ["C.UTF-8", "C", "POSIX", ""]
SIZES = [(40, 12), (80, 24)]
WISHES = ["auto", "never", "no_color"]


@pytest.mark.parametrize("term", TERMS)
@pytest.mark.parametrize("locale", LOCALES)
def test_the_first_frames_are_right_in(term, locale, open_exchange, tape):
    exchange = open_exchange("--rate", "50")
    runs = []
    try:
        for (columns, rows), wish in itertools.product(SIZES, WISHES):
            env = {"TERM": term, "LC_ALL": locale, "LANG": locale, "LC_CTYPE": locale}
            if wish == "no_color":
                env["NO_COLOR"] = "1"
            options = "--color never" if wish == "never" else ""
            command = f"{tape} --server {exchange.url} {options}"
            runs.append((wish, (columns, rows), PtyRun(command, columns=columns, rows=rows, env=env)))
        for wish, size, run in runs:
            what = (term, locale, size, wish)
            run.wait_for(b"182.", timeout=20)
            row = next((line for line in run.screen_text().split("\n") if line[2:].startswith("ACME")), "")
            assert "182." in row, what
            output = run.output()
            if locale != "C.UTF-8":
                assert all(byte < 0x80 for byte in output), what
            if wish != "auto" or not TERMS[term]:
                assert not run.colours(), what
            assert b"\x1b]104" not in output, what
    finally:
        for _, _, run in runs:
            run.close()
