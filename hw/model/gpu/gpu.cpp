// SPDX-License-Identifier: Apache-2.0
#include "e11/model/gpu.h"

#include <cstdio>
#include <cstdlib>

namespace e11::model {

namespace {

[[noreturn]] void outside(uint64_t address, size_t bytes) {
  std::fprintf(stderr, "eleven: model: access of %zu bytes at 0x%llx is beyond device memory\n",
               bytes, static_cast<unsigned long long>(address));
  std::abort();
}

}  // namespace

Gpu::Gpu(const DeviceOptions& options, const MakeSink& makeSink)
    : window_(options.window),
      memory_(E11_CFG_MEMORY_BYTES),
      clock_(workerOfClock_),
      sink_(makeSink(memory_, clock_)),
      command_(std::make_unique<Command>(memory_, clock_, *sink_)),
      worker_([this] { command_->run(); }) {
  workerOfClock_ = &worker_;
}

Gpu::~Gpu() = default;

uint32_t Gpu::readRegister(uint32_t offset) {
  return command_->readHost(offset);
}

void Gpu::writeRegister(uint32_t offset, uint32_t value) {
  if (offset == E11_REG_RESET) {
    if (value != 1) return;
    worker_.abandon();
    command_->reset();
    return;
  }
  command_->writeHost(offset, value);
  // A halted processor gives up what it was doing.
  if (offset == E11_REG_CP_CTRL && !command_->running()) worker_.abandon();
}

void Gpu::readMemory(uint64_t address, void* data, size_t bytes) {
  if (address > memory_.size() || bytes > memory_.size() - address) outside(address, bytes);
  memory_.readPhysical(address, data, bytes);
}

void Gpu::writeMemory(uint64_t address, const void* data, size_t bytes) {
  if (address > memory_.size() || bytes > memory_.size() - address) outside(address, bytes);
  memory_.writePhysical(address, data, bytes);
}

std::byte* Gpu::memoryWindow() {
  return window_ ? memory_.data() : nullptr;
}

bool Gpu::waitInterrupt(uint64_t maxCycles) {
  const uint64_t now = clock_.now();
  const uint64_t end = maxCycles > ~uint64_t{0} - now ? ~uint64_t{0} : now + maxCycles;
  while (!command_->interrupt() && clock_.now() < end) {
    if (!command_->running()) {
      clock_.idleUntil(end);
      break;
    }
    clock_.setDeadline(end);
    worker_.resume();
  }
  return command_->interrupt();
}

}  // namespace e11::model
