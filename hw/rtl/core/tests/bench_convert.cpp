// SPDX-License-Identifier: Apache-2.0
//
// Typed channels to shader values, all inputs of less than 32 bits of all kinds, against
// the definitions of spec 3.2.3 in double precision.
#include <deque>

#include "V_core_convert.h"
#include "e11/bench.h"
#include "e11/format_rules.h"

namespace {

using namespace e11::bench;

/// channel_e of e11_formats_pkg.
uint8_t kind(ChannelType type) {
  return static_cast<uint8_t>(type);
}

}  // namespace

TEST_CASE("every channel value of less than 32 bits") {
  Clocked<V_core_convert> top;
  top->en_i = 1;
  uint64_t compared = 0;
  const std::pair<ChannelType, int> cases[] = {
      {ChannelType::kUnorm, 8}, {ChannelType::kSnorm, 8},  {ChannelType::kUint, 8},
      {ChannelType::kSint, 8},  {ChannelType::kUnorm, 16}, {ChannelType::kSnorm, 16},
      {ChannelType::kUint, 16}, {ChannelType::kSint, 16},  {ChannelType::kFloat, 16},
      {ChannelType::kUnorm, 2}, {ChannelType::kUnorm, 10}, {ChannelType::kUint, 2},
      {ChannelType::kUint, 10}, {ChannelType::kFloat, 11}, {ChannelType::kFloat, 10}};
  for (const auto& [type, width] : cases) {
    std::deque<uint32_t> inside;
    for (uint32_t bits = 0; bits < (1u << width) + 2; ++bits) {
      top->kind_i = kind(type);
      top->width_i = static_cast<uint8_t>(width);
      top->bits_i = bits & ((1u << width) - 1);
      top.tick();
      inside.push_back(top->bits_i);
      if (inside.size() < 2) continue;
      const uint32_t input = inside.front();
      inside.pop_front();
      const uint32_t want = loaded(type, width, input);
      if (top->value_o != want) {
        CAPTURE(kind(type), width, input);
        REQUIRE(top->value_o == want);
      }
      ++compared;
    }
  }
  CHECK(compared > 5 * 65536);
}

TEST_CASE("32-bit channels pass unchanged") {
  Clocked<V_core_convert> top;
  Random random(seed());
  top->en_i = 1;
  for (int i = 0; i < 1000; ++i) {
    const uint32_t bits = static_cast<uint32_t>(random());
    static const ChannelType kTypes[] = {ChannelType::kUint, ChannelType::kSint,
                                         ChannelType::kFloat, ChannelType::kNone};
    top->kind_i = kind(kTypes[i % 4]);
    top->width_i = 0;
    top->bits_i = bits;
    top.tick();
    top.tick();
    REQUIRE(top->value_o == bits);
  }
}
