#!/usr/bin/env bash
# The Swift suite under ThreadSanitizer and AddressSanitizer, each with a build of its own.
#
#   Scripts/sanitize.sh [thread|address] [FILTER]      both, or one; the whole suite, or what FILTER matches
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-both}" in
  both) sanitizers=(thread address) ;;
  thread | address) sanitizers=("$1") ;;
  *) echo "usage: $0 [thread|address] [FILTER]" >&2; exit 2 ;;
esac

# A report ends the process, so that no test can pass over it. The backtracer hangs under the sanitizers.
export SWIFT_BACKTRACE=enable=no
export TSAN_OPTIONS="halt_on_error=1 exitcode=66 suppressions=$PWD/Scripts/thread-sanitizer.supp"
export ASAN_OPTIONS="halt_on_error=1 exitcode=66 detect_leaks=0"

for sanitizer in "${sanitizers[@]}"; do
  echo "== $sanitizer sanitizer"
  options=(--sanitize="$sanitizer" --scratch-path ".build-$sanitizer")
  swift build --build-tests "${options[@]}"
  # What needs real time runs by itself, as in test.sh.
  if [ $# -ge 2 ]; then
    swift test --disable-xctest --skip-build "${options[@]}" --filter "$2"
  else
    swift test --disable-xctest --skip-build "${options[@]}" --skip TapeIntegrationTests
    swift test --disable-xctest --skip-build "${options[@]}" --filter TapeIntegrationTests
  fi
done
