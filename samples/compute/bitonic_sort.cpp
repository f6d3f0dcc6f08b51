// SPDX-License-Identifier: Apache-2.0
//
// Keys, sorted.
#include <algorithm>

#include "bitonic_sort_local_cs.h"
#include "bitonic_sort_step_cs.h"
#include "common/compute.h"

using namespace sample;

namespace {

constexpr uint32_t kCount = 4096, kBlock = 1024;

struct Merge {
  uint32_t firstWidth, lastWidth, distance, unused;
};

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv, Options());
  std::vector<uint32_t> values = Random(options.seed).words(kCount);

  Compute compute;
  Ref<ID3D11ComputeShader> local, step;
  compute.createShader(bitonic_sort_local_cs, &local);
  compute.createShader(bitonic_sort_step_cs, &step);
  ComputeBuffer keys;
  compute.createBuffer(4, kCount, nullptr, &keys);
  for (uint32_t frame = 0; frame < options.frames; ++frame) {
    compute.write(keys, values.data());
    compute.run(local, Merge{2, kBlock, 0, 0}, {}, {&keys}, kCount / kBlock);
    for (uint32_t width = 2 * kBlock; width <= kCount; width *= 2) {
      for (uint32_t distance = width / 2; distance >= kBlock; distance /= 2) {
        compute.run(step, Merge{width, width, distance, 0}, {}, {&keys}, kCount / kBlock);
      }
      compute.run(local, Merge{width, width, 0, 0}, {}, {&keys}, kCount / kBlock);
    }
  }

  std::sort(values.begin(), values.end());
  if (compute.read<uint32_t>(keys) != values) fail("the keys are not sorted");
  report("bitonic_sort", uint64_t{kCount} * options.frames, "keys");
  return 0;
}
