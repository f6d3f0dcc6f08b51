// SPDX-License-Identifier: Apache-2.0
//
// Copies and fills of random rectangles at random alignments against loops over bytes; the
// engine may read and write only the words that hold those bytes.
#include "V_dma.h"
#include "e11/mem_port.h"
#include "e11/regs.h"

using namespace e11::bench;

namespace {

constexpr uint32_t kBytes = 1 << 16;

struct Job {
  uint32_t dst, dst_pitch, src, src_pitch, width, height;
};

class Harness {
 public:
  Harness(uint64_t salt, unsigned latency, unsigned jitter)
      : random(seed() + salt), memory(kBytes), port(memory, random, latency, jitter) {
    for (auto& byte : memory) byte = static_cast<uint8_t>(random());
    dut->reg_valid_i = 0;
    dut->asid_i = 5;
    dut->mem_req_ready_i = 0;
    dut->mem_rsp_valid_i = 0;
    dut.reset();
    port.onRequest = [this](const MemReq& r) {
      REQUIRE(!r.line);
      REQUIRE(r.asid == 5);
      requests.push_back(r);
    };
  }
  void cycle() {
    const bool valid = port.responseValid();
    dut->mem_rsp_valid_i = valid;
    if (valid) packRsp(dut->mem_rsp_i, port.response());
    dut->mem_req_ready_i = port.ready();
    dut.settle();
    if (valid && dut->mem_rsp_ready_o) port.responseTaken();
    if (dut->mem_req_valid_o && dut->mem_req_ready_i) port.accept(unpackReq(dut->mem_req_o));
    dut.tick();
    port.tick();
    dut->reg_valid_i = 0;
  }
  // reg_req_t: wdata 31:0, addr 43:32, write 44.
  void write(uint32_t offset, uint32_t value) {
    setBits(dut->reg_i, 0, 32, value);
    setBits(dut->reg_i, 32, 12, offset);
    setBits(dut->reg_i, 44, 1, 1);
    dut->reg_valid_i = 1;
    cycle();
  }
  uint64_t run(const Job& j, uint32_t control) {
    write(E11_FW_DMA_DST, j.dst);
    write(E11_FW_DMA_DST_PITCH, j.dst_pitch);
    write(E11_FW_DMA_SRC, j.src);
    write(E11_FW_DMA_SRC_PITCH, j.src_pitch);
    write(E11_FW_DMA_WIDTH, j.width);
    write(E11_FW_DMA_HEIGHT, j.height);
    requests.clear();
    const uint64_t start = dut.cycle();
    write(E11_FW_DMA_START, control);
    dut.settle();
    while (dut->busy_o) {
      REQUIRE(dut.cycle() - start < 200000);
      cycle();
    }
    REQUIRE(port.idle());
    return dut.cycle() - start;
  }

  Random random;
  std::vector<uint8_t> memory;
  MemoryPort port;
  Clocked<V_dma> dut;
  std::vector<MemReq> requests;
};

}  // namespace

TEST_CASE("copy: every alignment, width and row step", "[dma]") {
  const unsigned latency = GENERATE(0u, 11u);
  Harness h(1, latency, 4);
  for (int i = 0; i < 1200; ++i) {
    Job j;
    j.width = oneIn(h.random, 12)
                  ? 0
                  : 1 + static_cast<uint32_t>(h.random() % (oneIn(h.random, 4) ? 300 : 40));
    j.height = oneIn(h.random, 12) ? 0 : 1 + static_cast<uint32_t>(h.random() % 5);
    j.dst = static_cast<uint32_t>(h.random() % 0x4000);
    j.src = 0x8000 + static_cast<uint32_t>(h.random() % 0x4000);
    j.dst_pitch = j.width + static_cast<uint32_t>(h.random() % 70);
    j.src_pitch = oneIn(h.random, 6) ? 0 : static_cast<uint32_t>(h.random() % 500);
    if (oneIn(h.random, 8)) j.dst += 0x3000, j.dst_pitch = 0u - j.dst_pitch;  // upwards
    auto expected = h.memory;
    for (uint32_t y = 0; y < j.height; ++y) {
      for (uint32_t x = 0; x < j.width; ++x)
        expected[j.dst + y * j.dst_pitch + x] = h.memory[j.src + y * j.src_pitch + x];
    }
    h.run(j, 0xf0);
    INFO("dst " << j.dst << " src " << j.src << " width " << j.width << " height " << j.height);
    REQUIRE((h.memory == expected));
    // Just the words that hold the bytes.
    uint64_t reads = 0, writes = 0, want_reads = 0, want_writes = 0;
    for (const auto& r : h.requests) ++(r.write ? writes : reads);
    for (uint32_t y = 0; y < j.height && j.width; ++y) {
      const uint32_t d = j.dst + y * j.dst_pitch, s = j.src + y * j.src_pitch;
      want_reads += (s + j.width - 1) / 16 - s / 16 + 1;
      want_writes += (d + j.width - 1) / 16 - d / 16 + 1;
    }
    REQUIRE(reads == want_reads);
    REQUIRE(writes == want_writes);
  }
}

TEST_CASE("fill: masks and edges", "[dma]") {
  Harness h(2, 3, 4);
  for (int i = 0; i < 800; ++i) {
    Job j;
    j.width = static_cast<uint32_t>(h.random() % 60) * 4;
    j.height = static_cast<uint32_t>(h.random() % 5);
    j.dst = static_cast<uint32_t>(h.random() % 0x4000) & ~3u;
    j.src = static_cast<uint32_t>(h.random());
    j.dst_pitch = (j.width + static_cast<uint32_t>(h.random() % 70)) & ~3u;
    j.src_pitch = static_cast<uint32_t>(h.random());
    const uint32_t mask = static_cast<uint32_t>(h.random() & 15);
    auto expected = h.memory;
    for (uint32_t y = 0; y < j.height; ++y) {
      for (uint32_t x = 0; x < j.width; ++x) {
        if (mask >> (x & 3) & 1)
          expected[j.dst + y * j.dst_pitch + x] = static_cast<uint8_t>(j.src >> (8 * (x & 3)));
      }
    }
    h.run(j, mask << E11_FW_DMA_START_MASK_LSB | 1);
    REQUIRE((h.memory == expected));
    for (const auto& r : h.requests) REQUIRE(r.write);
  }
}

TEST_CASE("registers read back; speed", "[dma]") {
  Harness h(3, 12, 0);
  h.port.stall = 0;
  const Job fill{0x100, 1024, 0x12345678, 0, 1024, 8};
  const uint64_t fill_cycles = h.run(fill, 0xf1);
  const Job copy{0x105, 1024, 0x8003, 1024, 1000, 8};
  const uint64_t copy_cycles = h.run(copy, 0xf0);
  std::printf("fill %.2f, copy %.2f bytes per cycle\n", 8192.0 / static_cast<double>(fill_cycles),
              8000.0 / static_cast<double>(copy_cycles));
  CHECK(fill_cycles < 8 * (64 + 4) + 40);
  CHECK(copy_cycles < 8 * (64 * 2 + 12) + 60);
  const uint32_t offsets[] = {E11_FW_DMA_DST,       E11_FW_DMA_DST_PITCH, E11_FW_DMA_SRC,
                              E11_FW_DMA_SRC_PITCH, E11_FW_DMA_WIDTH,     E11_FW_DMA_HEIGHT};
  for (uint32_t o : offsets) h.write(o, o * 0x10001);
  for (uint32_t o : offsets) {
    setBits(h.dut->reg_i, 32, 12, o);
    setBits(h.dut->reg_i, 44, 1, 0);
    h.dut.settle();
    CHECK(h.dut->reg_rdata_o == o * 0x10001);
  }
  setBits(h.dut->reg_i, 32, 12, E11_FW_DRAW_STATE);
  h.dut.settle();
  CHECK(h.dut->reg_rdata_o == 0);
}
