// SPDX-License-Identifier: Apache-2.0
#include "e11/model/core.h"

#include <algorithm>
#include <unordered_map>

#include "decode.h"
#include "e11/model/atomic.h"
#include "interpreter.h"

namespace e11::model {

/// Instructions taken apart, in blocks as large as a cache line: code ends
/// inside its line, so that a block never reads what the hardware would not.
struct Core::Code {
  static constexpr uint32_t kBytes = 64;
  struct Block {
    bool readable = false;
    std::array<Decoded, kBytes / 8> instruction;
  };

  const Decoded& at(Memory& memory, uint32_t pc) {
    const uint32_t address = pc & ~(kBytes - 1);
    if (address != lastAddress || !last) {
      last = &find(memory, address);
      lastAddress = address;
    }
    return last->instruction[(pc & (kBytes - 1)) / 8];
  }

  Block& find(Memory& memory, uint32_t address) {
    const auto [it, isNew] = blocks.try_emplace(address);
    if (isNew) {
      std::array<uint64_t, kBytes / 8> words{};
      // What cannot be read decodes as a trap.
      if (memory.read(Client::kInstruction, address, words.data(), kBytes))
        std::transform(words.begin(), words.end(), it->second.instruction.begin(), decode);
    }
    return it->second;
  }

  std::unordered_map<uint32_t, Block> blocks;
  Block* last = nullptr;
  uint32_t lastAddress = 0;
};

Core::Core(Memory& memory, Clock* clock)
    : memory_(memory),
      clock_(clock),
      lds_(E11_CFG_LDS_BYTES / 4),
      code_(std::make_unique<Code>()),
      wave_(std::make_unique<Wave>()) {}

Core::~Core() = default;

void Core::writeState(int slot, uint32_t word, uint32_t value) {
  ScratchState& s = scratch_.at(static_cast<size_t>(slot));
  if (word == E11_STATE_BLOCK_SCRATCH_BASE) s.base = value;
  if (word == E11_STATE_BLOCK_SCRATCH_LANE) s.laneBytes = value & 0xffff;
  if (word == E11_STATE_BLOCK_SSCRATCH_BASE) s.scalarBase = value;
}

void Core::writeCoefficient(uint32_t address, uint32_t c0, uint32_t c1, uint32_t c2) {
  coefficients_[address % E11_CFG_COEF_WORDS].c = {c0, c1, c2};
}

void Core::invalidateInstructions() {
  code_ = std::make_unique<Code>();
}

void Core::start(Wave& wave, const Launch& launch) {
  wave.launch = launch;
  wave.pc = launch.code & ~7u;
  wave.exec = launch.exec;
  wave.cov = launch.cov;
  wave.doneSent = wave.ended = wave.trapped = wave.atBarrier = false;
  const uint32_t size = std::min<uint32_t>(launch.size, 2);
  wave.vectorMask = (32u << size) - 1;
  wave.scalarMask = size ? 127 : 63;
  for (uint32_t i = 0; i <= wave.vectorMask; ++i) wave.v[i].fill(0);
  wave.s.fill(0);
  wave.s[0] = launch.s0;
  wave.s[1] = launch.s1;
  wave.s[2] = launch.s2;
  std::copy_n(launch.row.begin(), std::min<size_t>(launch.rows, launch.row.size()), wave.v.begin());
  counters_.wavesVertex += launch.stage == Stage::kVertex;
  counters_.wavesPixel += launch.stage == Stage::kPixel;
  if (launch.stage != Stage::kCompute) return;
  ++counters_.wavesCompute;
  Group& group = groups_.at(launch.group);
  if (group.left) return;
  ++counters_.groups;
  group.left = launch.waves;
  group.arrived = 0;
}

bool Core::waits(const Wave& wave) const {
  return wave.atBarrier && wave.barrier == groups_[wave.launch.group].barrier;
}

void Core::arrive(Wave& wave) {
  if (wave.launch.stage != Stage::kCompute) return;
  Group& group = groups_[wave.launch.group];
  wave.atBarrier = true;
  wave.barrier = group.barrier;
  ++group.arrived;
  openIfAll(group);
}

void Core::leave(const Wave& wave) {
  if (wave.launch.stage != Stage::kCompute) return;
  Group& group = groups_[wave.launch.group];
  --group.left;
  openIfAll(group);
}

void Core::openIfAll(Group& group) {
  if (group.arrived != group.left) return;
  group.arrived = 0;
  ++group.barrier;
}

void Core::abandonGroups() {
  groups_ = {};
}

void Core::step(Wave& wave, Retired* retired) {
  const Decoded& d = code_->at(memory_, wave.pc);
  if (retired) {
    *retired = Retired();
    retired->pc = wave.pc;
    retired->instruction = d.word;
    retired->exec = wave.exec;
  }
  Interpreter(*this, wave, retired).execute(d);
  if (retired) {
    retired->execAfter = wave.exec;
    retired->covAfter = wave.cov;
  }
}

/// Runs a wave until it ends, waits, or the budget is used up; returns the instructions.
uint64_t Core::runOn(Wave& wave, uint64_t budget) {
  constexpr uint64_t kCyclesPerInstruction = 4, kReportEvery = 64;
  uint64_t count = 0, reported = 0;
  while (!wave.ended && count < budget && !waits(wave)) {
    step(wave);
    if (++count - reported == kReportEvery && clock_) {
      reported = count;
      clock_->advance(kReportEvery * kCyclesPerInstruction);
    }
  }
  if (clock_) clock_->advance((count - reported) * kCyclesPerInstruction);
  return count;
}

WaveEnd Core::run(const Launch& launch, uint64_t budget) {
  Wave& wave = *wave_;
  start(wave, launch);
  runOn(wave, budget);
  if (!wave.ended) return WaveEnd::kBudget;
  return wave.trapped ? WaveEnd::kTrapped : WaveEnd::kEnded;
}

WaveEnd Core::runGroup(const std::vector<Launch>& waves, uint64_t budget) {
  if (waves.empty()) return WaveEnd::kEnded;
  Group& group = groups_.at(waves.front().group);
  group = Group();  // whatever was abandoned there
  if (groupWaves_.size() < waves.size()) groupWaves_.resize(waves.size());
  for (size_t i = 0; i < waves.size(); ++i) {
    Launch launch = waves[i];
    launch.wave = static_cast<uint8_t>(i << launch.size);  // each has scratch of its own
    start(groupWaves_[i], launch);
  }
  bool trapped = false;
  while (group.left && budget) {
    for (size_t i = 0; i < waves.size(); ++i) {
      Wave& wave = groupWaves_[i];
      budget -= runOn(wave, budget);
      trapped |= wave.trapped;
    }
  }
  if (group.left) {
    group = Group();
    return WaveEnd::kBudget;
  }
  return trapped ? WaveEnd::kTrapped : WaveEnd::kEnded;
}

void Core::Interpreter::execute(const Decoded& d) {
  CoreCounters& n = core_.counters_;
  ++n.issued;
  wave_.pc += 8;
  switch (d.unit) {
    case isa::Unit::kInt:
    case isa::Unit::kFp:
    case isa::Unit::kTab:
    case isa::Unit::kQuad:
    case isa::Unit::kItp:
      ++(d.scalarDst ? n.scalar : n.vector);
      return alu(d);
    case isa::Unit::kVmem:
      ++n.memory;
      return vectorMemory(d);
    case isa::Unit::kSmem:
      ++n.memory;
      return scalarMemory(d);
    case isa::Unit::kExp:
      ++n.memory;
      return exportRows(d);
    case isa::Unit::kCtl:
      ++n.control;
      return control(d);
  }
}

void Core::Interpreter::writeVector(uint32_t number, const Row& value, uint16_t lanes) {
  Row& to = vector(number);
  if (lanes == 0xffff) {
    to = value;
  } else {
    for (int i = 0; i < kLanes; ++i)
      if (lanes >> i & 1) to[i] = value[i];
  }
  if (retired_)
    retired_->vector[retired_->vectorCount++] = static_cast<uint8_t>(number & wave_.vectorMask);
}

void Core::Interpreter::writeScalar(uint32_t number, uint32_t value) {
  number &= wave_.scalarMask;
  wave_.s[number] = value;
  if (retired_) retired_->scalar[retired_->scalarCount++] = static_cast<uint8_t>(number);
}

void Core::Interpreter::store(Client client, uint32_t address, uint32_t value) {
  core_.memory_.write32(client, address, value);
  if (retired_) retired_->stores.push_back({address, value});
}

/// Up to eight bytes, aligned to their number.
void Core::Interpreter::storeBytes(uint32_t address, uint64_t value, uint32_t bytes) {
  core_.memory_.write(Client::kVector, address, &value, bytes);
  if (!retired_) return;
  for (uint32_t at = 0; at < bytes; at += 4) {
    const uint32_t n = std::min(bytes - at, 4u), shift = address & 3;
    const uint32_t part = static_cast<uint32_t>(value >> 8 * at);
    const uint32_t kept = n == 4 ? part : part & ((1u << 8 * n) - 1);
    retired_->stores.push_back(
        {(address & ~3u) + at, kept << 8 * shift, static_cast<uint8_t>(((1u << n) - 1) << shift)});
  }
}

uint32_t Core::Interpreter::atomic(uint32_t address, unsigned op, uint32_t operand,
                                   uint32_t compare) {
  const uint32_t old = core_.onAtomic ? core_.onAtomic(address, op, operand, compare)
                                      : core_.memory_.atomic(address, op, operand, compare);
  if (retired_)
    retired_->stores.push_back({address, atomicResult(op, old, operand, compare), 0xf, true});
  return old;
}

}  // namespace e11::model
