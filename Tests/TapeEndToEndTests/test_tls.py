"""TLS end to end: what is accepted and refused, and the demo exchange behind its own certificate."""

import json
import os
import re
import socket
import ssl
import subprocess

import pytest

from exchange import Exchange
from tls_certificates import Authority
from tls_matrix import outcomes


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(str(tmp_path_factory.mktemp("authority")))


@pytest.fixture
def open_secure(tape, authority):
    opened = []

    def start(name="exchange", *options):
        certificate, key = authority.server(name, ["localhost", "127.0.0.1"])
        opened.append(Exchange(tape, "--tls-cert", certificate, "--tls-key", key, *options))
        return opened[-1]

    yield start
    for exchange in opened:
        exchange.close()


def test_every_certificate_is_accepted_or_refused_as_it_should_be(tape):
    assert [fault for outcome in outcomes(tape) for fault in outcome.faults()] == []


def test_the_exchange_serves_list_and_prices_over_tls(open_secure, authority, run):
    exchange = open_secure()
    assert exchange.url.startswith("https://127.0.0.1:")
    result = run("--once", "--format", "json", "--server", exchange.url, "--ca-file", authority.file)
    assert result.returncode == 0, result.stderr
    assert len([row for row in json.loads(result.stdout) if row["live"]]) == 50


def test_a_token_travels_over_tls(open_secure, authority, run):
    exchange = open_secure("exchange", "--token", "s3cret-token")
    arguments = ["--once", "--server", exchange.url, "--ca-file", authority.file, "ACME"]
    assert run(*arguments, env={"TAPE_TOKEN": "s3cret-token"}).returncode == 0
    refused = run(*arguments, env={"TAPE_TOKEN": "another-token"})
    assert refused.returncode == 1 and "refused" in refused.stderr and "another-token" not in refused.stderr


def test_the_exchange_speaks_no_tls_older_than_1_2_and_survives_who_speaks_none(open_secure, authority, run):
    exchange = open_secure()
    port = int(exchange.url.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port), timeout=10) as plain:
        plain.sendall(b"GET /v1/watchlist HTTP/1.1\r\nHost: a\r\n\r\n")
        assert b"HTTP" not in plain.recv(4096)
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("ALL:@SECLEVEL=0")
    old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    with socket.create_connection(("127.0.0.1", port), timeout=10) as raw, pytest.raises(ssl.SSLError):
        old.wrap_socket(raw)
    result = run("--once", "--server", exchange.url, "--ca-file", authority.file, "ACME")
    assert result.returncode == 0, result.stderr


def test_prices_come_back_over_tls_after_an_outage(open_secure, authority, open_terminal):
    exchange = open_secure()
    terminal = open_terminal(f"--server {exchange.url} --ca-file {authority.file}")
    terminal.wait_for("LIVE", timeout=15)
    exchange.fault("refuse 4s")
    exchange.fault("drop")
    terminal.wait_for("Reconnecting", timeout=15)
    terminal.wait_for("LIVE", timeout=15)


@pytest.mark.parametrize("certificate,key,words", [
    ("missing.pem", "good.key", ["missing.pem", "No such file", "--tls-cert"]),
    ("good.pem", "missing.key", ["missing.key", "No such file", "--tls-key"]),
    ("good.key", "good.key", ["good.key", "no certificate in PEM form"]),
    ("good.pem", "good.pem", ["good.pem", "no private key in PEM form"]),
    ("good.pem", "other.key", ["other.key", "not the one of the certificate"]),
    ("good.pem", "locked.key", ["locked.key", "protected by a password", "openssl pkey"]),
])
def test_a_certificate_and_key_that_cannot_be_used_are_named(certificate, key, words, authority, run):
    authority.server("good", ["localhost"])
    authority.server("other", ["localhost"])
    subprocess.run(["openssl", "pkey", "-in", f"{authority.folder}/good.key", "-aes256", "-passout", "pass:s3cret",
                    "-out", f"{authority.folder}/locked.key"], check=True, capture_output=True)
    result = run("serve", "--tls-cert", f"{authority.folder}/{certificate}", "--tls-key", f"{authority.folder}/{key}")
    assert result.returncode == 1 and result.stdout == ""
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize("given,missing", [("--tls-cert", "--tls-key"), ("--tls-key", "--tls-cert")])
def test_certificate_and_key_go_together(given, missing, run):
    result = run("serve", given, "file.pem")
    assert result.returncode == 2 and f"{missing} is missing" in result.stderr


def test_the_help_knows_the_options(run):
    assert "--ca-file FILE" in run("--help").stdout
    assert re.search(r"--tls-cert FILE.*\n\s+--tls-key FILE", run("serve", "--help").stdout)


def test_authorities_from_a_pipe_are_refused_before_anything_waits_for_them(run, tmp_path):
    pipe = tmp_path / "ca.pem"
    os.mkfifo(pipe)
    result = run("--once", "--server", "https://127.0.0.1:9", "--ca-file", str(pipe), timeout=10)
    assert result.returncode == 1 and f'"{pipe}"' in result.stderr and "plain file" in result.stderr
