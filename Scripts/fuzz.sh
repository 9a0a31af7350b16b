#!/usr/bin/env bash
# Points libFuzzer at what a server can send: frames, handshakes, the feed's texts, numbers.
#
#   Scripts/fuzz.sh [SECONDS [TARGET]]      60 seconds for each target, or for one: frames handshake feed venues numbers
#
# It starts from Fuzz/corpus and keeps what it learns in .build/fuzz; a finding is left there too and fails the run.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
targets=(${2:-frames handshake feed venues numbers})
out=.build/fuzz
mkdir -p "$out"

# Each module is compiled once, with coverage and AddressSanitizer. Internals are visible to the targets.
modules=()
for folder in Sources/*/; do
  if [ -f "$folder/module.modulemap" ]; then modules+=(-I "$folder"); fi
done
settings=(-swift-version 6 -package-name tape -O -wmo -parse-as-library -enable-testing -sanitize=fuzzer,address -I "$out" "${modules[@]}"
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature NonisolatedNonsendingByDefault)

changed=0
# compile MODULE FILE…: an object and a module, when a source is newer than they are, or a module before it is new.
compile() {
  local name=$1 object="$out/$1.o"
  shift
  if [ "$changed" = 0 ] && [ -f "$object" ] && [ -z "$(find "$@" Scripts/fuzz.sh -newer "$object" | head -1)" ]; then return; fi
  swiftc "${settings[@]}" -module-name "$name" -emit-module -emit-module-path "$out/$name.swiftmodule" \
    -c "$@" -o "$object"
  changed=1
}
compile TapeDomain $(find Sources/TapeDomain -name '*.swift')
compile TapeWebSocket $(find Sources/TapeWebSocket -name '*.swift')
compile TapeData $(find Sources/TapeData -name '*.swift')
compile Fuzz Fuzz/*.swift Tests/TapeDataTests/Feed/JSONTree.swift \
  Tests/TapeWebSocketTests/Protocol/{Wire,ReferenceSHA1}.swift
if [ "$changed" = 1 ] || [ ! -x "$out/fuzz" ]; then
  # lld, since gold warns of each of the sanitizer's symbols.
  swiftc -use-ld=lld -sanitize=fuzzer,address "$out"/{TapeDomain,TapeWebSocket,TapeData,Fuzz}.o \
    -lcurl -lsqlite3 -lssl -lcrypto -lz -o "$out/fuzz"
fi

failed=0
for target in "${targets[@]}"; do
  mkdir -p "$out/$target"
  log="$out/$target.log"
  # Without the backtracer, which hangs under the sanitizer.
  if FUZZ_TARGET=$target SWIFT_BACKTRACE=enable=no "$out/fuzz" -max_total_time="$seconds" -max_len=1024 -timeout=10 \
    -rss_limit_mb=1024 -print_final_stats=1 -verbosity=1 -artifact_prefix="$out/$target-" \
    "$out/$target" "Fuzz/corpus/$target" >"$log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    speed=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
    echo "$target: $runs executions, $speed a second, no finding"
  else
    echo "$target: a finding; the input and the log:"
    sed -n 's/^Test unit written to/  &/p' "$log"
    echo "  $log"
    tail -n 30 "$log"
    failed=1
  fi
done
exit $failed
