// SPDX-License-Identifier: Apache-2.0
// The self-checking RV32IM program of hw/rtl/tests/rv32, run on the model's
// interpreter, and what stops a processor.
#define CATCH_CONFIG_MAIN
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "e11/model/rv32.h"

namespace e11::model {

namespace {

/// 16 KiB of memory and nothing else.
class Ram : public Rv32Bus {
 public:
  std::vector<uint8_t> bytes = std::vector<uint8_t>(16384);

  bool load(uint32_t address, uint32_t count, uint32_t* value) override {
    if (address + count > bytes.size()) return false;
    *value = 0;
    std::memcpy(value, &bytes[address], count);
    return true;
  }
  bool store(uint32_t address, uint32_t count, uint32_t value) override {
    if (address + count > bytes.size()) return false;
    std::memcpy(&bytes[address], &value, count);
    return true;
  }
  uint32_t word(uint32_t address) {
    uint32_t value = 0;
    load(address, 4, &value);
    return value;
  }
};

}  // namespace

TEST_CASE("every RV32IM instruction passes the self-checking program") {
  Ram ram;
  std::ifstream file(RV32IM_IMAGE, std::ios::binary);
  const std::vector<char> image{std::istreambuf_iterator<char>(file), {}};
  REQUIRE(!image.empty());
  REQUIRE(image.size() <= ram.bytes.size());
  std::memcpy(ram.bytes.data(), image.data(), image.size());
  Rv32 core(ram);
  core.reset();
  uint32_t steps = 0;
  while (core.step()) REQUIRE(++steps < 1'000'000);
  // Words 0x3ff0..0x3ffc: result, number of the check, found, wanted.
  CAPTURE(ram.word(0x3ff4), ram.word(0x3ff8), ram.word(0x3ffc));
  CHECK(ram.word(0x3ff0) == 0x600d);
  CHECK(ram.word(0x3ff4) > 300);
}

TEST_CASE("what is no RV32IM instruction, or has no answer, traps there") {
  const uint32_t nop = 0x00000013;
  for (const uint32_t word : {
           0x00000000u, 0xffffffffu,
           0x00000073u,                // ecall
           0x00100073u,                // ebreak
           0x30002573u,                // csrrs
           0x0000107fu,                // longer than 32 bits
           0x4000a033u,                // funct7 of no instruction
           0x02009013u,                // slli by 32
           0x00003003u,                // ld
           0x00001067u,                // jalr with funct3
           0x00102083u,                // lw from address 1
           0x000110b7u | 0x00100000u,  // (lui, legal: see below)
       }) {
    Ram ram;
    std::memcpy(&ram.bytes[0], &nop, 4);
    std::memcpy(&ram.bytes[4], &word, 4);
    Rv32 core(ram);
    core.reset();
    CAPTURE(word);
    CHECK(core.step());
    const bool legal = (word & 0x7f) == 0x37;
    CHECK(core.step() == legal);
    CHECK(core.trapped() == !legal);
    CHECK(core.pc() == (legal ? 8u : 4u));
  }
}

}  // namespace e11::model
