// SPDX-License-Identifier: Apache-2.0
#include "e11/fp.h"

namespace e11::fp {

namespace {

/// Spec 22.11.6, 22.11.11: a field that reaches beyond bit 31 is the value shifted only.
uint32_t bitField(uint32_t width, uint32_t offset, uint32_t value, bool isSigned) {
  width &= 31;
  offset &= 31;
  if (width == 0) return 0;
  const auto shiftRight = [isSigned](uint32_t v, uint32_t n) {
    return isSigned ? static_cast<uint32_t>(static_cast<int32_t>(v) >> n) : v >> n;
  };
  if (width + offset >= 32) return shiftRight(value, offset);
  return shiftRight(value << (32 - width - offset), 32 - width);
}

uint32_t bitReverse(uint32_t v) {
  uint32_t r = 0;
  for (int i = 0; i < 32; ++i) r |= ((v >> i) & 1) << (31 - i);
  return r;
}

uint32_t firstHigh(uint32_t v) { return v ? static_cast<uint32_t>(__builtin_clz(v)) : ~0u; }

/// Spec 22.12.15: bytes of the reference that are 0 do not count.
uint32_t maskedSad(uint32_t reference, uint32_t source, uint32_t sum) {
  for (int shift = 0; shift < 32; shift += 8) {
    const int r = (reference >> shift) & 0xff, s = (source >> shift) & 0xff;
    if (r) sum += static_cast<uint32_t>(r > s ? r - s : s - r);
  }
  return sum;
}

}  // namespace

uint32_t integer(isa::Op op, uint32_t a, uint32_t b, uint32_t c) {
  const auto mask = [](bool x) { return x ? 0xffffffffu : 0u; };
  const int32_t sa = static_cast<int32_t>(a), sb = static_cast<int32_t>(b);
  switch (op) {
    case isa::Op::kMov: return a;
    case isa::Op::kSel: return a ? b : c;
    case isa::Op::kIadd: return a + b;
    case isa::Op::kIsub: return a - b;
    case isa::Op::kImul: return a * b;
    case isa::Op::kImulh: return static_cast<uint32_t>((static_cast<int64_t>(sa) * sb) >> 32);
    case isa::Op::kUmulh: return static_cast<uint32_t>((static_cast<uint64_t>(a) * b) >> 32);
    case isa::Op::kImad: return a * b + c;
    case isa::Op::kImin: return sa < sb ? a : b;
    case isa::Op::kImax: return sa < sb ? b : a;
    case isa::Op::kUmin: return a < b ? a : b;
    case isa::Op::kUmax: return a < b ? b : a;
    case isa::Op::kAnd: return a & b;
    case isa::Op::kOr: return a | b;
    case isa::Op::kXor: return a ^ b;
    case isa::Op::kAndn: return a & ~b;
    case isa::Op::kShl: return a << (b & 31);
    case isa::Op::kIshr: return static_cast<uint32_t>(sa >> (b & 31));
    case isa::Op::kUshr: return a >> (b & 31);
    case isa::Op::kIeq: return mask(a == b);
    case isa::Op::kIne: return mask(a != b);
    case isa::Op::kIlt: return mask(sa < sb);
    case isa::Op::kIge: return mask(sa >= sb);
    case isa::Op::kUlt: return mask(a < b);
    case isa::Op::kUge: return mask(a >= b);
    case isa::Op::kUaddc: return static_cast<uint32_t>((static_cast<uint64_t>(a) + b) >> 32);
    case isa::Op::kUsubb: return a < b ? 1 : 0;
    case isa::Op::kUbfe: return bitField(a, b, c, false);
    case isa::Op::kIbfe: return bitField(a, b, c, true);
    case isa::Op::kBfm: return ((1u << (a & 31)) - 1) << (b & 31);
    case isa::Op::kBfi: return (a & b) | (~a & c);
    case isa::Op::kBfrev: return bitReverse(a);
    case isa::Op::kBcnt: return static_cast<uint32_t>(__builtin_popcount(a));
    case isa::Op::kFbhi: return firstHigh(a);
    case isa::Op::kFblo: return a ? static_cast<uint32_t>(__builtin_ctz(a)) : ~0u;
    case isa::Op::kFbshi: return firstHigh(sa >= 0 ? a : ~a);
    case isa::Op::kMsad: return maskedSad(a, b, c);
    default: return 0;
  }
}

}  // namespace e11::fp
