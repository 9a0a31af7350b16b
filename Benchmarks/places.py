"""Where things are, and what the end-to-end tests have that the benchmarks use as well."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
OUT = os.path.join(ROOT, ".build/bench")
TAPE = os.path.join(ROOT, ".build/release/tape")
BENCH = os.path.join(ROOT, ".build/release/tape-bench")
sys.path.insert(0, os.path.join(ROOT, "Tests/TapeEndToEndTests"))
