#!/usr/bin/env bash
# The program's pipeline against its exchange, with faults that follow from a seed, beside an oracle that knows the truth;
# and the program itself on the same exchange, where it is built, for its memory, descriptors and threads.
#
#   Scripts/soak.sh [SECONDS [SEED]]      a new seed unless one is given; a violation leaves its tape in .build/soak
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-600}
seed=${2:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
tape=${TAPE:-.build/release/tape}
swift build --product tape-soak
if [ -x "$tape" ]; then
  exec /usr/bin/python3 Tests/TapeEndToEndTests/soak.py .build/debug/tape-soak "$tape" "$seconds" "$seed" .build/soak
fi
exec .build/debug/tape-soak "$seconds" "$seed" .build/soak
