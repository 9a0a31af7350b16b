"""The program in a pseudo-terminal: how soon a price or a key is on the screen, what it weighs, and how still it is."""

import os
import random
import re
import signal
import time

import pyte

from feeder import Feeder
from places import TAPE
from report import median, spread

import figures
from pty_run import PtyRun

ROWS, COLUMNS = 56, 120
TICK = 250
FIRST_ROW = 3


class Replay:
    """The screen after each piece of what was written, one after the other."""

    def __init__(self, run):
        with run.condition:
            self.chunks = list(run.chunks)
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)

    def steps(self):
        """The moment of each piece, when the screen shows it."""
        for moment, data in self.chunks:
            # Repetition of a character, which the emulator does not know: it is only ever a rule or a blank.
            self.stream.feed(re.sub(rb"\x1b\[(\d+)b", b"", data))
            yield moment

    def row(self, number, columns=COLUMNS):
        line = self.screen.buffer[FIRST_ROW + number]
        return "".join(line[column].data for column in range(columns))


def start(feeder):
    run = PtyRun(f"{TAPE} --server {feeder.url}", rows=ROWS, columns=COLUMNS)
    run.wait_for(b"LIVE")
    return run


def probes(rate, seconds):
    """Milliseconds from the server's send of a price to the bytes that show it or a newer one, of one symbol's prices."""
    feeder = Feeder(1, 50, rate=rate, probes=True)
    run = start(feeder)
    time.sleep(seconds + 3)
    sent = [probe for probe in feeder.probes() if probe[0] < time.monotonic() - 1]
    run.close()
    feeder.close()
    replay, found, waiting = Replay(run), [], list(sent)
    for moment in replay.steps():
        shown = re.search(r"(\d{3}\.\d\d) EUR", replay.row(0))
        while waiting and shown and 50_000 <= waiting[0][1] <= float(shown.group(1)) * 100 + 0.5:
            found.append((moment - waiting.pop(0)[0]) * 1000)
    assert len(found) == len(sent) and found, f"{len(sent) - len(found)} of {len(sent)} prices were never shown"
    return found


def keys(rate, count):
    """Milliseconds from a key to the bytes that show the selection where it, or a later key, moved it."""
    feeder = Feeder(1, 50, rate=rate)
    run = start(feeder)
    time.sleep(3)
    random.seed(7)
    pressed, place, step = [], 0, 1
    for _ in range(count):
        time.sleep(random.uniform(0.06, 0.16))
        step = 1 if place == 0 else -1 if place == 40 else step
        place += step
        pressed.append((time.monotonic(), place, step))
        run.write(b"j" if step > 0 else b"k")
    time.sleep(0.5)
    run.close()
    feeder.close()
    replay, found, waiting = Replay(run), [], list(pressed)
    for moment in replay.steps():
        marked = next((number for number in range(50) if replay.row(number, 1) == ">"), None)
        while waiting and marked is not None and moment >= waiting[0][0] and marked * waiting[0][2] >= waiting[0][1] * waiting[0][2]:
            found.append((moment - waiting.pop(0)[0]) * 1000)
    assert len(found) == count, f"{count - len(found)} of {count} keys were never shown"
    return found


def latency(report, quick):
    for rate in (0, 100_000) if quick else (0, 4_000, 100_000):
        p50, p99, most = spread(probes(rate, 6 if quick else 60))
        text = f"p50 {p50:.1f}, p99 {p99:.1f}, max {most:.1f} ms"
        if rate == 0:
            report.aim("latency: a single update in a quiet market", "p50 <= 5 ms", text, p50 <= 5)
        else:
            report.aim(f"latency: send to screen at {rate:,} updates/s", f"p99 <= {TICK + 10} ms", text, p99 <= TICK + 10)
    for rate in (100_000,) if quick else (0, 4_000, 100_000):
        p50, p99, most = spread(keys(rate, 30 if quick else 200))
        text = f"p50 {p50:.1f}, p99 {p99:.1f}, max {most:.1f} ms"
        report.aim(f"latency: key to screen at {rate:,} updates/s", "p99 <= 16 ms", text, p99 <= 16)


def first_frame(command):
    """Milliseconds from exec to the first bytes of a frame, and to the first price."""
    run = PtyRun(command, rows=ROWS, columns=COLUMNS)
    began = run.started
    deadline = began + 10
    while not re.search(rb"\d\d\.\d\d", run.output()):
        assert time.monotonic() < deadline, "no price within 10 s"
        time.sleep(0.0005)
    price = next(moment for moment, _ in run.chunks if re.search(rb"\d\d\.\d\d", run.output_until(moment)))
    frame = next(moment for moment, _ in run.chunks if b"tape" in run.output_until(moment))
    run.close()
    return (frame - began) * 1000, (price - began) * 1000


def starting(report, quick):
    count = 3 if quick else 9
    starts = [first_frame(TAPE) for _ in range(count)]
    frame, price = median([start[0] for start in starts]), median([start[1] for start in starts])
    report.line("start: exec to the first frame, demo", f"{frame:.0f} ms")
    report.aim("start: exec to the first price, demo", "<= 100 ms", f"{price:.0f} ms", price <= 100)
    found = []
    for _ in range(count):
        feeder = Feeder(1, 50, rate=100)
        found.append(first_frame(f"{TAPE} --server {feeder.url}")[1])
        feeder.close()
    report.aim("start: exec to the first price, a server", "<= 100 ms", f"{median(found):.0f} ms", median(found) <= 100)


def memory(report, quick):
    for symbols in (50,) if quick else (50, 5_000):
        feeder = Feeder(1, symbols, rate=1_000)
        run = start(feeder)
        time.sleep(3 if quick else 6)
        resident = figures.resident(run.pid) / 1024
        if symbols == 50:
            report.aim("memory: resident at 50 symbols", "<= 30 MB", f"{resident:.1f} MB", resident <= 30)
        else:
            report.line(f"memory: resident at {symbols:,} symbols", f"{resident:.1f} MB")
        run.close()
        feeder.close()
    millions = 2 if quick else 11
    feeder = Feeder(millions * 1_000_000 + 500_000, 50)
    run = start(feeder)
    feeder.wait_sent(1_000_000)
    before = figures.resident(run.pid)
    feeder.wait_sent(millions * 1_000_000)
    grown = (figures.resident(run.pid) - before) / 1024
    name = f"memory: growth over {millions - 1} M updates"
    report.aim(name, "<= 1 MB", f"{grown:.2f} MB", grown <= 1)
    run.close()
    feeder.close()


def wakes(pid):
    """How often the threads of a process went to sleep by themselves, and so woke up."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/status") as file:
            total += int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", file.read()).group(1))
    return total


def idle(report, quick):
    seconds = 8 if quick else 30
    feeder = Feeder(1, 50, rate=0)
    run = start(feeder)
    time.sleep(4)
    used, woken, written, began = figures.cpu(run.pid), wakes(run.pid), run.bytes(), time.monotonic()
    time.sleep(seconds)
    took = time.monotonic() - began
    share = (figures.cpu(run.pid) - used) / took * 100
    report.aim("idle: CPU in a quiet market", "<= 0.2 % of a core", f"{share:.3f} %", share <= 0.2)
    report.line("idle: wake-ups in a quiet market", f"{(wakes(run.pid) - woken) / took:.1f} a second")
    report.line("idle: bytes to the terminal in a quiet market", f"{run.bytes() - written} in {took:.0f} s")
    run.close()
    feeder.close()
    stopped(report, quick)


def state(pid):
    """What a process does, as one letter of proc(5)."""
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()[0]


def stopped(report, quick):
    """What a program costs that was stopped with Ctrl-Z; only below a shell with job control can it be."""
    feeder = Feeder(1, 50, rounds=2, rate=0)
    run = PtyRun(f"bash -mc '{TAPE} --server {feeder.url}; sleep 60'", rows=ROWS, columns=COLUMNS)
    run.wait_for(b"LIVE")
    with open(f"/proc/{run.pid}/task/{run.pid}/children") as file:
        pid = int(file.read().split()[0])
    run.write(b"\x1a")
    deadline = time.monotonic() + 10
    while state(pid) != "T":
        assert time.monotonic() < deadline, "Ctrl-Z did not stop the program"
        time.sleep(0.05)
    used, woken, began = figures.cpu(pid), wakes(pid), time.monotonic()
    time.sleep(2 if quick else 5)
    took = time.monotonic() - began
    share, often = (figures.cpu(pid) - used) / took * 100, (wakes(pid) - woken) / took
    report.aim("idle: stopped with Ctrl-Z", "nothing", f"{share:.3f} % of a core, {often:.1f} wake-ups a second", share + often == 0)
    os.kill(pid, signal.SIGKILL)
    run.close()
    feeder.close()


def threads(pid):
    """Seconds of processor time of the thread of sockets, and of all others."""
    sockets = others = 0.0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/comm") as name, open(f"/proc/{pid}/task/{task}/schedstat") as file:
            used = int(file.read().split()[0]) / 1e9
            # The threads of the pool have names of their own; the main thread has nothing to do.
            if task != str(pid) and name.read().strip() == "tape":
                sockets += used
            else:
                others += used
    return sockets, others


def growth(report, quick):
    print(f"  {'symbols':>8} {'updates/s':>10} {'sockets %':>10} {'rest %':>8} {'resident MB':>12} {'B/s':>8} {'frames/s':>9}")
    for symbols in (100, 1_000) if quick else (100, 1_000, 10_000):
        for rate in (100, 10_000) if quick else (100, 1_000, 10_000, 100_000, 1_000_000):
            feeder = Feeder(1, symbols, rate=rate)
            run = start(feeder)
            time.sleep(2)
            before, began = threads(run.pid), time.monotonic()
            time.sleep(2 if quick else 6)
            took = time.monotonic() - began
            after = threads(run.pid)
            sockets, others = [(now - then) / took * 100 for now, then in zip(after, before)]
            resident = figures.resident(run.pid) / 1024
            written, frames = run.bytes(since=began) / took, len(run.frames(since=began)) / took
            print(f"  {symbols:8,} {rate:10,} {sockets:10.1f} {others:8.1f} {resident:12.1f} {written:8.0f} {frames:9.1f}",
                  flush=True)
            run.close()
            feeder.close()
