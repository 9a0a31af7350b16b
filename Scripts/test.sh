#!/usr/bin/env bash
# Every test: the Swift tables first, then the real program in a real terminal against real servers.
set -euo pipefail
cd "$(dirname "$0")/.."

# Runs tests that are built. On some runs libdispatch does not arm its timer of the continuous clock again (its timerfd has
# fired and is never read), after which no sleep ends: such a run stands still, says so, and is repeated.
swift_test() {
  local try status
  for try in 1 2 3; do
    status=0
    timeout --foreground -k 10 300 swift test --disable-xctest --skip-build "$@" || status=$?
    if [ "$status" -ne 124 ] && [ "$status" -ne 137 ]; then return "$status"; fi
    pkill -KILL -f tapePackageTests.xctest || true
    echo "The tests stood still for five minutes (try $try of 3)." >&2
  done
  return 1
}

swift build --build-tests
# What needs real time runs by itself, so that the tables do not take its time away.
swift_test --skip TapeIntegrationTests
swift_test --filter TapeIntegrationTests
swift build -c release --static-swift-stdlib --product tape
swift build -c release --static-swift-stdlib --product websocket-agent
TAPE="$PWD/.build/release/tape" AGENT="$PWD/.build/release/websocket-agent" /usr/bin/python3 -m pytest -q -n 4 Tests/TapeEndToEndTests
