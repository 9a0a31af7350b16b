"""`--once`, output that is no terminal, exit statuses, and the words of refusals."""

import csv
import io
import json
import socket
import subprocess

import pytest


def test_once_prints_a_table_of_live_prices(open_peer, run):
    peer = open_peer()
    result = run("--once", "--server", peer.url)
    assert result.returncode == 0, result.stderr
    assert "\x1b" not in result.stdout
    assert "ACME" in result.stdout and "100.00" in result.stdout and "Bankhaus Nord" in result.stdout


def test_once_prints_json_with_exact_numbers(open_peer, run):
    peer = open_peer()
    result = run("--once", "--format", "json", "--server", peer.url)
    assert result.returncode == 0, result.stderr
    rows = {row["symbol"]: row for row in json.loads(result.stdout)}
    assert rows["ACME"]["last"] == "100.00" and rows["ACME"]["currency"] == "EUR" and rows["ACME"]["live"] is True


def test_once_prints_csv(open_peer, run):
    peer = open_peer([("ACME", 'The "A", Inc')])
    result = run("--once", "--format", "csv", "--server", peer.url)
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert rows[0]["symbol"] == "ACME" and rows[0]["name"] == 'The "A", Inc' and rows[0]["last"] == "100.00"


def test_once_says_which_prices_are_not_live_and_exits_3(open_peer, run):
    peer = open_peer()
    peer.snapshots = False
    result = run("--once", "--timeout", "1s", "--server", peer.url)
    assert result.returncode == 3
    assert "waiting" in result.stdout and "—" in result.stdout


def test_once_without_a_server_exits_1_with_the_reason(run):
    result = run("--once", "--timeout", "1s", "--server", "http://127.0.0.1:9")
    assert result.returncode == 1
    assert "127.0.0.1" in result.stderr and result.stdout == ""


def test_a_pipe_gets_the_table_without_escape_sequences(tape):
    result = subprocess.run(f"{tape} | cat", shell=True, capture_output=True, text=True, timeout=30)
    assert "ACME" in result.stdout and "\x1b" not in result.stdout + result.stderr


def test_no_keyboard_gets_the_table(tape, open_terminal):
    terminal = open_terminal(rows=60, command=f"sh -c '{tape} < /dev/null; echo status=$?'")
    terminal.wait_for("status=0", timeout=15)
    assert terminal.screen().has("ACME")


def test_a_closed_pipe_ends_quietly(tape):
    result = subprocess.run(f"{tape} --once | head -1", shell=True, capture_output=True, text=True, timeout=30)
    assert result.stderr == ""


@pytest.mark.parametrize("arguments,words", [
    (["--tik", "1s"], "--tick"),
    (["--once", "--format", "xml"], "table"),
    (["--tick", "10ms"], "250ms"),
    (["--tick"], "--tick"),
    (["--timeout", "soon"], "soon"),
    (["A B"], "A B"),
    (["serve", "--listen", "nowhere"], "127.0.0.1:8080"),
    (["serve", "--rate", "-5"], "--rate"),
    (["--server", "ftp://x"], "ftp"),
    (["--server", "http://"], "http://"),
])
def test_wrong_usage_is_named_and_exits_2(arguments, words, run):
    result = run(*arguments)
    assert result.returncode == 2, result.stderr
    assert words in result.stderr and result.stdout == ""


def test_help_and_version(run):
    help_text = run("--help")
    assert help_text.returncode == 0 and "--server" in help_text.stdout and "tape demo, serve" in help_text.stdout
    for words in ("SYMBOL[@SOURCE]", "--server [NAME=]URL", "--rest [NAME=]URL", "FINNHUB_API_KEY", "APCA_API_SECRET_KEY",
                  "TWELVE_DATA_API_KEY", "TAPE_TOKEN"):
        assert words in help_text.stdout, words
    assert "--listen" in run("serve", "--help").stdout
    assert run("--version").stdout.startswith("tape ")


def test_a_token_file_that_others_can_read_is_refused(open_peer, run, tmp_path):
    peer = open_peer(token="secret-token")
    token = tmp_path / "token"
    token.write_text("secret-token")
    token.chmod(0o644)
    result = run("--once", "--server", peer.url, "--token-file", str(token))
    assert result.returncode == 1
    assert str(token) in result.stderr and "chmod" in result.stderr and "secret-token" not in result.stderr
    assert token.read_text() == "secret-token" and token.stat().st_mode & 0o777 == 0o644, "it is not touched"


def test_a_token_file_that_is_not_there_is_named(open_peer, run):
    peer = open_peer(token="x")
    result = run("--once", "--server", peer.url, "--token-file", "/nonexistent/token")
    assert result.returncode == 1 and "/nonexistent/token" in result.stderr


def test_a_token_never_goes_to_another_host_in_the_clear(run):
    result = run("--once", "--timeout", "2s", "--server", "http://prices.example:8080", env={"TAPE_TOKEN": "secret-token"})
    assert result.returncode == 1
    assert "prices.example" in result.stderr and "secret-token" not in result.stderr


def test_the_token_of_the_environment_is_used(open_peer, run):
    peer = open_peer(token="secret-token")
    result = run("--once", "--server", peer.url, env={"TAPE_TOKEN": "secret-token"})
    assert result.returncode == 0, result.stderr
    refused = run("--once", "--timeout", "2s", "--server", peer.url, env={"TAPE_TOKEN": "other"})
    assert refused.returncode == 1 and "other" not in refused.stderr


def test_stats_are_one_line_on_standard_error(open_peer, run):
    peer = open_peer()
    result = run("--once", "--stats", "--server", peer.url)
    lines = result.stderr.strip().split("\n")
    assert len(lines) == 1
    for word in ("first price", "updates", "batches", "gaps", "resyncs", "reconnects", "malformed", "in", "out", "stale"):
        assert word in lines[0]


def test_the_log_tells_what_happened_on_the_link(open_peer, run, tmp_path):
    peer = open_peer(token="secret-token")
    log = tmp_path / "tape.log"
    run("--once", "--log", str(log), "--server", peer.url, env={"TAPE_TOKEN": "secret-token"})
    text = log.read_text()
    assert "live" in text and "secret-token" not in text
    assert run("--once", "--log", "/nonexistent/dir/log", "--server", peer.url).returncode == 1


def test_a_server_that_answers_nothing_is_no_silent_failure(run):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        result = run("--once", "--timeout", "1s", "--server", url, "ACME")
    assert result.returncode == 3
    assert "within 1s" in result.stderr and "--timeout" in result.stderr
