// SPDX-License-Identifier: Apache-2.0
// The vector memory unit: addresses, bounds, loads and stores.
#include <algorithm>

#include "interpreter.h"
#include "typed.h"

namespace e11::model {

namespace {

using isa::Op;

struct Descriptor {
  uint32_t base, stride, size;
  TypedFormat format;
};

bool isStore(Op op) {
  return op == Op::kStraw || op == Op::kStstruct || op == Op::kStglb || op == Op::kStscr;
}

bool isScratch(Op op) {
  return op == Op::kLdscr || op == Op::kStscr;
}

}  // namespace

/// Where each lane's access goes: dword i is at start + i * step, and is inside
/// while i < count.
struct Core::Interpreter::Addresses {
  std::array<uint32_t, kLanes> start{};
  std::array<uint8_t, kLanes> count{};
  uint32_t step = 4;
  uint16_t lanes = 0;  ///< lanes that do the access at all
  TypedFormat format;
};

Core::Interpreter::Addresses Core::Interpreter::addresses(const Decoded& d) const {
  Addresses at;
  const bool raw = d.op == Op::kLdraw || d.op == Op::kStraw;
  const bool typed = d.op == Op::kLdtyped;
  const bool structured = d.op == Op::kLdstruct || d.op == Op::kStstruct;
  const bool scratch = isScratch(d.op);
  const uint32_t n = d.count + 1u;
  const uint32_t base = raw || typed || structured ? d.base & ~3u : d.base;
  const uint32_t info = scalar(base + E11_BUFFER_DESCRIPTOR_INFO);
  const uint64_t stride = E11_GET(info, E11_BUFFER_DESCRIPTOR_INFO_STRIDE);
  const uint64_t size = scalar(base + E11_BUFFER_DESCRIPTOR_SIZE);
  at.format = typedFormat(E11_GET(info, E11_BUFFER_DESCRIPTOR_INFO_FORMAT));
  at.lanes = isStore(d.op) && !scratch ? wave_.exec & wave_.cov : wave_.exec;
  if (scratch) at.step = 64;
  const ScratchState& memory = core_.scratch_[wave_.launch.slot];

  Row room[2];
  const uint32_t* a = operand(d, 0, &room[0]);
  const uint32_t* c = operand(d, 2, &room[1]);
  for (int i = 0; i < kLanes; ++i) {
    const uint64_t inner = uint64_t{c[i]} + d.offset;
    const bool indexed = typed || structured;
    const uint64_t offset = (indexed ? a[i] * stride : a[i]) + inner;
    uint64_t start = scalar(base) + offset;
    // Bytes that may be accessed from the first one on, in dwords.
    uint64_t from = offset, limit = size;
    if (structured) from = inner, limit = a[i] < size ? stride : 0;
    if (scratch) {
      limit = memory.laneBytes;
      start = static_cast<uint32_t>(memory.base + wave_.launch.wave * kLanes * memory.laneBytes +
                                    static_cast<uint32_t>(offset / 4) * 64 + 4u * i);
    }
    uint64_t count = from + 4 <= limit ? std::min<uint64_t>((limit - from) / 4, n) : 0;
    if (typed) count = a[i] < size ? n : 0;
    if (d.op == Op::kLdglb || d.op == Op::kStglb) count = n;
    if (start >> 32) count = 0;
    at.start[i] = static_cast<uint32_t>(start);
    at.count[i] = static_cast<uint8_t>(count);
  }
  return at;
}

void Core::Interpreter::vectorMemory(const Decoded& d) {
  const Addresses at = addresses(d);
  if (isStore(d.op)) return storeDwords(d, at);
  if (d.op == Op::kLdtyped) return loadTyped(d, at);
  loadDwords(d, at);
}

void Core::Interpreter::loadDwords(const Decoded& d, const Addresses& at) {
  Row rows[4] = {};
  for (int i = 0; i < kLanes; ++i) {
    if (!(at.lanes >> i & 1)) continue;
    const uint32_t start = at.start[i] & ~3u;
    for (uint32_t c = 0; c < at.count[i]; ++c)
      rows[c][i] = core_.memory_.read32(Client::kVector, start + c * at.step);
  }
  for (uint32_t c = 0; c <= d.count; ++c) writeVector(d.dst + c, rows[c], at.lanes);
}

void Core::Interpreter::loadTyped(const Decoded& d, const Addresses& at) {
  const TypedFormat& f = at.format;
  Row rows[4];
  for (int i = 0; i < kLanes; ++i) {
    if (!(at.lanes >> i & 1)) continue;
    // An element outside reads as zero bits: 0 in its channels, the default in
    // components that the format lacks (spec 8.19.2).
    uint8_t element[16] = {};
    const uint32_t start = at.start[i] & ~(f.channelBytes - 1u);
    const size_t bytes = size_t{f.channelBytes} * std::min<size_t>(f.channels, d.count + 1u);
    if (at.count[i] && bytes) core_.memory_.read(Client::kVector, start, element, bytes);
    for (uint32_t c = 0; c <= d.count; ++c) {
      uint32_t bits = 0;
      for (uint32_t b = 0; c < f.channels && b < f.channelBytes; ++b)
        bits |= static_cast<uint32_t>(element[c * f.channelBytes + b]) << 8 * b;
      rows[c][i] = c < f.channels ? convertChannel(f, bits) : missingComponent(f, c);
    }
  }
  for (uint32_t c = 0; c <= d.count; ++c) writeVector(d.dst + c, rows[c], at.lanes);
}

void Core::Interpreter::storeDwords(const Decoded& d, const Addresses& at) {
  for (int i = 0; i < kLanes; ++i) {
    if (!(at.lanes >> i & 1)) continue;
    const uint32_t start = at.start[i] & ~3u;
    for (uint32_t c = 0; c < at.count[i]; ++c)
      store(Client::kVector, start + c * at.step, vector(d.dst + c)[i]);
  }
}

}  // namespace e11::model
