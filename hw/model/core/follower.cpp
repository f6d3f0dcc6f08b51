// SPDX-License-Identifier: Apache-2.0
#include "e11/model/follower.h"

#include <cstdarg>
#include <cstdio>

#include "e11/isa.h"

namespace e11::model {

namespace {

constexpr unsigned kRowsPerSlot = E11_CFG_VGPR_ROWS / E11_CFG_WAVES;
constexpr unsigned kScalarsPerSlot = E11_CFG_SGPRS_PER_WAVE;

__attribute__((format(printf, 1, 2))) std::string text(const char* format, ...) {
  char buffer[256];
  va_list args;
  va_start(args, format);
  std::vsnprintf(buffer, sizeof buffer, format, args);
  va_end(args);
  return buffer;
}

const isa::OpInfo& info(uint64_t word) {
  return isa::kOpInfo[word & 127];
}

/// Executed where the trace says so: others may see what it does.
bool isOrdered(uint64_t word) {
  return info(word).valid && info(word).unit == isa::Unit::kVmem && !(word >> 7 & 1);
}

}  // namespace

Follower::Follower(Core& core, Memory& memory)
    : core_(core),
      memory_(memory),
      slots_(kWaves),
      shadowRows_(E11_CFG_VGPR_ROWS),
      shadowScalars_(size_t{kWaves} * kScalarsPerSlot) {}

void Follower::at(unsigned wave, uint32_t pc, uint64_t instruction) {
  wave_ = wave;
  pc_ = pc;
  instruction_ = instruction;
}

void Follower::fail(const std::string& what) {
  std::string message =
      text("wave %u, pc %#x, %s (%#llx): ", wave_, pc_, info(instruction_).mnemonic,
           static_cast<unsigned long long>(instruction_));
  throw Mismatch(message + what, wave_, pc_, instruction_);
}

void Follower::expectSame(const std::string& what, uint64_t rtl, uint64_t model) {
  if (rtl == model) return;
  fail(what + text(": RTL %#llx, model %#llx", static_cast<unsigned long long>(rtl),
                   static_cast<unsigned long long>(model)));
}

void Follower::launch(const Launch& launch) {
  const unsigned index = launch.wave;
  Slot& slot = slots_.at(index);
  at(index, launch.code, 0);
  if (slot.live) fail("starts in a slot that is in use");
  core_.start(slot.wave, launch);
  slot.live = true;
  slot.begun = slot.executed = false;
  slot.rows.clear();
  slot.scalars.clear();
  slot.history.clear();
  // What is undefined at start is what the RTL has there.
  for (unsigned r = 0; r <= slot.wave.vectorMask; ++r) {
    const Row& row = shadowRows_[size_t{index} * kRowsPerSlot + r];
    if (r < launch.rows && row != launch.row[r]) fail(text("v%u is not what was launched", r));
    slot.wave.v[r] = row;
  }
  for (unsigned r = 0; r <= slot.wave.scalarMask; ++r) {
    const uint32_t value = shadowScalars_[size_t{index} * kScalarsPerSlot + r];
    if (r < 3) expectSame(text("s%u at start", r), value, slot.wave.s[r]);
    slot.wave.s[r] = value;
  }
}

void Follower::execute(unsigned index) {
  Slot& slot = slots_[index];
  active_ = index;
  slot.begun = false;
  slot.executed = true;
  core_.step(slot.wave, &slot.retired);
  const Retired& done = slot.retired;
  at(index, done.pc, done.instruction);
  slot.history.push_back({done.pc, done.instruction, done.exec});
  if (slot.history.size() > kHistory) slot.history.pop_front();
  if (onStep) onStep(index, done);
  for (const auto& store : done.stores) {
    if (store.atomic && !atomics_) continue;
    note(false, store.address, {store.value, store.strobes});
  }
}

void Follower::compare(unsigned index) {
  Slot& slot = slots_[index];
  if (slot.begun) {
    at(index, slot.wave.pc, 0);
    fail("goes on before its memory instruction took its place in the order");
  }
  if (!slot.executed) return;
  slot.executed = false;
  const Retired& done = slot.retired;
  at(index, done.pc, done.instruction);
  for (int i = 0; i < done.vectorCount; ++i) slot.rows.insert(done.vector[i]);
  for (int i = 0; i < done.scalarCount; ++i) slot.scalars.insert(done.scalar[i]);
  for (const uint32_t r : slot.rows) {
    const Row& rtl = shadowRows_[size_t{index} * kRowsPerSlot + r];
    for (int l = 0; l < kLanes; ++l)
      expectSame(text("v%u lane %d", r, l), rtl[l], slot.wave.v[r][l]);
  }
  for (const uint32_t r : slot.scalars)
    expectSame(text("s%u", r), shadowScalars_[size_t{index} * kScalarsPerSlot + r], slot.wave.s[r]);
  slot.rows.clear();
  slot.scalars.clear();
}

void Follower::issue(unsigned index, uint32_t pc, uint64_t word, uint16_t exec, uint16_t cov) {
  Slot& slot = slots_.at(index);
  compare(index);
  at(index, pc, word);
  if (!slot.live) fail("issues but has not started");
  if (slot.wave.ended) fail("goes on where the model's wave has ended");
  if (core_.waits(slot.wave)) fail("goes on where the model's wave waits at a barrier");
  expectSame("next pc", pc, slot.wave.pc);
  expectSame("next exec", exec, slot.wave.exec);
  expectSame("next cov", cov, slot.wave.cov);
  uint64_t expected = 0;
  memory_.read(Client::kInstruction, pc, &expected, sizeof expected);
  if ((pc & ~63u) == unreadable_) expected = static_cast<uint64_t>(isa::Op::kTrap);
  expectSame("instruction", word, expected);
  ++issued_;
  slot.begun = true;
  slot.word = word;
  if (!isOrdered(word)) execute(index);
}

void Follower::order(unsigned index) {
  Slot& slot = slots_.at(index);
  at(index, slot.wave.pc, 0);
  if (!slot.live || !slot.begun) fail("a memory instruction that was not issued");
  execute(index);
}

bool Follower::atAtomic(unsigned index) const {
  const Slot& slot = slots_.at(index);
  const isa::OpInfo& op = info(slot.word);
  return slot.live && slot.begun && isOrdered(slot.word) && op.load && op.store &&
         (slot.word & 127) != static_cast<uint64_t>(isa::Op::kAtmlds);
}

std::vector<AtomicOperation> Follower::operations(unsigned index) {
  std::vector<AtomicOperation> all;
  const auto kept = core_.onAtomic;
  core_.onAtomic = [&](uint32_t address, unsigned op, uint32_t operand, uint32_t compare) {
    all.push_back({address, op, operand, compare});
    return 0u;
  };
  Wave copy = slots_.at(index).wave;
  core_.step(copy);
  core_.onAtomic = kept;
  return all;
}

void Follower::ended(unsigned index) {
  Slot& slot = slots_.at(index);
  compare(index);
  at(index, slot.wave.pc, 0);
  if (!slot.live || !slot.wave.ended) fail("ends too early");
  slot.live = false;
}

void Follower::vectorWrite(unsigned row, unsigned quad, unsigned lanes, const uint32_t* data) {
  for (unsigned l = 0; l < 4; ++l)
    if (lanes >> l & 1) shadowRows_.at(row)[4 * quad + l] = data[l];
  // Rows of a larger wave belong to its first slot (none: a launch under way).
  for (unsigned w = row / kRowsPerSlot;; --w) {
    Slot& slot = slots_[w];
    if (slot.live && row - w * kRowsPerSlot <= slot.wave.vectorMask) {
      slot.rows.insert(row - w * kRowsPerSlot);
      break;
    }
    if (w % 4 == 0) break;
  }
}

void Follower::scalarWrite(unsigned row, unsigned words, const uint32_t* data) {
  for (unsigned i = 0; i < 4; ++i) {
    if (!(words >> i & 1)) continue;
    const unsigned number = 4 * row + i;
    shadowScalars_.at(number) = data[i];
    for (unsigned w = number / kScalarsPerSlot;; --w) {
      Slot& slot = slots_[w];
      if (slot.live && number - w * kScalarsPerSlot <= slot.wave.scalarMask) {
        slot.scalars.insert(number - w * kScalarsPerSlot);
        break;
      }
      if (w % 4 == 0) break;
    }
  }
}

void Follower::stored(uint32_t address, uint32_t value, unsigned strobes) {
  uint32_t mask = 0;
  for (unsigned b = 0; b < 4; ++b) mask |= (strobes >> b & 1 ? 0xffu : 0u) << 8 * b;
  note(true, address, {value & mask, strobes});
}

void Follower::note(bool rtl, uint32_t address, Written value) {
  auto& other = unmatched_[!rtl][address];
  if (other.empty()) {
    unmatched_[rtl][address].push_back(value);
    return;
  }
  const Written first = other.front();
  other.pop_front();
  expectSame(text("bytes of a store to %#x", address), rtl ? value.strobes : first.strobes,
             rtl ? first.strobes : value.strobes);
  expectSame(text("store to %#x", address), rtl ? value.value : first.value,
             rtl ? first.value : value.value);
}

void Follower::finish() {
  at(kWaves, 0, 0);
  for (unsigned w = 0; w < kWaves; ++w)
    if (slots_[w].live) fail(text("wave %u has not ended", w));
  for (const auto& side : unmatched_)
    for (const auto& [address, values] : side)
      if (!values.empty()) fail(text("a store to %#x has no counterpart", address));
}

}  // namespace e11::model
