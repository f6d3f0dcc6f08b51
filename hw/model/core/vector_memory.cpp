// SPDX-License-Identifier: Apache-2.0
// The vector memory unit: addresses, bounds, loads and stores.
#include <algorithm>

#include "interpreter.h"
#include "typed.h"

namespace e11::model {

namespace {

using isa::Op;

bool isAtomic(Op op) {
  return op == Op::kAtmraw || op == Op::kAtmtyped || op == Op::kAtmstruct;
}

bool isStore(Op op) {
  return op == Op::kStraw || op == Op::kSttyped || op == Op::kStstruct || op == Op::kStglb ||
         op == Op::kStscr || isAtomic(op);
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
  const bool raw = d.op == Op::kLdraw || d.op == Op::kStraw || d.op == Op::kAtmraw;
  const bool typed = d.op == Op::kLdtyped || d.op == Op::kSttyped || d.op == Op::kAtmtyped;
  const bool structured = d.op == Op::kLdstruct || d.op == Op::kStstruct || d.op == Op::kAtmstruct;
  const bool scratch = isScratch(d.op);
  const uint32_t n = isAtomic(d.op) ? 1 : d.count + 1u;
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
  if (d.op == Op::kLdlds || d.op == Op::kStlds || d.op == Op::kAtmlds) return groupMemory(d);
  const Addresses at = addresses(d);
  if (isAtomic(d.op)) return atomics(d, at);
  if (d.op == Op::kSttyped) return storeTyped(d, at);
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
    std::array<uint8_t, 16> element{};
    const uint32_t start = at.start[i] & ~(f.loadAlign() - 1u);
    if (at.count[i] && f.channels)
      core_.memory_.read(Client::kVector, start, element.data(), f.loadBytes(d.count + 1u));
    for (uint32_t c = 0; c <= d.count; ++c)
      rows[c][i] =
          c < f.channels ? convertChannel(f, c, f.extract(element, c)) : missingComponent(f, c);
  }
  for (uint32_t c = 0; c <= d.count; ++c) writeVector(d.dst + c, rows[c], at.lanes);
}

void Core::Interpreter::storeTyped(const Decoded& d, const Addresses& at) {
  const TypedFormat& f = at.format;
  for (int i = 0; i < kLanes; ++i) {
    if (!(at.lanes >> i & 1) || !at.count[i]) continue;
    uint64_t element = 0;
    for (uint32_t c = 0; c < f.channels; ++c) {
      const uint32_t value = c <= d.count ? vector(d.dst + c)[i] : 0;
      if (f.wide())
        store(Client::kVector, (at.start[i] & ~3u) + 4 * c, value);
      else
        element |= uint64_t{packChannel(f, c, value)} << f.lowestBit[c];
    }
    if (!f.wide()) storeBytes(at.start[i] & ~(f.bytes - 1u), element, f.bytes);
  }
}

/// Lanes in ascending order. Typed ones on single dwords only.
void Core::Interpreter::atomics(const Decoded& d, const Addresses& at) {
  using formats::ChannelType;
  const TypedFormat& f = at.format;
  const bool exchange = d.atomicOp == static_cast<uint8_t>(isa::AtomicOp::kXchg);
  const bool works = d.op != Op::kAtmtyped ||
                     (f.wide() && f.channels == 1 && (f.type != ChannelType::kFloat || exchange));
  Row old{};
  for (int i = 0; i < kLanes; ++i) {
    if (!(at.lanes >> i & 1) || !at.count[i] || !works) continue;
    old[i] = atomic(at.start[i] & ~3u, d.atomicOp, vector(d.dst)[i], vector(d.dst + 1u)[i]);
  }
  if (d.returns) writeVector(d.dst, old, wave_.exec);
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
