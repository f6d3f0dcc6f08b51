// SPDX-License-Identifier: Apache-2.0
// Instruction forms that Microsoft's compiler does not make (or seldom): hand-made programs against
// the specification.
#include "dxbc/tests/catch.h"
#include "program_builder.h"
#include "shader_runner.h"

using namespace e11::translate::test;
using e11::dxbc::Opcode;

namespace {

constexpr uint32_t kNonZero = ProgramBuilder::kNonZero;
constexpr uint32_t kSaturate = ProgramBuilder::kSaturate;
constexpr uint32_t kOne = 0x3f800000, kNan = 0x7fc00000, kDenormal = 0x00000123;

using Row = std::array<uint32_t, 4>;

// Runs a program with these rows in cb0; returns the bits of o0.
LaneOutput runAll(const ProgramBuilder& program, const std::vector<Row>& rows) {
  ShaderRunner shader(program.blob(), {});
  std::vector<uint32_t> words;
  for (const Row& row : rows) words.insert(words.end(), row.begin(), row.end());
  shader.setConstantBuffer(0, words);
  return shader.pixel(0, 0);
}

Row run(const ProgramBuilder& program, const std::vector<Row>& rows = {}) {
  return runAll(program, rows).exports.at(0);
}

std::string errorOf(const ProgramBuilder& program) {
  try {
    ShaderRunner shader(program.blob(), {});
  } catch (const MachineError& error) {
    return error.what();
  }
  return "";
}

const Row kA = {0, 0xffffffff, 0x80000000, 0x12345678};
const Row kB = {5, 0xffffffff, 0xfffffffe, 0x9abcdef0};

// dest0 in r0, dest1 in r1; returns one of them.
Row pair(Opcode opcode, int which) {
  ProgramBuilder program;
  program.add(opcode, {tempDest(0), tempDest(1), constant(0), constant(1)});
  program.add(Opcode::Mov, {outputDest(), temp(static_cast<uint32_t>(which))});
  program.add(Opcode::Ret);
  return run(program, {kA, kB});
}

}  // namespace

TEST_CASE("Both halves of multiplications, carries and borrows") {
  for (int c = 0; c < 4; ++c) {
    const uint64_t product = uint64_t{kA[c]} * kB[c];
    const int64_t signedProduct =
        int64_t{static_cast<int32_t>(kA[c])} * static_cast<int32_t>(kB[c]);
    CHECK(pair(Opcode::Umul, 0)[c] == static_cast<uint32_t>(product >> 32));
    CHECK(pair(Opcode::Umul, 1)[c] == static_cast<uint32_t>(product));
    CHECK(pair(Opcode::Imul, 0)[c] == static_cast<uint32_t>(signedProduct >> 32));
    CHECK(pair(Opcode::Imul, 1)[c] == static_cast<uint32_t>(signedProduct));
    CHECK(pair(Opcode::Uaddc, 0)[c] == kA[c] + kB[c]);
    CHECK(pair(Opcode::Uaddc, 1)[c] == (uint64_t{kA[c]} + kB[c] > 0xffffffff ? 1 : 0));
    CHECK(pair(Opcode::Usubb, 0)[c] == kA[c] - kB[c]);
    CHECK(pair(Opcode::Usubb, 1)[c] == (kA[c] < kB[c] ? 1 : 0));
    CHECK(pair(Opcode::Udiv, 0)[c] == kA[c] / kB[c]);
    CHECK(pair(Opcode::Udiv, 1)[c] == kA[c] % kB[c]);
  }
}

// What comes back of ftou(utof(n) + 0.5), n = f(cb0[0]). Where n has 23 bits or fewer the translator
// folds it; where it has more, the sum rounds.
TEST_CASE("Whole numbers through float and back") {
  const Row numbers = {0xffffffff, 0xfffffe00, 0x00ffffff, 0x80000100};
  const auto throughFloat = [&](Opcode reduce, uint32_t by, Opcode back) {
    ProgramBuilder program;
    program.add(reduce, {tempDest(0), constant(0), immediate(by)});
    program.add(Opcode::Utof, {tempDest(0), temp(0)});
    program.add(Opcode::Add, {tempDest(0), temp(0), immediate(0x3f000000)});
    program.add(back, {outputDest(), temp(0)});
    program.add(Opcode::Ret);
    return run(program, {numbers});
  };
  const auto expected = [](uint32_t n) {
    // Round to nearest even twice, as float does.
    const volatile float sum = static_cast<float>(n) + 0.5f;
    return static_cast<uint32_t>(sum);
  };
  for (const Opcode back : {Opcode::Ftou, Opcode::Ftoi}) {
    for (const uint32_t bits : {8u, 16u, 22u, 23u, 24u, 31u}) {
      const Row masked = throughFloat(Opcode::And, (1u << bits) - 1, back);
      const Row shifted = throughFloat(Opcode::Ushr, 32 - bits, back);
      for (int c = 0; c < 4; ++c) {
        INFO(bits << " bits of " << numbers[c]);
        const uint32_t low = expected(numbers[c] & ((1u << bits) - 1));
        const uint32_t high = expected(numbers[c] >> (32 - bits));
        // 2^31 does not fit an integer: the largest one.
        const uint32_t most = back == Opcode::Ftoi ? 0x7fffffff : 0xffffffff;
        CHECK(masked[c] == std::min(low, most));
        CHECK(shifted[c] == std::min(high, most));
      }
    }
  }
}

TEST_CASE("Division by run-time values") {
  // Divisors and dividends around powers of two and random ones.
  uint64_t state = seed();
  INFO("seed " << state);
  const auto random = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>(state >> 32) >> (state >> 20 & 31);
  };
  ProgramBuilder program;
  program.add(Opcode::Udiv, {tempDest(0), tempDest(1), constant(0), constant(1)});
  program.add(Opcode::Xor, {outputDest(), temp(0), temp(1)});
  program.add(Opcode::Ret);
  ShaderRunner shader(program.blob(), {});
  for (int i = 0; i < 500; ++i) {
    Row a, b;
    for (int c = 0; c < 4; ++c) {
      a[c] = c == 0 ? (1u << (i % 32)) - (i / 32 % 3) : random();
      b[c] = c == 1 ? (1u << (i / 3 % 32)) + (i % 3) - 1 : random();
    }
    std::vector<uint32_t> words(a.begin(), a.end());
    words.insert(words.end(), b.begin(), b.end());
    shader.setConstantBuffer(0, words);
    const Row result = shader.pixel(0, 0).exports.at(0);
    for (int c = 0; c < 4; ++c) {
      INFO(a[c] << " / " << b[c]);
      REQUIRE(result[c] == (b[c] == 0 ? 0 : (a[c] / b[c]) ^ (a[c] % b[c])));
    }
  }
}

TEST_CASE("Division by constants") {
  for (uint32_t divisor : {0u, 1u, 2u, 3u, 5u, 6u, 7u, 10u, 255u, 641u, 0x7fffffffu, 0x80000000u,
                           0x80000001u, 0xfffffffeu, 0xffffffffu}) {
    ProgramBuilder program;
    program.add(Opcode::Udiv, {tempDest(0), tempDest(1), constant(0), immediate(divisor)});
    program.add(Opcode::Mov, {outputDest(3), temp(0)});
    program.add(Opcode::Mov, {outputDest(12), temp(1)});
    program.add(Opcode::Ret);
    for (uint32_t a : {0u, 1u, 6u, 7u, 640u, 641u, 0x7fffffffu, 0x80000000u, 0xfffffffeu, ~0u}) {
      INFO(a << " / " << divisor);
      const Row result = run(program, {{a, a, a, a}});
      CHECK(result[0] == (divisor == 0 ? ~0u : a / divisor));
      CHECK(result[3] == (divisor == 0 ? ~0u : a % divisor));
    }
  }
}

TEST_CASE("Bit fields with widths and offsets of 32 and more") {
  const Row widths = {0, 31, 36, 16}, offsets = {4, 1, 40, 24};
  const Row value = {0xffffffff, 0x80000001, 0xdeadbeef, 0xcafebabe};
  ProgramBuilder fields;
  fields.add(Opcode::Ubfe, {tempDest(0), constant(0), constant(1), constant(2)});
  fields.add(Opcode::Ibfe, {tempDest(1), constant(0), constant(1), constant(2)});
  fields.add(Opcode::Mov, {outputDest(), temp(0)}).add(Opcode::Ret);
  // Only the low five bits count: 36 is 4, 40 is 8; 16 + 24 exceeds the value.
  CHECK(run(fields, {widths, offsets, value}) ==
        Row{0, 0x40000000, 0xe, 0xca});
  ProgramBuilder insert;
  insert.add(Opcode::Bfi, {outputDest(), constant(0), constant(1), constant(2), constant(3)});
  insert.add(Opcode::Ret);
  const Row result = run(insert, {widths, offsets, value, {1, 2, 3, 4}});
  CHECK(result[0] == 1);
  CHECK(result[1] == ((0x80000001u << 1 & 0xfffffffe) | (2 & 1)));
  CHECK(result[2] == ((0xdeadbeefu << 8 & 0xf00) | (3 & ~0xf00u)));
  CHECK(result[3] == ((0xcafebabeu << 24 & 0xff000000) | 4));
}

TEST_CASE("Moves keep bits, arithmetic flushes") {
  const Row row = {kDenormal, 0x80000000 | kDenormal, 0xffc12345, kOne};
  ProgramBuilder moved;
  moved.add(Opcode::Mov, {outputDest(), constant(0)}).add(Opcode::Ret);
  CHECK(run(moved, {row}) == row);
  ProgramBuilder modified;
  modified.add(Opcode::Mov, {outputDest(), negated(absolute(constant(0)))}).add(Opcode::Ret);
  CHECK(run(modified, {row}) ==
        Row{0x80000000 | kDenormal, 0x80000000 | kDenormal, 0xffc12345, 0x80000000 | kOne});
  // spec 3.1.3.2: x * 1 and x + -0 are x, but flushed.
  for (const auto& [opcode, neutral] :
       {std::pair(Opcode::Mul, kOne), std::pair(Opcode::Add, 0x80000000u)}) {
    ProgramBuilder flushing;
    flushing.add(opcode, {outputDest(), constant(0), immediate(neutral)}).add(Opcode::Ret);
    CHECK(run(flushing, {row}) == Row{0, 0x80000000, kNan, kOne});
    ProgramBuilder constants;
    constants.add(opcode, {outputDest(), immediate(row[0], row[1], row[2], row[3]),
                           immediate(neutral)}).add(Opcode::Ret);
    CHECK(run(constants) == Row{0, 0x80000000, kNan, kOne});
  }
  ProgramBuilder saturated;
  saturated.add(Opcode::Mov, {outputDest(), constant(0)}, kSaturate).add(Opcode::Ret);
  CHECK(run(saturated, {{kNan, 0xbf800000, 0x40000000, 0x3f000000}}) ==
        Row{0, 0, kOne, 0x3f000000});
}

TEST_CASE("swapc exchanges by condition and reads before it writes") {
  ProgramBuilder program;
  program.add(Opcode::Mov, {tempDest(0), constant(0)}).add(Opcode::Mov, {tempDest(1), constant(1)});
  program.add(Opcode::Swapc, {tempDest(0), tempDest(1, 7), constant(2), temp(0), temp(1)});
  program.add(Opcode::Mov, {outputDest(3), temp(0)}).add(Opcode::Mov, {outputDest(12), temp(1)});
  program.add(Opcode::Ret);
  // r1.w is not in the second mask and stays.
  CHECK(run(program, {{1, 2, 3, 4}, {5, 6, 7, 8}, {0, 9, 0x80000000, 1}}) == Row{1, 6, 3, 8});
}

TEST_CASE("Conditional jumps") {
  // Adds 1, 2, 3, ... to r0.x; leaves by the given instruction when r0.x exceeds 20.
  const auto loop = [](Opcode opcode, uint32_t controls) {
    ProgramBuilder program;
    program.add(Opcode::Mov, {outputDest(), immediate(77)});
    program.add(Opcode::Loop);
    program.add(Opcode::Iadd, {tempDest(1, 1), temp(1, 0), immediate(1)});
    program.add(Opcode::Iadd, {tempDest(0, 1), temp(0, 0), temp(1, 0)});
    program.add(Opcode::Ilt, {tempDest(2, 1), immediate(20), temp(0, 0)});
    if (controls == 0) program.add(Opcode::Not, {tempDest(2, 1), temp(2, 0)});
    program.add(Opcode::Mov, {outputDest(2), temp(1, 0)});
    program.add(opcode, {temp(2, 0)}, controls);
    program.add(Opcode::EndLoop);
    program.add(Opcode::Mov, {outputDest(1), temp(0, 0)});
    program.add(Opcode::Ret);
    return run(program);
  };
  for (uint32_t controls : {0u, kNonZero}) {
    CHECK(loop(Opcode::Breakc, controls) == Row{21, 6, 77, 77});
    CHECK(loop(Opcode::Retc, controls) == Row{77, 6, 77, 77});
  }
  // continuec skips the second addition while r1.x is below 4.
  ProgramBuilder program;
  program.add(Opcode::Loop);
  program.add(Opcode::Ige, {tempDest(2, 1), temp(1, 0), immediate(6)});
  program.add(Opcode::Breakc, {temp(2, 0)}, kNonZero);
  program.add(Opcode::Iadd, {tempDest(1, 1), temp(1, 0), immediate(1)});
  program.add(Opcode::Ilt, {tempDest(2, 1), temp(1, 0), immediate(4)});
  program.add(Opcode::Continuec, {temp(2, 0)}, kNonZero);
  program.add(Opcode::Iadd, {tempDest(0, 1), temp(0, 0), immediate(10)});
  program.add(Opcode::EndLoop);
  program.add(Opcode::Mov, {outputDest(), temp(0, 0)}).add(Opcode::Ret);
  CHECK(run(program)[0] == 30);
}

TEST_CASE("Switch: continue of an outer loop, conditional break, no default") {
  const auto program = [](uint32_t selector) {
    ProgramBuilder p;
    p.add(Opcode::Mov, {tempDest(3, 1), immediate(3)});
    p.add(Opcode::Loop);
    p.add(Opcode::Breakc, {temp(3, 0)});
    p.add(Opcode::Iadd, {tempDest(3, 1), temp(3, 0), immediate(0xffffffff)});
    p.add(Opcode::Switch, {immediate(selector)});
    p.add(Opcode::Case, {immediate(1)});
    p.add(Opcode::Iadd, {tempDest(0, 1), temp(0, 0), immediate(1)});
    p.add(Opcode::Continue);
    p.add(Opcode::Case, {immediate(2)});
    p.add(Opcode::Breakc, {constant(0, 0)}, kNonZero);
    p.add(Opcode::Iadd, {tempDest(0, 1), temp(0, 0), immediate(5)});
    p.add(Opcode::Case, {immediate(3)});
    p.add(Opcode::Iadd, {tempDest(0, 1), temp(0, 0), immediate(7)});
    p.add(Opcode::Break);
    p.add(Opcode::EndSwitch);
    p.add(Opcode::Iadd, {tempDest(0, 1), temp(0, 0), immediate(100)});
    p.add(Opcode::EndLoop);
    p.add(Opcode::Mov, {outputDest(), temp(0, 0)}).add(Opcode::Ret);
    return p;
  };
  CHECK(run(program(1), {{}})[0] == 3);
  CHECK(run(program(2), {{}})[0] == 3 * 112);  // falls through into 3
  CHECK(run(program(2), {{9}})[0] == 300);
  CHECK(run(program(3), {{}})[0] == 3 * 107);
  CHECK(run(program(4), {{}})[0] == 300);
}

TEST_CASE("Subroutines") {
  ProgramBuilder program;
  program.add(Opcode::Call, {label(1)});
  program.add(Opcode::Callc, {constant(0, 0), label(2)}, kNonZero);
  program.add(Opcode::Callc, {constant(0, 1), label(2)});
  program.add(Opcode::Mov, {outputDest(), temp(0, 0)});
  program.add(Opcode::Ret);
  program.add(Opcode::Label, {label(1)});
  program.add(Opcode::Iadd, {tempDest(0, 1), temp(0, 0), immediate(1)});
  program.add(Opcode::Call, {label(2)});
  program.add(Opcode::Retc, {constant(0, 2)}, kNonZero);
  program.add(Opcode::Iadd, {tempDest(0, 1), temp(0, 0), immediate(100)});
  program.add(Opcode::Ret);
  program.add(Opcode::Label, {label(2)});
  program.add(Opcode::Iadd, {tempDest(0, 1), temp(0, 0), immediate(10)});
  program.add(Opcode::Ret);
  CHECK(run(program, {{0, 1, 1}})[0] == 11);
  CHECK(run(program, {{1, 1, 1}})[0] == 21);
  CHECK(run(program, {{1, 0, 1}})[0] == 31);
  CHECK(run(program, {{0, 1, 0}})[0] == 111);
  // spec 22.7.10: beyond depth 32 calls are skipped.
  ProgramBuilder deep;
  deep.add(Opcode::Call, {label(0)}).add(Opcode::Mov, {outputDest(), temp(0, 0)}).add(Opcode::Ret);
  deep.add(Opcode::Label, {label(0)});
  deep.add(Opcode::Iadd, {tempDest(0, 1), temp(0, 0), immediate(1)});
  deep.add(Opcode::Call, {label(0)}).add(Opcode::Ret);
  CHECK(run(deep)[0] == 32);
}

TEST_CASE("Indexable temps: outside indices stay within the array") {
  ProgramBuilder program;
  for (uint32_t i = 0; i < 4; ++i) {
    program.add(Opcode::Mov, {arrayDest(i), immediate(10 + i)});
  }
  program.add(Opcode::Mov, {tempDest(0), constant(0)});
  program.add(Opcode::Mov, {outputDest(1), arrayAt(0, 0, 1)});
  program.add(Opcode::Mov, {outputDest(2), arrayAt(0, 1, 0)});
  program.add(Opcode::Mov, {outputDest(4), arrayAt(0, 2, 3)});
  program.add(Opcode::Ret);
  CHECK(run(program, {{2, 0x7fffffff, 0x80000000}}) == Row{13, 13, 13, 0});
}

TEST_CASE("Discard on zero, dead code, empty masks") {
  ProgramBuilder program;
  program.add(Opcode::Discard, {constant(0, 0)});
  program.add(Opcode::Mov, {outputDest(0), constant(1)});
  program.add(Opcode::Mov, {outputDest(), immediate(3)});
  program.add(Opcode::Ret);
  program.add(Opcode::Mov, {outputDest(), immediate(4)});
  program.add(Opcode::Ret);
  CHECK(runAll(program, {{0}, {}}).discarded);
  CHECK_FALSE(runAll(program, {{8}, {}}).discarded);
  CHECK(runAll(program, {{8}, {}}).exports.at(0)[0] == 3);
}

TEST_CASE("An endless loop is accepted and has a way out for the back end") {
  ProgramBuilder program;
  program.add(Opcode::Loop).add(Opcode::EndLoop).add(Opcode::Ret);
  CHECK(errorOf(program) == "");
  CHECK_THROWS_AS(run(program), MachineError);  // does not end
}

TEST_CASE("Programs that make no sense are refused with the instruction's place") {
  const auto refused = [](const ProgramBuilder& program, const char* text) {
    INFO(errorOf(program));
    CHECK(errorOf(program).find(text) == 0);
  };
  refused(ProgramBuilder().add(Opcode::EndIf), "endif without if: endif at token 15");
  refused(ProgramBuilder().add(Opcode::Else), "else without if");
  refused(ProgramBuilder().add(Opcode::Break), "nothing to leave");
  refused(ProgramBuilder().add(Opcode::Continue), "nothing to leave");
  refused(ProgramBuilder().add(Opcode::Case, {immediate(1)}), "case without switch");
  refused(ProgramBuilder().add(Opcode::Loop), "control flow is not closed");
  refused(ProgramBuilder().add(Opcode::Loop).add(Opcode::EndIf), "endif without if");
  refused(ProgramBuilder().add(Opcode::Call, {label(9)}), "label not found");
  refused(ProgramBuilder().add(Opcode::Mov, {tempDest(8), immediate(1)}), "r# is not declared");
  refused(ProgramBuilder().add(Opcode::Mov, {tempDest(0), temp(8)}), "r# is not declared");
  refused(ProgramBuilder().add(Opcode::Mov, {arrayDest(4), immediate(1)}), "x# index outside");
  refused(ProgramBuilder().add(Opcode::Mov, {constant(0), immediate(1)}), "destination not");
  refused(ProgramBuilder().add(Opcode::Mov, {tempDest(0), label(0)}), "operand not supported");
  ProgramBuilder twice;
  twice.add(Opcode::Switch, {immediate(0)}).add(Opcode::Case, {immediate(5)});
  twice.add(Opcode::Case, {immediate(5)}).add(Opcode::EndSwitch).add(Opcode::Ret);
  refused(twice, "case defined twice");
  ProgramBuilder deep;
  for (int i = 0; i < 65; ++i) deep.add(Opcode::Loop);
  refused(deep, "control flow nests too deeply");
}

TEST_CASE("Subroutines that would expand without end are kept") {
  ProgramBuilder program;
  program.add(Opcode::Call, {label(0)}).add(Opcode::Ret).add(Opcode::Label, {label(0)});
  program.add(Opcode::Call, {label(0)}).add(Opcode::Call, {label(0)}).add(Opcode::Ret);
  CHECK(errorOf(program) == "");
}
