// SPDX-License-Identifier: Apache-2.0
//
// The RV32IM core: the instruction test of tests/rv32 and random programs against an interpreter
// written here from the RISC-V manual, with a memory that answers at once or late.
#include <array>
#include <fstream>
#include <iterator>
#include <vector>

#include "V_rv32.h"
#include "e11/bench.h"

using namespace e11::bench;

namespace {

constexpr uint32_t kMemoryBytes = 16384;
constexpr uint32_t kResult = 0x3ff0;

// 16 KiB at 0; everything else gives an error. `late`: up to so many extra cycles.
class Machine {
 public:
  explicit Machine(unsigned late) : late_(late), random_(seed() + late) { dut_->run_i = 0; }

  std::vector<uint8_t> memory = std::vector<uint8_t>(kMemoryBytes);
  std::vector<std::array<uint32_t, 3>> writes;  // address, strobes, data

  void start() {
    dut_->run_i = 0;
    dut_->bus_ready_i = 0;
    dut_->bus_rsp_valid_i = 0;
    dut_.reset();
    dut_->run_i = 1;
    waiting_ = false;
  }

  void cycle() {
    const bool answer = waiting_ && delay_ == 0;
    dut_->bus_rsp_valid_i = answer;
    dut_->bus_rsp_error_i = answer ? error_ : random_() & 1;
    dut_->bus_rsp_rdata_i = answer ? data_ : static_cast<uint32_t>(random_());
    if (waiting_ && !answer) --delay_;
    if (answer) waiting_ = false;
    dut_->bus_ready_i = !waiting_ && (late_ == 0 || !oneIn(random_, 3));
    dut_.settle();
    if (dut_->bus_valid_o && dut_->bus_ready_i) accept();
    dut_.tick();
  }

  // Cycles until the core traps.
  unsigned runToTrap(unsigned limit) {
    unsigned cycles = 0;
    while (!dut_->trapped_o && cycles < limit) cycle(), ++cycles;
    REQUIRE(dut_->trapped_o);
    return cycles;
  }

  uint32_t word(uint32_t address) const {
    uint32_t value;
    std::memcpy(&value, &memory[address], 4);
    return value;
  }
  void setWord(uint32_t address, uint32_t value) { std::memcpy(&memory[address], &value, 4); }
  V_rv32& dut() { return *dut_; }

 private:
  void accept() {
    waiting_ = true;
    delay_ = late_ ? random_() % late_ : 0;
    const uint32_t address = dut_->bus_addr_o;
    const uint32_t size = 1u << dut_->bus_size_o;
    REQUIRE(address % size == 0);
    error_ = address >= kMemoryBytes;
    data_ = static_cast<uint32_t>(random_());
    if (error_) return;
    const uint32_t base = address & ~3u;
    if (!dut_->bus_write_o) {
      data_ = word(base);
      return;
    }
    REQUIRE(dut_->bus_wstrb_o == ((1u << size) - 1) << (address & 3));
    writes.push_back({base, dut_->bus_wstrb_o, dut_->bus_wdata_o});
    for (unsigned b = 0; b < 4; ++b) {
      if (dut_->bus_wstrb_o >> b & 1)
        memory[base + b] = static_cast<uint8_t>(dut_->bus_wdata_o >> (8 * b));
    }
  }

  unsigned late_;
  Random random_;
  Clocked<V_rv32> dut_;
  bool waiting_ = false;
  unsigned delay_ = 0;
  uint32_t data_ = 0;
  bool error_ = false;
};

std::vector<uint8_t> readFile(const char* name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// An interpreter with 64-bit arithmetic and no shared code with any other.
struct Reference {
  std::array<uint32_t, 32> x{};
  uint32_t pc = 0;
  std::vector<uint8_t> memory;

  bool access(uint32_t address, uint32_t size) const {
    return address % size == 0 && address < kMemoryBytes;
  }

  // False: traps at pc.
  bool step() {
    if (!access(pc, 4)) return false;
    uint32_t w;
    std::memcpy(&w, &memory[pc], 4);
    const unsigned op = w & 127, rd = w >> 7 & 31, f3 = w >> 12 & 7, f7 = w >> 25;
    const uint32_t a = x[w >> 15 & 31], b = x[w >> 20 & 31];
    const auto sa = static_cast<int32_t>(a), sb = static_cast<int32_t>(b);
    const auto iw = static_cast<int32_t>(w);
    const int32_t imm = iw >> 20;
    uint32_t next = pc + 4;
    uint32_t result = 0;
    bool writes = true;
    switch (op) {
      case 0x37:
        result = w & 0xfffff000;
        break;
      case 0x17:
        result = pc + (w & 0xfffff000);
        break;
      case 0x6f: {
        const int32_t offset =
            (iw >> 31) * (1 << 20) +
            static_cast<int32_t>((w & 0xff000) | (w >> 20 & 1) << 11 | (w >> 21 & 0x3ff) << 1);
        result = next;
        next = pc + static_cast<uint32_t>(offset);
        break;
      }
      case 0x67:
        if (f3) return false;
        result = next;
        next = (a + static_cast<uint32_t>(imm)) & ~1u;
        break;
      case 0x63: {
        const bool taken[] = {a == b, a != b, false, false, sa < sb, sa >= sb, a < b, a >= b};
        if (f3 == 2 || f3 == 3) return false;
        const int32_t offset =
            (iw >> 31) * 4096 +
            static_cast<int32_t>((w >> 7 & 1) << 11 | (w >> 25 & 63) << 5 | (w >> 8 & 15) << 1);
        if (taken[f3]) next = pc + static_cast<uint32_t>(offset);
        writes = false;
        break;
      }
      case 0x03: {
        if (f3 == 3 || f3 > 5) return false;
        const uint32_t address = a + static_cast<uint32_t>(imm);
        const uint32_t size = 1u << (f3 & 3);
        if (!access(address, size)) return false;
        for (unsigned i = 0; i < size; ++i)
          result |= static_cast<uint32_t>(memory[address + i]) << (8 * i);
        if (f3 == 0) result = (result ^ 0x80u) - 0x80u;  // sign extended
        if (f3 == 1) result = static_cast<uint32_t>(static_cast<int16_t>(result));
        break;
      }
      case 0x23: {
        if (f3 > 2) return false;
        const uint32_t address = a + static_cast<uint32_t>((imm & ~31) | static_cast<int32_t>(rd));
        if (!access(address, 1u << f3)) return false;
        for (unsigned i = 0; i < (1u << f3); ++i)
          memory[address + i] = static_cast<uint8_t>(b >> (8 * i));
        writes = false;
        break;
      }
      case 0x0f:
        if (f3 > 1) return false;
        writes = false;
        break;
      case 0x13:
        if ((f3 == 1 && f7) || (f3 == 5 && f7 && f7 != 32)) return false;
        result = arithmetic(f3, f3 == 5 && f7 == 32, a,
                            f3 == 1 || f3 == 5 ? (w >> 20 & 31) : static_cast<uint32_t>(imm));
        break;
      case 0x33:
        if (f7 == 1) {
          result = multiply(f3, sa, sb);
        } else {
          if (f7 && !(f7 == 32 && (f3 == 0 || f3 == 5))) return false;
          result = f3 == 0 && f7 ? a - b : arithmetic(f3, f7 == 32, a, b);
        }
        break;
      default:
        return false;
    }
    if (writes && rd) x[rd] = result;
    pc = next;
    return true;
  }

  static uint32_t arithmetic(unsigned f3, bool arithmetic_shift, uint32_t a, uint32_t b) {
    const auto sa = static_cast<int32_t>(a);
    switch (f3) {
      case 0:
        return a + b;
      case 1:
        return a << (b & 31);
      case 2:
        return sa < static_cast<int32_t>(b);
      case 3:
        return a < b;
      case 4:
        return a ^ b;
      case 5:
        return arithmetic_shift ? static_cast<uint32_t>(sa >> (b & 31)) : a >> (b & 31);
      case 6:
        return a | b;
      default:
        return a & b;
    }
  }

  static uint32_t multiply(unsigned f3, int64_t a, int64_t b) {
    const int64_t ua = a & 0xffffffff, ub = b & 0xffffffff;
    switch (f3) {
      case 0:
        return static_cast<uint32_t>(a * b);
      case 1:
        return static_cast<uint32_t>(a * b >> 32);
      case 2:
        return static_cast<uint32_t>(a * ub >> 32);
      case 3:
        return static_cast<uint32_t>(static_cast<uint64_t>(ua) * static_cast<uint64_t>(ub) >> 32);
      case 4:
        return b ? static_cast<uint32_t>(a / b) : ~0u;
      case 5:
        return ub ? static_cast<uint32_t>(ua / ub) : ~0u;
      case 6:
        return static_cast<uint32_t>(b ? a % b : a);
      default:
        return static_cast<uint32_t>(ub ? ua % ub : ua);
    }
  }
};

// A word that mostly is an instruction; registers 1..7 are favoured so that results meet again.
uint32_t randomInstruction(Random& random) {
  static const uint32_t ops[] = {0x37, 0x17, 0x6f, 0x67, 0x63, 0x63, 0x03, 0x23,
                                 0x13, 0x13, 0x13, 0x33, 0x33, 0x33, 0x33, 0x0f};
  auto w = static_cast<uint32_t>(random());
  w = (w & ~0x7fu) | ops[random() % 16];
  auto reg = [&](unsigned lsb) {
    if (!oneIn(random, 4)) w = (w & ~(31u << lsb)) | static_cast<uint32_t>(random() & 7) << lsb;
  };
  reg(7), reg(15), reg(20);
  const uint32_t op = w & 127;
  if (op == 0x33) w = (w & 0x01ffffff) | (std::array<uint32_t, 4>{0, 1, 1, 32}[random() & 3] << 25);
  if (op == 0x33 && w >> 30) w &= ~0x7000u | (random() & 1 ? 0x5000u : 0u);
  if (op == 0x13 && (w >> 12 & 3) == 1)
    w = (w & 0x01ffffff) | (w & 0x4000 ? static_cast<uint32_t>(random() & 1) << 30 : 0);
  if (op == 0x67 || op == 0x0f) w &= ~0x7000u;
  if (op == 0x63 && (w >> 13 & 3) == 1) w ^= 0x4000;
  // Keep most accesses inside memory: base x0 or a small offset.
  if ((op == 0x03 || op == 0x23) && !oneIn(random, 8)) w &= ~(31u << 15) & ~0x80000000u;
  if (op == 0x03 && ((w >> 12 & 7) == 3 || (w >> 12 & 7) > 5)) w &= ~0x7000u;
  if (op == 0x23) w = (w & ~0x7000u) | static_cast<uint32_t>(random() % 3) << 12;
  return w;
}

}  // namespace

TEST_CASE("every RV32IM instruction", "[rv32]") {
  const unsigned late = GENERATE(0u, 4u);
  Machine machine(late);
  const auto image = readFile(E11_RV32IM_IMAGE);
  REQUIRE(image.size() > 1000);
  REQUIRE(image.size() <= 0x3e00);
  std::copy(image.begin(), image.end(), machine.memory.begin());
  machine.start();
  const unsigned cycles = machine.runToTrap(2000000);
  INFO("check " << machine.word(kResult + 4) << " found " << machine.word(kResult + 8) << " wanted "
                << machine.word(kResult + 12));
  CHECK(machine.word(kResult) == 0x600d);
  CHECK(machine.word(kResult + 4) > 1300);
  if (late == 0)
    std::printf("instruction test: %u checks, %u cycles\n", machine.word(kResult + 4), cycles);
}

TEST_CASE("random programs leave the memory and pc of the reference", "[rv32]") {
  Random random(seed());
  const unsigned late = GENERATE(0u, 3u);
  Machine machine(late);
  Reference reference;
  uint64_t executed = 0;
  for (int program = 0; program < 1500; ++program) {
    for (auto& byte : machine.memory) byte = 0;
    for (uint32_t a = 0; a < 0x400; a += 4) machine.setWord(a, randomInstruction(random));
    for (uint32_t a = 0x400; a < 0x800; a += 4) machine.setWord(a, static_cast<uint32_t>(random()));
    // Start with random registers: lui and addi.
    for (uint32_t r = 1; r < 8; ++r) {
      machine.setWord(8 * (r - 1), (static_cast<uint32_t>(random()) & 0xfffff000) | r << 7 | 0x37);
      machine.setWord(8 * (r - 1) + 4,
                      (static_cast<uint32_t>(random()) & 0xfff00000) | r << 15 | r << 7 | 0x13);
    }
    // The registers end up in memory: stores behind every trap cannot be, so all state must flow
    // through stores of the program itself; the last word before a trap is compared by pc.
    reference = Reference();
    reference.memory = machine.memory;
    unsigned steps = 0;
    while (steps < 300 && reference.step()) ++steps;
    if (steps == 300) continue;  // an endless loop: no point to compare at
    executed += steps;
    machine.writes.clear();
    machine.start();
    machine.runToTrap(300 * 200);
    REQUIRE(machine.dut().pc_o == reference.pc);
    REQUIRE(machine.memory == reference.memory);
  }
  std::printf("random programs: %llu instructions compared (late %u)\n",
              static_cast<unsigned long long>(executed), late);
  CHECK(executed > 20000);
}

TEST_CASE("random arithmetic is stored and compared", "[rv32]") {
  // Straight programs: operands from memory, one instruction, result to memory.
  Random random(seed() + 7);
  Machine machine(0);
  for (int program = 0; program < 400; ++program) {
    for (auto& byte : machine.memory) byte = 0;
    uint32_t pc = 0;
    for (int i = 0; i < 32; ++i) {
      const uint32_t data = 0x2000 + 16 * static_cast<uint32_t>(i);
      auto value = [&] {
        return oneIn(random, 4) ? std::array<uint32_t, 4>{0, 0x80000000, ~0u, 1}[random() & 3]
                                : static_cast<uint32_t>(random());
      };
      machine.setWord(data, value());
      machine.setWord(data + 4, oneIn(random, 3) ? static_cast<uint32_t>(random() & 63) : value());
      const uint32_t base = 0x2000 | 5 << 7 | 0x37;  // lui x5, 2
      machine.setWord(pc, base), pc += 4;
      const uint32_t offset = data - 0x2000;
      machine.setWord(pc, offset << 20 | 5 << 15 | 2 << 12 | 1 << 7 | 0x03), pc += 4;
      machine.setWord(pc, (offset + 4) << 20 | 5 << 15 | 2 << 12 | 2 << 7 | 0x03), pc += 4;
      const uint32_t f3 = random() & 7;
      const uint32_t f7 =
          std::array<uint32_t, 3>{0, 1, f3 == 0 || f3 == 5 ? 32u : 1u}[random() % 3];
      machine.setWord(pc, f7 << 25 | 2 << 20 | 1 << 15 | f3 << 12 | 3 << 7 | 0x33), pc += 4;
      const uint32_t to = offset + 8;
      machine.setWord(pc, (to >> 5) << 25 | 3 << 20 | 5 << 15 | 2 << 12 | (to & 31) << 7 | 0x23),
          pc += 4;
    }
    machine.setWord(pc, 0x00100073);
    Reference reference;
    reference.memory = machine.memory;
    while (reference.step()) {
    }
    machine.start();
    machine.runToTrap(100000);
    REQUIRE(machine.dut().pc_o == reference.pc);
    REQUIRE(machine.memory == reference.memory);
  }
}

TEST_CASE("what is not RV32IM traps at its own address", "[rv32]") {
  const uint32_t bad = GENERATE(0x00000073u,  // ecall
                                0x00100073u,  // ebreak
                                0x30200073u,  // mret
                                0xc0002573u,  // rdcycle
                                0x00000000u, 0xffffffffu,
                                0x00052503u ^ 0x00001000u ^ 0x00000000u,  // funct3 = 3 load
                                0x00056503u,                              // lwu
                                0x00a53023u,                              // sd
                                0x00052063u,                              // branch funct3 2
                                0x00051067u,                              // jalr funct3 1
                                0x40051513u,                              // slli with bit 30
                                0x20055513u,                              // srli with bit 29
                                0x40a51533u,                              // sll with bit 30
                                0x02a51513u,                              // shift by 32
                                0x1005252fu,                              // lr.w
                                0x0000200fu,                              // misc-mem funct3 2
                                0x00a00512u);                             // 16-bit encoding
  const bool loadOfThree = bad == (0x00052503u ^ 0x00001000u);
  Machine machine(0);
  machine.setWord(0, 0x00000013);
  machine.setWord(4, loadOfThree ? 0x00053503u : bad);
  machine.start();
  machine.runToTrap(1000);
  CHECK(machine.dut().pc_o == 4);
}

TEST_CASE("bad accesses trap at the instruction", "[rv32]") {
  struct Case {
    uint32_t base, instruction;
  };
  const Case c =
      GENERATE(Case{1, 0x0000a103}, Case{2, 0x0000a103}, Case{1, 0x00009103}, Case{3, 0x0020a023},
               Case{1, 0x00209023}, Case{0x7ff, 0x0010d103 + (1u << 20)},
               Case{0xfffff800, 0x0000a103}, Case{0xfffff800, 0x0020a023});
  Machine machine(0);
  machine.setWord(0, (c.base & 0xfff) << 20 | 1 << 7 | 0x13);  // addi x1, x0, base
  machine.setWord(4, c.instruction);
  machine.start();
  machine.runToTrap(1000);
  CHECK(machine.dut().pc_o == 4);
  CHECK(machine.writes.empty());
}

TEST_CASE("a jump to a misaligned or missing address traps there", "[rv32]") {
  Machine machine(0);
  machine.setWord(0, 0x00200067);  // jr 2
  machine.start();
  machine.runToTrap(1000);
  CHECK(machine.dut().pc_o == 2);
  machine.setWord(0, 0x000080b7 | 1 << 7);  // lui x1, 8 (0x8000)
  machine.setWord(4, 0x00008067);           // jr x1
  machine.start();
  machine.runToTrap(1000);
  CHECK(machine.dut().pc_o == 0x8000);
}

TEST_CASE("run stops and starts the core; registers come up 0", "[rv32]") {
  Random random(seed() + 9);
  Machine machine(5);
  // Stores x1 + x31, then sets both; loops.
  const uint32_t program[] = {0x01f08133,   // add x2, x1, x31
                              0x10202023,   // sw x2, 256(x0)
                              0x07b00093,   // li x1, 123
                              0x1c800f93,   // li x31, 456
                              0xff1ff06f};  // j 0
  for (uint32_t i = 0; i < 5; ++i) machine.setWord(4 * i, program[i]);
  machine.start();
  for (int i = 0; i < 200; ++i) {
    const auto n = 100 + random() % 100;
    for (unsigned k = 0; k < n; ++k) machine.cycle();
    machine.dut().run_i = 0;
    for (int k = 0; k < 12; ++k) machine.cycle();
    CHECK(machine.dut().pc_o == 0);
    CHECK(!machine.dut().bus_valid_o);
    machine.writes.clear();
    machine.dut().run_i = 1;
    while (machine.writes.empty()) machine.cycle();
    REQUIRE(machine.writes[0][2] == 0);
  }
}
