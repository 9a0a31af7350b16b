#!/usr/bin/env python3
"""Runs the Autobahn TestSuite's fuzzing server on the loopback against websocket-agent, and judges the outcome.

    run.py AGENT DIRECTORY [SECTIONS]

AGENT is the program, DIRECTORY where install.sh has put the suite. SECTIONS is `base` (1 to 10: framing, UTF-8,
closing, limits; the default), `compression` (12 and 13), `all`, or the suite's own patterns with commas, such as
`6.4.*,9.*`. Words behind it are handed to the agent.
"""

import argparse
import ast
import json
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import time

from judge import judge

NAME = "tape"
SECTIONS = {"base": ["1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "9.*", "10.*"], "compression": ["12.*", "13.*"]}
SECTIONS["all"] = SECTIONS["base"] + SECTIONS["compression"]
# The slowest cases are a thousand round trips of 128 KiB.
CASE_TIMEOUT = 600


class Server:
    """The fuzzing server, with its report in a directory of its own."""

    def __init__(self, directory, patterns):
        self.reports = directory / "reports"
        shutil.rmtree(self.reports, ignore_errors=True)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"ws://127.0.0.1:{port}"
        # The suite takes a pattern as the beginning of a case's number.
        spec = {"url": self.url, "outdir": str(self.reports), "cases": patterns, "exclude-cases": [],
                "exclude-agent-cases": {}}
        (directory / "spec.json").write_text(json.dumps(spec))
        self.log = directory / "server.log"
        launcher = pathlib.Path(__file__).with_name("fuzzing_server.py")
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [directory / "suite/bin/python", "-u", launcher, "-m", "fuzzingserver", "-s", directory / "spec.json",
                 "-u", "0"], stdout=log, stderr=subprocess.STDOUT, cwd=directory)
        self.cases = self._cases()
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                self._check()

    def _cases(self):
        """The numbers of the cases, which the server prints at its start."""
        while True:
            found = re.search(r"^Cases = (\[.*\])$", self.log.read_text(), re.MULTILINE)
            if found:
                return ast.literal_eval(found[1])
            self._check()

    def _check(self):
        if self.process.poll() is not None:
            sys.exit(f"conformance: the fuzzing server ended: {self.log.read_text()[-2000:]}")
        time.sleep(0.05)

    def close(self):
        self.process.terminate()
        self.process.wait(10)


def main():
    parser = argparse.ArgumentParser(usage="run.py AGENT DIRECTORY [SECTIONS] [words for the agent]")
    parser.add_argument("agent", type=pathlib.Path)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("sections", nargs="?", default="base")
    parser.add_argument("words", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    agent, directory = options.agent.resolve(), options.directory.resolve()
    patterns = SECTIONS.get(options.sections) or options.sections.split(",")
    strange = 0
    server = Server(directory, patterns)
    started = time.monotonic()

    def connect(path, *words):
        """Runs the agent once; counts ends that it must never have."""
        nonlocal strange
        command = [agent, f"{server.url}{path}agent={NAME}", *words]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=CASE_TIMEOUT)
        except subprocess.TimeoutExpired:
            strange += 1
            print(f"the agent did not end within {CASE_TIMEOUT} s: {path}")
            return
        line = done.stdout.strip()
        report = json.loads(line) if done.returncode in (0, 1) and line.count("\n") == 0 and line else None
        if report is None or report["clean"] != (done.returncode == 0):
            strange += 1
            print(f"strange end of the agent: {path} status {done.returncode}: {done.stdout}{done.stderr}")

    try:
        for case in server.cases:
            connect(f"/runCase?casetuple={case}&", *options.words)
        connect("/updateReports?")
        print(f"{time.monotonic() - started:.1f} s, report: {server.reports}/index.html")
    finally:
        server.close()
    passed = judge(server.reports / "index.json", NAME, server.cases)
    sys.exit(0 if passed and not strange else 1)


if __name__ == "__main__":
    main()
