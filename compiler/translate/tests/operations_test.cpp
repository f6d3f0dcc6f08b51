// SPDX-License-Identifier: Apache-2.0
// Every arithmetic instruction: Microsoft's blob, translated, run on the host, compared with the
// specification.
#include <cmath>
#include <sstream>

#include "dxbc/tests/catch.h"
#include "op_cases.h"
#include "shader_runner.h"

using namespace e11;

namespace {

// The four bytes that the shader returned as fractions of 255.
uint32_t resultBits(const std::array<uint32_t, 4>& color) {
  uint32_t bits = 0;
  for (int i = 0; i < 4; ++i) {
    const float byte = translate::test::asFloat(color[i]) * 255.0f;
    REQUIRE(std::fabs(byte - std::nearbyint(byte)) < 0.01f);
    bits |= static_cast<uint32_t>(std::nearbyint(byte)) << (8 * i);
  }
  return bits;
}

void check(const test::OpCase& op, const std::string& profile, const test::OperandTables& tables) {
  const std::string name = op.name + "." + profile;
  translate::test::ShaderRunner shader(name);
  shader.setConstantBuffer(0, tables.dwords());
  std::ostringstream wrong;
  for (uint32_t y = 0; y < test::kOperandCount; ++y) {
    for (uint32_t x = 0; x < test::kOperandCount; ++x) {
      const auto output = shader.pixel(x, y);
      REQUIRE(output.exports.count(0) == 1);
      const uint32_t actual = resultBits(output.exports.at(0));
      const uint32_t expected = op.expected(tables.a[x], tables.b[y], tables.c[x ^ y]);
      if (test::matches(op, expected, actual)) continue;
      wrong << std::hex << "\n  a " << tables.a[x][0] << " b " << tables.b[y][0] << " c "
            << tables.c[x ^ y][0] << " expected " << expected << " got " << actual;
    }
  }
  INFO(name);
  CHECK(wrong.str() == "");
}

}  // namespace

TEST_CASE("Arithmetic instructions give the specification's results") {
  const uint64_t seed = translate::test::seed();
  INFO("seed " << seed);
  const test::OperandTables floats = test::floatOperands(seed), ints = test::intOperands(seed);
  for (const test::OpCase& op : test::opCases()) {
    const test::OperandTables& tables = op.name.compare(0, 5, "float") == 0 ? floats : ints;
    if (!op.sm5Only) check(op, "ps_4_0", tables);
    check(op, "ps_5_0", tables);
  }
}
