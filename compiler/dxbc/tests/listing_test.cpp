// SPDX-License-Identifier: Apache-2.0
// The listing of every committed blob equals Microsoft's disassembly of it.
#include "dxbc/listing.h"

#include "catch.h"
#include "corpus.h"
#include "dxbc/dxbc.h"

using namespace e11::dxbc;

TEST_CASE("Listings equal Microsoft's disassembly") {
  REQUIRE(test::corpus().size() > 200);
  for (const test::CorpusShader& shader : test::corpus()) {
    INFO(shader.path);
    const auto parsed = parse(shader.bytes.data(), shader.bytes.size());
    if (!parsed) FAIL(parsed.error().text());
    CHECK(test::normalised(list(parsed->program)) == shader.listing);
  }
}

TEST_CASE("Immediates are shown as Microsoft shows them") {
  // Expected texts: D3DDisassemble of mov and iadd with these operands.
  Operand operand;
  operand.type = OperandType::Immediate32;
  operand.componentCount = 1;
  const auto text = [&](uint32_t word, DataKind kind) {
    operand.immediate[0] = word;
    return list(operand, kind);
  };
  CHECK(text(10000, DataKind::Raw) == "l(10000)");
  CHECK(text(0xffffd8f0, DataKind::Int) == "l(-10000)");
  CHECK(text(0x4000, DataKind::Raw) == "l(0x00004000)");
  CHECK(text(0x007fffff, DataKind::Raw) == "l(0x007fffff)");
  CHECK(text(0x00800000, DataKind::Raw) == "l(0.000000)");
  CHECK(text(0x80000000, DataKind::Raw) == "l(-0.000000)");
  CHECK(text(0x80000000, DataKind::UInt) == "l(0x80000000)");
  CHECK(text(0x80000001, DataKind::Raw) == "l(0x80000001)");
  CHECK(text(0x7f800000, DataKind::Raw) == "l(0x7f800000)");
  CHECK(text(0x7f800000, DataKind::Float) == "l(1.#INF00)");
  CHECK(text(0x7fc00000, DataKind::Float) == "l(1.#QNAN0)");
  CHECK(text(0xdeadbeef, DataKind::Raw) == "l(-6259853398707798016.000000)");
}

TEST_CASE("Token offsets count words from the version token") {
  const test::CorpusShader& shader = test::corpusShader("triangle_ps");
  const auto parsed = parse(shader.bytes.data(), shader.bytes.size());
  REQUIRE(parsed);
  uint32_t expected = 2;
  for (const Instruction& instruction : parsed->program.instructions) {
    CHECK(instruction.offset == expected);
    expected += instruction.length;
  }
}
