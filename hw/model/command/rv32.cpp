// SPDX-License-Identifier: Apache-2.0
#include "e11/model/rv32.h"

namespace e11::model {

namespace {

// Major opcodes (bits 6:0) of the RISC-V unprivileged manual.
enum : uint32_t {
  kLoad = 0x03,
  kMiscMem = 0x0f,
  kOpImm = 0x13,
  kAuipc = 0x17,
  kStore = 0x23,
  kOp = 0x33,
  kLui = 0x37,
  kBranch = 0x63,
  kJalr = 0x67,
  kJal = 0x6f,
};

uint32_t rd(uint32_t w) {
  return w >> 7 & 31;
}
uint32_t rs1(uint32_t w) {
  return w >> 15 & 31;
}
uint32_t rs2(uint32_t w) {
  return w >> 20 & 31;
}
uint32_t funct3(uint32_t w) {
  return w >> 12 & 7;
}
uint32_t funct7(uint32_t w) {
  return w >> 25;
}

uint32_t arithmeticShift(uint32_t value, uint32_t by) {
  const uint32_t sign = value >> 31 != 0 ? ~uint32_t{0} : 0;
  return by == 0 ? value : value >> by | sign << (32 - by);
}

/// Bits [high:low] of `w`, sign extended from bit 31 of the instruction.
uint32_t signedTop(uint32_t w, uint32_t low) {
  return arithmeticShift(w, low);
}

uint32_t immediateI(uint32_t w) {
  return signedTop(w, 20);
}
uint32_t immediateS(uint32_t w) {
  return (signedTop(w, 20) & ~31u) | (w >> 7 & 31);
}
uint32_t immediateB(uint32_t w) {
  return (signedTop(w, 19) & ~0xfffu) | (w << 4 & 0x800) | (w >> 20 & 0x7e0) | (w >> 7 & 0x1e);
}
uint32_t immediateJ(uint32_t w) {
  return (signedTop(w, 11) & ~0xfffffu) | (w & 0xff000) | (w >> 9 & 0x800) | (w >> 20 & 0x7fe);
}

bool signedLess(uint32_t a, uint32_t b) {
  return (a ^ 0x80000000u) < (b ^ 0x80000000u);
}

uint32_t negate(uint32_t a) {
  return 0u - a;
}

uint32_t highProduct(uint32_t a, bool aSigned, uint32_t b, bool bSigned) {
  uint32_t high = static_cast<uint32_t>(uint64_t{a} * b >> 32);
  if (aSigned && a >> 31 != 0) high -= b;
  if (bSigned && b >> 31 != 0) high -= a;
  return high;
}

}  // namespace

void Rv32::reset(uint32_t pc) {
  x_.fill(0);
  pc_ = pc;
  trapped_ = false;
}

bool Rv32::trap() {
  trapped_ = true;
  return false;
}

bool Rv32::step() {
  if (trapped_) return false;
  uint32_t word;
  if ((pc_ & 3) != 0 || !bus_.load(pc_, 4, &word)) return trap();
  return execute(word);
}

bool Rv32::execute(uint32_t w) {
  uint32_t next = pc_ + 4;
  kind_ = Kind::kPlain;
  switch (w & 0x7f) {
    case kLui:
      set(rd(w), w & 0xfffff000);
      break;
    case kAuipc:
      set(rd(w), pc_ + (w & 0xfffff000));
      break;
    case kJal:
      kind_ = Kind::kJump;
      set(rd(w), next);
      next = pc_ + immediateJ(w);
      break;
    case kJalr: {
      if (funct3(w) != 0) return trap();
      kind_ = Kind::kJump;
      const uint32_t target = (x_[rs1(w)] + immediateI(w)) & ~1u;
      set(rd(w), next);
      next = target;
      break;
    }
    case kBranch:
      if (!executeBranch(w, &next)) return trap();
      break;
    case kLoad:
      if (!executeLoad(w)) return trap();
      break;
    case kStore:
      if (!executeStore(w)) return trap();
      break;
    case kOpImm:
      if (!executeImmediate(w)) return trap();
      break;
    case kOp:
      if (!executeRegister(w)) return trap();
      break;
    case kMiscMem:
      if (funct3(w) > 1) return trap();
      break;
    default:
      return trap();
  }
  pc_ = next;
  return true;
}

bool Rv32::executeBranch(uint32_t w, uint32_t* next) {
  const uint32_t a = x_[rs1(w)];
  const uint32_t b = x_[rs2(w)];
  bool taken;
  switch (funct3(w)) {
    case 0:
      taken = a == b;
      break;
    case 1:
      taken = a != b;
      break;
    case 4:
      taken = signedLess(a, b);
      break;
    case 5:
      taken = !signedLess(a, b);
      break;
    case 6:
      taken = a < b;
      break;
    case 7:
      taken = a >= b;
      break;
    default:
      return false;
  }
  if (taken) {
    kind_ = Kind::kJump;
    *next = pc_ + immediateB(w);
  }
  return true;
}

bool Rv32::executeLoad(uint32_t w) {
  const uint32_t function = funct3(w);
  const uint32_t bytes = 1u << (function & 3);
  if (bytes > 4 || function > 5) return false;
  const uint32_t address = x_[rs1(w)] + immediateI(w);
  uint32_t value;
  if ((address & (bytes - 1)) != 0 || !bus_.load(address, bytes, &value)) return false;
  const bool extend = (function & 4) == 0;
  if (bytes == 1) value = extend ? arithmeticShift(value << 24, 24) : value & 0xff;
  if (bytes == 2) value = extend ? arithmeticShift(value << 16, 16) : value & 0xffff;
  set(rd(w), value);
  kind_ = Kind::kLoad;
  return true;
}

bool Rv32::executeStore(uint32_t w) {
  const uint32_t bytes = 1u << funct3(w);
  if (bytes > 4) return false;
  const uint32_t address = x_[rs1(w)] + immediateS(w);
  if ((address & (bytes - 1)) != 0 || !bus_.store(address, bytes, x_[rs2(w)])) return false;
  kind_ = Kind::kStore;
  return true;
}

bool Rv32::executeImmediate(uint32_t w) {
  const uint32_t a = x_[rs1(w)];
  const uint32_t b = immediateI(w);
  const uint32_t by = rs2(w);
  uint32_t value;
  switch (funct3(w)) {
    case 0:
      value = a + b;
      break;
    case 1:
      if (funct7(w) != 0) return false;
      value = a << by;
      break;
    case 2:
      value = signedLess(a, b);
      break;
    case 3:
      value = a < b;
      break;
    case 4:
      value = a ^ b;
      break;
    case 5:
      if ((funct7(w) & ~0x20u) != 0) return false;
      value = funct7(w) != 0 ? arithmeticShift(a, by) : a >> by;
      break;
    case 6:
      value = a | b;
      break;
    default:
      value = a & b;
      break;
  }
  set(rd(w), value);
  return true;
}

bool Rv32::executeRegister(uint32_t w) {
  const uint32_t a = x_[rs1(w)];
  const uint32_t b = x_[rs2(w)];
  if (funct7(w) == 1) {
    kind_ = funct3(w) < 4 ? Kind::kMultiply : Kind::kDivide;
    set(rd(w), multiplyDivide(funct3(w), a, b));
    return true;
  }
  const bool alternative = funct7(w) == 0x20;
  if (funct7(w) != 0 && !(alternative && (funct3(w) == 0 || funct3(w) == 5))) return false;
  uint32_t value;
  switch (funct3(w)) {
    case 0:
      value = alternative ? a - b : a + b;
      break;
    case 1:
      value = a << (b & 31);
      break;
    case 2:
      value = signedLess(a, b);
      break;
    case 3:
      value = a < b;
      break;
    case 4:
      value = a ^ b;
      break;
    case 5:
      value = alternative ? arithmeticShift(a, b & 31) : a >> (b & 31);
      break;
    case 6:
      value = a | b;
      break;
    default:
      value = a & b;
      break;
  }
  set(rd(w), value);
  return true;
}

uint32_t Rv32::multiplyDivide(uint32_t function, uint32_t a, uint32_t b) {
  const bool aNegative = a >> 31 != 0;
  const bool bNegative = b >> 31 != 0;
  const uint32_t aSize = aNegative ? negate(a) : a;
  const uint32_t bSize = bNegative ? negate(b) : b;
  switch (function) {
    case 0:
      return a * b;
    case 1:
      return highProduct(a, true, b, true);
    case 2:
      return highProduct(a, true, b, false);
    case 3:
      return highProduct(a, false, b, false);
    // Division by zero gives all ones and the dividend; the overflow
    // -2^31 / -1 gives -2^31 and 0, which the sizes do by themselves.
    case 4:
      if (b == 0) return ~uint32_t{0};
      return aNegative != bNegative ? negate(aSize / bSize) : aSize / bSize;
    case 5:
      return b == 0 ? ~uint32_t{0} : a / b;
    case 6:
      if (b == 0) return a;
      return aNegative ? negate(aSize % bSize) : aSize % bSize;
    default:
      return b == 0 ? a : a % b;
  }
}

}  // namespace e11::model
