// SPDX-License-Identifier: Apache-2.0
//
// The packed structs of raster's and pixel's ports (e11_pkg.sv) as fields: the
// last member of a struct is at bit 0.
#pragma once
#include "e11/bench.h"
#include "e11/model/quad.h"
#include "e11/struct_bits.h"

namespace e11::bench {

/// Walks the fields of a packed struct from its last member up.
template <typename Port>
class Packer {
 public:
  explicit Packer(Port& port) : port_(port) {}
  void put(unsigned width, uint64_t value) {
    setBits(port_, at_, width, value);
    at_ += width;
  }
  uint64_t get(unsigned width) {
    const uint64_t value = getBits(port_, at_, width);
    at_ += width;
    return value;
  }

 private:
  Port& port_;
  unsigned at_ = 0;
};

template <typename Port>
void putState(Port& port, unsigned slot, unsigned word, uint32_t data) {
  Packer<Port> p(port);
  p.put(32, data);
  p.put(6, word);
  p.put(kSlotBits, slot);
}

template <typename Port>
void putTriangle(Port& port, const model::Triangle& t) {
  Packer<Port> p(port);
  p.put(10, t.coef);
  p.put(32, t.dz2);
  p.put(32, t.dz1);
  p.put(32, t.z0);
  for (const model::Point& v : t.v) {
    p.put(24, static_cast<uint32_t>(v.y));
    p.put(24, static_cast<uint32_t>(v.x));
  }
  p.put(1, t.endOfDraw);
  p.put(1, t.front);
  p.put(kSlotBits, t.slot);
  p.put(2, static_cast<unsigned>(t.kind));
}

template <typename Port>
void putQuad(Port& port, const model::Quad& q) {
  Packer<Port> p(port);
  for (const auto* row : {&q.z, &q.e2, &q.e1}) {
    for (uint32_t value : *row) p.put(32, value);
  }
  p.put(4 + 11 + 3, 0);
  for (int i = 0; i < 4; ++i) p.put(8, q.cov >> i & 1);
  p.put(15, q.y);
  p.put(15, q.x);
  p.put(10, q.coef);
  p.put(1, q.front);
  p.put(1, q.endOfDraw);
  p.put(kSlotBits, q.slot);
}

template <typename Port>
model::Quad getQuad(Port& port) {
  model::Quad q;
  Packer<Port> p(port);
  for (auto* row : {&q.z, &q.e2, &q.e1}) {
    for (uint32_t& value : *row) value = static_cast<uint32_t>(p.get(32));
  }
  CHECK(p.get(4 + 11 + 3) == 0);
  for (int i = 0; i < 4; ++i) q.cov |= static_cast<uint8_t>(p.get(8) << i);
  q.y = static_cast<uint16_t>(p.get(15));
  q.x = static_cast<uint16_t>(p.get(15));
  q.coef = static_cast<uint16_t>(p.get(10));
  q.front = p.get(1);
  q.endOfDraw = p.get(1);
  q.slot = static_cast<uint8_t>(p.get(kSlotBits));
  return q;
}

/// Of quads without pixels only the head counts.
inline bool same(const model::Quad& a, const model::Quad& b) {
  if (a.slot != b.slot || a.endOfDraw != b.endOfDraw) return false;
  if (a.endOfDraw) return true;
  if (a.coef != b.coef || a.cov != b.cov || a.front != b.front) return false;
  return !a.cov || (a.x == b.x && a.y == b.y && a.e1 == b.e1 && a.e2 == b.e2 && a.z == b.z);
}

}  // namespace e11::bench
