#!/bin/bash
# Brings what Lookback needs from Debian's own packages: debian.sh [emscripten] [build] [test]. Debian 12 and later; root.
#   emscripten  Emscripten 3.1.69 or newer that links
#   build       Eigen 5, RapidJSON, CMake, Ninja, ccache
#   test        g++, GoogleTest, Google Benchmark, NumPy, Chromium, Firefox
# What Debian has no package for is in /opt/lookback. A part that was interrupted is done again; a finished one is not.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin # dpkg wants them, and su leaves them out
home=/opt/lookback
version=1                         # raise when what a finished part leaves behind changes

die() { echo "$*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || die "wasm/toolchain/debian.sh installs packages: run it as root."
. /etc/os-release
[ "${ID:-}" = debian ] || die "wasm/toolchain/debian.sh is for Debian; this is ${PRETTY_NAME:-another system}."
release=${VERSION_ID:-99}         # testing and unstable have no number
[ "$release" -ge 12 ] || die "Debian $release is too old for this recipe, which needs Debian 12 or later."

mkdir -p "$home"
exec 9>"$home/lock"
flock -n 9 || { echo "  waiting for another set-up on this machine"; flock 9; }

step() {                          # step TITLE COMMAND...: runs it, prints its seconds
  local started=$EPOCHREALTIME
  "${@:2}" || die "Setting up \"$1\" failed; $home/log has the details, and a second run goes on from here."
  awk -v t="$1" -v a="$started" -v b="$EPOCHREALTIME" 'BEGIN { printf "  %-44s %6.1f s\n", t, b - a }'
}
apt() {                           # quiet; waits for another apt on the machine; shows the end of its log on failure
  local log=$home/log
  if ! apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" >"$log" 2>&1 9>&-; then
    tail -n 15 "$log" >&2
    return 1
  fi
}
add() { apt install -y --no-install-recommends "$@"; }
first() { [ "$release" -lt "$1" ] && echo "/$2" || true; } # first 13 trixie: "/trixie" on an older release than 13

# Newer suites, each pinned below everything the machine has: a package comes from one only where it is asked for by name.
# The mirror is the one this machine already uses.
sources() {
  dpkg --configure -a >"$home/log" 2>&1 9>&- || return 1 # an interrupted installation is finished first
  apt update || return 1
  [ "$release" -lt 14 ] || return 0
  local list=/etc/apt/sources.list.d/lookback.sources pins=/etc/apt/preferences.d/lookback uri
  uri=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk -v c="$VERSION_CODENAME" '$1 == c && $2 == "main" { print $3; exit }')
  [ -n "$uri" ] || { echo "apt has no source for $VERSION_CODENAME main." >&2; return 1; }
  # Pins before sources: a suite without its pin would outrank the machine's own.
  : >"$home/pins"; : >"$home/list"
  suite() { # suite NAME PRIORITY
    printf 'Package: *\nPin: release n=%s\nPin-Priority: %s\n\n' "$1" "$2" >>"$home/pins"
    # A mirror's copy of a suite in the making can be past its date; its signatures are checked all the same.
    printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: %s\nCheck-Valid-Until: no\n\n' \
      "$uri" "$1" /usr/share/keyrings/debian-archive-keyring.gpg >>"$home/list"
  }
  [ "$release" -ge 13 ] || suite trixie 50
  suite forky 40
  mv "$home/pins" "$pins"; mv "$home/list" "$list"
  apt update
}

# Emscripten depends on a Node of Debian's. A Node that was put in /usr/bin by hand would be overwritten by it: the package's
# copy goes beside it instead.
keep_node() {
  local file
  for file in /usr/bin/node /usr/bin/nodejs; do
    if [ -e "$file" ] && ! dpkg -S "$file" >/dev/null 2>&1; then
      dpkg-divert --quiet --local --no-rename --divert "$file.debian" --add "$file" || return 1
    fi
  done
}
emscripten() { keep_node && add "emscripten$(first 13 trixie)"; }

# Debian 12's Binaryen is too old for this Emscripten and Debian 13's is linked to a newer libc: it is unpacked, not installed,
# and started through the loader and the libraries it was built for.
binaryen() {
  [ "$release" = 12 ] || return 0
  local to=$home/binaryen new=$home/binaryen.new debs file loader libs
  debs=$(mktemp -d) && chmod 755 "$debs"
  rm -rf "$new"; mkdir -p "$new/bin"
  (cd "$debs" && apt download binaryen/trixie libc6/trixie libstdc++6/trixie libgcc-s1/trixie) || return 1
  for file in "$debs"/*.deb; do dpkg -x "$file" "$new" || return 1; done
  rm -rf "$debs"
  loader=$(find "$new" -name 'ld-linux-*.so.?' -print -quit)
  libs=$(dirname "$(find "$new" -name libc.so.6 -print -quit)")
  loader=${loader/$new/$to} libs=${libs/$new/$to}
  for file in "$new"/usr/bin/*; do
    if [ "$(head -c 4 "$file" | tail -c 3)" = ELF ]; then
      printf '#!/bin/sh\nexec %s --library-path %s %s "$@"\n' "$loader" "$libs" "${file/$new/$to}" >"$new/bin/${file##*/}"
      chmod 755 "$new/bin/${file##*/}"
    fi
  done
  rm -rf "$to"; mv "$new" "$to"
  "$to/bin/wasm-opt" --version >"$home/log" 2>&1
}

# Emscripten imports acorn as an ES module, for which Node does not look where Debian puts it.
acorn() {
  [ -e /usr/share/emscripten/node_modules/acorn ] && return 0
  mkdir -p /usr/share/emscripten/node_modules
  ln -sfn /usr/share/nodejs/acorn /usr/share/emscripten/node_modules/acorn
}

# Eigen before 5 does not compile to wasm SIMD; RapidJSON before Debian 13's does not compile with clang.
build() { add "libeigen3-dev$(first 14 forky)" "rapidjson-dev$(first 14 forky)" cmake ninja-build ccache; }
tests() { add g++ libgtest-dev libgmock-dev libbenchmark-dev python3-numpy; }
# A browser that is there already is the one that is used. Chromium without its windows opens a page with half the work.
one_chromium() { command -v chromium chromium-headless-shell google-chrome >/dev/null 2>&1 || add chromium-headless-shell; }
one_firefox() { command -v firefox-esr firefox >/dev/null 2>&1 || add firefox-esr; }

step "apt: sources and package lists" sources
for part in "$@"; do
  case $part in
    emscripten)
      rm -f "$home/emscripten"
      step "apt: Emscripten" emscripten
      step "Binaryen" binaryen
      step "acorn for Emscripten" acorn
      echo "$version" >"$home/emscripten"
      ;;
    build) step "apt: Eigen, RapidJSON, CMake, Ninja, ccache" build ;;
    test)
      step "apt: g++, GoogleTest, Google Benchmark, NumPy" tests
      step "apt: Chromium" one_chromium
      step "apt: Firefox" one_firefox
      ;;
    *) die "debian.sh knows the parts emscripten, build and test; \"$part\" is none of them." ;;
  esac
done
