#!/usr/bin/env bash
# The whole feed path beside the least that any client has to do with the same bytes, in turns, as medians of five.
#
#   Scripts/bench.sh [UPDATES [SYMBOLS]]      a million updates of fifty symbols unless given
set -euo pipefail
cd "$(dirname "$0")/.."
updates=${1:-1000000}
symbols=${2:-50}
out=.build/bench
mkdir -p "$out"
for program in feeder floor; do
  cc -O2 -D_GNU_SOURCE -Wall -Wextra "Benchmarks/$program.c" -o "$out/$program" -lcrypto
done
swift build -c release --static-swift-stdlib --product tape-bench

# run NAME COMMAND…: feeds COMMAND, whose last word is its way to the port, and keeps what it says.
run() {
  local name=$1
  shift
  "$out/feeder" "$updates" "$symbols" >"$out/port" &
  until [ -s "$out/port" ]; do sleep 0.05; done
  "${@/PORT/$(cat "$out/port")}" | tee -a "$out/$name.jsonl" | sed "s/^/$name /"
  wait
  : >"$out/port"
}
: >"$out/port"
: >"$out/floor.jsonl"
: >"$out/tape.jsonl"
for _ in 1 2 3 4 5; do
  run floor "$out/floor" PORT
  run tape .build/release/tape-bench firehose --server http://127.0.0.1:PORT
done
python3 - "$out" <<'TEXT'
import json, os, statistics, sys

def median(name):
    with open(f"{sys.argv[1]}/{name}.jsonl") as lines:
        return statistics.median(json.loads(line)["nsPerUpdate"] for line in lines)

floor, tape = median("floor"), median("tape")
with open("/proc/cpuinfo") as info:
    model = next((line.split(":")[1].strip() for line in info if line.startswith("model name")), "unknown")
print(f"{os.cpu_count()} cores, {model}")
print(f"floor {floor:.0f} ns an update, tape {tape:.0f} ns, ratio {tape / floor:.2f}")
TEXT
