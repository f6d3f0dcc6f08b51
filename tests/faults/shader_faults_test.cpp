// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic, conversions and buffer accesses in shaders.

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <random>

#include "gpu_buffers.h"

namespace e11::test {
namespace {

const char* const kPath = "tests/faults/shaders/faults.";

std::string shader(const char* name) {
  return std::string(kPath) + name + ".cs_5_0";
}

uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}
float floatOf(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// Runs one dispatch over operands at t0, results at u0.
std::vector<uint32_t> run(const char* name, const std::vector<uint32_t>& operands,
                          size_t resultWords, UINT groups = 1,
                          const std::vector<uint32_t>& constants = {0}) {
  GpuBuffers gpu;
  const GpuBuffer in = gpu.raw(operands), out = gpu.raw(filled(resultWords, 0xcccccccc));
  gpu.setConstants(0, constants);
  gpu.setInputs({in.input.Get()});
  gpu.setOutputs({out.output.Get()});
  gpu.dispatch(shader(name), groups);
  return gpu.words(out);
}

bool isNan(uint32_t bits) {
  return (bits & 0x7fffffff) > 0x7f800000;
}
// Denormals as zeros of their sign.
uint32_t flushed(uint32_t bits) {
  return (bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits;
}

}  // namespace

TEST_CASE("1: unsigned division by zero gives all ones, quotient and remainder", "[faults]") {
  std::vector<uint32_t> operands = {0, 1, 7, 0xffffffff, 0x80000000, 2, 3, 4};
  operands.resize(16, 9);
  for (const uint32_t divisor : {0u, 1u, 7u, 0xffffffffu}) {
    INFO("divisor " << divisor);
    const auto both = run("divide", operands, 32, 1, {divisor});
    const auto quotients = run("quotient", operands, 16, 1, {divisor});
    const auto remainders = run("remainder", operands, 16, 1, {divisor});
    for (size_t i = 0; i < 16; ++i) {
      const uint32_t q = divisor == 0 ? 0xffffffff : operands[i] / divisor;
      const uint32_t r = divisor == 0 ? 0xffffffff : operands[i] % divisor;
      INFO("operand " << operands[i]);
      CHECK(both[2 * i] == q);
      CHECK(both[2 * i + 1] == r);
      CHECK(quotients[i] == q);
      CHECK(remainders[i] == r);
    }
  }
}

TEST_CASE("2: NaN does not leak through min, max and saturate", "[faults]") {
  const uint32_t values[8] = {0x7fc00000, 0x7f800000, 0xff800000, 0,
                              0x80000000, 1,          0x3f800000, 0xc0000000};
  std::vector<uint32_t> operands;
  for (const uint32_t a : values) {
    for (const uint32_t b : values) operands.insert(operands.end(), {a, b});
  }
  const auto results = run("extremes", operands, 64 * 3);
  for (size_t i = 0; i < 64; ++i) {
    const uint32_t a = operands[2 * i], b = operands[2 * i + 1];
    const uint32_t low = results[3 * i], high = results[3 * i + 1], sat = results[3 * i + 2];
    INFO(std::hex << a << ' ' << b << ": " << low << ' ' << high << ' ' << sat);
    if (isNan(a) && isNan(b)) {
      CHECK(isNan(low));
      CHECK(isNan(high));
    } else if (isNan(a) || isNan(b)) {
      const uint32_t other = flushed(isNan(a) ? b : a);
      CHECK(flushed(low) == other);
      CHECK(flushed(high) == other);
    } else {
      const float x = floatOf(flushed(a)), y = floatOf(flushed(b));
      CHECK(floatOf(low) == std::min(x, y));
      CHECK(floatOf(high) == std::max(x, y));
    }
    const float x = isNan(a) ? 0.0f : std::clamp(floatOf(flushed(a)), 0.0f, 1.0f);
    CHECK(floatOf(sat) == x);
  }
}

TEST_CASE("25: conversion to integers rounds to zero, clamps, and makes NaN 0", "[faults]") {
  const float inf = std::numeric_limits<float>::infinity();
  const float values[16] = {
      std::nanf(""), inf,  -inf,  2147483648.0f, -2147483648.0f, 4294967296.0f, 0.999f, -0.999f,
      -0.5f,         1.5f, -1.5f, 1e30f,         -1e30f,         16777217.0f,   3e9f,   0.0f};
  std::vector<uint32_t> operands;
  for (const float v : values) operands.push_back(bitsOf(v));
  const auto results = run("convert", operands, 32);
  for (size_t i = 0; i < 16; ++i) {
    const double v = values[i];
    const double whole = std::isnan(v) ? 0.0 : std::trunc(v);
    INFO("value " << v);
    CHECK(static_cast<int32_t>(results[2 * i]) ==
          static_cast<int32_t>(std::clamp(whole, -2147483648.0, 2147483647.0)));
    CHECK(results[2 * i + 1] == static_cast<uint32_t>(std::clamp(whole, 0.0, 4294967295.0)));
  }
}

TEST_CASE("27: no NaN from square roots around unit vectors", "[faults]") {
  const uint32_t seed = std::random_device()();
  std::cout << "seed " << seed << '\n';
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> coordinate(-1, 1);
  std::vector<uint32_t> operands;
  for (int i = 0; i < 256; ++i) {
    const float z = i % 3 == 0 ? 0.0f : coordinate(random);
    for (const float c : {coordinate(random), coordinate(random), z}) operands.push_back(bitsOf(c));
  }
  const auto results = run("unit_vectors", operands, 512, 4);
  for (size_t i = 0; i < 256; ++i) {
    INFO("seed " << seed << " vector " << i);
    CHECK_FALSE(isNan(results[2 * i]));
    CHECK(std::abs(floatOf(results[2 * i + 1]) - 1.0f) < 1e-5f);
  }
}

TEST_CASE("10: the value before an atomic is usable in every component", "[faults]") {
  GpuBuffers gpu;
  const GpuBuffer out = gpu.raw(filled(4 * 256, 0xcccccccc)), counter = gpu.raw({0});
  gpu.setOutputs({out.output.Get(), counter.output.Get()});
  gpu.dispatch(shader("old_values"), 4);
  CHECK(gpu.words(counter)[0] == 256);
  const auto words = gpu.words(out);
  std::vector<bool> seen(256);
  for (size_t i = 0; i < 256; ++i) {
    const uint32_t old = words[4 * i + 1];
    CHECK(words[4 * i] == 0);
    CHECK(words[4 * i + 2] == old);
    CHECK(words[4 * i + 3] == old);
    REQUIRE(old < 256);
    REQUIRE(!seen[old]);  // a permutation
    seen[old] = true;
  }
}

TEST_CASE("6: reads past the bound constants, and of unbound slots, give 0", "[faults]") {
  GpuBuffers gpu;
  const std::vector<uint32_t> indices = {0,          1,          2,          3,         4,    5,
                                         15,         16,         17,         4095,      4096, 65535,
                                         0x10000000, 0x7fffffff, 0x80000000, 0xffffffff};
  const GpuBuffer in = gpu.raw(indices), out = gpu.raw(filled(64, 0xcccccccc));
  std::vector<uint32_t> constants(16);  // four constants
  for (uint32_t i = 0; i < 16; ++i) constants[i] = 100 + i;
  gpu.setInputs({in.input.Get()});
  gpu.setOutputs({out.output.Get()});
  const auto check = [&](uint32_t first, uint32_t count) {
    const auto got = gpu.words(out);
    for (size_t i = 0; i < 16; ++i) {
      for (uint32_t c = 0; c < 4; ++c) {
        INFO("constant " << indices[i] << '.' << c);
        CHECK(got[4 * i + c] == (indices[i] < count ? 100 + 4 * (indices[i] + first) + c : 0));
      }
    }
  };
  gpu.dispatch(shader("constants_outside"));
  check(0, 0);  // nothing bound
  gpu.setConstants(1, constants);
  gpu.context->Dispatch(1, 1, 1);
  check(0, 4);
  // A window of 16 constants at constant 16 of a buffer of 20.
  std::vector<uint32_t> large(80);
  for (uint32_t i = 0; i < 80; ++i) large[i] = 100 + i;
  const auto buffer = gpu.buffer(large.data(), large.size() * 4, D3D11_BIND_CONSTANT_BUFFER);
  ComPtr<ID3D11DeviceContext1> context1;
  REQUIRE(gpu.context.As(&context1) == S_OK);
  const UINT first = 16, count = 16;
  context1->CSSetConstantBuffers1(1, 1, buffer.GetAddressOf(), &first, &count);
  gpu.context->Dispatch(1, 1, 1);
  check(16, 4);
}

TEST_CASE("6: loads outside buffers give 0, stores outside change nothing", "[faults]") {
  GpuBuffers gpu;
  // Ten records of 12 bytes; the view of the raw buffer ends at byte 120, inside a Load4 at 112.
  std::vector<uint32_t> numbers(30);
  for (uint32_t i = 0; i < 30; ++i) numbers[i] = i + 1;
  const std::vector<uint32_t> indices = {0,          4,          8,          9,         10,  11,
                                         29,         30,         112,        116,       120, 128,
                                         0x7fffffff, 0x15555556, 0xfffffff0, 0xffffffff};
  const GpuBuffer in = gpu.raw(indices), out = gpu.raw(filled(256, 0xcccccccc));
  const GpuBuffer records = gpu.structured(12, numbers), outRecords = gpu.structured(12, numbers);
  const GpuBuffer typed = gpu.typed(DXGI_FORMAT_R32_UINT, 30, numbers);
  const GpuBuffer outTyped = gpu.typed(DXGI_FORMAT_R32_UINT, 30, numbers);
  const GpuBuffer raw = gpu.raw(numbers), outRaw = gpu.raw(numbers);
  gpu.setInputs({in.input.Get(), records.input.Get(), typed.input.Get(), raw.input.Get()});
  gpu.setOutputs({out.output.Get(), nullptr, outRecords.output.Get(), outTyped.output.Get(),
                  outRaw.output.Get()});
  gpu.dispatch(shader("load_outside"));
  const auto got = gpu.words(out);
  const auto number = [](uint64_t i) { return i < 30 ? static_cast<uint32_t>(i + 1) : 0; };
  for (size_t i = 0; i < 16; ++i) {
    const uint64_t at = indices[i];
    const uint32_t* row = &got[16 * i];
    INFO("index " << at);
    for (uint64_t c = 0; c < 3; ++c) CHECK(row[c] == (at < 10 ? number(3 * at + c) : 0));
    // A typed load outside has 0 in the format's components and the defaults in the others.
    CHECK(row[4] == number(at));
    CHECK(row[5] == 0);
    CHECK(row[6] == 0);
    CHECK(row[7] == 1);
    for (uint64_t c = 0; c < 4; ++c) CHECK(row[8 + c] == number(at / 4 + c));
    CHECK(row[12] == number(at));
  }

  // Stores at the same places. What is inside is written, dword by dword.
  std::vector<uint32_t> far;
  for (const uint32_t i : indices) far.push_back(i < 120 ? 120 + 4 * i : i);
  const GpuBuffer outside = gpu.raw(far);
  gpu.setInputs({outside.input.Get()});
  gpu.dispatch(shader("store_outside"));
  CHECK(gpu.words(outRecords) == numbers);
  CHECK(gpu.words(outTyped) == numbers);
  CHECK(gpu.words(outRaw) == numbers);
}

TEST_CASE("7: sizes are those of the view; 0 if nothing is bound", "[faults]") {
  GpuBuffers gpu;
  const GpuBuffer out = gpu.raw(filled(4, 0xcccccccc));
  const GpuBuffer records = gpu.structured(12, filled(30, 0));
  const GpuBuffer typed = gpu.typed(DXGI_FORMAT_R32G32_UINT, 15, filled(30, 0));
  const GpuBuffer raw = gpu.raw(filled(64, 0));
  D3D11_SHADER_RESOURCE_VIEW_DESC desc = {};
  desc.Format = DXGI_FORMAT_R32_TYPELESS;
  desc.ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX;
  desc.BufferEx = {8, 20, D3D11_BUFFEREX_SRV_FLAG_RAW};
  ComPtr<ID3D11ShaderResourceView> part;
  REQUIRE(gpu.device->CreateShaderResourceView(raw.buffer.Get(), &desc, &part) == S_OK);
  gpu.setOutputs({out.output.Get()});
  gpu.setInputs({nullptr, records.input.Get(), typed.input.Get(), part.Get()});
  gpu.dispatch(shader("sizes"));
  CHECK(gpu.words(out) == std::vector<uint32_t>{80, 10, 12, 15});
  gpu.setInputs({nullptr, nullptr, nullptr, nullptr});
  gpu.context->Dispatch(1, 1, 1);
  const auto got = gpu.words(out);
  CHECK(got[0] == 0);
  CHECK(got[1] == 0);
  CHECK(got[3] == 0);
}

}  // namespace e11::test
