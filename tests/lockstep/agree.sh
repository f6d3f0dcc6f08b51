#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# RTL and model agree on draws, dispatches with atomics and group memory: agree.sh SAMPLES_DIR.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for name in triangle cube histogram reduction nbody; do
  ELEVEN_DEVICE=lockstep "$1/$name" --size 48x32 --frames 1 --out "$work/picture.png" 2> "$work/log" ||
    { cat "$work/log" >&2; echo "$name: failed" >&2; exit 1; }
  grep -q 'no difference' "$work/log" || { cat "$work/log" >&2; echo "$name: not compared" >&2; exit 1; }
  sed -n "s/^eleven: lock step:/$name:/p" "$work/log"
done
