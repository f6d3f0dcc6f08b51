// SPDX-License-Identifier: Apache-2.0
//
// The compute pipeline at its limits and with programs that mean no good: counters that run over,
// nothing bound, largest groups and grids, foreign objects, objects that die in flight. Values by
// the contract's rows named, else by the functional specification.
#include <algorithm>

#include "gpu_buffers.h"

using namespace e11::test;

TEST_CASE("CSU: appending beyond the buffer counts on and drops the records", "[gpu][hostile]") {
  GpuBuffers g;
  const GpuBuffer b = g.structured(8, filled(2 * 10, 7), D3D11_BUFFER_UAV_FLAG_APPEND);
  const UINT counts[2] = {~0u, 4};
  g.setConstants(0, {60, 5});
  g.setOutputs({nullptr, b.output.Get()}, counts);
  g.dispatch("hostile.append.cs_5_0");
  CHECK(g.countOf(b) == 64);
  const auto words = g.words(b);
  for (size_t i = 0; i < 8; ++i) CHECK(words[i] == 7);
  for (size_t i = 4; i < 10; ++i) CHECK(words[2 * i + 1] == 5);
}

TEST_CASE("CSU: a counter below zero wraps; what is read there is 0", "[gpu][hostile]") {
  GpuBuffers g;
  const GpuBuffer b = g.structured(8, filled(2 * 100, 7), D3D11_BUFFER_UAV_FLAG_APPEND);
  const GpuBuffer out = g.raw(filled(128, 1));
  const UINT counts[2] = {~0u, 10};
  g.setOutputs({out.output.Get(), b.output.Get()}, counts);
  g.dispatch("hostile.consume.cs_5_0");
  CHECK(g.countOf(b) == 10u - 64u);
  const auto words = g.words(out);
  CHECK(std::count(words.begin(), words.end(), 7u) == 20);
  CHECK(std::count(words.begin(), words.end(), 0u) == 108);
}

TEST_CASE("CSU: decrementing returns each value below the start once", "[gpu][hostile]") {
  GpuBuffers g;
  const GpuBuffer b = g.structured(8, filled(2 * 100, 7), D3D11_BUFFER_UAV_FLAG_COUNTER);
  const GpuBuffer out = g.raw(filled(64, 1));
  const UINT counts[2] = {~0u, 64};
  g.setOutputs({out.output.Get(), b.output.Get()}, counts);
  g.dispatch("hostile.incdec.cs_5_0");
  CHECK(g.countOf(b) == 0);
  std::vector<bool> seen(64);
  for (const uint32_t value : g.words(out)) {
    REQUIRE(value < 64);
    REQUIRE(!seen[value]);
    seen[value] = true;
  }
}

TEST_CASE("whatever is not bound reads as 0 and has no size", "[gpu][hostile]") {
  GpuBuffers g;
  const GpuBuffer out = g.raw(filled(64 * 16, 0xcc));
  g.setOutputs({out.output.Get()});
  g.dispatch("hostile.unbound.cs_5_0");
  const auto words = g.words(out);
  for (size_t i = 0; i < words.size(); ++i) {
    INFO("thread " << i / 16 << " word " << i % 16);
    // Word 3 is a load behind a store of 1 to the same place: Microsoft's compiler gives the 1.
    REQUIRE(words[i] == (i % 16 == 3 ? 1 : 0));
  }
}

TEST_CASE("groups of 1,024 threads exchange through group memory", "[gpu][hostile]") {
  GpuBuffers g;
  std::vector<uint32_t> values(3 * 1024);
  for (uint32_t i = 0; i < values.size(); ++i) values[i] = i * 2654435761u;
  const GpuBuffer out = g.raw(values);
  g.setOutputs({out.output.Get()});
  g.dispatch("hostile.rev.cs_5_0", 3);
  const auto words = g.words(out);
  for (size_t k = 0; k < 3; ++k) {
    // g[0] starts with the group's first value and every thread adds its own.
    uint32_t sum = values[1024 * k];
    for (size_t i = 0; i < 1024; ++i) sum += values[1024 * k + i];
    for (size_t i = 0; i < 1024; ++i) {
      REQUIRE(words[1024 * k + i] == values[1024 * k + 1023 - i] + (i == 0 ? sum : 0));
    }
  }
}

TEST_CASE("all 32 KB of group memory are there, and nothing beyond them", "[gpu][hostile]") {
  const uint32_t beyond = GENERATE(9000u, 0x40000000u, 0xffffffffu - 105u);
  GpuBuffers g;
  const GpuBuffer out = g.raw(filled(8, 0));
  g.setConstants(0, {3, beyond});
  g.setOutputs({out.output.Get()});
  g.dispatch("hostile.full.cs_5_0", 8);
  const auto words = g.words(out);
  for (uint32_t k = 0; k < 8; ++k) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 8192; ++i) sum += ((8191 - i) * 3 + k) ^ i;
    CHECK(words[k] == sum);
  }
  CHECK(g.device->GetDeviceRemovedReason() == S_OK);
}

TEST_CASE("CTX-DISP: 65,535 groups along each dimension", "[gpu][hostile][long]") {
  const size_t dimension = GENERATE(size_t{0}, size_t{1}, size_t{2});
  GpuBuffers g;
  const GpuBuffer out = g.raw({0, 0, 0, 0});
  g.setOutputs({out.output.Get()});
  UINT groups[3] = {1, 1, 1};
  groups[dimension] = 65535;
  g.dispatch("hostile.lastid.cs_5_0", groups[0], groups[1], groups[2]);
  const auto words = g.words(out);
  for (size_t k = 0; k < 3; ++k) CHECK(words[k] == (k == dimension ? 65534 : 0));
  CHECK(words[3] == 65535);
}

TEST_CASE("records of 2,048 bytes; members outside their record are not stored", "[gpu][hostile]") {
  GpuBuffers g;
  const GpuBuffer records = g.structured(2048, filled(512 * 16, 3));
  const GpuBuffer out = g.raw(filled(64, 9));
  g.setConstants(0, {5, 8, 511});
  g.setOutputs({out.output.Get(), nullptr, records.output.Get()});
  g.dispatch("hostile.bigstride.cs_5_0");
  const auto stored = g.words(records);
  for (uint32_t i = 0; i < 16; ++i) {
    for (uint32_t k = 0; k < 512; ++k) REQUIRE(stored[512 * i + k] == (k == 5 ? i + 1 : 3));
  }
  const auto read = g.words(out);
  for (size_t i = 0; i < 64; ++i) CHECK(read[i] == (i < 8 ? 3 : 0));
}

TEST_CASE("threads return from different turns of a loop", "[gpu][hostile]") {
  GpuBuffers g;
  const GpuBuffer out = g.raw(filled(32, 77));
  g.setOutputs({out.output.Get()});
  g.dispatch("hostile.early.cs_5_0");
  const auto words = g.words(out);
  for (uint32_t i = 0; i < 32; ++i) {
    uint32_t want = i < 8 ? 1000 : 77;
    uint32_t x = i;
    for (uint32_t k = 0; k < 100 && i < 8; ++k) {
      x = x & 1 ? 3 * x + 1 : x >> 1;
      if (x <= 1) {
        want = k;
        break;
      }
    }
    CHECK(words[i] == want);
  }
}

TEST_CASE("a grid that its groups do not fit, changed in place", "[gpu][hostile]") {
  GpuBuffers g;
  const GpuBuffer out = g.raw(filled(19 * 13 + 5, 100));
  g.setConstants(0, {0, 19, 13});
  g.setOutputs({out.output.Get()});
  g.dispatch("hostile.grid.cs_5_0", 3, 2);
  const auto words = g.words(out);
  for (uint32_t i = 0; i < 19 * 13 + 5; ++i) REQUIRE(words[i] == (i < 19 * 13 ? 100 + i : 100));
}

TEST_CASE("CSU: clears of typed views convert as stores do", "[gpu][hostile]") {
  struct Case {
    DXGI_FORMAT format;
    float values[4];
    uint32_t want;
  };
  const Case cases[] = {
      {DXGI_FORMAT_R8G8B8A8_UNORM, {0.5f, 1, 0, 2}, 0xff00ff80},
      {DXGI_FORMAT_R16G16_FLOAT, {1, -2, 0, 0}, 0xc0003c00},
      {DXGI_FORMAT_R8G8B8A8_SNORM, {-1, 1, 0.5f, -2}, 0x81407f81},
      {DXGI_FORMAT_R10G10B10A2_UNORM, {1, 0, 0, 1}, 0xc00003ff},
      {DXGI_FORMAT_R11G11B10_FLOAT, {1, 0, 0, 1}, 0x3c0},
  };
  GpuBuffers g;
  for (const Case& c : cases) {
    const GpuBuffer b = g.typed(c.format, 16, filled(20, 0x11));
    g.context->ClearUnorderedAccessViewFloat(b.output.Get(), c.values);
    const auto words = g.words(b);
    INFO("format " << c.format);
    for (size_t i = 0; i < 20; ++i) CHECK(words[i] == (i < 16 ? c.want : 0x11));
  }
}

TEST_CASE("CSU: calls with slots, counts and objects that make no sense do nothing",
          "[gpu][hostile]") {
  GpuBuffers g;
  const GpuBuffer out = g.raw(filled(4, 0));
  ID3D11UnorderedAccessView* const twice[2] = {out.output.Get(), out.output.Get()};
  g.context->CSSetUnorderedAccessViews(0, 2, twice, nullptr);
  g.context->CSSetUnorderedAccessViews(60, 10, nullptr, nullptr);
  g.context->CSSetUnorderedAccessViews(~0u, 2, twice, nullptr);
  g.context->CSSetShaderResources(127, 2, nullptr);
  g.context->CSSetShaderResources(0, 0, nullptr);
  g.context->CSGetShaderResources(126, 5, nullptr);
  g.context->Dispatch(1, 1, 1);
  g.context->CopyStructureCount(nullptr, 0, nullptr);
  g.context->CopyStructureCount(out.buffer.Get(), 2, out.output.Get());
  g.context->ClearUnorderedAccessViewUint(nullptr, nullptr);
  g.context->ClearUnorderedAccessViewFloat(out.output.Get(), nullptr);
  CHECK(g.words(out) == filled(4, 0));
  CHECK(g.device->GetDeviceRemovedReason() == S_OK);
}

TEST_CASE("objects of another device are not bound", "[gpu][hostile]") {
  GpuBuffers mine;
  GpuBuffers other;
  const GpuBuffer out = mine.raw(filled(4, 0));
  other.setOutputs({out.output.Get()});
  ComPtr<ID3D11UnorderedAccessView> bound;
  other.context->CSGetUnorderedAccessViews(0, 1, &bound);
  CHECK(bound == nullptr);
  const auto shader = mine.computeShader("hostile.one.cs_5_0");
  other.context->CSSetShader(shader.Get(), nullptr, 0);
  other.context->Dispatch(1, 1, 1);
  CHECK(other.device->GetDeviceRemovedReason() == S_OK);
  CHECK(mine.words(out)[0] == 0);
}

TEST_CASE("objects that die while bound and in flight", "[gpu][hostile]") {
  GpuBuffers g;
  for (uint32_t i = 0; i < 50; ++i) {
    const GpuBuffer out = g.raw(filled(16, i));
    g.setOutputs({out.output.Get()});
    g.dispatch("hostile.one.cs_5_0", 1 + i);
  }
  g.setOutputs({nullptr});
  g.context->CSSetShader(nullptr, nullptr, 0);
  g.context->Flush();
  const GpuBuffer out = g.raw({0, 0, 0, 0});
  g.setOutputs({out.output.Get()});
  g.dispatch("hostile.one.cs_5_0", 100);
  CHECK(g.words(out)[0] == 100);
}
