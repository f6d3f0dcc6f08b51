// SPDX-License-Identifier: Apache-2.0
//
// Dispatches on a GPU: system values, order, indirect counts, counters, views, thread-group memory.

#include "gpu_buffers.h"

namespace e11::test {
namespace {

constexpr UINT kKeep = 0xffffffff;

uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

}  // namespace

TEST_CASE("CTX-DISP-01 CTX-DISP-02 system values of a dispatch", "[gpu][DISP]") {
  GpuBuffers gpu;
  constexpr uint32_t kThreads = 5 * 3 * 2 * 240, kWords = 10;
  const GpuBuffer ids = gpu.structured(kWords * 4, filled(kThreads * kWords, 0xcccccccc));
  const GpuBuffer visits = gpu.raw(filled(kThreads, 0));
  gpu.setOutputs({ids.output.Get(), visits.output.Get()});
  gpu.dispatch("compute.system_values.cs_5_0", 5, 3, 2);
  REQUIRE(gpu.words(visits) == filled(kThreads, 1));  // each thread once
  const auto got = gpu.words(ids);
  uint32_t slot = 0;
  for (uint32_t gz = 0; gz < 2; ++gz) {
    for (uint32_t gy = 0; gy < 3; ++gy) {
      for (uint32_t gx = 0; gx < 5; ++gx) {
        for (uint32_t index = 0; index < 240; ++index, ++slot) {
          const uint32_t x = index % 10, y = index / 10 % 8, z = index / 80;
          const uint32_t expected[kWords] = {gx, gy,          gz,         x,          y,
                                             z,  gx * 10 + x, gy * 8 + y, gz * 3 + z, index};
          INFO("group " << gx << ' ' << gy << ' ' << gz << " index " << index);
          REQUIRE(std::memcmp(expected, &got[slot * kWords], sizeof(expected)) == 0);
        }
      }
    }
  }
  // The document's example: group (2,1,0), thread (7,5,0).
  const uint32_t* example = &got[((0 * 3 + 1) * 5 + 2) * 240 * kWords + 57 * kWords];
  CHECK(example[6] == 27);
  CHECK(example[7] == 13);
  CHECK(example[9] == 57);
}

TEST_CASE("CTX-DISP-03 counts of groups: none, too many", "[gpu][DISP]") {
  GpuBuffers gpu;
  const GpuBuffer counter = gpu.raw({0, 0, 0, 0});
  gpu.setConstants(0, {0});
  gpu.setOutputs({counter.output.Get()});
  gpu.context->Dispatch(1, 1, 1);  // no shader
  gpu.dispatch("compute.count_groups.cs_5_0", 0, 1, 1);
  gpu.context->Dispatch(1, 0, 1);
  gpu.context->Dispatch(1, 1, 0);
  gpu.context->Dispatch(65536, 1, 1);
  gpu.context->Dispatch(1, 65536, 1);
  gpu.context->Dispatch(1, 1, 0xffffffff);
  CHECK(gpu.words(counter)[0] == 0);
  gpu.context->Dispatch(3, 5, 7);
  CHECK(gpu.words(counter)[0] == 105);
}

TEST_CASE("CTX-DISP-03 65535 groups in a dimension", "[gpu][DISP][long]") {
  GpuBuffers gpu;
  const GpuBuffer counter = gpu.raw({0, 0, 0, 0});
  gpu.setConstants(0, {0});
  gpu.setOutputs({counter.output.Get()});
  gpu.dispatch("compute.count_groups.cs_5_0", 1, 65535, 1);
  CHECK(gpu.words(counter)[0] == 65535);
}

TEST_CASE("CTX-DISP-04 CTX-DISP-05 CTX-CSC-02 counts from a buffer", "[gpu][DISP]") {
  GpuBuffers gpu;
  const GpuBuffer arguments =
      gpu.raw({9, 9, 9, 9, 9, 9, 9, 9}, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
  const GpuBuffer counter = gpu.raw({0, 0, 0, 0});
  // Written by the dispatch before; once more with other counts, which no cache may hide.
  for (const uint32_t x : {2u, 5u}) {
    gpu.setConstants(0, {8, x, 3, 4});
    gpu.setOutputs({arguments.output.Get()});
    gpu.dispatch("compute.make_arguments.cs_5_0");
    gpu.setConstants(0, {4});
    gpu.setOutputs({counter.output.Get()});
    gpu.context->CSSetShader(gpu.computeShader("compute.count_groups.cs_5_0").Get(), nullptr, 0);
    gpu.context->DispatchIndirect(arguments.buffer.Get(), 8);
  }
  CHECK(gpu.words(counter)[1] == 2 * 12 + 5 * 12);
  // Dropped: no flag, misaligned, outside, null.
  const GpuBuffer plain = gpu.raw({1, 1, 1, 1});
  gpu.context->DispatchIndirect(plain.buffer.Get(), 0);
  gpu.context->DispatchIndirect(arguments.buffer.Get(), 2);
  gpu.context->DispatchIndirect(arguments.buffer.Get(), 24);
  gpu.context->DispatchIndirect(arguments.buffer.Get(), 0xfffffffc);
  gpu.context->DispatchIndirect(nullptr, 0);
  CHECK(gpu.words(counter)[1] == 84);
  // Counts that are too large, or none, run nothing.
  for (const std::vector<uint32_t>& counts :
       {std::vector<uint32_t>{65536, 1, 1}, {1, 0xffffffff, 1}, {0, 1, 1}}) {
    const GpuBuffer wrong =
        gpu.raw({counts[0], counts[1], counts[2]}, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
    gpu.context->DispatchIndirect(wrong.buffer.Get(), 0);
  }
  CHECK(gpu.words(counter)[1] == 84);
  CHECK(gpu.device->GetDeviceRemovedReason() == S_OK);
}

TEST_CASE("CTX-DISP-06 a dispatch sees what the one before wrote", "[gpu][DISP]") {
  GpuBuffers gpu;
  constexpr uint32_t kCount = 256;
  const GpuBuffer ping = gpu.typed(DXGI_FORMAT_R32_UINT, kCount, filled(kCount, 0));
  const GpuBuffer pong = gpu.typed(DXGI_FORMAT_R32_UINT, kCount, filled(kCount, 0));
  gpu.setConstants(0, {1});
  gpu.context->CSSetShader(gpu.computeShader("compute.accumulate.cs_5_0").Get(), nullptr, 0);
  for (int i = 0; i < 100; ++i) {
    const GpuBuffer& from = i % 2 == 0 ? ping : pong;
    const GpuBuffer& to = i % 2 == 0 ? pong : ping;
    gpu.setOutputs({to.output.Get()});
    gpu.setInputs({from.input.Get()});
    gpu.context->Dispatch(kCount / 64, 1, 1);
  }
  const auto sums = gpu.words(ping);
  for (uint32_t i = 0; i < kCount; ++i) REQUIRE(sums[i] == 100 * (i + 1));
}

TEST_CASE("CSU-01 a dispatch writes through slots 0 and 7", "[gpu][CSU]") {
  GpuBuffers gpu;
  const GpuBuffer first = gpu.raw({1}), last = gpu.raw({1});
  gpu.setOutputs({first.output.Get()});
  gpu.setOutputs({last.output.Get()}, nullptr, 7);
  gpu.dispatch("compute.slots_0_7.cs_5_0");
  CHECK(gpu.words(first)[0] == 100);
  CHECK(gpu.words(last)[0] == 107);
}

TEST_CASE("CSU-03 CTX-CSC-01 append, consume and counter buffers", "[gpu][CSU]") {
  GpuBuffers gpu;
  const GpuBuffer append =
      gpu.structured(8, filled(2 * 40, 0xcccccccc), D3D11_BUFFER_UAV_FLAG_APPEND);
  const UINT five = 5, keep = kKeep;
  gpu.setConstants(0, {3, 1000});
  gpu.setOutputs({append.output.Get()}, &five);
  gpu.dispatch("compute.append_.cs_5_0");
  CHECK(gpu.countOf(append) == 8);
  gpu.setOutputs({append.output.Get()}, &keep);
  CHECK(gpu.countOf(append) == 8);
  gpu.setConstants(0, {20, 2000});
  gpu.context->Dispatch(1, 1, 1);
  CHECK(gpu.countOf(append) == 28);
  // Elements 5..7 and 8..27, each group of them in any order.
  const auto elements = gpu.words(append);
  std::vector<bool> small(3), large(20);
  for (uint32_t i = 5; i < 28; ++i) {
    const uint32_t x = elements[2 * i], y = elements[2 * i + 1];
    const uint32_t base = i < 8 ? 1000 : 2000;
    REQUIRE(y == x * x + base);
    auto& seen = i < 8 ? small : large;
    REQUIRE(x < seen.size());
    REQUIRE(!seen[x]);
    seen[x] = true;
  }
  for (const uint32_t i : {0u, 9u, 2 * 28u, 79u}) CHECK(elements[i] == 0xcccccccc);

  // Consumed from the top.
  const GpuBuffer results = gpu.structured(8, filled(2 * 20, 0xcccccccc));
  gpu.setConstants(0, {20, 0});
  gpu.setOutputs({append.output.Get(), results.output.Get()});
  gpu.dispatch("compute.consume_.cs_5_0");
  CHECK(gpu.countOf(append) == 8);
  std::vector<bool> taken(20);
  const auto consumed = gpu.words(results);
  for (uint32_t i = 0; i < 20; ++i) {
    const uint32_t x = consumed[2 * i];
    REQUIRE(consumed[2 * i + 1] == x * x + 2000);
    REQUIRE(!taken[x]);
    taken[x] = true;
  }

  const GpuBuffer counted =
      gpu.structured(8, filled(2 * 24, 0xcccccccc), D3D11_BUFFER_UAV_FLAG_COUNTER);
  const UINT two = 2;
  gpu.setOutputs({counted.output.Get()}, &two);
  gpu.dispatch("compute.increment.cs_5_0");
  CHECK(gpu.countOf(counted) == 22);
  const auto slots = gpu.words(counted);
  for (uint32_t i = 2; i < 22; ++i) CHECK(slots[2 * i + 1] == i);
  CHECK(slots[2 * 22] == 0xcccccccc);
}

TEST_CASE("views of parts: raw, structured, typed", "[gpu][views]") {
  GpuBuffers gpu;
  std::vector<uint32_t> numbers(160);
  for (uint32_t i = 0; i < 160; ++i) numbers[i] = i * 0x01010101;
  const GpuBuffer from = gpu.raw(numbers), to = gpu.raw(filled(96, 0xcccccccc));
  gpu.setConstants(0, {32});
  gpu.setInputs({from.input.Get()});
  gpu.setOutputs({to.output.Get()});
  gpu.dispatch("compute.raw_copy.cs_5_0");
  auto got = gpu.words(to);
  for (uint32_t i = 0; i < 96; ++i) REQUIRE(got[i] == (i < 64 ? numbers[i + 8] : 0xcccccccc));

  // A part of a structured buffer: elements 4 .. 11 of 20-byte records, in and out.
  const auto part = [&](const GpuBuffer& whole, UINT first, UINT count) {
    GpuBuffer view;
    D3D11_SHADER_RESOURCE_VIEW_DESC input = {};
    input.ViewDimension = D3D11_SRV_DIMENSION_BUFFER;
    input.Buffer.FirstElement = first;
    input.Buffer.NumElements = count;
    REQUIRE(gpu.device->CreateShaderResourceView(whole.buffer.Get(), &input, &view.input) == S_OK);
    D3D11_UNORDERED_ACCESS_VIEW_DESC output = {};
    output.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    output.Buffer = {first, count, 0};
    REQUIRE(gpu.device->CreateUnorderedAccessView(whole.buffer.Get(), &output, &view.output) ==
            S_OK);
    return view;
  };
  const GpuBuffer records = gpu.structured(20, numbers);
  const GpuBuffer copies = gpu.structured(20, filled(160, 0xcccccccc));
  gpu.setConstants(0, {1});
  gpu.setOutputs({part(copies, 3, 10).output.Get()});
  gpu.setInputs({part(records, 4, 8).input.Get()});
  gpu.dispatch("compute.structured_copy.cs_5_0");
  got = gpu.words(copies);
  for (uint32_t i = 0; i < 160; ++i) {
    const uint32_t record = i / 5;
    // Threads 0..6 read records 5..11, the others outside: 0. Stores end at record 12.
    const bool written = record >= 3 && record < 13;
    const uint32_t expected = !written ? 0xcccccccc : record < 10 ? numbers[i + 10] : 0;
    INFO("word " << i);
    REQUIRE(got[i] == expected);
  }
}

TEST_CASE("typed buffers are converted", "[gpu][views]") {
  struct Case {
    DXGI_FORMAT from, to;
    std::vector<uint32_t> source, expected;
  };
  const Case cases[] = {
      {DXGI_FORMAT_R32G32B32A32_FLOAT,
       DXGI_FORMAT_R8G8B8A8_UNORM,
       {bitsOf(0.2f), bitsOf(0.4f), bitsOf(-1), bitsOf(2)},
       {0xff006633}},
      {DXGI_FORMAT_R8G8B8A8_SNORM,
       DXGI_FORMAT_R32G32B32A32_FLOAT,
       {0x7f8100c0},
       {bitsOf(-64.0f / 127), 0, bitsOf(-1), bitsOf(1)}},
      {DXGI_FORMAT_R16G16_FLOAT, DXGI_FORMAT_R32G32_FLOAT, {0xc0003c00}, {bitsOf(1), bitsOf(-2)}},
      {DXGI_FORMAT_R10G10B10A2_UNORM,
       DXGI_FORMAT_R32G32B32A32_FLOAT,
       {0xc00003ff},
       {bitsOf(1), 0, 0, bitsOf(1)}},
  };
  for (const Case& c : cases) {
    GpuBuffers gpu;
    const GpuBuffer from = gpu.typed(c.from, 1, c.source);
    const GpuBuffer to = gpu.typed(c.to, 1, filled(c.expected.size(), 0xcccccccc));
    gpu.setConstants(0, {0});
    gpu.setInputs({from.input.Get()});
    gpu.setOutputs({to.output.Get()});
    gpu.dispatch("compute.typed_copy.cs_5_0");
    INFO("format " << c.from << " to " << c.to);
    CHECK(gpu.words(to) == c.expected);
  }
  // Missing components: 0, 0, 1 inside; outside too (spec 22.4.6); nothing bound: 0.
  GpuBuffers gpu;
  const GpuBuffer one = gpu.typed(DXGI_FORMAT_R32_FLOAT, 1, {bitsOf(5)});
  const GpuBuffer words = gpu.raw(filled(64, 0xcccccccc));
  gpu.setConstants(0, {0});
  gpu.setInputs({one.input.Get()});
  gpu.setOutputs({words.output.Get()}, nullptr, 1);
  gpu.dispatch("compute.typed_load.cs_5_0");
  auto got = gpu.words(words);
  const std::vector<uint32_t> inside = {bitsOf(5), 0, 0, bitsOf(1)};
  const std::vector<uint32_t> outside = {0, 0, 0, bitsOf(1)};
  CHECK(std::vector<uint32_t>(got.begin(), got.begin() + 4) == inside);
  CHECK(std::vector<uint32_t>(got.begin() + 4, got.begin() + 8) == outside);
  gpu.setInputs({nullptr});
  gpu.context->Dispatch(1, 1, 1);
  CHECK(gpu.words(words) == filled(64, 0));
}

TEST_CASE("a view of another kind than the shader declares counts as unbound", "[gpu][views]") {
  GpuBuffers gpu;
  const GpuBuffer structured = gpu.structured(4, filled(64, 7));
  const GpuBuffer to = gpu.raw(filled(64, 0xcccccccc));
  gpu.setConstants(0, {0});
  gpu.setInputs({structured.input.Get()});
  gpu.setOutputs({to.output.Get()});
  gpu.dispatch("compute.raw_copy.cs_5_0");
  CHECK(gpu.words(to) == filled(64, 0));
}

TEST_CASE("sizes of views", "[gpu][views]") {
  GpuBuffers gpu;
  const GpuBuffer bytes = gpu.raw(filled(12, 0));
  const GpuBuffer records = gpu.structured(8, filled(14, 0));
  const GpuBuffer typed = gpu.typed(DXGI_FORMAT_R32_UINT, 9, filled(16, 0));
  gpu.setInputs({typed.input.Get()});
  gpu.setOutputs({bytes.output.Get(), records.output.Get()});
  gpu.dispatch("compute.sizes.cs_5_0");
  const auto got = gpu.words(bytes);
  CHECK(got[0] == 48);
  CHECK(got[1] == 7);
  CHECK(got[2] == 8);
  CHECK(got[3] == 9);
}

TEST_CASE("STG-08 STG-09 STP-23 large constant buffers in a dispatch", "[gpu][STG]") {
  GpuBuffers gpu;
  std::vector<uint32_t> constants(4 * 8192);
  for (uint32_t i = 0; i < constants.size(); ++i) constants[i] = i + 1;
  gpu.setConstants(1, constants);
  gpu.setConstants(0, {4088});
  const GpuBuffer to = gpu.raw(filled(64, 0xcccccccc));
  gpu.setOutputs({to.output.Get()});
  gpu.dispatch("compute.constants.cs_5_0");
  const auto got = gpu.words(to);
  for (uint32_t i = 0; i < 64; ++i) {
    // Constants 4088 .. 4095, and nothing beyond.
    REQUIRE(got[i] == (i < 32 ? 4088 * 4 + i + 1 : 0));
  }
}

TEST_CASE("thread-group memory and barriers", "[gpu][groups]") {
  GpuBuffers gpu;
  std::vector<uint32_t> numbers(256 + 4 * 256);
  for (uint32_t i = 0; i < 1024; ++i) numbers[256 + i] = i * i;
  const GpuBuffer bytes = gpu.raw(numbers);
  gpu.setOutputs({bytes.output.Get()});
  gpu.dispatch("compute.group_sum.cs_5_0", 4);
  const auto got = gpu.words(bytes);
  for (uint32_t group = 0; group < 4; ++group) {
    uint32_t sum = 0;
    for (uint32_t i = group * 256; i < (group + 1) * 256; ++i) sum += i * i;
    CHECK(got[group] == sum);
  }
}

TEST_CASE("clears, copies and updates stay in order with dispatches", "[gpu][DISP]") {
  GpuBuffers gpu;
  const GpuBuffer counter = gpu.raw({0, 0, 0, 0});
  gpu.setConstants(0, {4});
  gpu.setOutputs({counter.output.Get()});
  gpu.dispatch("compute.count_groups.cs_5_0", 10);
  const UINT hundred[4] = {100, 0, 0, 0};
  gpu.context->ClearUnorderedAccessViewUint(counter.output.Get(), hundred);
  gpu.context->Dispatch(5, 1, 1);
  const GpuBuffer copy = gpu.raw({0, 0, 0, 0});
  gpu.context->CopyResource(copy.buffer.Get(), counter.buffer.Get());
  const uint32_t values[4] = {1, 2, 3, 4};
  gpu.context->UpdateSubresource(counter.buffer.Get(), 0, nullptr, values, 0, 0);
  gpu.context->Dispatch(7, 1, 1);
  CHECK(gpu.words(copy)[1] == 105);
  CHECK(gpu.words(copy)[0] == 100);
  CHECK(gpu.words(counter)[1] == 9);
}

}  // namespace e11::test
