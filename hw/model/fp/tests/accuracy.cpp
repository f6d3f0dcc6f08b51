// SPDX-License-Identifier: Apache-2.0
//
// Worst errors of the table functions against the host's double precision, over
// every n-th input: `fp_accuracy [step]`, step 1 = all 2^32. Prints a table and
// fails if a bound of the specification (22.10, 3.1.3) is not met.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "e11/fp.h"

using namespace e11::fp;

namespace {

struct Worst {
  double error = 0;
  uint32_t input = 0;
};

/// Distance in units of the last place of the exact result.
double ulps(double exact, uint32_t result) {
  const double r = toFloat(result);
  const int e = std::ilogb(exact);
  return std::fabs(r - exact) / std::ldexp(1.0, e - 23);
}

bool report(const char* name, const char* unit, Worst worst, double bound) {
  const bool ok = worst.error <= bound;
  std::printf("%-6s worst %.4g %s at 0x%08x, allowed %.4g%s\n", name, worst.error, unit, worst.input, bound,
              ok ? "" : "  FAILED");
  return ok;
}

/// Visits finite, non-zero floats whose exact result is a normal float.
Worst sweep(uint32_t step, bool negative, const std::function<double(double)>& exact, TableOp op,
            const std::function<double(double, double, uint32_t)>& error) {
  Worst worst;
  for (uint64_t i = 0x00800000; i < 0x7f800000; i += step) {
    for (int s = 0; s <= (negative ? 1 : 0); ++s) {
      const uint32_t a = static_cast<uint32_t>(i) | (s ? kSign : 0);
      const double x = toFloat(a), y = exact(x);
      if (std::fabs(y) < 0x1p-126 || std::fabs(y) >= 0x1p128) continue;
      const double e = error(x, y, table(op, a));
      if (e > worst.error) worst = {e, a};
    }
  }
  return worst;
}

}  // namespace

int main(int argc, char** argv) {
  const uint32_t step = argc > 1 ? static_cast<uint32_t>(std::atoi(argv[1])) : 1009;
  if (step == 0) return std::fprintf(stderr, "fp_accuracy: the step must be at least 1\n"), 2;
  const auto inUlps = [](double, double y, uint32_t r) { return ulps(y, r); };
  const auto relative = [](double, double y, uint32_t r) { return std::fabs(toFloat(r) - y) / std::fabs(y); };
  const auto absolute = [](double, double y, uint32_t r) { return std::fabs(toFloat(r) - y); };
  const auto logError = [&](double x, double y, uint32_t r) {
    return x >= 0.5 && x <= 2 ? absolute(x, y, r) : relative(x, y, r);
  };
  const auto nearby = [&](double x, double y, uint32_t r) {
    return std::fabs(x) <= 100 * 3.14159265358979 ? absolute(x, y, r) : 0.0;
  };
  bool ok = true;
  ok &= report("rcp", "ulp", sweep(step, true, [](double x) { return 1 / x; }, TableOp::kRcp, inUlps), 1.0);
  ok &= report("rsq", "ulp", sweep(step, false, [](double x) { return 1 / std::sqrt(x); }, TableOp::kRsq, inUlps), 1.0);
  ok &= report("sqrt", "ulp", sweep(step, false, [](double x) { return std::sqrt(x); }, TableOp::kSqrt, inUlps), 1.0);
  ok &= report("exp2", "rel", sweep(step, true, [](double x) { return std::exp2(x); }, TableOp::kExp2, relative), 0x1p-21);
  ok &= report("log2", "mixed", sweep(step, false, [](double x) { return std::log2(x); }, TableOp::kLog2, logError), 0x1p-21);
  ok &= report("sin", "abs", sweep(step, true, [](double x) { return std::sin(x); }, TableOp::kSin, nearby), 0.0008);
  ok &= report("cos", "abs", sweep(step, true, [](double x) { return std::cos(x); }, TableOp::kCos, nearby), 0.0008);
  Worst div;
  uint64_t seed = 12345;
  for (uint64_t i = 0; i < (uint64_t{1} << 32) / step; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const uint32_t a = static_cast<uint32_t>(seed >> 32), b = static_cast<uint32_t>(seed * 0x9e3779b97f4a7c15u >> 32);
    if (isNan(a) || isNan(b) || isZeroOrDenormal(a) || isZeroOrDenormal(b)) continue;
    const double y = static_cast<double>(toFloat(a)) / toFloat(b);
    if (!(std::fabs(y) >= 0x1p-126 && std::fabs(y) < 0x1p128) || (b & 0x7fffffff) == kInf) continue;
    const double e = ulps(y, table(TableOp::kDiv, a, b));
    if (e > div.error) div = {e, a};
  }
  ok &= report("div", "ulp", div, 1.0);
  return ok ? 0 : 1;
}
