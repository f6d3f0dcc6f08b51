// SPDX-License-Identifier: Apache-2.0
//
// e11_pixel against its model: waves, quad infos and early requests, with
// random stalls; coefficient space is freed in time and never too early.
#include <deque>
#include <vector>

#include "V_pixel.h"
#include "e11/model/raster.h"
#include "ports.h"

namespace {

using namespace e11;
using model::kLanes;
using model::PixelWave;
using model::Quad;
using model::QuadInfo;

struct Request {
  unsigned slot, x, y, cov;
  std::array<uint32_t, 4> z;
};
bool same(const Request& a, const Request& b) {
  return a.slot == b.slot && a.x == b.x && a.y == b.y && a.cov == b.cov && a.z == b.z;
}

/// Any fixed function of the request does as a depth test.
uint8_t verdict(const Request& r) {
  const uint32_t h = (r.x * 0x9e3779b1u) ^ (r.y * 0x85ebca6bu) ^ r.z[0];
  return static_cast<uint8_t>(r.cov & (h >> 13 | (h >> 20 & 3 ? 0 : 15)));
}

class Recorder : public model::EarlyDepth {
 public:
  uint8_t earlyDepth(unsigned slot, unsigned x, unsigned y, uint8_t cov,
                     const std::array<uint32_t, 4>& z) override {
    requests.push_back({slot, x, y, cov, z});
    return verdict(requests.back());
  }
  std::vector<Request> requests;
};

template <typename Port>
QuadInfo getInfo(Port& port) {
  bench::Packer<Port> p(port);
  QuadInfo info;
  for (uint32_t& z : info.z) z = static_cast<uint32_t>(p.get(32));
  info.y = static_cast<uint16_t>(p.get(15));
  info.x = static_cast<uint16_t>(p.get(15));
  info.slot = static_cast<uint8_t>(p.get(bench::kSlotBits));
  info.endOfDraw = p.get(1);
  info.valid = p.get(1);
  return info;
}

template <typename Port>
Request getRequest(Port& port) {
  bench::Packer<Port> p(port);
  Request r;
  for (uint32_t& z : r.z) z = static_cast<uint32_t>(p.get(32));
  r.cov = static_cast<unsigned>(p.get(4));
  r.y = static_cast<unsigned>(p.get(15));
  r.x = static_cast<unsigned>(p.get(15));
  r.slot = static_cast<unsigned>(p.get(bench::kSlotBits));
  return r;
}

template <typename Port>
PixelWave getLaunch(Port& port) {
  bench::Packer<Port> p(port);
  PixelWave w;
  p.get(bench::kLaunchGroupBits);
  for (uint16_t& c : w.coef) c = static_cast<uint16_t>(p.get(10));
  w.tag = static_cast<uint8_t>(p.get(6));
  CHECK(p.get(2) == 3);  // rows
  w.cov = static_cast<uint16_t>(p.get(16));
  w.exec = static_cast<uint16_t>(p.get(16));
  CHECK(p.get(32) == 0);
  CHECK(p.get(32) == 0);
  w.s0 = static_cast<uint32_t>(p.get(32));
  w.code = static_cast<uint32_t>(p.get(32));
  w.size = static_cast<uint8_t>(p.get(2));
  w.slot = static_cast<uint8_t>(p.get(bench::kSlotBits));
  CHECK(p.get(2) == 1);  // stage
  return w;
}

bool same(const PixelWave& a, const PixelWave& b) {
  if (a.slot != b.slot || a.size != b.size || a.code != b.code || a.s0 != b.s0 ||
      a.exec != b.exec || a.cov != b.cov || a.tag != b.tag) {
    return false;
  }
  // What belongs to quads that are not there means nothing.
  for (int q = 0; q < 4; ++q) {
    if ((a.exec >> (4 * q) & 1) && a.coef[q] != b.coef[q]) return false;
  }
  for (int r = 0; r < 3; ++r) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if ((a.exec >> lane & 1) && a.rows[r][lane] != b.rows[r][lane]) return false;
    }
  }
  return true;
}
bool same(const QuadInfo& a, const QuadInfo& b) {
  return a.valid == b.valid && a.endOfDraw == b.endOfDraw && a.slot == b.slot &&
         (!a.valid || (a.x == b.x && a.y == b.y && a.z == b.z));
}

/// Model and RTL; the bench is raster, core and output.
class Pair {
 public:
  Pair()
      : model_(
            recorder_, [this](const QuadInfo& i) { infos_.push_back(i); },
            [this](const PixelWave& w) { waves_.push_back(w); }) {
    rtl_->state_wr_valid_i = 0;
    rtl_->quad_valid_i = 0;
    rtl_->early_ready_i = 0;
    rtl_->early_rsp_valid_i = 0;
    rtl_->info_ready_i = 0;
    rtl_->launch_ready_i = 0;
    rtl_->row_ready_i = 0;
    rtl_->pixel_done_valid_i = 0;
    rtl_->waves_idle_i = 1;
    rtl_.reset();
  }

  void state(unsigned slot, unsigned word, uint32_t data) {
    model_.writeState(slot, word, data);
    rtl_->state_wr_valid_i = 1;
    bench::putState(rtl_->state_wr_i, slot, word, data);
    rtl_.settle();
    rtl_.tick();
    rtl_->state_wr_valid_i = 0;
  }

  /// lateSlot: quads of this slot are tested late (2: none).
  void run(const std::vector<Quad>& quads, bench::Random& random, unsigned stall,
           unsigned lateSlot) {
    for (const Quad& q : quads) model_.quad(q);
    const size_t requests = recorder_.requests.size();
    size_t sent = 0;
    bool offered = false;
    uint64_t idle = 0;
    while (sent < quads.size() || gotWaves_ < waves_.size() || gotInfos_ < infos_.size() ||
           gotRequests_ < requests || !running_.empty()) {
      if (!offered && sent < quads.size() && roomFor(quads[sent]) && bench::oneIn(random, stall)) {
        bench::putQuad(rtl_->quad_i, quads[sent]);
        offered = true;
      }
      rtl_->quad_valid_i = offered;
      rtl_->early_ready_i = bench::oneIn(random, stall);
      rtl_->info_ready_i = bench::oneIn(random, stall);
      rtl_->launch_ready_i = bench::oneIn(random, stall);
      rtl_->row_ready_i = bench::oneIn(random, stall);
      answer(random, stall);
      endWave(random, stall);
      rtl_->waves_idle_i = infosPending_ == 0;
      rtl_.settle();
      takeRequest(lateSlot);
      takeInfo();
      takeLaunch();
      takeFree();
      if (offered && rtl_->quad_ready_o) {
        offered = false;
        ++sent;
      }
      rtl_.tick();
      REQUIRE(++idle < 200000);
    }
    rtl_->quad_valid_i = 0;
    rtl_->pixel_done_valid_i = 0;
    rtl_->early_rsp_valid_i = 0;
    for (int i = 0; i < 100; ++i) {
      rtl_.settle();
      takeFree();
      rtl_.tick();
    }
    rtl_.settle();
    CHECK(!rtl_->busy_o);
    // With nothing in flight only the last quad's words are held.
    if (!quads.empty()) CHECK(free_ == lastCoef(quads));
  }

 private:
  struct Running {
    PixelWave wave;
    unsigned left;  // cycles
  };

  static unsigned lastCoef(const std::vector<Quad>& quads) {
    for (auto q = quads.rbegin(); q != quads.rend(); ++q) {
      if (!q->endOfDraw) return q->coef;
    }
    return 0;
  }

  /// Geometry's part: the ring of 1024 words is never overfilled.
  bool roomFor(const Quad& q) {
    if (q.endOfDraw) return true;
    const unsigned step = (q.coef - newest_) % 1024;
    if (held_ + step + 136 > 1024) return false;
    held_ += step;
    newest_ = q.coef;
    return true;
  }
  void answer(bench::Random& random, unsigned stall) {
    rtl_->early_rsp_valid_i = 0;
    if (!answers_.empty() && bench::oneIn(random, stall)) {
      rtl_->early_rsp_valid_i = 1;
      rtl_->early_rsp_cov_i = answers_.front();
      answers_.pop_front();
    }
  }
  void endWave(bench::Random& random, unsigned stall) {
    rtl_->pixel_done_valid_i = 0;
    if (running_.empty()) return;
    if (running_.front().left) --running_.front().left;
    if (running_.front().left == 0 && bench::oneIn(random, stall)) {
      rtl_->pixel_done_valid_i = 1;
      running_.pop_front();
      infosPending_ -= 4;
    }
  }
  void takeRequest(unsigned lateSlot) {
    if (!rtl_->early_valid_o || !rtl_->early_ready_i) return;
    const Request r = getRequest(rtl_->early_o);
    REQUIRE(gotRequests_ < recorder_.requests.size());
    REQUIRE(::same(r, recorder_.requests[gotRequests_]));
    ++gotRequests_;
    answers_.push_back(verdict(r));
    // An early test must not overtake late ones.
    for (const Running& w : running_) REQUIRE(w.wave.slot != lateSlot);
  }
  void takeInfo() {
    if (!rtl_->info_valid_o || !rtl_->info_ready_i) return;
    REQUIRE(gotInfos_ < infos_.size());
    REQUIRE(::same(getInfo(rtl_->info_o), infos_[gotInfos_]));
    if (!infos_[gotInfos_].endOfDraw) ++infosPending_;
    ++gotInfos_;
  }
  void takeLaunch() {
    if (rtl_->launch_valid_o && rtl_->launch_ready_i) {
      header_ = getLaunch(rtl_->launch_o);
      quads_ = 0;
    }
    if (rtl_->row_valid_o && rtl_->row_ready_i) {
      for (int lane = 0; lane < 4; ++lane) {
        header_.rows[quads_ / 4][4 * (quads_ % 4) + lane] =
            static_cast<uint32_t>(bench::getBits(rtl_->row_o, 32 * lane, 32));
      }
      if (++quads_ < 12) return;
      REQUIRE(gotWaves_ < waves_.size());
      REQUIRE(::same(header_, waves_[gotWaves_]));
      // Its four infos went first.
      REQUIRE(infosPending_ >= 4);
      ++gotWaves_;
      running_.push_back({header_, static_cast<unsigned>(header_.cov % 64)});
    }
  }
  void takeFree() {
    if (!rtl_->coef_free_valid_o) return;
    // The address moves forward, and no wave that runs loses words.
    const unsigned moved = (rtl_->coef_free_o - free_) % 1024;
    for (const Running& w : running_) {
      for (int q = 0; q < 4; ++q) {
        if (w.wave.exec >> (4 * q) & 1) REQUIRE((w.wave.coef[q] - free_) % 1024u >= moved);
      }
    }
    REQUIRE(moved <= held_);
    held_ -= moved;
    free_ = rtl_->coef_free_o;
  }

  bench::Clocked<V_pixel> rtl_;
  Recorder recorder_;
  model::Pixel model_;
  std::vector<PixelWave> waves_;
  std::vector<QuadInfo> infos_;
  size_t gotWaves_ = 0, gotInfos_ = 0, gotRequests_ = 0;
  std::deque<uint8_t> answers_;
  std::deque<Running> running_;
  int infosPending_ = 0;
  PixelWave header_;
  int quads_ = 0;  // of the launch's rows that have come
  unsigned free_ = 0;    // first word in use
  unsigned newest_ = 0;  // base of the newest triangle sent
  unsigned held_ = 0;    // words between the two
};

uint32_t psInfo(bool enable, bool late, bool writes, unsigned size) {
  return size << E11_STATE_BLOCK_PS_INFO_SIZE_LSB | enable << E11_STATE_BLOCK_PS_INFO_ENABLE_LSB |
         late << E11_STATE_BLOCK_PS_INFO_LATE_DEPTH_LSB |
         writes << E11_STATE_BLOCK_PS_INFO_WRITES_DEPTH_LSB;
}

/// Draws that alternate between the slots; coefficient bases as geometry gives them.
std::vector<Quad> randomQuads(bench::Random& random, unsigned draws, unsigned* coef) {
  std::vector<Quad> quads;
  for (unsigned d = 0; d < draws; ++d) {
    for (unsigned n = random() % 60; n > 0; --n) {
      Quad q;
      q.slot = d & 1;
      if (random() % 3 == 0) *coef = (*coef + 4 + 4 * (random() % 33)) % 1024;
      q.coef = static_cast<uint16_t>(*coef);
      q.front = random() & 1;
      if (random() % 8) {
        q.cov = static_cast<uint8_t>(1 + random() % 15);
        q.x = static_cast<uint16_t>(random() % 16384 * 2);
        q.y = static_cast<uint16_t>(random() % 16384 * 2);
        for (int i = 0; i < 4; ++i) {
          q.e1[i] = static_cast<uint32_t>(random());
          q.e2[i] = static_cast<uint32_t>(random());
          q.z[i] = static_cast<uint32_t>(random());
        }
      }
      quads.push_back(q);
    }
    Quad end;
    end.slot = d & 1;
    end.endOfDraw = true;
    quads.push_back(end);
  }
  return quads;
}

}  // namespace

TEST_CASE("waves of random quads equal the model's") {
  bench::Random random(bench::seed());
  unsigned coef = 0;
  Pair pair;
  struct Setting {
    uint32_t ps0, ps1, depth0, depth1;
    unsigned lateSlot;
  };
  const Setting settings[] = {
      {psInfo(true, false, false, 0), psInfo(true, false, false, 2), 1, 0, 2},
      {psInfo(true, true, false, 1), psInfo(true, false, false, 0), 1, 1, 0},
      {psInfo(false, false, false, 0), psInfo(true, false, true, 0), 1, 1, 1},
  };
  for (const Setting& s : settings) {
    for (unsigned slot = 0; slot < 2; ++slot) {
      pair.state(slot, E11_STATE_BLOCK_PS_CODE, static_cast<uint32_t>(random()));
      pair.state(slot, E11_STATE_BLOCK_PS_TABLE, static_cast<uint32_t>(random()));
      pair.state(slot, E11_STATE_BLOCK_PS_INFO, slot ? s.ps1 : s.ps0);
      pair.state(slot, E11_STATE_BLOCK_DEPTH_INFO, slot ? s.depth1 : s.depth0);
    }
    for (unsigned stall : {1u, 2u, 4u}) {
      pair.run(randomQuads(random, 20, &coef), random, stall, s.lateSlot);
    }
  }
}

TEST_CASE("a wave that waits for quads lets coefficient space go") {
  // One visible quad, then only triangles without quads: after half the ring
  // the wave starts although it is not full.
  bench::Random random(bench::seed() + 1);
  Pair pair;
  pair.state(0, E11_STATE_BLOCK_PS_INFO, psInfo(true, false, false, 0));
  pair.state(0, E11_STATE_BLOCK_PS_CODE, 0x1000);
  pair.state(0, E11_STATE_BLOCK_PS_TABLE, 0x2000);
  std::vector<Quad> quads;
  for (unsigned i = 0; i < 20; ++i) {
    Quad q;
    q.coef = static_cast<uint16_t>(i * 60 % 1024);
    if (i == 0) q.cov = 3;
    quads.push_back(q);
  }
  pair.run(quads, random, 1, 2);  // no end of draw: ends only if the wave was launched
}
