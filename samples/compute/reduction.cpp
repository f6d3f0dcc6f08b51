// SPDX-License-Identifier: Apache-2.0
//
// The sum of many numbers.
#include <numeric>

#include "common/compute.h"
#include "reduction_cs.h"

using namespace sample;

namespace {

constexpr uint32_t kCount = 65536, kGroup = 4096;

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv, Options());
  const std::vector<uint32_t> values = Random(options.seed).words(kCount);
  const uint32_t expected = std::accumulate(values.begin(), values.end(), 0u);

  Compute compute;
  Ref<ID3D11ComputeShader> shader;
  compute.createShader(reduction_cs, &shader);
  ComputeBuffer numbers, sums[2];
  compute.createBuffer(0, kCount, values.data(), &numbers);
  for (ComputeBuffer& buffer : sums) compute.createBuffer(0, kCount / kGroup, nullptr, &buffer);
  uint32_t result = 0;
  for (uint32_t frame = 0; frame < options.frames; ++frame) {
    const ComputeBuffer* from = &numbers;
    uint32_t count = kCount;
    for (uint32_t pass = 0; count > 1; ++pass) {
      const uint32_t groups = (count + kGroup - 1) / kGroup;
      compute.run(shader, Count{count}, {from}, {&sums[pass % 2]}, groups);
      from = &sums[pass % 2];
      count = groups;
    }
    result = compute.read<uint32_t>(*from)[0];
  }
  if (result != expected) fail("the sum is wrong");
  report("reduction", uint64_t{kCount} * options.frames, "numbers");
  return 0;
}
