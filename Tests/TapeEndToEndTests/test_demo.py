"""The demo's keys, scripts and tour."""

import subprocess

import pytest


def live(screen):
    return "LIVE" in screen[0] and screen.row("ACME") and "waiting" not in str(screen)


def test_f6_drops_the_link_which_comes_back(open_terminal):
    terminal = open_terminal("demo")
    terminal.wait(live)
    terminal.keys("F6")
    terminal.wait_for("F6 drop: reset the link", timeout=2)
    terminal.wait(lambda s: "RECONNECTING" in s[0] or "ago" in s.row("ACME"), timeout=3, what="the link is down")
    terminal.wait(lambda s: live(s) and "ago" not in str(s), timeout=8, what="live again")


def test_f3_silences_the_exchange(open_terminal):
    terminal = open_terminal()
    terminal.wait(live)
    terminal.keys("F3")
    terminal.wait_for("F3 silence 10s: nothing arrives", timeout=2)
    terminal.wait(lambda s: "ago" in s.row("ACME") and "RECONNECTING" in s[0], timeout=6, what="rows stale")
    terminal.wait_for("Prices may be out of date", timeout=4)


def test_f9_halts_the_selected_row(open_terminal):
    terminal = open_terminal("demo")
    terminal.wait(live)
    terminal.keys("Down", "F9")
    terminal.wait(lambda s: "HALTED" in s.row("ALP") and s.has("F9 halt ALP"), timeout=3)
    terminal.keys("F9")
    terminal.wait(lambda s: "HALTED" not in s.row("ALP"), timeout=3)


def test_the_keys_are_in_footer_and_help_of_a_demo_only(open_exchange, open_terminal):
    terminal = open_terminal("demo", columns=120, rows=30)
    terminal.wait(live)
    assert terminal.screen().has("F1 gap") and terminal.screen().has("q quit")
    terminal.keys("?")
    terminal.wait(lambda s: all(s.has(f"F{n} ") for n in range(1, 11)), timeout=3, what="all ten in the help")
    exchange = open_exchange()
    other = open_terminal(f"--server {exchange.url}")
    other.wait(live)
    other.keys("F3")
    other.never(lambda s: s.has("F1") or s.has("F3"), 1.0, "the keys of a demo at a server of the user's own")


def test_a_script_plays_faults_and_captions(open_terminal, tmp_path):
    script = tmp_path / "short.tape"
    script.write_text("# a short one\n0s caption First words\n2s halt BNK\n2s caption BNK is halted\n4s silence 10s\n")
    terminal = open_terminal(f"demo --script {script}")
    terminal.wait_for("First words")
    terminal.wait(lambda s: s.has("BNK is halted") and "HALTED" in s.row("BNK"), timeout=6)
    terminal.wait(lambda s: "RECONNECTING" in s[0] and "ago" in s.row("ACME"), timeout=8)


def test_a_script_without_a_terminal_is_told_in_lines(tape, tmp_path):
    script = tmp_path / "short.tape"
    script.write_text("1s caption Now BNK halts\n1s halt BNK\n")
    process = subprocess.Popen([tape, "demo", "--script", str(script)], stdout=subprocess.PIPE, text=True)
    seen = ""
    for line in process.stdout:
        seen += line
        if "BNK: HALTED" in line:
            break
    process.kill()
    process.wait()
    assert "DEMO simulated prices" in seen.splitlines()[0]
    assert "Now BNK halts" in seen


@pytest.mark.parametrize("way", ["/dev/stdin", "<(cat {file})", "{file}"])
def test_a_script_comes_from_a_pipe_too_with_a_mark_and_line_ends_of_other_systems(way, tape, tmp_path):
    script = tmp_path / "other.tape"
    script.write_bytes(b"\xef\xbb\xbf# first\r\n0s caption Hello there\r\n1s halt BNK\r\n")
    command = f"exec {tape} demo --script {way.format(file=script)}"
    process = subprocess.Popen(["bash", "-c", command], stdin=open(script), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    seen = []
    for line in process.stdout:
        seen.append(line)
        if "BNK: HALTED" in line:
            break
    process.kill()
    process.wait()
    assert any("Hello there" in line for line in seen) and "BNK: HALTED" in seen[-1], process.stderr.read()


@pytest.mark.parametrize("line,words", [("3s gap NOPE", ["line 2", '"NOPE" is not listed here.']),
                                        ("3s close MARS", ["line 2", '"MARS" is no exchange here.', "XETR"])])
def test_a_fault_that_cannot_happen_is_refused_at_the_start(line, words, run, tmp_path):
    script = tmp_path / "wrong.tape"
    script.write_text(f"1s caption Hello\n{line}\n")
    result = run("demo", "--script", str(script))
    assert result.returncode == 1
    for word in [str(script), *words]:
        assert word in result.stderr


def test_something_that_never_ends_is_no_script(run):
    result = run("demo", "--script", "/dev/zero")
    assert result.returncode == 1 and "longer than 1 MiB" in result.stderr


def test_a_small_screen_says_that_there_are_faults_on_function_keys(open_terminal):
    terminal = open_terminal("demo", columns=80, rows=24)
    terminal.wait(live)
    assert terminal.screen()[-1].rstrip().endswith("q quit  F1-F10 faults")


@pytest.mark.parametrize("text,words", [
    ("1s drop\n2s explode\n", ["line 2", "explode", "caption TEXT"]), ("drop\n", ["line 1", "10s"]), ("", ["line 1"]),
    (None, ["cannot be read"])])
def test_a_wrong_script_is_refused_with_file_line_and_what_is_allowed(text, words, run, tmp_path):
    script = tmp_path / "wrong.tape"
    if text is not None:
        script.write_text(text)
    result = run("demo", "--script", str(script))
    assert result.returncode == 1
    for word in [str(script), *words]:
        assert word in result.stderr
    assert (script.read_text() if script.exists() else None) == text, "it is not touched"


def test_the_tour_begins_with_its_captions(open_terminal):
    terminal = open_terminal("demo --tour", columns=80, rows=24)
    terminal.wait_for("The tour: every state in two minutes")
    terminal.wait_for("tinted for two ticks", timeout=10)
    terminal.wait_for("one message of ACME is missing", timeout=10)
    terminal.wait(lambda s: "ago" in s.row("ACME") and "LIVE" in s[0], timeout=5, what="ACME alone is stale")
    terminal.wait(lambda s: "ago" not in s.row("ACME"), timeout=8, what="ACME is repaired")
