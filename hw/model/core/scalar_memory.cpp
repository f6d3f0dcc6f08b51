// SPDX-License-Identifier: Apache-2.0
// The scalar memory unit.
#include "interpreter.h"

namespace e11::model {

namespace {
constexpr uint32_t kScalarScratchBytes = 256;  // of a wave (docs/registers.md)
}

void Core::Interpreter::scalarMemory(const Decoded& d) {
  if (d.op == isa::Op::kSldscr || d.op == isa::Op::kSstscr) return scalarScratch(d);
  const bool checked = d.op == isa::Op::kSldbuf;
  const uint32_t base = checked ? d.base & ~3u : d.base;
  const uint64_t size = scalar(base + E11_BUFFER_DESCRIPTOR_SIZE);
  const uint64_t offset = uint64_t{scalarOperand(d, 0)} + d.offset;
  const uint64_t address = uint64_t{scalar(base)} + offset;
  const uint32_t count = 1u << d.count;
  uint32_t values[8] = {};
  for (uint32_t i = 0; i < count; ++i) {
    const bool inside = address >> 32 == 0 && (!checked || offset + 4 * i + 4 <= size);
    if (inside)
      values[i] =
          core_.memory_.read32(Client::kScalar, (static_cast<uint32_t>(address) & ~3u) + 4 * i);
  }
  for (uint32_t i = 0; i < count; ++i) writeScalar(d.dst + i, values[i]);
}

void Core::Interpreter::scalarScratch(const Decoded& d) {
  const bool inside = d.offset < kScalarScratchBytes;
  const uint32_t address = core_.scratch_[wave_.launch.slot].scalarBase +
                           kScalarScratchBytes * wave_.launch.wave + d.offset;
  if (d.op == isa::Op::kSstscr) {
    if (inside) store(Client::kScalar, address & ~3u, scalar(d.dst));
    return;
  }
  writeScalar(d.dst, inside ? core_.memory_.read32(Client::kScalar, address & ~3u) : 0);
}

}  // namespace e11::model
