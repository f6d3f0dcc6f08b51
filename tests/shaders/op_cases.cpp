// SPDX-License-Identifier: Apache-2.0
#include "op_cases.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace e11::test {
namespace {

constexpr uint32_t kYes = 0x11223344, kNo = 0x55667788;
constexpr uint32_t kNan = 0x7fc00000;
// Table functions: spec 22.10.6, 22.10.8, 22.10.18 to 22.10.20.
constexpr double kTwoToMinus21 = 1.0 / (1 << 21);
constexpr double kSinCosError = 0.0008;
constexpr double kOneUlp = 1.0 / (1 << 23);
constexpr double kDivideError = 2.5 / (1 << 23);  // x * (1 / y): 1 ulp and a rounding

float f(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

uint32_t u(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

bool isNan(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }
bool isDenormal(uint32_t bits) { return (bits & 0x7f800000) == 0 && (bits & 0x7fffff) != 0; }

// Flushes a denormal to a zero of its sign (spec 3.1.3.2).
uint32_t z(uint32_t bits) { return isDenormal(bits) ? bits & 0x80000000 : bits; }
uint32_t add(uint32_t a, uint32_t b) { return z(u(f(z(a)) + f(z(b)))); }
uint32_t mul(uint32_t a, uint32_t b) { return z(u(f(z(a)) * f(z(b)))); }
uint32_t neg(uint32_t a) { return a ^ 0x80000000; }
uint32_t absolute(uint32_t a) { return a & 0x7fffffff; }
int32_t i(uint32_t a) { return static_cast<int32_t>(a); }
uint32_t pick(bool condition) { return condition ? kYes : kNo; }

uint32_t minimum(uint32_t a, uint32_t b) {
  if (isNan(a)) return b;
  if (isNan(b)) return a;
  return f(z(a)) < f(z(b)) ? a : b;
}
uint32_t maximum(uint32_t a, uint32_t b) {
  if (isNan(a)) return b;
  if (isNan(b)) return a;
  return f(z(a)) >= f(z(b)) ? a : b;
}
uint32_t saturate(uint32_t a) { return minimum(0x3f800000, maximum(0, a)); }

template <typename Function>
uint32_t function(uint32_t a, Function g) {
  return z(u(static_cast<float>(g(static_cast<double>(f(z(a)))))));
}

uint32_t roundEven(uint32_t a) {
  const double value = f(z(a));
  const double lower = std::floor(value);
  double result = value - lower > 0.5 ? lower + 1 : lower;
  if (value - lower == 0.5) result = std::fmod(lower, 2.0) == 0 ? lower : lower + 1;
  return u(std::copysign(static_cast<float>(result), f(z(a))));
}

uint32_t toInt(uint32_t a) {
  if (isNan(a)) return 0;
  return static_cast<uint32_t>(
      static_cast<int32_t>(std::min(2147483647.0, std::max(-2147483648.0, double(f(a))))));
}

uint32_t toUint(uint32_t a) {
  if (isNan(a)) return 0;
  return static_cast<uint32_t>(std::min(4294967295.0, std::max(0.0, double(f(a)))));
}

// spec 3.2.2: round to zero; too large gives the largest; half denormals are kept.
uint32_t toHalf(uint32_t a) {
  const uint32_t sign = a >> 16 & 0x8000, magnitude = absolute(z(a));
  if (isNan(a)) return 0x7e00;
  if (magnitude == 0x7f800000) return sign | 0x7c00;
  const int exponent = static_cast<int>(magnitude >> 23) - 127 + 15;
  if (exponent >= 31) return sign | 0x7bff;
  const uint32_t mantissa = (magnitude & 0x7fffff) | 0x800000;
  if (exponent >= 1) return sign | static_cast<uint32_t>(exponent) << 10 | (mantissa >> 13 & 0x3ff);
  const int shift = 14 - exponent;  // of the mantissa with its hidden one
  return sign | (magnitude == 0 || shift > 31 ? 0 : mantissa >> shift);
}

uint32_t fromHalf(uint32_t h) {
  const double sign = (h & 0x8000) != 0 ? -1 : 1;
  const int exponent = static_cast<int>(h >> 10 & 31);
  const int mantissa = static_cast<int>(h & 0x3ff);
  if (exponent == 31) return mantissa != 0 ? kNan : u(static_cast<float>(sign * INFINITY));
  const double value =
      exponent == 0 ? mantissa * std::pow(2.0, -24) : (1024 + mantissa) * std::pow(2.0, exponent - 25);
  return u(static_cast<float>(sign * value));
}

uint32_t dot(const Operand4& a, const Operand4& b, int components) {
  uint32_t sum = mul(a[0], b[0]);
  for (int c = 1; c < components; ++c) sum = add(mul(a[c], b[c]), sum);
  return sum;
}

uint32_t bits(uint32_t a) {
  uint32_t count = 0;
  for (; a != 0; a &= a - 1) ++count;
  return count;
}

uint32_t reversed(uint32_t a) {
  uint32_t result = 0;
  for (int k = 0; k < 32; ++k) result = result << 1 | (a >> k & 1);
  return result;
}

uint32_t fromTop(uint32_t a) {
  for (uint32_t k = 0; k < 32; ++k) {
    if ((a << k & 0x80000000) != 0) return k;
  }
  return ~0u;
}

// HLSL counts firstbithigh from bit 0; Microsoft's compiler turns the instruction's count around.
uint32_t highest(uint32_t a) { return a == 0 ? ~0u : 31 - fromTop(a); }
uint32_t lowest(uint32_t a) {
  for (uint32_t k = 0; k < 32; ++k) {
    if ((a >> k & 1) != 0) return k;
  }
  return ~0u;
}

uint32_t sad(uint32_t reference, uint32_t source, uint32_t sum) {
  uint64_t result = sum;
  for (int k = 0; k < 4; ++k) {
    const int r = reference >> 8 * k & 255, s = source >> 8 * k & 255;
    if (r != 0) result += static_cast<uint64_t>(r > s ? r - s : s - r);
  }
  return static_cast<uint32_t>(std::min<uint64_t>(result, 0xffffffff));
}

// HLSL's signed division as Microsoft's compiler makes it of udiv, imax, ineg and movc.
uint32_t signedDivide(uint32_t a, uint32_t b) {
  const uint32_t x = i(a) < 0 ? 0 - a : a, y = i(b) < 0 ? 0 - b : b;
  const uint32_t quotient = y == 0 ? ~0u : x / y;
  return ((a ^ b) & 0x80000000) != 0 ? 0 - quotient : quotient;
}
uint32_t signedModulo(uint32_t a, uint32_t b) {
  const uint32_t x = i(a) < 0 ? 0 - a : a, y = i(b) < 0 ? 0 - b : b;
  const uint32_t remainder = y == 0 ? ~0u : x % y;
  return i(a) < 0 ? 0 - remainder : remainder;
}
uint32_t quotient(uint32_t a, uint32_t b) { return b == 0 ? ~0u : a / b; }
uint32_t remainder(uint32_t a, uint32_t b) { return b == 0 ? ~0u : a % b; }

using V = const Operand4&;

std::vector<OpCase> makeCases() {
  std::vector<OpCase> cases;
  const auto floats = [&](const char* name, auto expected, double relative = 0, double absolute = 0,
                          bool sm5 = false) {
    cases.push_back({std::string("float_ops.") + name, sm5, expected, relative, absolute, true});
  };
  const auto ints = [&](const char* name, auto expected, bool sm5 = false) {
    cases.push_back({std::string("int_ops.") + name, sm5, expected, 0, 0, false});
  };
  floats("add", [](V a, V b, V) { return add(a[0], b[0]); });
  floats("sub", [](V a, V b, V) { return add(a[0], neg(b[0])); });
  floats("mul", [](V a, V b, V) { return mul(a[0], b[0]); });
  floats("mad", [](V a, V b, V c) { return add(mul(a[0], b[0]), c[0]); });
  floats("mad_neg", [](V a, V b, V c) { return add(mul(neg(a[0]), b[0]), neg(c[0])); });
  floats("div", [](V a, V b, V) { return z(u(f(z(a[0])) / f(z(b[0])))); }, kDivideError);
  floats("dp2", [](V a, V b, V) { return dot(a, b, 2); });
  floats("dp3", [](V a, V b, V) { return dot(a, b, 3); });
  floats("dp4", [](V a, V b, V) { return dot(a, b, 4); });
  floats("fmin", [](V a, V b, V) { return minimum(a[0], b[0]); });
  floats("fmax", [](V a, V b, V) { return maximum(a[0], b[0]); });
  floats("rsq", [](V a, V, V) { return function(a[0], [](double x) { return 1 / std::sqrt(x); }); },
         kTwoToMinus21);
  floats("fsqrt", [](V a, V, V) { return function(a[0], [](double x) { return std::sqrt(x); }); },
         kOneUlp);
  floats("fexp", [](V a, V, V) { return function(a[0], [](double x) { return std::exp2(x); }); },
         kTwoToMinus21);
  floats("flog", [](V a, V, V) { return function(a[0], [](double x) { return std::log2(x); }); },
         kTwoToMinus21, kTwoToMinus21);
  floats("fsin", [](V a, V, V) { return function(a[0], [](double x) { return std::sin(x); }); }, 0,
         kSinCosError);
  floats("fcos", [](V a, V, V) { return function(a[0], [](double x) { return std::cos(x); }); }, 0,
         kSinCosError);
  floats("frac_", [](V a, V, V) { return add(a[0], neg(u(std::floor(f(z(a[0])))))); });
  floats("round_ne", [](V a, V, V) { return roundEven(a[0]); });
  floats("round_ni", [](V a, V, V) { return u(std::floor(f(z(a[0])))); });
  floats("round_pi", [](V a, V, V) { return u(std::ceil(f(z(a[0])))); });
  floats("round_z", [](V a, V, V) { return u(std::trunc(f(z(a[0])))); });
  floats("sat", [](V a, V, V) { return saturate(a[0]); });
  floats("add_sat", [](V a, V b, V) { return saturate(add(a[0], b[0])); });
  floats("absolute", [](V a, V b, V) { return add(absolute(a[0]), b[0]); });
  floats("neg_absolute", [](V a, V b, V) { return add(b[0], neg(absolute(a[0]))); });
  floats("rcp_", [](V a, V, V) { return function(a[0], [](double x) { return 1 / x; }); },
         kTwoToMinus21, 0, true);
  floats("mad_precise", [](V a, V b, V c) { return add(mul(a[0], b[0]), c[0]); }, 0, 0, true);
  const auto choices = [&](const char* name, auto expected) {
    cases.push_back({std::string("float_ops.") + name, false, expected, 0, 0, false});
  };
  choices("flt", [](V a, V b, V) { return pick(f(z(a[0])) < f(z(b[0]))); });
  choices("fge", [](V a, V b, V) { return pick(f(z(a[0])) >= f(z(b[0]))); });
  choices("feq", [](V a, V b, V) { return pick(f(z(a[0])) == f(z(b[0]))); });
  choices("fne", [](V a, V b, V) { return pick(f(z(a[0])) != f(z(b[0]))); });
  choices("movc", [](V a, V b, V c) { return f(z(a[0])) != 0 ? b[0] : c[0]; });

  ints("iadd", [](V a, V b, V) { return a[0] + b[0]; });
  ints("isub", [](V a, V b, V) { return a[0] - b[0]; });
  ints("ineg", [](V a, V, V) { return 0 - a[0]; });
  ints("imul", [](V a, V b, V) { return a[0] * b[0]; });
  ints("imad", [](V a, V b, V c) { return a[0] * b[0] + c[0]; });
  ints("umad", [](V a, V b, V c) { return a[0] * b[0] + c[0]; });
  ints("imin", [](V a, V b, V) { return i(a[0]) < i(b[0]) ? a[0] : b[0]; });
  ints("imax", [](V a, V b, V) { return i(a[0]) > i(b[0]) ? a[0] : b[0]; });
  ints("umin", [](V a, V b, V) { return std::min(a[0], b[0]); });
  ints("umax", [](V a, V b, V) { return std::max(a[0], b[0]); });
  ints("ilt", [](V a, V b, V) { return pick(i(a[0]) < i(b[0])); });
  ints("ige", [](V a, V b, V) { return pick(i(a[0]) >= i(b[0])); });
  ints("ult", [](V a, V b, V) { return pick(a[0] < b[0]); });
  ints("uge", [](V a, V b, V) { return pick(a[0] >= b[0]); });
  ints("ieq", [](V a, V b, V) { return pick(a[0] == b[0]); });
  ints("ine", [](V a, V b, V) { return pick(a[0] != b[0]); });
  ints("ishl", [](V a, V b, V) { return a[0] << (b[0] & 31); });
  ints("ishr", [](V a, V b, V) { return static_cast<uint32_t>(i(a[0]) >> (b[0] & 31)); });
  ints("ushr", [](V a, V b, V) { return a[0] >> (b[0] & 31); });
  ints("and_", [](V a, V b, V) { return a[0] & b[0]; });
  ints("or_", [](V a, V b, V) { return a[0] | b[0]; });
  ints("xor_", [](V a, V b, V) { return a[0] ^ b[0]; });
  ints("not_", [](V a, V, V) { return ~a[0]; });
  ints("udiv", [](V a, V b, V) { return quotient(a[0], b[0]); });
  ints("umod", [](V a, V b, V) { return remainder(a[0], b[0]); });
  ints("udivmod", [](V a, V b, V) { return quotient(a[0], b[0]) ^ remainder(a[0], b[0]) << 7; });
  ints("idiv", [](V a, V b, V) { return signedDivide(a[0], b[0]); });
  ints("imod", [](V a, V b, V) { return signedModulo(a[0], b[0]); });
  ints("iabs", [](V a, V, V) { return i(a[0]) < 0 ? 0 - a[0] : a[0]; });
  ints("ftoi", [](V a, V, V) { return toInt(a[0]); });
  ints("ftou", [](V a, V, V) { return toUint(a[0]); });
  ints("itof", [](V a, V, V) { return u(static_cast<float>(i(a[0]))); });
  ints("utof", [](V a, V, V) { return u(static_cast<float>(a[0])); });
  ints("movc", [](V a, V b, V c) { return a[0] != 0 ? b[0] : c[0]; });
  ints("logic", [](V a, V b, V c) { return pick((a[0] < b[0] && b[0] != c[0]) || a[1] != 3); });
  ints("bfrev", [](V a, V, V) { return reversed(a[0]); }, true);
  ints("countbits_", [](V a, V, V) { return bits(a[0]); }, true);
  ints("firstbit_hi", [](V a, V, V) { return highest(a[0]); }, true);
  ints("firstbit_lo", [](V a, V, V) { return lowest(a[0]); }, true);
  ints("firstbit_shi", [](V a, V, V) { return highest(i(a[0]) < 0 ? ~a[0] : a[0]); }, true);
  ints("f32tof16_", [](V a, V, V) { return toHalf(a[0]); }, true);
  cases.push_back({"int_ops.f16tof32_", true, [](V a, V, V) { return fromHalf(a[0] & 0xffff); }, 0, 0, true});
  ints("ubfe", [](V a, V, V) { return a[0] >> 5 & 0x3ff; }, true);
  ints("ibfe", [](V a, V, V) { return static_cast<uint32_t>(i(a[0] << 7) >> 19); }, true);
  ints("bfi", [](V a, V b, V) { return (a[0] & 0xffff00ff) | (b[0] & 0xff) << 8; }, true);
  // msad4: element y uses the four bytes that start one byte further in the pair b.
  ints("msad", [](V a, V b, V c) { return sad(a[0], b[0] >> 8 | b[1] << 24, c[1]); }, true);
  return cases;
}

OperandTables randomOperands(uint64_t seed) {
  std::mt19937_64 random(seed);
  OperandTables tables;
  for (auto* table : {&tables.a, &tables.b, &tables.c}) {
    for (Operand4& operand : *table) {
      for (uint32_t& value : operand) value = static_cast<uint32_t>(random());
    }
  }
  return tables;
}

void setEdges(OperandTables* tables, const std::array<uint32_t, kOperandCount>& edges) {
  for (uint32_t k = 0; k < kOperandCount; ++k) {
    tables->a[k][0] = edges[k];
    tables->b[k][0] = edges[(k * 7 + 3) % kOperandCount];
    tables->c[k][0] = edges[(k * 5 + 1) % kOperandCount];
  }
}

}  // namespace

std::vector<uint32_t> OperandTables::dwords() const {
  std::vector<uint32_t> result;
  for (const auto* table : {&a, &b, &c}) {
    for (const Operand4& operand : *table) result.insert(result.end(), operand.begin(), operand.end());
  }
  return result;
}

const std::vector<OpCase>& opCases() {
  static const std::vector<OpCase> cases = makeCases();
  return cases;
}

OperandTables floatOperands(uint64_t seed) {
  OperandTables tables = randomOperands(seed);
  setEdges(&tables, {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x00000001, 0x807fffff,
                     0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff, 0x7f7fffff, 0x00800000,
                     u(2.5f), u(-3.5f), u(0.4999999f), u(123456.79f)});
  return tables;
}

OperandTables intOperands(uint64_t seed) {
  OperandTables tables = randomOperands(seed);
  setEdges(&tables, {0, 1, 2, 3, 0xffffffff, 0x80000000, 0x7fffffff, 0x80000001, 31, 32, 33,
                     0x4f000000, 0xcf000001, 0x7fc00001, 0x38ffe000, 0x12345678});
  return tables;
}

bool matches(const OpCase& op, uint32_t expected, uint32_t actual) {
  if (!op.isFloat) return expected == actual;
  if (isNan(expected)) return isNan(actual);
  if (expected == actual) return true;
  // min, max, saturate: the result may be flushed; zeros of either sign compare equal.
  if (z(expected) == actual) return true;
  if ((z(expected) << 1) == 0 && (actual << 1) == 0) {
    return op.name == "float_ops.fmin" || op.name == "float_ops.fmax";
  }
  if (isNan(actual)) return false;
  const double difference = std::fabs(double(f(expected)) - double(f(actual)));
  if (std::isinf(f(expected)) || std::isinf(f(actual))) return false;
  return difference <= op.relative * std::fabs(double(f(expected))) || difference <= op.absolute;
}

}  // namespace e11::test
