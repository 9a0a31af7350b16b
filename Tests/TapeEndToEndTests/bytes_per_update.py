"""Measures what an update costs on the wire, with and without compression: python3 bytes_per_update.py TAPE

The demo exchange at 500 updates a second on 50 symbols, watched for 20 s. Bytes are those on the socket, as the program
itself counts them; processor time is that of the program that watches and of the exchange.
"""

import re
import signal
import sys
import time

from exchange import Exchange
from figures import cpu
from pty_run import PtyRun

SECONDS = 20


def measure(tape, options):
    exchange = Exchange(tape, "--rate", "500", "--symbols", "50")
    run = PtyRun(f"{tape} --server {exchange.url} --stats {options}", rows=56)
    time.sleep(3)
    before = cpu(run.pid), cpu(exchange.process.pid)
    time.sleep(SECONDS)
    watcher, server = cpu(run.pid) - before[0], cpu(exchange.process.pid) - before[1]
    run.write(b"q")
    run.wait_for(b" B, out ")
    said = re.search(rb"updates (\d+).* in (\d+) B, out (\d+) B", run.output())
    run.close()
    exchange.close()
    updates, received = int(said[1]), int(said[2])
    return received / updates, updates, watcher / SECONDS * 100, server / SECONDS * 100


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for name, options in (("compressed", ""), ("uncompressed", "--no-compression")):
        size, updates, watcher, server = measure(sys.argv[1], options)
        print(f"{name:12} {size:6.1f} B an update ({updates} updates), CPU of tape {watcher:.2f} %, "
              f"of the exchange {server:.2f} %", flush=True)


if __name__ == "__main__":
    main()
