// SPDX-License-Identifier: Apache-2.0
//
// Fourier transforms of 1,024 complex numbers each.
#include <cmath>
#include <complex>

#include "common/compute.h"
#include "fft_cs.h"

using namespace sample;

namespace {

constexpr uint32_t kPoints = 1024, kTransforms = 8;
constexpr double kTurn = 6.283185307179586;

struct None {
  uint32_t unused[4];
};

using Complex = std::complex<double>;

// Radix 2, recursive: another way than the shader's.
std::vector<Complex> onCpu(const std::vector<Complex>& x) {
  const size_t n = x.size();
  if (n == 1) return x;
  std::vector<Complex> even, odd;
  for (size_t i = 0; i < n; i += 2) {
    even.push_back(x[i]);
    odd.push_back(x[i + 1]);
  }
  even = onCpu(even);
  odd = onCpu(odd);
  std::vector<Complex> result(n);
  for (size_t k = 0; k < n / 2; ++k) {
    const Complex turned =
        std::polar(1.0, -kTurn * static_cast<double>(k) / static_cast<double>(n)) * odd[k];
    result[k] = even[k] + turned;
    result[k + n / 2] = even[k] - turned;
  }
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv, Options());
  Random random(options.seed);
  std::vector<float> values(kPoints * kTransforms * 2), roots(kPoints * 2);
  for (float& value : values) value = random.unit() * 2 - 1;
  for (uint32_t i = 0; i < kPoints; ++i) {
    roots[2 * i] = static_cast<float>(std::cos(kTurn * i / kPoints));
    roots[2 * i + 1] = static_cast<float>(-std::sin(kTurn * i / kPoints));
  }

  Compute compute;
  Ref<ID3D11ComputeShader> shader;
  compute.createShader(fft_cs, &shader);
  ComputeBuffer input, table, output;
  compute.createBuffer(8, kPoints * kTransforms, values.data(), &input);
  compute.createBuffer(8, kPoints, roots.data(), &table);
  compute.createBuffer(8, kPoints * kTransforms, nullptr, &output);
  for (uint32_t frame = 0; frame < options.frames; ++frame) {
    compute.run(shader, None(), {&input, &table}, {&output}, kTransforms);
  }

  const auto result = compute.read<float>(output);
  for (uint32_t n = 0; n < kTransforms; ++n) {
    const uint32_t base = n * kPoints;
    std::vector<Complex> points;
    for (uint32_t i = 0; i < kPoints; ++i) {
      points.emplace_back(values[2 * (base + i)], values[2 * (base + i) + 1]);
    }
    const std::vector<Complex> expected = onCpu(points);
    for (uint32_t i = 0; i < kPoints; ++i) {
      const Complex is(result[2 * (base + i)], result[2 * (base + i) + 1]);
      // The largest values are about sqrt(1024 * 2 / 3) * 3.
      if (!(std::abs(is - expected[i]) < 1e-3)) {
        fail("transform " + std::to_string(n) + ", point " + std::to_string(i) + " is wrong");
      }
    }
  }
  report("fft", uint64_t{kPoints} * kTransforms * options.frames, "points");
  return 0;
}
