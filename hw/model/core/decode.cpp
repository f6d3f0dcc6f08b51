// SPDX-License-Identifier: Apache-2.0
#include "decode.h"

namespace e11::model {

namespace {

using isa::get;
using isa::Op;

Source source(uint64_t code) {
  Source s;
  if (code < isa::kSrcScalar) {
    s.kind = Source::Kind::kVector;
    s.index = static_cast<uint8_t>(code);
  } else if (code < isa::kSrcConstant) {
    s.kind = Source::Kind::kScalar;
    s.index = static_cast<uint8_t>(code - isa::kSrcScalar);
  } else if (code < isa::kSrcExec) {
    s.value = isa::kConstants[code - isa::kSrcConstant];
  } else if (code == isa::kSrcExec) {
    s.kind = Source::Kind::kExec;
  } else if (code == isa::kSrcCov) {
    s.kind = Source::Kind::kCov;
  } else if (code == isa::kSrcLane) {
    s.kind = Source::Kind::kLane;
  }
  return s;
}

void decodeAlu(uint64_t word, bool literal, const isa::OpInfo& info, Decoded* d) {
  d->scalarDst = word >> 15 & 1;
  if (literal) {
    const bool one = info.sources == 1;
    if (!one) d->src[0] = source(get(word, isa::kLSrc0));
    d->src[one ? 0 : 1].value = static_cast<uint32_t>(get(word, isa::kLLit));
    d->src[2] = source(get(word, isa::kLSrc2));
    return;
  }
  d->src[0] = source(get(word, isa::kRSrc0));
  d->src[1] = source(get(word, isa::kRSrc1));
  d->src[2] = source(get(word, isa::kRSrc2));
  d->attribute = static_cast<uint16_t>(get(word, isa::kRAttr));
  if (info.floatMods) {
    const uint64_t mods = get(word, isa::kRMods);
    d->negate = mods & 7;
    d->absolute = mods >> 3 & 7;
    d->saturate = mods >> 6 & 1;
  }
}

}  // namespace

Decoded decode(uint64_t word) {
  Decoded d;
  d.word = word;
  const bool literal = word >> 7 & 1;
  const isa::OpInfo& info = isa::kOpInfo[word & 0x7f];
  const Op op = static_cast<Op>(word & 0x7f);
  const bool vectorOnly = info.unit == isa::Unit::kQuad || info.unit == isa::Unit::kItp;
  if (!info.valid || (literal && !info.literal) || (vectorOnly && (word >> 15 & 1))) return d;
  d.legal = true;
  d.op = op;
  d.unit = info.unit;
  d.dst = static_cast<uint8_t>(get(word, isa::kRDst));
  switch (info.form) {
    case isa::Form::kR:
    case isa::Form::kL:
      decodeAlu(word, literal, info, &d);
      break;
    case isa::Form::kM:
      d.src[0] = source(get(word, isa::kMSrc0));
      d.src[2] = source(get(word, isa::kMSrc2));
      d.base = static_cast<uint8_t>(get(word, isa::kMSrc1) & 127);
      d.count = static_cast<uint8_t>(get(word, isa::kMCount));
      d.offset = static_cast<uint16_t>(get(word, isa::kMOffset));
      d.atomicOp = static_cast<uint8_t>(get(word, isa::kMOp));
      d.returns = get(word, isa::kMCoherent);
      break;
    case isa::Form::kE:
      d.target = static_cast<uint8_t>(get(word, isa::kETarget));
      d.mask = static_cast<uint8_t>(get(word, isa::kEMask));
      d.done = get(word, isa::kEDone);
      d.end = get(word, isa::kEEnd);
      break;
    case isa::Form::kC:
      d.src[0] = source(get(word, isa::kCSrc0));
      d.invert = get(word, isa::kCInv);
      d.branch = static_cast<int32_t>(get(word, isa::kCTarget));
      break;
  }
  return d;
}

}  // namespace e11::model
