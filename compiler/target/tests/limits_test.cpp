// SPDX-License-Identifier: Apache-2.0
// Programs at the limits of registers and of the call stack, on the model of the core, against
// values computed here.
#include "dxbc/assembler.h"
#include "dxbc/tests/catch.h"
#include "wave_runner.h"

using namespace e11;
using target::test::kLanes;
using target::test::Lanes;
using target::test::WaveRunner;

namespace {

compiler::Shader compile(const std::string& text) {
  const auto blob = dxbc::assemble(text);
  REQUIRE(blob);
  compiler::Options options;
  options.verifyMachineCode = true;
  compiler::Shader shader;
  std::string error;
  const bool compiled = compiler::compile(blob->data(), blob->size(), options, &shader, &error);
  INFO(error);
  REQUIRE(compiled);
  return shader;
}

constexpr uint32_t kRows = 64;
uint32_t constant(uint32_t dword) {
  return dword * 0x9e3779b9u ^ 0x1234567;
}

WaveRunner::Pixels run(const compiler::Shader& shader) {
  WaveRunner wave(shader);
  for (uint32_t i = 0; i < shader.resources.size(); ++i) {
    std::vector<uint32_t> dwords;
    for (uint32_t k = 0; k < 4 * kRows; ++k) dwords.push_back(constant(k));
    wave.setRaw(i, dwords);
  }
  const WaveRunner::Pixels pixels = wave.runPixels({Lanes{}, Lanes{}, Lanes{}});
  REQUIRE(pixels.end == model::WaveEnd::kEnded);
  return pixels;
}

// All of `temps` registers are read again after a number that depends on all of them is known, so
// that all are alive at once. Everything is the same in all lanes: scalar registers.
std::string uniformPressure(uint32_t temps) {
  const auto row = [](uint32_t n) { return "cb0[" + std::to_string(n % kRows) + "].xyzw"; };
  const auto r = [](uint32_t n) { return "r" + std::to_string(n) + ".xyzw"; };
  std::string text = "ps_5_0\n.output SV_Target 0 0 xyzw 64 3\ndcl_constantbuffer cb0[" +
                     std::to_string(kRows) + "], immediateIndexed\ndcl_output o0.xyzw\ndcl_temps " +
                     std::to_string(temps + 2) + "\n";
  for (uint32_t i = 0; i < temps; ++i) {
    text += "iadd " + r(i) + ", " + row(i) + ", " + row(i + 1) + "\n";
  }
  text += "mov " + r(temps) + ", l(1, 1, 1, 1)\n";
  for (uint32_t pass = 0; pass < 2; ++pass) {
    for (uint32_t i = 0; i < temps; ++i) {
      // The second pass multiplies by what the first one found.
      const std::string factor = pass == 0 ? "l(3, 5, 7, 9)" : r(temps + 1);
      text += "imul null, " + r(temps) + ", " + r(temps) + ", " + factor + "\n";
      text += "xor " + r(temps) + ", " + r(temps) + ", " + r(i) + "\n";
    }
    text += "mov " + r(temps + 1) + ", " + r(temps) + "\n";
  }
  return text + "mov o0.xyzw, " + r(temps) + "\nret\n";
}

void checkUniform(const WaveRunner::Pixels& pixels, uint32_t temps) {
  for (uint32_t c = 0; c < 4; ++c) {
    uint32_t value = 1, factor = 3 + 2 * c;
    for (uint32_t pass = 0; pass < 2; ++pass) {
      for (uint32_t i = 0; i < temps; ++i) {
        value = value * factor ^ (constant(i % kRows * 4 + c) + constant((i + 1) % kRows * 4 + c));
      }
      factor = value;
    }
    for (uint32_t lane = 0; lane < kLanes; ++lane) CHECK(pixels.color[lane][c] == value);
  }
}

}  // namespace

TEST_CASE("Scalar registers are spilled where there are too few") {
  constexpr uint32_t kTemps = 33;  // 132 dwords, 128 registers
  const compiler::Shader shader = compile(uniformPressure(kTemps));
  CHECK(shader.scalarScratchBytes > 0);
  CHECK(shader.scalarScratchBytes <= 256);
  checkUniform(run(shader), kTemps);
}

TEST_CASE("Uniform data goes to vector registers where scalar scratch is too small") {
  constexpr uint32_t kTemps = 60;  // 240 dwords; 128 and 64 are there
  const compiler::Shader shader = compile(uniformPressure(kTemps));
  CHECK(shader.scalarScratchBytes <= 256);
  CHECK(shader.vectorRegisters > 64);
  checkUniform(run(shader), kTemps);
}

TEST_CASE("Calls nest 32 deep, the next one is skipped") {
  for (const uint32_t wanted : {1u, 31u, 32u, 33u, 1000u}) {
    INFO(wanted << " calls wanted");
    const compiler::Shader shader = compile(
        "ps_5_0\n.output SV_Target 0 0 xyzw 64 3\ndcl_output o0.xyzw\ndcl_temps 2\n"
        "mov r0.xyzw, l(0, 0, 0, 0)\ncall label0\nmov o0.xyzw, r0.xyzw\nret\n"
        "label label0\niadd r0.x, r0.x, l(1)\nult r1.x, r0.x, l(" +
        std::to_string(wanted) + ")\ncallc_nz r1.x, label0\niadd r0.y, r0.y, l(1)\nret\n");
    const WaveRunner::Pixels pixels = run(shader);
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      CHECK(pixels.color[lane][0] == std::min(wanted, 32u));
      // Every call returned.
      CHECK(pixels.color[lane][1] == std::min(wanted, 32u));
    }
  }
}
