// SPDX-License-Identifier: Apache-2.0
//
// The Mandelbrot set, a point a thread: a picture of how long each takes to escape.
#include "common/compute.h"
#include "mandelbrot_cs.h"

using namespace sample;

namespace {

struct View {
  float origin[2];
  float step;
  uint32_t limit;
  uint32_t size[2];
  uint32_t unused[2];
};

uint32_t onCpu(const View& view, uint32_t x, uint32_t y) {
  const float cx = view.origin[0] + static_cast<float>(x) * view.step;
  const float cy = view.origin[1] + static_cast<float>(y) * view.step;
  float zx = 0, zy = 0, xx = 0, yy = 0;
  uint32_t count = 0;
  while (count < view.limit && xx + yy <= 4) {
    zy = 2 * zx * zy + cy;
    zx = xx - yy + cx;
    xx = zx * zx;
    yy = zy * zy;
    ++count;
  }
  return count;
}

std::vector<uint8_t> paint(const std::vector<uint32_t>& counts, uint32_t limit) {
  std::vector<uint8_t> rgba;
  for (const uint32_t count : counts) {
    const uint32_t n = count < limit ? count : 0;
    for (const uint32_t channel : {n * 9, n * 5, n * 13}) {
      rgba.push_back(static_cast<uint8_t>(channel < 255 ? channel : 255));
    }
    rgba.push_back(255);
  }
  return rgba;
}

}  // namespace

int main(int argc, char** argv) {
  Options defaults;
  defaults.width = 128;
  defaults.height = 96;
  defaults.out = "mandelbrot.png";
  const Options options = parse(argc, argv, defaults);
  const View view = {{-2.2f, -1.2f},
                     2.4f / static_cast<float>(options.height),
                     64,
                     {options.width, options.height},
                     {}};
  Compute compute;
  Ref<ID3D11ComputeShader> shader;
  compute.createShader(mandelbrot_cs, &shader);
  ComputeBuffer counts;
  compute.createBuffer(4, options.width * options.height, nullptr, &counts);
  for (uint32_t frame = 0; frame < options.frames; ++frame) {
    compute.run(shader, view, {}, {&counts}, (options.width + 15) / 16, (options.height + 15) / 16);
  }

  const auto result = compute.read<uint32_t>(counts);
  uint64_t iterations = 0, different = 0;
  for (uint32_t y = 0; y < options.height; ++y) {
    for (uint32_t x = 0; x < options.width; ++x) {
      const uint32_t count = result[y * options.width + x];
      iterations += count;
      if (count != onCpu(view, x, y)) ++different;
    }
  }
  // GPUs whose products are not rounded before they are added differ at the set's edge.
  if (different * 200 > result.size()) fail("too many points differ from the CPU's");
  report("mandelbrot", iterations * options.frames, "iterations");
  writeImage(options.out, options.width, options.height, paint(result, view.limit));
  return 0;
}
