"""Runs sources through faults, and prints what the screen said of each as a table."""

import concurrent.futures
import os
import sys
import tempfile
import time

WIDTHS = (32, 42)


class Trial:
    """A source that is watched while something happens to it; `first` is the symbol that it happens to."""

    terminal = None
    first_price = None

    def live(self, price=None, symbol=None, timeout=20):
        """How long it takes until the row is live with that price."""
        began = time.monotonic()
        price, symbol = price or self.first_price, symbol or self.first
        self.terminal.wait(lambda s: price in s.row(symbol) and "ago" not in s.row(symbol) and "LIVE" in s[0],
                           timeout=timeout, what=f"{symbol} live at {price}")
        return time.monotonic() - began

    def stale(self, timeout=20):
        began = time.monotonic()
        self.terminal.wait(lambda s: "ago" in s.row(self.first), timeout=timeout, what=f"{self.first} stale")
        return time.monotonic() - began

    def never(self, text, seconds=1.0):
        self.terminal.never(lambda s: text in str(s), seconds, f"{text!r} must not be shown")

    def close(self):
        if self.terminal:
            self.terminal.close()
        self.fake.close()


def attempt(make_trial, fault):
    """What happened in words, and whether it was as it should be."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        trial = make_trial(folder)
        try:
            return fault(trial), True
        except AssertionError as error:
            return str(error), False
        finally:
            trial.close()


def main(trial, kinds, faults):
    """Tries every fault on every kind, with `trial(tape, kind, folder)`; the exit status."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    tape = sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, ".build", "debug", "tape")
    bad = []

    def row(first, cells):
        print(first.ljust(WIDTHS[0]) + "".join(cell.ljust(WIDTHS[1]) for cell in cells), flush=True)

    row("fault", [kind.name for kind in kinds])
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = {(name, kind): pool.submit(attempt, lambda folder, kind=kind: trial(tape, kind, folder), fault)
                   for name, fault in faults.items() for kind in kinds}
        for name in faults:
            cells = []
            for kind in kinds:
                words, is_good = results[name, kind].result()
                if not is_good:
                    bad.append(f"{kind.name}, {name}: {words}")
                cells.append(words if is_good else "NOT AS IT SHOULD BE")
            row(name, cells)
    for line in bad:
        print(line)
    print(f"{len(faults) * len(kinds)} cells, {len(bad)} wrong")
    return 1 if bad else 0
