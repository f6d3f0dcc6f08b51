// SPDX-License-Identifier: Apache-2.0
//
// The memory unit with ten random clients and an AXI4 memory that performs reads and writes in
// whatever order AXI allows; translation against a page walk written here from docs/registers.md.
#include <optional>

#include "V_memory.h"
#include "e11/mem_port.h"
#include "e11/model/atomic.h"
#include "e11/regs.h"

using namespace e11::bench;

namespace {

constexpr unsigned kClients = 10;

struct Axi {
  std::map<uint64_t, Word128> words;  // by physical address, sparse
  struct Read {
    uint64_t addr;
    unsigned beats;
    uint64_t due;
  };
  struct Write {
    uint64_t addr;
    Word128 data;
    uint16_t strb;
    uint64_t due;
  };
  std::deque<Read> reads;
  std::deque<Write> writes;
  std::deque<uint64_t> aw;
  std::deque<std::pair<Word128, uint16_t>> w;
};

class Harness {
 public:
  explicit Harness(uint64_t salt) : random(seed() + salt) {
    std::memset(&dut->req_i, 0, sizeof dut->req_i);
    dut->req_valid_i = 0;
    dut->rsp_ready_i = 0;
    dut->translate_i = 0;
    dut->page_table_i = 0;
    dut->flush_tlb_i = 0;
    dut->axi_awready_i = dut->axi_wready_i = dut->axi_arready_i = 0;
    dut->axi_bvalid_i = dut->axi_rvalid_i = 0;
    dut->axi_bresp_i = dut->axi_rresp_i = 0;
    dut.reset();
  }

  Word128& word(uint64_t paddr) { return axi.words[paddr & ~uint64_t{15}]; }

  void setDword(uint64_t paddr, uint32_t value) {
    std::memcpy(word(paddr).data() + (paddr & 15), &value, 4);
  }
  uint32_t dword(uint64_t paddr) {
    uint32_t value;
    std::memcpy(&value, word(paddr).data() + (paddr & 15), 4);
    return value;
  }

  // The page walk of docs/registers.md: nothing if the access faults.
  std::optional<uint64_t> walk(uint32_t va, bool write) {
    uint64_t pa = va;
    if (translate) {
      const uint64_t first = (uint64_t{page_table} << 12) + (va >> 22) * 4;
      if (first >= E11_CFG_MEMORY_BYTES) return {};
      uint32_t pte = dword(first);
      if (!(pte & 1)) return {};
      if (pte & 4) {
        pa = (uint64_t{pte >> 4} << 12 & ~uint64_t{0x3fffff}) | (va & 0x3fffff);
      } else {
        const uint64_t second = (uint64_t{pte >> 4} << 12) + (va >> 12 & 1023) * 4;
        if (second >= E11_CFG_MEMORY_BYTES) return {};
        pte = dword(second);
        if (!(pte & 1)) return {};
        pa = (uint64_t{pte >> 4} << 12) | (va & 0xfff);
      }
      if (write && !(pte & 2)) return {};
    }
    if (pa >= E11_CFG_MEMORY_BYTES) return {};
    return pa;
  }

  void cycle() {
    for (unsigned c = 0; c < kClients; ++c) {
      if (!offered[c] && next && outstanding[c].size() < 6 && oneIn(random, 3)) {
        MemReq r;
        if (next(c, r)) {
          packReq(dut->req_i, r, kMemReqBits * c);
          offered[c] = r;
        }
      }
    }
    uint16_t valid = 0;
    for (unsigned c = 0; c < kClients; ++c)
      valid |= static_cast<uint16_t>((offered[c] ? 1 : 0) << c);
    dut->req_valid_i = valid;
    dut->rsp_ready_i = static_cast<uint16_t>((random() | random()) & 0x3ff);
    driveAxi();
    dut.settle();
    for (unsigned c = 0; c < kClients; ++c) {
      if (offered[c] && (dut->req_ready_o >> c & 1)) {
        outstanding[c].push_back({*offered[c], 0});
        offered[c].reset();
      }
      if ((dut->rsp_valid_o & dut->rsp_ready_i) >> c & 1) response(c, unpackRsp(dut->rsp_o));
    }
    takeAxi();
    recordFault();
    dut.tick();
    ++now;
  }

  void driveAxi() {
    dut->axi_awready_i = random() & 1;
    dut->axi_wready_i = random() & 1;
    dut->axi_arready_i = random() & 1;
    const bool b = !axi.writes.empty() && axi.writes.front().due <= now;
    const bool r = !axi.reads.empty() && axi.reads.front().due <= now;
    dut->axi_bvalid_i = b;
    dut->axi_rvalid_i = r;
    if (b && !applied) {
      // As late as can be: when the acknowledgement is offered.
      const auto& w = axi.writes.front();
      for (unsigned i = 0; i < 16; ++i) {
        if (w.strb >> i & 1) word(w.addr)[i] = w.data[i];
      }
      applied = true;
    }
    if (r) std::memcpy(&dut->axi_rdata_i, current.data(), 16);
  }

  void takeAxi() {
    if (dut->axi_bvalid_i && dut->axi_bready_o) axi.writes.pop_front(), applied = false;
    if (dut->axi_rvalid_i && dut->axi_rready_o) {
      auto& r = axi.reads.front();
      r.addr += 16;
      if (--r.beats == 0) axi.reads.pop_front();
      fetchCurrent();
    }
    if (dut->axi_arvalid_o && dut->axi_arready_i) {
      REQUIRE((dut->axi_arlen_o == 0 || dut->axi_arlen_o == 3));
      REQUIRE(dut->axi_araddr_o % (dut->axi_arlen_o ? 64 : 16) == 0);
      REQUIRE(dut->axi_araddr_o < E11_CFG_MEMORY_BYTES);
      axi.reads.push_back({dut->axi_araddr_o, dut->axi_arlen_o + 1u, now + 1 + random() % 12});
      if (axi.reads.size() == 1) fetchCurrent();
    }
    if (dut->axi_awvalid_o && dut->axi_awready_i) axi.aw.push_back(dut->axi_awaddr_o);
    if (dut->axi_wvalid_o && dut->axi_wready_i) {
      Word128 data;
      std::memcpy(data.data(), &dut->axi_wdata_o, 16);
      axi.w.emplace_back(data, dut->axi_wstrb_o);
    }
    while (!axi.aw.empty() && !axi.w.empty()) {
      REQUIRE(axi.aw.front() < E11_CFG_MEMORY_BYTES);
      axi.writes.push_back(
          {axi.aw.front(), axi.w.front().first, axi.w.front().second, now + 1 + random() % 12});
      axi.aw.pop_front();
      axi.w.pop_front();
    }
  }
  void fetchCurrent() {
    if (!axi.reads.empty()) current = word(axi.reads.front().addr);
  }

  void recordFault() {
    // fault_t: addr 31:0, asid 35:32, client 39:36, write 40, valid 41.
    if (!getBits(dut->fault_o, 41, 1)) return;
    faults.push_back({static_cast<uint32_t>(getBits(dut->fault_o, 0, 32)),
                      static_cast<unsigned>(getBits(dut->fault_o, 32, 4)),
                      static_cast<unsigned>(getBits(dut->fault_o, 36, 4)),
                      getBits(dut->fault_o, 40, 1) != 0});
  }

  void response(unsigned c, const MemRsp& got) {
    REQUIRE(!outstanding[c].empty());
    auto& [r, beat] = outstanding[c].front();
    INFO("client " << c << " address " << std::hex << r.addr << " write " << r.write);
    REQUIRE(got.tag == r.tag);
    REQUIRE(got.write == r.write);
    const auto pa = walk(r.addr, r.write);
    REQUIRE(got.error == !pa);
    const bool last = !r.line || beat == 3;
    REQUIRE(got.last == last);
    if (observe && pa) observe(r, got, *pa + 16 * beat);
    if (!r.write) {
      if (observe) {
        ++beat;
        if (last) outstanding[c].pop_front();
        return;
      }
      Word128 want{};
      // Nobody writes what this client reads while the read is under way.
      if (pa) want = word(*pa + 16 * beat);
      REQUIRE(got.rdata == want);
    } else if (pa && !r.atomic) {
      for (unsigned i = 0; i < 16; ++i) {
        if (r.wstrb >> i & 1) REQUIRE(word(*pa)[i] == r.wdata[i]);  // acknowledged is visible
      }
    }
    ++responses;
    ++beat;
    if (last) outstanding[c].pop_front();
  }

  void drain() {
    auto keep = next;
    next = nullptr;
    for (unsigned i = 0;; ++i) {
      REQUIRE(i < 20000);
      bool busy = false;
      for (unsigned c = 0; c < kClients; ++c) busy = busy || offered[c] || !outstanding[c].empty();
      if (!busy) break;
      cycle();
    }
    dut->req_valid_i = 0;
    for (unsigned i = 0; i < 2000 && dut->atomic_busy_o; ++i) cycle();
    dut.settle();
    CHECK(dut->idle_o);
    next = keep;
  }

  struct Fault {
    uint32_t addr;
    unsigned asid, client;
    bool write;
  };

  Random random;
  Clocked<V_memory> dut;
  Axi axi;
  Word128 current{};
  bool applied = false;
  uint64_t now = 0;
  bool translate = false;
  uint32_t page_table = 0;
  std::function<bool(unsigned, MemReq&)> next;
  // Responses in their order, which is the order of execution; looks at what reads return instead.
  std::function<void(const MemReq&, const MemRsp&, uint64_t)> observe;
  std::array<std::optional<MemReq>, kClients> offered;
  std::array<std::deque<std::pair<MemReq, unsigned>>, kClients> outstanding;
  std::vector<Fault> faults;
  uint64_t responses = 0;
};

// Each client has pages of its own; it does not read what it is writing, nor write one word twice
// at a time.
bool randomAccess(Harness& h, unsigned c, MemReq& r, uint32_t base, uint32_t span) {
  r = MemReq();
  r.write = h.random() & 1;
  r.line = !r.write && (h.random() & 1);
  r.bypass = oneIn(h.random, 4);
  r.addr = base + (static_cast<uint32_t>(h.random() % span) & ~15u);
  if (r.line) r.addr &= ~63u;
  for (auto& byte : r.wdata) byte = static_cast<uint8_t>(h.random());
  r.wstrb = static_cast<uint16_t>(h.random());
  r.tag = static_cast<uint8_t>(h.random());
  r.asid = static_cast<uint8_t>(c);
  for (const auto& [other, beat] : h.outstanding[c]) {
    if ((other.write || r.write) && other.addr / 64 == r.addr / 64) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("ten clients without translation", "[memory]") {
  Harness h(1);
  h.next = [&](unsigned c, MemReq& r) { return randomAccess(h, c, r, c << 16, 2048); };
  for (int i = 0; i < 20000; ++i) h.cycle();
  h.drain();
  CHECK(h.faults.empty());
  CHECK(h.responses > 4000);
}

TEST_CASE("beyond the device's memory: errors in order, first fault reported", "[memory]") {
  Harness h(2);
  h.next = [&](unsigned c, MemReq& r) {
    return randomAccess(
        h, c, r, oneIn(h.random, 3) ? E11_CFG_MEMORY_BYTES - 1024 + (c << 24) : c << 16, 2048);
  };
  for (int i = 0; i < 10000; ++i) h.cycle();
  h.drain();
  REQUIRE(!h.faults.empty());
  for (const auto& f : h.faults) {
    CHECK(f.client == f.asid);
    CHECK(!h.walk(f.addr, f.write));
  }
}

TEST_CASE("page tables: small and large pages, holes, read-only pages, flush", "[memory]") {
  Harness h(3);
  h.translate = true;
  h.dut->translate_i = 1;
  for (int round = 0; round < 6; ++round) {
    h.page_table = 0x100 + round;
    h.dut->page_table_i = h.page_table;
    const uint64_t root = uint64_t{h.page_table} << 12;
    // Every client has one 4 MiB region: clients 0..6 small pages, 7 and 8 large, 9 none.
    for (unsigned c = 0; c < kClients; ++c) {
      const uint64_t table = 0x200000 + (c << 12);
      uint32_t pte =
          static_cast<uint32_t>(table >> 12) << 4 | 1;  // write is for the last level to say
      if (c == 7 || c == 8) pte = (0x2000 + 0x400 * c) << 4 | 4 | 1 | (c == 8 ? 2 : 0);
      if (c == 9) pte = static_cast<uint32_t>(h.random()) << 4;
      if (c == 6 && round & 1) pte = 0xfffffff0u | 1;  // its table lies beyond memory
      h.setDword(root + 4 * (c + 1), pte);
      for (uint32_t p = 0; p < 32; ++p) {
        const uint32_t frame = 0x1000 + (c << 8) + (p * 7 + round) % 32;  // no two alike
        uint32_t small =
            frame << 4 | static_cast<uint32_t>(h.random() & 6) | 1;  // large means nothing here
        if (oneIn(h.random, 6)) small &= ~1u;
        if (oneIn(h.random, 12))
          small = (small & 15) | (E11_CFG_MEMORY_BYTES >> 12) << 4;  // beyond
        if (c < 7) h.setDword(table + 4 * p, small);
      }
    }
    h.dut->flush_tlb_i = 1;
    h.cycle();
    h.dut->flush_tlb_i = 0;
    h.next = [&](unsigned c, MemReq& r) {
      const uint32_t page =
          static_cast<uint32_t>(oneIn(h.random, 4) ? h.random() % 32 : h.random() % 3);
      return randomAccess(h, c, r, (c + 1) << 22 | page << 12, 4096);
    };
    h.faults.clear();
    const uint64_t before = h.responses;
    for (int i = 0; i < 12000; ++i) h.cycle();
    h.drain();
    CHECK(h.responses - before > 300);
    REQUIRE(!h.faults.empty());
    for (const auto& f : h.faults) CHECK(!h.walk(f.addr, f.write));
  }
}

TEST_CASE("a flush in the middle of a walk: what the walk has read is not kept", "[memory]") {
  Harness h(4);
  h.translate = true;
  h.dut->translate_i = 1;
  h.dut->page_table_i = h.page_table = 0x100;
  h.setDword(0x100000, 0x200 << 4 | 1);
  const uint32_t frames[] = {0x1000, 0x2000};
  for (unsigned f = 0; f < 2; ++f)
    h.word(uint64_t{frames[f]} << 12).fill(static_cast<uint8_t>(f + 1));
  unsigned now = 0;
  bool strict = false;
  unsigned old_seen = 0;
  auto read = [&](int change_after) {
    MemReq r;
    r.addr = 0;
    packReq(h.dut->req_i, r);
    h.dut->req_valid_i = 1;
    h.dut->rsp_ready_i = 0x3ff;
    bool taken = false;
    for (int i = 0;; ++i) {
      REQUIRE(i < 400);
      h.dut->flush_tlb_i = i == change_after;
      if (i == change_after) {
        now ^= 1;
        h.setDword(0x200000, frames[now] << 4 | 3);  // what AXI has read already stays what it was
      }
      h.driveAxi();
      h.dut.settle();
      taken = taken || (h.dut->req_ready_o & 1);
      const bool done = h.dut->rsp_valid_o & 1;
      const MemRsp got = unpackRsp(h.dut->rsp_o);
      h.takeAxi();
      h.dut.tick();
      ++h.now;
      if (taken) h.dut->req_valid_i = 0;
      if (!done) continue;
      REQUIRE(!got.error);
      if (strict) {
        REQUIRE(got.rdata[0] == now + 1);
      } else {
        old_seen += got.rdata[0] != now + 1;
      }
      break;
    }
    h.dut->flush_tlb_i = 0;
  };
  h.setDword(0x200000, frames[0] << 4 | 3);
  for (int i = 0; i < 600; ++i) {
    // The table is empty after a flush; the change comes somewhere in the walk.
    h.dut->flush_tlb_i = 1;
    h.driveAxi();
    h.dut.settle();
    h.takeAxi();
    h.dut.tick();
    ++h.now;
    h.dut->flush_tlb_i = 0;
    strict = false;
    read(static_cast<int>(h.random() % 40));
    strict = true;
    read(-1);
  }
  CHECK(old_seen > 10);  // changes that came too late for the first read happened
}

namespace {

uint32_t dwordOf(const Word128& word, unsigned dword) {
  uint32_t value;
  std::memcpy(&value, word.data() + 4 * dword, 4);
  return value;
}

MemReq atomicRequest(uint32_t address, unsigned op, uint32_t operand, uint32_t compare) {
  MemReq r;
  r.write = r.bypass = r.atomic = true;
  r.op = static_cast<uint8_t>(op);
  r.addr = address & ~15u;
  const unsigned dword = address / 4 % 4;
  r.wstrb = static_cast<uint16_t>(15u << (4 * dword));
  std::memcpy(r.wdata.data() + 4 * dword, &operand, 4);
  std::memcpy(r.wdata.data() + 4 * ((dword + 1) % 4), &compare, 4);
  return r;
}

}  // namespace

// Three areas that share lines of the atomic unit's buffer. 0x8000: counters that only grow, read
// by everybody. 0x9000: all operations. 0xa000: all operations and ordinary writes.
TEST_CASE("atomic operations of all clients on the same words", "[memory]") {
  Harness h(5);
  std::map<uint64_t, uint32_t> expected;
  for (uint64_t base : {0x8000, 0x9000, 0xa000}) {
    for (uint64_t i = 0; i < 0x200; i += 4) {
      h.setDword(base + i, base == 0x8000 ? 0 : static_cast<uint32_t>(h.random()));
      expected[base + i] = h.dword(base + i);
    }
  }
  uint64_t atomics = 0, reads = 0, counted = 0;
  h.observe = [&](const MemReq& r, const MemRsp& got, uint64_t pa) {
    for (unsigned d = 0; d < 4; ++d) {
      uint32_t& now = expected[pa + 4 * d];
      const uint32_t value = dwordOf(got.rdata, d);
      if (!r.write) {
        // Later additions may have reached memory before the read did.
        REQUIRE(value >= now);
        ++reads;
      } else if (!r.atomic) {
        for (unsigned i = 0; i < 4; ++i) {
          if (r.wstrb >> (4 * d + i) & 1)
            std::memcpy(reinterpret_cast<char*>(&now) + i, &r.wdata[4 * d + i], 1);
        }
      } else if (r.wstrb >> (4 * d) & 1) {
        INFO("operation " << int{r.op} << " at " << std::hex << pa + 4 * d);
        REQUIRE(value == now);
        now =
            e11::model::atomicResult(r.op, now, dwordOf(r.wdata, d), dwordOf(r.wdata, (d + 1) % 4));
        ++atomics;
      }
    }
  };
  unsigned spread = 1;
  h.next = [&](unsigned c, MemReq& r) {
    r = MemReq();
    const auto pick = [&](uint32_t n) { return static_cast<uint32_t>(h.random() % n); };
    const uint32_t at = pick(spread) * 4;
    const uint32_t what = pick(16);
    if (what < 6) {
      r = atomicRequest(0x8000 + at, 0, 1 + pick(3), 0);
    } else if (what < 11) {
      const uint32_t address = (what < 9 ? 0x9000 : 0xa000) + at;
      const uint32_t operand = static_cast<uint32_t>(pick(2) ? h.random() : pick(4));
      r = atomicRequest(address, pick(12), operand, pick(2) ? expected[address] : pick(4));
    } else if (what < 13) {
      r.write = true;
      r.addr = 0xa000 + (at & ~15u);
      for (auto& byte : r.wdata) byte = static_cast<uint8_t>(h.random());
      r.wstrb = static_cast<uint16_t>(h.random());
    } else {
      r.line = pick(2);
      r.addr = 0x8000 + (at & (r.line ? ~63u : ~15u));
    }
    r.tag = static_cast<uint8_t>(h.random());
    r.asid = static_cast<uint8_t>(c);
    // Two writes of one client under way at one place: only the last stays, so wait.
    for (const auto& [other, beat] : h.outstanding[c]) {
      if (!other.atomic && other.write && !r.atomic && r.write && other.addr == r.addr)
        return false;
    }
    return true;
  };
  for (int i = 0; i < 60000; ++i) {
    if (i % 1000 == 0) {
      spread = 1u << (h.random() % 8);
      if (i % 5000 == 0) h.drain();
    }
    h.cycle();
    counted += h.dut->count_atomic_o;
  }
  h.drain();
  CHECK(!h.dut->atomic_busy_o);
  for (const auto& [address, value] : expected) {
    INFO(std::hex << address);
    CHECK(h.dword(address) == value);
  }
  CHECK(h.faults.empty());
  CHECK(atomics > 3000);
  CHECK(reads > 1000);
  CHECK(counted > 0);
}

TEST_CASE("atomic operations: beyond memory they fail; on one word they take a cycle each",
          "[memory]") {
  Harness h(6);
  unsigned left = 500, errors = 0;
  bool bad = true;
  h.observe = [&](const MemReq&, const MemRsp&, uint64_t) {};
  h.next = [&](unsigned c, MemReq& r) {
    if (c != E11_MEM_CLIENTS_VECTOR || left == 0) return false;
    --left;
    r = atomicRequest(bad ? E11_CFG_MEMORY_BYTES + 16 * left : 0x8004, 0, 1, 0);
    return true;
  };
  h.drain();
  for (int i = 0; i < 20000 && left; ++i) h.cycle();
  h.drain();
  for (const auto& f : h.faults) errors += f.write && f.client == E11_MEM_CLIENTS_VECTOR;
  CHECK(errors == 500);

  // One client that never pauses, a bus that is slow to answer.
  h.setDword(0x8004, 0);
  uint64_t first = 0, last = 0;
  unsigned done = 0, asked = 0;
  for (uint64_t i = 0; done < 400 && i < 20000; ++i) {
    h.dut->req_valid_i = asked < 400 ? 1u << E11_MEM_CLIENTS_VECTOR : 0;
    packReq(h.dut->req_i, atomicRequest(0x8004, 0, 1, 0), kMemReqBits * E11_MEM_CLIENTS_VECTOR);
    h.dut->rsp_ready_i = 0x3ff;
    h.driveAxi();
    h.dut.settle();
    asked += asked < 400 && (h.dut->req_ready_o >> E11_MEM_CLIENTS_VECTOR & 1);
    if (h.dut->rsp_valid_o >> E11_MEM_CLIENTS_VECTOR & 1) {
      REQUIRE(dwordOf(unpackRsp(h.dut->rsp_o).rdata, 1) == done);
      if (++done == 1) first = h.now;
      last = h.now;
    }
    h.takeAxi();
    h.dut.tick();
    ++h.now;
  }
  REQUIRE(done == 400);
  std::printf("400 operations on one word: %llu cycles\n",
              static_cast<unsigned long long>(last - first));
  CHECK(last - first < 600);
}
