// SPDX-License-Identifier: Apache-2.0
#include "e11/fp.h"

namespace e11::fp {

namespace {

constexpr uint32_t kMantissa = 0x007fffffu;
constexpr int kBias = 127;

int exponent(uint32_t a) { return static_cast<int>((a >> 23) & 0xff); }

/// Float to a magnitude cut at the binary point, for |a| < 2^32.
uint32_t magnitude(uint32_t a) {
  const int shift = exponent(a) - kBias - 23;
  const uint32_t m = (a & kMantissa) | 0x00800000u;
  if (shift >= 0) return m << shift;
  return shift < -23 ? 0 : m >> -shift;
}

uint32_t minMagnitudeBits(int bits) { return static_cast<uint32_t>(kBias + bits) << 23; }

}  // namespace

uint32_t roundIntegral(uint32_t a, Rounding mode) {
  a = flush(a);
  if (isNan(a)) return kNan;
  const uint32_t sign = a & kSign;
  const int e = exponent(a) - kBias;
  if (e >= 23) return a;
  if (e < 0) {
    const uint32_t abs = a & ~kSign;
    bool one = false;
    if (mode == Rounding::kNearestEven) one = abs > 0x3f000000u;  // above one half
    if (mode == Rounding::kDown) one = sign && abs;
    if (mode == Rounding::kUp) one = !sign && abs;
    return sign | (one ? kOne : 0);
  }
  const uint32_t unit = 1u << (23 - e);  // the integer's lowest bit, in the mantissa
  const uint32_t rest = a & (unit - 1);
  const uint32_t cut = a & ~(unit - 1);
  bool up = false;
  if (mode == Rounding::kNearestEven) up = rest > unit / 2 || (rest == unit / 2 && (cut & unit));
  // For e = 0 the lowest integer bit is the hidden one, which is odd.
  if (mode == Rounding::kNearestEven && e == 0) up = rest >= unit / 2;
  if (mode == Rounding::kDown) up = sign && rest;
  if (mode == Rounding::kUp) up = !sign && rest;
  return up ? cut + unit : cut;  // a carry into the exponent is what is wanted
}

uint32_t fraction(uint32_t a) {
  const uint32_t floor = roundIntegral(a, Rounding::kDown);
  const uint32_t r = add(a, floor ^ kSign);
  return r == kOne ? kOne - 1 : r;
}

uint32_t toInt(uint32_t a) {
  a = flush(a);
  if (isNan(a)) return 0;
  const bool negative = a & kSign;
  if ((a & ~kSign) >= minMagnitudeBits(31)) return negative ? 0x80000000u : 0x7fffffffu;
  const uint32_t m = magnitude(a);
  return negative ? 0u - m : m;
}

uint32_t toUint(uint32_t a) {
  a = flush(a);
  if (isNan(a) || (a & kSign)) return 0;
  if (a >= minMagnitudeBits(32)) return 0xffffffffu;
  return magnitude(a);
}

uint32_t fromInt(int64_t a) {
  if (a == 0) return 0;
  const uint32_t sign = a < 0 ? kSign : 0;
  uint64_t m = a < 0 ? 0 - static_cast<uint64_t>(a) : static_cast<uint64_t>(a);
  const int lead = 63 - __builtin_clzll(m);
  m <<= 63 - lead;  // leading one at bit 63
  uint32_t mantissa = static_cast<uint32_t>(m >> 40);
  const uint64_t rest = m & ((uint64_t{1} << 40) - 1);
  const uint64_t half = uint64_t{1} << 39;
  if (rest > half || (rest == half && (mantissa & 1))) ++mantissa;
  // mantissa may be 2^24: adding lets the carry raise the exponent.
  return sign | ((static_cast<uint32_t>(kBias + lead - 1) << 23) + mantissa);
}

uint32_t toHalf(uint32_t a) {
  const uint32_t sign = (a >> 16) & 0x8000u;
  if (isNan(a)) return sign | 0x7e00u;
  if ((a & ~kSign) == kInf) return sign | 0x7c00u;
  const int e = exponent(a) - kBias;
  if (e > 15) return sign | 0x7bffu;
  if (e >= -14) return sign | static_cast<uint32_t>(e + 15) << 10 | ((a & kMantissa) >> 13);
  const int shift = 13 + (-14 - e);
  if (shift > 23) return sign;
  return sign | (((a & kMantissa) | 0x00800000u) >> shift);
}

uint32_t fromHalf(uint32_t half) {
  const uint32_t sign = (half & 0x8000u) << 16;
  const uint32_t e = (half >> 10) & 31;
  uint32_t m = half & 0x3ff;
  if (e == 31) return m ? kNan : sign | kInf;
  if (e) return sign | (e + kBias - 15) << 23 | m << 13;
  if (m == 0) return sign;
  int shift = 0;
  while (!(m & 0x400)) {
    m <<= 1;
    ++shift;
  }
  return sign | static_cast<uint32_t>(kBias - 14 - shift) << 23 | (m & 0x3ff) << 13;
}

uint32_t alu(isa::Op op, uint32_t a, uint32_t b) {
  const auto mask = [](bool x) { return x ? 0xffffffffu : 0u; };
  switch (op) {
    case isa::Op::kFmin: return min(a, b);
    case isa::Op::kFmax: return max(a, b);
    case isa::Op::kFrnde: return roundIntegral(a, Rounding::kNearestEven);
    case isa::Op::kFrndn: return roundIntegral(a, Rounding::kDown);
    case isa::Op::kFrndp: return roundIntegral(a, Rounding::kUp);
    case isa::Op::kFrndz: return roundIntegral(a, Rounding::kZero);
    case isa::Op::kFfrc: return fraction(a);
    case isa::Op::kFeq: return mask(equal(a, b));
    case isa::Op::kFne: return mask(!equal(a, b));
    case isa::Op::kFlt: return mask(less(a, b));
    case isa::Op::kFge: return mask(greaterEqual(a, b));
    case isa::Op::kFtoi: return toInt(a);
    case isa::Op::kFtou: return toUint(a);
    case isa::Op::kItof: return fromInt32(a);
    case isa::Op::kUtof: return fromUint32(a);
    case isa::Op::kF32tof16: return toHalf(a);
    case isa::Op::kF16tof32: return fromHalf(a);
    default: return 0;
  }
}

}  // namespace e11::fp
