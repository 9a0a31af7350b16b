"""Runs websocket-agent against servers, and through proxies, that people run, and prints a table; exit status 1 when a row fails.

    interop.py AGENT [--no-tls] [--only NAME]
"""

import argparse
import functools
import json
import os
import ssl
import subprocess
import sys
import tempfile
import time

import fronts
import proxies
import servers

PLAIN = {
    "websockets": servers.websockets_server,
    "websockets, no deflate": functools.partial(servers.websockets_server, compression=None),
    "aiohttp": servers.aiohttp_server,
    "tornado": servers.tornado_server,
}


def say(agent, url, certificate, words):
    """One connection of the agent: its exit status and what it reports, or a sentence."""
    words = [agent, url, *(["--ca-file", certificate.authority] if certificate else []), *words]
    clean = {key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")}
    try:
        ended = subprocess.run(words, capture_output=True, text=True, timeout=60, env=clean)
    except subprocess.TimeoutExpired:
        return None, "the agent did not end within 60 s"
    try:
        return ended.returncode, json.loads(ended.stdout)
    except ValueError:
        return None, f"the agent said {ended.stdout!r} {ended.stderr!r}"


def run(agent, url, result, certificate=None, words=()):
    """One connection that should go well; returns what failed, or None."""
    status, said = say(agent, url, certificate, words)
    if status is None:
        return said
    result.done.wait(10)
    if result.failure:
        return f"{result.failure}; the agent: {said}"
    if status != 0 or said["closeCode"] != 1000 or not said["clean"]:
        return f"the agent ended with {status}: {said}"
    return None


def through(kind, agent, directory, certificate, wrong=False):
    """One connection through a proxy, to a server with TLS when there is a certificate; returns what failed, or None."""
    _, program, start, scheme, login = kind
    context = None
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate.chain, certificate.key)
    server = servers.InThread(servers.websockets_server, context)
    standing = None
    try:
        port = fronts.free_port()
        standing = fronts.Standing(program, port, start(directory, port, login))
        user = f"{login[0]}:{'wrong' if wrong else login[1]}@" if login else ""
        words = ["--proxy", f"{scheme}://{user}127.0.0.1:{port}"]
        url = f"{'wss' if certificate else 'ws'}://127.0.0.1:{server.port}/"
        if not wrong:
            return run(agent, url, server.result, certificate, words)
        status, said = say(agent, url, certificate, words)
        return None if status == 1 and "loginRefused" in said["error"] else f"not refused: {said}"
    except RuntimeError as error:
        return str(error)
    finally:
        if standing:
            standing.stop()
        server.stop()


def proxy_rows(options, directory, certificate):
    """The rows of every proxy: to a plain server, to one with TLS, and with a wrong login where it asks for one."""
    for kind in proxies.KINDS:
        cases = [("", None, False), (", TLS behind", certificate, False), (", wrong password", None, True)]
        for words, behind, wrong in cases:
            name = f"{kind[0]}{words}"
            if options.only not in name or (words == ", TLS behind" and not certificate) or (wrong and not kind[4]):
                continue
            if not fronts.program(kind[1]):
                yield name, "skipped", f"{kind[1]} is not installed", 0
                continue
            began = time.monotonic()
            failure = through(kind, options.agent, directory, behind, wrong)
            yield name, "failed" if failure else "passed", failure or "", time.monotonic() - began


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("agent")
    parser.add_argument("--no-tls", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    rows = []

    with tempfile.TemporaryDirectory() as directory:
        certificate = None if options.no_tls else fronts.Certificate(directory)
        cases = [(name, make, None) for name, make in PLAIN.items()]
        if certificate:
            cases += [(f"{name}, TLS", make, "own") for name, make in PLAIN.items()]
            cases += [(f"{front} with TLS, websockets behind", servers.websockets_server, front)
                      for front in ("nginx", "haproxy")]
        for name, make, front in cases:
            if options.only not in name:
                continue
            if front in ("nginx", "haproxy") and not fronts.program(front):
                rows.append((name, "skipped", f"{front} is not installed", 0))
                continue
            context = None
            if front == "own":
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(certificate.chain, certificate.key)
            server = servers.InThread(make, context)
            standing = None
            began = time.monotonic()
            try:
                if front in ("nginx", "haproxy"):
                    standing = fronts.Front(front, directory, certificate, server.port)
                port = standing.port if standing else server.port
                scheme = "wss" if front else "ws"
                failure = run(options.agent, f"{scheme}://127.0.0.1:{port}/", server.result, certificate if front else None)
            except RuntimeError as error:
                failure = str(error)
            finally:
                if standing:
                    standing.stop()
                server.stop()
            rows.append((name, "failed" if failure else "passed", failure or "", time.monotonic() - began))
        rows += proxy_rows(options, directory, certificate)

    sizes = ", ".join(str(size) for size in servers.SIZES)
    print(f"Echo of random text and binary of {sizes} bytes, a ping, a close:")
    for name, verdict, detail, seconds in rows:
        print(f"  {name:40} {verdict:8} {seconds:6.2f} s  {detail}")
    sys.exit(1 if not rows or any(verdict == "failed" for _, verdict, _, _ in rows) else 0)


if __name__ == "__main__":
    main()
