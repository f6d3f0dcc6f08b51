// SPDX-License-Identifier: Apache-2.0
//
// The product of two square matrices.
#include <cmath>

#include "common/compute.h"
#include "matmul_cs.h"

using namespace sample;

namespace {

constexpr uint32_t kSize = 96, kTile = 32;

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv, Options());
  Random random(options.seed);
  std::vector<float> left(kSize * kSize), right(kSize * kSize);
  for (float& value : left) value = random.unit() - 0.5f;
  for (float& value : right) value = random.unit() - 0.5f;

  Compute compute;
  Ref<ID3D11ComputeShader> shader;
  compute.createShader(matmul_cs, &shader);
  ComputeBuffer a, b, c;
  compute.createBuffer(16, kSize * kSize / 4, left.data(), &a);
  compute.createBuffer(16, kSize * kSize / 4, right.data(), &b);
  compute.createBuffer(16, kSize * kSize / 4, nullptr, &c);
  for (uint32_t frame = 0; frame < options.frames; ++frame) {
    compute.run(shader, Count{kSize}, {&a, &b}, {&c}, kSize / kTile, kSize / kTile);
  }

  const auto product = compute.read<float>(c);
  for (uint32_t row = 0; row < kSize; ++row) {
    for (uint32_t column = 0; column < kSize; ++column) {
      double sum = 0;
      for (uint32_t k = 0; k < kSize; ++k) {
        sum += double{left[row * kSize + k]} * right[k * kSize + column];
      }
      if (!(std::fabs(product[row * kSize + column] - sum) < 1e-4)) {
        fail("element " + std::to_string(row) + ", " + std::to_string(column) + " is wrong");
      }
    }
  }
  report("matmul", uint64_t{kSize} * kSize * kSize * options.frames, "multiply-adds");
  return 0;
}
