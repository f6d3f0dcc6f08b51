// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic against the rules and tables of the functional specification,
// chapters 3.1, 3.2 and 22, and against the host's double precision.
#define CATCH_CONFIG_MAIN
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <cmath>
#include <random>

#include "e11/fp.h"

using namespace e11::fp;
using e11::isa::Op;

namespace {

constexpr uint32_t kMinusInf = 0xff800000u, kDenormal = 0x00400000u, kMinusDenormal = 0x80400000u;
constexpr uint32_t kMinusOne = 0xbf800000u, kTwo = 0x40000000u;

uint32_t f(float value) { return toBits(value); }

/// The exact value x rounded to 24 bits, flushed below 2^-126.
uint32_t rounded(double x) {
  if (x == 0) return std::signbit(x) ? kSign : 0;
  int e;
  double m = std::frexp(std::fabs(x), &e);          // [0.5, 1)
  m = std::nearbyint(std::ldexp(m, 24));            // ties to even; exact: x has at most 53 bits
  const double r = std::ldexp(m, e - 24);
  const uint32_t sign = std::signbit(x) ? kSign : 0;
  if (r < 0x1p-126) return sign;
  if (r >= 0x1p128) return sign | kInf;
  return sign | toBits(static_cast<float>(r));
}

}  // namespace

TEST_CASE("sums and products are correctly rounded, denormals flushed (spec 3.1.3.1, 3.1.3.2)") {
  std::mt19937 random(2026);
  std::printf("seed 2026\n");
  for (int i = 0; i < 200000; ++i) {
    uint32_t a = static_cast<uint32_t>(random()), b = static_cast<uint32_t>(random());
    if (i % 3 == 0) b = (b & 0x807fffffu) | (a & kInf);                       // close exponents
    if (i % 5 == 0) b = (b & 0x807fffffu) | ((253 - ((a >> 23) & 0xff)) % 255) << 23;  // products near 2^-1
    if (i % 7 == 0) b = (b & 0x807fffffu) | ((383 - ((a >> 23) & 0xff)) % 255) << 23;
    if (isNan(a) || isNan(b) || (a & ~kSign) == kInf || (b & ~kSign) == kInf) continue;
    const double x = toFloat(flush(a)), y = toFloat(flush(b));
    REQUIRE(mul(a, b) == rounded(x * y));
    // A sum of two floats needs more than 53 bits only if the exponents are
    // far apart; then the larger one, rounded, is the answer of both.
    if (std::abs(static_cast<int>((a >> 23) & 0xff) - static_cast<int>((b >> 23) & 0xff)) < 28) {
      REQUIRE(add(a, b) == rounded(x + y));
    }
  }
  CHECK(mul(0x00800001u, 0x3f7fffffu) == 0x00800000u);  // rounds up to the smallest normal: kept
  CHECK(mul(0x00800000u, 0x3f7fffffu) == 0);            // stays below it: flushed
  CHECK(mul(0x80800000u, 0x3f000000u) == kSign);
}

TEST_CASE("special values of add (spec 22.10.1)") {
  CHECK(add(kInf, kMinusInf) == kNan);
  CHECK(add(kMinusInf, kDenormal) == kMinusInf);
  CHECK(add(kMinusDenormal, kMinusDenormal) == kSign);
  CHECK(add(kMinusDenormal, kDenormal) == 0);
  CHECK(add(kSign, kSign) == kSign);
  CHECK(add(kSign, 0) == 0);
  CHECK(add(kMinusOne, kOne) == 0);
  CHECK(add(0x7f812345u, kOne) == kNan);
}

TEST_CASE("special values of mul (spec 22.10.12)") {
  CHECK(mul(kInf, kDenormal) == kNan);
  CHECK(mul(kInf, kSign) == kNan);
  CHECK(mul(kMinusInf, kMinusOne) == kInf);
  CHECK(mul(kMinusDenormal, kTwo) == kSign);
  CHECK(mul(0x7f7fffffu, kTwo) == kInf);
}

TEST_CASE("minimum and maximum return the operand that is not NaN (spec 22.10.10, 22.10.11)") {
  CHECK(min(kNan, kOne) == kOne);
  CHECK(max(kOne, kNan) == kOne);
  CHECK(min(kNan, 0x7f800001u) == kNan);
  CHECK(min(0, kSign) == kSign);
  CHECK(max(kSign, 0) == 0);
  CHECK(min(kMinusInf, kNan) == kMinusInf);
}

TEST_CASE("comparisons with NaN and zeros (spec 3.1.3.1)") {
  CHECK(alu(Op::kFne, kNan, kNan) == ~0u);
  for (Op op : {Op::kFeq, Op::kFlt, Op::kFge}) CHECK(alu(op, kNan, kOne) == 0);
  CHECK(alu(Op::kFeq, 0, kSign) == ~0u);
  CHECK(alu(Op::kFge, kSign, 0) == ~0u);
  CHECK(alu(Op::kFlt, kSign, 0) == 0);
  CHECK(alu(Op::kFlt, 0, kDenormal) == 0);  // flushed before comparison
}

TEST_CASE("saturate clamps and turns NaN into 0 (spec 22.10)") {
  CHECK(saturate(kNan) == 0);
  CHECK(saturate(kMinusInf) == 0);
  CHECK(saturate(f(0.25f)) == f(0.25f));
  CHECK(saturate(f(7.0f)) == kOne);
  CHECK(saturate(kSign) == 0);
}

TEST_CASE("rounding to integral (spec 22.10.14 to 17)") {
  const struct { float x, ne, ni, pi, z; } rows[] = {
      {0.5f, 0, 0, 1, 0}, {1.5f, 2, 1, 2, 1}, {2.5f, 2, 2, 3, 2}, {-0.5f, -0.0f, -1, -0.0f, -0.0f},
      {-1.5f, -2, -2, -1, -1}, {0.3f, 0, 0, 1, 0}, {-7.75f, -8, -8, -7, -7}, {8388607.5f, 8388608, 8388607, 8388608, 8388607},
      {8388609.0f, 8388609, 8388609, 8388609, 8388609}, {1e30f, 1e30f, 1e30f, 1e30f, 1e30f}};
  for (const auto& r : rows) {
    CHECK(alu(Op::kFrnde, f(r.x), 0) == f(r.ne));
    CHECK(alu(Op::kFrndn, f(r.x), 0) == f(r.ni));
    CHECK(alu(Op::kFrndp, f(r.x), 0) == f(r.pi));
    CHECK(alu(Op::kFrndz, f(r.x), 0) == f(r.z));
  }
  std::mt19937 random(7);
  for (int i = 0; i < 100000; ++i) {
    const uint32_t a = static_cast<uint32_t>(random());
    if (isNan(a)) continue;
    const float x = toFloat(flush(a));
    REQUIRE(alu(Op::kFrnde, a, 0) == f(std::nearbyint(x)));
    REQUIRE(alu(Op::kFrndn, a, 0) == f(std::floor(x)));
    REQUIRE(alu(Op::kFrndp, a, 0) == f(std::ceil(x)));
    REQUIRE(alu(Op::kFrndz, a, 0) == f(std::trunc(x)));
  }
}

TEST_CASE("frc lies in [0, 1) (spec 22.10.7)") {
  CHECK(fraction(f(1.25f)) == f(0.25f));
  CHECK(fraction(f(-1.25f)) == f(0.75f));
  CHECK(toFloat(fraction(f(-1e-10f))) < 1.0f);
  CHECK(fraction(kInf) == kNan);
  CHECK(fraction(kMinusDenormal) == 0);
}

TEST_CASE("float to integer truncates, clamps, NaN is 0 (spec 22.13.3, 22.13.4; known faults row 25)") {
  CHECK(toInt(kNan) == 0);
  CHECK(toInt(kInf) == 0x7fffffffu);
  CHECK(toInt(kMinusInf) == 0x80000000u);
  CHECK(toInt(f(-0.5f)) == 0);
  CHECK(toInt(f(-2147483648.0f)) == 0x80000000u);
  CHECK(toInt(f(2147483648.0f)) == 0x7fffffffu);
  CHECK(toInt(f(-1.999f)) == 0xffffffffu);
  CHECK(toInt(f(2147483520.0f)) == 2147483520u);
  CHECK(toUint(f(-0.5f)) == 0);
  CHECK(toUint(f(4294967296.0f)) == 0xffffffffu);
  CHECK(toUint(f(4294967040.0f)) == 4294967040u);
  CHECK(toUint(kNan) == 0);
  CHECK(toUint(f(0.999f)) == 0);
}

TEST_CASE("integer to float rounds to nearest even (spec 22.13.5)") {
  std::mt19937_64 random(5);
  for (int i = 0; i < 100000; ++i) {
    const uint64_t bits = random();
    const int64_t x = static_cast<int64_t>(bits) >> (bits % 64);
    REQUIRE(fromInt(x) == f(static_cast<float>(x)));
  }
}

TEST_CASE("half conversion rounds towards zero and keeps half denormals (spec 3.2.2)") {
  CHECK(toHalf(f(1.0f)) == 0x3c00u);
  CHECK(toHalf(f(65535.0f)) == 0x7bffu);
  CHECK(toHalf(f(-1e20f)) == 0xfbffu);
  CHECK(toHalf(kInf) == 0x7c00u);
  CHECK((toHalf(kNan) & 0x7fffu) > 0x7c00u);
  CHECK(toHalf(f(0x1p-24f)) == 1u);
  CHECK(toHalf(f(0x1.8p-25f)) == 0u);
  CHECK(toHalf(f(1.0009765f)) == 0x3c00u);  // below 1 + 2^-10: cut
  for (uint32_t h = 0; h < 0x10000; ++h) {
    const uint32_t x = fromHalf(h);
    if ((h & 0x7fff) > 0x7c00) {
      REQUIRE(isNan(x));
      continue;
    }
    const int e = (h >> 10) & 31;
    const double m = h & 0x3ff;
    if (e < 31) {
      const double value = e ? std::ldexp(1024 + m, e - 25) : std::ldexp(m, -24);
      REQUIRE(std::fabs(toFloat(x)) == value);
    }
    REQUIRE(toHalf(x) == h);
  }
}

TEST_CASE("special values of the table functions (spec 22.10.2, 22.10.6, 22.10.8, 22.10.18 to 21)") {
  const auto t = [](TableOp op, uint32_t a, uint32_t b = 0) { return table(op, a, b); };
  CHECK(t(TableOp::kRcp, 0) == kInf);
  CHECK(t(TableOp::kRcp, kMinusDenormal) == kMinusInf);
  CHECK(t(TableOp::kRcp, kMinusInf) == kSign);
  CHECK(t(TableOp::kRcp, kNan) == kNan);
  CHECK(t(TableOp::kRcp, f(4.0f)) == f(0.25f));
  CHECK(t(TableOp::kRsq, kSign) == kMinusInf);
  CHECK(t(TableOp::kRsq, kMinusOne) == kNan);
  CHECK(t(TableOp::kRsq, kInf) == 0);
  CHECK(t(TableOp::kRsq, f(0.25f)) == kTwo);
  CHECK(t(TableOp::kSqrt, kSign) == kSign);
  CHECK(t(TableOp::kSqrt, kMinusOne) == kNan);
  CHECK(t(TableOp::kSqrt, f(9.0f)) == f(3.0f));
  CHECK(t(TableOp::kExp2, kMinusInf) == 0);
  CHECK(t(TableOp::kExp2, kInf) == kInf);
  CHECK(t(TableOp::kExp2, kDenormal) == kOne);
  CHECK(t(TableOp::kExp2, f(-126.0f)) == f(0x1p-126f));
  CHECK(t(TableOp::kExp2, f(-126.5f)) == 0);
  CHECK(t(TableOp::kExp2, f(128.0f)) == kInf);
  CHECK(t(TableOp::kLog2, kMinusDenormal) == kMinusInf);
  CHECK(t(TableOp::kLog2, kMinusOne) == kNan);
  CHECK(t(TableOp::kLog2, kOne) == 0);
  CHECK(t(TableOp::kLog2, f(1024.0f)) == f(10.0f));
  CHECK(t(TableOp::kSin, kSign) == kSign);
  CHECK(t(TableOp::kSin, kInf) == kNan);
  CHECK(t(TableOp::kCos, kDenormal) == kOne);
  CHECK(t(TableOp::kDiv, kInf, kInf) == kNan);
  CHECK(t(TableOp::kDiv, kSign, 0) == kNan);
  CHECK(t(TableOp::kDiv, kMinusOne, kDenormal) == kMinusInf);
  CHECK(t(TableOp::kDiv, f(3.0f), kMinusInf) == kSign);
  std::mt19937 random(9);
  for (int i = 0; i < 100000; ++i) {
    const uint32_t a = static_cast<uint32_t>(random());
    if (isNan(a) || isZeroOrDenormal(a) || (a & ~kSign) == kInf) continue;
    REQUIRE(t(TableOp::kDiv, a, kOne) == a);   // x / 1 is x (spec 3.1.3.2)
    REQUIRE(t(TableOp::kDiv, a, a) == kOne);
  }
}

TEST_CASE("bit operations (spec 22.11)") {
  const auto op = [](Op o, uint32_t a, uint32_t b = 0, uint32_t c = 0) { return integer(o, a, b, c); };
  CHECK(op(Op::kUbfe, 0, 3, ~0u) == 0);
  CHECK(op(Op::kUbfe, 8, 4, 0xabcd1234u) == 0x23u);
  CHECK(op(Op::kUbfe, 8, 28, 0xabcd1234u) == 0xau);  // beyond bit 31: what is there
  CHECK(op(Op::kIbfe, 4, 28, 0xabcd1234u) == 0xfffffffau);
  CHECK(op(Op::kIbfe, 8, 28, 0xabcd1234u) == 0xfffffffau);
  CHECK(op(Op::kUbfe, 40, 36, 0xabcd1234u) == 0x23u);  // only five bits of width and offset
  CHECK(op(Op::kBfm, 8, 4) == 0xff0u);
  CHECK(op(Op::kShl, 1, 33) == 2u);
  CHECK(op(Op::kIshr, 0x80000000u, 63) == 0xffffffffu);
  CHECK(op(Op::kFbhi, 0) == ~0u);
  CHECK(op(Op::kFbhi, 1) == 31u);
  CHECK(op(Op::kFblo, 0x80000000u) == 31u);
  CHECK(op(Op::kFbshi, ~0u) == ~0u);
  CHECK(op(Op::kFbshi, 0xfffffff0u) == 28u);
  CHECK(op(Op::kBcnt, 0xf0f0f0f0u) == 16u);
  CHECK(op(Op::kBfrev, 0x00000003u) == 0xc0000000u);
  CHECK(op(Op::kUaddc, ~0u, 1) == 1u);
  CHECK(op(Op::kUsubb, 0, 1) == 1u);
  CHECK(op(Op::kImulh, 0xffffffffu, 0xffffffffu) == 0u);
  CHECK(op(Op::kUmulh, 0xffffffffu, 0xffffffffu) == 0xfffffffeu);
  CHECK(op(Op::kMsad, 0x00ff0102u, 0x12010304u, 10) == 10u + 254 + 2 + 2);
}
