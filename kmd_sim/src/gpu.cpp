// SPDX-License-Identifier: Apache-2.0
#include "gpu.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <vector>

#include "e11/firmware.h"
#include "e11/regs.h"

namespace e11::kmd {

namespace {

constexpr uint64_t kPageBytes = 4096;
constexpr uint32_t kRingWords = 1024;
constexpr uint32_t kDeviceId = 0x00453131;
constexpr uint32_t kInterfaceVersion = 1;
// The command processor's window onto memory reaches this far.
constexpr uint64_t kReachableBytes = E11_CP_MEMORY_BASE;
constexpr uint32_t kSubmissionWords = E11_PKT_INDIRECT_WORDS + E11_PKT_FENCE_WORDS;

constexpr uint32_t header(uint32_t opcode, uint32_t words, uint32_t flags = 0) {
  return opcode | flags << 8 | words << 16;
}

constexpr uint32_t bit(uint32_t number) {
  return uint32_t{1} << number;
}

uint64_t roundUp(uint64_t value, uint64_t to) {
  return (value + to - 1) & ~(to - 1);
}

/// Names of the units in debug_busy.
std::string unitNames(uint32_t busy) {
  static const struct {
    uint32_t unit;
    const char* name;
  } kUnits[] = {
      {E11_BUSY_UNIT_DRAW, "draw"},         {E11_BUSY_UNIT_DISPATCH, "dispatch"},
      {E11_BUSY_UNIT_GEOMETRY, "geometry"}, {E11_BUSY_UNIT_CORE, "core"},
      {E11_BUSY_UNIT_RASTER, "raster"},     {E11_BUSY_UNIT_OUTPUT, "output"},
      {E11_BUSY_UNIT_DMA, "dma"},           {E11_BUSY_UNIT_CACHES, "caches"},
  };
  std::string names;
  for (const auto& [unit, name] : kUnits) {
    if ((busy & bit(unit)) == 0) continue;
    if (!names.empty()) names += ' ';
    names += name;
  }
  return names.empty() ? "none" : names;
}

uint32_t low(uint64_t value) {
  return static_cast<uint32_t>(value);
}
uint32_t high(uint64_t value) {
  return static_cast<uint32_t>(value >> 32);
}

}  // namespace

GpuControl::GpuControl(std::unique_ptr<Device> device, const OpenOptions& options)
    : device_(std::move(device)), watchdogCycles_(std::max<uint64_t>(options.watchdogCycles, 1)) {}

bool GpuControl::start(std::string* error) {
  const uint32_t id = device_->readRegister(E11_REG_ID);
  const uint32_t version = device_->readRegister(E11_REG_VERSION);
  if (id != kDeviceId || version != kInterfaceVersion) {
    if (error != nullptr) {
      char text[120];
      std::snprintf(text, sizeof text,
                    "the %s device is no Eleven GPU that we know: id 0x%08x, version %u",
                    device_->name(), id, version);
      *error = text;
    }
    return false;
  }
  window_ = device_->memoryWindow();
  caps_.cores = device_->readRegister(E11_REG_CAP_CORES);
  caps_.waves = device_->readRegister(E11_REG_CAP_WAVES);
  caps_.memoryBytes = uint64_t{device_->readRegister(E11_REG_CAP_MEMORY_KB)} << 10;
  caps_.clockKhz = device_->readRegister(E11_REG_CAP_CLOCK_KHZ);
  caps_.deviceName = device_->name();
  caps_.directWindow = window_ != nullptr;
  const uint32_t cpRam = device_->readRegister(E11_REG_CAP_CP_RAM);
  if (kFirmwareWords * sizeof(uint32_t) > cpRam) {
    if (error != nullptr) *error = "the firmware does not fit into the command processor's memory";
    return false;
  }
  // Page 0 stays unused, so that 0 is no buffer's address.
  memory_ = RangeAllocator(kPageBytes, std::min(caps_.memoryBytes, kReachableBytes));
  if (!allocate(kRingWords * 4, kPageBytes, &ring_) || !restart()) {
    if (error != nullptr) *error = std::string("the ") + device_->name() + " device does not start";
    return false;
  }
  return true;
}

// ---------------------------------------------------------------------- memory

bool GpuControl::allocate(uint64_t bytes, uint64_t alignment, Range* out) {
  if (bytes == 0 || bytes > caps_.memoryBytes) return false;
  out->bytes = roundUp(bytes, kPageBytes);
  return memory_.allocate(out->bytes, std::max(alignment, kPageBytes), &out->address);
}

void GpuControl::free(const Range& range) {
  memory_.free(range.address, range.bytes);
}

void GpuControl::write(uint64_t address, const void* data, uint64_t bytes) {
  if (window_ != nullptr) {
    std::memcpy(window_ + address, data, bytes);
  } else {
    device_->writeMemory(address, data, bytes);
  }
}

void GpuControl::read(uint64_t address, void* data, uint64_t bytes) {
  if (window_ != nullptr) {
    std::memcpy(data, window_ + address, bytes);
  } else {
    device_->readMemory(address, data, bytes);
  }
}

void GpuControl::clear(uint64_t address, uint64_t bytes) {
  if (window_ != nullptr) {
    std::memset(window_ + address, 0, bytes);
    return;
  }
  const std::vector<std::byte> zeros(std::min<uint64_t>(bytes, 1 << 16));
  for (uint64_t done = 0; done < bytes; done += zeros.size()) {
    device_->writeMemory(address + done, zeros.data(),
                         std::min<uint64_t>(bytes - done, zeros.size()));
  }
}

std::byte* GpuControl::window(uint64_t address) {
  return window_ != nullptr ? window_ + address : nullptr;
}

// ------------------------------------------------------------------------ ring

bool GpuControl::restart() {
  device_->writeRegister(E11_REG_RESET, 1);
  if (device_->readRegister(E11_REG_ID) != kDeviceId) return false;
  loadFirmware();
  ringWritten_ = 0;
  device_->writeRegister(E11_REG_RING_BASE, low(ring_.address));
  device_->writeRegister(E11_REG_RING_SIZE, kRingWords);
  device_->writeRegister(E11_REG_RING_WPTR, 0);
  // Contexts share the identity map: nothing is translated (yet one more
  // reason why only the addresses of a context's own buffers reach the GPU).
  device_->writeRegister(E11_REG_RING_CONTEXT, 0);
  device_->writeRegister(E11_REG_IRQ_STATUS, ~uint32_t{0});
  device_->writeRegister(E11_REG_IRQ_ENABLE, bit(E11_CAUSES_FENCE) | bit(E11_CAUSES_FAULT) |
                                                 bit(E11_CAUSES_ERROR) | bit(E11_CAUSES_CP_TRAP));
  device_->writeRegister(E11_REG_CP_CTRL, bit(E11_REG_CP_CTRL_RUN_LSB));
  return (device_->readRegister(E11_REG_CP_STATUS) & bit(E11_REG_CP_STATUS_HALTED_LSB)) == 0;
}

void GpuControl::loadFirmware() {
  device_->writeRegister(E11_REG_CP_FW_ADDR, 0);
  for (size_t i = 0; i < kFirmwareWords; ++i) {
    device_->writeRegister(E11_REG_CP_FW_DATA, kFirmware[i]);
  }
}

void GpuControl::putRing(uint32_t word) {
  write(ring_.address + uint64_t{ringWritten_ & (kRingWords - 1)} * 4, &word, 4);
  ++ringWritten_;
}

/// Moves what waits into the ring, as far as there is space, and rings the bell.
void GpuControl::fillRing() {
  const uint32_t before = ringWritten_;
  const uint32_t consumed = device_->readRegister(E11_REG_RING_RPTR);
  for (Pending& pending : queue_) {
    if (pending.inRing) continue;
    // Packets do not wrap: what is left at the ring's end is padding.
    const uint32_t left = kRingWords - (ringWritten_ & (kRingWords - 1));
    const uint32_t padding = left < kSubmissionWords ? left : 0;
    if (ringWritten_ - consumed + padding + kSubmissionWords > kRingWords) break;
    for (uint32_t i = 0; i < padding; ++i) putRing(header(E11_PKT_NOP, 1));
    putRing(header(E11_PKT_INDIRECT, E11_PKT_INDIRECT_WORDS));
    putRing(low(pending.packets.address));
    putRing(high(pending.packets.address));
    putRing(pending.words);
    putRing(header(E11_PKT_FENCE, E11_PKT_FENCE_WORDS, E11_PACKET_FLAGS_FENCE_IRQ));
    putRing(low(pending.fenceAddress));
    putRing(high(pending.fenceAddress));
    putRing(low(pending.fence));
    putRing(high(pending.fence));
    pending.inRing = true;
  }
  if (ringWritten_ != before) device_->writeRegister(E11_REG_RING_WPTR, ringWritten_);
}

void GpuControl::submit(const Pending& pending) {
  if (queue_.empty()) frontSince_ = device_->cycles();
  queue_.push_back(pending);
  fillRing();
}

bool GpuControl::idle(const SubmissionOwner* owner) const {
  return std::none_of(queue_.begin(), queue_.end(),
                      [&](const Pending& pending) { return pending.owner == owner; });
}

// ------------------------------------------------------------------------ time

uint64_t GpuControl::run(uint64_t maxCycles) {
  const uint64_t begin = device_->cycles();
  if (!queue_.empty()) {
    // Not beyond the watchdog's end, so that it strikes where it should.
    const uint64_t running = begin - frontSince_;
    const uint64_t left = running < watchdogCycles_ ? watchdogCycles_ - running : 1;
    maxCycles = std::min(maxCycles, left);
  }
  if (!gone_) device_->waitInterrupt(maxCycles);
  update();
  return device_->cycles() - begin;
}

void GpuControl::update() {
  if (gone_) return;
  checkInterrupts();
  if (gone_) return;
  retire();
  checkWatchdog();
  if (!gone_) fillRing();
}

/// Takes submissions whose fence has passed off the queue.
void GpuControl::retire() {
  bool any = false;
  while (!queue_.empty()) {
    const Pending& front = queue_.front();
    if (front.owner->writtenFence() < front.fence) break;
    dropPackets(front);
    front.owner->passed(front.fence);
    queue_.pop_front();
    any = true;
  }
  if (any) frontSince_ = device_->cycles();
}

void GpuControl::checkInterrupts() {
  const uint32_t status = device_->readRegister(E11_REG_IRQ_STATUS);
  if (status == 0) return;
  device_->writeRegister(E11_REG_IRQ_STATUS, status);
  if ((status & bit(E11_CAUSES_CP_TRAP)) != 0) {
    hang("the command processor trapped");
  } else if ((status & bit(E11_CAUSES_ERROR)) != 0) {
    hang("a packet or a shader is wrong");
  } else if ((status & bit(E11_CAUSES_FAULT)) != 0) {
    char reason[100];
    std::snprintf(reason, sizeof reason, "memory fault at 0x%08x (fault_info 0x%08x)",
                  device_->readRegister(E11_REG_FAULT_ADDR),
                  device_->readRegister(E11_REG_FAULT_INFO));
    hang(reason);
  }
}

void GpuControl::checkWatchdog() {
  if (queue_.empty() || device_->cycles() - frontSince_ < watchdogCycles_) return;
  char reason[160];
  std::snprintf(
      reason, sizeof reason, "a submission ran for %" PRIu64 " cycles (busy units: %s; pc 0x%x)",
      device_->cycles() - frontSince_, unitNames(device_->readRegister(E11_REG_DEBUG_BUSY)).c_str(),
      device_->readRegister(E11_REG_CP_PC));
  hang(reason);
}

/// Resets the GPU. The owner of the submission that ran loses its context;
/// what other contexts had queued behind it runs afterwards.
void GpuControl::hang(const char* reason) {
  std::fprintf(stderr, "eleven: GPU reset: %s\n", reason);
  SubmissionOwner* guilty = queue_.empty() ? nullptr : queue_.front().owner;
  std::deque<Pending> kept;
  for (Pending& pending : queue_) {
    if (pending.owner == guilty) {
      dropPackets(pending);
    } else {
      pending.inRing = false;
      kept.push_back(pending);
    }
  }
  queue_ = std::move(kept);
  const bool alive = restart();
  if (guilty != nullptr) guilty->lost(Result::kDeviceHung);
  if (!alive) {
    loseAll();
    return;
  }
  frontSince_ = device_->cycles();
  fillRing();
}

void GpuControl::loseAll() {
  std::fprintf(stderr, "eleven: the GPU does not answer after a reset\n");
  gone_ = true;
  for (const Pending& pending : queue_) {
    dropPackets(pending);
    pending.owner->lost(Result::kDeviceRemoved);
  }
  queue_.clear();
}

uint64_t GpuControl::counter(uint32_t number) {
  device_->writeRegister(E11_REG_COUNTER_SELECT, number);
  const uint32_t lowWord = device_->readRegister(E11_REG_COUNTER_LO);
  return uint64_t{device_->readRegister(E11_REG_COUNTER_HI)} << 32 | lowWord;
}

}  // namespace e11::kmd
