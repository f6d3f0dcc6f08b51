// SPDX-License-Identifier: Apache-2.0
#include "e11/random_program.h"

#include "../tests/assembler.h"

namespace e11::bench {

namespace {

using isa::Op;
using isa::Unit;

// Scalar registers that structure needs, by depth of nesting.
constexpr uint32_t kMask = 28, kCounter = 34, kBroken = 40;
constexpr unsigned kMaxDepth = 3;

bool isAlu(const isa::OpInfo& info) {
  return info.valid &&
         (info.unit == Unit::kInt || info.unit == Unit::kFp || info.unit == Unit::kTab ||
          info.unit == Unit::kQuad || info.unit == Unit::kItp);
}

}  // namespace

uint32_t interestingValue(Random& random) {
  static const uint32_t kSpecial[] = {
      0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
      0x7f800001, 0x00000001, 0x807fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff,
      0x4b000000, 0x4b800000, 0x3effffff, 0x3f000000, 0x4f000000, 0xcf000000, 0x4f800000,
      0x7fffffff, 0xffffffff, 0x33800000, 0x387fc000, 0x47ffefff};
  const uint32_t bits = static_cast<uint32_t>(random());
  switch (random() % 6) {
    case 0:
      return kSpecial[random() % (sizeof kSpecial / sizeof *kSpecial)];
    case 1:
      return bits & 31;
    case 2:
      return 0 - (bits & 31);
    case 3:
      return (bits & 0x807fffff) | static_cast<uint32_t>(120 + random() % 16) << 23;
    case 4:
      return (bits & 0x80700000) | static_cast<uint32_t>(120 + random() % 16) << 23;
    default:
      return bits;
  }
}

uint32_t RandomProgram::anyVector() {
  return v(below(32u << options_.size));
}

/// Those behind the ones that structure needs.
uint32_t RandomProgram::freeScalar() {
  return s(46 + below(options_.size ? 82 : 18));
}

uint32_t RandomProgram::literal() {
  return interestingValue(random_);
}

uint32_t RandomProgram::scalarSource() {
  switch (below(8)) {
    case 0:
      return isa::kSrcConstant + below(128);
    case 1:
      return isa::kSrcExec;
    case 2:
      return isa::kSrcCov;
    case 3:
      return s(below(64));
    case 4:
      return below(4) ? freeScalar() : anyVector();  // a vector counts as its lane 0
    default:
      return freeScalar();
  }
}

uint32_t RandomProgram::vectorSource() {
  switch (below(8)) {
    case 0:
      return scalarSource();
    case 1:
      return isa::kSrcLane;
    default:
      return anyVector();
  }
}

void RandomProgram::patch(size_t at, size_t target) {
  const auto distance = static_cast<int64_t>(target) - static_cast<int64_t>(at) - 1;
  code_[at] |= field(static_cast<uint64_t>(distance), isa::kCTarget);
}

void RandomProgram::prologue() {
  // The table into s4..s27, random values into some registers.
  emit(formM(Op::kSldptr, Table::kRaw, k(0), 0, 0, 3, 0));
  emit(formM(Op::kSldptr, Table::kStruct, k(32), 0, 0, 3, 0));
  emit(formM(Op::kSldptr, Table::kPrivateStruct, k(0), 0, 0, 3, 64));
  for (int i = 0; i < 6; ++i) emit(formL(Op::kMov, freeScalar(), 0, literal()));
  for (int i = 0; i < 4; ++i) emit(formL(Op::kMov, anyVector(), 0, literal()));
  if (!options_.memory) return;
  for (int i = 0; i < 3; ++i) {
    const uint32_t offset = anyVector();
    emit(formR(Op::kImul, offset, isa::kSrcLane, k(16)));
    emit(formM(Op::kLdraw, anyVector(), offset, Table::kRaw, k(0), 3, 256 * below(16)));
  }
}

void RandomProgram::alu() {
  unsigned op;
  do {
    op = below(128);
  } while (!isAlu(isa::kOpInfo[op]));
  const isa::OpInfo& info = isa::kOpInfo[op];
  const Op code = static_cast<Op>(op);
  const bool scalarDst = info.scalar && below(4) == 0;
  const uint32_t dst = scalarDst ? freeScalar() : anyVector();
  const auto source = [&] { return scalarDst ? scalarSource() : vectorSource(); };
  if (info.unit == Unit::kItp) {
    const uint32_t attr = below(4096) | below(4) << 12;
    return emit(formR(code, dst, source(), 0, source(), 0, attr));
  }
  const bool hasLiteral = info.literal && (info.sources != 1 || code == Op::kMov);
  if (hasLiteral && below(3) == 0) {
    const auto plain = [&] {
      return scalarDst ? freeScalar() : below(2) ? anyVector() : freeScalar();
    };
    return emit(formL(code, dst, plain(), literal(), plain()));
  }
  emit(formR(code, dst, source(), source(), source(), below(2) ? below(128) : 0));
}

void RandomProgram::control() {
  switch (below(6)) {
    case 0:
      return emit(formC(Op::kBallot, freeScalar() & 127, vectorSource(), below(2)));
    case 1:
      return emit(formC(Op::kRdfirst, freeScalar() & 127, vectorSource()));
    case 2:
      return emit(formC(Op::kBrk, freeScalar() & 127, vectorSource(), below(2)));
    case 3:
      return emit(formC(Op::kNop));
    case 4:
      return emit(formC(below(3) ? Op::kBar : Op::kFence));
    default:
      // Few lanes at a time, or waves would not live long.
      if (options_.pixel && below(3) == 0) {
        const uint32_t t = anyVector();
        emit(formR(Op::kIeq, t, isa::kSrcLane, k(below(16))));
        return emit(formC(Op::kDiscard, 0, t));
      }
      return emit(formC(Op::kNop));
  }
}

void RandomProgram::vectorMemory() {
  static const Op kOps[] = {Op::kLdraw, Op::kLdtyped,  Op::kLdstruct, Op::kLdglb,
                            Op::kStraw, Op::kStstruct, Op::kStglb,    Op::kLdscr,
                            Op::kStscr, Op::kSttyped,  Op::kLdtyped,  Op::kSttyped};
  const Op op = kOps[below(sizeof kOps / sizeof *kOps)];
  const uint32_t count = below(4), data = anyVector();
  const uint32_t offset = below(2) ? 0 : below(4) ? 4 * below(16) : below(1 << 14);
  const bool scratch = op == Op::kLdscr || op == Op::kStscr;
  const uint32_t place = index(scratch ? 0x3f : below(2) ? 0xff : 0x3ff);
  // Of typed accesses only the index is checked: they stay near.
  const bool wild = op != Op::kSttyped && below(6) == 0;
  const uint32_t second = below(3) ? k(0) : wild ? vectorSource() : k(below(64));
  uint32_t base = 0;
  switch (op) {
    case Op::kLdraw:
      base = below(2) ? Table::kRaw : Table::kPrivateRaw;
      break;
    case Op::kLdtyped:
    case Op::kSttyped:
      base = Table::kTyped;
      break;
    case Op::kLdstruct:
      base = below(2) ? Table::kStruct : Table::kPrivateStruct;
      break;
    case Op::kStraw:
      base = Table::kPrivateRaw;
      break;
    case Op::kStstruct:
      base = Table::kPrivateStruct;
      break;
    case Op::kLdglb:
    case Op::kStglb: {
      // Not checked: stay inside. Negative or large offsets must come to nothing.
      base = Table::kPrivateBase;
      const uint32_t safe = anyVector();
      emit(formL(Op::kAnd, safe, anyVector(), 0x7ff));
      return emit(formM(op, data, safe, base, k(below(64)), count, 4 * below(16), below(8) == 0));
    }
    default:
      break;
  }
  emit(formM(op, data, place, base, second, count, offset, below(8) == 0));
}

/// An index or offset that is mostly inside: few bits of something, per lane or alike.
uint32_t RandomProgram::index(uint32_t mask) {
  const uint32_t place = anyVector();
  emit(formL(Op::kAnd, place, anyVector(), mask));
  if (below(3) == 0) emit(formR(Op::kIadd, place, place, isa::kSrcLane));
  if (below(2)) emit(formR(Op::kShl, place, place, k(below(3))));
  return below(8) ? place : vectorSource();
}

void RandomProgram::atomic() {
  static const Op kOps[] = {Op::kAtmraw, Op::kAtmstruct, Op::kAtmtyped, Op::kAtmlds};
  static const uint32_t kBases[] = {Table::kPrivateRaw, Table::kPrivateStruct, Table::kTyped, 0};
  const unsigned n = below(options_.compute ? 4 : 3);
  const uint32_t place = below(4) ? index(below(2) ? 0x3c : 0x3ff) : k(4 * below(16));
  emit(formAtomic(kOps[n], static_cast<isa::AtomicOp>(below(10)), anyVector(), place, kBases[n],
                  below(3) ? k(0) : k(below(64)), below(2) ? 0 : 4 * below(64), below(3)));
}

void RandomProgram::groupMemory() {
  const Op op = below(2) ? Op::kLdlds : Op::kStlds;
  uint32_t place = index(below(2) ? 0xff : 0x7ff);
  if (below(3) == 0) {  // no conflict, or all lanes alike
    place = anyVector();
    emit(formR(Op::kShl, place, below(4) ? uint32_t{isa::kSrcLane} : k(below(8)), k(2)));
  }
  emit(formM(op, anyVector(), place, 0, below(3) ? k(0) : vectorSource(), below(4),
             below(2) ? 0 : below(1024)));
}

void RandomProgram::scalarMemory() {
  const uint32_t log2 = below(4);
  // Destinations in s48..s63 (tuples stay inside).
  const uint32_t data = 48 + (below(16) & ~((1u << log2) - 1));
  switch (below(4)) {
    case 0:
      return emit(formM(Op::kSldscr, data, 0, 0, 0, 0, 4 * below(70)));
    case 1:
      return emit(formM(Op::kSstscr, 46 + below(18), 0, 0, 0, 0, 4 * below(70)));
    case 2: {
      emit(formL(Op::kAnd, s(46), freeScalar(), 0xfff));
      return emit(formM(Op::kSldptr, data, below(2) ? s(46) : k(below(64)), Table::kRaw, 0, log2,
                        4 * below(32)));
    }
    default: {
      emit(formL(Op::kAnd, s(46), freeScalar(), below(4) ? 0xfff : 0x1fff));
      return emit(formM(Op::kSldbuf, data, below(8) ? s(46) : scalarSource(), Table::kRaw, 0, log2,
                        below(4096)));
    }
  }
}

void RandomProgram::memory() {
  if (below(3) == 0) return scalarMemory();
  if (below(5) == 0) return atomic();
  if (below(options_.compute ? 3 : 40) == 0) return groupMemory();
  vectorMemory();
}

void RandomProgram::ifElse(unsigned depth) {
  const uint32_t mask = kMask + depth;
  const size_t atIf = code_.size();
  emit(formC(Op::kIf, mask, vectorSource(), below(2)));
  block(2 + below(6), depth + 1);
  if (below(2)) {
    const size_t atElse = code_.size();
    patch(atIf, atElse);
    emit(formC(Op::kElse, mask));
    block(2 + below(6), depth + 1);
    patch(atElse, code_.size());
  } else {
    patch(atIf, code_.size());
  }
  emit(formC(Op::kExecor, 0, s(mask)));
}

void RandomProgram::uniformLoop(unsigned depth) {
  const uint32_t counter = s(kCounter + depth);
  emit(formR(Op::kMov, counter, k(1 + below(3))));
  const size_t top = code_.size();
  block(2 + below(5), depth + 1);
  emit(formR(Op::kIsub, counter, counter, k(1)));
  emit(formC(Op::kBrnz, 0, counter));
  patch(code_.size() - 1, top);
}

// Lanes leave one by one; at the last round all do.
void RandomProgram::lanesLoop(unsigned depth) {
  const uint32_t counter = s(kCounter + depth), broken = s(kBroken + depth);
  const uint32_t saved = s(kMask + depth);
  emit(formR(Op::kMov, saved, isa::kSrcExec));
  emit(formR(Op::kMov, broken, k(0)));
  emit(formR(Op::kMov, counter, k(1 + below(4))));
  const size_t top = code_.size();
  block(1 + below(4), depth + 1);
  emit(formC(Op::kBrk, broken & 127, vectorSource(), below(2)));
  emit(formR(Op::kIsub, counter, counter, k(1)));
  emit(formR(Op::kSel, s(45), counter, k(0), isa::kSrcExec));
  emit(formR(Op::kOr, broken, broken, s(45)));
  emit(formC(Op::kLoop, 0, broken));
  patch(code_.size() - 1, top);
  emit(formC(Op::kExecor, 0, saved));
}

void RandomProgram::skip() {
  const size_t at = code_.size();
  static const Op kBranches[] = {Op::kBr, Op::kBrz, Op::kBrnz};
  const Op op = kBranches[below(3)];
  emit(formC(op, 0, op == Op::kBr ? 0 : scalarSource()));
  const unsigned n = below(5);
  for (unsigned i = 0; i < n; ++i) alu();
  patch(at, code_.size());
}

void RandomProgram::masked(unsigned depth) {
  const uint32_t saved = s(kMask + depth);
  emit(formR(Op::kMov, saved, isa::kSrcExec));
  emit(formL(Op::kMov, s(45), 0, static_cast<uint32_t>(random_())));
  emit(formC(Op::kSetexec, 0, s(45)));
  block(2 + below(5), depth + 1);
  emit(formC(Op::kSetexec, 0, saved));
}

void RandomProgram::block(unsigned length, unsigned depth) {
  for (unsigned i = 0; i < length; ++i) {
    const unsigned kind = below(40);
    if (kind < 4 && depth < kMaxDepth) {
      switch (kind) {
        case 0:
          ifElse(depth);
          break;
        case 1:
          uniformLoop(depth);
          break;
        case 2:
          lanesLoop(depth);
          break;
        default:
          masked(depth);
          break;
      }
    } else if (kind < 6) {
      skip();
    } else if (kind < 9) {
      control();
    } else if (kind < 15 && options_.memory) {
      memory();
    } else if (kind == 15 && options_.pixel) {
      emit(formE(anyVector(), below(2) ? 0 : 8, below(16), false, false));
    } else {
      alu();
    }
  }
}

void RandomProgram::epilogue() {
  if (options_.traps && below(3) == 0) {
    static const uint64_t kBad[] = {
        static_cast<uint64_t>(Op::kTrap),
        0x16,                                         // no such opcode
        0xd3,                                         // texture unit: not there
        kLiteral | static_cast<uint64_t>(Op::kFrcp),  // no literal form
        formR(Op::kDdxc, s(46), v(0)),                // vector only
    };
    emit(kBad[below(5)]);
  }
  if (options_.pixel && below(4)) {
    const bool end = below(3);
    emit(formE(anyVector(), 0, below(16), end ? below(2) : true, end));
    if (!end) block(3, kMaxDepth);
  }
  emit(formC(Op::kEnd));
}

std::vector<uint64_t> RandomProgram::make() {
  code_.clear();
  prologue();
  block(options_.length, 0);
  epilogue();
  return code_;
}

}  // namespace e11::bench
