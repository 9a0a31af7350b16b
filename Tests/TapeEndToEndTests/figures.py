"""Measures what the documentation states, on this machine: python3 figures.py TAPE [BURST-MINUTES]

Each figure is a median or a count of one run; the CPU is shown beside that of a small Python screen of the same rows
(rich and websockets), since machines differ and ratios do not.
"""

import os
import random
import re
import signal
import statistics
import subprocess
import sys
import time

from exchange import Exchange
from pty_run import PtyRun

HERE = os.path.dirname(os.path.abspath(__file__))
TICKS = os.sysconf("SC_CLK_TCK")


def cpu(pid):
    """Seconds of processor time that a process has used."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid):
    """Resident memory in kB."""
    with open(f"/proc/{pid}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))


def first_price(tape):
    """Milliseconds from exec until a price of the embedded demo is painted."""
    run = PtyRun(tape, rows=56)
    began = run.started
    while not re.search(rb"\d\.\d\d", run.output()):
        assert time.monotonic() - began < 10, "no price within 10 s"
        time.sleep(0.0005)
    moment = next(moment for moment, _ in run.chunks if re.search(rb"\d\.\d\d", run.output_until(moment)))
    run.close()
    return (moment - began) * 1000


def watch(command, seconds, warm=4):
    """CPU in percent of a core, terminal bytes a second and writes a second of a screen."""
    run = PtyRun(command, rows=56)
    time.sleep(warm)
    began, used = time.monotonic(), cpu(run.pid)
    time.sleep(seconds)
    took = time.monotonic() - began
    result = {
        "cpu": (cpu(run.pid) - used) / took * 100,
        "bytes": run.bytes(since=began) / took,
        "frames": len(run.frames(since=began)) / took,
        "resident": resident(run.pid),
    }
    run.close()
    return result


def writes(command, seconds, warm=3):
    """write(2) calls to the terminal in a stretch of time, counted by strace."""
    run = PtyRun(command, rows=56)
    time.sleep(warm)
    trace = subprocess.Popen(["strace", "-f", "-qq", "-e", "trace=write", "-e", "write=none", "-p", str(run.pid)],
                             stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    time.sleep(0.5)
    began = time.monotonic()
    time.sleep(seconds)
    frames = len(run.frames(since=began))
    trace.send_signal(signal.SIGINT)
    lines = trace.communicate()[1].splitlines()
    run.close()
    return sum("write(1," in line for line in lines), frames


def key_latency(tape, url, count=200):
    """Milliseconds from a key to the next bytes of the screen, at random moments."""
    run = PtyRun(f"{tape} --server {url}", rows=56)
    time.sleep(4)
    random.seed(7)
    found = []
    for number in range(count):
        time.sleep(random.uniform(0.03, 0.1))
        began = time.monotonic()
        run.write(b"j" if number % 2 == 0 else b"k")
        while not run.bytes(since=began):
            time.sleep(0.0003)
        found.append((next(moment for moment, _ in run.chunks if moment >= began) - began) * 1000)
    run.close()
    return sorted(found)


def line(name, text):
    print(f"{name:44} {text}", flush=True)


def main():
    tape = sys.argv[1]
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    with open("/proc/cpuinfo") as file:
        model = next((row.split(":")[1].strip() for row in file if row.startswith("model name")), "unknown")
    line("machine", f"{model}, {os.cpu_count()} cores")

    starts = sorted(first_price(tape) for _ in range(9))
    line("exec to first painted price, demo", f"{statistics.median(starts):.0f} ms (min {starts[0]:.0f}, max {starts[-1]:.0f})")

    exchange = Exchange(tape, "--rate", "500")
    ours, theirs = [], []
    for _ in range(3):
        ours.append(watch(f"{tape} --server {exchange.url}", 10))
        theirs.append(watch(f"/usr/bin/python3 {HERE}/rich_screen.py {exchange.url}", 10))
    exchange.close()
    for name, unit in (("cpu", "% of a core"), ("bytes", "B/s to the terminal"), ("frames", "frames/s"), ("resident", "kB resident")):
        mine = statistics.median(result[name] for result in ours)
        other = statistics.median(result[name] for result in theirs)
        line(f"500 updates/s, 50 rows: {unit}", f"{mine:.2f}; rich and websockets {other:.2f}; ratio {mine / other:.3f}")

    if os.path.exists("/usr/bin/strace"):
        exchange = Exchange(tape, "--rate", "500")
        count, frames = writes(f"{tape} --server {exchange.url}", 5)
        line("writes to the terminal, 500 updates/s", f"{count} in {frames} frames")
        exchange.close()
    exchange = Exchange(tape, "--rate", "4000")
    keys = key_latency(tape, exchange.url)
    line("key to screen at 4,000 updates/s", f"p50 {keys[len(keys) // 2]:.1f} ms, p99 {keys[int(len(keys) * 0.99)]:.1f} ms, "
         f"max {keys[-1]:.1f} ms of {len(keys)}")
    exchange.close()
    quiet = Exchange(tape, "--rate", "0")
    run = PtyRun(f"{tape} --server {quiet.url}", rows=56)
    time.sleep(4)
    began, used = time.monotonic(), cpu(run.pid)
    time.sleep(20)
    line("quiet market: bytes to the terminal in 20 s", f"{run.bytes(since=began)}")
    line("quiet market: CPU", f"{(cpu(run.pid) - used) / 20 * 100:.2f} % of a core")
    run.close()
    quiet.close()

    exchange = Exchange(tape)
    run = PtyRun(f"{tape} --server {exchange.url}", rows=56)
    time.sleep(5)
    before = resident(run.pid)
    used, began = cpu(run.pid), time.monotonic()
    exchange.fault(f"burst {int(minutes * 60)}s")
    time.sleep(minutes * 60)
    line(f"resident after {minutes:g} min of burst", f"{resident(run.pid)} kB; before it {before} kB")
    line("CPU during the burst", f"{(cpu(run.pid) - used) / (time.monotonic() - began) * 100:.1f} % of a core")
    run.close()
    exchange.close()


if __name__ == "__main__":
    main()
