#!/usr/bin/env bash
# Every test: the Swift tables first, then the real program in a real terminal against real servers.
set -euo pipefail
cd "$(dirname "$0")/.."

# Runs tests that are built. Once in many runs libdispatch has not armed its timer of the continuous clock again (its
# timerfd had fired and was never read), after which no sleep ends: such a run stands still, says so, and is repeated once.
swift_test() {
  local status=0
  timeout --foreground -k 10 420 swift test --disable-xctest --skip-build "$@" || status=$?
  if [ "$status" -ne 124 ]; then return "$status"; fi
  echo "The tests stood still for seven minutes; they run once more." >&2
  pkill -KILL -f tapePackageTests.xctest || true
  timeout --foreground -k 10 420 swift test --disable-xctest --skip-build "$@"
}

swift build --build-tests
# What needs real time runs by itself, so that the tables do not take its time away.
swift_test --skip TapeIntegrationTests
swift_test --filter TapeIntegrationTests
swift build -c release --static-swift-stdlib --product tape
swift build -c release --static-swift-stdlib --product websocket-agent
TAPE="$PWD/.build/release/tape" AGENT="$PWD/.build/release/websocket-agent" /usr/bin/python3 -m pytest -q -n 4 Tests/TapeEndToEndTests
