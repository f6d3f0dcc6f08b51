// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <memory>

#include "e11/device.h"
#include "e11/model/clock.h"
#include "e11/model/command.h"
#include "e11/model/draw.h"
#include "e11/model/memory.h"
#include "e11/model/worker.h"

namespace e11::model {

/// The whole GPU as a Device. `makeSink` builds what draws; it may keep the
/// references for the Gpu's life.
class Gpu : public Device {
 public:
  using MakeSink = std::function<std::unique_ptr<DrawSink>(Memory&, Clock&)>;

  Gpu(const DeviceOptions& options, const MakeSink& makeSink);
  ~Gpu() override;

  const char* name() const override { return "model"; }
  uint32_t readRegister(uint32_t offset) override;
  void writeRegister(uint32_t offset, uint32_t value) override;
  void readMemory(uint64_t address, void* data, size_t bytes) override;
  void writeMemory(uint64_t address, const void* data, size_t bytes) override;
  std::byte* memoryWindow() override;
  bool waitInterrupt(uint64_t maxCycles) override;
  uint64_t cycles() override { return clock_.now(); }

  uint64_t instructions() const { return command_->instructions(); }

 private:
  /// Time whose end of a slice suspends the GPU's thread.
  class SlicedClock : public Clock {
   public:
    explicit SlicedClock(Worker*& worker) : worker_(worker) {}
    void setDeadline(uint64_t deadline) { deadline_ = deadline; }
    void idleUntil(uint64_t time) { now_ = time; }

   private:
    void expired() override { worker_->suspend(); }
    Worker*& worker_;
  };

  Worker* workerOfClock_ = nullptr;
  bool window_;
  Memory memory_;
  SlicedClock clock_;
  std::unique_ptr<DrawSink> sink_;
  std::unique_ptr<Command> command_;
  Worker worker_;  // last: ends first
};

}  // namespace e11::model
