// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>

namespace e11::model {

/// What the processor core is attached to. `bytes` is 1, 2 or 4, the address a
/// multiple of it; false: nothing answers there.
class Rv32Bus {
 public:
  virtual ~Rv32Bus() = default;
  virtual bool load(uint32_t address, uint32_t bytes, uint32_t* value) = 0;
  virtual bool store(uint32_t address, uint32_t bytes, uint32_t value) = 0;
};

/// An RV32IM interpreter: the unprivileged integer instructions with multiply
/// and divide. No interrupts, no control registers: whatever is not an RV32IM
/// instruction, ecall and ebreak included, and every access that the bus
/// refuses or that is not aligned stops the processor (trap) with pc at the
/// instruction. fence and fence.i do nothing.
class Rv32 {
 public:
  explicit Rv32(Rv32Bus& bus) : bus_(bus) {}

  /// Registers 0, execution from `pc`.
  void reset(uint32_t pc = 0);

  /// Runs one instruction; false if the processor trapped.
  bool step();

  uint32_t pc() const { return pc_; }
  uint32_t reg(uint32_t number) const { return x_[number]; }
  bool trapped() const { return trapped_; }

  /// What the last instruction was, for the estimate of its cost.
  enum class Kind : uint8_t { kPlain, kJump, kMultiply, kDivide, kLoad, kStore };
  Kind lastKind() const { return kind_; }

 private:
  bool trap();
  bool execute(uint32_t word);
  bool executeLoad(uint32_t word);
  bool executeStore(uint32_t word);
  bool executeBranch(uint32_t word, uint32_t* next);
  bool executeImmediate(uint32_t word);
  bool executeRegister(uint32_t word);
  uint32_t multiplyDivide(uint32_t function, uint32_t a, uint32_t b);
  void set(uint32_t number, uint32_t value) {
    if (number != 0) x_[number] = value;
  }

  Rv32Bus& bus_;
  std::array<uint32_t, 32> x_{};
  uint32_t pc_ = 0;
  bool trapped_ = false;
  Kind kind_ = Kind::kPlain;
};

}  // namespace e11::model
