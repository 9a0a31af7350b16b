"""Measures tape beside its floors and says which aims are reached: bench.py [STEP…], QUICK=1 for the short form."""

import os
import sys

import places  # noqa: F401  (sets the path)
import pipeline
import recording
import screen
from report import Report, machine

STEPS = {
    "firehose": pipeline.firehose,
    "python": pipeline.python_client,
    "allocations": pipeline.allocations,
    "decode": pipeline.decode,
    "codec": pipeline.codec,
    "render": pipeline.render,
    "list": pipeline.long_list,
    "recording": recording.recording,
    "start": screen.starting,
    "memory": screen.memory,
    "idle": screen.idle,
    "latency": screen.latency,
    "growth": screen.growth,
}
# What the short form leaves out: it needs a network, or takes long by its nature.
SLOW = {"python", "growth"}


def main():
    quick = os.environ.get("QUICK", "") not in ("", "0")
    wanted = sys.argv[1:] or [step for step in STEPS if not (quick and step in SLOW)]
    unknown = [step for step in wanted if step not in STEPS]
    if unknown:
        sys.exit(f"There is no step {', '.join(unknown)}. The steps are {', '.join(STEPS)}.")
    print(f"machine: {machine()}", flush=True)
    report = Report()
    for step in wanted:
        print(f"{step}:", flush=True)
        STEPS[step](report, quick)
    report.table()


if __name__ == "__main__":
    main()
