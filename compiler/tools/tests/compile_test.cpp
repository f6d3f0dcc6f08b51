// SPDX-License-Identifier: Apache-2.0
// The whole compiler on the committed shaders: every supported one compiles with LLVM's machine
// verifier on, every other one is refused, and hostile programs never take the process down.
#include <sys/resource.h>

#include <ctime>
#include <iostream>
#include <random>
#include <sstream>
#include <thread>

#include "driver/assembler.h"
#include "dxbc/assembler.h"
#include "dxbc/container.h"
#include "dxbc/container_writer.h"
#include "dxbc/dxbc.h"
#include "dxbc/listing.h"
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

TEST_CASE("Many threads compile at once, with the results of one") {
  std::vector<const dxbc::test::CorpusShader*> shaders;
  for (const auto& blob : dxbc::test::corpus()) {
    if (isSupported(blob.name) && shaders.size() < 80) shaders.push_back(&blob);
  }
  const auto compileAll = [&](size_t first, std::vector<std::vector<uint32_t>>* codes) {
    codes->resize(shaders.size());
    for (size_t i = 0; i < shaders.size(); ++i) {
      const size_t n = (i + first) % shaders.size();  // each thread in another order
      compiler::Shader shader;
      std::string error;
      const auto& bytes = shaders[n]->bytes;
      if (compiler::compile(bytes.data(), bytes.size(), {}, &shader, &error)) {
        (*codes)[n] = shader.code;
      }
    }
  };
  std::vector<std::vector<uint32_t>> alone;
  compileAll(0, &alone);
  std::vector<std::vector<std::vector<uint32_t>>> together(4);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < together.size(); ++t) {
    threads.emplace_back(compileAll, t * 17, &together[t]);
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& codes : together) CHECK(codes == alone);
  for (const auto& code : alone) CHECK(!code.empty());
}

TEST_CASE("Programs of any length compile in time or are refused with a reason") {
  // Every lane has values of its own where `varying` is set; else all of it is uniform.
  const auto program = [](int instructions, int temps, bool varying) {
    std::string text =
        "ps_5_0\n.input TEXCOORD 0 0 xyzw 0 3\n.output SV_Target 0 0 xyzw 64 3\n"
        "dcl_constantbuffer cb0[64], immediateIndexed\ndcl_input_ps linear v0.xyzw\n"
        "dcl_output o0.xyzw\ndcl_temps " +
        std::to_string(temps) + "\n";
    const auto temp = [&](int n) { return "r" + std::to_string(n % temps); };
    for (int i = 0; i < temps && varying; ++i) text += "mov " + temp(i) + ".xyzw, v0.wzyx\n";
    for (int i = 0; i < instructions; ++i) {
      text += "mad " + temp(i) + ".xyzw, " + temp(i * 7 + 1) + ".wzyx, cb0[" +
              std::to_string(i % 64) + "].xyzw, " + temp(i * 3 + 2) + ".xyzw\n";
    }
    return text + "mov o0.xyzw, r0.xyzw\nret\n";
  };
  const auto compile = [&](int instructions, int temps, bool varying, std::string* error) {
    const auto blob = dxbc::assemble(program(instructions, temps, varying));
    REQUIRE(blob);
    compiler::Shader shader;
    const std::clock_t start = std::clock();
    const bool good = compiler::compile(blob->data(), blob->size(), {}, &shader, error);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    std::cout << instructions << " instructions, " << temps << " registers: " << seconds << " s "
              << *error << "\n";
    CHECK(seconds < 10);
    return good;
  };
  const auto refused = [&](int instructions, int temps, bool varying, const char* why) {
    std::string error;
    CHECK_FALSE(compile(instructions, temps, varying, &error));
    INFO(error);
    CHECK(error.find(why) != std::string::npos);
    CHECK(error.find('\n') == std::string::npos);
  };
  std::string error;
  for (const bool varying : {false, true}) {
    CHECK(compile(1000, 16, varying, &error));
    CHECK(compile(2000, 4096, varying, &error));
    CHECK(compile(4000, 40, varying, &error));
    INFO(error);
  }
  CHECK(compile(8000, 20, true, &error));
  refused(60000, 4000, false, "too long");
  refused(65000, 20, true, "too long");
  refused(10000, 300, true, "too many values");
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  std::cout << usage.ru_maxrss << " KB\n";
  CHECK(usage.ru_maxrss < 1 << 20);
}

TEST_CASE("Code knows which instruction it came from") {
  // Each instruction becomes an E11 instruction that no other one becomes.
  const char* text =
      "cs_5_0\ndcl_uav_raw u0\ndcl_input vThreadID.xyz\ndcl_temps 2\ndcl_thread_group 16, 1, 1\n"
      "utof r0.x, vThreadID.x\nrsq r0.y, r0.x\nexp r0.z, r0.y\nlt r1.x, r0.x, l(8.000000)\n"
      "if_nz r1.x\n  log r0.z, r0.z\nelse\n  sincos r0.z, null, r0.z\nendif\n"
      "store_raw u0.x, vThreadID.x, r0.z\nret\n";
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"utof", "utof r0.x, vThreadID.x"},
      {"frsq", "rsq r0.y, r0.x"},
      {"fexp2", "exp r0.z, r0.y"},
      {"flog2", "log r0.z, r0.z"},
      {"fsin", "sincos r0.z, null, r0.z"},
      {"if", "if_nz r1.x"},
      {"straw1", "store_raw u0.x, vThreadID.x, r0.z"}};
  const auto blob = dxbc::assemble(text);
  REQUIRE(blob);
  const auto parsed = dxbc::parse(blob->data(), blob->size());
  REQUIRE(parsed);
  compiler::Shader shader;
  std::string error;
  REQUIRE(compiler::compile(blob->data(), blob->size(), {}, &shader, &error));
  const auto sourceAt = [&](uint32_t offset) {
    return compiler::sourceText(blob->data(), blob->size(), shader.lines, offset);
  };
  std::istringstream listing(compiler::disassemble(shader.code));
  std::string line;
  size_t found = 0;
  for (uint32_t offset = 0; std::getline(listing, line); offset += 8) {
    std::string name;
    std::istringstream(line) >> name;
    for (const auto& [code, source] : expected) {
      if (name != code) continue;
      ++found;
      INFO(line);
      size_t number = 0;
      while (dxbc::list(parsed->program, parsed->program.instructions[number]) != source) ++number;
      CHECK(sourceAt(offset) == "dxbc #" + std::to_string(number + 1) + " (token " +
                                    std::to_string(parsed->program.instructions[number].offset) +
                                    "): " + source);
    }
  }
  CHECK(found == expected.size());
  CHECK(compiler::sourceText(text, 8, shader.lines, 0) == "dxbc unknown");
}

TEST_CASE("Source lines are in order, and instructions of the program") {
  for (const auto& blob : dxbc::test::corpus()) {
    INFO(blob.name);
    compiler::Shader shader;
    std::string error;
    if (!compiler::compile(blob.bytes.data(), blob.bytes.size(), {}, &shader, &error)) continue;
    const auto parsed = dxbc::parse(blob.bytes.data(), blob.bytes.size());
    CHECK(!shader.lines.empty());
    uint32_t next = 0;
    for (const compiler::SourceLine& line : shader.lines) {
      CHECK(line.codeOffset % 8 == 0);
      CHECK(line.codeOffset >= next);
      CHECK(line.codeOffset < shader.code.size() * 4);
      next = line.codeOffset + 8;
      if (line.instruction == 0) continue;
      REQUIRE(line.instruction <= parsed->program.instructions.size());
      CHECK(parsed->program.instructions[line.instruction - 1].offset == line.tokenOffset);
    }
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
    const auto container = dxbc::parseContainer(dxbc::Bytes(blob.bytes.data(), blob.bytes.size()));
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
