// SPDX-License-Identifier: Apache-2.0
#include "axi_memory.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace e11::sim {

namespace {

constexpr uint64_t kBeatBytes = sizeof(Beat);
constexpr uint32_t kDecodeError = 3;

}  // namespace

void AxiMemory::Free::operator()(std::byte* p) const {
  std::free(p);
}

// calloc: pages come into being when they are touched.
AxiMemory::AxiMemory(uint64_t bytes)
    : storage_(static_cast<std::byte*>(std::calloc(bytes, 1))), size_(bytes) {
  if (!storage_) throw std::bad_alloc();
  reset();
}

void AxiMemory::reset() {
  reads_.clear();
  writes_.clear();
  data_.clear();
  responses_.clear();
  out_ = AxiSlave();
  out_.awready = out_.wready = out_.arready = true;
}

void AxiMemory::clock(const AxiMaster& master) {
  ++now_;
  acceptWrite(master);
  acceptData(master);
  writeBeats();
  acceptRead(master);
  if (out_.rvalid && master.rready) {
    Read& read = reads_.front();
    read.address += kBeatBytes;
    if (--read.beats == 0) reads_.pop_front();
  }
  if (out_.bvalid && master.bready) responses_.pop_front();
  driveRead();
  driveResponse();
  out_.awready = writes_.size() + responses_.size() < kQueue;
  out_.wready = data_.size() < kQueue;
  out_.arready = reads_.size() < kQueue;
}

void AxiMemory::acceptRead(const AxiMaster& master) {
  if (!master.arvalid || !out_.arready) return;
  reads_.push_back({master.araddr & ~(kBeatBytes - 1), now_ + kLatency - 1, master.arlen + 1});
}

void AxiMemory::acceptWrite(const AxiMaster& master) {
  if (!master.awvalid || !out_.awready) return;
  writes_.push_back({master.awaddr & ~(kBeatBytes - 1), false});
}

void AxiMemory::acceptData(const AxiMaster& master) {
  if (!master.wvalid || !out_.wready) return;
  data_.push_back({master.wdata, master.wstrb, master.wlast});
}

/// Data may come before its address; it is written when both are there.
void AxiMemory::writeBeats() {
  while (!writes_.empty() && !data_.empty()) {
    Write& write = writes_.front();
    const Data& beat = data_.front();
    if (write.address > size_ - kBeatBytes) {
      write.failed = true;
    } else {
      auto* to = reinterpret_cast<uint8_t*>(storage_.get()) + write.address;
      const auto* from = reinterpret_cast<const uint8_t*>(beat.value.data());
      for (uint64_t i = 0; i < kBeatBytes; ++i) {
        if ((beat.strobes >> i & 1) != 0) to[i] = from[i];
      }
    }
    write.address += kBeatBytes;
    if (beat.last) {
      responses_.push_back({now_ + kLatency - 1, write.failed ? kDecodeError : 0});
      writes_.pop_front();
    }
    data_.pop_front();
  }
}

void AxiMemory::driveRead() {
  out_.rvalid = !reads_.empty() && reads_.front().due <= now_;
  if (!out_.rvalid) return;
  const Read& read = reads_.front();
  const bool inside = read.address <= size_ - kBeatBytes;
  out_.rresp = inside ? 0 : kDecodeError;
  if (inside) {
    std::memcpy(out_.rdata.data(), storage_.get() + read.address, kBeatBytes);
  } else {
    out_.rdata = Beat();
  }
}

void AxiMemory::driveResponse() {
  out_.bvalid = !responses_.empty() && responses_.front().due <= now_;
  if (!out_.bvalid) return;
  out_.bresp = responses_.front().resp;
}

}  // namespace e11::sim
