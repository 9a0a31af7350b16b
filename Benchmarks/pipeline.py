"""The feed path: against the C loop and the Python client on the same stream, and what it allocates."""

import json
import os
import subprocess
import sys

from feeder import Feeder
from places import BENCH, HERE, OUT
from report import median

CLIENTS = {
    "floor": lambda feeder: [f"{OUT}/floor", str(feeder.port)],
    "tape": lambda feeder: [BENCH, "firehose", "--server", feeder.url],
    "python": lambda feeder: [f"{OUT}/venv/bin/python", f"{HERE}/client.py", str(feeder.port)],
}


def run(client, updates, symbols, env=None):
    """What one client says of one stream."""
    feeder = Feeder(updates, symbols)
    result = subprocess.run(CLIENTS[client](feeder), capture_output=True, text=True, env={**os.environ, **(env or {})})
    feeder.close()
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def rounds(clients, updates, symbols, count):
    """The results of each client, run in turns."""
    results = {client: [] for client in clients}
    for _ in range(count):
        for client in clients:
            results[client].append(run(client, updates, symbols))
    return results


def firehose(report, quick):
    streams = [(1_000_000, 50)] if quick else [(1_000_000, 50), (1_000_000, 5_000), (10_000_000, 50), (10_000_000, 5_000)]
    for updates, symbols in streams:
        count = 3 if quick or updates > 1_000_000 else 5
        found = rounds(["floor", "tape"], updates, symbols, count)
        floor = median([result["nsPerUpdate"] for result in found["floor"]])
        tape = median([result["nsPerUpdate"] for result in found["tape"]])
        lost = [updates - result["updates"] for result in found["tape"]]
        gaps = sum(result["gaps"] for result in found["tape"])
        resident = median([result["residentKB"] for result in found["tape"]])
        name = f"feed path, {updates:,} updates of {symbols:,} symbols"
        report.aim(f"{name}: CPU over the C loop", "<= 2", f"{tape:.0f} ns / {floor:.0f} ns = {tape / floor:.2f}", tape <= 2 * floor)
        report.aim(f"{name}: updates not counted", "0", f"{max(lost)} of {updates:,}, {gaps} gaps", max(lost) == 0 and gaps == 0)
        report.line(f"{name}: resident at the end", f"{resident:.0f} kB")


def python_client(report, quick):
    if not os.path.exists(f"{OUT}/venv/bin/python"):
        report.line("Python websockets and orjson", "missing: they could not be installed here")
        return
    updates = 50_000 if quick else 300_000
    found = rounds(["python", "tape"], updates, 50, 1 if quick else 3)
    theirs = median([result["nsPerUpdate"] for result in found["python"]])
    # A short stream is mostly the start of the program: the figure is that of a longer one.
    ours = median([run("tape", 1_000_000, 50)["nsPerUpdate"] for _ in range(1 if quick else 3)])
    text = f"{ours:.0f} ns / {theirs:.0f} ns = 1/{theirs / ours:.0f}"
    report.aim("feed path: CPU of Python websockets and orjson", "<= 1/10", text, ours * 10 <= theirs)


def allocations(report, quick):
    path = f"{OUT}/allocations"
    counts = []
    lengths = (200_000, 600_000) if quick else (1_000_000, 3_000_000)
    for updates in lengths:
        run("tape", updates, 50, {"LD_PRELOAD": f"{OUT}/malloc_count.so", "MALLOC_COUNT": path})
        with open(path) as file:
            counts.append(int(file.read()))
    each = (counts[1] - counts[0]) / (lengths[1] - lengths[0])
    text = f"{each:.4f} an update, one in {1 / max(each, 1e-9):.0f}"
    report.aim("feed path: allocations in steady state", "none per update", text, each < 0.05)


def in_process(report, command, quick):
    """The figures of a part of tape-bench, by name."""
    words = [BENCH, command] + (["--quick"] if quick and command != "list" else [])
    result = subprocess.run(words, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(words)}: {result.stderr}")
    figures = [json.loads(line) for line in result.stdout.splitlines()]
    for figure in figures:
        beside = f"; {figure['floorName']} {figure['floor']:.4g}, ratio {figure['ratio']:.3f}" if "ratio" in figure else ""
        report.line(figure["name"], f"{figure['value']:.4g} {figure['unit']}{beside}")
    return {figure["name"]: figure for figure in figures}


def decode(report, quick):
    figure = in_process(report, "decode", quick)["decode: scanner"]
    times = 1 / figure["ratio"]
    report.aim("decode: times as fast as JSONDecoder", ">= 20", f"{times:.1f}", times >= 20)


def codec(report, quick):
    in_process(report, "codec", quick)


def render(report, quick):
    figures = in_process(report, "render", quick)
    sizes = ("80x24", "120x40", "250x100")
    worst = max(figures[f"render: {size}, {share} % of rows: bytes of a tick"]["ratio"] for size in sizes for share in (1, 10, 100))
    report.aim("render: bytes over the least for the cells, worst", "<= 1.25", f"{worst:.3f}", worst <= 1.25)
    writes = [figures[f"render: {size}, {share} % of rows: writes of a tick"]["value"] for size in sizes for share in (1, 10, 100)]
    report.aim("render: writes of a frame", "1", f"{min(writes):.2f} to {max(writes):.2f}", max(writes) <= 1.05)
    none = max(figures[f"render: {size}, 0 % of rows: {part} of a tick"]["value"] for size in sizes for part in ("bytes", "writes"))
    report.aim("render: bytes and writes when nothing changed", "0", f"{none:.0f}", none == 0)
    tick = figures["render: 120x40, 100 % of rows: CPU of a tick"]["value"]
    report.aim("render: CPU of a tick, every row of 120x40 changed", "<= 1 ms", f"{tick / 1000:.2f} ms", tick <= 1000)


def long_list(report, quick):
    figures = in_process(report, "list", quick)
    for figure in figures.values():
        what = figure["name"].removeprefix("list: ")
        report.aim(f"list: {what}", "< 16 ms", f"{figure['value']:.2f} ms", figure["value"] < 16)
