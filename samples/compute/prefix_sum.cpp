// SPDX-License-Identifier: Apache-2.0
//
// The sums of all numbers up to each.
#include "common/compute.h"
#include "prefix_sum_add_cs.h"
#include "prefix_sum_scan_cs.h"

using namespace sample;

namespace {

constexpr uint32_t kCount = 32768, kBlock = 1024;

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv, Options());
  const std::vector<uint32_t> values = Random(options.seed).words(kCount);

  Compute compute;
  Ref<ID3D11ComputeShader> scan, add;
  compute.createShader(prefix_sum_scan_cs, &scan);
  compute.createShader(prefix_sum_add_cs, &add);
  ComputeBuffer numbers, blocks, total;
  const std::vector<uint32_t> zeros(kBlock);
  compute.createBuffer(16, kCount / 4, nullptr, &numbers);
  compute.createBuffer(4, kBlock, zeros.data(), &blocks);
  compute.createBuffer(4, 1, nullptr, &total);
  // The blocks' sums as quads, for the second scan.
  ComputeBuffer quads;
  compute.createBuffer(16, kBlock / 4, nullptr, &quads);
  for (uint32_t frame = 0; frame < options.frames; ++frame) {
    compute.write(numbers, values.data());
    compute.run(scan, Count{0}, {}, {&numbers, &blocks}, kCount / kBlock);
    compute.context()->CopyResource(quads.buffer.get(), blocks.buffer.get());
    compute.run(scan, Count{0}, {}, {&quads, &total}, 1);
    compute.context()->CopyResource(blocks.buffer.get(), quads.buffer.get());
    compute.run(add, Count{0}, {}, {&numbers, &blocks}, kCount / kBlock);
  }

  const auto sums = compute.read<uint32_t>(numbers);
  uint32_t expected = 0;
  for (uint32_t i = 0; i < kCount; ++i) {
    expected += values[i];
    if (sums[i] != expected) fail("sum " + std::to_string(i) + " is wrong");
  }
  report("prefix_sum", uint64_t{kCount} * options.frames, "numbers");
  return 0;
}
