// SPDX-License-Identifier: Apache-2.0
// What is not supported is refused with a line that names opcode and token offset.
#include "dxbc/tests/catch.h"
#include "dxbc/tests/corpus.h"
#include "shader_runner.h"

using namespace e11::translate::test;

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
  CHECK(errorOf("refused.sampled.ps_5_0") ==
        "not supported: dcl_sampler at token 7 (dcl_sampler s0, mode_default)");
  CHECK(errorOf("refused.doubles.ps_5_0") == "not supported: ftod at token 16 (ftod r0.xy, v0.x)");
  CHECK(errorOf("refused.compute.cs_5_0") == "not supported: shader stage cs (token 0)");
  CHECK(errorOf("refused.sample_index.ps_4_1").find("dcl_input_ps_sgv at token 7") !=
        std::string::npos);
  CHECK(errorOf("refused.clip_distance.vs_4_0").find("dcl_output_siv at token 9") !=
        std::string::npos);
}

TEST_CASE("Everything else in the corpus is accepted") {
  size_t accepted = 0;
  for (const auto& shader : e11::dxbc::test::corpus()) {
    const bool other = shader.name.compare(0, 8, "refused.") == 0 ||
                       shader.name.compare(0, 12, "decode_only.") == 0;
    INFO(shader.name);
    CHECK((errorOf(shader.name) != "") == other);
    accepted += other ? 0 : 1;
  }
  CHECK(accepted > 250);
}
