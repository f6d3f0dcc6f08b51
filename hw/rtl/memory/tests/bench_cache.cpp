// SPDX-License-Identifier: Apache-2.0
//
// Both kinds of cache against a flat memory, with a memory port that reorders what it may.
#include "V_cache_ro.h"
#include "V_cache_wt.h"
#include "e11/mem_port.h"

using namespace e11::bench;

namespace {

constexpr uint32_t kBytes = 4096;  // eight times the cache

template <typename Model>
class Harness {
 public:
  Harness(uint64_t salt, unsigned latency, unsigned jitter)
      : random(seed() + salt), memory(kBytes), port(memory, random, latency, jitter) {
    for (auto& byte : memory) byte = static_cast<uint8_t>(random());
    expected = memory;
    dut->req_valid_i = 0;
    dut->rsp_ready_i = 0;
    dut->mem_req_ready_i = 0;
    dut->mem_rsp_valid_i = 0;
    dut->flush_i = 0;
    dut.reset();
  }

  // One cycle; offers pending requests, checks responses against `outstanding`.
  void cycle() {
    dut->req_valid_i = offered_ || (!pending.empty() && !oneIn(random, request_gap));
    if (dut->req_valid_i) {
      offered_ = true;
      packReq(dut->req_i, pending.front());
    }
    dut->rsp_ready_i = response_stall == 0 || !oneIn(random, response_stall);
    const bool valid = port.responseValid();
    dut->mem_rsp_valid_i = valid;
    if (valid) packRsp(dut->mem_rsp_i, port.response());
    dut->mem_req_ready_i = port.ready();
    dut.settle();
    if (valid && dut->mem_rsp_ready_o) port.responseTaken();
    if (dut->mem_req_valid_o && dut->mem_req_ready_i) port.accept(unpackReq(dut->mem_req_o));
    if (dut->rsp_valid_o && dut->rsp_ready_i) check(unpackRsp(dut->rsp_o));
    if (dut->req_valid_i && dut->req_ready_o) {
      issue(pending.front());
      pending.pop_front();
      offered_ = false;
    }
    misses += dut->miss_o;
    dut.tick();
    port.tick();
    dut->flush_i = 0;
  }

  void drain() {
    for (unsigned i = 0; !pending.empty() || !outstanding.empty(); ++i) {
      REQUIRE(i < 100000);
      cycle();
    }
  }
  void flush() {
    drain();
    dut->flush_i = 1;
    dut.settle();
    REQUIRE(dut->busy_o);
    cycle();
    for (unsigned i = 0; dut->busy_o; ++i) {
      REQUIRE(i < 10000);
      cycle();
    }
  }

  Random random;
  std::vector<uint8_t> memory, expected;
  MemoryPort port;
  Clocked<Model> dut;
  std::deque<MemReq> pending;
  std::deque<std::pair<MemReq, MemRsp>> outstanding;
  unsigned request_gap = 3, response_stall = 3;
  unsigned misses = 0;
  std::function<bool(const MemReq&)> fails;

 private:
  void issue(const MemReq& r) {
    MemRsp rsp;
    rsp.write = r.write;
    rsp.tag = r.tag;
    rsp.last = true;
    rsp.error = fails && fails(r);
    if (r.atomic && !rsp.error) {
      addAtomic(expected, r, rsp.rdata);
    } else if (r.write) {
      for (unsigned i = 0; i < 16 && !rsp.error; ++i) {
        if (r.wstrb >> i & 1) expected[r.addr + i] = r.wdata[i];
      }
    } else if (!rsp.error) {
      std::memcpy(rsp.rdata.data(), &expected[r.addr], 16);
    }
    outstanding.emplace_back(r, rsp);
  }
  void check(const MemRsp& got) {
    REQUIRE(!outstanding.empty());
    const auto [request, want] = outstanding.front();
    outstanding.pop_front();
    INFO("address " << request.addr << " cycle " << dut.cycle());
    REQUIRE(got.tag == want.tag);
    REQUIRE(got.write == want.write);
    REQUIRE(got.last);
    REQUIRE(got.error == want.error);
    if (!want.write || request.atomic) REQUIRE(got.rdata == want.rdata);
  }
  bool offered_ = false;
};

MemReq randomRequest(Random& random, bool may_write, bool may_bypass, uint32_t span = kBytes) {
  static uint8_t tag = 0;
  MemReq r;
  r.write = may_write && (random() & 1);
  r.bypass = may_bypass && oneIn(random, 8);
  // Mostly near each other, so that lines are hit and fought over.
  r.addr = static_cast<uint32_t>(random() % span) & ~15u;
  if (!oneIn(random, 3)) r.addr = (r.addr & 0x23f) % span & ~15u;
  for (auto& byte : r.wdata) byte = static_cast<uint8_t>(random());
  r.wstrb = oneIn(random, 3) ? 0xffff : static_cast<uint16_t>(random() & random());
  r.tag = tag++;
  return r;
}

}  // namespace

TEST_CASE("read-only cache: data, order, invalidation", "[cache]") {
  const unsigned latency = GENERATE(0u, 7u);
  Harness<V_cache_ro> h(1, latency, 5);
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 300; ++i) h.pending.push_back(randomRequest(h.random, false, true));
    h.drain();
    // Somebody else writes; after the invalidation all of it is seen.
    for (auto& byte : h.memory) byte = static_cast<uint8_t>(h.random());
    h.expected = h.memory;
    h.flush();
  }
}

TEST_CASE("read-only cache: a hit per cycle, one fetch per line", "[cache]") {
  Harness<V_cache_ro> h(2, 10, 0);
  h.request_gap = 1000000;
  h.response_stall = 0;
  h.port.stall = 0;
  for (uint32_t a = 0; a < 512; a += 16) {
    MemReq r;
    r.addr = a;
    h.pending.push_back(r);
  }
  h.drain();
  CHECK(h.misses == 8);
  for (int i = 0; i < 320; ++i) {
    MemReq r;
    r.addr = static_cast<uint32_t>(h.random() % 512) & ~15u;
    h.pending.push_back(r);
  }
  const uint64_t start = h.dut.cycle();
  h.drain();
  CHECK(h.dut.cycle() - start <= 323);
  CHECK(h.misses == 8);
}

TEST_CASE("address spaces do not mix", "[cache]") {
  Harness<V_cache_ro> h(3, 3, 3);
  unsigned lines = 0;
  h.port.onRequest = [&](const MemReq& r) { lines += r.line; };
  for (uint8_t asid = 0; asid < 4; ++asid) {
    MemReq r;
    r.asid = asid;
    h.pending.push_back(r);
    h.pending.push_back(r);
  }
  h.drain();
  CHECK(lines == 4);
}

TEST_CASE("write-through cache: data, order, visibility", "[cache]") {
  const unsigned latency = GENERATE(0u, 9u);
  Harness<V_cache_wt> h(4, latency, 6);
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 400; ++i) h.pending.push_back(randomRequest(h.random, true, true));
    h.drain();
    REQUIRE(h.memory == h.expected);  // acknowledged is visible
    if (round & 1) {
      for (unsigned i = 0; i < 100; ++i) {
        const auto at = h.random() % kBytes;
        h.memory[at] = h.expected[at] = static_cast<uint8_t>(h.random());
      }
      h.flush();
    }
  }
}

TEST_CASE("write-through cache: atomic operations among reads and writes", "[cache]") {
  const unsigned latency = GENERATE(0u, 9u);
  Harness<V_cache_wt> h(11, latency, 6);
  h.port.onRequest = [&](const MemReq& r) { REQUIRE((!r.atomic || (r.write && r.bypass))); };
  const auto atomic = [&](MemReq r) {
    r.write = r.bypass = r.atomic = true;
    r.wstrb = static_cast<uint16_t>(15u << (4 * (h.random() & 3)));
    return r;
  };
  for (int i = 0; i < 6000; ++i) {
    MemReq r = randomRequest(h.random, true, true, i < 3000 ? kBytes : 256);
    h.pending.push_back(oneIn(h.random, 3) ? atomic(r) : r);
  }
  h.drain();
  REQUIRE(h.memory == h.expected);

  // They stream.
  h.request_gap = 1000000;
  h.response_stall = 0;
  h.port.stall = 0;
  for (int i = 0; i < 200; ++i) h.pending.push_back(atomic(randomRequest(h.random, true, true)));
  const uint64_t start = h.dut.cycle();
  h.drain();
  CHECK(h.dut.cycle() - start < 300);
  REQUIRE(h.memory == h.expected);
}

TEST_CASE("write-through cache: writes stream", "[cache]") {
  Harness<V_cache_wt> h(5, 12, 0);
  h.request_gap = 1000000;
  h.response_stall = 0;
  h.port.stall = 0;
  for (uint32_t i = 0; i < 200; ++i) {
    MemReq r = randomRequest(h.random, true, false);
    r.write = true;
    h.pending.push_back(r);
  }
  const uint64_t start = h.dut.cycle();
  h.drain();
  CHECK(h.dut.cycle() - start < 260);
}

TEST_CASE("errors reach the client and leave nothing behind", "[cache]") {
  Harness<V_cache_wt> h(8, 3, 3);
  bool broken = true;
  h.port.fails = [&](const MemReq& r) { return broken && r.addr < 1024; };
  h.fails = [&](const MemReq& r) { return broken && r.addr < 1024; };
  for (int i = 0; i < 400; ++i) h.pending.push_back(randomRequest(h.random, true, true, 2048));
  h.drain();
  broken = false;
  for (int i = 0; i < 400; ++i) h.pending.push_back(randomRequest(h.random, true, true, 2048));
  h.drain();
  REQUIRE(h.memory == h.expected);
}
