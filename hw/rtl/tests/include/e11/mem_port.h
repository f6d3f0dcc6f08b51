// SPDX-License-Identifier: Apache-2.0
//
// The memory port (mem_req_t, mem_rsp_t of e11_pkg.sv) for benches: packing, and a memory that
// answers as late and as awkwardly as the rules allow.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "e11/bench.h"

namespace e11::bench {

using Word128 = std::array<uint8_t, 16>;

struct MemReq {
  bool write = false, line = false, bypass = false, atomic = false;
  uint8_t op = 0;  ///< of an atomic
  uint8_t asid = 0;
  uint32_t addr = 0;
  Word128 wdata{};
  uint16_t wstrb = 0;
  uint8_t tag = 0;
};

struct MemRsp {
  bool write = false, last = false, error = false;
  Word128 rdata{};
  uint8_t tag = 0;
};

// Members from the last (bit 0) to the first. `lsb`: where the struct begins in a wider port
// (arrays).
constexpr unsigned kMemReqBits = 196;
constexpr unsigned kMemRspBits = 139;

template <typename Port>
MemReq unpackReq(const Port& port, unsigned lsb = 0) {
  MemReq r;
  r.tag = static_cast<uint8_t>(getBits(port, lsb, 8));
  r.wstrb = static_cast<uint16_t>(getBits(port, lsb + 8, 16));
  for (unsigned i = 0; i < 16; ++i)
    r.wdata[i] = static_cast<uint8_t>(getBits(port, lsb + 24 + 8 * i, 8));
  r.addr = static_cast<uint32_t>(getBits(port, lsb + 152, 32));
  r.asid = static_cast<uint8_t>(getBits(port, lsb + 184, 4));
  r.op = static_cast<uint8_t>(getBits(port, lsb + 188, 4));
  r.atomic = getBits(port, lsb + 192, 1);
  r.bypass = getBits(port, lsb + 193, 1);
  r.line = getBits(port, lsb + 194, 1);
  r.write = getBits(port, lsb + 195, 1);
  return r;
}

template <typename Port>
void packReq(Port& port, const MemReq& r, unsigned lsb = 0) {
  setBits(port, lsb, 8, r.tag);
  setBits(port, lsb + 8, 16, r.wstrb);
  for (unsigned i = 0; i < 16; ++i) setBits(port, lsb + 24 + 8 * i, 8, r.wdata[i]);
  setBits(port, lsb + 152, 32, r.addr);
  setBits(port, lsb + 184, 4, r.asid);
  setBits(port, lsb + 188, 4, r.op);
  setBits(port, lsb + 192, 1, r.atomic);
  setBits(port, lsb + 193, 1, r.bypass);
  setBits(port, lsb + 194, 1, r.line);
  setBits(port, lsb + 195, 1, r.write);
}

template <typename Port>
MemRsp unpackRsp(const Port& port, unsigned lsb = 0) {
  MemRsp r;
  r.tag = static_cast<uint8_t>(getBits(port, lsb, 8));
  for (unsigned i = 0; i < 16; ++i)
    r.rdata[i] = static_cast<uint8_t>(getBits(port, lsb + 8 + 8 * i, 8));
  r.error = getBits(port, lsb + 136, 1);
  r.last = getBits(port, lsb + 137, 1);
  r.write = getBits(port, lsb + 138, 1);
  return r;
}

template <typename Port>
void packRsp(Port& port, const MemRsp& r, unsigned lsb = 0) {
  setBits(port, lsb, 8, r.tag);
  for (unsigned i = 0; i < 16; ++i) setBits(port, lsb + 8 + 8 * i, 8, r.rdata[i]);
  setBits(port, lsb + 136, 1, r.error);
  setBits(port, lsb + 137, 1, r.last);
  setBits(port, lsb + 138, 1, r.write);
}

// An atomic addition (the one operation that MemoryPort knows) and the old value, in every dword.
inline void addAtomic(std::vector<uint8_t>& memory, const MemReq& r, Word128& old) {
  unsigned dword = 0;
  while (!(r.wstrb >> (4 * dword) & 1)) ++dword;
  uint32_t value, operand;
  std::memcpy(&value, &memory[r.addr + 4 * dword], 4);
  std::memcpy(&operand, &r.wdata[4 * dword], 4);
  for (unsigned d = 0; d < 4; ++d) std::memcpy(&old[4 * d], &value, 4);
  value += operand;
  std::memcpy(&memory[r.addr + 4 * dword], &value, 4);
}

// The memory side of a port. Responses in request order after `latency` and a random time; a write
// takes effect when it is acknowledged, a read looks at memory when it is accepted: a client that
// reads behind its own unacknowledged write gets the old data, as AXI allows.
class MemoryPort {
 public:
  MemoryPort(std::vector<uint8_t>& memory, Random& random, unsigned latency, unsigned jitter)
      : memory_(memory), random_(random), latency_(latency), jitter_(jitter) {}

  std::function<void(const MemReq&)> onRequest;  // looks at every accepted request
  std::function<bool(const MemReq&)> fails;      // true: error response
  unsigned stall = 4;  // one cycle in `stall` is not ready; 0: always ready

  bool idle() const { return queue_.empty(); }

  // Before settle(): drives the response and ready. After settle(): take() looks at the handshakes.
  bool responseValid() {
    if (!queue_.empty() && !queue_.front().apply && queue_.front().due <= now_) applyFront();
    return !queue_.empty() && queue_.front().due <= now_;
  }
  const MemRsp& response() const { return queue_.front().beats.front(); }
  bool ready() { return ready_ = queue_.size() < 16 && (stall == 0 || !oneIn(random_, stall)); }

  void responseTaken() {
    Entry& e = queue_.front();
    e.beats.pop_front();
    if (e.beats.empty()) queue_.pop_front();
  }
  void accept(const MemReq& r) {
    REQUIRE(ready_);
    if (onRequest) onRequest(r);
    const uint32_t bytes = r.line ? 64 : 16;
    REQUIRE(r.addr % bytes == 0);
    REQUIRE(!(r.write && r.line));
    Entry e;
    e.request = r;
    e.due = now_ + latency_ + (jitter_ ? random_() % jitter_ : 0);
    const bool error = (fails && fails(r)) || r.addr + uint64_t{bytes} > memory_.size();
    e.error = error;
    for (uint32_t b = 0; b < bytes / 16; ++b) {
      MemRsp rsp;
      rsp.write = r.write;
      rsp.error = error;
      rsp.last = b + 1 == bytes / 16;
      rsp.tag = r.tag;
      if (!r.write && !error) std::memcpy(rsp.rdata.data(), &memory_[r.addr + 16 * b], 16);
      e.beats.push_back(rsp);
    }
    queue_.push_back(e);
  }
  void tick() { ++now_; }

 private:
  struct Entry {
    MemReq request;
    std::deque<MemRsp> beats;
    uint64_t due = 0;
    bool apply = false;
    bool error = false;
  };
  void applyFront() {
    Entry& e = queue_.front();
    e.apply = true;
    if (!e.request.write || e.error) return;
    if (e.request.atomic) {
      addAtomic(memory_, e.request, e.beats.front().rdata);
      return;
    }
    for (unsigned i = 0; i < 16; ++i) {
      if (e.request.wstrb >> i & 1) memory_[e.request.addr + i] = e.request.wdata[i];
    }
  }

  std::vector<uint8_t>& memory_;
  Random& random_;
  unsigned latency_, jitter_;
  std::deque<Entry> queue_;
  uint64_t now_ = 0;
  bool ready_ = false;
};

}  // namespace e11::bench
