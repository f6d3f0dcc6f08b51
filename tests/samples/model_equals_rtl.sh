#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every sample gives byte-identical PNGs on the model and on the RTL: model_equals_rtl.sh SAMPLES_DIR.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in triangle cube gloss mandelbrot; do
  for size in 128x96 65x33; do
    for device in model rtl; do
      ELEVEN_DEVICE=$device "$1/$name" --size $size --out "$work/$device.png" > /dev/null
    done
    cmp "$work/model.png" "$work/rtl.png" || { echo "$name $size differs" >&2; exit 1; }
    echo "$name $size: equal"
  done
done
