// SPDX-License-Identifier: Apache-2.0
//
// Typed buffer views of every format that CheckFormatSupport reports, end to end: what a shader
// loads and what its stores leave, at the edges of spec 3.2.2 and 3.2.3. The channels are read off
// the format's name, not taken from the GPU's table.

#include <cctype>
#include <random>

#include "e11/format_rules.h"
#include "gpu_buffers.h"

namespace e11::test {
namespace {

using bench::ChannelType;

constexpr uint32_t kElements = 64;

struct NamedChannel {
  uint32_t component = 4;  // of r, g, b, a; 4: unused bits
  uint32_t lowestBit = 0;
  int bits = 0;
};

// "B8G8R8X8_UNORM": channels from bit 0 on.
struct NamedFormat {
  explicit NamedFormat(std::string name) {
    const size_t underscore = name.find('_');
    const std::string kind = name.substr(underscore + 1);
    type = kind == "UNORM"   ? ChannelType::kUnorm
           : kind == "SNORM" ? ChannelType::kSnorm
           : kind == "UINT"  ? ChannelType::kUint
           : kind == "SINT"  ? ChannelType::kSint
                             : ChannelType::kFloat;
    for (size_t i = 0; i < underscore;) {
      NamedChannel channel;
      channel.component = static_cast<uint32_t>(std::string("RGBA").find(name[i++]));
      if (channel.component > 4) channel.component = 4;
      channel.lowestBit = elementBits;
      for (; i < underscore && std::isdigit(name[i]) != 0; ++i) {
        channel.bits = 10 * channel.bits + name[i] - '0';
      }
      elementBits += static_cast<uint32_t>(channel.bits);
      channels.push_back(channel);
    }
  }
  const char* shaderKind() const {
    return type == ChannelType::kUint ? "uint" : type == ChannelType::kSint ? "int" : "float";
  }
  uint32_t one() const {
    return type == ChannelType::kUint || type == ChannelType::kSint ? 1 : bench::bitsOf(1);
  }

  ChannelType type;
  std::vector<NamedChannel> channels;
  uint32_t elementBits = 0;
};

void setBits(std::vector<uint32_t>* words, uint64_t at, int bits, uint32_t value) {
  for (int i = 0; i < bits; ++i, ++at) {
    const uint32_t bit = 1u << at % 32;
    (*words)[at / 32] = (value >> i & 1) != 0 ? (*words)[at / 32] | bit : (*words)[at / 32] & ~bit;
  }
}

// Codes at the ends and in the middle of a channel, then random ones.
uint32_t interestingCode(std::mt19937_64& random, uint32_t number, int bits) {
  const uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1, middle = mask / 2 + 1;
  const uint32_t edges[] = {0, 1, mask, mask - 1, middle, middle - 1, middle + 1, mask / 3};
  // Infinities, NaNs and denormals of 32-bit and small floats.
  const uint32_t floats[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0x007fffff, 0x80000001,
                             0x7c00,     0xfc00,     0x7c01,     0x03ff,     0x7bff,     0x7c0,
                             0x7c1,      0x7bf,      0x3e0,      0x3e1,      0x3df};
  const uint32_t kinds = std::size(edges) + std::size(floats);
  if (number < std::size(edges)) return edges[number];
  if (number < kinds) return floats[number - std::size(edges)] & mask;
  return static_cast<uint32_t>(random()) & mask;
}

GpuBuffer makeTyped(GpuBuffers& gpu, const formats::Format& format, bool output,
                    const std::vector<uint32_t>& words) {
  GpuBuffer made;
  made.buffer = gpu.buffer(words.data(), words.size() * 4,
                           output ? D3D11_BIND_UNORDERED_ACCESS : D3D11_BIND_SHADER_RESOURCE);
  const auto number = static_cast<DXGI_FORMAT>(format.number);
  if (output) {
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
    desc.Format = number;
    desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    desc.Buffer.NumElements = kElements;
    REQUIRE(gpu.device->CreateUnorderedAccessView(made.buffer.Get(), &desc, &made.output) == S_OK);
  } else {
    const CD3D11_SHADER_RESOURCE_VIEW_DESC desc(made.buffer.Get(), number, 0, kElements);
    REQUIRE(gpu.device->CreateShaderResourceView(made.buffer.Get(), &desc, &made.input) == S_OK);
  }
  return made;
}

}  // namespace

TEST_CASE("typed loads of every format", "[gpu][views]") {
  GpuBuffers gpu;
  std::mt19937_64 random(seed());
  int seen = 0;
  for (const formats::Format& format : formats::kFormats) {
    UINT support = 0;
    gpu.device->CheckFormatSupport(static_cast<DXGI_FORMAT>(format.number), &support);
    if ((support & D3D11_FORMAT_SUPPORT_SHADER_LOAD) == 0 ||
        (support & D3D11_FORMAT_SUPPORT_BUFFER) == 0) {
      continue;
    }
    ++seen;
    INFO("seed " << seed() << ' ' << format.name);
    const NamedFormat named(format.name);
    REQUIRE(named.elementBits == format.bits);
    std::vector<uint32_t> words((kElements * named.elementBits + 31) / 32), expected;
    for (uint32_t e = 0; e < kElements; ++e) {
      std::array<uint32_t, 5> element = {0, 0, 0, named.one(), 0};
      for (uint32_t i = 0; i < named.channels.size(); ++i) {
        const NamedChannel& c = named.channels[i];
        const uint32_t code = interestingCode(random, (e + 3 * i) % 48, c.bits);
        setBits(&words, uint64_t{e} * named.elementBits + c.lowestBit, c.bits, code);
        element[c.component] = bench::loaded(named.type, c.bits, code);
      }
      expected.insert(expected.end(), element.begin(), element.begin() + 4);
    }
    const GpuBuffer from = makeTyped(gpu, format, false, words);
    const GpuBuffer to = gpu.raw(filled(4 * kElements, 0xcccccccc));
    gpu.setInputs({from.input.Get()});
    gpu.setOutputs({nullptr, to.output.Get()});
    gpu.dispatch(std::string("typed.load_") + named.shaderKind() + ".cs_5_0");
    const auto got = gpu.words(to);
    for (uint32_t i = 0; i < 4 * kElements; ++i) {
      INFO("element " << i / 4 << " component " << i % 4);
      REQUIRE(got[i] == expected[i]);
    }
  }
  CHECK(seen >= 40);
}

TEST_CASE("typed stores of every format", "[gpu][views]") {
  GpuBuffers gpu;
  std::mt19937_64 random(seed() + 1);
  int seen = 0;
  for (const formats::Format& format : formats::kFormats) {
    UINT support = 0;
    gpu.device->CheckFormatSupport(static_cast<DXGI_FORMAT>(format.number), &support);
    if ((support & D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW) == 0 ||
        (support & D3D11_FORMAT_SUPPORT_BUFFER) == 0) {
      continue;
    }
    ++seen;
    INFO("seed " << seed() << ' ' << format.name);
    const NamedFormat named(format.name);
    const size_t size = (kElements * named.elementBits + 31) / 32;
    std::vector<uint32_t> values(4 * kElements), expected = filled(size + 4, 0xcccccccc);
    for (uint32_t e = 0; e < kElements; ++e) {
      for (const NamedChannel& c : named.channels) {
        const uint32_t value = bench::interestingForStore(random, named.type, c.bits);
        values[4 * e + c.component] = value;
        setBits(&expected, uint64_t{e} * named.elementBits + c.lowestBit, c.bits,
                bench::stored(named.type, c.bits, value));
      }
    }
    const GpuBuffer from = gpu.raw(values);
    const GpuBuffer to = makeTyped(gpu, format, true, filled(size + 4, 0xcccccccc));
    gpu.setInputs({nullptr, from.input.Get()});
    gpu.setOutputs({to.output.Get(), nullptr});
    // Twice as many threads as elements: the rest stores nothing.
    gpu.dispatch(std::string("typed.store_") + named.shaderKind() + ".cs_5_0", 2);
    const auto got = gpu.words(to);
    for (size_t i = 0; i < size + 4; ++i) {
      INFO("word " << i);
      REQUIRE(got[i] == expected[i]);
    }
  }
  CHECK(seen >= 35);
}

TEST_CASE("typed loads from unordered access views: three formats", "[gpu][views]") {
  GpuBuffers gpu;
  std::mt19937_64 random(seed() + 2);
  int seen = 0;
  for (const formats::Format& format : formats::kFormats) {
    D3D11_FEATURE_DATA_FORMAT_SUPPORT2 support = {static_cast<DXGI_FORMAT>(format.number), 0};
    gpu.device->CheckFeatureSupport(D3D11_FEATURE_FORMAT_SUPPORT2, &support, sizeof(support));
    if ((support.OutFormatSupport2 & D3D11_FORMAT_SUPPORT2_UAV_TYPED_LOAD) == 0) continue;
    ++seen;
    INFO("seed " << seed() << ' ' << format.name);
    const NamedFormat named(format.name);
    std::vector<uint32_t> words(kElements);
    for (uint32_t e = 0; e < kElements; ++e) words[e] = interestingCode(random, e, 32);
    const GpuBuffer from = makeTyped(gpu, format, true, words);
    const GpuBuffer to = gpu.raw(filled(4 * kElements, 0xcccccccc));
    gpu.setOutputs({from.output.Get(), to.output.Get()});
    gpu.dispatch(std::string("typed.uav_load_") + named.shaderKind() + ".cs_5_0");
    const auto got = gpu.words(to);
    for (uint32_t e = 0; e < kElements; ++e) REQUIRE(got[4 * e] == words[e]);
  }
  CHECK(seen == 3);
}

}  // namespace e11::test
