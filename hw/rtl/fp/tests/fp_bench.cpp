// SPDX-License-Identifier: Apache-2.0
//
// The float units against the model: all pairs of edge values and random
// operands, a new operation each cycle, with random clock-enable gaps.
#include <deque>
#include <vector>

#include "V_alu.h"
#include "V_fp_add.h"
#include "V_fp_from_int.h"
#include "V_fp_mul.h"
#include "V_fp_table.h"
#include "e11/bench.h"
#include "e11/fp.h"

namespace fp = e11::fp;
using e11::isa::Op;

namespace {

struct Operands {
  Op op;
  uint32_t a, b, c;
};

const std::vector<uint32_t>& edges() {
  static const std::vector<uint32_t> values = [] {
    std::vector<uint32_t> v;
    for (uint32_t m :
         {0x00000000u, 0x00000001u, 0x00400000u, 0x007fffffu, 0x00800000u, 0x00800001u, 0x00ffffffu,
          0x33800000u, 0x33000000u, 0x3e800000u, 0x3effffffu, 0x3f000000u, 0x3f000001u, 0x3f7fffffu,
          0x3f800000u, 0x3f800001u, 0x3fc00000u, 0x40200000u, 0x40490fdbu, 0x4b000001u, 0x4b7fffffu,
          0x4effffffu, 0x4f000000u, 0x4f7fffffu, 0x4f800000u, 0x477fe000u, 0x47800000u, 0x38800000u,
          0x387fffffu, 0x337fffffu, 0x7f7fffffu, 0x7f800000u, 0x7f800001u, 0x7fc00000u, 0x7fffffffu,
          0x42fc0000u, 0x43000000u, 0x00000020u, 0x0000001fu, 0x00003c01u, 0x000003ffu, 0x00007c00u,
          0x00007c01u}) {
      v.push_back(m);
      v.push_back(m | 0x80000000u);
    }
    return v;
  }();
  return values;
}

uint32_t word() {
  static e11::bench::Random random(e11::bench::seed());
  return static_cast<uint32_t>(random());
}

/// Random patterns, half of them with exponents close to each other.
uint32_t randomWord() {
  const uint32_t bits = word();
  switch (word() % 4) {
    case 0:
      return bits;
    case 1:
      return (bits & 0x807fffffu) | (100 + word() % 56) << 23;
    case 2:
      return (bits & 0x80000000u) | (120 + word() % 12) << 23 | (word() % 8);
    default:
      return (bits & 0x87ffffffu) | 0x38000000u;
  }
}

/// `edge`: also all pairs of edge values.
std::vector<Operands> stimuli(const std::vector<Op>& ops, int operands, int random, bool edge) {
  std::vector<Operands> all;
  for (Op op : ops) {
    for (uint32_t a : edges()) {
      if (!edge) break;
      if (operands < 2)
        all.push_back({op, a, 0, 0});
      else
        for (uint32_t b : edges()) all.push_back({op, a, b, a ^ (b << 1)});
    }
    for (int i = 0; i < random; ++i) all.push_back({op, randomWord(), randomWord(), randomWord()});
    for (int i = 0; i < random / 4; ++i) all.push_back({op, word(), word() & 0x3f, word()});
  }
  return all;
}

/// Streams all stimuli through a unit of the given latency and compares.
template <class Unit, class Drive, class Expect>
void run(const char* name, int latency, const std::vector<Operands>& all, Drive drive,
         Expect expect) {
  Unit unit;
  std::deque<Operands> pipe;
  size_t next = 0, compared = 0;
  while (compared < all.size()) {
    unit.clk_i = 0;
    unit.en_i = word() % 8 != 0;
    if (next < all.size()) drive(unit, all[next]);
    unit.eval();
    unit.clk_i = 1;
    unit.eval();
    if (!unit.en_i) continue;
    if (next < all.size())
      pipe.push_back(all[next++]);
    else
      pipe.push_back({});
    if (pipe.size() < static_cast<size_t>(latency)) continue;
    const Operands o = pipe.front();
    pipe.pop_front();
    const uint32_t want = expect(o), got = unit.y_o;
    ++compared;
    if (want != got) {
      INFO(name << " op " << int(o.op) << std::hex << " a " << o.a << " b " << o.b << " c " << o.c
                << " model " << want << " RTL " << got);
      FAIL();
    }
  }
  SUCCEED();
}

std::vector<Op> unitOps(e11::isa::Unit unit, const std::vector<Op>& without = {}) {
  std::vector<Op> ops;
  for (int code = 0; code < 128; ++code) {
    const Op op = static_cast<Op>(code);
    if (!e11::isa::kOpInfo[code].valid || e11::isa::kOpInfo[code].unit != unit) continue;
    bool skip = false;
    for (Op other : without) skip |= other == op;
    if (!skip) ops.push_back(op);
  }
  return ops;
}

/// Random operands of a unit: E11_FP_RANDOM from the environment, in rounds of so many.
constexpr int kRound = 100000;

int rounds() {
  const char* text = std::getenv("E11_FP_RANDOM");
  return text ? (std::atoi(text) + kRound - 1) / kRound : 2;
}

/// Runs a unit over edges and random operands of its operations.
template <class Unit, class Drive, class Expect>
void runRounds(const char* name, int latency, const std::vector<Op>& ops, Drive drive,
               Expect expect) {
  const int each = kRound / static_cast<int>(ops.size()) + 1;
  for (int i = 0; i < rounds(); ++i)
    run<Unit>(name, latency, stimuli(ops, 2, each, i == 0), drive, expect);
}

}  // namespace

TEST_CASE("e11_fp_mul equals the model bit for bit") {
  runRounds<V_fp_mul>(
      "mul", 3, {Op::kFmul}, [](auto& u, const Operands& o) { u.a_i = o.a, u.b_i = o.b; },
      [](const Operands& o) { return fp::mul(o.a, o.b); });
}

TEST_CASE("e11_fp_add equals the model bit for bit") {
  runRounds<V_fp_add>(
      "add", 4, {Op::kFadd}, [](auto& u, const Operands& o) { u.a_i = o.a, u.b_i = o.b; },
      [](const Operands& o) { return fp::add(o.a, o.b); });
}

TEST_CASE("e11_fp_from_int of 52 bits equals the model bit for bit") {
  const auto wide = [](const Operands& o) {
    const uint64_t bits = static_cast<uint64_t>(o.a) << 20 ^ o.b;
    const int64_t value = static_cast<int64_t>(bits << 12) >> (12 + o.c % 48);
    if (o.c >> 16 & 1) return value;
    // Below some place all zeros, or a last one, or all ones: ties and their neighbours.
    const uint64_t low = (uint64_t{1} << (o.c >> 6 & 31)) - 1;
    const unsigned kind = (o.c >> 17) % 3;
    return static_cast<int64_t>((static_cast<uint64_t>(value) & ~low) | (kind == 0   ? 0
                                                                         : kind == 1 ? low & 1
                                                                                     : low));
  };
  runRounds<V_fp_from_int>(
      "from_int", 3, {Op::kItof},
      [&](auto& u, const Operands& o) {
        u.a_i = static_cast<uint64_t>(wide(o)) & ((1ull << 52) - 1);
      },
      [&](const Operands& o) { return fp::fromInt(wide(o)); });
}

TEST_CASE("e11_alu, float operations, equals the model bit for bit") {
  const auto ops = unitOps(e11::isa::Unit::kFp, {Op::kFadd, Op::kFmul, Op::kFmad});
  runRounds<V_alu>(
      "alu", 3, ops,
      [](auto& u, const Operands& o) { u.op_i = int(o.op), u.a_i = o.a, u.b_i = o.b; },
      [](const Operands& o) {
        return o.op == Op::kFfrc ? fp::roundIntegral(o.a, fp::Rounding::kDown)
                                 : fp::alu(o.op, o.a, o.b);
      });
}

TEST_CASE("e11_alu, integer operations, equals the model bit for bit") {
  runRounds<V_alu>(
      "int", 3, unitOps(e11::isa::Unit::kInt),
      [](auto& u, const Operands& o) { u.op_i = int(o.op), u.a_i = o.a, u.b_i = o.b, u.c_i = o.c; },
      [](const Operands& o) { return fp::integer(o.op, o.a, o.b, o.c); });
}

TEST_CASE("e11_fp_table equals the model bit for bit") {
  runRounds<V_fp_table>(
      "table", 8, unitOps(e11::isa::Unit::kTab),
      [](auto& u, const Operands& o) { u.op_i = int(fp::tableOp(o.op)), u.a_i = o.a, u.b_i = o.b; },
      [](const Operands& o) { return fp::table(fp::tableOp(o.op), o.a, o.b); });
}
