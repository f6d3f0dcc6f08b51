// SPDX-License-Identifier: Apache-2.0
// The token decoder on hand-made programs.
#include "dxbc/program.h"

#include "catch.h"

using namespace e11::dxbc;

namespace {

constexpr uint32_t kPs50 = 0x00000050;

// Token of an opcode with its length in words.
uint32_t op(Opcode opcode, uint32_t length, uint32_t controls = 0) {
  return static_cast<uint32_t>(opcode) | controls << 11 | length << 24;
}

Result<Program> decode(const std::vector<uint32_t>& instructions, uint32_t version = kPs50) {
  std::vector<uint32_t> words = {version, static_cast<uint32_t>(instructions.size()) + 2};
  words.insert(words.end(), instructions.begin(), instructions.end());
  return decodeProgram(Bytes(words.data(), words.size() * 4));
}

std::string errorOf(const std::vector<uint32_t>& instructions, uint32_t version = kPs50) {
  const auto program = decode(instructions, version);
  return program ? "" : program.error().text();
}

constexpr uint32_t kTempDest = 0x001000f2;  // r#, 4 components, mask xyzw, one immediate index
constexpr uint32_t kTempX = 0x0010000a;     // r#.x
constexpr uint32_t kImmediate = 0x00004001; // l(scalar)

}  // namespace

TEST_CASE("Modifiers and extended tokens") {
  // add_sat r1, -|r2.x|, l(7) with precise xz
  const auto program = decode({op(Opcode::Add, 8, 1u << 2 | 5u << 8), kTempDest, 1,
                               kTempX | 1u << 31, 1u | 3u << 6, 2, kImmediate, 7});
  REQUIRE(program);
  const Instruction& add = program->instructions.at(0);
  CHECK(add.saturate());
  CHECK(add.preciseMask() == 5);
  CHECK(add.operands[0].mask == 0xf);
  CHECK(add.operands[0].index[0].immediate == 1);
  CHECK(add.operands[1].negate);
  CHECK(add.operands[1].absolute);
  CHECK(add.operands[1].swizzle[3] == 0);
  CHECK(add.operands[2].immediate[0] == 7);
}

TEST_CASE("Relative indices") {
  // mov r0, cb3[x1[2].x + 6]
  const auto program = decode({op(Opcode::Mov, 9), kTempDest, 0, 0x06208e46, 3, 6, 0x0020300a, 1, 2});
  REQUIRE(program);
  const Operand& source = program->instructions.at(0).operands[1];
  CHECK(source.type == OperandType::ConstantBuffer);
  CHECK(source.index[0].immediate == 3);
  CHECK(source.index[1].immediate == 6);
  REQUIRE(source.index[1].relative);
  CHECK(source.index[1].relative->type == OperandType::IndexableTemp);
  CHECK(source.index[1].relative->index[1].immediate == 2);
}

TEST_CASE("Endless nesting of indices is refused") {
  // Each x0[...] has a relative index, which is again x0[...].
  std::vector<uint32_t> words = {op(Opcode::Mov, 100), kTempDest, 0};
  while (words.size() < 100) words.push_back(0x0010300a | 2u << 22);
  CHECK(errorOf(words) == "mov: operand index is nested too deeply (token 2)");
}

TEST_CASE("Custom data") {
  const auto program = decode({3u << 11 | 53, 6, 1, 2, 3, 4, op(Opcode::Ret, 1)});
  REQUIRE(program);
  CHECK(program->instructions[0].customDataClass == CustomDataClass::ImmediateConstantBuffer);
  CHECK(program->instructions[0].extraWords == std::vector<uint32_t>{1, 2, 3, 4});
  CHECK(program->instructions[1].offset == 8);
  CHECK(errorOf({3u << 11 | 53, 1}).find("custom data length") == 0);
  CHECK(errorOf({3u << 11 | 53, 0xffffffff}).find("custom data length") == 0);
  CHECK(errorOf({3u << 11 | 53}).find("custom data without a length") == 0);
}

TEST_CASE("Malformed tokens are refused with their place") {
  CHECK(errorOf({op(Opcode::Ret, 1), 107}) == "unknown opcode 107 (token 3)");
  CHECK(errorOf({op(Opcode::Ret, 0)}) == "ret: instruction length 0 exceeds the program (token 2)");
  CHECK(errorOf({op(Opcode::Ret, 2)}) == "ret: instruction length 2 exceeds the program (token 2)");
  CHECK(errorOf({op(Opcode::Mov, 3), kTempDest, 0}) ==
        "mov: instruction ends in the middle of a token sequence (token 2)");
  CHECK(errorOf({op(Opcode::Mov, 5), kTempDest, 0, 0x001ff00a, 0}) ==
        "mov: unknown operand type 255 (token 2)");
  CHECK(errorOf({op(Opcode::Mov, 5), kTempDest, 0, 0x01c0000a | 1u << 20, 0}) ==
        "mov: unknown operand index representation (token 2)");
  CHECK(errorOf({op(Opcode::Ret, 1)}, 0x51) == "Shader Model 5.1 is not supported (token 0)");
  CHECK(errorOf({op(Opcode::Ret, 1)}, 0x60050) == "unknown shader stage 6 (token 0)");
  const uint32_t tooLong[] = {kPs50, 3};
  CHECK_FALSE(decodeProgram(Bytes(tooLong, sizeof(tooLong))));
  CHECK_FALSE(decodeProgram(Bytes(tooLong, 7)));
}
