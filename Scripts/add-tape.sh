#!/usr/bin/env bash
# Adds a recording to the tapes that every test run plays, with its digest and a sentence on what it shows.
#
#   Scripts/add-tape.sh FILE "What it shows."       a file of Tests/Tapes only gets its digest anew
set -euo pipefail
cd "$(dirname "$0")/.."
file=${1:?usage: Scripts/add-tape.sh FILE "What it shows."}
sentence=${2:?usage: Scripts/add-tape.sh FILE "What it shows."}
tape=${TAPE:-.build/debug/tape}
name=$(basename "$file")
if [ ! -x "$tape" ]; then
  echo "$tape is not built: run 'swift build'." >&2
  exit 1
fi
# A tape that breaks a rule is no tape to keep before the rule is mended.
result=$("$tape" replay --check "$file")
digest=$(sed -n 's/^digest //p' <<<"$result")
target=Tests/Tapes/$name
[ "$file" -ef "$target" ] || cp "$file" "$target"
manifest=Tests/Tapes/manifest.tsv
touch "$manifest"
{ grep -v "^$name	" "$manifest" || true; printf '%s\t%s\t%s\n' "$name" "$digest" "$sentence"; } | sort >"$manifest.new"
mv "$manifest.new" "$manifest"
printf '%s\n%s: %s\n' "$result" "$target" "$sentence"
