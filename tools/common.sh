# SPDX-License-Identifier: Apache-2.0
# What tools/run, tools/test and tools/bench share. Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)

die() {
  printf '%s: %s\n' "${tool:-tools}" "$1" >&2
  exit 1
}

# Installs the packages of tools/packages.txt that are missing.
install_packages() {
  command -v dpkg-query >/dev/null || die "this is not Debian; install the packages of tools/packages.txt by hand"
  local missing=() name
  while read -r name; do
    case $name in '' | '#'*) continue ;; esac
    dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || missing+=("$name")
  done < "$root/tools/packages.txt"
  [ ${#missing[@]} -eq 0 ] && return 0
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "missing packages: ${missing[*]}; install them as root"
    sudo=(sudo)
  fi
  printf 'installing %s\n' "${missing[*]}" >&2
  "${sudo[@]}" apt-get update -qq || die "apt-get update failed"
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 || die "apt-get install failed"
}

# configure BUILD_DIR [cmake options]: once; afterwards CMake notices changes itself.
configure() {
  local build=$1
  shift
  [ -f "$build/build.ninja" ] && [ $# -eq 0 ] && return 0
  cmake -S "$root" -B "$build" -G Ninja "$@" > "$build.configure.log" 2>&1 ||
    { tail -20 "$build.configure.log" >&2; die "cmake failed (log: $build.configure.log)"; }
}

# lockstep_build WAVE: sets build_dir to the configured build folder for lock step, with tracing if WAVE is not empty.
lockstep_build() {
  build_dir=$root/build-lockstep
  local trace=OFF
  if [ -n "$1" ]; then
    build_dir=$root/build-lockstep-trace
    trace=ON
  fi
  [ -f "$build_dir/build.ninja" ] ||
    configure "$build_dir" -DCMAKE_BUILD_TYPE=Release -DELEVEN_LOCKSTEP=ON -DELEVEN_TRACE=$trace
}

# build BUILD_DIR TARGET..: one progress line on a terminal, the log on failure.
build() {
  local build=$1
  shift
  if [ -t 2 ]; then
    NINJA_STATUS='building [%f/%t] ' ninja -C "$build" -j "$jobs" "$@" | tee "$build/build.log" | grep -v '^ninja' >&2
    [ "${PIPESTATUS[0]}" -eq 0 ] || die "the build failed (log: $build/build.log)"
  else
    ninja -C "$build" -j "$jobs" "$@" > "$build/build.log" 2>&1 ||
      { grep -A15 -m3 'FAILED' "$build/build.log" >&2; die "the build failed (log: $build/build.log)"; }
  fi
}
