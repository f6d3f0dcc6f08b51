// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#include "e11/isa.h"

/// The arithmetic of the GPU on 32-bit patterns, equal to hw/rtl/fp bit for
/// bit. Denormals are flushed to zero of the same sign on input and output,
/// rounding is to nearest even, every NaN result is kNan (spec 3.1.3). A
/// product is rounded to 24 bits first and then flushed if it is below 2^-126.
namespace e11::fp {

inline constexpr uint32_t kNan = 0x7fc00000u;
inline constexpr uint32_t kInf = 0x7f800000u;
inline constexpr uint32_t kOne = 0x3f800000u;
inline constexpr uint32_t kSign = 0x80000000u;

inline float toFloat(uint32_t bits) {
  float f;
  std::memcpy(&f, &bits, 4);
  return f;
}
inline uint32_t toBits(float f) {
  uint32_t bits;
  std::memcpy(&bits, &f, 4);
  return bits;
}

constexpr bool isNan(uint32_t a) { return (a & 0x7fffffffu) > kInf; }
constexpr bool isZeroOrDenormal(uint32_t a) { return (a & kInf) == 0; }
constexpr uint32_t flush(uint32_t a) { return isZeroOrDenormal(a) ? a & kSign : a; }

inline uint32_t canonical(float result) {
  uint32_t bits = flush(toBits(result));
  return isNan(bits) ? kNan : bits;
}

inline uint32_t mul(uint32_t a, uint32_t b) {
  a = flush(a);
  b = flush(b);
  const float r = toFloat(a) * toFloat(b);
  uint32_t bits = toBits(r);
  if ((bits & 0x7fffffffu) == 0x00800000u) {
    // The smallest normal number: it may come from a product that is smaller
    // when rounded to 24 bits without a limit on the exponent.
    const double exact = std::fabs(static_cast<double>(toFloat(a)) * toFloat(b));
    if (exact < 0x1p-126 - 0x1p-151) bits &= kSign;
  }
  bits = flush(bits);
  return isNan(bits) ? kNan : bits;
}

inline uint32_t add(uint32_t a, uint32_t b) {
  return canonical(toFloat(flush(a)) + toFloat(flush(b)));
}

/// Rounds twice, so that it equals mul followed by add (design: depth-equal
/// passes must not flicker).
inline uint32_t mad(uint32_t a, uint32_t b, uint32_t c) { return add(mul(a, b), c); }

/// Clamps to 0..1; NaN gives 0 (spec 22.10).
inline uint32_t saturate(uint32_t a) {
  if (isNan(a) || (a & kSign)) return 0;
  a = flush(a);
  return a > kOne ? kOne : a;
}

namespace detail {
/// Orders floats that are not NaN, with -0 below +0.
constexpr bool lessTotal(uint32_t a, uint32_t b) {
  const bool sa = a & kSign, sb = b & kSign;
  if (sa != sb) return sa;
  return sa ? a > b : a < b;
}
}  // namespace detail

inline uint32_t min(uint32_t a, uint32_t b) {
  a = flush(a);
  b = flush(b);
  if (isNan(a)) return isNan(b) ? kNan : b;
  if (isNan(b)) return a;
  return detail::lessTotal(a, b) ? a : b;
}
inline uint32_t max(uint32_t a, uint32_t b) {
  a = flush(a);
  b = flush(b);
  if (isNan(a)) return isNan(b) ? kNan : b;
  if (isNan(b)) return a;
  return detail::lessTotal(a, b) ? b : a;
}

inline bool equal(uint32_t a, uint32_t b) { return toFloat(flush(a)) == toFloat(flush(b)); }
inline bool less(uint32_t a, uint32_t b) { return toFloat(flush(a)) < toFloat(flush(b)); }
inline bool greaterEqual(uint32_t a, uint32_t b) { return toFloat(flush(a)) >= toFloat(flush(b)); }

/// How roundIntegral and the conversions treat a fraction.
enum class Rounding { kNearestEven, kDown, kUp, kZero };

/// To an integral float; the sign of a zero result is that of the operand.
uint32_t roundIntegral(uint32_t a, Rounding mode);
/// x - floor(x), kept below 1 (spec 22.10.7).
uint32_t fraction(uint32_t a);
/// Towards zero, clamped to the range; NaN gives 0 (spec 22.13.3, 22.13.4).
uint32_t toInt(uint32_t a);
uint32_t toUint(uint32_t a);
/// Nearest even.
uint32_t fromInt(int64_t a);
inline uint32_t fromUint32(uint32_t a) { return fromInt(static_cast<int64_t>(a)); }
inline uint32_t fromInt32(uint32_t a) { return fromInt(static_cast<int32_t>(a)); }
/// Half: towards zero, large values to the largest half, denormal halves kept
/// (spec 3.2.2).
uint32_t toHalf(uint32_t a);
uint32_t fromHalf(uint32_t half);

/// The FP unit's operations that are neither sum nor product (e11_alu);
/// kFfrc too. `b` is ignored by one-operand ones.
uint32_t alu(isa::Op op, uint32_t a, uint32_t b);

/// The INT unit (e11_alu): all operations of isa::Unit::kInt, without the
/// source modifiers of mov and sel.
uint32_t integer(isa::Op op, uint32_t a, uint32_t b, uint32_t c);

/// The table unit (e11_fp_table).
enum class TableOp : uint8_t { kRcp, kRsq, kSqrt, kExp2, kLog2, kSin, kCos, kDiv };
uint32_t table(TableOp op, uint32_t a, uint32_t b = 0);
inline uint32_t rcp(uint32_t a) { return table(TableOp::kRcp, a); }

/// The table operation of an instruction of unit TAB.
constexpr TableOp tableOp(isa::Op op) {
  switch (op) {
    case isa::Op::kFrsq: return TableOp::kRsq;
    case isa::Op::kFsqrt: return TableOp::kSqrt;
    case isa::Op::kFexp2: return TableOp::kExp2;
    case isa::Op::kFlog2: return TableOp::kLog2;
    case isa::Op::kFsin: return TableOp::kSin;
    case isa::Op::kFcos: return TableOp::kCos;
    case isa::Op::kFdiv: return TableOp::kDiv;
    default: return TableOp::kRcp;
  }
}

}  // namespace e11::fp
