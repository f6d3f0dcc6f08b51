// SPDX-License-Identifier: Apache-2.0
//
// Memory behind a unit's memory port (mem_req, mem_rsp): answers in request
// order after a random time. Reads see memory as of when they were accepted;
// writes land late, so that a unit which reads what it has not had
// acknowledged gets old data.
#pragma once
#include <deque>
#include <vector>

#include "ports.h"

namespace e11::bench {

class MemoryPort {
 public:
  MemoryPort(std::vector<uint8_t>& memory, unsigned asid) : memory_(memory), asid_(asid) {}

  unsigned minDelay = 1, maxDelay = 40;  ///< cycles until an answer is due
  unsigned stall = 2;                    ///< a transfer is allowed in one of so many cycles
  uint64_t reads = 0, writes = 0;

  /// Before settle: decides ready and shows the response.
  template <typename Rsp>
  void drive(Random& random, uint8_t& reqReady, uint8_t& rspValid, Rsp& rsp) {
    reqReady = pending_.size() < 16 && oneIn(random, stall);
    for (Entry& e : pending_) {
      if (e.delay) --e.delay;
    }
    const bool due = !pending_.empty() && pending_.front().delay == 0;
    shown_ = shown_ || (due && oneIn(random, stall));
    rspValid = shown_;
    if (!shown_) return;
    const Entry& e = pending_.front();
    Packer<Rsp> p(rsp);
    p.put(8, 0);  // tag
    for (unsigned i = 0; i < 16; ++i) p.put(8, e.write ? 0xa5 : e.data[16 * e.beat + i]);
    p.put(1, 0);  // error
    p.put(1, e.write || !e.line || e.beat == 3);
    p.put(1, e.write);
  }

  /// After settle, before tick: the transfers that happen.
  template <typename Req>
  void transfer(Random& random, bool reqValid, bool reqReady, const Req& req, bool rspReady) {
    if (reqValid && reqReady) accept(random, req);
    if (!shown_ || !rspReady) return;
    Entry& e = pending_.front();
    shown_ = false;
    if (e.line && !e.write && ++e.beat < 4) return;
    if (e.write) {
      for (unsigned i = 0; i < 16; ++i) {
        if (e.strobes >> i & 1) memory_[e.address + i] = e.data[i];
      }
    }
    pending_.pop_front();
  }

 private:
  struct Entry {
    bool write, line;
    uint32_t address;
    uint32_t strobes;
    std::vector<uint8_t> data;
    unsigned delay, beat;
  };

  template <typename Req>
  void accept(Random& random, const Req& req) {
    Packer<const Req> p(req);
    Entry e{};
    p.get(8);
    e.strobes = static_cast<uint32_t>(p.get(16));
    for (int i = 0; i < 16; ++i) e.data.push_back(static_cast<uint8_t>(p.get(8)));
    e.address = static_cast<uint32_t>(p.get(32));
    REQUIRE(p.get(4) == asid_);
    REQUIRE(p.get(5) == 0);  // operation, atomic
    REQUIRE(p.get(1) == 0);  // bypass
    e.line = p.get(1);
    e.write = p.get(1);
    REQUIRE(e.address % (e.line ? 64 : 16) == 0);
    REQUIRE(e.address + 64 <= memory_.size());
    if (e.write) {
      REQUIRE(!e.line);
      REQUIRE(e.strobes != 0);
      ++writes;
    } else {
      ++reads;
      e.data.assign(memory_.begin() + e.address, memory_.begin() + e.address + 64);
    }
    e.delay = minDelay + static_cast<unsigned>(random() % (maxDelay - minDelay + 1));
    pending_.push_back(std::move(e));
  }

  std::vector<uint8_t>& memory_;
  unsigned asid_;
  std::deque<Entry> pending_;
  bool shown_ = false;
};

}  // namespace e11::bench
