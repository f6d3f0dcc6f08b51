// SPDX-License-Identifier: Apache-2.0
// Clock, memory and register bus for the verilated GPU: nothing here computes
// what the GPU should.
#include "e11/rtl_device.h"

#include <verilated.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "V_gpu.h"
#include "axi_memory.h"
#include "e11/regs.h"
#if VM_TRACE_FST
#include <verilated_fst_c.h>
#endif
#ifdef ELEVEN_LOCKSTEP
#include "lockstep.h"
#endif

namespace e11 {

namespace {

using sim::AxiMaster;
using sim::AxiMemory;
using sim::AxiSlave;

[[noreturn]] void fatal(const char* what) {
  std::fprintf(stderr, "eleven: rtl: %s\n", what);
  std::abort();
}

class RtlDevice : public Device {
 public:
  explicit RtlDevice(const DeviceOptions& options);
  ~RtlDevice() override;

  const char* name() const override { return lockstep() ? "lockstep" : "rtl"; }
  uint32_t readRegister(uint32_t offset) override { return access(false, offset, 0); }
  void writeRegister(uint32_t offset, uint32_t value) override { access(true, offset, value); }
  void readMemory(uint64_t address, void* data, size_t bytes) override;
  void writeMemory(uint64_t address, const void* data, size_t bytes) override;
  std::byte* memoryWindow() override { return window_ ? memory_.data() : nullptr; }
  bool waitInterrupt(uint64_t maxCycles) override;
  uint64_t cycles() override { return cycles_; }

 private:
  static constexpr uint32_t kRegisterSpan = 0x1000;
  static constexpr int kResetCycles = 4;
  /// A register access that takes longer has no answer.
  static constexpr int kAccessCycles = 1000;

  void tick();
  void edge();
  void driveMemory();
  AxiMaster sampleMaster() const;
  bool lockstep() const;
#ifdef ELEVEN_LOCKSTEP
  [[noreturn]] void differs();
#endif
  uint32_t access(bool write, uint32_t offset, uint32_t value);
  void trace();

  bool window_;
  AxiMemory memory_;
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<V_gpu> top_;
#if VM_TRACE_FST
  std::unique_ptr<VerilatedFstC> wave_;
#endif
#ifdef ELEVEN_LOCKSTEP
  std::unique_ptr<sim::Lockstep> lockstep_;
#endif
  uint64_t cycles_ = 0;
  uint64_t time_ = 0;
};

RtlDevice::RtlDevice(const DeviceOptions& options)
    : window_(options.window),
      memory_(E11_CFG_MEMORY_BYTES),
      context_(std::make_unique<VerilatedContext>()) {
#if VM_TRACE_FST
  context_->traceEverOn(true);
#endif
  top_ = std::make_unique<V_gpu>(context_.get());
#if VM_TRACE_FST
  if (!options.waveFile.empty()) {
    wave_ = std::make_unique<VerilatedFstC>();
    top_->trace(wave_.get(), 99);
    wave_->open(options.waveFile.c_str());
  }
#endif
#ifdef ELEVEN_LOCKSTEP
  if (options.kind == "lockstep") {
    // The model's memory sees what the host writes: no window past it.
    window_ = false;
    lockstep_ = std::make_unique<sim::Lockstep>(memory_.size(), options);
  }
#endif
  top_->clk_i = 0;
  top_->rst_ni = 1;
  top_->host_valid_i = 0;
  driveMemory();
  top_->eval();
  top_->rst_ni = 0;
  for (int i = 0; i < kResetCycles; ++i) tick();
  top_->rst_ni = 1;
  cycles_ = 0;
  tick();
}

RtlDevice::~RtlDevice() {
#ifdef ELEVEN_LOCKSTEP
  if (lockstep_ && readRegister(E11_REG_DEBUG_BUSY) == 0 && !lockstep_->finish(memory_.data())) {
    differs();
  }
#endif
  top_->final();
#if VM_TRACE_FST
  if (wave_) wave_->close();
#endif
}

bool RtlDevice::lockstep() const {
#ifdef ELEVEN_LOCKSTEP
  return lockstep_ != nullptr;
#else
  return false;
#endif
}

#ifdef ELEVEN_LOCKSTEP
/// Ends the program: nothing after the first difference means anything.
void RtlDevice::differs() {
#if VM_TRACE_FST
  if (wave_) wave_->close();
#endif
  std::fflush(nullptr);
  std::_Exit(3);
}
#endif

void RtlDevice::trace() {
#if VM_TRACE_FST
  if (wave_) wave_->dump(time_);
#endif
  ++time_;
}

/// One clock cycle. Inputs were set since the last one.
void RtlDevice::tick() {
  top_->eval();  // outputs that follow the inputs
  const AxiMaster master = sampleMaster();
#ifdef ELEVEN_LOCKSTEP
  if (lockstep_ && !lockstep_->cycle(*top_, cycles_, memory_.data())) differs();
#endif
  trace();
  top_->clk_i = 1;
  top_->eval();
  trace();
  memory_.clock(master);
  driveMemory();
  top_->clk_i = 0;
  ++cycles_;
}

AxiMaster RtlDevice::sampleMaster() const {
  AxiMaster m;
  m.awvalid = top_->axi_awvalid_o;
  m.awaddr = top_->axi_awaddr_o;
  m.awlen = top_->axi_awlen_o;
  m.wvalid = top_->axi_wvalid_o;
  m.wstrb = top_->axi_wstrb_o;
  m.wlast = top_->axi_wlast_o;
  m.bready = top_->axi_bready_o;
  m.arvalid = top_->axi_arvalid_o;
  m.araddr = top_->axi_araddr_o;
  m.arlen = top_->axi_arlen_o;
  m.rready = top_->axi_rready_o;
  if (m.wvalid) {
    for (size_t i = 0; i < m.wdata.size(); ++i) m.wdata[i] = top_->axi_wdata_o[i];
  }
  return m;
}

void RtlDevice::driveMemory() {
  const AxiSlave& s = memory_.outputs();
  top_->axi_awready_i = s.awready;
  top_->axi_wready_i = s.wready;
  top_->axi_bvalid_i = s.bvalid;
  top_->axi_bresp_i = static_cast<CData>(s.bresp);
  top_->axi_arready_i = s.arready;
  top_->axi_rvalid_i = s.rvalid;
  top_->axi_rresp_i = static_cast<CData>(s.rresp);
  for (size_t i = 0; i < s.rdata.size(); ++i) top_->axi_rdata_i[i] = s.rdata[i];
}

uint32_t RtlDevice::access(bool write, uint32_t offset, uint32_t value) {
  if (offset >= kRegisterSpan || (offset & 3) != 0) return 0;
  top_->host_valid_i = 1;
  top_->host_write_i = write;
  top_->host_addr_i = static_cast<SData>(offset);
  top_->host_wdata_i = value;
  int left = kAccessCycles;
  const auto next = [&] {
    if (--left == 0) fatal("the register bus does not answer");
    tick();
    top_->eval();
  };
  top_->eval();
  while (!top_->host_ready_o) next();
  // The request is taken at the next edge; the answer comes with or after it.
  next();
  top_->host_valid_i = 0;
  top_->eval();
  while (!top_->host_rsp_valid_o) next();
  const uint32_t data = top_->host_rdata_o;
  tick();
  return data;
}

void RtlDevice::readMemory(uint64_t address, void* data, size_t bytes) {
  if (address > memory_.size() || bytes > memory_.size() - address) fatal("read beyond memory");
  std::memcpy(data, memory_.data() + address, bytes);
}

void RtlDevice::writeMemory(uint64_t address, const void* data, size_t bytes) {
  if (address > memory_.size() || bytes > memory_.size() - address) fatal("write beyond memory");
  std::memcpy(memory_.data() + address, data, bytes);
#ifdef ELEVEN_LOCKSTEP
  if (lockstep_) lockstep_->hostWrite(address, data, bytes);
#endif
}

bool RtlDevice::waitInterrupt(uint64_t maxCycles) {
  top_->eval();
  for (uint64_t i = 0; i < maxCycles && !top_->irq_o; ++i) tick();
  return top_->irq_o;
}

}  // namespace

std::unique_ptr<Device> makeRtlDevice(const DeviceOptions& options, std::string* error) {
#if !VM_TRACE_FST
  if (!options.waveFile.empty()) {
    if (error != nullptr) {
      *error = "this build records no waveform: configure another one with ELEVEN_TRACE=ON";
    }
    return nullptr;
  }
#endif
#ifndef ELEVEN_LOCKSTEP
  if (options.kind == "lockstep") {
    if (error != nullptr) {
      *error = "this build has no lock step: configure another one with ELEVEN_LOCKSTEP=ON";
    }
    return nullptr;
  }
#endif
  (void)error;
  return std::make_unique<RtlDevice>(options);
}

}  // namespace e11
