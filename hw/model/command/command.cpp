// SPDX-License-Identifier: Apache-2.0
#include "e11/model/command.h"

#include <cstring>

namespace e11::model {

namespace {

// What an instruction costs: near the RTL's averages, no more than an estimate
// (docs/hw/command.md).
constexpr uint32_t kPlainCycles = 2;
constexpr uint32_t kJumpCycles = 2;
constexpr uint32_t kAccessCycles = 5;
constexpr uint32_t kMultiplyCycles = 8;
constexpr uint32_t kDivideCycles = 35;
constexpr uint32_t kStateLoadCycles = 40;
constexpr uint32_t kCacheControlCycles = 20;

uint32_t cost(Rv32::Kind kind) {
  switch (kind) {
    case Rv32::Kind::kPlain:
      return kPlainCycles;
    case Rv32::Kind::kJump:
      return kJumpCycles;
    case Rv32::Kind::kMultiply:
      return kMultiplyCycles;
    case Rv32::Kind::kDivide:
      return kDivideCycles;
    case Rv32::Kind::kLoad:
    case Rv32::Kind::kStore:
      return kAccessCycles;
  }
  return kPlainCycles;
}

constexpr uint32_t kInterfaceVersion = 1;
// Offsets below are registers of both sides; from here on the firmware's own.
constexpr uint32_t kFirmwareOnly = E11_FW_RING_DOORBELL;
constexpr uint32_t kRegisterSpan = 0x1000;

}  // namespace

Command::Command(Memory& memory, Clock& clock, DrawSink& sink)
    : memory_(memory),
      clock_(clock),
      sink_(sink),
      dma_(memory, clock),
      core_(*this),
      ram_(E11_CFG_CP_RAM_BYTES) {
  memory_.onFault([this] { raise(E11_CAUSES_FAULT); });
  sink_.onTrap = [this] { raise(E11_CAUSES_ERROR); };
}

void Command::reset() {
  running_ = false;
  busy_ = false;
  core_.reset();
  firmwareAddress_ = 0;
  irqStatus_ = irqEnable_ = 0;
  counterSelect_ = counterHigh_ = cycleHigh_ = 0;
  ringBase_ = ringSize_ = ringWritten_ = ringRead_ = 0;
  ringContext_ = ringPageTable_ = 0;
  debugWord_ = 0;
  drawState_ = 0;
  draw_ = Draw();
  dispatch_ = ComputeCall();
  draws_ = 0;
  dma_.reset();
  memory_.clearFault();
  updateContext();
  sink_.reset();
}

void Command::run() {
  while (running_) {
    if (!core_.step()) {
      running_ = false;
      raise(E11_CAUSES_CP_TRAP);
      break;
    }
    ++instructions_;
    clock_.advance(cost(core_.lastKind()));
  }
}

void Command::raiseBits(uint32_t causes) {
  irqStatus_ |= causes;
  if (interrupt()) clock_.stopSoon();
}

// ------------------------------------------------------------ processor's bus

bool Command::load(uint32_t address, uint32_t bytes, uint32_t* value) {
  *value = 0;
  if (address < ram_.size()) {
    std::memcpy(value, &ram_[address], bytes);
    return true;
  }
  if (address >= E11_CP_MEMORY_BASE) {
    memory_.read(Client::kCp, address - E11_CP_MEMORY_BASE, value, bytes);
    return true;
  }
  if (address < E11_CP_REGISTERS_BASE || address - E11_CP_REGISTERS_BASE >= kRegisterSpan ||
      bytes != 4) {
    return false;
  }
  *value = readFirmware(address - E11_CP_REGISTERS_BASE);
  return true;
}

bool Command::store(uint32_t address, uint32_t bytes, uint32_t value) {
  if (address < ram_.size()) {
    std::memcpy(&ram_[address], &value, bytes);
    return true;
  }
  if (address >= E11_CP_MEMORY_BASE) {
    memory_.write(Client::kCp, address - E11_CP_MEMORY_BASE, &value, bytes);
    return true;
  }
  if (address < E11_CP_REGISTERS_BASE || address - E11_CP_REGISTERS_BASE >= kRegisterSpan ||
      bytes != 4) {
    return false;
  }
  writeFirmware(address - E11_CP_REGISTERS_BASE, value);
  return true;
}

// ------------------------------------------------------------------ registers

uint32_t Command::status() const {
  return uint32_t{!running_} << E11_REG_CP_STATUS_HALTED_LSB |
         uint32_t{core_.trapped()} << E11_REG_CP_STATUS_TRAPPED_LSB |
         uint32_t{busy_} << E11_REG_CP_STATUS_BUSY_LSB;
}

uint32_t Command::faultInfo() const {
  const Fault& fault = memory_.fault();
  if (!fault.valid) return 0;
  return 1u << E11_REG_FAULT_INFO_VALID_LSB |
         static_cast<uint32_t>(fault.client) << E11_REG_FAULT_INFO_CLIENT_LSB |
         uint32_t{fault.asid} << E11_REG_FAULT_INFO_ASID_LSB |
         uint32_t{fault.write} << E11_REG_FAULT_INFO_WRITE_LSB;
}

uint64_t Command::counter(uint32_t number) const {
  return number == E11_COUNTERS_DRAWS ? draws_ : sink_.counter(number);
}

void Command::setRunning(bool running) {
  if (running == running_) return;
  running_ = running;
  core_.reset();
}

void Command::updateContext() {
  const uint32_t asid =
      ringContext_ >> E11_REG_RING_CONTEXT_ASID_LSB & ((1u << E11_REG_RING_CONTEXT_ASID_W) - 1);
  const bool translate = (ringContext_ >> E11_REG_RING_CONTEXT_TRANSLATE_LSB & 1) != 0;
  memory_.setContext(static_cast<uint8_t>(asid), translate, uint64_t{ringPageTable_} << 12);
}

uint32_t Command::readShared(uint32_t offset) {
  switch (offset) {
    case E11_REG_ID:
      return 0x00453131;
    case E11_REG_VERSION:
      return kInterfaceVersion;
    case E11_REG_CAP_CORES:
      return E11_CFG_CORES;
    case E11_REG_CAP_WAVES:
      return E11_CFG_WAVES;
    case E11_REG_CAP_VGPR_ROWS:
      return E11_CFG_VGPR_ROWS;
    case E11_REG_CAP_MEMORY_KB:
      return static_cast<uint32_t>(memory_.size() >> 10);
    case E11_REG_CAP_CLOCK_KHZ:
      return E11_CFG_CLOCK_KHZ;
    case E11_REG_CAP_CP_RAM:
      return E11_CFG_CP_RAM_BYTES;
    case E11_REG_CYCLE_LO:
      cycleHigh_ = static_cast<uint32_t>(clock_.now() >> 32);
      return static_cast<uint32_t>(clock_.now());
    case E11_REG_CYCLE_HI:
      return cycleHigh_;
    case E11_REG_CP_CTRL:
      return uint32_t{running_} << E11_REG_CP_CTRL_RUN_LSB;
    case E11_REG_CP_STATUS:
      return status();
    case E11_REG_CP_FW_ADDR:
      return firmwareAddress_;
    case E11_REG_CP_PC:
      return core_.pc();
    case E11_REG_IRQ_STATUS:
      return irqStatus_;
    case E11_REG_IRQ_ENABLE:
      return irqEnable_;
    case E11_REG_FAULT_ADDR:
      return memory_.fault().address;
    case E11_REG_FAULT_INFO:
      return faultInfo();
    case E11_REG_COUNTER_SELECT:
      return counterSelect_;
    case E11_REG_COUNTER_LO: {
      const uint64_t value = counter(counterSelect_);
      counterHigh_ = static_cast<uint32_t>(value >> 32);
      return static_cast<uint32_t>(value);
    }
    case E11_REG_COUNTER_HI:
      return counterHigh_;
    case E11_REG_RING_BASE:
      return ringBase_;
    case E11_REG_RING_SIZE:
      return ringSize_;
    case E11_REG_RING_WPTR:
      return ringWritten_;
    case E11_REG_RING_RPTR:
      return ringRead_;
    case E11_REG_RING_CONTEXT:
      return ringContext_;
    case E11_REG_RING_PAGE_TABLE:
      return ringPageTable_;
    case E11_REG_DEBUG_BUSY:
      return sink_.busy.bits();
    default:
      return 0;
  }
}

bool Command::writeShared(uint32_t offset, uint32_t value) {
  switch (offset) {
    case E11_REG_CP_CTRL:
      setRunning((value >> E11_REG_CP_CTRL_RUN_LSB & 1) != 0);
      return true;
    case E11_REG_CP_FW_ADDR:
      firmwareAddress_ = value & ~3u;
      return true;
    case E11_REG_IRQ_STATUS:
      irqStatus_ &= ~value;
      return true;
    case E11_REG_IRQ_ENABLE:
      irqEnable_ = value;
      return true;
    case E11_REG_COUNTER_SELECT:
      counterSelect_ = value;
      return true;
    case E11_REG_RING_BASE:
      ringBase_ = value;
      return true;
    case E11_REG_RING_SIZE:
      ringSize_ = value;
      return true;
    case E11_REG_RING_WPTR:
      ringWritten_ = value;
      return true;
    case E11_REG_RING_CONTEXT:
      ringContext_ = value;
      updateContext();
      return true;
    case E11_REG_RING_PAGE_TABLE:
      ringPageTable_ = value;
      updateContext();
      return true;
    default:
      return false;
  }
}

uint32_t Command::readHost(uint32_t offset) {
  if (offset == E11_REG_CP_FW_DATA) {
    uint32_t value = 0;
    if (!running_ && firmwareAddress_ + 4 <= ram_.size()) {
      std::memcpy(&value, &ram_[firmwareAddress_], 4);
    }
    firmwareAddress_ += 4;
    return value;
  }
  return offset < kFirmwareOnly ? readShared(offset) : 0;
}

void Command::writeHost(uint32_t offset, uint32_t value) {
  if (offset == E11_REG_CP_FW_DATA) {
    if (!running_ && firmwareAddress_ + 4 <= ram_.size()) {
      std::memcpy(&ram_[firmwareAddress_], &value, 4);
    }
    firmwareAddress_ += 4;
    return;
  }
  if (offset < kFirmwareOnly) writeShared(offset, value);
}

uint32_t Command::readFirmware(uint32_t offset) {
  switch (offset) {
    case E11_FW_RING_DOORBELL:
      return ringWritten_ != ringRead_;
    case E11_FW_BUSY:
      return busy_;
    case E11_FW_UNIT_BUSY:
      return 0;  // every unit is done before the processor goes on
    case E11_FW_DRAW_STATE:
      return drawState_;
    case E11_FW_DRAW_COUNT:
      return draw_.count;
    case E11_FW_DRAW_INSTANCES:
      return draw_.instances;
    case E11_FW_DRAW_FIRST:
      return draw_.first;
    case E11_FW_DRAW_BASE_VERTEX:
      return draw_.baseVertex;
    case E11_FW_DRAW_START_INSTANCE:
      return draw_.startInstance;
    case E11_FW_DRAW_READY:
      return 1;
    case E11_FW_DISPATCH_X:
      return dispatch_.x;
    case E11_FW_DISPATCH_Y:
      return dispatch_.y;
    case E11_FW_DISPATCH_Z:
      return dispatch_.z;
    case E11_FW_DMA_DST:
      return dma_.dst;
    case E11_FW_DMA_DST_PITCH:
      return dma_.dstPitch;
    case E11_FW_DMA_SRC:
      return dma_.src;
    case E11_FW_DMA_SRC_PITCH:
      return dma_.srcPitch;
    case E11_FW_DMA_WIDTH:
      return dma_.width;
    case E11_FW_DMA_HEIGHT:
      return dma_.height;
    case E11_FW_DEBUG_WORD:
      return debugWord_;
    default:
      return readShared(offset);
  }
}

void Command::writeFirmware(uint32_t offset, uint32_t value) {
  switch (offset) {
    case E11_FW_SET_RPTR:
      ringRead_ = value;
      break;
    case E11_FW_RAISE_IRQ:
      raiseBits(value);
      break;
    case E11_FW_BUSY:
      busy_ = (value & 1) != 0;
      break;
    case E11_FW_CACHE_CONTROL:
      clock_.advance(kCacheControlCycles);
      sink_.controlCaches(value);
      break;
    case E11_FW_DRAW_STATE:
      drawState_ = value & ~63u;
      break;
    case E11_FW_DRAW_COUNT:
      draw_.count = value;
      break;
    case E11_FW_DRAW_INSTANCES:
      draw_.instances = value;
      break;
    case E11_FW_DRAW_FIRST:
      draw_.first = value;
      break;
    case E11_FW_DRAW_BASE_VERTEX:
      draw_.baseVertex = value;
      break;
    case E11_FW_DRAW_START_INSTANCE:
      draw_.startInstance = value;
      break;
    case E11_FW_DRAW_START:
      startDraw();
      break;
    case E11_FW_DISPATCH_X:
      dispatch_.x = value & 0xffff;
      break;
    case E11_FW_DISPATCH_Y:
      dispatch_.y = value & 0xffff;
      break;
    case E11_FW_DISPATCH_Z:
      dispatch_.z = value & 0xffff;
      break;
    case E11_FW_DISPATCH_START:
      startDispatch();
      break;
    case E11_FW_DMA_DST:
      dma_.dst = value;
      break;
    case E11_FW_DMA_DST_PITCH:
      dma_.dstPitch = value;
      break;
    case E11_FW_DMA_SRC:
      dma_.src = value;
      break;
    case E11_FW_DMA_SRC_PITCH:
      dma_.srcPitch = value;
      break;
    case E11_FW_DMA_WIDTH:
      dma_.width = value;
      break;
    case E11_FW_DMA_HEIGHT:
      dma_.height = value;
      break;
    case E11_FW_DMA_START: {
      const BusyUnits::Scope busy(sink_.busy, E11_BUSY_UNIT_DMA);
      dma_.start(value);
      break;
    }
    case E11_FW_DEBUG_WORD:
      debugWord_ = value;
      break;
    default:
      writeShared(offset, value);
      break;
  }
}

void Command::startDraw() {
  const BusyUnits::Scope busy(sink_.busy, E11_BUSY_UNIT_DRAW);
  memory_.read(Client::kState, drawState_, draw_.state.data(), sizeof draw_.state);
  clock_.advance(kStateLoadCycles);
  ++draws_;
  sink_.draw(draw_);
}

void Command::startDispatch() {
  const BusyUnits::Scope busy(sink_.busy, E11_BUSY_UNIT_DRAW);
  memory_.read(Client::kState, drawState_, dispatch_.state.data(), sizeof dispatch_.state);
  clock_.advance(kStateLoadCycles);
  sink_.dispatch(dispatch_);
}

}  // namespace e11::model
