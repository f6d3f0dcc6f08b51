// SPDX-License-Identifier: Apache-2.0
//
// Queues against std::deque, the arbiter against its rules, memories against an array.
#include <array>
#include <deque>
#include <vector>

#include "V_arbiter_rr.h"
#include "V_fifo.h"
#include "V_fifo_block.h"
#include "V_ram_1r1w.h"
#include "V_ram_1rw.h"
#include "V_select_rr.h"
#include "V_skid.h"
#include "e11/bench.h"

using namespace e11::bench;

namespace {

// Random traffic through a valid/ready queue: order kept, nothing lost, valid holds until taken.
template <typename Model>
unsigned runQueue(Clocked<Model>& dut, Random& random, unsigned cycles, unsigned in_rate,
                  unsigned out_rate) {
  std::deque<uint16_t> expected;
  unsigned passed = 0;
  bool held = false;
  uint16_t held_word = 0;
  bool offering = false;
  for (unsigned i = 0; i < cycles; ++i) {
    if (!offering && random() % 8 < in_rate) {
      offering = true;
      dut->in_i = static_cast<uint16_t>(random());
    }
    dut->in_valid_i = offering;
    dut->out_ready_i = random() % 8 < out_rate;
    dut.settle();
    if (held) {
      REQUIRE(dut->out_valid_o);
      REQUIRE(dut->out_o == held_word);
    }
    if (dut->in_valid_i && dut->in_ready_o) {
      expected.push_back(dut->in_i);
      offering = false;
    }
    held = dut->out_valid_o && !dut->out_ready_i;
    held_word = dut->out_o;
    if (dut->out_valid_o && dut->out_ready_i) {
      REQUIRE(!expected.empty());
      REQUIRE(dut->out_o == expected.front());
      expected.pop_front();
      ++passed;
    }
    dut.tick();
  }
  return passed;
}

/// A queue of 8 words is full after exactly 8 and passes `least` of 2,000 words at full speed.
template <typename Dut, typename Level>
void checkFifo(Dut& dut, uint64_t seedOfRun, unsigned least, Level level) {
  Random random(seedOfRun);
  dut->in_valid_i = 0;
  dut->out_ready_i = 0;
  dut.reset();
  dut->in_valid_i = 1;
  for (int i = 0; i < 8; ++i) {
    dut.settle();
    REQUIRE(dut->in_ready_o);
    level(dut, i);
    dut->in_i = static_cast<uint16_t>(i);
    dut.tick();
  }
  dut.settle();
  REQUIRE(!dut->in_ready_o);
  for (unsigned in : {1, 4, 8}) {
    for (unsigned out : {1, 4, 8}) {
      dut->in_valid_i = 0;
      dut.reset();
      const unsigned passed = runQueue(dut, random, 2000, in, out);
      if (in == 8 && out == 8) CHECK(passed >= least);
    }
  }
}

}  // namespace

TEST_CASE("fifo keeps order and fills up", "[common]") {
  Clocked<V_fifo> dut;
  checkFifo(dut, seed(), 1998, [](auto& fifo, int held) { REQUIRE(fifo->level_o == held); });
}

TEST_CASE("fifo in block RAM keeps order and fills up", "[common]") {
  Clocked<V_fifo_block> dut;
  checkFifo(dut, seed() + 10, 1997,
            [](auto& fifo, int held) { REQUIRE(fifo->empty_o == (held == 0)); });
}

TEST_CASE("register slice passes a word per cycle and loses none", "[common]") {
  Random random(seed() + 1);
  Clocked<V_skid> dut;
  for (unsigned in : {1, 4, 8}) {
    for (unsigned out : {1, 4, 8}) {
      dut->in_valid_i = 0;
      dut->out_ready_i = 0;
      dut.reset();
      const unsigned passed = runQueue(dut, random, 2000, in, out);
      if (in == 8 && out == 8) CHECK(passed >= 1998);
    }
  }
}

TEST_CASE("round robin is fair, one-hot and steady", "[common]") {
  Random random(seed() + 2);
  Clocked<V_arbiter_rr> dut;
  dut->req_i = 0;
  dut->advance_i = 0;
  dut.reset();
  std::array<unsigned, 5> waited{};  // grants to others since the client began to ask
  unsigned previous = 0;
  for (int i = 0; i < 20000; ++i) {
    // A client asks until it is served.
    dut->req_i |= static_cast<uint8_t>(random() & random() & 31);
    dut->advance_i = !oneIn(random, 3);
    dut.settle();
    const unsigned grant = dut->grant_o;
    REQUIRE((grant & ~dut->req_i) == 0);
    REQUIRE((grant & (grant - 1)) == 0);
    REQUIRE((grant != 0) == (dut->req_i != 0));
    if (previous) REQUIRE(grant == previous);
    if (grant) REQUIRE(grant == 1u << dut->index_o);
    const bool served = grant && dut->advance_i;
    previous = grant && !dut->advance_i ? grant : 0;
    for (unsigned k = 0; k < 5 && served; ++k) {
      waited[k] = (dut->req_i >> k & 1) && !(grant >> k & 1) ? waited[k] + 1 : 0;
      REQUIRE(waited[k] <= 5);
    }
    dut.tick();
    if (served) dut->req_i &= static_cast<uint8_t>(~grant);
  }
}

TEST_CASE("selection by number: the first at or after the pointer, nobody waits for two rounds",
          "[common]") {
  Random random(seed() + 5);
  Clocked<V_select_rr> dut;
  dut->req_i = 0;
  dut->advance_i = 0;
  dut.reset();
  unsigned pointer = 0;
  for (int i = 0; i < 20000; ++i) {
    dut->req_i = static_cast<uint16_t>(random() & random() & (oneIn(random, 4) ? 0 : random()));
    dut->advance_i = !oneIn(random, 3);
    dut.settle();
    REQUIRE(dut->valid_o == (dut->req_i != 0));
    if (dut->req_i) {
      unsigned winner = pointer;
      while (winner < 16 && !(dut->req_i >> winner & 1)) ++winner;
      for (winner = winner < 16 ? winner : 0; !(dut->req_i >> winner & 1);) ++winner;
      REQUIRE(dut->index_o == winner);
      if (dut->advance_i) pointer = winner + 1;
    }
    dut.tick();
  }
}

TEST_CASE("memory with two ports: lanes, hold, scrambled collision", "[common]") {
  Random random(seed() + 3);
  Clocked<V_ram_1r1w> dut;
  std::vector<uint32_t> memory(64);
  auto idle = [&] { dut->we_i = 0, dut->re_i = 0; };
  for (unsigned a = 0; a < 64; ++a) {
    dut->we_i = 15, dut->re_i = 0, dut->waddr_i = a,
    dut->wdata_i = memory[a] = static_cast<uint32_t>(random());
    dut.tick();
  }
  idle();
  uint32_t expected = 0;
  bool known = false;
  for (int i = 0; i < 20000; ++i) {
    dut->we_i = random() & 15, dut->waddr_i = random() & 63,
    dut->wdata_i = static_cast<uint32_t>(random());
    dut->re_i = random() & 1, dut->raddr_i = random() & 63;
    if (dut->re_i) {
      expected = memory[dut->raddr_i];
      known = true;
    }
    for (unsigned b = 0; b < 4; ++b) {
      if (!(dut->we_i >> b & 1)) continue;
      const uint32_t mask = 0xffu << (8 * b);
      if (dut->re_i && dut->raddr_i == dut->waddr_i) expected ^= mask;
      memory[dut->waddr_i] = (memory[dut->waddr_i] & ~mask) | (dut->wdata_i & mask);
    }
    dut.tick();
    if (known) REQUIRE(dut->rdata_o == expected);
  }
}

TEST_CASE("memory with one port", "[common]") {
  Random random(seed() + 4);
  Clocked<V_ram_1rw> dut;
  std::vector<uint32_t> memory(64);
  uint32_t expected = 0;
  bool known = false;
  for (int i = 0; i < 20000; ++i) {
    const bool fill = i < 64;
    dut->en_i = fill || (random() & 1);
    dut->we_i = fill ? 15 : random() & random() & 15;
    dut->addr_i = fill ? i : random() & 63;
    dut->wdata_i = static_cast<uint32_t>(random());
    if (dut->en_i && !dut->we_i) expected = memory[dut->addr_i], known = true;
    for (unsigned b = 0; b < 4; ++b) {
      const uint32_t mask = 0xffu << (8 * b);
      if (dut->en_i && (dut->we_i >> b & 1))
        memory[dut->addr_i] = (memory[dut->addr_i] & ~mask) | (dut->wdata_i & mask);
    }
    dut.tick();
    if (known) REQUIRE(dut->rdata_o == expected);
  }
}
