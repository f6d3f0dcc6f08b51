// SPDX-License-Identifier: Apache-2.0
//
// The draw unit: state words in order and in the right slot, draws and dispatches in order, slots
// never taken twice, a dispatch alone.
#include "V_draw.h"
#include "e11/mem_port.h"
#include "e11/regs.h"
#include "e11/struct_bits.h"

using namespace e11::bench;

namespace {

struct Draw {
  uint32_t state, count, instances, first, base_vertex, start_instance;
  bool dispatch;  // count, instances, first: thread groups
};

}  // namespace

TEST_CASE("draws and dispatches with random state blocks and slots that free late", "[draw]") {
  const unsigned latency = GENERATE(0u, 15u);
  Random random(seed() + latency);
  std::vector<uint8_t> memory(1 << 14);
  for (auto& byte : memory) byte = static_cast<uint8_t>(random());
  MemoryPort port(memory, random, latency, 5);
  Clocked<V_draw> dut;
  dut->reg_valid_i = 0;
  dut->asid_i = 3;
  dut->mem_req_ready_i = dut->mem_rsp_valid_i = dut->draw_ready_i = dut->slot_done_i = 0;
  dut->dispatch_ready_i = dut->dispatch_done_i = 0;
  dut.reset();

  std::vector<Draw> draws(200);
  for (auto& d : draws) {
    d = {static_cast<uint32_t>(random() % (memory.size() / 256)) * 64,
         static_cast<uint32_t>(random()),
         static_cast<uint32_t>(random()),
         static_cast<uint32_t>(random()),
         static_cast<uint32_t>(random()),
         static_cast<uint32_t>(random()),
         oneIn(random, 6)};
  }
  // The firmware's side: a list of register writes; draw_start waits for draw_ready.
  std::deque<std::pair<uint32_t, uint32_t>> writes;
  for (const auto& d : draws) {
    if (d.dispatch) {
      writes.insert(writes.end(), {{E11_FW_DRAW_STATE, d.state | 5},
                                   {E11_FW_DISPATCH_X, d.count},
                                   {E11_FW_DISPATCH_Y, d.instances},
                                   {E11_FW_DISPATCH_Z, d.first},
                                   {E11_FW_DISPATCH_START, 1}});
      continue;
    }
    writes.insert(writes.end(), {{E11_FW_DRAW_STATE, d.state | 5},
                                 {E11_FW_DRAW_COUNT, d.count},
                                 {E11_FW_DRAW_INSTANCES, d.instances},
                                 {E11_FW_DRAW_FIRST, d.first},
                                 {E11_FW_DRAW_BASE_VERTEX, d.base_vertex},
                                 {E11_FW_DRAW_START_INSTANCE, d.start_instance},
                                 {E11_FW_DRAW_START, 1}});
  }
  size_t loaded = 0, handed = 0;
  unsigned word = 0;
  bool in_use[E11_CFG_STATE_SLOTS] = {};
  std::deque<unsigned> running;  // slots, oldest first
  uint64_t overlapped = 0;
  bool computing = false;  // what runs is a dispatch
  unsigned dispatched = 0;
  while (handed < draws.size() || !running.empty()) {
    REQUIRE(dut.cycle() < 200000);
    setBits(dut->reg_i, 44, 1, 0);
    setBits(dut->reg_i, 32, 12, E11_FW_DRAW_READY);
    dut->reg_valid_i = 0;
    dut.settle();
    const bool ready = dut->reg_rdata_o;
    if (!writes.empty() && (random() & 1) &&
        ((writes.front().first != E11_FW_DRAW_START &&
          writes.front().first != E11_FW_DISPATCH_START) ||
         ready)) {
      setBits(dut->reg_i, 0, 32, writes.front().second);
      setBits(dut->reg_i, 32, 12, writes.front().first);
      setBits(dut->reg_i, 44, 1, 1);
      dut->reg_valid_i = 1;
      writes.pop_front();
    }
    const bool valid = port.responseValid();
    dut->mem_rsp_valid_i = valid;
    if (valid) packRsp(dut->mem_rsp_i, port.response());
    dut->mem_req_ready_i = port.ready();
    dut->draw_ready_i = random() & 1;
    dut->dispatch_ready_i = random() & 1;
    dut->slot_done_i = dut->dispatch_done_i = 0;
    if (!running.empty() && oneIn(random, 150)) {
      if (computing)
        dut->dispatch_done_i = 1;
      else
        dut->slot_done_i = 1u << running.front();
      in_use[running.front()] = false;
      running.pop_front();
    }
    dut.settle();
    if (valid && dut->mem_rsp_ready_o) port.responseTaken();
    if (dut->mem_req_valid_o && dut->mem_req_ready_i) {
      const MemReq r = unpackReq(dut->mem_req_o);
      REQUIRE((r.line && !r.write && r.asid == 3));
      port.accept(r);
    }
    if (dut->state_wr_valid_o) {
      // state_wr_t: data 31:0, word 37:32, slot 38.
      REQUIRE(loaded < draws.size());
      const auto slot = static_cast<unsigned>(getBits(dut->state_wr_o, 38, kSlotBits));
      REQUIRE(slot == (loaded % E11_CFG_STATE_SLOTS));
      REQUIRE(!in_use[slot]);
      REQUIRE(getBits(dut->state_wr_o, 32, 6) == word);
      uint32_t want;
      std::memcpy(&want, &memory[draws[loaded].state + 4 * word], 4);
      REQUIRE(getBits(dut->state_wr_o, 0, 32) == want);
      overlapped += !running.empty();
      if (++word == 64) word = 0, ++loaded;
    }
    REQUIRE(dut->count_draw_o == (dut->draw_valid_o && dut->draw_ready_i));
    if (dut->dispatch_valid_o) {
      REQUIRE((draws[handed].dispatch && running.empty()));
      if (dut->dispatch_ready_i) {
        // dispatch_t: z, y, x, slot.
        const Draw& d = draws[handed];
        REQUIRE(getBits(dut->dispatch_o, 0, 16) == (d.first & 0xffff));
        REQUIRE(getBits(dut->dispatch_o, 16, 16) == (d.instances & 0xffff));
        REQUIRE(getBits(dut->dispatch_o, 32, 16) == (d.count & 0xffff));
        const auto slot = static_cast<unsigned>(getBits(dut->dispatch_o, 48, kSlotBits));
        REQUIRE(slot == handed % E11_CFG_STATE_SLOTS);
        in_use[slot] = computing = true;
        running.push_back(slot);
        ++handed;
        ++dispatched;
      }
    }
    if (dut->draw_valid_o) REQUIRE((!draws[handed].dispatch && !(computing && !running.empty())));
    if (dut->draw_valid_o && dut->draw_ready_i) {
      computing = false;
      // draw_t: start_instance, base_vertex, first, instances, count, slot.
      const Draw& d = draws[handed];
      REQUIRE(loaded == handed + 1);
      REQUIRE(getBits(dut->draw_o, 0, 32) == d.start_instance);
      REQUIRE(getBits(dut->draw_o, 32, 32) == d.base_vertex);
      REQUIRE(getBits(dut->draw_o, 64, 32) == d.first);
      REQUIRE(getBits(dut->draw_o, 96, 32) == d.instances);
      REQUIRE(getBits(dut->draw_o, 128, 32) == d.count);
      const auto slot = static_cast<unsigned>(getBits(dut->draw_o, 160, kSlotBits));
      REQUIRE(slot == (handed % E11_CFG_STATE_SLOTS));
      REQUIRE(!in_use[slot]);
      in_use[slot] = true;
      running.push_back(slot);
      ++handed;
    }
    if (!running.empty() || handed < loaded) REQUIRE(dut->busy_o);
    dut.tick();
    port.tick();
  }
  dut->slot_done_i = dut->dispatch_done_i = 0;
  dut.settle();
  CHECK(dispatched > 10);
  CHECK(!dut->busy_o);
  CHECK(overlapped > 1000);  // state loads while an earlier draw runs
}
