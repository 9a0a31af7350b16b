"""Replay: the screen, its keys, the digest, and tapes that are none."""

import gzip
import json
import os
import re
import shutil
import subprocess
import time

import pytest

from conftest import ROOT

TAPES = os.path.join(ROOT, "Tests", "Tapes")


def tape_file(name):
    return os.path.join(TAPES, name)


@pytest.fixture(scope="session")
def session(tape, tmp_path_factory):
    """A demo session of eight seconds with a gap, a dropped link and a halt."""
    folder = tmp_path_factory.mktemp("tapes")
    path, script = folder / "session.tape", folder / "script"
    script.write_text("1s gap ACME\n3s drop\n5s halt BNK\n6s price ACME 20000\n")
    process = subprocess.Popen([tape, "demo", "--plain", "--script", str(script), "--record", str(path), "--rate", "300"],
                               stdout=subprocess.PIPE, text=True)
    time.sleep(8.5)
    process.terminate()
    process.wait()
    process.stdout.close()
    return path


def replaying(screen):
    return "REPLAY" in screen[0] and screen.row("ACME")


def test_the_header_says_replay_with_the_tapes_time_and_never_live(open_terminal, session):
    terminal = open_terminal(f"replay {session}", env={"TZ": "UTC"})
    terminal.wait(replaying)
    recorded = re.search(r'"recorded":"(\d{4}-\d\d-\d\d)T', session.read_text())[1]
    terminal.wait(lambda s: re.search(rf"REPLAY {recorded} \d\d:\d\d:\d\d 1x", s[0]), timeout=5)
    terminal.never(lambda s: "LIVE" in s[0] or "DEMO" not in s[0], 2, "LIVE on a replay")
    assert terminal.styles("REPLAY") != set()


def test_a_replay_makes_no_connection(tape, session, tmp_path):
    trace = tmp_path / "trace"
    if not shutil.which("strace"):
        # Without strace: the sockets of the process are looked at while it plays.
        process = subprocess.Popen([tape, "replay", "--check", "--speed", "2", str(session)], stdout=subprocess.PIPE)
        time.sleep(1)
        links = [os.readlink(f"/proc/{process.pid}/fd/{fd}") for fd in os.listdir(f"/proc/{process.pid}/fd")]
        process.kill()
        process.wait()
        process.stdout.close()
        assert not any(link.startswith("socket") for link in links)
        return
    subprocess.run(["strace", "-f", "-e", "trace=socket,connect", "-o", str(trace), tape, "replay", "--check", str(session)],
                   check=True, capture_output=True)
    assert "connect(" not in trace.read_text()


def digest(tape, path, *options):
    result = subprocess.run([tape, "replay", "--check", *options, str(path)], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    return re.search(r"digest (\w{16})", result.stdout)[1]


def test_the_digest_is_the_same_at_every_speed_and_on_the_screen(tape, session, open_terminal):
    expected = digest(tape, session)
    assert digest(tape, session, "--speed", "10") == expected
    assert digest(tape, session, "--speed", "1") == expected
    terminal = open_terminal(f"replay --speed max {session}")
    terminal.wait_for(f"Its digest is {expected}", timeout=10)


def test_another_price_is_another_digest(tape, session, tmp_path):
    text = session.read_text()
    changed = tmp_path / "changed.tape"
    changed.write_text(re.sub(r'(\\"last\\":)(\d+)', lambda m: m[1] + str(int(m[2]) + 1), text, count=1))
    assert changed.read_text() != text
    assert digest(tape, changed) != digest(tape, session)


def test_a_live_session_with_faults_replays_to_the_same_final_screen(tape, open_terminal, tmp_path):
    path = tmp_path / "live.tape"
    terminal = open_terminal(f"demo --rate 200 --no-flash --record {path}")
    terminal.wait(lambda s: "LIVE" in s[0] and "waiting" not in str(s))
    for key in ("F1", "F9", "F6"):
        terminal.keys(key)
        time.sleep(1)
    terminal.wait(lambda s: "LIVE" in s[0] and "ago" not in str(s) and s.row("ACME"), timeout=10)
    # A frozen market is what both screens can be compared on: silence, until every row is stale.
    terminal.keys("F3")
    terminal.wait(lambda s: "RECONNECTING" in s[0] and "ago" in s.row("ACME"), timeout=8)
    last = terminal.screen()
    terminal.keys("q")
    terminal.exit_status()
    replay = open_terminal(f"replay --speed max --no-flash {path}")
    replay.wait(lambda s: "ended" in s[0], timeout=15)
    again = replay.screen()

    def prices(screen):
        rows = {}
        for line in screen[3:-3]:
            match = re.match(r"[> ] (\S+)\s.*?([\d.,]+) ([A-Z]{3})", line)
            if match:
                rows[match[1]] = (match[2], match[3], "ago" in line)
        return rows

    assert len(prices(last)) > 15 and prices(again) == prices(last)


def test_space_pauses_and_goes_on(open_terminal, session):
    terminal = open_terminal(f"replay {session}")
    terminal.wait(replaying)
    terminal.keys("Space")
    terminal.wait(lambda s: "paused" in s[0], timeout=3)
    before = str(terminal.screen())
    terminal.never(lambda s: str(s) != before, 1.5, "something moves while the tape is paused")
    terminal.keys("Space")
    terminal.wait(lambda s: "1x" in s[0], timeout=3)
    terminal.wait(lambda s: str(s) != before, timeout=3)


def position(screen):
    match = next((m for line in screen if (m := re.search(r"\d+ %  (\d+):(\d\d)", line))), None)
    return int(match[1]) * 60 + int(match[2]) if match else None


def test_the_arrows_step_a_second_also_back(open_terminal, session):
    terminal = open_terminal(f"replay {session} --from 2s")
    terminal.wait(lambda s: position(s) is not None and position(s) >= 2)
    terminal.keys("Space")
    terminal.wait(lambda s: "paused" in s[0])
    start = position(terminal.screen())
    terminal.keys("Right")
    terminal.wait(lambda s: position(s) == start + 1, timeout=3)
    terminal.keys("Left", "Left")
    terminal.wait(lambda s: position(s) == start - 1, timeout=3)
    assert terminal.screen().row("ACME")


def test_the_speed_changes_with_keys_and_the_bar_shows_the_place(open_terminal, session):
    terminal = open_terminal(f"replay {session}")
    terminal.wait(replaying)
    terminal.type(">")
    terminal.wait(lambda s: " 2x" in s[0], timeout=3)
    terminal.type("<<")
    terminal.wait(lambda s: "0.5x" in s[0], timeout=3)
    terminal.wait(lambda s: any(re.search(r"\[=*-+\]", line) for line in s), timeout=3)


def test_an_outage_is_seen_again_with_its_ages(open_terminal):
    terminal = open_terminal(f"replay {tape_file('silence.tape')}")
    terminal.wait(lambda s: "link was reconnecting" in s[0] and "ago" in s.row("ACME"), timeout=8)
    terminal.wait(lambda s: "ended" in s[0] and "181.90" in s.row("ACME"), timeout=8)


def test_keys_of_a_link_are_not_there(open_terminal, session):
    terminal = open_terminal(f"replay {session}")
    terminal.wait(replaying)
    terminal.keys("?")
    terminal.wait(lambda s: s.has("a second back, a second on"), timeout=3)
    assert not terminal.screen().has("retry the connection") and not terminal.screen().has("freeze the rows")


def test_from_and_to_bound_what_is_played(tape, session):
    whole = subprocess.run([tape, "replay", "--check", str(session)], capture_output=True, text=True).stdout
    part = subprocess.run([tape, "replay", "--check", "--from", "2s", "--to", "4s", str(session)], capture_output=True,
                          text=True).stdout
    count = lambda text: int(re.search(r"batches (\d+)", text)[1])
    assert 0 < count(part) < count(whole)
    for start in ("1s", "90s"):
        open_end = subprocess.run([tape, "replay", "--check", "--from", start, str(session)], capture_output=True, text=True)
        assert open_end.returncode == 0 and count(open_end.stdout) < count(whole), open_end.stderr
    assert digest(tape, session, "--to", "4s") == digest(tape, session, "--to", "4s", "--speed", "20")


def test_the_library_of_tapes_has_its_digests(tape):
    with open(tape_file("manifest.tsv")) as manifest:
        entries = [line.rstrip("\n").split("\t") for line in manifest]
    assert len(entries) > 12
    for name, expected, _ in entries:
        assert digest(tape, tape_file(name)) == expected, name


@pytest.mark.parametrize("content,words", [
    ("hello\n", "is no tape"), ("", "is no tape"), ('{"tape":7,"source":"tape"}\n', "version 7"),
    ('{"tape":1,"source":"moon"}\n', '"moon"')])
def test_what_is_no_tape_is_refused_with_a_sentence(content, words, run, tmp_path):
    path = tmp_path / "bad.tape"
    path.write_text(content)
    for arguments in (["replay", "--check", str(path)], ["serve", "--listen", "127.0.0.1:0", "--tape", str(path)]):
        result = run(*arguments)
        assert result.returncode == 1 and words in result.stderr and str(path) in result.stderr


def test_a_cut_gzip_and_a_torn_line_are_played_with_a_notice(run, session, tmp_path):
    whole = gzip.compress(session.read_bytes())
    cut = tmp_path / "cut.tape.gz"
    cut.write_bytes(whole[: len(whole) // 2])
    result = run("replay", "--check", str(cut))
    assert result.returncode == 0 and "ends early" in result.stderr
    torn = tmp_path / "torn.tape"
    torn.write_bytes(session.read_bytes()[:-30])
    result = run("replay", "--check", str(torn))
    assert result.returncode == 0 and "torn" in result.stderr


def test_a_missing_file_and_a_pipe_are_refused(run, tmp_path):
    missing = run("replay", "--check", str(tmp_path / "none.tape"))
    assert missing.returncode == 1 and "No such file" in missing.stderr
    folder = run("replay", "--check", str(tmp_path))
    assert folder.returncode == 1 and "is no file" in folder.stderr
    screen = run("replay", tape_file("ordered.tape"))
    assert screen.returncode == 1 and "--check" in screen.stderr


@pytest.mark.parametrize("arguments,words", [
    (["replay"], "needs the name"), (["replay", "a", "--speed", "fast"], "0.1 to 1000, or max"),
    (["replay", "a", "--from", "5s", "--to", "3s"], "later than"), (["replay", "a", "b"], "takes one file")])
def test_wrong_usage_of_replay(arguments, words, run):
    result = run(*arguments)
    assert result.returncode == 2 and words in result.stderr


def test_serve_plays_a_tape_to_any_client(open_exchange, open_terminal):
    exchange = open_exchange("--tape", tape_file("ordered.tape"))
    terminal = open_terminal(f"--server {exchange.url}")
    terminal.wait(lambda s: "LIVE" in s[0] and "182.40" in s.row("ACME"), timeout=5)
    terminal.wait(lambda s: "183.40" in s.row("ACME"), timeout=6)
    # The end of the tape is the end of the connection, and the next one begins anew.
    terminal.wait(lambda s: "LIVE" in s[0] and "182.40" in s.row("ACME"), timeout=12)


def test_a_served_tape_ends_the_connection_where_it_ended(open_exchange, open_terminal):
    exchange = open_exchange("--tape", tape_file("reconnect-in-snapshot.tape"))
    terminal = open_terminal(f"--server {exchange.url}")
    terminal.wait(lambda s: "182.55" in s.row("ACME") and "41.05" in s.row("BNK"), timeout=6)


def test_a_served_tape_that_begins_in_the_middle_shows_what_was_known_then(tape, open_exchange, open_terminal, tmp_path):
    exchange = open_exchange("--rate", "500")
    path = tmp_path / "middle.tape"
    subprocess.run([tape, "record", str(path), "--server", exchange.url, "--for", "4s", "--record-limit", "100kB"],
                   capture_output=True, text=True, timeout=30, check=True)
    lines = path.read_text().splitlines()
    frame = next(json.loads(line)["keyframe"] for line in lines if '"keyframe"' in line)
    assert len([row for row in frame["rows"] if row["state"] == "current"]) > 20
    # Only heartbeats come after it: whatever is shown is from the keyframe, and their count holds.
    path.write_text("\n".join(line for line in lines if not re.search(r'type\\":\\"(update|snapshot)', line)) + "\n")
    server = open_exchange("--tape", str(path))
    terminal = open_terminal(f"--server {server.url}")
    terminal.wait(lambda s: "LIVE" in s[0] and s.row("ACME") and "waiting" not in str(s) and "ago" not in str(s), timeout=5)
    assert re.search(r"\d", terminal.screen().row("ACME"))


def test_a_long_tape_is_gone_through_to_a_place_and_back_at_once(open_terminal, tmp_path):
    path = tmp_path / "long.tape"
    symbol = lambda number, last: json.dumps(json.dumps(
        {"type": "snapshot" if number == 1 else "update", "symbol": "ACME", "seq": number, "last": last, "currency": "EUR",
         "time": "2026-11-29T14:03:21Z"}))
    with path.open("w") as file:
        file.write('{"tape":1,"source":"tape","protocol":1,"recorded":"2026-11-30T08:07:01Z"}\n'
                   '{"at":0,"connected":true}\n{"at":1,"sent":{"subscribe":["ACME"],"maxRate":4}}\n')
        for number in range(1, 60_001):
            file.write(f'{{"at":{number * 5_000_000},"in":{symbol(number, number // 200)}}}\n')
    terminal = open_terminal(f"replay {path} --from 290s", env={"TZ": "UTC"})
    # On the way the bar shows how far it is, and keys work.
    terminal.wait(lambda s: (position(s) or 0) >= 290, timeout=60)
    terminal.keys("Space")
    terminal.wait(lambda s: "paused" in s[0])
    start = position(terminal.screen())
    began = time.monotonic()
    terminal.keys("Left")
    terminal.wait(lambda s: position(s) == start - 1, timeout=5)
    assert time.monotonic() - began < 4, "it was played from the beginning"
    assert f"{(start - 1) / 100:.2f}" in terminal.screen().row("ACME") or f"{start / 100:.2f}" in terminal.screen().row("ACME")
