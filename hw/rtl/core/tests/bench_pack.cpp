// SPDX-License-Identifier: Apache-2.0
//
// Shader values to channels of typed stores, against the definitions of spec 3.2.2 and 3.2.3 in
// double precision: values around every code of small channels, edges, random bits; all formats
// with channels of less than 32 bits that typed stores know. The model gets the same cases.
#include "../../../model/core/typed.h"
#include "V_core_pack.h"
#include "e11/bench.h"
#include "e11/format_rules.h"

using namespace e11;
using namespace e11::bench;

TEST_CASE("elements of typed stores") {
  Clocked<V_core_pack> top;
  Random random(seed());
  top->run_i = top->next_i = 0;
  top.reset();
  unsigned formatsSeen = 0;
  for (const formats::Format& f : formats::kFormats) {
    const model::TypedFormat layout = model::typedFormat(f.number);
    if (!(f.uses & formats::kTypedUav) || layout.wide()) continue;
    ++formatsSeen;
    for (int n = 0; n < 4000; ++n) {
      uint32_t value[4];
      uint64_t want = 0, ofModel = 0;
      const unsigned count = random() % 4 ? 3 : static_cast<unsigned>(random() % 4);
      for (unsigned c = 0; c < 4; ++c)
        value[c] = interestingForStore(random, layout.type, layout.bits[c % layout.channels]);
      for (int i = 0; i < f.channelCount; ++i) {
        const formats::Channel& channel = f.channels[i];
        const auto c = static_cast<unsigned>(std::string("rgba").find(channel.name));
        const uint32_t v = c <= count ? value[c] : 0;
        want |= uint64_t{stored(channel.type, channel.bits, v)} << channel.lowestBit;
        ofModel |= uint64_t{model::packChannel(layout, c, v)} << channel.lowestBit;
      }
      top->dxgi_i = f.number;
      top->count_i = static_cast<uint8_t>(count);
      for (unsigned c = 0; c < 4; ++c) top->dwords_i[c] = value[c];
      top->run_i = 1;
      top->next_i = 0;
      top.settle();
      unsigned cycles = 0;
      while (!top->done_o && ++cycles < 20) top.tick();
      const uint64_t mask = f.bits == 64 ? ~uint64_t{0} : (uint64_t{1} << f.bits) - 1;
      const uint64_t got = top->element_o & mask;
      if (got != want || ofModel != want || cycles >= 20) {
        CAPTURE(f.name, value[0], value[1], value[2], value[3], count, cycles);
        CHECK(got == want);
        REQUIRE(ofModel == want);
      }
      // Small elements fill the word.
      for (unsigned at = 0; at < 64; at += f.bits) REQUIRE((top->element_o >> at & mask) == got);
      top->next_i = 1;
      top.tick();
    }
  }
  CHECK(formatsSeen >= 25);
}
