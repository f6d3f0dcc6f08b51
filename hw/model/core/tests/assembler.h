// SPDX-License-Identifier: Apache-2.0
//
// Instruction words for tests: one function for each form, no text.
#pragma once

#include <cstdint>
#include <vector>

#include "e11/isa.h"

namespace e11::bench {

constexpr uint64_t field(uint64_t value, isa::Field f) {
  return (value & ((uint64_t{1} << f.width) - 1)) << f.lsb;
}

// Source codes.
constexpr uint32_t v(uint32_t n) {
  return n;
}
constexpr uint32_t s(uint32_t n) {
  return isa::kSrcScalar + n;
}
constexpr uint32_t k(uint32_t n) {
  return isa::kSrcConstant + n;
}  // the integers 0..63

constexpr uint64_t kScalarDst = 1u << 15;
constexpr uint64_t kLiteral = 1u << 7;

constexpr uint64_t opcode(isa::Op op) {
  return static_cast<uint64_t>(op);
}

/// Form R. `dst` is a register code: v() or s().
constexpr uint64_t formR(isa::Op op, uint32_t dst, uint32_t a, uint32_t b = 0, uint32_t c = 0,
                         uint32_t mods = 0, uint32_t attr = 0) {
  return opcode(op) | field(dst & 127, isa::kRDst) | (dst >= isa::kSrcScalar ? kScalarDst : 0) |
         field(a, isa::kRSrc0) | field(b, isa::kRSrc1) | field(c, isa::kRSrc2) |
         field(mods, isa::kRMods) | field(attr, isa::kRAttr);
}

constexpr uint64_t formL(isa::Op op, uint32_t dst, uint32_t a, uint32_t literal, uint32_t c = 0) {
  return opcode(op) | kLiteral | field(dst & 127, isa::kLDst) |
         (dst >= isa::kSrcScalar ? kScalarDst : 0) | field(a, isa::kLSrc0) | field(c, isa::kLSrc2) |
         field(literal, isa::kLLit);
}

/// Form M. `count` is the field's value; `base` a scalar register number.
constexpr uint64_t formM(isa::Op op, uint32_t data, uint32_t a, uint32_t base, uint32_t c,
                         uint32_t count, uint32_t offset, bool coherent = false) {
  const bool scalar = isa::kOpInfo[static_cast<int>(op)].unit == isa::Unit::kSmem;
  return opcode(op) | field(data, isa::kMData) | (scalar ? kScalarDst : 0) | field(a, isa::kMSrc0) |
         field(s(base), isa::kMSrc1) | field(c, isa::kMSrc2) | field(count, isa::kMCount) |
         field(coherent, isa::kMCoherent) | field(offset, isa::kMOffset);
}

/// Form M, atomics. Without `returns` nothing is written.
constexpr uint64_t formAtomic(isa::Op op, isa::AtomicOp what, uint32_t data, uint32_t a,
                              uint32_t base, uint32_t c, uint32_t offset, bool returns) {
  return formM(op, data, a, base, c, what == isa::AtomicOp::kCmpxchg, offset, returns) |
         field(static_cast<uint64_t>(what), isa::kMOp);
}

constexpr uint64_t formE(uint32_t data, uint32_t target, uint32_t mask, bool done, bool end) {
  return opcode(isa::Op::kExp) | field(data, isa::kEData) | field(target, isa::kETarget) |
         field(mask, isa::kEMask) | field(done, isa::kEDone) | field(end, isa::kEEnd);
}

/// Form C. `target` counts instructions from the next one.
constexpr uint64_t formC(isa::Op op, uint32_t dst = 0, uint32_t a = 0, bool invert = false,
                         int32_t target = 0) {
  return opcode(op) | field(dst, isa::kCDst) | field(a, isa::kCSrc0) | field(invert, isa::kCInv) |
         field(static_cast<uint32_t>(target), isa::kCTarget);
}

}  // namespace e11::bench
