// SPDX-License-Identifier: Apache-2.0
// Thread-group memory: quad by quad, of a quad register by register, lanes in
// ascending order. So the RTL does it, and where lanes meet it shows.
#include <algorithm>

#include "e11/model/atomic.h"
#include "interpreter.h"

namespace e11::model {

namespace {
using isa::Op;
}

/// Where each lane's access goes: dword `first` of the core's memory and the next
/// ones, `count` of them inside the group's part.
struct Core::Interpreter::Places {
  std::array<uint32_t, kLanes> first{};
  std::array<uint8_t, kLanes> count{};
};

Core::Interpreter::Places Core::Interpreter::places(const Decoded& d) const {
  Places at;
  const Launch& launch = wave_.launch;
  const uint64_t size = launch.stage == Stage::kCompute ? launch.ldsSize / 4 : 0;
  const uint64_t wanted = d.op == Op::kAtmlds ? 1 : d.count + 1u;
  const uint16_t lanes = d.op == Op::kLdlds ? wave_.exec : wave_.exec & wave_.cov;
  Row room[2];
  const uint32_t* a = operand(d, 0, &room[0]);
  const uint32_t* c = operand(d, 2, &room[1]);
  for (int i = 0; i < kLanes; ++i) {
    const uint64_t dword = (uint64_t{a[i]} + c[i] + d.offset) / 4;
    if (!(lanes >> i & 1) || dword >= size) continue;
    at.first[i] = launch.ldsBase / 4 + static_cast<uint32_t>(dword);
    at.count[i] = static_cast<uint8_t>(std::min(size - dword, wanted));
  }
  return at;
}

void Core::Interpreter::groupMemory(const Decoded& d) {
  const Places at = places(d);
  switch (d.op) {
    case Op::kLdlds:
      return loadGroup(d, at);
    case Op::kStlds:
      return storeGroup(d, at);
    default:
      return atomicsGroup(d, at);
  }
}

void Core::Interpreter::loadGroup(const Decoded& d, const Places& at) {
  for (uint32_t c = 0; c <= d.count; ++c) {
    Row row{};
    for (int i = 0; i < kLanes; ++i)
      if (c < at.count[i]) row[i] = core_.lds_[(at.first[i] + c) % core_.lds_.size()];
    writeVector(d.dst + c, row, wave_.exec);
  }
}

void Core::Interpreter::storeGroup(const Decoded& d, const Places& at) {
  for (int quad = 0; quad < kLanes; quad += 4)
    for (uint32_t c = 0; c <= d.count; ++c)
      for (int i = quad; i < quad + 4; ++i)
        if (c < at.count[i])
          core_.lds_[(at.first[i] + c) % core_.lds_.size()] = vector(d.dst + c)[i];
}

void Core::Interpreter::atomicsGroup(const Decoded& d, const Places& at) {
  Row old{};
  for (int i = 0; i < kLanes; ++i) {
    if (!at.count[i]) continue;
    uint32_t& dword = core_.lds_[at.first[i] % core_.lds_.size()];
    old[i] = dword;
    dword = atomicResult(d.atomicOp, dword, vector(d.dst)[i], vector(d.dst + 1u)[i]);
  }
  if (d.returns) writeVector(d.dst, old, wave_.exec);
}

}  // namespace e11::model
