// SPDX-License-Identifier: Apache-2.0
//
// The table functions over all their inputs, against double precision: `fp_accuracy [step]
// [function]`, step 1 = all 2^32 (of div: 10^9 random pairs and all pairs of edges), a larger step
// so many times fewer. Every result is looked at: what is no number, infinite, zero or too small
// has to be as the tables of spec 22.10 say; of the others the worst error is printed, with the
// input that shows it, and has to meet the specification's bound. The reference's own error is
// below 2^-28 units in the last place of a float, far from every bound.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "e11/fp.h"

using namespace e11::fp;

namespace {

constexpr double kSmallest = 0x1p-126;
constexpr double kPi = 3.14159265358979323846;

struct Worst {
  double error = 0;
  uint32_t a = 0, b = 0;
  uint64_t inputs = 0, wrong = 0;
  uint32_t wrongA = 0, wrongB = 0;  ///< the first one
};

/// 2^23 over the power of two at or below |y|: turns an error into units of the last place.
double ulpsPer(double y) {
  uint64_t bits;
  std::memcpy(&bits, &y, sizeof bits);
  bits = (uint64_t{2 * 1023 + 23} << 52) - (bits & 0x7ff0000000000000u);
  double scale;
  std::memcpy(&scale, &bits, sizeof scale);
  return scale;
}

/// How an error is measured.
struct Ulps {
  static constexpr const char* kUnit = "ulp";
  static double of(double, double y, double r) { return std::fabs(r - y) * ulpsPer(y); }
};
struct Relative {
  static constexpr const char* kUnit = "relative";
  static double of(double, double y, double r) { return std::fabs(r - y) / std::fabs(y); }
};
struct LogError {  // absolute from 0.5 to 2, relative elsewhere
  static constexpr const char* kUnit = "abs. / rel.";
  static double of(double x, double y, double r) {
    const double absolute = std::fabs(r - y);
    return x >= 0.5 && x <= 2 ? absolute : absolute / std::fabs(y);
  }
};
struct Nearby {  // absolute within 100 pi; beyond, only the range is given
  static constexpr const char* kUnit = "absolute";
  static double of(double x, double y, double r) {
    return std::fabs(x) <= 100 * kPi ? std::fabs(r - y) : 0;
  }
};

/// What a result has to be where the exact one is not a normal float; `y` may be NaN, infinite or
/// zero with the right sign. Near both ends of the range the bound decides.
template <class Error>
bool special(double x, double y, uint32_t r, double bound) {
  const double result = toFloat(r);
  if (std::isnan(y)) return r == kNan;
  if (std::signbit(y) != std::signbit(result)) return false;
  const double magnitude = std::fabs(y);
  if (magnitude >= 0x1p128)
    return std::isinf(result) || (!std::isinf(y) && Error::of(x, y, result) <= bound);
  // Too small: flushed, or the smallest number if that is near enough.
  return result == 0 || (std::fabs(result) == kSmallest && Error::of(x, y, result) <= bound);
}

template <class Error>
void look(Worst* worst, double x, double y, uint32_t a, uint32_t b, uint32_t r, double bound) {
  ++worst->inputs;
  const double magnitude = std::fabs(y);
  if (magnitude >= kSmallest && magnitude < 0x1p128) {
    double result = toFloat(r);
    // Rounding may reach infinity or flush at the ends of the range.
    if (std::isinf(result) && magnitude >= 0x1.fffffep127) result = std::copysign(0x1p128, result);
    const double e = Error::of(x, y, result);
    if (e > worst->error || std::isnan(e)) {
      worst->error = std::isnan(e) ? INFINITY : e;
      worst->a = a;
      worst->b = b;
    }
    return;
  }
  if (special<Error>(x, y, r, bound)) return;
  if (!worst->wrong++) {
    worst->wrongA = a;
    worst->wrongB = b;
  }
}

bool report(const char* name, const char* unit, const Worst& w, double bound) {
  const bool ok = w.error <= bound && w.wrong == 0;
  std::printf("%-5s %11llu inputs, worst %.6g %s at 0x%08x", name,
              static_cast<unsigned long long>(w.inputs), w.error, unit, w.a);
  if (w.b) std::printf(", 0x%08x", w.b);
  std::printf(", allowed %.6g", bound);
  if (w.wrong)
    std::printf("; %llu special results are wrong, first at 0x%08x, 0x%08x",
                static_cast<unsigned long long>(w.wrong), w.wrongA, w.wrongB);
  std::printf("%s\n", ok ? "" : "  FAILED");
  std::fflush(stdout);
  return ok;
}

template <class Error, class Exact>
bool sweep(const char* name, TableOp op, uint32_t step, double bound, Exact exact) {
  Worst worst;
  for (uint64_t i = 0; i <= 0xffffffff; i += step) {
    const auto a = static_cast<uint32_t>(i);
    const double x = toFloat(flush(a));
    look<Error>(&worst, x, exact(x), a, 0, table(op, a), bound);
  }
  return report(name, Error::kUnit, worst, bound);
}

/// The range of sine and cosine holds for every finite input.
bool range(const char* name, TableOp op, uint32_t step) {
  for (uint64_t i = 0; i < 0x7f800000; i += step) {
    for (const uint32_t a : {static_cast<uint32_t>(i), static_cast<uint32_t>(i) | kSign}) {
      if (std::fabs(toFloat(table(op, a))) <= 1) continue;
      std::printf("%s leaves -1..1 at 0x%08x  FAILED\n", name, a);
      return false;
    }
  }
  return true;
}

void dividePair(Worst* worst, uint32_t a, uint32_t b, double bound) {
  const double x = toFloat(flush(a)), y = toFloat(flush(b));
  look<Ulps>(worst, x, x / y, a, b, table(TableOp::kDiv, a, b), bound);
}

bool divide(uint32_t step) {
  constexpr double kBound = 1;
  Worst worst;
  static const uint32_t kMantissas[] = {0,        1,        2,        0x200000, 0x3fffff,
                                        0x400000, 0x400001, 0x555555, 0x7ffffe, 0x7fffff};
  for (uint32_t ea = 0; ea < 256; ++ea)
    for (uint32_t eb = 0; eb < 256; eb += step == 1 ? 1 : 5)
      for (const uint32_t ma : kMantissas)
        for (const uint32_t mb : kMantissas)
          dividePair(&worst, ea << 23 | ma | (mb & 1) << 31, eb << 23 | mb | (ma & 1) << 31,
                     kBound);
  uint64_t seed = 0x45313131;
  for (uint64_t i = 0; i < 1000000000 / step; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const auto a = static_cast<uint32_t>(seed >> 32);
    const auto b = static_cast<uint32_t>((seed ^ seed >> 29) * 0x9e3779b97f4a7c15u >> 32);
    dividePair(&worst, a, b, kBound);
  }
  return report("div", Ulps::kUnit, worst, kBound);
}

}  // namespace

int main(int argc, char** argv) {
  const uint32_t step = argc > 1 ? static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 0)) : 1009;
  if (step == 0) return std::fprintf(stderr, "fp_accuracy: the step must be at least 1\n"), 2;
  const std::string only = argc > 2 ? argv[2] : "";
  const auto wanted = [&](const char* name) { return only.empty() || only == name; };
  constexpr double kRelative = 0x1p-21;
  bool ok = true;
  if (wanted("rcp"))
    ok &= sweep<Ulps>("rcp", TableOp::kRcp, step, 1, [](double x) { return 1 / x; });
  if (wanted("rsq"))
    ok &= sweep<Ulps>("rsq", TableOp::kRsq, step, 1,
                      [](double x) { return x == 0 ? 1 / x : 1 / std::sqrt(x); });
  if (wanted("sqrt"))
    ok &= sweep<Ulps>("sqrt", TableOp::kSqrt, step, 1, [](double x) { return std::sqrt(x); });
  if (wanted("exp2"))
    ok &= sweep<Relative>("exp2", TableOp::kExp2, step, kRelative,
                          [](double x) { return std::exp2(x); });
  if (wanted("log2"))
    ok &= sweep<LogError>("log2", TableOp::kLog2, step, kRelative,
                          [](double x) { return x == 0 ? -INFINITY : std::log2(x); });
  const auto reduced = [](double x) { return std::fabs(x) <= 100 * kPi || !std::isfinite(x); };
  if (wanted("sin"))
    ok &= range("sin", TableOp::kSin, step) &&
          sweep<Nearby>("sin", TableOp::kSin, step, 0.0008, [=](double x) {
            return x == 0 ? x : reduced(x) ? std::sin(x) : 1.0;
          });
  if (wanted("cos"))
    ok &= range("cos", TableOp::kCos, step) &&
          sweep<Nearby>("cos", TableOp::kCos, step, 0.0008,
                        [=](double x) { return reduced(x) ? std::cos(x) : 1.0; });
  if (wanted("div")) ok &= divide(step);
  return ok ? 0 : 1;
}
