"""What was measured, and which aims it reaches."""

import os
import statistics


class Report:
    def __init__(self):
        self.aims = []

    def line(self, name, text):
        """Says a figure that is no aim."""
        print(f"  {name:58} {text}", flush=True)

    def aim(self, name, figure, text, reached):
        """Says a figure and whether it reaches its aim."""
        self.aims.append((name, text, reached))
        print(f"  {name:58} {text}  (aim {figure}: {'reached' if reached else 'MISSED'})", flush=True)

    def table(self):
        print(f"\n{'aim':58} {'figure':44} reached")
        for name, text, reached in self.aims:
            print(f"{name:58} {text:44} {'yes' if reached else 'NO'}")


def machine():
    with open("/proc/cpuinfo") as file:
        model = next((row.split(":")[1].strip() for row in file if row.startswith("model name")), "unknown")
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} cores, {model}, load {load:.1f} at the start, {os.uname().release}"


def median(values):
    return statistics.median(values)


def spread(values):
    """p50, p99 and the greatest of some values, sorted."""
    values = sorted(values)
    return values[len(values) // 2], values[min(len(values) - 1, int(len(values) * 0.99))], values[-1]
