// SPDX-License-Identifier: Apache-2.0
// What is not supported is refused with a line that names opcode and token offset.
#include "dxbc/tests/catch.h"
#include "dxbc/tests/corpus.h"
#include "shader_runner.h"

using namespace e11::translate::test;
namespace compiler = e11::compiler;

namespace {

std::string errorOf(const std::string& name) {
  try {
    ShaderRunner shader(name);
  } catch (const MachineError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Refusals name the instruction and its place") {
  CHECK(errorOf("refused.doubles.ps_5_0") == "not supported: ftod at token 16 (ftod r0.xy, v0.x)");
  CHECK(errorOf("decode_only.gs.gs_5_0") == "not supported: shader stage gs (token 0)");
}

TEST_CASE("Everything else in the corpus is accepted") {
  size_t accepted = 0;
  for (const auto& shader : e11::dxbc::test::corpus()) {
    const bool otherStage = shader.name == "decode_only.gs.gs_5_0" ||
                            shader.name == "decode_only.hs.hs_5_0" ||
                            shader.name == "decode_only.ds.ds_5_0";
    const bool other = otherStage || shader.name == "refused.doubles.ps_5_0";
    INFO(shader.name);
    CHECK((errorOf(shader.name) != "") == other);
    accepted += other ? 0 : 1;
  }
  CHECK(accepted > 250);
}

TEST_CASE("What a device must have is named with the place") {
  const auto needOf = [](const std::string& name, compiler::Feature feature) -> std::string {
    ShaderRunner shader(name);
    for (const compiler::Need& need : shader.shader().needs) {
      if (need.feature == feature) return need.what;
    }
    return "";
  };
  using compiler::Feature;
  CHECK(needOf("refused.sampled.ps_5_0", Feature::kTextures) == "dcl_resource at token 10");
  CHECK(needOf("refused.sample_index.ps_4_1", Feature::kCoverageInput) ==
        "dcl_input_ps_sgv at token 7");
  CHECK(needOf("refused.coverage.ps_5_0", Feature::kCoverageInput).find("dcl_input at token") == 0);
  CHECK(needOf("refused.clip_distance.vs_4_0", Feature::kClipDistances) ==
        "dcl_output_siv at token 9");
  CHECK(needOf("float_ops.add.ps_5_0", Feature::kTextures).empty());
}
