#!/usr/bin/env bash
# Who may import what. The compiler checks the modules; this checks the folders within them.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0

# allow FOLDER MODULE…: every import below FOLDER is one of the modules.
allow() {
  local folder=$1 allowed=" ${*:2} " file line module
  [ -d "$folder" ] || return 0
  while IFS=: read -r file line module; do
    case "$allowed" in
      *" $module "*) ;;
      *) echo "$file:$line: '$module' may not be imported in $folder (allowed:${allowed% })"; failed=1 ;;
    esac
  done < <(grep -rnE '^\s*(@[A-Za-z_()]+ +)?(public |internal |package |private |fileprivate )?import ' "$folder" --include '*.swift' |
    sed -E 's/^([^:]+:[0-9]+:).*import ((struct|class|enum|func|protocol) )?([A-Za-z_]+).*/\1\4/')
}

allow Sources/TapeDomain
allow Sources/TapeWebSocket/Protocol
allow Sources/TapeWebSocket/Transport Foundation COpenSSL CZlib Synchronization
allow Sources/TapeData/Connection TapeDomain TapeWebSocket Synchronization
allow Sources/TapeData/Feed TapeDomain TapeWebSocket Synchronization
allow Sources/TapeData/Polling TapeDomain TapeWebSocket Synchronization
allow Sources/TapeData/HTTP TapeDomain TapeWebSocket Synchronization Foundation CCurl
allow Sources/TapeData/Repositories TapeDomain TapeWebSocket Synchronization Foundation
allow Sources/TapeData/Tape TapeDomain TapeWebSocket Synchronization Foundation CZlib
allow Sources/TapeData/Storage TapeDomain Foundation CSQLite Dispatch Synchronization
allow Sources/TapeData/ListFiles TapeDomain Foundation
allow Sources/TapeExchange TapeDomain TapeWebSocket Foundation Synchronization
for folder in Canvas Components Plain Watchlist; do
  allow Sources/TapeTUI/$folder TapeDomain Foundation
done
allow Sources/TapeTUI/Terminal TapeDomain Foundation CNcurses CTerminal Dispatch Synchronization

# Only one file owns ncurses.
owners=$(grep -rlE '^\s*(public |internal |private )?import CNcurses' Sources || true)
if [ "$(printf '%s' "$owners" | grep -c .)" -gt 1 ]; then
  printf 'more than one file imports CNcurses:\n%s\n' "$owners"
  failed=1
fi

# No floating point where prices are.
hits=$(grep -rnE '\b(Double|Float|CGFloat)\b' Sources/TapeDomain Sources/TapeData/Feed Sources/TapeData/Polling Sources/TapeData/Repositories Sources/TapeExchange Sources/TapeTUI |
  grep -vE ':[0-9]+:\s*//' || true)
if [ -n "$hits" ]; then
  printf 'floating point near prices:\n%s\n' "$hits"
  failed=1
fi

exit $failed
