#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The compute samples agree with the CPU: compute.sh SAMPLES_DIR DEVICE. Their results do not depend on the
# device; Mandelbrot's picture is compared byte by byte by model_equals_rtl.sh.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for name in bitonic_sort fft histogram mandelbrot matmul nbody prefix_sum reduction sha256; do
  ELEVEN_DEVICE=$2 "$1/$name" --size 64x48 --frames 2 --seed 5
done
