"""The soak, with the program itself on a terminal beside it, on the same exchange and through the same faults.

    soak.py TAPE-SOAK TAPE SECONDS SEED FOLDER
"""

import os
import re
import subprocess
import sys
import time

from pty_run import PtyRun


def figures(pid):
    with open(f"/proc/{pid}/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return (int(fields["VmRSS"].split()[0]) // 1024, len(os.listdir(f"/proc/{pid}/fd")), int(fields["Threads"]))


def words(values):
    return "%d MB, %d descriptors, %d threads" % values


def main():
    soak, tape, seconds, seed, folder = sys.argv[1:]
    process = subprocess.Popen([soak, seconds, seed, folder], stdout=subprocess.PIPE, text=True)
    first = process.stdout.readline()
    print(first, end="", flush=True)
    run = PtyRun(f"{tape} --server {re.search(r'http://[0-9.:]+', first)[0]}")
    time.sleep(8)
    before = after = figures(run.pid)
    # The exchange is gone at the end, so the last figures are those from before.
    while process.poll() is None:
        after = figures(run.pid)
        time.sleep(1)
    print(process.stdout.read(), end="")
    print(f"the program itself at the start {words(before)}, at the end {words(after)}")
    run.write(b"q")
    run.close()
    grown = after[0] - before[0] > 24 or after[1] > before[1] + 2 or after[2] > before[2] + 3
    if grown:
        print("violation: the program's memory, descriptors or threads are not flat")
    sys.exit(process.returncode or grown)


main()
