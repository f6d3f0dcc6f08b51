// SPDX-License-Identifier: Apache-2.0
#include "e11/model/geometry.h"

#include "assembler.h"
#include "e11/fp.h"
#include "outcode.h"

namespace e11::model {

namespace {

constexpr uint32_t kRegisterBytes = 16;

constexpr int exponentField(uint32_t a) {
  return (a >> 23) & 0xff;
}
constexpr uint32_t negate(uint32_t a) {
  return a ^ fp::kSign;
}
TriangleKind kindOf(unsigned topology) {
  switch (topology) {
    case E11_TOPOLOGY_POINT_LIST:
      return TriangleKind::kPoint;
    case E11_TOPOLOGY_LINE_LIST:
    case E11_TOPOLOGY_LINE_STRIP:
      return TriangleKind::kLine;
    default:
      return TriangleKind::kSolid;
  }
}

}  // namespace

void Geometry::writeState(unsigned slot, unsigned word, uint32_t data) {
  states_.at(slot).word[word % E11_STATE_BLOCK_WORDS] = data;
}

void Geometry::reset() {
  states_ = {};
  tag_ = 0;
  coefHead_ = 0;
  counters_ = Counters();
}

void Geometry::draw(const DrawCall& draw) {
  ++counters_.draws;
  Assembler(*this, draw).run();
}

void Geometry::finishBatch(Batch& batch, const DrawCall& draw, bool last) {
  const State& s = states_[draw.slot];
  if (batch.vertices) {
    VertexWave& wave = batch.wave;
    const uint32_t info = s.word[E11_STATE_BLOCK_VS_INFO];
    wave.slot = draw.slot;
    wave.size = E11_GET(info, E11_STATE_BLOCK_VS_INFO_SIZE);
    wave.tag = tag_;
    wave.code = s.word[E11_STATE_BLOCK_VS_CODE];
    wave.s0 = s.word[E11_STATE_BLOCK_VS_TABLE];
    wave.s1 =
        s.word[E11_STATE_BLOCK_RING_BASE] +
        tag_ * kBatchVertices * kRegisterBytes * E11_GET(info, E11_STATE_BLOCK_VS_INFO_OUT_REGS);
    wave.s2 = draw.startInstance;
    wave.exec = (1u << batch.vertices) - 1;
    ++counters_.wavesVertex;
    counters_.vertices += batch.vertices;
    sinks_.launch(wave);
    processBatch(batch, draw.slot);
  }
  tag_ = (tag_ + 1) % E11_CFG_VERTEX_BATCHES;
  if (last) endOfDraw(draw.slot);
}

void Geometry::endOfDraw(unsigned slot) {
  Triangle t;
  t.slot = slot;
  t.endOfDraw = true;
  t.coef = coefHead_;
  sinks_.triangle(t);
}

void Geometry::processBatch(const Batch& batch, unsigned slot) {
  const State& s = states_[slot];
  const uint32_t recordBytes =
      kRegisterBytes * E11_GET(s.word[E11_STATE_BLOCK_VS_INFO], E11_STATE_BLOCK_VS_INFO_OUT_REGS);
  const int kx = guardExponent(s.word[E11_STATE_BLOCK_VP_X], s.word[E11_STATE_BLOCK_VP_HALF_W]);
  const int ky = guardExponent(s.word[E11_STATE_BLOCK_VP_Y], s.word[E11_STATE_BLOCK_VP_HALF_H]);

  const TriangleKind kind =
      kindOf(E11_GET(s.word[E11_STATE_BLOCK_IA_INFO], E11_STATE_BLOCK_IA_INFO_TOPOLOGY));

  std::array<Vertex, kBatchVertices> vertices;
  for (unsigned i = 0; i < batch.vertices; ++i) {
    Vertex& v = vertices[i];
    memory_.read(Client::kVertex, batch.wave.s1 + i * recordBytes, v.position.data(),
                 kRegisterBytes);
    v.outcode = outcode(v.position, kx, ky);
    transform(s, v);
  }
  for (unsigned i = 0; i < batch.primitives; ++i) {
    const Primitive& p = batch.primitive[i];
    Work work{s, slot, {}, {}, p.id};
    work.kind = kind;
    work.wireframe =
        kind == TriangleKind::kSolid && s.rasterFlag(E11_STATE_BLOCK_RASTER_INFO_WIREFRAME_LSB);
    for (int j = 0; j < 3; ++j) {
      work.original[j] = &vertices[p.lane[j]];
      work.record[j] = batch.wave.s1 + p.lane[j] * recordBytes;
    }
    primitive(work);
  }
}

int Geometry::guardExponent(uint32_t origin, uint32_t half) {
  constexpr int kBias = 127, kLimit = 13, kMost = 15;
  if (exponentField(origin) >= kBias + kLimit || exponentField(half) >= kBias + kLimit) return 0;
  const int k = kLimit + kBias - exponentField(half);
  return k < kMost ? k : kMost;
}

uint32_t Geometry::scaleDown(uint32_t a, int exponent) {
  const int field = exponentField(a);
  if (field == 0xff) return a;
  if (field <= exponent) return a & fp::kSign;
  return a - (static_cast<uint32_t>(exponent) << 23);
}

uint16_t Geometry::outcode(const Vec4& p, int kx, int ky) {
  const auto [x, y, z, w] = p;
  uint16_t code = 0;
  for (uint32_t c : p) {
    if (fp::isNan(c)) code |= kOutNan;
  }
  if (!fp::less(0, w)) code |= kOutW;
  if (fp::less(z, 0)) code |= kOutNear;
  if (fp::less(w, z)) code |= kOutFar;
  if (fp::less(w, negate(x))) code |= kOutLeft;
  if (fp::less(w, x)) code |= kOutRight;
  if (fp::less(w, negate(y))) code |= kOutBottom;
  if (fp::less(w, y)) code |= kOutTop;
  const uint32_t xs = scaleDown(x, kx), ys = scaleDown(y, ky);
  if (fp::less(w, negate(xs))) code |= kGuardLeft;
  if (fp::less(w, xs)) code |= kGuardRight;
  if (fp::less(w, negate(ys))) code |= kGuardBottom;
  if (fp::less(w, ys)) code |= kGuardTop;
  return code;
}

void Geometry::transform(const State& s, Vertex& v) const {
  const auto [x, y, z, w] = v.position;
  v.iw = fp::rcp(w);
  const uint32_t xn = fp::mul(x, v.iw), yn = fp::mul(y, v.iw), zn = fp::mul(z, v.iw);
  v.xScreen = fp::add(fp::mul(fp::add(xn, fp::kOne), s.word[E11_STATE_BLOCK_VP_HALF_W]),
                      s.word[E11_STATE_BLOCK_VP_X]);
  v.yScreen = fp::add(fp::mul(fp::add(fp::kOne, negate(yn)), s.word[E11_STATE_BLOCK_VP_HALF_H]),
                      s.word[E11_STATE_BLOCK_VP_Y]);
  v.z = fp::add(s.word[E11_STATE_BLOCK_VP_MIN_Z], fp::mul(zn, s.word[E11_STATE_BLOCK_VP_DZ]));
  v.snapped = {snap(v.xScreen), snap(v.yScreen)};
}

/// Float to 16.8, nearest even (spec 3.2.4.1). NaN gives 0.
int32_t Geometry::snap(uint32_t a) {
  constexpr int kBias = 127, kMantissa = 23, kFraction = 8, kInteger = 15;
  if (fp::isNan(a)) return 0;
  const bool negative = a & fp::kSign;
  const int exponent = exponentField(a) - kBias;
  if (exponent < -kFraction - 1) return 0;
  if (exponent >= kInteger) return negative ? -(1 << 23) : (1 << 23) - 1;
  const uint32_t mantissa = (a & 0x7fffff) | 0x800000;
  const int shift = kMantissa - kFraction - exponent;  // 1 .. 24
  const uint32_t kept = mantissa >> shift;
  const uint32_t rest = mantissa & ((1u << shift) - 1), half = 1u << (shift - 1);
  const uint32_t rounded = kept + (rest > half || (rest == half && (kept & 1)));
  if (negative) return -static_cast<int32_t>(rounded);
  return rounded > 0x7fffff ? 0x7fffff : static_cast<int32_t>(rounded);
}

void Geometry::primitive(Work& work) {
  const bool depthClip = work.state.rasterFlag(E11_STATE_BLOCK_RASTER_INFO_DEPTH_CLIP_LSB);
  const uint16_t depth = depthClip ? kOutNear | kOutFar : 0;
  uint16_t any = 0, all = 0xffff;
  for (const Vertex* v : work.original) {
    any |= v->outcode;
    all &= v->outcode;
  }
  if (any & kOutNan) return;
  if (all & (kOutW | kOutSides | depth)) return;
  const uint16_t planes = any & (kOutW | kOutGuard | depth);
  if (planes) {
    work.clipped = true;
    clip(work, planes);
  } else {
    Polygon whole;
    for (const Vertex* v : work.original) whole.add(v, true);
    if (work.kind != TriangleKind::kSolid) whole.size = 2;
    pieces(work, whole);
  }
}

}  // namespace e11::model
