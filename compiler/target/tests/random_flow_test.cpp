// SPDX-License-Identifier: Apache-2.0
// Random structured programs: compiled and run as waves on the model of the core, against the
// translator's IR, which the interpreter runs lane by lane without masks, scalars or registers.
#include <cstdlib>
#include <random>
#include <sstream>

#include "dxbc/assembler.h"
#include "dxbc/tests/catch.h"
#include "translate/tests/shader_runner.h"
#include "wave_runner.h"

using namespace e11;
using target::test::kLanes;
using target::test::Lanes;
using target::test::WaveRunner;

namespace {

/// Writes programs of nested blocks. r0 to r3 hold numbers; r8 up count iterations, so that every
/// loop ends; r4 and r5 are for conditions.
class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  std::string program() {
    text_.str("");
    loops_ = 0;
    text_ << "ps_5_0\n.input SV_Position 0 0 xyzw 1 3\n.output SV_Target 0 0 xyzw 64 3\n"
             "dcl_constantbuffer cb0[1], immediateIndexed\n"
             "dcl_input_ps_siv linear noperspective v0.xy, position\n"
             "dcl_output o0.xyzw\ndcl_temps 32\n"
             "ftou r0.xyzw, v0.xyxy\nmov r1.xyzw, cb0[0].xyzw\niadd r2.xyzw, r0.xyzw, l(3, 5, 7, "
             "11)\n"
             "mov r3.xyzw, l(1, 2, 3, 4)\n";
    block(4, false);
    text_ << "mov o0.xyzw, r0.xyzw\nxor o0.y, r1.x, r0.y\niadd o0.z, r2.z, r3.w\nret\n";
    return text_.str();
  }

 private:
  uint32_t pick(uint32_t count) { return static_cast<uint32_t>(random_() % count); }
  std::string value() {
    return "r" + std::to_string(pick(4)) + "." + std::string(1, "xyzw"[pick(4)]);
  }
  std::string target() { return value(); }
  /// A condition in r4.x: some are the same in all lanes.
  void condition() {
    switch (pick(4)) {
      case 0:
        text_ << "and r4.x, " << value() << ", l(" << (1u << pick(4)) << ")\n";
        break;
      case 1:
        text_ << "ult r4.x, " << value() << ", " << value() << "\n";
        break;
      case 2:
        text_ << "ieq r4.x, cb0[0].x, l(" << pick(3) << ")\n";
        break;
      default:
        text_ << "ilt r4.x, " << value() << ", l(" << pick(30) << ")\n";
        break;
    }
  }
  const char* test() { return pick(2) != 0 ? "nz" : "z"; }

  void arithmetic() {
    static const char* const kOps[] = {"iadd", "xor", "and", "or", "umax", "imin", "ishl"};
    text_ << kOps[pick(7)] << " " << target() << ", " << value() << ", " << value() << "\n";
  }

  void block(uint32_t depth, bool inLoop) {
    const uint32_t count = 1 + pick(4);
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t kind = depth == 0 ? 0 : pick(8);
      if (kind < 2) {
        arithmetic();
      } else if (kind < 5) {
        condition();
        text_ << "if_" << test() << " r4.x\n";
        block(depth - 1, inLoop);
        if (pick(2) != 0) {
          text_ << "else\n";
          block(depth - 1, inLoop);
        }
        text_ << "endif\n";
      } else if (kind == 5 && loops_ < 6) {
        loop(depth);
      } else if (kind == 6) {
        choice(depth, inLoop);
      } else {
        leave(inLoop);
      }
    }
  }

  void loop(uint32_t depth) {
    const std::string counter = "r" + std::to_string(8 + loops_++) + ".x";
    text_ << "mov " << counter << ", l(0)\nloop\n";
    // Lanes go round a different number of times.
    text_ << "and r5.x, " << value() << ", l(3)\nuge r5.x, " << counter
          << ", r5.x\nbreakc_nz r5.x\n"
          << "iadd " << counter << ", " << counter << ", l(1)\n";
    block(depth - 1, true);
    text_ << "endloop\n";
    --loops_;
  }

  void choice(uint32_t depth, bool inLoop) {
    text_ << "and r5.x, " << value() << ", l(3)\nswitch r5.x\n";
    const uint32_t cases = 1 + pick(3);
    for (uint32_t i = 0; i < cases; ++i) {
      text_ << "case l(" << i << ")\n";
      if (pick(4) == 0 && i + 1 < cases) continue;
      block(depth - 1, inLoop);
      text_ << "break\n";
    }
    if (pick(2) != 0) {
      text_ << "default\n";
      block(depth - 1, inLoop);
      text_ << "break\n";
    }
    text_ << "endswitch\n";
  }

  // Unconditional jumps end a block in real programs; conditional ones may stand anywhere.
  void leave(bool inLoop) {
    condition();
    switch (pick(4)) {
      case 0:
        text_ << "discard_" << test() << " r4.x\n";
        break;
      case 1:
        if (inLoop) {
          text_ << "continuec_" << test() << " r4.x\n";
          break;
        }
        [[fallthrough]];
      case 2:
        if (inLoop) {
          text_ << "breakc_" << test() << " r4.x\n";
          break;
        }
        [[fallthrough]];
      default:
        text_ << "if_" << test() << " r4.x\nmov o0.xyzw, r2.xyzw\nret\nendif\n";
        break;
    }
  }

  std::mt19937_64 random_;
  std::ostringstream text_;
  uint32_t loops_ = 0;
};

/// Empty, or what differs.
std::string compare(const std::vector<uint8_t>& blob, std::mt19937_64* random) {
  translate::test::ShaderRunner reference(blob, {});
  compiler::Options options;
  options.verifyMachineCode = true;
  compiler::Shader shader;
  std::string error;
  if (!compiler::compile(blob.data(), blob.size(), options, &shader, &error)) return error;
  WaveRunner wave(shader);
  const std::vector<uint32_t> constants = {static_cast<uint32_t>((*random)() % 3), 9, 77, 1000};
  for (uint32_t i = 0; i < shader.resources.size(); ++i) {
    wave.setRaw(i, constants);
    reference.environment().raw[i] = constants;
  }
  Lanes at;
  const uint32_t x = static_cast<uint32_t>((*random)() % 16 * 8);
  const uint32_t y = static_cast<uint32_t>((*random)() % 16 * 2);
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    at[lane] = (y + (lane >> 1 & 1)) << 16 | (x + lane / 4 * 2 + (lane & 1));
  }
  const auto pixels = wave.runPixels({Lanes{}, Lanes{}, at});
  std::ostringstream wrong;
  for (uint32_t q = 0; q < 4; ++q) {
    const auto expected = reference.quad(at[4 * q] & 0xffff, at[4 * q] >> 16, {});
    for (uint32_t i = 0; i < 4; ++i) {
      const uint32_t lane = 4 * q + i;
      // A wave whose last lane is discarded ends early.
      const bool covered = pixels.done && (pixels.coverage >> lane & 1) != 0;
      if (covered == expected[i].discarded) wrong << "lane " << lane << " coverage\n";
      if (expected[i].discarded || !covered) continue;
      for (uint32_t c = 0; c < 4; ++c) {
        const uint32_t value = expected[i].exports.at(0)[c];
        if (value != pixels.color[lane][c]) {
          wrong << "lane " << lane << " component " << c << " expected " << value << " got "
                << pixels.color[lane][c] << "\n";
        }
      }
    }
  }
  return wrong.str();
}

}  // namespace

TEST_CASE("Random structured programs do the same as waves and lane by lane") {
  const uint64_t seed = translate::test::seed();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  Generator generator(seed);
  const char* wanted = std::getenv("E11_PROGRAMS");
  const int programs = wanted != nullptr ? std::atoi(wanted) : 150;
  for (int i = 0; i < programs; ++i) {
    const std::string text = generator.program();
    const auto blob = dxbc::assemble(text);
    INFO(text);
    if (!blob) FAIL(blob.error().message);
    CHECK(compare(*blob, &random) == "");
  }
}
