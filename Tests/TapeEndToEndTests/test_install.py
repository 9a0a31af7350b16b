"""`make install`: the program, its man page and completions stand where they are found."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def test_install_puts_everything_below_the_prefix(tape, tmp_path):
    done = subprocess.run(
        ["make", "-o", "build", "install", f"PREFIX={tmp_path}/usr", f"RELEASE={tape}"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    share = tmp_path / "usr" / "share"
    assert os.access(tmp_path / "usr" / "bin" / "tape", os.X_OK)
    assert (share / "man" / "man1" / "tape.1").read_text().startswith(".TH TAPE 1")
    assert "complete -F _tape tape" in (share / "bash-completion" / "completions" / "tape").read_text()
    assert (share / "zsh" / "site-functions" / "_tape").read_text().startswith("#compdef tape\n")
    assert "complete -c tape" in (share / "fish" / "vendor_completions.d" / "tape.fish").read_text()
