#!/usr/bin/env bash
# The one gate, the same here and in CI: format, import rules, a release without warnings, every test.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "== format"
swift format lint --strict --recursive --parallel Sources Tests Fuzz Package.swift
echo "== imports"
Scripts/check-imports.sh
echo "== fuzzing, in short"
Scripts/fuzz.sh 3
echo "== tests"
Scripts/test.sh
echo "== a short soak"
Scripts/soak.sh 20 20261130
echo "== benchmarks, in short"
QUICK=1 Scripts/bench.sh
