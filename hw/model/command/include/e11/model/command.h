// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "e11/model/clock.h"
#include "e11/model/dma.h"
#include "e11/model/draw.h"
#include "e11/model/memory.h"
#include "e11/model/rv32.h"

namespace e11::model {

/// The command processor with what surrounds it: host registers, firmware
/// registers, processor core, state loader, copy engine. The host side may call
/// it whenever run() is not on the stack or is suspended in Clock::advance.
class Command : private Rv32Bus {
 public:
  Command(Memory& memory, Clock& clock, DrawSink& sink);

  uint32_t readHost(uint32_t offset);
  /// `reset` (a write of 1 to the reset register) is the owner's to carry out:
  /// it has to end what run() is in the middle of, then calls reset().
  void writeHost(uint32_t offset, uint32_t value);
  void reset();

  /// Runs the processor until it stops or traps.
  void run();
  bool running() const { return running_; }

  bool interrupt() const { return (irqStatus_ & irqEnable_) != 0; }
  /// For units behind the sink, and for faults.
  void raise(uint32_t cause) { raiseBits(uint32_t{1} << cause); }

  uint64_t instructions() const { return instructions_; }

 private:
  bool load(uint32_t address, uint32_t bytes, uint32_t* value) override;
  bool store(uint32_t address, uint32_t bytes, uint32_t value) override;

  void raiseBits(uint32_t causes);
  uint32_t readShared(uint32_t offset);
  bool writeShared(uint32_t offset, uint32_t value);
  uint32_t readFirmware(uint32_t offset);
  void writeFirmware(uint32_t offset, uint32_t value);
  uint32_t status() const;
  uint32_t faultInfo() const;
  uint64_t counter(uint32_t number) const;
  void setRunning(bool running);
  void updateContext();
  void startDraw();
  void startDispatch();

  Memory& memory_;
  Clock& clock_;
  DrawSink& sink_;
  Dma dma_;
  Rv32 core_;
  std::vector<uint8_t> ram_;

  bool running_ = false;
  bool busy_ = false;
  uint32_t firmwareAddress_ = 0;
  uint32_t irqStatus_ = 0, irqEnable_ = 0;
  uint32_t cycleHigh_ = 0;
  uint32_t counterSelect_ = 0, counterHigh_ = 0;
  uint32_t ringBase_ = 0, ringSize_ = 0, ringWritten_ = 0, ringRead_ = 0;
  uint32_t ringContext_ = 0, ringPageTable_ = 0;
  uint32_t debugWord_ = 0;
  uint32_t drawState_ = 0;
  Draw draw_;
  ComputeCall dispatch_;
  uint64_t draws_ = 0;
  uint64_t instructions_ = 0;
};

}  // namespace e11::model
