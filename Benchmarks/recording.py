"""What a recording costs the run that it records."""

import os
import shutil
import signal
import subprocess
import tempfile
import time

from feeder import Feeder
from places import TAPE
from report import median

RATE = 10_000


def seconds_of_cpu(arguments, seconds):
    """What watching a stream of 10,000 updates a second takes of a core in so many seconds."""
    feeder = Feeder(1, 50, rate=RATE)
    command = [TAPE, "--plain", "--interval", "60s", "--server", feeder.url, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    time.sleep(seconds)
    process.send_signal(signal.SIGTERM)
    _, _, usage = os.wait4(process.pid, 0)
    feeder.close()
    return usage.ru_utime + usage.ru_stime


def recording(report, quick):
    seconds, count = (4, 3) if quick else (10, 5)
    folder = tempfile.mkdtemp()
    try:
        found = {"": [], ".jsonl": [], ".jsonl.gz": []}
        for turn in range(count):
            for ending, values in found.items():
                path = os.path.join(folder, f"{turn}{ending}")
                values.append(seconds_of_cpu(["--record", path] if ending else [], seconds))
                if ending:
                    assert os.path.getsize(path) > RATE * seconds, "the recording is too short to be one"
                    os.remove(path)
        bare = median(found[""])
        for ending in (".jsonl", ".jsonl.gz"):
            cost = median(found[ending]) / bare - 1
            text = f"{100 * cost:.0f} % of {1e9 * bare / RATE / seconds:.0f} ns an update"
            report.aim(f"recording into {ending} at 10,000 updates a second: CPU", "<= 15 %", text, cost <= 0.15)
    finally:
        shutil.rmtree(folder)
