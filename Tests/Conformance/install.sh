#!/usr/bin/env bash
# Installs the Autobahn TestSuite, which runs on Python 2.7, below the directory given. Does nothing when it is there.
#
#   Tests/Conformance/install.sh DIRECTORY
#
# Exit status 3: there is no Python 2.7 on this machine.
set -euo pipefail
directory=${1:?usage: install.sh DIRECTORY}
suite=25.10.1
# The last version that still makes environments of Python 2.7.
virtualenv=20.21.1

if [ "$(cat "$directory/installed" 2>/dev/null)" = "$suite" ]; then exit 0; fi

# Whether that command runs Python 2.7; a shim of pyenv may be there and lead nowhere.
is_python2() { [ -n "$1" ] && "$1" -c 'import sys; sys.exit(sys.version_info[:2] != (2, 7))' >/dev/null 2>&1; }

python2=${PYTHON2:-$(command -v python2.7 || true)}
if ! is_python2 "$python2" && [ -z "${PYTHON2:-}" ] && command -v pyenv >/dev/null 2>&1; then
  version=$(pyenv versions --bare | grep -E '^2\.7\.[0-9]+$' | tail -1 || true)
  if [ -n "$version" ]; then python2=$(pyenv prefix "$version")/bin/python2.7; fi
fi
if ! is_python2 "$python2"; then
  cat >&2 <<TEXT
conformance: the Autobahn TestSuite needs Python 2.7, and there is none here. Install one, such as with
'pyenv install 2.7.18', or name it with PYTHON2=/path/to/python2.7, then run make conformance again.
TEXT
  exit 3
fi

echo "conformance: installing the Autobahn TestSuite $suite"
rm -rf "$directory/tools" "$directory/suite"
mkdir -p "$directory"
python3 -m venv "$directory/tools"
"$directory/tools/bin/pip" -q --disable-pip-version-check install "virtualenv==$virtualenv"
"$directory/tools/bin/virtualenv" -q -p "$python2" "$directory/suite"
"$directory/suite/bin/pip" -q --disable-pip-version-check --no-python-version-warning install \
  "autobahntestsuite==$suite"
echo "$suite" >"$directory/installed"
