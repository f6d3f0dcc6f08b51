// SPDX-License-Identifier: Apache-2.0
//
// The table unit, step by step as hw/rtl/fp/e11_fp_table.sv does it: a parabola
// per segment (tools/gen/tables.py) in fixed point with kTableFraction bits.
#include "e11/fp.h"
#include "e11/fp_table.h"

namespace e11::fp {

namespace {

constexpr int kQ = kTableFraction;
constexpr int kBias = 127;
// 1 / (2 pi) * 2^26, rounded.
constexpr uint64_t kInverse2Pi = 10680707;

/// The function `first` at x = {segment [22:16], position [15:0]}, in Q28.
int32_t evaluate(int first, uint32_t x) {
  const TableRow& row = kTable[first + static_cast<int>(x >> 16)];
  const int64_t t = x & 0xffff;
  const int64_t square = (t * t) >> 16;
  return static_cast<int32_t>(((static_cast<int64_t>(row.c0) << 16) + row.c1 * t + row.c2 * square) >> 16);
}

/// value * 2^scale to float: normalise, round to nearest even, then flush or
/// overflow to infinity. value is positive and below 2^63.
uint32_t pack(uint32_t sign, uint64_t value, int scale) {
  if (value == 0) return sign;
  const int lead = 63 - __builtin_clzll(value);
  const uint64_t m = value << (63 - lead);
  uint32_t mantissa = static_cast<uint32_t>(m >> 40);
  const uint64_t rest = m << 24 >> 24, half = uint64_t{1} << 39;
  if (rest > half || (rest == half && (mantissa & 1))) ++mantissa;
  int e = lead + scale + kBias;
  if (mantissa >> 24) ++e;
  if (e >= 255) return sign | kInf;
  if (e <= 0) return sign;
  return sign | static_cast<uint32_t>(e) << 23 | (mantissa & 0x7fffff);
}

struct Parts {
  uint32_t sign;
  int e;  // biased
  uint32_t m;
  bool zero, inf, nan;
};

Parts split(uint32_t a) {
  const int e = static_cast<int>((a >> 23) & 0xff);
  const uint32_t m = a & 0x7fffff;
  return {a & kSign, e, m, e == 0, e == 255 && m == 0, e == 255 && m != 0};
}

uint32_t divide(const Parts& a, const Parts& b) {
  const uint32_t sign = a.sign ^ b.sign;
  if (a.nan || b.nan || (a.zero && b.zero) || (a.inf && b.inf)) return kNan;
  if (a.inf || b.zero) return sign | kInf;
  if (a.zero || b.inf) return sign;
  const uint64_t product = static_cast<uint64_t>(a.m | 0x800000) * static_cast<uint32_t>(evaluate(kTableRcp, b.m));
  return pack(sign, product, a.e - b.e - 23 - kQ);
}

uint32_t root(const Parts& x, bool reciprocal) {
  if (x.nan) return kNan;
  if (x.zero) return reciprocal ? x.sign | kInf : x.sign;
  if (x.sign) return kNan;
  if (x.inf) return reciprocal ? 0 : kInf;
  const int e = x.e - kBias;
  const bool odd = e & 1;
  const int half = (e - (odd ? 1 : 0)) / 2;
  const int first = reciprocal ? (odd ? kTableRsqOdd : kTableRsqEven) : (odd ? kTableSqrtOdd : kTableSqrtEven);
  return pack(0, static_cast<uint32_t>(evaluate(first, x.m)), (reciprocal ? -half : half) - kQ);
}

uint32_t exp2(const Parts& x) {
  if (x.nan) return kNan;
  if (x.zero) return kOne;
  const int e = x.e - kBias;
  if (e >= 8) return x.sign ? 0 : kInf;
  // x in fixed point with 23 fraction bits, rounded half up in magnitude.
  const uint32_t m = x.m | 0x800000;
  uint32_t fixed;
  if (e >= 0) fixed = m << e;
  else fixed = e < -24 ? 0 : static_cast<uint32_t>(((static_cast<uint64_t>(m) << 1 >> -e) + 1) >> 1);
  const int32_t value = x.sign ? -static_cast<int32_t>(fixed) : static_cast<int32_t>(fixed);
  const uint32_t p = static_cast<uint32_t>(evaluate(kTableExp2, static_cast<uint32_t>(value) & 0x7fffff));
  return pack(0, p, (value >> 23) - kQ);
}

uint32_t log2(const Parts& x) {
  if (x.nan) return kNan;
  if (x.zero) return kSign | kInf;
  if (x.sign) return kNan;
  if (x.inf) return kInf;
  const int64_t value = static_cast<int64_t>(x.e - kBias) * (int64_t{1} << kQ) + evaluate(kTableLog2, x.m);
  return value < 0 ? pack(kSign, static_cast<uint64_t>(-value), -kQ) : pack(0, static_cast<uint64_t>(value), -kQ);
}

uint32_t sine(const Parts& x, uint32_t bits, bool cosine) {
  if (x.nan || x.inf) return kNan;
  if (x.zero) return cosine ? kOne : x.sign;
  if (x.e < kBias - 11) return cosine ? kOne : bits;  // |x| < 2^-11
  // Revolutions: 2 bits of quadrant, 23 of position, rounded half up.
  const uint64_t product = (x.m | 0x800000) * kInverse2Pi;
  const int shift = kBias + 24 - x.e;
  uint64_t turns;
  if (shift > 0) turns = ((product >> (shift - 1)) + 1) >> 1;
  else turns = shift > -25 ? product << -shift : 0;
  uint32_t position = static_cast<uint32_t>(turns) & 0x1ffffff;
  if (cosine) position = (position + 0x800000) & 0x1ffffff;
  const uint32_t quadrant = position >> 23;
  uint32_t u = position & 0x7fffff;
  const uint32_t sign = ((quadrant & 2) ? kSign : 0) ^ (cosine ? 0 : x.sign);
  if (quadrant & 1) {
    if (u == 0) return sign | kOne;
    u = 0x800000 - u;
  }
  return pack(sign, static_cast<uint32_t>(evaluate(kTableSin, u)), -kQ);
}

}  // namespace

uint32_t table(TableOp op, uint32_t a, uint32_t b) {
  const Parts x = split(a);
  switch (op) {
    case TableOp::kRcp: return divide(split(kOne), x);
    case TableOp::kRsq: return root(x, true);
    case TableOp::kSqrt: return root(x, false);
    case TableOp::kExp2: return exp2(x);
    case TableOp::kLog2: return log2(x);
    case TableOp::kSin: return sine(x, a, false);
    case TableOp::kCos: return sine(x, a, true);
    case TableOp::kDiv: return divide(x, split(b));
  }
  return 0;
}

}  // namespace e11::fp
