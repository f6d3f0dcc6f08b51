// SPDX-License-Identifier: Apache-2.0
// The arithmetic units: INT, FP, TAB, QUAD and ITP.
#include "e11/fp.h"
#include "interpreter.h"

namespace e11::model {

namespace {

using isa::Op;

uint32_t modify(uint32_t value, bool absolute, bool negate) {
  if (absolute) value &= ~fp::kSign;
  return negate ? value ^ fp::kSign : value;
}

template <int n, typename F>
void lanes(uint32_t* r, F f) {
  for (int i = 0; i < n; ++i) r[i] = f(i);
}

/// fp::mul for a row: the rare exact case is looked for once, so that the
/// compiler can vectorise the rest.
template <int n>
void multiply(const uint32_t* a, const uint32_t* b, uint32_t* r) {
  constexpr uint32_t kSmallestNormal = 0x00800000u;
  uint32_t rare = 0;
  for (int i = 0; i < n; ++i) {
    const uint32_t bits = fp::toBits(fp::toFloat(fp::flush(a[i])) * fp::toFloat(fp::flush(b[i])));
    rare |= (bits & ~fp::kSign) == kSmallestNormal;
    const uint32_t flushed = fp::flush(bits);
    r[i] = fp::isNan(flushed) ? fp::kNan : flushed;
  }
  if (rare) lanes<n>(r, [=](int i) { return fp::mul(a[i], b[i]); });
}

template <int n>
void sum(const uint32_t* a, const uint32_t* b, uint32_t* r) {
  lanes<n>(r, [=](int i) { return fp::add(a[i], b[i]); });
}

}  // namespace

/// The lanes of a source after its modifiers; `room` is used where the register
/// itself cannot be.
const uint32_t* Core::Interpreter::operand(const Decoded& d, int position, Row* room) const {
  const Source& s = d.src[position];
  const bool neg = d.negate >> position & 1, abs = d.absolute >> position & 1;
  switch (s.kind) {
    case Source::Kind::kVector: {
      const Row& row = vector(s.index);
      if (!neg && !abs) return row.data();
      for (int i = 0; i < kLanes; ++i) (*room)[i] = modify(row[i], abs, neg);
      return room->data();
    }
    case Source::Kind::kLane:
      for (int i = 0; i < kLanes; ++i) (*room)[i] = modify(i, abs, neg);
      return room->data();
    default:
      room->fill(scalarOperand(d, position));
      return room->data();
  }
}

/// A source for a scalar operation: of a vector, lane 0.
uint32_t Core::Interpreter::scalarOperand(const Decoded& d, int position) const {
  const Source& s = d.src[position];
  uint32_t value = 0;
  switch (s.kind) {
    case Source::Kind::kVector:
      value = vector(s.index)[0];
      break;
    case Source::Kind::kScalar:
      value = scalar(s.index);
      break;
    case Source::Kind::kValue:
      value = s.value;
      break;
    case Source::Kind::kExec:
      value = wave_.exec;
      break;
    case Source::Kind::kCov:
      value = wave_.cov;
      break;
    case Source::Kind::kLane:
      break;
  }
  return modify(value, d.absolute >> position & 1, d.negate >> position & 1);
}

template <int n>
void Core::Interpreter::evaluate(const Decoded& d, const uint32_t* a, const uint32_t* b,
                                 const uint32_t* c, uint32_t* r) {
  const Op op = d.op;
  const auto mask = [](bool x) { return x ? ~0u : 0u; };
  switch (op) {
    case Op::kMov:
      return lanes<n>(r, [=](int i) { return a[i]; });
    case Op::kSel:
      return lanes<n>(r, [=](int i) { return a[i] ? b[i] : c[i]; });
    case Op::kFadd:
      return sum<n>(a, b, r);
    case Op::kFmul:
      return multiply<n>(a, b, r);
    case Op::kFmad:
      multiply<n>(a, b, r);
      return sum<n>(r, c, r);
    case Op::kFmin:
      return lanes<n>(r, [=](int i) { return fp::min(a[i], b[i]); });
    case Op::kFmax:
      return lanes<n>(r, [=](int i) { return fp::max(a[i], b[i]); });
    case Op::kFlt:
      return lanes<n>(r, [=](int i) { return mask(fp::less(a[i], b[i])); });
    case Op::kFge:
      return lanes<n>(r, [=](int i) { return mask(fp::greaterEqual(a[i], b[i])); });
    case Op::kIadd:
      return lanes<n>(r, [=](int i) { return a[i] + b[i]; });
    case Op::kIsub:
      return lanes<n>(r, [=](int i) { return a[i] - b[i]; });
    case Op::kImul:
      return lanes<n>(r, [=](int i) { return a[i] * b[i]; });
    case Op::kImad:
      return lanes<n>(r, [=](int i) { return a[i] * b[i] + c[i]; });
    case Op::kAnd:
      return lanes<n>(r, [=](int i) { return a[i] & b[i]; });
    case Op::kOr:
      return lanes<n>(r, [=](int i) { return a[i] | b[i]; });
    case Op::kXor:
      return lanes<n>(r, [=](int i) { return a[i] ^ b[i]; });
    case Op::kShl:
      return lanes<n>(r, [=](int i) { return a[i] << (b[i] & 31); });
    case Op::kUshr:
      return lanes<n>(r, [=](int i) { return a[i] >> (b[i] & 31); });
    case Op::kIeq:
      return lanes<n>(r, [=](int i) { return mask(a[i] == b[i]); });
    case Op::kIne:
      return lanes<n>(r, [=](int i) { return mask(a[i] != b[i]); });
    default:
      break;
  }
  switch (d.unit) {
    case isa::Unit::kFp:
      return lanes<n>(r, [=](int i) { return fp::alu(op, a[i], b[i]); });
    case isa::Unit::kTab: {
      const fp::TableOp table = fp::tableOp(op);
      return lanes<n>(r, [=](int i) { return fp::table(table, a[i], b[i]); });
    }
    default:
      return lanes<n>(r, [=](int i) { return fp::integer(op, a[i], b[i], c[i]); });
  }
}

/// Derivatives: the exchange feeds the adder. Lanes of a quad: 0 upper left,
/// 1 upper right, 2 lower left, 3 lower right.
void Core::Interpreter::quad(const Decoded& d, const uint32_t* a, uint32_t* r) {
  for (int i = 0; i < kLanes; ++i) {
    const int q = i & ~3;
    int from = q, to;
    switch (d.op) {
      case Op::kDdxc:
        to = q + 1;
        break;
      case Op::kDdyc:
        to = q + 2;
        break;
      case Op::kDdxf:
        from = i & ~1;
        to = i | 1;
        break;
      default:
        from = i & ~2;
        to = i | 2;
        break;
    }
    r[i] = fp::add(a[to], a[from] ^ fp::kSign);
  }
}

void Core::Interpreter::interpolate(const Decoded& d, const uint32_t* a, const uint32_t* c,
                                    uint32_t* r) {
  const uint32_t word = d.attribute & 0xfff;
  const uint32_t select = d.attribute >> 12 > 2 ? 2 : d.attribute >> 12;
  for (int i = 0; i < kLanes; ++i) {
    const uint32_t at = (wave_.launch.coef[i / 4] + word) % E11_CFG_COEF_WORDS;
    const auto& k = core_.coefficients_[at].c;
    switch (d.op) {
      case Op::kItp1:
        r[i] = fp::mad(a[i], k[1], k[0]);
        break;
      case Op::kItp2:
        r[i] = fp::mad(a[i], k[2], c[i]);
        break;
      case Op::kItpmul:
        r[i] = fp::mul(a[i], k[select]);
        break;
      default:
        r[i] = k[select];
        break;
    }
  }
}

void Core::Interpreter::alu(const Decoded& d) {
  Row r;
  if (d.scalarDst) {
    const uint32_t a = scalarOperand(d, 0), b = scalarOperand(d, 1), c = scalarOperand(d, 2);
    evaluate<1>(d, &a, &b, &c, r.data());
    return writeScalar(d.dst, d.saturate ? fp::saturate(r[0]) : r[0]);
  }
  Row room[3];
  const uint8_t sources = isa::kOpInfo[static_cast<int>(d.op)].sources;
  const uint32_t* s[3];
  for (int i = 0; i < 3; ++i) s[i] = sources >> i & 1 ? operand(d, i, &room[i]) : wave_.v[0].data();
  switch (d.unit) {
    case isa::Unit::kQuad:
      quad(d, s[0], r.data());
      break;
    case isa::Unit::kItp:
      interpolate(d, s[0], s[2], r.data());
      break;
    default:
      evaluate<kLanes>(d, s[0], s[1], s[2], r.data());
      break;
  }
  if (d.saturate)
    for (uint32_t& x : r) x = fp::saturate(x);
  writeVector(d.dst, r, wave_.exec);
}

}  // namespace e11::model
