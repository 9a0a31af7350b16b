#!/usr/bin/env bash
# Measures tape beside its floors, in one table of aims: the whole takes some fifteen minutes.
#
#   STEPS="firehose latency" QUICK=1 Scripts/bench.sh
#
# STEPS picks parts (Benchmarks/bench.py lists them); QUICK=1 is the short form, under a minute, whose figures are too
# rough for more than to show that everything can be measured.
set -euo pipefail
cd "$(dirname "$0")/.."
out=.build/bench
mkdir -p "$out"
for program in feeder floor; do
  cc -O2 -D_GNU_SOURCE -Wall -Wextra "Benchmarks/$program.c" -o "$out/$program" -lcrypto -lpthread
done
cc -O2 -Wall -Wextra -shared -fPIC Benchmarks/malloc_count.c -o "$out/malloc_count.so"
swift build -c release --static-swift-stdlib --product tape
swift build -c release --static-swift-stdlib --product tape-bench

# The Python client stands beside the whole form; without a package index it is left out, and the table says so.
case " ${STEPS:-python} " in
  *" python "*)
    if [ -z "${QUICK:-}" ] && [ ! -x "$out/venv/bin/python" ]; then
      { python3 -m venv "$out/venv" && "$out/venv/bin/pip" install -q websockets orjson; } || rm -rf "$out/venv"
    fi
    ;;
esac
# shellcheck disable=SC2086
exec /usr/bin/python3 Benchmarks/bench.py ${STEPS:-}
