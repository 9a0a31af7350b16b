#!/usr/bin/env bash
# Takes the README's pictures from a real run: tape in xterm, under a virtual display, on the demo exchange.
set -euo pipefail
cd "$(dirname "$0")/.."
tape="$PWD/.build/release/tape"
out=docs/screens
export DISPLAY=:97 LC_ALL=C.UTF-8 TZ=UTC
work=$(mktemp -d)
pids=()
cleanup() { kill "${pids[@]}" 2>/dev/null || true; rm -rf "$work"; }
trap cleanup EXIT

Xvfb "$DISPLAY" -screen 0 1600x1000x24 >/dev/null 2>&1 &
pids+=($!)
for _ in $(seq 50); do xdpyinfo >/dev/null 2>&1 && break || sleep 0.1; done

# shot NAME COLUMNSxROWS BACKGROUND FOREGROUND SECONDS [FAULT AT-SECOND]
shot() {
  local name=$1 size=$2 background=$3 foreground=$4 seconds=$5 fault=${6:-} at=${7:-0}
  mkfifo "$work/$name"
  "$tape" serve <"$work/$name" >"$work/$name.url" &
  local server=$!
  pids+=("$server")
  exec 3>"$work/$name"
  for _ in $(seq 50); do grep -q http "$work/$name.url" && break || sleep 0.1; done
  local url
  url=$(sed -n 's/^listening on //p' "$work/$name.url")
  xterm -title "$name" -fa 'DejaVu Sans Mono' -fs 11 -geometry "$size+0+0" -bg "$background" -fg "$foreground" \
    -tn xterm-256color -xrm 'XTerm*internalBorder: 12' -xrm 'XTerm*scrollBar: false' \
    -e env LC_NUMERIC=en_US.UTF-8 LC_MONETARY=en_US.UTF-8 LC_ALL= LC_CTYPE=C.UTF-8 TERM=xterm-256color \
    "$tape" --server "$url" &
  local terminal=$!
  pids+=("$terminal")
  if [ -n "$fault" ]; then
    sleep "$at"
    echo "$fault" >&3
    seconds=$((seconds - at))
  fi
  sleep "$seconds"
  import -window "$name" "$out/$name.png"
  kill "$terminal" "$server"
  exec 3>&-
  wait "$terminal" "$server" 2>/dev/null || true
}

# strip NAME COLUMNSxROWS: six moments of the tour, in one picture.
strip() {
  local name=$1 size=$2
  xterm -title "$name" -fa 'DejaVu Sans Mono' -fs 9 -geometry "$size+0+0" -bg '#16181d' -fg '#d6d9e0' \
    -tn xterm-256color -xrm 'XTerm*internalBorder: 10' -xrm 'XTerm*scrollBar: false' \
    -e env LC_NUMERIC=en_US.UTF-8 LC_MONETARY=en_US.UTF-8 LC_ALL= LC_CTYPE=C.UTF-8 TERM=xterm-256color \
    "$tape" demo --tour &
  local terminal=$!
  pids+=("$terminal")
  # Seconds into the tour, a little after a caption, when there is something to see.
  local second began=$SECONDS
  for second in 016 038 046 073 093 108; do
    sleep $((10#$second - (SECONDS - began)))
    import -window "$name" "$work/$name-$second.png"
  done
  kill "$terminal"
  wait "$terminal" 2>/dev/null || true
  montage "$work/$name"-???.png -tile 2x3 -geometry +6+6 -background '#0c0d10' "$out/$name.png"
}

shot watchlist-dark 120x30 '#16181d' '#d6d9e0' 25
shot watchlist-light 80x24 '#fbfbf8' '#22252b' 8
shot watchlist-dark-small 80x24 '#16181d' '#d6d9e0' 8
shot watchlist-light-large 120x40 '#fbfbf8' '#22252b' 25
shot reconnecting-dark 120x30 '#16181d' '#d6d9e0' 18 'silence 30s' 6
strip tour 80x24
ls -l "$out"
