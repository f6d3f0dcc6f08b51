// SPDX-License-Identifier: Apache-2.0
//
// The command processor as the host sees it: registers, firmware window, programs on its core,
// reset. The bench is host, memory and units.
#include <fstream>
#include <iterator>
#include <map>

#include "V_command.h"
#include "e11/mem_port.h"
#include "e11/regs.h"

using namespace e11::bench;

namespace {

std::vector<uint8_t> readFile(const char* name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class Host {
 public:
  explicit Host(uint64_t salt = 0)
      : random(seed() + salt), memory(1 << 16), port(memory, random, 6, 5) {
    dut->host_valid_i = 0;
    dut->host_write_i = 0;
    dut->unit_rdata_i = 0;
    dut->mem_req_ready_i = dut->mem_rsp_valid_i = 0;
    dut->mem_idle_i = 1;
    dut->unit_busy_i = 0;
    dut->error_i = 0;
    std::memset(&dut->fault_i, 0, sizeof dut->fault_i);
    dut->counter_value_i = 0;
    dut.reset();
    while (!ready()) cycle();
  }

  bool ready() {
    dut.settle();
    return dut->host_ready_o;
  }

  void cycle() {
    const bool valid = port.responseValid();
    dut->mem_rsp_valid_i = valid;
    if (valid) packRsp(dut->mem_rsp_i, port.response());
    dut->mem_req_ready_i = port.ready();
    dut.settle();
    // The units' registers: draw_ready answers, others take values.
    if (dut->unit_reg_valid_o) {
      const auto addr = static_cast<uint32_t>(getBits(dut->unit_reg_o, 32, 12));
      if (getBits(dut->unit_reg_o, 44, 1))
        units[addr] = static_cast<uint32_t>(getBits(dut->unit_reg_o, 0, 32));
      dut->unit_rdata_i = addr == E11_FW_DRAW_READY ? 0x77 : 0;
      dut.settle();
    }
    // While the units are held in reset the memory's answers are taken by the top.
    if (valid && (dut->mem_rsp_ready_o || !dut->rst_unit_no)) port.responseTaken();
    if (dut->mem_req_valid_o && dut->mem_req_ready_i && dut->rst_unit_no)
      port.accept(unpackReq(dut->mem_req_o));
    if (dut->cache_control_o) cache_pulses.push_back(dut->cache_control_o);
    dut.tick();
    port.tick();
  }

  uint32_t access(bool write, uint32_t offset, uint32_t value) {
    dut->host_valid_i = 1;
    dut->host_write_i = write;
    dut->host_addr_i = static_cast<uint16_t>(offset);
    dut->host_wdata_i = value;
    for (int i = 0;; ++i) {
      REQUIRE(i < 100);
      const bool taken = ready();
      cycle();
      if (taken) break;
    }
    dut->host_valid_i = 0;
    dut.settle();
    for (int i = 0; !dut->host_rsp_valid_o; ++i) {
      REQUIRE(i < 100);
      cycle();
      dut.settle();
    }
    const uint32_t result = dut->host_rdata_o;
    cycle();
    dut.settle();
    REQUIRE(!dut->host_rsp_valid_o);
    return result;
  }
  uint32_t read(uint32_t offset) { return access(false, offset, 0); }
  void write(uint32_t offset, uint32_t value) { access(true, offset, value); }

  void load(const std::vector<uint8_t>& image) {
    write(E11_REG_CP_FW_ADDR, 0);
    for (size_t i = 0; i < image.size(); i += 4) {
      uint32_t word = 0;
      std::memcpy(&word, &image[i], std::min<size_t>(4, image.size() - i));
      write(E11_REG_CP_FW_DATA, word);
    }
  }
  uint32_t local(uint32_t address) {
    write(E11_REG_CP_FW_ADDR, address);
    return read(E11_REG_CP_FW_DATA);
  }
  void waitHalted(unsigned limit) {
    for (unsigned i = 0; !(read(E11_REG_CP_STATUS) & 1); ++i) {
      REQUIRE(i < limit);
      for (int k = 0; k < 50; ++k) cycle();
    }
  }
  uint32_t word(uint32_t address) const {
    uint32_t value;
    std::memcpy(&value, &memory[address], 4);
    return value;
  }
  void setWord(uint32_t address, uint32_t value) { std::memcpy(&memory[address], &value, 4); }

  Random random;
  std::vector<uint8_t> memory;
  MemoryPort port;
  Clocked<V_command> dut;
  std::map<uint32_t, uint32_t> units;
  std::vector<unsigned> cache_pulses;
};

}  // namespace

TEST_CASE("capabilities and plain registers", "[command]") {
  Host h;
  CHECK(h.read(E11_REG_ID) == 0x00453131);
  CHECK(h.read(E11_REG_CAP_CORES) == E11_CFG_CORES);
  CHECK(h.read(E11_REG_CAP_WAVES) == E11_CFG_WAVES);
  CHECK(h.read(E11_REG_CAP_MEMORY_KB) == E11_CFG_MEMORY_BYTES / 1024);
  CHECK(h.read(E11_REG_CAP_CLOCK_KHZ) == E11_CFG_CLOCK_KHZ);
  CHECK(h.read(E11_REG_CAP_CP_RAM) == E11_CFG_CP_RAM_BYTES);
  CHECK(h.read(E11_REG_CP_STATUS) == 1);
  const uint32_t plain[] = {E11_REG_RING_BASE,  E11_REG_RING_SIZE,      E11_REG_RING_WPTR,
                            E11_REG_IRQ_ENABLE, E11_REG_COUNTER_SELECT, E11_REG_RING_PAGE_TABLE};
  std::map<uint32_t, uint32_t> values;
  for (uint32_t r : plain) h.write(r, values[r] = static_cast<uint32_t>(h.random()));
  for (uint32_t r : plain) CHECK(h.read(r) == values[r]);
  h.write(E11_REG_RING_CONTEXT, 0xffffffff);
  CHECK(h.read(E11_REG_RING_CONTEXT) == 0x1f);
  CHECK(h.dut->asid_o == 15);
  CHECK(h.dut->translate_o);
  CHECK(h.dut->page_table_o == (values[E11_REG_RING_PAGE_TABLE] & 0xfffffff));
  // Not there, or the firmware's own.
  CHECK(h.read(0x0f0) == 0);
  for (uint32_t r = 0x800; r < 0x880; r += 4) {
    h.write(r, 0xffffffff);
    CHECK(h.read(r) == 0);
  }
  CHECK(h.units.empty());
  CHECK(h.cache_pulses.empty());
  CHECK(!h.dut->irq_o);
  h.write(E11_REG_ID, 5);
  CHECK(h.read(E11_REG_ID) == 0x00453131);
  const uint32_t low = h.read(E11_REG_CYCLE_LO);
  CHECK(h.read(E11_REG_CYCLE_HI) == 0);
  CHECK(h.read(E11_REG_CYCLE_LO) - low < 20);
  CHECK(h.read(E11_REG_CYCLE_LO) > low);
}

TEST_CASE("interrupts, faults, counters", "[command]") {
  Host h;
  h.dut->error_i = 1;
  h.cycle();
  h.dut->error_i = 0;
  CHECK(h.read(E11_REG_IRQ_STATUS) == 1u << E11_CAUSES_ERROR);
  CHECK(!h.dut->irq_o);
  h.write(E11_REG_IRQ_ENABLE, 1u << E11_CAUSES_ERROR);
  CHECK(h.dut->irq_o);
  // fault_t: addr 31:0, asid 35:32, client 39:36, write 40, valid 41.
  auto fault = [&](uint32_t addr, unsigned client, bool write) {
    setBits(h.dut->fault_i, 0, 32, addr);
    setBits(h.dut->fault_i, 32, 4, 9);
    setBits(h.dut->fault_i, 36, 4, client);
    setBits(h.dut->fault_i, 40, 1, write);
    setBits(h.dut->fault_i, 41, 1, 1);
    h.cycle();
    setBits(h.dut->fault_i, 41, 1, 0);
  };
  CHECK(h.read(E11_REG_FAULT_INFO) == 0);
  fault(0x12345670, 7, true);
  fault(0x99999990, 3, false);
  CHECK(h.read(E11_REG_FAULT_ADDR) == 0x12345670);
  CHECK(h.read(E11_REG_FAULT_INFO) == (1u | 7u << 4 | 9u << 8 | 1u << 12));
  CHECK(h.read(E11_REG_IRQ_STATUS) == (1u << E11_CAUSES_ERROR | 1u << E11_CAUSES_FAULT));
  h.write(E11_REG_IRQ_STATUS, 1u << E11_CAUSES_ERROR);
  CHECK(h.read(E11_REG_IRQ_STATUS) == 1u << E11_CAUSES_FAULT);
  CHECK(!h.dut->irq_o);
  h.write(E11_REG_COUNTER_SELECT, E11_COUNTERS_QUADS);
  CHECK(h.dut->counter_select_o == E11_COUNTERS_QUADS);
  h.dut->counter_value_i = 0x123456789abcdefull;
  CHECK(h.read(E11_REG_COUNTER_LO) == 0x89abcdef);
  h.dut->counter_value_i = 0;
  CHECK(h.read(E11_REG_COUNTER_HI) == 0x1234567);
  h.dut->counter_value_i = 7;
  h.write(E11_REG_COUNTER_SELECT, 32);
  CHECK(h.read(E11_REG_COUNTER_LO) == 0);
  h.dut->unit_busy_i = 0x2a;
  CHECK(h.read(E11_REG_DEBUG_BUSY) == 0x2a);
}

TEST_CASE("firmware window", "[command]") {
  Host h;
  std::vector<uint8_t> image(E11_CFG_CP_RAM_BYTES);
  for (auto& byte : image) byte = static_cast<uint8_t>(h.random());
  h.load(image);
  CHECK(h.read(E11_REG_CP_FW_ADDR) == image.size());
  h.write(E11_REG_CP_FW_DATA, 0);  // beyond: dropped, and nothing wraps
  CHECK(h.read(E11_REG_CP_FW_DATA) == 0);
  h.write(E11_REG_CP_FW_ADDR, 0);
  for (size_t i = 0; i < image.size(); i += 4) {
    uint32_t want;
    std::memcpy(&want, &image[i], 4);
    REQUIRE(h.read(E11_REG_CP_FW_DATA) == want);
  }
  h.write(E11_REG_CP_FW_ADDR, 0);
  h.write(E11_REG_CP_FW_DATA, 0x0000006f);  // j 0
  h.write(E11_REG_CP_CTRL, 1);
  h.write(E11_REG_CP_FW_ADDR, 0);
  CHECK(h.read(E11_REG_CP_FW_DATA) == 0);  // not while it runs
  h.write(E11_REG_CP_FW_ADDR, 0);
  h.write(E11_REG_CP_FW_DATA, 0xffffffff);
  for (int i = 0; i < 100; ++i) h.cycle();
  CHECK(h.read(E11_REG_CP_STATUS) == 0);
  h.write(E11_REG_CP_CTRL, 0);
  CHECK(h.read(E11_REG_CP_STATUS) == 1);
  CHECK(h.local(0) == 0x0000006f);
}

TEST_CASE("the instruction test runs from local memory", "[command]") {
  Host h;
  h.load(readFile(E11_RV32IM_IMAGE));
  h.write(E11_REG_IRQ_ENABLE, 1u << E11_CAUSES_CP_TRAP);
  for (int round = 0; round < 2; ++round) {
    h.write(E11_REG_CP_FW_ADDR, 0x3ff0);
    h.write(E11_REG_CP_FW_DATA, 0);
    if (round) h.load(readFile(E11_RV32IM_IMAGE));  // it patches itself
    h.write(E11_REG_CP_CTRL, 1);
    CHECK(h.read(E11_REG_CP_STATUS) == 0);
    h.waitHalted(5000);
    CHECK(h.read(E11_REG_CP_STATUS) == 3);  // halted and trapped, at the ebreak
    CHECK(h.dut->irq_o);
    CHECK(h.read(E11_REG_IRQ_STATUS) == 1u << E11_CAUSES_CP_TRAP);
    h.write(E11_REG_IRQ_STATUS, 1u << E11_CAUSES_CP_TRAP);
    CHECK(!h.dut->irq_o);
    CHECK(h.local(0x3ff0) == 0x600d);
    CHECK(h.local(0x3ff4) > 1300);
    const uint32_t pc = h.read(E11_REG_CP_PC);
    CHECK(h.local(pc) == 0x00100073);
  }
}

TEST_CASE("registers and memory from the firmware's side", "[command]") {
  Host h(3);
  for (uint32_t i = 0; i < 64; ++i) h.setWord(0x1000 + 4 * i, 0x01010101u * (i + 1));
  for (uint32_t i = 0; i < 32; ++i) h.setWord(0x2000 + 4 * i, 0x55555555);
  h.load(readFile(E11_RV32BUS_IMAGE));
  h.write(E11_REG_RING_CONTEXT, 4);
  h.port.onRequest = [](const MemReq& r) { REQUIRE(r.asid == 4); };
  h.write(E11_REG_IRQ_ENABLE, 1u << E11_CAUSES_FENCE);
  h.write(E11_REG_CP_CTRL, 1);
  for (int i = 0; i < 4000; ++i) h.cycle();
  CHECK(!h.dut->irq_o);
  h.write(E11_REG_RING_WPTR, 77);
  for (int i = 0; i < 2000 && !h.dut->irq_o; ++i) h.cycle();
  REQUIRE(h.dut->irq_o);
  CHECK(h.read(E11_REG_RING_RPTR) == 77);
  for (int i = 0; i < 100; ++i) h.cycle();
  CHECK(h.read(E11_REG_CP_STATUS) == 4);  // busy
  h.setWord(0x1000, 0xfeedbeef);
  h.write(E11_REG_RING_WPTR, 78);
  h.waitHalted(1000);
  CHECK(h.read(E11_REG_CP_STATUS) == 3);
  CHECK(h.word(0x2000) == 0x00453131);
  CHECK(h.word(0x2004) == 0x600df00d);
  CHECK(h.word(0x2008) == 0x02020202);
  CHECK(h.word(0x200c) == 0x0202);
  CHECK(h.word(0x2010) == 3);
  CHECK(h.word(0x2014) == 0xc3d45555);
  CHECK(h.word(0x2018) == static_cast<uint32_t>(0x01010101u * (64 * 65 / 2)));
  CHECK(h.word(0x201c) == 0);
  CHECK(h.word(0x2020) == 0xa1b2c3d4);
  CHECK(h.word(0x2024) == 0xc3d45555);
  CHECK(h.word(0x2028) == 0xd4555555);
  CHECK(h.word(0x203c) == 0x555555d4);
  CHECK(h.word(0x2040) == 0x01010101);  // still cached
  CHECK(h.word(0x2044) == 0xfeedbeef);  // after the invalidation
  CHECK(h.word(0x2048) == 0x77);
  CHECK(h.word(0x204c) == 1);
  CHECK(h.units[E11_FW_DRAW_STATE] == 0x12340);
  CHECK(h.cache_pulses == std::vector<unsigned>{8});
}

TEST_CASE("reset stops everything but memory and the cycle counter", "[command]") {
  Host h(4);
  const uint32_t loop[] = {0x800000b7,   // lui x1, 0x80000
                           0x0000a103,   // lw x2, 0(x1)
                           0x0020a023,   // sw x2, 0(x1)
                           0xff9ff06f};  // j -8
  std::vector<uint8_t> image(sizeof loop);
  std::memcpy(image.data(), loop, sizeof loop);
  h.load(image);
  for (int round = 0; round < 30; ++round) {
    h.write(E11_REG_RING_BASE, 0x1234);
    h.write(E11_REG_IRQ_ENABLE, 15);
    h.write(E11_REG_CP_CTRL, 1);
    const auto cycles = 100 + h.random() % 60;
    for (unsigned i = 0; i < cycles; ++i) h.cycle();
    const uint32_t before = h.read(E11_REG_CYCLE_LO);
    h.write(E11_REG_RESET, 1);
    // The memory unit is slow to finish: reset stays until it has.
    h.dut->mem_idle_i = 0;
    for (int i = 0; i < 60; ++i) {
      h.cycle();
      h.dut.settle();
      CHECK(!h.dut->rst_unit_no);
      CHECK(!h.dut->host_ready_o);
    }
    REQUIRE(h.port.idle());
    h.dut->mem_idle_i = 1;
    while (!h.ready()) h.cycle();
    CHECK(h.dut->rst_unit_no);
    CHECK(h.read(E11_REG_RING_BASE) == 0);
    CHECK(h.read(E11_REG_IRQ_ENABLE) == 0);
    CHECK(h.read(E11_REG_CP_STATUS) == 1);
    CHECK(h.read(E11_REG_CYCLE_LO) - before > 60);
    CHECK(h.local(0) == loop[0]);
  }
}

TEST_CASE("bad accesses trap", "[command]") {
  Host h;
  const uint32_t base = GENERATE(0x00004000u, 0x40001000u, 0x20000000u, 0x7ffffffcu);
  const uint32_t program[] = {(base + 0x800 & 0xfffff000) | 1 << 7 | 0x37,
                              (base & 0xfff) << 20 | 1 << 15 | 1 << 7 | 0x13,
                              0x0000a103};  // lui, addi, lw
  std::vector<uint8_t> image(sizeof program);
  std::memcpy(image.data(), program, sizeof program);
  h.load(image);
  h.write(E11_REG_CP_CTRL, 1);
  h.waitHalted(100);
  CHECK(h.read(E11_REG_CP_STATUS) == 3);
  CHECK(h.read(E11_REG_CP_PC) == 8);
  // A byte of a register is no register.
  const uint32_t bytes[] = {0x400000b7, 0x00008103};
  std::memcpy(image.data(), bytes, sizeof bytes);
  h.load(image);
  h.write(E11_REG_CP_CTRL, 1);
  h.waitHalted(100);
  CHECK(h.read(E11_REG_CP_STATUS) == 3);
  CHECK(h.read(E11_REG_CP_PC) == 4);
}
