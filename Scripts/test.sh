#!/usr/bin/env bash
# Every test: the Swift tables first, then the real program in a real terminal against real servers.
set -euo pipefail
cd "$(dirname "$0")/.."

# Runs tests that are built. Each has a time limit of its own, so that this one is for a run that stands still as a whole.
swift_test() {
  timeout --foreground -k 10 600 swift test --disable-xctest --skip-build "$@"
}

swift build --build-tests
# What needs real time runs by itself, so that the tables do not take its time away.
swift_test --skip TapeIntegrationTests
swift_test --filter TapeIntegrationTests
swift build -c release --static-swift-stdlib --product tape
swift build -c release --static-swift-stdlib --product websocket-agent
TAPE="$PWD/.build/release/tape" AGENT="$PWD/.build/release/websocket-agent" /usr/bin/python3 -m pytest -q -n 4 Tests/TapeEndToEndTests
