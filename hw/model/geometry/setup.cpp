// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "e11/fp.h"
#include "e11/model/geometry.h"

namespace e11::model {

namespace {

constexpr uint32_t kAbs = 0x7fffffff;
constexpr uint32_t k256 = 0x43800000;
enum Cull : unsigned { kCullFront = 1, kCullBack = 2 };

constexpr uint32_t negate(uint32_t a) {
  return a ^ fp::kSign;
}
uint32_t sub(uint32_t a, uint32_t b) {
  return fp::add(a, negate(b));
}

}  // namespace

void Geometry::setup(const Work& work, std::array<const Vertex*, 3> v) {
  const State& s = work.state;
  for (const Vertex* p : v) {
    if (fp::isNan(p->xScreen) || fp::isNan(p->yScreen) || fp::isNan(p->z)) return;
  }
  const auto dx = [&](int i) { return int64_t{v[i]->snapped.x} - v[0]->snapped.x; };
  const auto dy = [&](int i) { return int64_t{v[i]->snapped.y} - v[0]->snapped.y; };
  int64_t area = dx(1) * dy(2) - dx(2) * dy(1);
  if (area == 0) return;
  const bool front = (area > 0) != s.rasterFlag(E11_STATE_BLOCK_RASTER_INFO_FRONT_CCW_LSB);
  const unsigned cull =
      E11_GET(s.word[E11_STATE_BLOCK_RASTER_INFO], E11_STATE_BLOCK_RASTER_INFO_CULL);
  if (cull == (front ? kCullFront : kCullBack)) return;
  if (area < 0) {
    std::swap(v[1], v[2]);
    area = -area;
  }

  const uint32_t a = fp::fromInt(area), rA = fp::rcp(a);
  const uint32_t base = coefHead_;
  const auto write = [&](unsigned word, const std::array<uint32_t, 3>& c) {
    sinks_.coefficient((base + word) % E11_CFG_COEF_WORDS, c);
  };
  Triangle t;
  t.slot = work.slot;
  t.front = front;
  for (int i = 0; i < 3; ++i) t.v[i] = v[i]->snapped;
  t.z0 = biased(s, v, rA);
  t.dz1 = fp::mul(sub(v[1]->z, v[0]->z), rA);
  t.dz2 = fp::mul(sub(v[2]->z, v[0]->z), rA);
  t.coef = base;

  attributes(work, v, base);
  write(E11_COEFFICIENTS_PERSPECTIVE,
        {fp::mul(a, v[0]->iw), sub(v[1]->iw, v[0]->iw), sub(v[2]->iw, v[0]->iw)});
  write(E11_COEFFICIENTS_WEIGHTS, {rA, v[1]->iw, v[2]->iw});
  write(E11_COEFFICIENTS_FLAGS, {work.id, front ? 0xffffffffu : 0u, 0});
  write(E11_COEFFICIENTS_DEPTH, {t.z0, t.dz1, t.dz2});
  const unsigned inputs = E11_GET(s.word[E11_STATE_BLOCK_PS_INFO], E11_STATE_BLOCK_PS_INFO_INPUTS);
  coefHead_ = (base + E11_COEFFICIENTS_FIRST_ATTRIBUTE + 4 * inputs) % E11_CFG_COEF_WORDS;
  ++counters_.primitivesOut;
  sinks_.triangle(t);
}

/// Z of vertex 0 with the depth bias (spec 15.10).
uint32_t Geometry::biased(const State& s, const std::array<const Vertex*, 3>& v,
                          uint32_t rA) const {
  const uint32_t constant = s.word[E11_STATE_BLOCK_BIAS_CONST];
  const uint32_t slopeScale = s.word[E11_STATE_BLOCK_BIAS_SLOPE];
  const uint32_t clamp = s.word[E11_STATE_BLOCK_BIAS_CLAMP];
  const uint32_t z0 = v[0]->z;
  const bool sloped = !fp::isZeroOrDenormal(slopeScale);
  if (fp::isZeroOrDenormal(constant) && !sloped) return z0;

  const auto& p0 = v[0]->snapped;
  const auto fx = [&](int i) { return fp::fromInt(int64_t{v[i]->snapped.x} - p0.x); };
  const auto fy = [&](int i) { return fp::fromInt(int64_t{v[i]->snapped.y} - p0.y); };
  uint32_t slope = 0;
  if (sloped) {
    const uint32_t g1 = fp::mul(sub(v[1]->z, z0), rA), g2 = fp::mul(sub(v[2]->z, z0), rA);
    const uint32_t dzdx = fp::mul(sub(fp::mul(g1, fy(2)), fp::mul(g2, fy(1))), k256);
    const uint32_t dzdy = fp::mul(sub(fp::mul(g2, fx(1)), fp::mul(g1, fx(2))), k256);
    slope = fp::mul(slopeScale, fp::max(dzdx & kAbs, dzdy & kAbs));
  }
  uint32_t bias = constant;
  if (s.rasterFlag(E11_STATE_BLOCK_RASTER_INFO_BIAS_FLOAT_LSB)) {
    constexpr uint32_t kMantissaBits = 23;
    uint32_t largest = 0;
    for (const Vertex* p : v) largest = std::max(largest, p->z & kAbs);
    const uint32_t exponent = largest >> 23;
    const uint32_t unit = exponent > kMantissaBits ? (exponent - kMantissaBits) << 23 : 0;
    bias = fp::mul(constant, unit);
  }
  bias = fp::add(bias, slope);
  if (fp::less(0, clamp)) bias = fp::min(clamp, bias);
  if (fp::less(clamp, 0)) bias = fp::max(clamp, bias);
  return fp::add(z0, bias);
}

void Geometry::attributes(const Work& work, const std::array<const Vertex*, 3>& v, uint32_t base) {
  const State& s = work.state;
  const unsigned inputs = E11_GET(s.word[E11_STATE_BLOCK_PS_INFO], E11_STATE_BLOCK_PS_INFO_INPUTS);
  // Weights of the primitive's vertices 1 and 2 at the piece's vertices.
  struct Weights {
    std::array<uint32_t, 3> b1, b2;
  } perspective{}, screen{};
  for (int i = 0; i < 3 && work.clipped; ++i) {
    perspective.b1[i] = v[i]->b1;
    perspective.b2[i] = v[i]->b2;
    screen.b1[i] = fp::mul(fp::mul(v[i]->b1, work.original[1]->position[3]), v[i]->iw);
    screen.b2[i] = fp::mul(fp::mul(v[i]->b2, work.original[2]->position[3]), v[i]->iw);
  }

  for (unsigned k = 0; k < inputs; ++k) {
    const uint32_t map = s.word[E11_STATE_BLOCK_ATTR_MAP + k / 4] >> (8 * (k % 4));
    const bool constant = E11_GET(map, E11_STATE_BLOCK_ATTR_MAP_CONSTANT);
    const bool missing = E11_GET(map, E11_STATE_BLOCK_ATTR_MAP_MISSING);
    const uint32_t offset = 16 * E11_GET(map, E11_STATE_BLOCK_ATTR_MAP_REG);
    std::array<Vec4, 3> a{};
    if (!missing || constant) {
      for (int i = 0; i < 3; ++i) {
        memory_.read(Client::kVertex, work.record[i] + offset, a[i].data(), sizeof a[i]);
      }
    }
    // The piece's order of vertices 1 and 2 may be the primitive's or not.
    const bool swapped = !work.clipped && v[1] != work.original[1];
    const int one = swapped ? 2 : 1, two = swapped ? 1 : 2;
    const Weights& w = missing ? screen : perspective;
    for (int c = 0; c < 4; ++c) {
      std::array<uint32_t, 3> word{a[0][c], 0, 0};
      const bool interpolated = missing == constant;
      if (interpolated && !work.clipped) {
        word[1] = sub(a[one][c], a[0][c]);
        word[2] = sub(a[two][c], a[0][c]);
      } else if (interpolated) {
        const uint32_t d1 = sub(a[1][c], a[0][c]), d2 = sub(a[2][c], a[0][c]);
        word[0] = fp::add(fp::add(a[0][c], fp::mul(w.b1[0], d1)), fp::mul(w.b2[0], d2));
        for (int i = 1; i < 3; ++i) {
          word[i] = fp::add(fp::mul(sub(w.b1[i], w.b1[0]), d1), fp::mul(sub(w.b2[i], w.b2[0]), d2));
        }
      }
      sinks_.coefficient((base + E11_COEFFICIENTS_FIRST_ATTRIBUTE + 4 * k + c) % E11_CFG_COEF_WORDS,
                         word);
    }
  }
}

}  // namespace e11::model
