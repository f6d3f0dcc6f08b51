// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_MAIN
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <cstring>

#include "../axi_memory.h"

namespace e11::sim {

namespace {

constexpr uint64_t kBytes = 1 << 16;

AxiMaster idle() {
  AxiMaster master{};
  master.rready = master.bready = true;
  return master;
}

AxiMaster readRequest(uint64_t address, uint32_t beats) {
  AxiMaster master = idle();
  master.arvalid = true;
  master.araddr = address;
  master.arlen = beats - 1;
  return master;
}

/// Clocks until read data is offered; the cycles that took.
uint64_t untilData(AxiMemory& memory) {
  uint64_t cycles = 0;
  while (!memory.outputs().rvalid) {
    memory.clock(idle());
    REQUIRE(++cycles < 100);
  }
  return cycles;
}

}  // namespace

TEST_CASE("a burst comes after the latency, a beat a cycle, and waits for ready") {
  AxiMemory memory(kBytes);
  for (uint32_t i = 0; i < 64; ++i) memory.data()[0x40 + i] = std::byte(i);
  REQUIRE(memory.outputs().arready);
  memory.clock(readRequest(0x40, 4));
  CHECK(untilData(memory) + 1 == AxiMemory::kLatency);
  for (uint32_t beat = 0; beat < 4; ++beat) {
    REQUIRE(memory.outputs().rvalid);
    CHECK(memory.outputs().rresp == 0);
    CHECK(std::memcmp(memory.outputs().rdata.data(), memory.data() + 0x40 + 16 * beat, 16) == 0);
    AxiMaster stall = idle();
    stall.rready = false;
    memory.clock(stall);
    REQUIRE(memory.outputs().rvalid);
    CHECK(std::memcmp(memory.outputs().rdata.data(), memory.data() + 0x40 + 16 * beat, 16) == 0);
    memory.clock(idle());
  }
  CHECK_FALSE(memory.outputs().rvalid);
}

TEST_CASE("reads overlap and come in order") {
  AxiMemory memory(kBytes);
  memory.data()[0x100] = std::byte{1};
  memory.data()[0x200] = std::byte{2};
  memory.clock(readRequest(0x100, 1));
  memory.clock(readRequest(0x200, 1));
  untilData(memory);
  CHECK(memory.outputs().rdata[0] == 1);
  memory.clock(idle());
  REQUIRE(memory.outputs().rvalid);
  CHECK(memory.outputs().rdata[0] == 2);
}

TEST_CASE("writes follow their strobes, data before or after the address") {
  const bool dataFirst = GENERATE(false, true);
  AxiMemory memory(kBytes);
  AxiMaster address = idle();
  address.awvalid = true;
  address.awaddr = 0x30;
  AxiMaster data = idle();
  data.wvalid = data.wlast = true;
  data.wdata = {0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c};
  data.wstrb = 0x8421;
  memory.clock(dataFirst ? data : address);
  memory.clock(dataFirst ? address : data);
  uint64_t cycles = 1;
  while (!memory.outputs().bvalid) {
    memory.clock(idle());
    REQUIRE(++cycles < 100);
  }
  CHECK(cycles == AxiMemory::kLatency);
  CHECK(memory.outputs().bresp == 0);
  for (int i = 0; i < 16; ++i) {
    CHECK(int(memory.data()[0x30 + i]) == ((0x8421 >> i & 1) != 0 ? i : 0));
  }
  memory.clock(idle());
  CHECK_FALSE(memory.outputs().bvalid);
}

TEST_CASE("outside memory there is an error response and nothing else") {
  AxiMemory memory(kBytes);
  memory.clock(readRequest(kBytes, 1));
  untilData(memory);
  CHECK(memory.outputs().rresp == 3);
  CHECK(memory.outputs().rdata == Beat{});
  AxiMaster write = idle();
  write.awvalid = write.wvalid = write.wlast = true;
  write.awaddr = (uint64_t{1} << 39) + 16;
  write.wstrb = 0xffff;
  memory.clock(write);
  while (!memory.outputs().bvalid) memory.clock(idle());
  CHECK(memory.outputs().bresp == 3);
}

}  // namespace e11::sim
