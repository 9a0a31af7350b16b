#!/usr/bin/env bash
# The program's pipeline against its exchange, with faults that follow from a seed, beside an oracle that knows the truth.
#
#   Scripts/soak.sh [SECONDS [SEED]]      a new seed unless one is given; a violation leaves its tape in .build/soak
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-600}
seed=${2:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
swift build --product tape-soak
exec .build/debug/tape-soak "$seconds" "$seed" .build/soak
