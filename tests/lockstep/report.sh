#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A difference (a register that the RTL writes, taken for another value) ends the program with code 3 and a
# report that names all there is to know: report.sh SAMPLES_DIR.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
check() {
  local name=$1 call=$2 stage=$3 at=$4 status=0
  ELEVEN_DEVICE=lockstep ELEVEN_LOCKSTEP_FAULT=$at "$samples/$name" --size 48x32 --frames 1 --out picture.png 2> log ||
    status=$?
  [ $status -eq 3 ] || { cat log >&2; echo "$name: exit code $status" >&2; exit 1; }
  local wanted
  for wanted in 'lock step: wave [0-9]*, pc 0x[0-9a-f]*, .*v[0-9]* lane [0-9]*: RTL 0x[0-9a-f]*, model 0x[0-9a-f]*' \
    'cycle [0-9]* (waveform time [0-9]*)' "$call [0-9]*, core [0-9]*, wave slot [0-9]*" \
    'pc 0x[0-9a-f]*: [a-z]' "from $stage at 0x[0-9a-f]*, dxbc .*#[0-9]* (token [0-9]*): [a-z]" \
    'exec [0-9a-f]\{4\} cov [0-9a-f]\{4\}' 'src[0-2] = ' "the wave's last [0-9]* instructions:"; do
    grep -q "$wanted" log || { cat log >&2; echo "$name: no line with $wanted" >&2; exit 1; }
  done
  echo "$name: $(grep -m1 'lock step: wave' log)"
}
samples=$1
check mandelbrot dispatch cs 5000
check cube draw '[vp]s' 300
