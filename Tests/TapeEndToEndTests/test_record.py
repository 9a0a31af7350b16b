"""Recording: the file, the last minutes at a key, limits, and what is never in it."""

import glob
import gzip
import json
import os
import re
import signal
import subprocess
import time

import pytest


def live(screen):
    return "LIVE" in screen[0] and screen.row("ACME") and "waiting" not in str(screen)


def check(tape, path):
    """What `replay --check` prints, as a dictionary; the run must find no violation."""
    result = subprocess.run([tape, "replay", "--check", str(path)], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr + result.stdout
    return {"digest": re.search(r"digest (\w{16})", result.stdout)[1],
            "messages": int(re.search(r"messages (\d+)", result.stdout)[1]),
            "violations": int(re.search(r"violations (\d+)", result.stdout)[1]), "notices": result.stderr}


def lines(path):
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.mark.parametrize("name", ["session.tape", "session.tape.gz"])
def test_record_writes_what_came_and_what_was_sent(name, tape, open_exchange, tmp_path):
    exchange = open_exchange("--rate", "200")
    path = tmp_path / name
    result = subprocess.run([tape, "record", str(path), "--server", exchange.url, "--for", "2s"], capture_output=True,
                            text=True, timeout=30)
    assert result.returncode == 0 and result.stderr == ""
    assert result.stdout.splitlines()[0] == f'recording "{path}" until Ctrl-C'
    content = lines(path)
    assert content[0]["tape"] == 1 and content[0]["source"] == "tape" and "recorded" in content[0]
    kinds = {key for line in content[1:] for key in line if key != "at"}
    assert {"list", "connected", "sent", "link", "in", "disconnected"} <= kinds
    times = [line["at"] for line in content[1:]]
    assert times == sorted(times)
    assert os.stat(path).st_mode & 0o777 == 0o600
    assert check(tape, path)["notices"] == ""


def test_ctrl_c_ends_a_recording_in_order(tape, open_exchange, tmp_path):
    exchange = open_exchange()
    path = tmp_path / "a.tape.gz"
    process = subprocess.Popen([tape, "record", str(path), "--server", exchange.url], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline().startswith("recording")
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(5) == 0
    assert process.stdout.read().startswith("recorded ")
    assert check(tape, path)["notices"] == ""


@pytest.mark.parametrize("name", ["killed.tape", "killed.tape.gz"])
def test_a_recording_that_is_killed_loses_at_most_the_last_second(name, tape, open_exchange, tmp_path):
    exchange = open_exchange("--rate", "500")
    path = tmp_path / name
    process = subprocess.Popen([tape, "record", str(path), "--server", exchange.url], stdout=subprocess.PIPE, text=True)
    process.stdout.readline()
    time.sleep(3)
    process.kill()
    process.wait()
    process.stdout.close()
    result = subprocess.run([tape, "replay", "--check", str(path)], capture_output=True, text=True)
    assert result.returncode == 0
    assert float(re.search(r"^tape ([\d.]+) s", result.stdout, re.M)[1]) > 1.5


def test_the_screen_records_beside_showing(open_terminal, tape, tmp_path):
    path = tmp_path / "screen.tape"
    terminal = open_terminal(f"demo --record {path}")
    terminal.wait(live)
    terminal.keys("F1")
    terminal.wait(lambda _: '"resync"' in path.read_text(), timeout=5, what="the resync is in the file while it runs")
    terminal.keys("q")
    assert terminal.exit_status() == 0
    assert check(tape, path)["notices"] == ""
    assert any("resync" in line.get("sent", {}) for line in lines(path))


def test_d_writes_the_last_minutes_and_says_where(open_terminal, tape, tmp_path):
    terminal = open_terminal("demo", env={"XDG_STATE_HOME": str(tmp_path)})
    terminal.wait(live)
    terminal.keys("D")
    screen = terminal.wait_for("The last minutes are in", timeout=5) and terminal.screen()
    files = glob.glob(str(tmp_path / "tape" / "flight-*.tape.gz"))
    assert len(files) == 1 and any(os.path.basename(files[0])[:20] in line for line in screen)
    assert check(tape, files[0])["messages"] > 28  # a snapshot of each row in sight
    assert live(terminal.screen())


def test_d_says_why_it_cannot_write(open_terminal, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    terminal = open_terminal("demo", env={"XDG_STATE_HOME": str(blocked)})
    terminal.wait(live)
    terminal.keys("D")
    terminal.wait_for("Can't make the folder", timeout=5)
    terminal.wait(live)


def test_a_token_is_never_recorded(tape, open_exchange, tmp_path):
    token = "tk-8e1f9a2b77"
    exchange = open_exchange("--token", token)
    path = tmp_path / "secret.tape"
    result = subprocess.run([tape, "record", str(path), "--server", exchange.url, "--for", "1s"], capture_output=True,
                            text=True, timeout=30, env={**os.environ, "TAPE_TOKEN": token})
    assert result.returncode == 0
    assert token not in path.read_text() and '"in"' in path.read_text()


def test_at_its_limit_the_file_is_begun_anew_and_both_play(tape, open_exchange, tmp_path):
    exchange = open_exchange("--rate", "500")
    path = tmp_path / "long.tape"
    subprocess.run([tape, "record", str(path), "--server", exchange.url, "--for", "5s", "--record-limit", "150kB"],
                   capture_output=True, text=True, timeout=30, check=True)
    older = tmp_path / "long.tape.1"
    assert older.exists() and older.stat().st_size < 400_000 and path.stat().st_size < 400_000
    assert "keyframe" in "".join(path.read_text().splitlines()[1:3])
    for file in (path, older):
        assert check(tape, file)["notices"] == ""


def test_a_recording_never_overwrites(run, tmp_path):
    path = tmp_path / "precious.tape"
    path.write_text("precious")
    result = run("record", str(path))
    assert result.returncode == 1 and "is there already" in result.stderr and str(path) in result.stderr
    assert path.read_text() == "precious"


@pytest.mark.parametrize("arguments,words", [
    (["record"], ["needs the name of a FILE"]), (["record", "/nonexistent/a.tape"], ["/nonexistent/a.tape", "No such file"]),
    (["--record-limit", "1h"], ["--record-limit", "--record FILE"]), (["record", "a", "--record-limit", "soon"], ["100MB or 1h"]),
    (["record", "a", "--record-limit", "1kB"], ["at least 10kB"]), (["record", "a", "--for", "0s"], ["--for", "1s to"]),
])
def test_wrong_recordings_are_refused_with_what_is_allowed(arguments, words, run):
    result = run(*arguments)
    assert result.returncode in (1, 2)
    for word in words:
        assert word in result.stderr


def test_a_full_disk_ends_the_recording_and_not_the_prices(open_terminal, tmp_path):
    # A file of at most 64 KB stands for the disk that is full.
    command = f"bash -c 'trap \"\" XFSZ; ulimit -f 64; exec {os.environ.get('TAPE', '.build/debug/tape')} demo --rate 2000 " \
              f"--record {tmp_path}/full.tape'"
    terminal = open_terminal(command=command)
    terminal.wait_for("can't go on: File", timeout=15)
    terminal.wait(live)
