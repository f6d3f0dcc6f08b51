// SPDX-License-Identifier: Apache-2.0
// Instructions and operand forms that HLSL cannot ask for, from text (dxbc/assembler.h), on the
// model of the core. A compute shader's 16 threads each store one record; values from spec 22.7
// and 22.12.
#include "dxbc/assembler.h"
#include "dxbc/dxbc.h"
#include "dxbc/listing.h"
#include "dxbc/tests/catch.h"
#include "wave_runner.h"

using namespace e11;
using target::test::WaveRunner;

namespace {

const uint32_t kA[4] = {0xffffffff, 0x80000000, 0x12345678, 7};
const uint32_t kB[4] = {0xfffffffe, 0x80000000, 0x9abcdef0, 0};

/// u0 holds records; cb0[0] is kA, cb0[1] kB.
struct Program {
  explicit Program(const std::string& body, const std::string& declarations = "") {
    const std::string text =
        "cs_5_0\ndcl_uav_raw u0\ndcl_constantbuffer cb0[2], immediateIndexed\n"
        "dcl_input vThreadIDInGroupFlattened\ndcl_temps 8\n" +
        declarations + "dcl_thread_group 16, 1, 1\n" + body;
    const auto blob = dxbc::assemble(text);
    if (!blob) FAIL(blob.error().message);
    const auto parsed = dxbc::parse(blob->data(), blob->size());
    if (!parsed) FAIL(parsed.error().text());
    listing = dxbc::list(parsed->program);
    compiler::Options options;
    options.verifyMachineCode = true;
    std::string error;
    const bool good = compiler::compile(blob->data(), blob->size(), options, &shader, &error);
    INFO(error);
    REQUIRE(good);
    WaveRunner wave(shader);
    uint32_t records = 0;
    for (uint32_t i = 0; i < shader.resources.size(); ++i) {
      if (shader.resources[i].kind == compiler::ResourceKind::kConstantBuffer) {
        wave.setRaw(i, {kA[0], kA[1], kA[2], kA[3], kB[0], kB[1], kB[2], kB[3]});
      } else {
        records = i;
        wave.setRaw(i, std::vector<uint32_t>(16 * 4));
      }
    }
    REQUIRE(wave.runGroup(0, 0, 0) == model::WaveEnd::kEnded);
    for (uint32_t i = 0; i < 64; ++i) record[i / 4][i % 4] = wave.readBuffer(records, i);
  }
  compiler::Shader shader;
  std::string listing;
  uint32_t record[16][4];
};

const std::string kStore =
    "ishl r7.x, vThreadIDInGroupFlattened, l(4)\n"
    "store_raw u0.xyzw, r7.x, r0.xyzw\nret\n";

/// The first thread's r0 after one instruction with two destinations.
void checkPair(const std::string& instruction, const std::array<uint32_t, 4>& expected) {
  const Program program(instruction + "\n" + kStore);
  INFO(instruction);
  for (int c = 0; c < 4; ++c) CHECK(program.record[0][c] == expected[c]);
}

}  // namespace

TEST_CASE("High halves, carries, borrows, quotients and null destinations") {
  std::array<uint32_t, 4> umul, imul, low, carry, borrow, sum, quotient, remainder;
  for (int c = 0; c < 4; ++c) {
    umul[c] = static_cast<uint32_t>(uint64_t{kA[c]} * kB[c] >> 32);
    imul[c] = static_cast<uint32_t>(
        (int64_t{static_cast<int32_t>(kA[c])} * static_cast<int32_t>(kB[c])) >> 32);
    low[c] = kA[c] * kB[c];
    carry[c] = (uint64_t{kA[c]} + kB[c]) >> 32 != 0 ? 1 : 0;
    borrow[c] = kA[c] < kB[c] ? 1 : 0;
    sum[c] = kA[c] + kB[c];
    quotient[c] = kB[c] == 0 ? ~0u : kA[c] / kB[c];
    remainder[c] = kB[c] == 0 ? ~0u : kA[c] % kB[c];
  }
  checkPair("umul r0.xyzw, null, cb0[0].xyzw, cb0[1].xyzw", umul);
  checkPair("umul r0.xyzw, r1.xyzw, cb0[0].xyzw, cb0[1].xyzw", umul);
  checkPair("imul r0.xyzw, null, cb0[0].xyzw, cb0[1].xyzw", imul);
  checkPair("imul r1.xyzw, r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", low);
  checkPair("uaddc r1.xyzw, r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", carry);
  checkPair("uaddc r0.xyzw, null, cb0[0].xyzw, cb0[1].xyzw", sum);
  checkPair("usubb r1.xyzw, r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", borrow);
  checkPair("udiv r0.xyzw, r1.xyzw, cb0[0].xyzw, cb0[1].xyzw", quotient);
  checkPair("udiv r1.xyzw, r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", remainder);
  checkPair("umad r0.xyzw, cb0[0].xyzw, cb0[1].xyzw, cb0[0].xyzw",
            {low[0] + kA[0], low[1] + kA[1], low[2] + kA[2], low[3] + kA[3]});
  checkPair("umul null, null, cb0[0].xyzw, cb0[1].xyzw\nmov r0.xyzw, l(1, 2, 3, 4)", {1, 2, 3, 4});
}

TEST_CASE("Chains of bfi: widths and offsets of 32 and more count modulo 32") {
  checkPair(
      "bfi r0.xyzw, l(8, 32, 36, 4), l(4, 0, 33, 28), cb0[0].xyzw, cb0[1].xyzw\n"
      "bfi r0.xyzw, l(4, 4, 4, 4), l(0, 0, 0, 0), l(5, 5, 5, 5), r0.xyzw",
      {(kB[0] & ~0xff0u & ~0xfu) | (kA[0] & 0xff) << 4 | 5, (kB[1] & ~0xfu) | 5,
       (((kB[2] & ~0x1eu) | (kA[2] & 0xf) << 1) & ~0xfu) | 5,
       (((kB[3] & ~0xf0000000u) | (kA[3] & 0xf) << 28) & ~0xfu) | 5});
}

TEST_CASE("Calls: conditional ones, from several places, per lane") {
  const Program program(
      "mov r0.xyzw, l(0, 0, 0, 0)\n"
      "and r1.x, vThreadIDInGroupFlattened, l(1)\n"
      "call label1\n"
      "callc_nz r1.x, label1\n"
      "callc_z r1.x, label2\n"
      "call label2\n" +
      kStore +
      "label label1\niadd r0.x, r0.x, l(1)\nret\n"
      "label label2\niadd r0.y, r0.y, l(10)\nretc_nz r1.x\niadd r0.z, r0.z, l(1)\nret\n");
  for (uint32_t t = 0; t < 16; ++t) {
    INFO("thread " << t);
    const uint32_t odd = t & 1;
    CHECK(program.record[t][0] == 1 + odd);
    CHECK(program.record[t][1] == 10 + (1 - odd) * 10);
    CHECK(program.record[t][2] == (1 - odd) * 2);
  }
}

// Each lane goes as deep as its number times four says; the call beyond depth 32 is skipped
// (spec 22.7.10).
TEST_CASE("Recursion, to depth 32 and no further") {
  const Program program(
      "mov r0.xyzw, l(0, 0, 0, 0)\n"
      "ishl r1.x, vThreadIDInGroupFlattened, l(2)\n"
      "call label0\n" +
      kStore +
      "label label0\n"
      "iadd r0.x, r0.x, l(1)\n"  // calls made
      "ult r2.x, r0.x, r1.x\n"
      "if_nz r2.x\n  call label0\nendif\n"
      "iadd r0.y, r0.y, l(1)\n"  // returns
      "ret\n");
  for (uint32_t t = 0; t < 16; ++t) {
    INFO("thread " << t);
    const uint32_t wanted = t == 0 ? 1 : 4 * t;
    const uint32_t depth = wanted < 32 ? wanted : 32;
    CHECK(program.record[t][0] == depth);
    CHECK(program.record[t][1] == depth);
  }
}

TEST_CASE("Two subroutines that call each other, from within a loop") {
  const Program program(
      "mov r0.xyzw, l(0, 0, 0, 0)\n"
      "mov r1.xy, l(0, 0, 0, 0)\n"
      "loop\n"
      "  uge r2.x, r1.x, vThreadIDInGroupFlattened\n"
      "  breakc_nz r2.x\n"
      "  mov r1.y, r1.x\n"
      "  call label4\n"
      "  iadd r1.x, r1.x, l(1)\n"
      "endloop\n" +
      kStore +
      "label label4\niadd r0.x, r0.x, l(1)\nif_nz r1.y\n  iadd r1.y, r1.y, l(-1)\n  call "
      "label9\nendif\nret\n"
      "label label9\niadd r0.y, r0.y, l(1)\nif_nz r1.y\n  iadd r1.y, r1.y, l(-1)\n  call "
      "label4\nendif\nret\n");
  for (uint32_t t = 0; t < 16; ++t) {
    INFO("thread " << t);
    uint32_t first = 0, second = 0;
    for (uint32_t i = 0; i < t; ++i) {  // i + 1 calls in turn
      first += (i + 2) / 2;
      second += (i + 1) / 2;
    }
    CHECK(program.record[t][0] == first);
    CHECK(program.record[t][1] == second);
  }
}

TEST_CASE("The listing of what was assembled has the text's lines") {
  const Program program("swapc r0.xyzw, r1.xyzw, cb0[0].xyzw, cb0[1].xyzw, -|cb0[0].xxxx|\n" +
                        kStore);
  CHECK(program.listing.find("swapc r0.xyzw, r1.xyzw, cb0[0].xyzw, cb0[1].xyzw, -|cb0[0].xxxx|") !=
        std::string::npos);
  CHECK_FALSE(dxbc::assemble("ps_5_0\nadd r0.xyzw, r1.xyzw\n"));
  CHECK_FALSE(dxbc::assemble("ps_5_0\nfrobnicate r0.xyzw\n"));
  CHECK_FALSE(dxbc::assemble("xs_5_0\n"));
}

// LLVM takes x * 1 and x + -0 for x; D3D flushes a denormal x (spec 3.1.3.2).
TEST_CASE("Products by one and sums with minus zero flush, wherever the constant comes from") {
  const Program program(
      "mov r1.xyzw, l(0x00000123, 0x80000123, 0x00000123, 0x3f800000)\n"
      "mov r2.xyzw, l(1.0, 1.0, -0.0, 1.0)\n"
      "mul r0.xy, r1.xyzw, r2.xyzw\n"
      "add r0.z, r1.z, r2.z\n"
      "mul r0.w, cb0[0].w, r2.w\n" +
      kStore);
  CHECK(program.record[0][0] == 0);
  CHECK(program.record[0][1] == 0x80000000);
  CHECK(program.record[0][2] == 0);
  CHECK(program.record[0][3] == 0);  // 7 is a denormal
}

TEST_CASE("Products and sums flush where only later passes find that a number is 1 or -0") {
  const Program program(
      "mov r0.xyzw, l(7, 7, 7, 7)\n"
      "mov r1.xyzw, l(1, 0x7fc00123, 0x80000000, 0)\n"
      "or r3.y, vThreadIDInGroupFlattened, l(1)\n"
      "and r3.y, r3.y, l(1)\n"
      "ult r3.x, vThreadIDInGroupFlattened, l(8)\n"
      "if_nz r3.x\n"
      "  utof r2.x, r1.x\n"
      "  mul r0.x, cb0[0].w, r2.x\n"  // 7 is a denormal
      "  add r0.y, cb0[0].z, r1.y\n"
      "  movc r2.z, r1.w, r2.x, r1.z\n"
      "  add r0.z, cb0[0].w, r2.z\n"
      "  utof r2.w, r3.y\n"
      "  mul r0.w, cb0[0].w, r2.w\n"
      "endif\n" +
      kStore);
  CHECK(program.record[0][0] == 0);
  CHECK(program.record[0][1] == 0x7fc00000);  // one NaN for all
  CHECK(program.record[0][2] == 0);
  CHECK(program.record[0][3] == 0);
  CHECK(program.record[8][0] == 7);
}
