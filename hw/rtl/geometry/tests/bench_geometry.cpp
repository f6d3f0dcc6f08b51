// SPDX-License-Identifier: Apache-2.0
//
// e11_geometry against the model: the same draws give the same waves, coefficient words and
// triangles, whatever the neighbours' timing is.
#include <V_geometry.h>

#include <deque>
#include <set>

#include "e11/bench.h"
#include "e11/mem_port.h"
#include "e11/struct_bits.h"
#include "scenario.h"

namespace e11::bench {
namespace {

using model::Triangle;
using model::VertexWave;

struct Coefficient {
  uint32_t address;
  std::array<uint32_t, 3> c;
  bool operator==(const Coefficient& o) const { return address == o.address && c == o.c; }
};

/// All that leaves geometry.
struct Output {
  std::vector<VertexWave> waves;
  std::vector<Coefficient> coefficients;
  std::vector<Triangle> triangles;
  model::Geometry::Counters counters;
};

Output runModel(const std::vector<TestDraw>& draws, model::Memory& memory) {
  Output out;
  const TestDraw* current = nullptr;
  model::Geometry::Sinks sinks;
  sinks.launch = [&](const VertexWave& w) {
    out.waves.push_back(w);
    shade(*current, w, memory);
  };
  sinks.coefficient = [&](uint32_t address, const std::array<uint32_t, 3>& c) {
    out.coefficients.push_back({address, c});
  };
  sinks.triangle = [&](const Triangle& t) { out.triangles.push_back(t); };
  model::Geometry geometry(memory, sinks);
  for (const TestDraw& d : draws) {
    current = &d;
    for (unsigned w = 0; w < E11_STATE_BLOCK_WORDS; ++w)
      geometry.writeState(d.call.slot, w, d.state[w]);
    geometry.draw(d.call);
  }
  out.counters = geometry.counters();
  return out;
}

/// How the neighbours behave: one cycle in n they are not ready (0: always).
struct Timing {
  unsigned memoryLatency = 10, memoryJitter = 20, stall = 4;
  unsigned shaderLatency = 50, shaderJitter = 200;
  unsigned freeOneIn = 100;  ///< how often coefficient memory is given back
};

class Harness {
 public:
  Harness(model::Memory& memory, Random& random, const Timing& timing)
      : memory_(memory),
        random_(random),
        timing_(timing),
        bytes_(kMemoryBytes),
        index_(bytes_, random, timing.memoryLatency, timing.memoryJitter),
        vertex_(bytes_, random, timing.memoryLatency, timing.memoryJitter) {
    index_.stall = vertex_.stall = timing.stall;
    live_.assign(E11_CFG_COEF_WORDS, false);
    m_->asid_i = 5;
    m_->state_wr_valid_i = m_->draw_valid_i = m_->vs_done_valid_i = m_->coef_free_valid_i = 0;
    m_->index_rsp_valid_i = m_->vertex_rsp_valid_i = 0;
    m_->index_req_ready_i = m_->vertex_req_ready_i = m_->tri_ready_i = 0;
    m_->launch_ready_i = m_->row_ready_i = 0;
    m_.reset();
    const auto check = [](const MemReq& r) {
      REQUIRE(r.asid == 5);
      REQUIRE(!r.write);
    };
    index_.onRequest = vertex_.onRequest = check;
  }

  /// Starts the draws and resets geometry after `cycles`; what was under way comes and is dropped.
  void abandon(const std::vector<TestDraw>& draws, uint64_t cycles) {
    limit_ = m_.cycle() + cycles;
    run(draws);
    limit_ = ~uint64_t{0};
    m_->state_wr_valid_i = m_->draw_valid_i = m_->vs_done_valid_i = m_->coef_free_valid_i = 0;
    m_.reset();
    shading_.clear();
    needed_.clear();
    while (!index_.idle() || !vertex_.idle()) {
      drive();
      m_.settle();
      sample();
      m_.tick();
    }
    live_.assign(E11_CFG_COEF_WORDS, false);
    tail_ = 0;
    ended_ = 0;
    quads_ = 0;
    launching_ = false;
    out_ = Output();
  }

  Output run(const std::vector<TestDraw>& draws) {
    std::memcpy(bytes_.data(), memory_.data(), bytes_.size());
    draws_ = &draws;
    unsigned word = 0;
    size_t loading = 0;  // draw whose state is being written, then offered
    uint64_t quiet = 0;
    while (ended_ < draws.size() && m_.cycle() < limit_) {
      drive();
      m_->state_wr_valid_i = m_->draw_valid_i = 0;
      // A slot is free when its earlier draw has ended.
      if (loading < draws.size() && ended_ + E11_CFG_STATE_SLOTS > loading) {
        const TestDraw& d = draws[loading];
        if (word < E11_STATE_BLOCK_WORDS) {
          m_->state_wr_valid_i = !stalled(timing_.stall);
          setBits(m_->state_wr_i, 0, 32, d.state[word]);
          setBits(m_->state_wr_i, 32, 6, word);
          setBits(m_->state_wr_i, 38, kSlotBits, d.call.slot);
          word += m_->state_wr_valid_i;
        } else {
          m_->draw_valid_i = 1;
          setBits(m_->draw_i, 0, 32, d.call.startInstance);
          setBits(m_->draw_i, 32, 32, d.call.baseVertex);
          setBits(m_->draw_i, 64, 32, d.call.first);
          setBits(m_->draw_i, 96, 32, d.call.instances);
          setBits(m_->draw_i, 128, 32, d.call.count);
          setBits(m_->draw_i, 160, kSlotBits, d.call.slot);
        }
      }
      m_.settle();
      if (m_->draw_valid_i && m_->draw_ready_o) {
        ++loading;
        word = 0;
      }
      const size_t before = out_.triangles.size() + out_.waves.size() + out_.coefficients.size();
      sample();
      quiet = out_.triangles.size() + out_.waves.size() + out_.coefficients.size() == before
                  ? quiet + 1
                  : 0;
      // A batch of clipped primitives of which none is left may take long: 24,000 cycles were seen.
      REQUIRE(quiet < 100000);
      m_.tick();
    }
    if (ended_ < draws.size()) return Output();
    drive();
    m_.settle();
    REQUIRE(!m_->busy_o);
    std::memcpy(memory_.data(), bytes_.data(), bytes_.size());
    return std::move(out_);
  }
  uint64_t cycles() const { return m_.cycle(); }

 private:
  bool stalled(unsigned n) { return n && oneIn(random_, n); }

  void drive() {
    index_.tick();
    vertex_.tick();
    m_->index_req_ready_i = index_.ready();
    m_->vertex_req_ready_i = vertex_.ready();
    m_->index_rsp_valid_i = index_.responseValid();
    if (m_->index_rsp_valid_i) packRsp(m_->index_rsp_i, index_.response());
    m_->vertex_rsp_valid_i = vertex_.responseValid();
    if (m_->vertex_rsp_valid_i) packRsp(m_->vertex_rsp_i, vertex_.response());
    m_->launch_ready_i = !stalled(timing_.stall);
    m_->row_ready_i = !stalled(timing_.stall);
    m_->tri_ready_i = !stalled(timing_.stall);
    driveShader();
    driveFree();
  }

  /// Waves end in any order, their records being in memory by then.
  void driveShader() {
    m_->vs_done_valid_i = 0;
    for (auto it = shading_.begin(); it != shading_.end(); ++it) {
      if (it->due > m_.cycle()) continue;
      shade((*draws_)[it->draw], it->wave, memory_);
      const uint32_t base = it->wave.s1;
      std::memcpy(&bytes_[base], memory_.data() + base,
                  std::min<size_t>(0x3000, bytes_.size() - base));
      m_->vs_done_valid_i = 1;
      m_->vs_done_tag_i = it->wave.tag;
      shading_.erase(it);
      break;
    }
  }
  void driveFree() {
    m_->coef_free_valid_i = 0;
    if (needed_.empty() || !oneIn(random_, timing_.freeOneIn)) return;
    const uint32_t to = needed_[random_() % needed_.size()];
    while (needed_.front() != to) needed_.pop_front();
    for (; tail_ != to; tail_ = (tail_ + 1) % E11_CFG_COEF_WORDS) live_[tail_] = false;
    m_->coef_free_valid_i = 1;
    m_->coef_free_addr_i = to;
  }

  void sample() {
    if (m_->index_rsp_valid_i && m_->index_rsp_ready_o) index_.responseTaken();
    if (m_->vertex_rsp_valid_i && m_->vertex_rsp_ready_o) vertex_.responseTaken();
    if (m_->index_req_valid_o && m_->index_req_ready_i) index_.accept(unpackReq(m_->index_req_o));
    if (m_->vertex_req_valid_o && m_->vertex_req_ready_i)
      vertex_.accept(unpackReq(m_->vertex_req_o));
    out_.counters.draws += m_->count_draw_o;
    out_.counters.wavesVertex += m_->count_wave_o;
    if (m_->count_wave_o) out_.counters.vertices += m_->count_vertices_o;
    out_.counters.primitivesIn += m_->count_primitive_in_o;
    out_.counters.primitivesOut += m_->count_primitive_out_o;
    if (m_->launch_valid_o && m_->launch_ready_i) launch();
    if (m_->row_valid_o && m_->row_ready_i) row();
    if (m_->coef_wr_valid_o) coefficient();
    if (m_->tri_valid_o && m_->tri_ready_i) triangle();
  }
  void launch() {
    const auto& l = m_->launch_o;
    VertexWave w;
    constexpr unsigned at = kLaunchGroupBits;
    w.tag = getBits(l, at + 40, 6);
    REQUIRE(getBits(l, at + 46, 2) == 3);
    w.exec = getBits(l, at + 64, 16);
    REQUIRE(getBits(l, at + 48, 16) == w.exec);
    w.s2 = getBits(l, at + 80, 32);
    w.s1 = getBits(l, at + 112, 32);
    w.s0 = getBits(l, at + 144, 32);
    w.code = getBits(l, at + 176, 32);
    w.size = getBits(l, at + 208, 2);
    w.slot = getBits(l, at + 210, kSlotBits);
    REQUIRE(getBits(l, at + 210 + kSlotBits, 2) == 0);
    REQUIRE(quads_ == 0);
    launched_ = w;
    launching_ = true;
  }
  void row() {
    REQUIRE(launching_);
    for (unsigned i = 0; i < 4; ++i) {
      launched_.rows[quads_ / 4][4 * (quads_ % 4) + i] = getBits(m_->row_o, 32 * i, 32);
    }
    if (++quads_ < 12) return;
    quads_ = 0;
    launching_ = false;
    out_.waves.push_back(launched_);
    // Draws share waves with nobody: the slot's draw that has not ended.
    size_t draw = ended_;
    while ((*draws_)[draw].call.slot != launched_.slot) ++draw;
    const uint64_t time =
        timing_.shaderLatency + (timing_.shaderJitter ? random_() % timing_.shaderJitter : 0);
    shading_.push_back({launched_, draw, m_.cycle() + time});
  }
  void coefficient() {
    Coefficient c;
    for (unsigned i = 0; i < 3; ++i) c.c[i] = getBits(m_->coef_wr_o, 32 * i, 32);
    c.address = getBits(m_->coef_wr_o, 96, 10);
    REQUIRE_FALSE(live_[c.address]);
    live_[c.address] = true;
    out_.coefficients.push_back(c);
  }
  void triangle() {
    const auto& p = m_->tri_o;
    Triangle t;
    t.coef = getBits(p, 0, 10);
    t.dz2 = getBits(p, 10, 32);
    t.dz1 = getBits(p, 42, 32);
    t.z0 = getBits(p, 74, 32);
    for (unsigned i = 0; i < 3; ++i) {
      t.v[i].y = static_cast<int32_t>(getBits(p, 106 + 48 * i, 24) << 8) >> 8;
      t.v[i].x = static_cast<int32_t>(getBits(p, 130 + 48 * i, 24) << 8) >> 8;
    }
    t.endOfDraw = getBits(p, 250, 1);
    t.front = getBits(p, 251, 1);
    t.slot = getBits(p, 252, kSlotBits);
    t.kind = static_cast<model::TriangleKind>(getBits(p, 252 + kSlotBits, 2));
    ended_ += t.endOfDraw;
    needed_.push_back(t.coef);
    out_.triangles.push_back(t);
  }

  struct Shading {
    VertexWave wave;
    size_t draw;
    uint64_t due;
  };

  model::Memory& memory_;
  Random& random_;
  Timing timing_;
  std::vector<uint8_t> bytes_;
  MemoryPort index_, vertex_;
  Clocked<V_geometry> m_;
  const std::vector<TestDraw>* draws_ = nullptr;
  size_t ended_ = 0;
  uint64_t limit_ = ~uint64_t{0};  ///< cycle in which run() gives up
  Output out_;
  VertexWave launched_;
  bool launching_ = false;
  unsigned quads_ = 0;  ///< of the launch's rows that have come
  std::vector<Shading> shading_;
  std::vector<bool> live_;
  std::deque<uint32_t> needed_;
  uint32_t tail_ = 0;
};

void requireEqual(const Output& rtl, const Output& model) {
  const size_t waves = std::min(rtl.waves.size(), model.waves.size());
  for (size_t i = 0; i < waves; ++i) {
    CAPTURE(i);
    const VertexWave &a = rtl.waves[i], &b = model.waves[i];
    REQUIRE(a.exec == b.exec);
    REQUIRE(a.rows == b.rows);
    REQUIRE(int{a.tag} == int{b.tag});
    REQUIRE(int{a.slot} == int{b.slot});
    REQUIRE(int{a.size} == int{b.size});
    REQUIRE(a.code == b.code);
    REQUIRE(a.s0 == b.s0);
    REQUIRE(a.s1 == b.s1);
    REQUIRE(a.s2 == b.s2);
  }
  REQUIRE(rtl.waves.size() == model.waves.size());
  for (size_t i = 0; i < std::min(rtl.triangles.size(), model.triangles.size()); ++i) {
    CAPTURE(i);
    const Triangle &a = rtl.triangles[i], &b = model.triangles[i];
    REQUIRE(a.endOfDraw == b.endOfDraw);
    REQUIRE(a.kind == b.kind);
    REQUIRE(int{a.slot} == int{b.slot});
    REQUIRE(a.front == b.front);
    for (int j = 0; j < 3; ++j) {
      REQUIRE(a.v[j].x == b.v[j].x);
      REQUIRE(a.v[j].y == b.v[j].y);
    }
    REQUIRE(a.z0 == b.z0);
    REQUIRE(a.dz1 == b.dz1);
    REQUIRE(a.dz2 == b.dz2);
    REQUIRE(a.coef == b.coef);
  }
  REQUIRE(rtl.triangles.size() == model.triangles.size());
  for (size_t i = 0; i < std::min(rtl.coefficients.size(), model.coefficients.size()); ++i) {
    CAPTURE(i, rtl.coefficients[i].address, model.coefficients[i].address);
    REQUIRE(rtl.coefficients[i].c == model.coefficients[i].c);
    REQUIRE(rtl.coefficients[i].address == model.coefficients[i].address);
  }
  REQUIRE(rtl.coefficients.size() == model.coefficients.size());
  REQUIRE(rtl.counters.draws == model.counters.draws);
  REQUIRE(rtl.counters.vertices == model.counters.vertices);
  REQUIRE(rtl.counters.wavesVertex == model.counters.wavesVertex);
  REQUIRE(rtl.counters.primitivesIn == model.counters.primitivesIn);
  REQUIRE(rtl.counters.primitivesOut == model.counters.primitivesOut);
}

/// Runs the draws on both and compares. Returns the RTL's cycles.
uint64_t compare(const std::vector<TestDraw>& draws, Random& random, const Timing& timing,
                 Output* result = nullptr) {
  model::Memory memory(kMemoryBytes), rtlMemory(kMemoryBytes);
  const uint64_t indexSeed = random();
  for (model::Memory* m : {&memory, &rtlMemory}) {
    Random indices(indexSeed);
    fillIndices(indices, *m);
  }
  const Output expected = runModel(draws, memory);
  Harness harness(rtlMemory, random, timing);
  const Output got = harness.run(draws);
  requireEqual(got, expected);
  if (result) *result = got;
  return harness.cycles();
}

std::vector<TestDraw> randomDraws(Random& random, unsigned n, Shape shape) {
  std::vector<TestDraw> draws;
  for (unsigned i = 0; i < n; ++i) draws.push_back(randomDraw(random, i, shape));
  return draws;
}

Timing randomTiming(Random& random) {
  Timing t;
  static const unsigned kStalls[] = {0, 2, 5};
  t.memoryLatency = 1 + random() % 40;
  t.memoryJitter = random() % 40;
  t.stall = kStalls[random() % 3];
  t.shaderLatency = random() % 300;
  t.shaderJitter = random() % 300;
  t.freeOneIn = 1 + random() % 300;
  return t;
}

void randomTest(Shape shape, unsigned rounds, unsigned draws) {
  Random random(seed() + static_cast<uint64_t>(shape));
  for (unsigned i = 0; i < rounds; ++i) {
    CAPTURE(i);
    compare(randomDraws(random, draws, shape), random, randomTiming(random));
  }
}

}  // namespace

TEST_CASE("geometry: draws on the screen") {
  randomTest(Shape::kScreen, 6, 16);
}
TEST_CASE("geometry: clipped draws") {
  randomTest(Shape::kWide, 6, 16);
}
TEST_CASE("geometry: NaN, infinities, denormals") {
  randomTest(Shape::kSpecial, 6, 16);
}
TEST_CASE("geometry: huge and tiny coordinates") {
  randomTest(Shape::kHuge, 6, 16);
}
TEST_CASE("geometry: exact meshes") {
  randomTest(Shape::kMesh, 4, 16);
}

TEST_CASE("geometry: a reset at any time") {
  Random random(seed() + 99);
  for (unsigned i = 0; i < 12; ++i) {
    CAPTURE(i);
    const auto draws = randomDraws(random, 4, i % 2 ? Shape::kWide : Shape::kScreen);
    model::Memory memory(kMemoryBytes), rtlMemory(kMemoryBytes);
    const uint64_t indexSeed = random();
    for (model::Memory* m : {&memory, &rtlMemory}) {
      Random indices(indexSeed);
      fillIndices(indices, *m);
    }
    const Output expected = runModel(draws, memory);
    Harness harness(rtlMemory, random, randomTiming(random));
    harness.abandon(draws, random() % 6000);
    requireEqual(harness.run(draws), expected);
  }
}

TEST_CASE("geometry: speed") {
  Random random(seed());
  // A grid of 16 x 16 vertices in strips, two inputs, all on the screen.
  TestDraw d = randomDraw(random, 0, Shape::kScreen);
  d.state[E11_STATE_BLOCK_VS_INFO] = 3 << E11_STATE_BLOCK_VS_INFO_OUT_REGS_LSB;
  d.state[E11_STATE_BLOCK_PS_INFO] = 4 | 2 << E11_STATE_BLOCK_PS_INFO_INPUTS_LSB;
  d.state[E11_STATE_BLOCK_ATTR_MAP] = 0x0201;
  d.state[E11_STATE_BLOCK_RASTER_INFO] = 0;
  d.state[E11_STATE_BLOCK_BIAS_CONST] = d.state[E11_STATE_BLOCK_BIAS_SLOPE] = 0;
  d.state[E11_STATE_BLOCK_VP_X] = d.state[E11_STATE_BLOCK_VP_Y] = 0;
  d.state[E11_STATE_BLOCK_VP_HALF_W] = d.state[E11_STATE_BLOCK_VP_HALF_H] = bitsOf(128);
  Timing timing;
  timing.memoryLatency = 20;
  timing.memoryJitter = timing.stall = 0;
  timing.shaderLatency = 100;
  timing.shaderJitter = 0;
  timing.freeOneIn = 10;
  for (const bool strip : {false, true}) {
    d.call = {};
    d.call.instances = 1;
    d.call.count = 600;
    d.state[E11_STATE_BLOCK_IA_INFO] =
        strip ? E11_TOPOLOGY_TRIANGLE_STRIP : E11_TOPOLOGY_TRIANGLE_LIST;
    Output out;
    const uint64_t cycles = compare({d}, random, timing, &out);
    const double triangles = static_cast<double>(out.triangles.size() - 1);
    std::printf("%s: %llu cycles, %.0f vertices, %.0f triangles: %.1f cycles a triangle\n",
                strip ? "strip" : "list", static_cast<unsigned long long>(cycles),
                static_cast<double>(out.counters.vertices), triangles,
                static_cast<double>(cycles) / triangles);
    // 30 cycles a vertex and 60 a triangle, and a little to start.
    CHECK(static_cast<double>(cycles) <
          30 * static_cast<double>(out.counters.vertices) + 60 * triangles + 500);
  }
}

}  // namespace e11::bench
