#!/usr/bin/env bash
# The Swift suite under ThreadSanitizer and AddressSanitizer, each with a build of its own.
#
#   Scripts/sanitize.sh [thread|address|both] [FILTER]      the whole suite, or what FILTER matches
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-both}" in
  both) sanitizers=(thread address) ;;
  thread | address) sanitizers=("$1") ;;
  *) echo "usage: $0 [thread|address|both] [FILTER]" >&2; exit 2 ;;
esac

# A report ends the process, so that no test can pass over it. The backtracer hangs under the sanitizers.
export SWIFT_BACKTRACE=enable=no
export TSAN_OPTIONS="halt_on_error=1 exitcode=66"
# Leaks are not looked for: the runtime keeps its metadata for ever.
export ASAN_OPTIONS="halt_on_error=1 exitcode=66 detect_leaks=0"

# The package with a mutex that ThreadSanitizer can see (the file says why), as a copy whose path it prints.
visible_package() {
  local copy=.build-thread/package folder
  rm -rf "$copy"
  mkdir -p "$copy"
  cp -a Package.swift Sources Tests "$copy"
  grep -rl --include '*.swift' '^import Synchronization' Sources Tests | cut -d/ -f1,2 | sort -u |
    while read -r folder; do cp -a Scripts/thread-sanitizer/Mutex.swift "$copy/$folder"; done
  echo "$copy"
}

for sanitizer in "${sanitizers[@]}"; do
  echo "== $sanitizer sanitizer"
  package=.
  if [ "$sanitizer" = thread ]; then package=$(visible_package); fi
  options=(--package-path "$package" --scratch-path ".build-$sanitizer" --sanitize="$sanitizer")
  swift build --build-tests "${options[@]}"
  # What needs real time runs by itself, as in test.sh.
  if [ $# -ge 2 ]; then
    swift test --disable-xctest --skip-build "${options[@]}" --filter "$2"
  else
    swift test --disable-xctest --skip-build "${options[@]}" --skip TapeIntegrationTests
    swift test --disable-xctest --skip-build "${options[@]}" --filter TapeIntegrationTests
  fi
done
