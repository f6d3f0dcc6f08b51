// SPDX-License-Identifier: Apache-2.0
// The whole compiler on the committed shaders: every supported one compiles with LLVM's machine
// verifier on, every other one is refused, and hostile programs never take the process down.
#include <chrono>
#include <iostream>
#include <random>

#include "dxbc/container.h"
#include "dxbc/container_writer.h"
#include "dxbc/tests/catch.h"
#include "dxbc/tests/corpus.h"
#include "e11/compiler.h"

using namespace e11;

namespace {

// Doubles are refused, and the stages that the hardware does not have yet.
bool isSupported(const std::string& name) {
  for (const char* stage : {".gs_", ".hs_", ".ds_"}) {
    if (name.find(stage) != std::string::npos) return false;
  }
  return name.find(".doubles.") == std::string::npos;
}

}  // namespace

TEST_CASE("Every supported shader compiles, every other one is refused") {
  compiler::Options options;
  options.verifyMachineCode = true;
  for (const auto& blob : dxbc::test::corpus()) {
    INFO(blob.name);
    compiler::Shader shader;
    std::string error;
    const bool good =
        compiler::compile(blob.bytes.data(), blob.bytes.size(), options, &shader, &error);
    INFO(error);
    REQUIRE(good == isSupported(blob.name));
    if (!good) {
      CHECK(error.find("internal error") == std::string::npos);
      CHECK(error.find("token ") != std::string::npos);
      continue;
    }
    CHECK(!shader.code.empty());
    CHECK(shader.code.size() % 2 == 0);
    CHECK(shader.sizeClass <= 2);
    CHECK(shader.vectorRegisters <= 32u << shader.sizeClass);
  }
}

TEST_CASE("Signatures alone") {
  const auto& blob = dxbc::test::corpusShader("cube_vs");
  compiler::Shader shader;
  std::string error;
  REQUIRE(compiler::readSignatures(blob.bytes.data(), blob.bytes.size(), &shader, &error));
  REQUIRE(shader.inputs.size() == 3);
  CHECK(shader.inputs[2].semantic == "COLOR");
  CHECK(shader.inputs[2].reg == 2);
  REQUIRE(shader.outputs.size() == 2);
  CHECK(shader.outputs[0].systemValue == 1);
  CHECK_FALSE(compiler::readSignatures(blob.bytes.data(), blob.bytes.size() - 1, &shader, &error));
  CHECK(!error.empty());
}

TEST_CASE("Changed programs through the whole compiler") {
  const char* text = std::getenv("E11_SEED");
  const uint64_t seed = text != nullptr ? std::strtoull(text, nullptr, 0) : 0xfeed;
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  size_t compiled = 0, tried = 0;
  constexpr int kChanges = 12;
  for (const auto& blob : dxbc::test::corpus()) {
    if (!isSupported(blob.name)) continue;
    const auto container =
        dxbc::parseContainer(dxbc::Bytes(blob.bytes.data(), blob.bytes.size()));
    const dxbc::Chunk* program = container->find(dxbc::chunkTag('S', 'H', 'E', 'X'));
    if (program == nullptr) program = container->find(dxbc::chunkTag('S', 'H', 'D', 'R'));
    for (int i = 0; i < kChanges; ++i) {
      std::vector<uint8_t> bytes = blob.bytes;
      const size_t at = program->offset + random() % program->data.size();
      bytes[at] = static_cast<uint8_t>(bytes[at] ^ 1 << random() % 8);
      dxbc::repairChecksum(&bytes);
      compiler::Shader shader;
      std::string error;
      ++tried;
      INFO(blob.name << " byte " << at << " = " << static_cast<int>(bytes[at]));
      if (compiler::compile(bytes.data(), bytes.size(), {}, &shader, &error)) {
        ++compiled;
      } else {
        INFO(error);
        CHECK(error.find("internal error") == std::string::npos);
        CHECK(!error.empty());
      }
    }
  }
  std::cout << tried << " changed programs, " << compiled << " compiled\n";
  CHECK(compiled > tried / 4);
}
