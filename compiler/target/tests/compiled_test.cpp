// SPDX-License-Identifier: Apache-2.0
// Compiled shaders on the model core: against the specification, and against the translator's IR,
// which a reference interpreter runs lane by lane without waves, masks or registers.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <sstream>

#include "dxbc/tests/catch.h"
#include "dxbc/tests/corpus.h"
#include "op_cases.h"
#include "translate/tests/shader_runner.h"
#include "wave_runner.h"

using namespace e11;
using target::test::kLanes;
using target::test::Lanes;
using target::test::WaveRunner;
using translate::test::asBits;
using translate::test::asFloat;

namespace {

compiler::Shader compileNamed(const std::string& name) {
  const auto& blob = dxbc::test::corpusShader(name).bytes;
  compiler::Options options;
  options.verifyMachineCode = true;
  compiler::Shader shader;
  std::string error;
  INFO(name);
  INFO(error);
  const bool compiled = compiler::compile(blob.data(), blob.size(), options, &shader, &error);
  CAPTURE(error);
  REQUIRE(compiled);
  return shader;
}

/// Positions of the four quads of a wave: 8x2 pixels from (x, y).
Lanes positions(uint32_t x, uint32_t y) {
  Lanes lanes;
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    const uint32_t column = x + lane / 4 * 2 + (lane & 1), row = y + (lane >> 1 & 1);
    lanes[lane] = row << 16 | column;
  }
  return lanes;
}

uint32_t constantBufferEntry(const compiler::Shader& shader) {
  for (size_t i = 0; i < shader.resources.size(); ++i) {
    if (shader.resources[i].kind == compiler::ResourceKind::kConstantBuffer) {
      return static_cast<uint32_t>(i);
    }
  }
  return 0;
}

uint32_t resultBits(const std::array<uint32_t, 4>& color) {
  uint32_t bits = 0;
  for (int i = 0; i < 4; ++i) {
    const float byte = asFloat(color[i]) * 255.0f;
    bits |= static_cast<uint32_t>(std::nearbyint(byte)) << (8 * i);
  }
  return bits;
}

/// What the specification leaves open beyond the cases' tolerance.
bool isOpen(const test::OpCase& op, uint32_t a, uint32_t expected, uint32_t actual) {
  // sin and cos are specified up to 100 pi (spec 22.10.20).
  const bool trigonometric =
      op.name.find("sin") != std::string::npos || op.name.find("cos") != std::string::npos;
  if (trigonometric) {
    return std::fabs(asFloat(a)) > 314.0f && std::fabs(asFloat(actual)) <= 1.0f;
  }
  // Any NaN stands for a half NaN.
  return op.name == "int_ops.f32tof16_" && (expected & 0x7fff) > 0x7c00 &&
         (actual & 0x7fff) > 0x7c00;
}

void checkOperation(const test::OpCase& op, const std::string& profile,
                    const test::OperandTables& tables) {
  const std::string name = op.name + "." + profile;
  const compiler::Shader shader = compileNamed(name);
  WaveRunner wave(shader);
  wave.setRaw(constantBufferEntry(shader), tables.dwords());
  std::ostringstream wrong;
  std::vector<std::array<Lanes, 3>> waves;
  for (uint32_t y = 0; y < test::kOperandCount; y += 2) {
    for (uint32_t x = 0; x < test::kOperandCount; x += 8) {
      waves.push_back({Lanes{}, Lanes{}, positions(x, y)});
    }
  }
  const auto results = wave.runPixels(waves);
  for (size_t i = 0; i < waves.size(); ++i) {
    const Lanes& at = waves[i][2];
    REQUIRE(results[i].end == model::WaveEnd::kEnded);
    REQUIRE(results[i].done);
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      const uint32_t px = at[lane] & 0xffff, py = at[lane] >> 16;
      const uint32_t actual = resultBits(results[i].color[lane]);
      const uint32_t expected = op.expected(tables.a[px], tables.b[py], tables.c[px ^ py]);
      if (test::matches(op, expected, actual)) continue;
      if (isOpen(op, tables.a[px][0], expected, actual)) continue;
      wrong << std::hex << "\n  a " << tables.a[px][0] << " b " << tables.b[py][0] << " c "
            << tables.c[px ^ py][0] << " expected " << expected << " got " << actual;
    }
  }
  INFO(name);
  CHECK(wrong.str() == "");
}

/// Functions that the model computes by table and the reference does not.
bool usesTables(const llvm::Module& module) {
  for (const char* name : {"rcp", "rsq", "sqrt", "exp2", "log2", "sin", "cos", "fdiv"}) {
    if (module.getFunction(std::string("e11.") + name) != nullptr) return true;
  }
  return false;
}

bool equal(uint32_t expected, uint32_t actual, bool exact) {
  if (expected == actual) return true;
  if (exact) return false;
  const float e = asFloat(expected), a = asFloat(actual);
  if (std::isnan(e) || std::isnan(a)) return std::isnan(e) && std::isnan(a);
  return std::fabs(e - a) <= 1e-4f * std::fabs(e) + 1e-5f;
}

/// The same random buffers and coefficients for both machines.
struct Inputs {
  explicit Inputs(uint64_t seed) : random(seed) {}

  uint32_t dword() {
    switch (random() % 4) {
      case 0: return static_cast<uint32_t>(random() % 16);
      case 1: return asBits(static_cast<float>(static_cast<int>(random() % 64) - 32) / 4);
      case 2: return asBits(static_cast<float>(random() % 10));
      default: return static_cast<uint32_t>(random() % 3);
    }
  }
  void fill(translate::test::ShaderRunner* reference, WaveRunner* wave) {
    const compiler::Shader& shader = reference->shader();
    for (uint32_t i = 0; i < shader.resources.size(); ++i) {
      if (shader.resources[i].kind == compiler::ResourceKind::kVertexElement) {
        std::vector<std::array<uint32_t, 4>> elements(64);
        for (auto& element : elements) {
          for (uint32_t& c : element) c = dword();
        }
        reference->environment().typed[i] = elements;
        wave->setElements(i, elements);
        continue;
      }
      std::vector<uint32_t> dwords(256);
      for (uint32_t& value : dwords) value = dword();
      if (shader.resources[i].kind == compiler::ResourceKind::kImmediateConstantBuffer) {
        dwords = shader.immediateConstants;
      }
      reference->environment().raw[i] = dwords;
      wave->setRaw(i, dwords);
    }
    for (uint32_t word = 0; word < 4 + 4 * 32; ++word) {
      std::array<uint32_t, 3> c;
      for (uint32_t& value : c) value = asBits(static_cast<float>(random() % 1000 + 1) / 128);
      if (word == 2) c = {static_cast<uint32_t>(random() % 4), random() % 2 != 0 ? ~0u : 0, 0};
      reference->environment().words[word] = c;
      wave->setWord(word, c);
    }
  }

  std::mt19937 random;
};

/// False if a random number of iterations is too large to run.
bool comparePixels(const std::string& name, translate::test::ShaderRunner& reference,
                   uint64_t seed) {
  const compiler::Shader shader = compileNamed(name);
  WaveRunner wave(shader);
  Inputs inputs(seed);
  inputs.fill(&reference, &wave);
  const bool exact = !usesTables(reference.module());
  std::ostringstream wrong;
  std::vector<std::array<Lanes, 3>> waves(4);
  for (auto& rows : waves) {
    rows[2] = positions(static_cast<uint32_t>(inputs.random() % 16 * 8),
                        static_cast<uint32_t>(inputs.random() % 16 * 2));
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      for (int v = 0; v < 2; ++v) {
        rows[v][lane] = asBits(static_cast<float>(inputs.random() % 256) / 64);
      }
    }
  }
  const auto results = wave.runPixels(waves);
  for (size_t round = 0; round < waves.size(); ++round) {
    const std::array<Lanes, 3>& rows = waves[round];
    const WaveRunner::Pixels& pixels = results[round];
    if (pixels.end == model::WaveEnd::kBudget) return false;
    REQUIRE(pixels.end == model::WaveEnd::kEnded);
    REQUIRE(pixels.done);
    for (uint32_t q = 0; q < 4; ++q) {
      std::array<std::array<float, 2>, 4> edges;
      for (uint32_t i = 0; i < 4; ++i) {
        edges[i] = {asFloat(rows[0][4 * q + i]), asFloat(rows[1][4 * q + i])};
      }
      const uint32_t at = rows[2][4 * q];
      std::array<translate::test::LaneOutput, 4> expected =
          reference.quad(at & 0xffff, at >> 16, edges);
      for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t lane = 4 * q + i;
        const bool covered = (pixels.coverage >> lane & 1) != 0;
        if (covered == expected[i].discarded) {
          wrong << "\n  lane " << lane << " discard differs";
        }
        if (expected[i].discarded) continue;
        for (const auto& [target, values] : expected[i].exports) {
          for (uint32_t c = 0; c < 4; ++c) {
            if ((expected[i].exportMasks.at(target) >> c & 1) == 0) continue;
            const uint32_t actual = target == 8 ? pixels.depth[lane] : pixels.color[lane][c];
            if (equal(values[c], actual, exact)) continue;
            wrong << std::hex << "\n  lane " << lane << " target " << target << " component " << c
                  << " expected " << values[c] << " got " << actual;
          }
        }
      }
    }
  }
  INFO(name);
  CHECK(wrong.str() == "");
  return true;
}

void compareVertices(const std::string& name, translate::test::ShaderRunner& reference,
                     uint64_t seed) {
  const compiler::Shader shader = compileNamed(name);
  WaveRunner wave(shader);
  Inputs inputs(seed);
  inputs.fill(&reference, &wave);
  const bool exact = !usesTables(reference.module());
  std::array<Lanes, 3> rows;
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    rows[0][lane] = static_cast<uint32_t>(inputs.random() % 48);
    rows[1][lane] = static_cast<uint32_t>(inputs.random() % 100);
    rows[2][lane] = static_cast<uint32_t>(inputs.random() % 8);
  }
  REQUIRE(wave.runVertices(rows, 3) == model::WaveEnd::kEnded);
  std::ostringstream wrong;
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    const auto expected =
        reference.vertex(rows[0][lane], rows[1][lane], rows[2][lane], 3, lane);
    for (const auto& [address, value] : expected.memory) {
      if (!equal(value, wave.read(address), exact)) {
        wrong << std::hex << "\n  lane " << lane << " address " << address << " expected " << value
              << " got " << wave.read(address);
      }
    }
  }
  INFO(name);
  CHECK(wrong.str() == "");
}

}  // namespace

TEST_CASE("Compiled arithmetic gives the specification's results on the core") {
  const uint64_t seed = translate::test::seed();
  INFO("seed " << seed);
  const test::OperandTables floats = test::floatOperands(seed), ints = test::intOperands(seed);
  for (const test::OpCase& op : test::opCases()) {
    checkOperation(op, "ps_5_0", op.name.compare(0, 5, "float") == 0 ? floats : ints);
  }
}

TEST_CASE("Compiled shaders do what their IR does, lane by lane") {
  const uint64_t seed = translate::test::seed();
  INFO("seed " << seed);
  uint32_t compared = 0;
  for (const auto& entry : dxbc::test::corpus()) {
    std::unique_ptr<translate::test::ShaderRunner> reference;
    try {
      reference = std::make_unique<translate::test::ShaderRunner>(entry.name);
    } catch (const translate::test::MachineError&) {
      continue;  // refused by the translator, which its own tests look at
    }
    // The reference has constants and vertex elements alone: buffers_test looks at the rest.
    const compiler::Shader& facts = reference->shader();
    const bool known = std::all_of(
        facts.resources.begin(), facts.resources.end(), [](const compiler::Resource& resource) {
          return resource.kind <= compiler::ResourceKind::kVertexElement;
        });
    if (!facts.needs.empty() || !known || facts.stage == compiler::Stage::kCompute) continue;
    // These return a float's bits, of which tables give other low ones.
    if (entry.name.compare(0, 10, "float_ops.") == 0 && usesTables(reference->module())) continue;
    if (reference->shader().stage == compiler::Stage::kPixel) {
      uint64_t tries = 0;
      while (!comparePixels(entry.name, *reference, seed + compared + 1000 * tries)) {
        INFO(entry.name);
        REQUIRE(++tries < 20);
      }
    } else {
      compareVertices(entry.name, *reference, seed + compared);
    }
    ++compared;
  }
  CHECK(compared > 100);
}
