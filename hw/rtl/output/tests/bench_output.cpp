// SPDX-License-Identifier: Apache-2.0
//
// e11_output against its model: early answers, order of ended draws, counters,
// and after a flush all of memory, byte for byte, with random stalls.
#include <cstring>
#include <deque>
#include <functional>
#include <vector>

#include "V_output.h"
#include "e11/formats.h"
#include "e11/fp.h"
#include "e11/model/output.h"
#include "memory_port.h"

namespace {

using namespace e11;
using bench::Packer;
using model::ExportBeat;
using model::QuadInfo;

constexpr uint32_t kMemory = 1 << 18;
constexpr unsigned kAsid = 5;

struct Early {
  unsigned slot, x, y;
  uint8_t cov;
  std::array<uint32_t, 4> z;
  uint8_t answer;
};

/// What happens in a draw. needs*: how many of that kind must have gone before.
struct Info {
  QuadInfo info;
  size_t needsEarly;
};
struct Beat {
  ExportBeat beat;
  size_t needsInfos;
};
struct Draw {
  unsigned slot = 0;
  bool late = false;
  std::vector<std::pair<unsigned, uint32_t>> state;
  std::vector<Early> early;
  std::vector<Info> infos;
  std::vector<Beat> beats;
};

template <typename Port>
void putRequest(Port& port, const Early& e) {
  Packer<Port> p(port);
  for (uint32_t z : e.z) p.put(32, z);
  p.put(4, e.cov);
  p.put(15, e.y);
  p.put(15, e.x);
  p.put(bench::kSlotBits, e.slot);
}
template <typename Port>
void putInfo(Port& port, const QuadInfo& info) {
  Packer<Port> p(port);
  for (uint32_t z : info.z) p.put(32, z);
  p.put(15, info.y);
  p.put(15, info.x);
  p.put(bench::kSlotBits, info.slot);
  p.put(1, info.endOfDraw);
  p.put(1, info.valid);
}
template <typename Port>
void putBeat(Port& port, const ExportBeat& b) {
  Packer<Port> p(port);
  for (const auto& lane : b.data) {
    for (uint32_t value : lane) p.put(32, value);
  }
  p.put(4, b.cov);
  p.put(1, b.done);
  p.put(4, b.mask);
  p.put(4, b.target);
  p.put(2, b.quad);
}

/// The RTL with its memory; the model runs while draws are made.
class Pair {
 public:
  Pair(bench::Random& random, unsigned stall)
      : memory(kMemory),
        model(memory),
        rtlMemory(kMemory),
        depthPort(rtlMemory, kAsid),
        colorPort(rtlMemory, kAsid),
        random_(random),
        stall_(stall) {
    for (size_t i = 0; i < kMemory; ++i) {
      rtlMemory[i] = static_cast<uint8_t>(random());
      memory.data()[i] = static_cast<std::byte>(rtlMemory[i]);
    }
    model.onSlotDone([this](unsigned slot) { expectedDone.push_back(slot); });
    depthPort.stall = colorPort.stall = stall;
    rtl->asid_i = kAsid;
    rtl->state_wr_valid_i = rtl->early_valid_i = rtl->info_valid_i = rtl->exp_valid_i = 0;
    rtl->flush_i = rtl->depth_req_ready_i = rtl->color_req_ready_i = 0;
    rtl->depth_rsp_valid_i = rtl->color_rsp_valid_i = 0;
    rtl.reset();
  }

  model::Memory memory;
  model::Output model;
  std::vector<uint8_t> rtlMemory;
  bench::Clocked<V_output> rtl;
  bench::MemoryPort depthPort, colorPort;
  std::vector<unsigned> expectedDone;
  std::function<void()> beforeFlush;

  void cycle() {
    depthPort.drive(random_, rtl->depth_req_ready_i, rtl->depth_rsp_valid_i, rtl->depth_rsp_i);
    colorPort.drive(random_, rtl->color_req_ready_i, rtl->color_rsp_valid_i, rtl->color_rsp_i);
    rtl.settle();
    depthPort.transfer(random_, rtl->depth_req_valid_o, rtl->depth_req_ready_i, rtl->depth_req_o,
                       rtl->depth_rsp_ready_o);
    colorPort.transfer(random_, rtl->color_req_valid_o, rtl->color_req_ready_i, rtl->color_req_o,
                       rtl->color_rsp_ready_o);
    written_ += rtl->cnt_pixels_written_o;
  }

  /// Runs draws (slots alternate), then flushes and compares memory. Cycles
  /// up to the last slot_done.
  uint64_t run(const std::vector<Draw>& draws) {
    const uint64_t start = rtl.cycle();
    std::vector<std::pair<const Draw*, const Early*>> early;
    std::vector<std::pair<size_t, const Info*>> infos;  // draw
    std::vector<const Beat*> beats;
    std::vector<size_t> earlyBefore, infosBefore, beatsBefore;
    for (const Draw& d : draws) {
      earlyBefore.push_back(early.size());
      infosBefore.push_back(infos.size());
      for (const Early& e : d.early) early.emplace_back(&d, &e);
      for (const Info& i : d.infos) infos.emplace_back(&d - draws.data(), &i);
      for (const Beat& b : d.beats) beats.push_back(&b);
    }
    std::vector<size_t> beatNeeds, infoNeeds;
    for (size_t d = 0; d < draws.size(); ++d) {
      for (const Beat& b : draws[d].beats) beatNeeds.push_back(infosBefore[d] + b.needsInfos);
      for (const Info& i : draws[d].infos) infoNeeds.push_back(earlyBefore[d] + i.needsEarly);
    }
    size_t loaded = 0, word = 0, done = 0;
    size_t sentEarly = 0, gotEarly = 0, sentInfos = 0, sentBeats = 0;
    bool offerEarly = false, offerInfo = false, offerBeat = false;
    uint64_t idle = 0;
    while (done < draws.size()) {
      rtl->state_wr_valid_i = 0;
      if (loaded < draws.size() && done + E11_CFG_STATE_SLOTS > loaded) {
        const auto& state = draws[loaded].state;
        rtl->state_wr_valid_i = 1;
        bench::putState(rtl->state_wr_i, draws[loaded].slot, state[word].first, state[word].second);
        if (++word == state.size()) {
          word = 0;
          ++loaded;  // seen from the next cycle on
        }
      }
      const size_t ready = loaded - (word == 0 && rtl->state_wr_valid_i ? 1 : 0);
      if (!offerEarly && sentEarly < early.size() && bench::oneIn(random_, stall_)) {
        const size_t d = static_cast<size_t>(early[sentEarly].first - draws.data());
        // Not while late draws before it are not written.
        bool wait = d >= ready || infosBefore[d] > sentInfos;
        for (size_t before = done; before < d; ++before) wait = wait || draws[before].late;
        if (!wait) {
          putRequest(rtl->early_i, *early[sentEarly].second);
          offerEarly = true;
        }
      }
      if (!offerInfo && sentInfos < infos.size() && infos[sentInfos].first < ready &&
          gotEarly >= infoNeeds[sentInfos] && bench::oneIn(random_, stall_)) {
        putInfo(rtl->info_i, infos[sentInfos].second->info);
        offerInfo = true;
      }
      if (!offerBeat && sentBeats < beats.size() && sentInfos >= beatNeeds[sentBeats] &&
          bench::oneIn(random_, stall_)) {
        putBeat(rtl->exp_i, beats[sentBeats]->beat);
        offerBeat = true;
      }
      rtl->early_valid_i = offerEarly;
      rtl->info_valid_i = offerInfo;
      rtl->exp_valid_i = offerBeat;
      cycle();
      if (rtl->early_rsp_valid_o) {
        REQUIRE(gotEarly < sentEarly);
        INFO("early request " << gotEarly << " at " << early[gotEarly].second->x << ","
                              << early[gotEarly].second->y);
        REQUIRE(rtl->early_rsp_cov_o == early[gotEarly].second->answer);
        ++gotEarly;
        idle = 0;
      }
      for (unsigned slot = 0; slot < E11_CFG_STATE_SLOTS; ++slot) {
        if (!(rtl->slot_done_o >> slot & 1)) continue;
        REQUIRE(done < draws.size());
        REQUIRE(draws[done].slot == slot);
        ++done;
        idle = 0;
      }
      if (offerEarly && rtl->early_ready_o) offerEarly = false, ++sentEarly;
      if (offerInfo && rtl->info_ready_o) offerInfo = false, ++sentInfos;
      if (offerBeat && rtl->exp_ready_o) offerBeat = false, ++sentBeats;
      rtl.tick();
      INFO("sent " << sentEarly << " early, " << sentInfos << " infos, " << sentBeats
                   << " beats, done " << done << " of " << draws.size());
      REQUIRE(++idle < 100000);
    }
    REQUIRE(gotEarly == early.size());
    REQUIRE(sentBeats == beats.size());
    const uint64_t cycles = rtl.cycle() - start;
    rtl->state_wr_valid_i = rtl->early_valid_i = rtl->info_valid_i = rtl->exp_valid_i = 0;
    flushAndCompare();
    return cycles;
  }

  void flushAndCompare() {
    rtl.settle();
    if (beforeFlush) beforeFlush();
    rtl->flush_i = 1;
    cycle();
    rtl.tick();
    rtl->flush_i = 0;
    unsigned n = 0;
    do {
      cycle();
      rtl.tick();
      REQUIRE(++n < 100000);
      rtl.settle();
    } while (rtl->flush_busy_o);
    REQUIRE(rtl->idle_o);
    REQUIRE(rtl->waves_idle_o);
    for (size_t i = 0; i < kMemory; ++i) {
      if (memory.data()[i] == static_cast<std::byte>(rtlMemory[i])) continue;
      FAIL("byte " << i << ": " << int(rtlMemory[i]) << " expected " << int(memory.data()[i]));
    }
    CHECK(written_ == model.pixelsWritten());
  }

 private:
  bench::Random& random_;
  unsigned stall_;
  uint64_t written_ = 0;
};

/// A float near what matters: in and around 0..1, now and then anything.
uint32_t randomFloat(bench::Random& random) {
  switch (random() % 16) {
    case 0:
      return static_cast<uint32_t>(random());
    case 1:
      return 0x3f800000 + static_cast<uint32_t>(random() % 5) - 2;
    case 2:
      return static_cast<uint32_t>(random() & 0x80000000);
    case 3:
      return 0x7f800000;
    case 4:
      return fp::toBits(static_cast<float>(random() % 512) / 510.0f);
    default:
      return fp::toBits(static_cast<float>(random() % 1000000) / 990000.0f);
  }
}

struct Config {
  bool shade, late, writesDepth, test, write;
  unsigned func, depthFormat, colorFormat, mask, targets;
};

constexpr uint32_t kDepthBase = 0x00000, kColorBase = 0x20000;

Draw makeDraw(Pair& pair, bench::Random& random, unsigned slot, const Config& c, unsigned pitch) {
  Draw d;
  d.slot = slot;
  d.late = c.shade && c.test && (c.late || c.writesDepth);
  const uint32_t ps = c.shade << E11_STATE_BLOCK_PS_INFO_ENABLE_LSB |
                      c.late << E11_STATE_BLOCK_PS_INFO_LATE_DEPTH_LSB |
                      c.writesDepth << E11_STATE_BLOCK_PS_INFO_WRITES_DEPTH_LSB;
  const uint32_t depth = c.test << E11_STATE_BLOCK_DEPTH_INFO_TEST_LSB |
                         c.write << E11_STATE_BLOCK_DEPTH_INFO_WRITE_LSB |
                         c.func << E11_STATE_BLOCK_DEPTH_INFO_FUNC_LSB |
                         c.depthFormat << E11_STATE_BLOCK_DEPTH_INFO_FORMAT_LSB;
  const bool narrow = random() % 2;
  d.state = {
      {E11_STATE_BLOCK_PS_INFO, ps},
      {E11_STATE_BLOCK_VP_MIN_Z, narrow ? 0x3e800000u : 0u},
      {E11_STATE_BLOCK_VP_MAX_Z, narrow ? 0x3f400000u : 0x3f800000u},
      {E11_STATE_BLOCK_DEPTH_INFO, depth},
      {E11_STATE_BLOCK_DEPTH_BASE, kDepthBase},
      {E11_STATE_BLOCK_DEPTH_PITCH, pitch},
      {E11_STATE_BLOCK_RT_COUNT, c.targets},
      {E11_STATE_BLOCK_RT0_INFO, c.colorFormat | c.mask << E11_STATE_BLOCK_RT0_INFO_MASK_LSB},
      {E11_STATE_BLOCK_RT0_BASE, kColorBase},
      {E11_STATE_BLOCK_RT0_PITCH, pitch}};
  for (const auto& [word, data] : d.state) pair.model.writeState(slot, word, data);
  return d;
}

/// A wave of quads that passed early depth: exports of the shader.
void addWave(Pair& pair, bench::Random& random, const Config& c, Draw& d,
             std::vector<std::pair<QuadInfo, uint8_t>>& quads) {
  while (quads.size() < 4) {
    QuadInfo none;
    none.slot = static_cast<uint8_t>(d.slot);
    quads.emplace_back(none, 0);
  }
  for (const auto& q : quads) {
    d.infos.push_back({q.first, d.early.size()});
    pair.model.quadInfo(q.first);
  }
  std::vector<std::pair<unsigned, unsigned>> exports;  // target, mask
  if (c.writesDepth && random() % 8) exports.emplace_back(E11_EXPORT_TARGETS_DEPTH, 1);
  if (random() % 8)
    exports.emplace_back(E11_EXPORT_TARGETS_COLOR0, random() % 3 ? 15 : random() % 16);
  if (exports.empty()) exports.emplace_back(E11_EXPORT_TARGETS_COLOR0, 0);
  if (exports.size() == 2 && random() % 2) std::swap(exports[0], exports[1]);
  for (size_t e = 0; e < exports.size(); ++e) {
    for (unsigned q = 0; q < 4; ++q) {
      ExportBeat b;
      b.quad = static_cast<uint8_t>(q);
      b.target = static_cast<uint8_t>(exports[e].first);
      b.mask = static_cast<uint8_t>(exports[e].second);
      b.done = e + 1 == exports.size();
      b.cov = quads[q].second;
      for (auto& lane : b.data) {
        for (uint32_t& v : lane) v = randomFloat(random);
      }
      d.beats.push_back({b, d.infos.size()});
      pair.model.exportBeat(b);
    }
  }
  quads.clear();
}

void fillDraw(Pair& pair, bench::Random& random, const Config& c, Draw& d, unsigned width,
              unsigned height, unsigned quads) {
  std::vector<std::pair<QuadInfo, uint8_t>> wave;
  const unsigned x0 = random() % width, y0 = random() % height;
  for (unsigned n = 0; n < quads; ++n) {
    // Mostly a walk like the rasteriser's, so that lines are met again.
    unsigned x = (x0 + n % 8 * 2) % width & ~1u, y = (y0 + n / 8 * 2) % height & ~1u;
    if (random() % 8 == 0) x = random() % width & ~1u, y = random() % height & ~1u;
    Early e{};
    e.slot = d.slot;
    e.x = x;
    e.y = y;
    e.cov = random() % 2 ? 15 : static_cast<uint8_t>(1 + random() % 15);
    for (uint32_t& z : e.z) z = randomFloat(random);
    uint8_t cov = e.cov;
    if (c.test && !d.late) {
      cov = e.answer = pair.model.earlyDepth(e.slot, e.x, e.y, e.cov, e.z);
      d.early.push_back(e);
    }
    if (!cov || !c.shade) continue;
    QuadInfo info;
    info.valid = true;
    info.slot = static_cast<uint8_t>(d.slot);
    info.x = static_cast<uint16_t>(x);
    info.y = static_cast<uint16_t>(y);
    info.z = e.z;
    // Some lanes, or all, are discarded by the shader.
    if (c.late && random() % 4 == 0) cov &= static_cast<uint8_t>(random());
    wave.emplace_back(info, cov);
    if (wave.size() == 4) addWave(pair, random, c, d, wave);
  }
  if (!wave.empty()) addWave(pair, random, c, d, wave);
  QuadInfo marker;
  marker.endOfDraw = true;
  marker.slot = static_cast<uint8_t>(d.slot);
  d.infos.push_back({marker, d.early.size()});
  pair.model.quadInfo(marker);
}

}  // namespace

TEST_CASE("random draws leave the model's memory") {
  bench::Random random(bench::seed());
  for (unsigned stall : {1u, 2u, 3u}) {
    Pair pair(random, stall);
    // The layout of a target is fixed while anything draws to it.
    const bool floatDepth = stall != 2;
    for (unsigned pitch : {256u, 448u, 1024u}) {
      std::vector<Draw> draws;
      for (unsigned i = 0; i < 24; ++i) {
        Config c{};
        c.shade = random() % 5 != 0;
        c.late = random() % 3 == 0;
        c.writesDepth = random() % 4 == 0;
        c.test = random() % 4 != 0;
        c.write = random() % 3 != 0;
        c.func = i % 8;
        c.depthFormat = floatDepth ? formats::number::kD32Float : formats::number::kD24UnormS8Uint;
        c.colorFormat = random() % 8 == 0   ? formats::number::kR32Float
                        : random() % 2 == 0 ? formats::number::kR8g8b8a8Unorm
                                            : formats::number::kB8g8r8a8Unorm;
        c.mask = random() % 2 ? 15 : random() % 16;
        c.targets = random() % 8 != 0;
        draws.push_back(makeDraw(pair, random, i % E11_CFG_STATE_SLOTS, c, pitch));
        fillDraw(pair, random, c, draws.back(), pitch / 4, 64, random() % 100);
      }
      pair.run(draws);
    }
  }
}

TEST_CASE("a clean depth line keeps the unit from being idle") {
  // Else a fill of the depth target after a test without writes would not be seen.
  bench::Random random(bench::seed() + 2);
  Pair pair(random, 1);
  Config c{};
  c.test = true;
  c.func = E11_COMPARE_LESS;
  c.depthFormat = formats::number::kD32Float;
  for (uint32_t fill : {fp::toBits(0.25f), fp::toBits(0.75f)}) {
    for (uint32_t i = 0; i < 64; ++i) {
      std::memcpy(&pair.rtlMemory[kDepthBase + 4 * i], &fill, 4);
      pair.memory.writePhysical(kDepthBase + 4 * i, &fill, 4);
    }
    Draw d = makeDraw(pair, random, 0, c, 1024);
    Early e{};
    e.cov = 3;
    e.z.fill(fp::toBits(0.5f));
    e.answer = pair.model.earlyDepth(0, 0, 0, 3, e.z);
    CHECK(e.answer == (fill > e.z[0] ? 3 : 0));
    d.early.push_back(e);
    QuadInfo marker;
    marker.endOfDraw = true;
    d.infos.push_back({marker, 1});
    pair.model.quadInfo(marker);
    pair.beforeFlush = [&] { CHECK(!pair.rtl->idle_o); };
    pair.run({d});
  }
}

TEST_CASE("depth reads each line once, and none of rows without pixels") {
  bench::Random random(bench::seed() + 3);
  Config c{};
  c.test = c.write = true;
  c.func = E11_COMPARE_ALWAYS;
  c.depthFormat = formats::number::kD32Float;
  for (const uint8_t cov : {uint8_t{15}, uint8_t{3}, uint8_t{12}}) {
    Pair pair(random, 1);
    pair.depthPort.minDelay = 24;
    pair.depthPort.maxDelay = 28;
    Draw d = makeDraw(pair, random, 0, c, 1024);
    for (unsigned by = 0; by < 16; by += 8) {
      for (unsigned bx = 0; bx < 256; bx += 8) {
        for (unsigned q = 0; q < 16; ++q) {
          Early e{};
          e.x = bx + q % 4 * 2;
          e.y = by + q / 4 * 2;
          e.cov = cov;
          e.answer = pair.model.earlyDepth(0, e.x, e.y, cov, e.z);
          d.early.push_back(e);
        }
      }
    }
    QuadInfo marker;
    marker.endOfDraw = true;
    d.infos.push_back({marker, d.early.size()});
    pair.model.quadInfo(marker);
    const uint64_t cycles = pair.run({d});
    const unsigned rows = cov == 15 ? 16 : 8;
    std::printf("%llu cycles for %zu quads, coverage %d\n", static_cast<unsigned long long>(cycles),
                d.early.size(), cov);
    CHECK(pair.depthPort.reads == rows * 256 * 4 / 64);
    CHECK(pair.depthPort.writes == rows * 256 * 4 / 16);
  }
}

TEST_CASE("a line that has just left is not read before it has arrived") {
  // With 16 lines a row, x = 0, y = 0 and x = 16, y = 4 have one set of the cache.
  bench::Random random(bench::seed() + 4);
  Pair pair(random, 1);
  pair.depthPort.maxDelay = 100;
  Config c{};
  c.test = c.write = true;
  c.func = E11_COMPARE_LESS;
  c.depthFormat = formats::number::kD32Float;
  Draw d = makeDraw(pair, random, 0, c, 1024);
  for (unsigned n = 0; n < 400; ++n) {
    Early e{};
    e.x = n & 1 ? 16 : 0;
    e.y = n & 1 ? 4 : 0;
    e.x += random() % 8 * 2;
    e.cov = 3;
    for (uint32_t& z : e.z) z = fp::toBits(static_cast<float>(random() % 1000) / 1000.0f);
    e.answer = pair.model.earlyDepth(0, e.x, e.y, e.cov, e.z);
    d.early.push_back(e);
  }
  QuadInfo marker;
  marker.endOfDraw = true;
  d.infos.push_back({marker, d.early.size()});
  pair.model.quadInfo(marker);
  pair.run({d});
  CHECK(pair.depthPort.reads == 400);
}

TEST_CASE("full waves pass at four fifths of the core's best rate") {
  // One wave in 20 cycles, without depth: 8 x 2 pixels each, 256 x 32 pixels.
  bench::Random random(bench::seed() + 1);
  Pair pair(random, 1);
  pair.colorPort.maxDelay = 8;
  Config c{};
  c.shade = true;
  c.colorFormat = formats::number::kR8g8b8a8Unorm;
  c.mask = 15;
  c.targets = 1;
  Draw d = makeDraw(pair, random, 0, c, 1024);
  std::vector<std::pair<QuadInfo, uint8_t>> wave;
  for (unsigned by = 0; by < 32; by += 8) {
    for (unsigned bx = 0; bx < 256; bx += 8) {
      for (unsigned q = 0; q < 16; ++q) {
        QuadInfo info;
        info.valid = true;
        info.x = static_cast<uint16_t>(bx + q % 4 * 2);
        info.y = static_cast<uint16_t>(by + q / 4 * 2);
        wave.emplace_back(info, 15);
        if (wave.size() < 4) continue;
        for (const auto& w : wave) {
          d.infos.push_back({w.first, 0});
          pair.model.quadInfo(w.first);
        }
        for (unsigned i = 0; i < 4; ++i) {
          ExportBeat b;
          b.quad = static_cast<uint8_t>(i);
          b.mask = 15;
          b.done = true;
          b.cov = 15;
          for (auto& lane : b.data) {
            for (uint32_t& v : lane) v = randomFloat(random);
          }
          d.beats.push_back({b, d.infos.size()});
          pair.model.exportBeat(b);
        }
        wave.clear();
      }
    }
  }
  QuadInfo marker;
  marker.endOfDraw = true;
  d.infos.push_back({marker, 0});
  pair.model.quadInfo(marker);
  const uint64_t cycles = pair.run({d});
  const uint64_t waves = 256 * 32 / 16;
  INFO(cycles << " cycles for " << waves << " waves");
  std::printf("%llu cycles for %llu waves\n", static_cast<unsigned long long>(cycles),
              static_cast<unsigned long long>(waves));
  CHECK(cycles < waves * 20 + 400);
  // Fully covered lines go out as whole words, and nothing is read.
  CHECK(pair.colorPort.reads == 0);
  CHECK(pair.colorPort.writes == 256 * 32 * 4 / 16);
}
