#!/usr/bin/env bash
# Runs websocket-agent against WebSocket servers that people run: Python's websockets, aiohttp and tornado, and nginx
# and haproxy before them, squid, tinyproxy, dante and microsocks between. The libraries come from PyPI into .build/interop;
# the programs are used where they are installed.
#
#   Scripts/interop.sh [--no-tls] [--only NAME]
set -euo pipefail
cd "$(dirname "$0")/.."

tools=.build/interop
if [ ! -x "$tools/bin/python3" ]; then python3 -m venv "$tools"; fi
"$tools/bin/pip" install -q -r Tests/Interop/requirements.txt
export PATH="$PATH:/usr/sbin"
swift build --product websocket-agent
exec "$tools/bin/python3" Tests/Interop/interop.py "$PWD/.build/debug/websocket-agent" "$@"
