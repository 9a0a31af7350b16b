#!/usr/bin/env bash
# Installs the system packages that tape needs and that are missing. Runs before any swift call, since the
# toolchain's own programs need some of them. Does nothing, and needs no network, when all are there.
#
#   Scripts/install-deps.sh [build|test|interop|screens]
set -euo pipefail

# What the Swift toolchain needs to run, compile and link on Debian; then the libraries tape is built on.
toolchain=(g++ binutils git tzdata libxml2 libcurl4 libsqlite3-0 libncurses6)
libraries=(libncurses-dev libssl-dev zlib1g-dev libcurl4-openssl-dev libsqlite3-dev)
build=("${toolchain[@]}" "${libraries[@]}" ncurses-base)
tests=(tmux python3 python3-pytest python3-pytest-xdist python3-websockets python3-pyte python3-rich python3-cryptography
  openssl util-linux procps iproute2 nftables tinyproxy-bin microsocks zsh fish)
interop=(python3 python3-venv openssl nginx-light haproxy squid dante-server tinyproxy-bin microsocks)
screens=(xvfb xterm imagemagick fonts-dejavu-core fonts-noto-cjk python3-pil)

case "${1:-build}" in
  build) wanted=("${build[@]}") ;;
  test) wanted=("${build[@]}" "${tests[@]}") ;;
  interop) wanted=("${build[@]}" "${interop[@]}") ;;
  screens) wanted=("${build[@]}" "${tests[@]}" "${screens[@]}") ;;
  *) echo "usage: $0 [build|test|interop|screens]" >&2; exit 2 ;;
esac

if ! command -v apt-get >/dev/null 2>&1; then
  cat >&2 <<TEXT
tape: this system has no apt-get, so the packages cannot be installed from here.
Install what these Debian packages hold, under your system's names, then build with
'swift build -c release --static-swift-stdlib --product tape':
  ${wanted[*]}
TEXT
  # A system that has them already may go on: the compiler says what is missing.
  exit 0
fi

missing=()
for package in "${wanted[@]}"; do
  # A package may be provided by another one, as libcurl4 is by libcurl4t64.
  state=$(dpkg-query -W -f '${Status}\n' "$package" "${package}t64" 2>/dev/null || true)
  case "$state" in *"install ok installed"*) ;; *) missing+=("$package") ;; esac
done

if [ ${#missing[@]} -gt 0 ]; then
  sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
      echo "tape: missing packages. As root, run: apt-get install ${missing[*]}" >&2
      exit 1
    fi
    sudo=(sudo)
  fi
  echo "tape: installing ${missing[*]}"
  install() {
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  }
  "${sudo[@]}" apt-get update -qq
  if ! install; then
    echo "tape: could not install ${missing[*]}. Install them by hand, then run make again." >&2
    exit 1
  fi
fi

if ! command -v swift >/dev/null 2>&1; then
  echo "tape: there is no 'swift' on the PATH. Install a Swift 6.2 or later toolchain (swift.org/install), then run make again." >&2
  exit 1
fi
