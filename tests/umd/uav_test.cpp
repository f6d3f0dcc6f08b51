// SPDX-License-Identifier: Apache-2.0
//
// Counters, clears and dispatches as the GPU gets them.

#include <algorithm>
#include <cstring>
#include <limits>

#include "e11/regs.h"
#include "views.h"

namespace e11::test {
namespace {

constexpr UINT kBoth = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS;
constexpr UINT kKeep = 0xffffffff;

std::vector<uint32_t> words(TestDevice& d, ID3D11Buffer* buffer) {
  const auto bytes = d.bytes(buffer);
  std::vector<uint32_t> out(bytes.size() / 4);
  std::memcpy(out.data(), bytes.data(), out.size() * 4);
  return out;
}

// The hidden counter, by CopyStructureCount.
uint32_t countOf(TestDevice& d, ID3D11UnorderedAccessView* view) {
  const auto buffer = d.buffer(4, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  d.context->CopyStructureCount(buffer.Get(), 0, view);
  return words(d, buffer.Get())[0];
}

}  // namespace

TEST_CASE("CSU-03 CTX-OMU-19 initial counts", "[umd][CSU]") {
  for (const bool compute : {true, false}) {
    TestDevice d;
    ViewedBuffer counter(d, 8, D3D11_BUFFER_UAV_FLAG_COUNTER),
        append(d, 8, D3D11_BUFFER_UAV_FLAG_APPEND), plain(d, 8);
    ID3D11UnorderedAccessView* const views[4] = {counter.output.Get(), plain.output.Get(),
                                                 append.output.Get(), nullptr};
    const auto bind = [&](const UINT* counts) {
      if (compute) {
        d.context->CSSetUnorderedAccessViews(0, 4, views, counts);
      } else {
        d.context->OMSetRenderTargetsAndUnorderedAccessViews(0, nullptr, nullptr, 0, 4, views,
                                                             counts);
      }
    };
    CHECK(countOf(d, views[0]) == 0);
    const UINT first[4] = {5, 6, 7, 8};
    bind(first);
    CHECK(countOf(d, views[0]) == 5);
    CHECK(countOf(d, views[2]) == 7);
    const UINT second[4] = {kKeep, 1, 0, kKeep};
    bind(second);
    CHECK(countOf(d, views[0]) == 5);
    CHECK(countOf(d, views[2]) == 0);
    bind(nullptr);
    CHECK(countOf(d, views[0]) == 5);
    // A call that is dropped sets no counter.
    ID3D11UnorderedAccessView* const twice[2] = {views[0], views[0]};
    const UINT wrong[2] = {9, 9};
    d.context->CSSetUnorderedAccessViews(0, 2, twice, wrong);
    CHECK(countOf(d, views[0]) == 5);
    // A view of its own has a counter of its own.
    const auto second8 = outputView(d, counter.buffer.Get(), DXGI_FORMAT_UNKNOWN, 0, 8,
                                    D3D11_BUFFER_UAV_FLAG_COUNTER);
    CHECK(countOf(d, second8.Get()) == 0);
  }
}

TEST_CASE("CTX-CSC-01 CTX-CSC-02 CopyStructureCount", "[umd][CSC]") {
  TestDevice d;
  ViewedBuffer counter(d, 8, D3D11_BUFFER_UAV_FLAG_COUNTER), plain(d, 8);
  const UINT seven = 7;
  d.context->CSSetUnorderedAccessViews(0, 1, counter.output.GetAddressOf(), &seven);
  const uint32_t initial[4] = {1, 2, 3, 4};
  const auto buffer = rawBuffer(d, 16, kBoth, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS, initial);
  d.context->CopyStructureCount(buffer.Get(), 8, counter.output.Get());
  const std::vector<uint32_t> expected = {1, 2, 7, 4};
  CHECK(words(d, buffer.Get()) == expected);
  // Dropped: no counter, misaligned, outside, null, immutable, of another device.
  d.context->CopyStructureCount(buffer.Get(), 0, plain.output.Get());
  d.context->CopyStructureCount(buffer.Get(), 2, counter.output.Get());
  d.context->CopyStructureCount(buffer.Get(), 16, counter.output.Get());
  d.context->CopyStructureCount(buffer.Get(), 0xfffffffc, counter.output.Get());
  d.context->CopyStructureCount(nullptr, 0, counter.output.Get());
  d.context->CopyStructureCount(buffer.Get(), 0, nullptr);
  const auto fixed = d.buffer(16, D3D11_USAGE_IMMUTABLE, D3D11_BIND_VERTEX_BUFFER, 0, initial);
  d.context->CopyStructureCount(fixed.Get(), 0, counter.output.Get());
  CHECK(words(d, fixed.Get())[0] == 1);
  TestDevice other;
  ViewedBuffer foreign(other, 8, D3D11_BUFFER_UAV_FLAG_COUNTER);
  d.context->CopyStructureCount(buffer.Get(), 0, foreign.output.Get());
  CHECK(words(d, buffer.Get()) == expected);
}

TEST_CASE("CTX-CLR-05 CTX-CLR-06 CTX-CLR-10 ClearUnorderedAccessViewUint", "[umd][CLR]") {
  TestDevice d;
  struct Case {
    DXGI_FORMAT format;
    UINT elementBytes;
    std::array<UINT, 4> values;
    std::vector<uint8_t> element;
  };
  const Case cases[] = {
      {DXGI_FORMAT_R8G8B8A8_UNORM, 4, {0x1ff, 0x102, 3, 0xfffffff4}, {0xff, 2, 3, 0xf4}},
      {DXGI_FORMAT_R11G11B10_FLOAT, 4, {0x801, 0, 0x401, 9}, {1, 0, 0x40, 0}},
      {DXGI_FORMAT_R10G10B10A2_UINT, 4, {1, 2, 3, 7}, {1, 8, 0x30, 0xc0}},
      {DXGI_FORMAT_R16_FLOAT, 2, {0x123456, 1, 1, 1}, {0x56, 0x34}},
      {DXGI_FORMAT_R8_UINT, 1, {0x1ab, 1, 1, 1}, {0xab}},
      {DXGI_FORMAT_R8G8_SINT, 2, {0xffffffff, 5, 1, 1}, {0xff, 5}},
      {DXGI_FORMAT_R32G32_UINT, 8, {0x04030201, 0x08070605, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8}},
      {DXGI_FORMAT_R16G16B16A16_SINT,
       8,
       {0x0201, 0x0403, 0x0605, 0x0807},
       {1, 2, 3, 4, 5, 6, 7, 8}},
      {DXGI_FORMAT_R32G32B32A32_FLOAT,
       16,
       {1, 2, 3, 4},
       {1, 0, 0, 0, 2, 0, 0, 0,  //
        3, 0, 0, 0, 4, 0, 0, 0}},
      {DXGI_FORMAT_R32G32B32A32_UINT,
       16,
       {7, 7, 7, 7},
       {7, 0, 0, 0, 7, 0, 0, 0,  //
        7, 0, 0, 0, 7, 0, 0, 0}},
  };
  const std::vector<uint8_t> canary(256, 0xcc);
  for (const Case& c : cases) {
    for (const auto& [first, count] :
         {std::pair<UINT, UINT>{4, 8}, {1, 1}, {3, 2}, {5, 9}, {0, 4}}) {
      INFO("format " << c.format << " elements " << first << " + " << count);
      const auto buffer = d.buffer(256, D3D11_USAGE_DEFAULT, kBoth, 0, canary.data());
      const auto view = outputView(d, buffer.Get(), c.format, first, count);
      d.context->ClearUnorderedAccessViewUint(view.Get(), c.values.data());
      std::vector<uint8_t> expected = canary;
      for (UINT i = 0; i < count; ++i) {
        std::copy(c.element.begin(), c.element.end(),
                  expected.begin() + (first + i) * c.elementBytes);
      }
      CHECK(d.bytes(buffer.Get()) == expected);
    }
  }
  // Raw and structured views: the first value everywhere.
  const UINT values[4] = {1, 2, 3, 4};
  const auto structured = structuredBuffer(d, 12, 4, kBoth, canary.data());
  const auto part = outputView(d, structured.Get(), DXGI_FORMAT_UNKNOWN, 1, 2);
  d.context->ClearUnorderedAccessViewUint(part.Get(), values);
  for (size_t i = 0; i < 12; ++i) {
    CHECK(words(d, structured.Get())[i] == (i >= 3 && i < 9 ? 1u : 0xcccccccc));
  }
  d.context->ClearUnorderedAccessViewUint(nullptr, values);
  d.context->ClearUnorderedAccessViewUint(part.Get(), nullptr);
}

TEST_CASE("CTX-CLR-07 CTX-CLR-08 ClearUnorderedAccessViewFloat", "[umd][CLR]") {
  TestDevice d;
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  struct Case {
    DXGI_FORMAT format;
    std::array<float, 4> values;
    uint32_t expected;  // the first word
  };
  const Case cases[] = {
      {DXGI_FORMAT_R8_UNORM, {0.5f}, 0x80808080},
      {DXGI_FORMAT_R8_SNORM, {-1.0f}, 0x81818181},
      {DXGI_FORMAT_R8_SNORM, {nan}, 0},
      {DXGI_FORMAT_R8G8B8A8_UNORM, {-1, 0.5f, 2, nan}, 0x00ff8000},
      {DXGI_FORMAT_R16_UNORM, {1.0f}, 0xffffffff},
      {DXGI_FORMAT_R16G16_SNORM, {-inf, 1.0f}, 0x7fff8001},
      {DXGI_FORMAT_R32_FLOAT, {1.0f}, 0x3f800000},
      {DXGI_FORMAT_R16G16_FLOAT, {1.0f, -2.0f}, 0xc0003c00},
      // Towards zero; too large gives the largest, infinity stays; denormals.
      {DXGI_FORMAT_R16G16_FLOAT, {65535.0f, -1e10f}, 0xfbff7bff},
      {DXGI_FORMAT_R16G16_FLOAT, {inf, 5.9604645e-8f}, 0x00017c00},
      {DXGI_FORMAT_R16G16_FLOAT, {1.0009f, 2.9e-8f}, 0x00003c00},
      {DXGI_FORMAT_R11G11B10_FLOAT, {1.0f, -1.0f, 2.0f}, 0x3c0u | 0x200u << 22},
      {DXGI_FORMAT_R10G10B10A2_UNORM, {1, 0, 0, 1}, 0xc00003ff},
  };
  for (const Case& c : cases) {
    INFO("format " << c.format << " value " << c.values[0]);
    const auto buffer = d.buffer(16, D3D11_USAGE_DEFAULT, kBoth);
    const auto view = outputView(d, buffer.Get(), c.format, 0, 4);
    d.context->ClearUnorderedAccessViewFloat(view.Get(), c.values.data());
    CHECK(words(d, buffer.Get())[0] == c.expected);
  }
  // Integers, raw and structured views are left alone.
  const float ones[4] = {1, 1, 1, 1};
  const std::vector<uint32_t> canary(4, 0xcccccccc);
  const auto raw = rawBuffer(d, 16, kBoth, 0, canary.data());
  const auto rawView =
      outputView(d, raw.Get(), DXGI_FORMAT_R32_TYPELESS, 0, 4, D3D11_BUFFER_UAV_FLAG_RAW);
  const auto integerView = outputView(d, raw.Get(), DXGI_FORMAT_R32_UINT, 0, 4);
  const auto structured = structuredBuffer(d, 4, 4, kBoth, canary.data());
  const auto structuredView = outputView(d, structured.Get(), DXGI_FORMAT_UNKNOWN, 0, 4);
  d.context->ClearUnorderedAccessViewFloat(rawView.Get(), ones);
  d.context->ClearUnorderedAccessViewFloat(integerView.Get(), ones);
  d.context->ClearUnorderedAccessViewFloat(structuredView.Get(), ones);
  d.context->ClearUnorderedAccessViewFloat(nullptr, ones);
  CHECK(words(d, raw.Get()) == canary);
  CHECK(words(d, structured.Get()) == canary);
}

TEST_CASE("CTX-N-03 ClearView of buffers: rectangles are ranges of elements", "[umd][CLR]") {
  TestDevice d;
  const auto buffer = d.buffer(32, D3D11_USAGE_DEFAULT, kBoth);
  const auto view = outputView(d, buffer.Get(), DXGI_FORMAT_R32_SINT, 1, 6);
  const float minusTwo[4] = {-2.7f}, nine[4] = {9.9f};
  d.context->ClearView(view.Get(), minusTwo, nullptr, 0);
  const D3D11_RECT rects[] = {{1, 0, 3, 1}, {5, 0, 100, 1}, {4, 0, 4, 1}, {-3, 0, 1, 1}};
  d.context->ClearView(view.Get(), nine, rects, 4);
  const uint32_t low = static_cast<uint32_t>(-2);
  const auto got = words(d, buffer.Get());
  const std::vector<uint32_t> expected = {9, 9, 9, low, low, 9};
  CHECK(std::equal(expected.begin(), expected.end(), got.begin() + 1));
}

}  // namespace e11::test
