// SPDX-License-Identifier: Apache-2.0
// Control flow, masks and exports.
#include "interpreter.h"

namespace e11::model {

namespace {
using isa::Op;
}

/// The lanes in which source 0 is not zero (is zero, if inverted).
uint16_t Core::Interpreter::nonZero(const Decoded& d) const {
  Row room;
  const uint32_t* a = operand(d, 0, &room);
  uint16_t mask = 0;
  for (int i = 0; i < kLanes; ++i) mask |= static_cast<uint16_t>((a[i] != 0) != d.invert) << i;
  return mask;
}

void Core::Interpreter::branch(const Decoded& d) {
  wave_.pc += static_cast<uint32_t>(d.branch) * 8;
}

void Core::Interpreter::control(const Decoded& d) {
  uint16_t& exec = wave_.exec;
  switch (d.op) {
    case Op::kNop:
    case Op::kFence:  // the model's writes are visible at once
      break;
    case Op::kBar:
      return core_.arrive(wave_);
    case Op::kEnd:
      return end();
    case Op::kBr:
      return branch(d);
    case Op::kBrz:
      if (!scalarOperand(d, 0)) branch(d);
      break;
    case Op::kBrnz:
      if (scalarOperand(d, 0)) branch(d);
      break;
    case Op::kIf: {
      const uint16_t nz = nonZero(d);
      writeScalar(d.dst, exec & ~nz);
      exec &= nz;
      if (!exec) branch(d);
      break;
    }
    case Op::kElse: {
      const uint16_t other = static_cast<uint16_t>(scalar(d.dst));
      writeScalar(d.dst, exec);
      exec = other;
      if (!exec) branch(d);
      break;
    }
    case Op::kLoop:
      exec &= static_cast<uint16_t>(~scalarOperand(d, 0));
      if (exec) branch(d);
      break;
    case Op::kBrk:
      return writeScalar(d.dst, scalar(d.dst) | (exec & nonZero(d)));
    case Op::kExecor:
      exec |= static_cast<uint16_t>(scalarOperand(d, 0));
      break;
    case Op::kSetexec:
      exec = static_cast<uint16_t>(scalarOperand(d, 0));
      break;
    case Op::kBallot:
      return writeScalar(d.dst, exec & nonZero(d));
    case Op::kRdfirst: {
      Row room;
      const uint32_t* a = operand(d, 0, &room);
      return writeScalar(d.dst, a[exec ? __builtin_ctz(exec) : 0]);
    }
    case Op::kDiscard:
      return discard(d);
    default:
      return trap();
  }
}

void Core::Interpreter::discard(const Decoded& d) {
  wave_.cov &= static_cast<uint16_t>(~(wave_.exec & nonZero(d)));
  if (!wave_.cov) end();
}

void Core::Interpreter::trap() {
  wave_.trapped = true;
  wave_.trapPc = wave_.pc - 8;
  wave_.cov = 0;  // nothing more of it may be seen
  end();
  if (core_.onTrap) core_.onTrap(wave_.trapPc);
}

void Core::Interpreter::end() {
  wave_.ended = true;
  core_.leave(wave_);
  if (wave_.doneSent) return;
  Export last;
  last.done = true;
  last.cov = wave_.cov & wave_.exec;
  sendExport(last);
}

/// Only pixel waves export, and only up to their done.
void Core::Interpreter::sendExport(const Export& e) {
  if (wave_.launch.stage != Stage::kPixel || wave_.doneSent) return;
  wave_.doneSent = e.done;
  if (core_.onExport) core_.onExport(e);
}

void Core::Interpreter::exportRows(const Decoded& d) {
  Export e;
  e.target = d.target;
  e.mask = d.mask;
  e.done = d.done || d.end;
  e.cov = wave_.cov & wave_.exec;
  for (uint32_t c = 0; c < 4; ++c) {
    const Row& row = vector(d.dst + c);
    for (int i = 0; i < kLanes; ++i) e.data[i][c] = row[i];
  }
  sendExport(e);
  if (d.end) end();
}

}  // namespace e11::model
