// SPDX-License-Identifier: Apache-2.0
//
// e11_core_state: what core 1 keeps of a state block is core 0's, with its scratch behind core 0's.
#include "V_core_state.h"
#include "e11/bench.h"
#include "e11/struct_bits.h"

namespace e11::bench {

TEST_CASE("the second core's scratch lies behind the first's", "[core_state]") {
  Random random(seed());
  Clocked<V_core_state> dut;
  dut->valid_i = 0;
  for (int block = 0; block < 50; ++block) {
    const unsigned slot = block % E11_CFG_STATE_SLOTS;
    std::array<uint32_t, E11_STATE_BLOCK_WORDS> words, kept{};
    for (uint32_t& word : words) word = static_cast<uint32_t>(random());
    words[E11_STATE_BLOCK_SCRATCH_LANE] &= 0xffff;
    for (unsigned i = 0; i < words.size();) {
      dut->valid_i = !oneIn(random, 3);
      setBits(dut->state_i, 0, 32, words[i]);
      setBits(dut->state_i, 32, 6, i);
      setBits(dut->state_i, 38, kSlotBits, slot);
      dut.settle();
      if (dut->valid_o) {
        REQUIRE(dut->valid_i);
        REQUIRE(getBits(dut->state_o, 38, kSlotBits) == slot);
        kept[getBits(dut->state_o, 32, 6)] = static_cast<uint32_t>(getBits(dut->state_o, 0, 32));
      }
      i += dut->valid_i;
      dut.tick();
    }
    const uint32_t lane = words[E11_STATE_BLOCK_SCRATCH_LANE];
    CHECK(kept[E11_STATE_BLOCK_SCRATCH_LANE] == lane);
    // 16 lanes of lane bytes, 256 bytes, for each of the first core's wave slots
    // (docs/registers.md).
    CHECK(kept[E11_STATE_BLOCK_SCRATCH_BASE] ==
          words[E11_STATE_BLOCK_SCRATCH_BASE] + E11_CFG_WAVES * 16 * lane);
    CHECK(kept[E11_STATE_BLOCK_SSCRATCH_BASE] ==
          words[E11_STATE_BLOCK_SSCRATCH_BASE] + E11_CFG_WAVES * 256);
  }
}

}  // namespace e11::bench
