// SPDX-License-Identifier: Apache-2.0
//
// How often each byte value occurs.
#include "common/compute.h"
#include "histogram_cs.h"

using namespace sample;

namespace {

constexpr uint32_t kWords = 16384, kGroup = 1024, kBins = 256;

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv, Options());
  Random random(options.seed);
  std::vector<uint32_t> words(kWords), expected(kBins);
  for (uint32_t& word : words) {
    word = random.word() & random.word();  // some values more often than others
    for (uint32_t shift = 0; shift < 32; shift += 8)
      expected[word >> shift & 255] += options.frames;
  }

  Compute compute;
  Ref<ID3D11ComputeShader> shader;
  compute.createShader(histogram_cs, &shader);
  ComputeBuffer data, bins;
  compute.createBuffer(0, kWords, words.data(), &data);
  const std::vector<uint32_t> zeros(kBins);
  compute.createBuffer(0, kBins, zeros.data(), &bins);
  for (uint32_t frame = 0; frame < options.frames; ++frame) {
    compute.run(shader, Count{kWords}, {&data}, {&bins}, kWords / kGroup);
  }
  if (compute.read<uint32_t>(bins) != expected) fail("the histogram is wrong");
  report("histogram", uint64_t{kWords} * 4 * options.frames, "bytes");
  return 0;
}
