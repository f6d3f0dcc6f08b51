// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_MAIN
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <iterator>
#include <numeric>
#include <vector>

#include "e11/model/atomic.h"
#include "e11/model/memory.h"

namespace e11::model {

namespace {

constexpr uint64_t kBytes = 16 << 20;
constexpr uint32_t kPage = 4096;

uint32_t entry(uint64_t physical, bool write, bool large = false) {
  return static_cast<uint32_t>(physical >> 12) << E11_PAGE_TABLE_ENTRY_PTE_FRAME_LSB |
         uint32_t{large} << E11_PAGE_TABLE_ENTRY_PTE_LARGE_LSB |
         uint32_t{write} << E11_PAGE_TABLE_ENTRY_PTE_WRITE_LSB |
         1u << E11_PAGE_TABLE_ENTRY_PTE_VALID_LSB;
}

void put(Memory& memory, uint64_t physical, uint32_t word) {
  memory.writePhysical(physical, &word, sizeof word);
}

uint32_t get(Memory& memory, uint64_t physical) {
  uint32_t word;
  memory.readPhysical(physical, &word, sizeof word);
  return word;
}

}  // namespace

TEST_CASE("without translation addresses are physical, and end with memory") {
  Memory memory(kBytes);
  int faults = 0;
  memory.onFault([&] { ++faults; });
  memory.write32(Client::kCp, 0x1234, 0xdeadbeef);
  CHECK(get(memory, 0x1234) == 0xdeadbeef);
  CHECK(memory.read32(Client::kDma, 0x1236) == 0xdead);
  CHECK(faults == 0);
  CHECK(memory.read32(Client::kDma, kBytes + 0x128) == 0);
  CHECK(faults == 1);
  CHECK(memory.fault().valid);
  CHECK(memory.fault().client == Client::kDma);
  CHECK(memory.fault().address == kBytes + 0x120);
  CHECK_FALSE(memory.fault().write);
  // Only the first is kept.
  memory.write32(Client::kCp, kBytes, 1);
  CHECK(faults == 1);
  CHECK(memory.fault().client == Client::kDma);
  memory.clearFault();
  memory.write32(Client::kCp, 0xfffffffc, 1);
  CHECK(faults == 2);
  CHECK(memory.fault().write);
}

TEST_CASE("pages of both sizes translate, and protect") {
  Memory memory(kBytes);
  constexpr uint64_t kRoot = 0x10000;
  constexpr uint64_t kSecond = 0x11000;
  // 0x00400000: a table with a writable page and a read-only one.
  put(memory, kRoot + 4, entry(kSecond, false));
  put(memory, kSecond, entry(0x200000, true));
  put(memory, kSecond + 4, entry(0x203000, false));
  // 0xc0000000: 4 MiB at once.
  put(memory, kRoot + 0x300 * 4, entry(0x800000, true, true));
  memory.setContext(5, true, kRoot);

  memory.write32(Client::kVector, 0x00400010, 1);
  CHECK(get(memory, 0x200010) == 1);
  put(memory, 0x203ffc, 2);
  CHECK(memory.read32(Client::kVector, 0x00401ffc) == 2);
  memory.write32(Client::kColor, 0xc03ffffc, 3);
  CHECK(get(memory, 0xbffffc) == 3);
  CHECK_FALSE(memory.fault().valid);

  memory.write32(Client::kColor, 0x00401ffc, 4);
  CHECK(get(memory, 0x203ffc) == 2);
  CHECK(memory.fault().valid);
  CHECK(memory.fault().asid == 5);
  CHECK(memory.fault().write);
  CHECK(memory.fault().client == Client::kColor);
  memory.clearFault();
  CHECK(memory.read32(Client::kIndex, 0x00402000) == 0);  // no page
  CHECK(memory.fault().address == 0x00402000);
  memory.clearFault();
  CHECK(memory.read32(Client::kIndex, 0) == 0);  // no table
  CHECK(memory.fault().valid);
}

TEST_CASE("an access across pages goes to both, and stops only where one is missing") {
  Memory memory(kBytes);
  constexpr uint64_t kRoot = 0x10000;
  constexpr uint64_t kSecond = 0x11000;
  put(memory, kRoot, entry(kSecond, true));
  put(memory, kSecond + 4, entry(0x500000, true));
  put(memory, kSecond + 8, entry(0x300000, true));
  memory.setContext(0, true, kRoot);
  std::vector<uint8_t> data(100);
  std::iota(data.begin(), data.end(), 1);
  CHECK(memory.write(Client::kDma, 2 * kPage - 40, data.data(), data.size()));
  std::vector<uint8_t> back(100);
  CHECK(memory.read(Client::kDma, 2 * kPage - 40, back.data(), back.size()));
  CHECK(back == data);
  memory.readPhysical(0x500000 + kPage - 40, back.data(), 40);
  memory.readPhysical(0x300000, back.data() + 40, 60);
  CHECK(back == data);

  CHECK_FALSE(memory.read(Client::kDma, kPage - 10, back.data(), 20));
  CHECK(std::vector<uint8_t>(back.begin(), back.begin() + 10) == std::vector<uint8_t>(10, 0));
}

TEST_CASE("atomic operations give the old value and leave the new one") {
  Memory memory(kBytes);
  struct Case {
    isa::AtomicOp op;
    uint32_t old, operand, compare, result;
  };
  const Case cases[] = {
      {isa::AtomicOp::kAdd, 0xffffffff, 2, 0, 1},
      {isa::AtomicOp::kAnd, 0xff00ff00, 0x0ff00ff0, 0, 0x0f000f00},
      {isa::AtomicOp::kOr, 0xff00ff00, 0x0ff00ff0, 0, 0xfff0fff0},
      {isa::AtomicOp::kXor, 0xff00ff00, 0x0ff00ff0, 0, 0xf0f0f0f0},
      {isa::AtomicOp::kImin, 0x80000000, 0x7fffffff, 0, 0x80000000},
      {isa::AtomicOp::kImin, 5, 0xfffffffe, 0, 0xfffffffe},
      {isa::AtomicOp::kImax, 0x80000000, 0x7fffffff, 0, 0x7fffffff},
      {isa::AtomicOp::kImax, 5, 0xfffffffe, 0, 5},
      {isa::AtomicOp::kUmin, 0x80000000, 0x7fffffff, 0, 0x7fffffff},
      {isa::AtomicOp::kUmax, 0x80000000, 0x7fffffff, 0, 0x80000000},
      {isa::AtomicOp::kXchg, 7, 9, 0, 9},
      {isa::AtomicOp::kCmpxchg, 7, 9, 7, 9},
      {isa::AtomicOp::kCmpxchg, 7, 9, 8, 7},
      {static_cast<isa::AtomicOp>(15), 7, 9, 7, 7},
  };
  for (const Case& c : cases) {
    memory.write32(Client::kCp, 0x2004, c.old);
    CHECK(memory.atomic(0x2004, static_cast<unsigned>(c.op), c.operand, c.compare) == c.old);
    CHECK(get(memory, 0x2004) == c.result);
  }
  CHECK(memory.atomics() == std::size(cases));
  CHECK_FALSE(memory.fault().valid);

  // A page without the right to write: nothing is done, 0 comes back.
  put(memory, 0x10000 + 4, entry(0x11000, true));
  put(memory, 0x11000, entry(0x2000, false));
  memory.setContext(3, true, 0x10000);
  CHECK(memory.atomic(0x00400004, 0, 1, 0) == 0);
  CHECK(get(memory, 0x2004) == 7);
  CHECK((memory.fault().valid && memory.fault().write && memory.fault().client == Client::kVector));
  CHECK(memory.fault().address == 0x00400000);
  CHECK(memory.atomics() == std::size(cases));
}

}  // namespace e11::model
