// SPDX-License-Identifier: Apache-2.0
//
// Raster, pixel and output together against their models: random triangles of
// draws with changing state (early, late, exported depth, no shader) overlap in
// the RTL; memory must end as the model leaves it, draw after draw.
#include <deque>
#include <vector>

#include "V_backend.h"
#include "e11/formats.h"
#include "e11/fp.h"
#include "e11/model/output.h"
#include "memory_port.h"

namespace {

using namespace e11;
using bench::Packer;
using model::ExportBeat;
using model::PixelWave;
using model::QuadInfo;
using model::Triangle;

constexpr uint32_t kMemory = 1 << 17, kColorBase = 0x10000, kPitch = 512;
constexpr int kSize = 96;
constexpr unsigned kAsid = 3;

struct Draw {
  unsigned slot = 0;
  std::vector<std::pair<unsigned, uint32_t>> state;
  std::vector<Triangle> triangles;  // the end of the draw included
};

/// What the "shader" of a wave exports: any function of its inputs. Code
/// address 1: discards some lanes; 2: exports depth as well.
std::vector<ExportBeat> shade(const PixelWave& w) {
  const auto hash = [&](int lane, uint32_t salt) {
    uint32_t h = (w.rows[0][lane] ^ w.rows[2][lane] * 0x9e3779b1u ^ salt) * 0x85ebca6bu;
    return h ^ h >> 15;
  };
  std::vector<ExportBeat> beats;
  for (int pass = w.code == 2 ? 0 : 1; pass < 2; ++pass) {
    for (int q = 0; q < 4; ++q) {
      ExportBeat b;
      b.quad = static_cast<uint8_t>(q);
      b.target = pass ? E11_EXPORT_TARGETS_COLOR0 : E11_EXPORT_TARGETS_DEPTH;
      b.mask = pass ? 15 : 1;
      b.done = pass == 1;
      b.cov = w.cov >> (4 * q) & 15;
      for (int i = 0; i < 4; ++i) {
        const int lane = 4 * q + i;
        if (!(w.exec >> lane & 1)) continue;
        for (uint32_t c = 0; c < 4; ++c) {
          b.data[i][c] = fp::toBits(static_cast<float>(hash(lane, c) % 10007) / 10000.0f);
        }
        if (w.code == 1 && hash(lane, 9) % 4 == 0) b.cov &= static_cast<uint8_t>(~(1 << i));
      }
      beats.push_back(b);
    }
  }
  return beats;
}

class Models {
 public:
  Models()
      : memory(kMemory),
        output(memory),
        pixel(
            output, [this](const QuadInfo& i) { output.quadInfo(i); },
            [this](const PixelWave& w) {
              for (const ExportBeat& b : shade(w)) output.exportBeat(b);
            }),
        raster([this](const model::Quad& q) { pixel.quad(q); }) {}
  void run(const Draw& d) {
    for (const auto& [word, data] : d.state) {
      raster.writeState(d.slot, word, data);
      pixel.writeState(d.slot, word, data);
      output.writeState(d.slot, word, data);
    }
    for (const Triangle& t : d.triangles) raster.triangle(t);
  }
  model::Memory memory;
  model::Output output;
  model::Pixel pixel;
  model::Raster raster;
};

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

/// The RTL; geometry and core are here.
class Rtl {
 public:
  Rtl(bench::Random& random, unsigned stall, std::vector<uint8_t>& memory)
      : random_(random), stall_(stall), depth_(memory, kAsid), color_(memory, kAsid) {
    depth_.stall = color_.stall = stall;
    rtl_->asid_i = kAsid;
    rtl_->state_wr_valid_i = rtl_->tri_valid_i = rtl_->launch_ready_i = rtl_->row_ready_i = 0;
    rtl_->pixel_done_valid_i = rtl_->exp_valid_i = rtl_->flush_i = 0;
    rtl_->depth_req_ready_i = rtl_->depth_rsp_valid_i = 0;
    rtl_->color_req_ready_i = rtl_->color_rsp_valid_i = 0;
    rtl_.reset();
  }

  uint64_t written = 0, waves = 0;

  void run(const std::vector<Draw>& draws) {
    size_t done = 0, loaded = 0, word = 0, draw = 0, triangle = 0;
    uint64_t idle = 0;
    bool offered = false;
    while (done < draws.size()) {
      const size_t ready = loaded;
      rtl_->state_wr_valid_i = 0;
      if (loaded < draws.size() && loaded < done + E11_CFG_STATE_SLOTS) {
        const auto& state = draws[loaded].state;
        rtl_->state_wr_valid_i = 1;
        bench::putState(rtl_->state_wr_i, draws[loaded].slot, state[word].first,
                        state[word].second);
        if (++word == state.size()) word = 0, ++loaded;
      }
      if (!offered && draw < ready && roomFor(draws[draw].triangles[triangle]) &&
          bench::oneIn(random_, stall_)) {
        bench::putTriangle(rtl_->tri_i, draws[draw].triangles[triangle]);
        offered = true;
      }
      rtl_->tri_valid_i = offered;
      core();
      cycle();
      takeCore();
      if (offered && rtl_->tri_ready_o) {
        offered = false;
        if (++triangle == draws[draw].triangles.size()) triangle = 0, ++draw;
      }
      for (unsigned slot = 0; slot < E11_CFG_STATE_SLOTS; ++slot) {
        if (!(rtl_->slot_done_o >> slot & 1)) continue;
        REQUIRE(draws[done].slot == slot);
        ++done;
        idle = 0;
      }
      rtl_.tick();
      REQUIRE(++idle < 200000);
    }
    rtl_->tri_valid_i = 0;
    REQUIRE(running_.empty());
    rtl_->pixel_done_valid_i = rtl_->exp_valid_i = 0;
    rtl_->flush_i = 1;
    do {
      cycle();
      rtl_.tick();
      rtl_->flush_i = 0;
      rtl_.settle();
      REQUIRE(++idle < 300000);
    } while (rtl_->flush_busy_o || !rtl_->idle_o);
    CHECK(!rtl_->busy_o);
  }

 private:
  struct Running {
    std::vector<ExportBeat> beats;
    size_t sent = 0;
    unsigned wait;  // cycles of "shading"
  };

  bool roomFor(const Triangle& t) {
    if (t.endOfDraw) return true;
    const unsigned step = (t.coef - newest_) % 1024;
    if (held_ + step + 136 > 1024) return false;
    held_ += step;
    newest_ = t.coef;
    return true;
  }

  /// Inputs that the core gives: waves shade at the same time, export in order.
  void core() {
    rtl_->launch_ready_i = running_.size() < 8 && bench::oneIn(random_, stall_);
    rtl_->row_ready_i = bench::oneIn(random_, stall_);
    for (Running& r : running_) {
      if (r.wait) --r.wait;
    }
    rtl_->pixel_done_valid_i = 0;
    if (!running_.empty() && running_.front().sent == running_.front().beats.size()) {
      rtl_->pixel_done_valid_i = 1;
      running_.pop_front();
    }
    if (!offerBeat_ && !running_.empty() && running_.front().wait == 0 &&
        bench::oneIn(random_, stall_)) {
      putBeat(rtl_->exp_i, running_.front().beats[running_.front().sent]);
      offerBeat_ = true;
    }
    rtl_->exp_valid_i = offerBeat_;
  }
  void takeCore() {
    if (offerBeat_ && rtl_->exp_ready_o) {
      offerBeat_ = false;
      ++running_.front().sent;
    }
    if (rtl_->launch_valid_o && rtl_->launch_ready_i) {
      Packer p(rtl_->launch_o);
      p.get(bench::kLaunchGroupBits + 40 + 6 + 2);
      header_ = PixelWave();
      header_.cov = static_cast<uint16_t>(p.get(16));
      header_.exec = static_cast<uint16_t>(p.get(16));
      p.get(64);
      p.get(32);
      header_.code = static_cast<uint32_t>(p.get(32));
      quads_ = 0;
    }
    if (rtl_->row_valid_o && rtl_->row_ready_i) {
      for (int lane = 0; lane < 4; ++lane) {
        header_.rows[quads_ / 4][4 * (quads_ % 4) + lane] =
            static_cast<uint32_t>(bench::getBits(rtl_->row_o, 32 * lane, 32));
      }
      if (++quads_ == 12)
        running_.push_back({shade(header_), 0, static_cast<unsigned>(random_() % 200)});
    }
    if (rtl_->coef_free_valid_o) {
      held_ -= (rtl_->coef_free_o - free_) % 1024;
      free_ = rtl_->coef_free_o;
    }
    written += rtl_->cnt_pixels_written_o;
    waves += rtl_->cnt_wave_o;
  }
  void cycle() {
    depth_.drive(random_, rtl_->depth_req_ready_i, rtl_->depth_rsp_valid_i, rtl_->depth_rsp_i);
    color_.drive(random_, rtl_->color_req_ready_i, rtl_->color_rsp_valid_i, rtl_->color_rsp_i);
    rtl_.settle();
    depth_.transfer(random_, rtl_->depth_req_valid_o, rtl_->depth_req_ready_i, rtl_->depth_req_o,
                    rtl_->depth_rsp_ready_o);
    color_.transfer(random_, rtl_->color_req_valid_o, rtl_->color_req_ready_i, rtl_->color_req_o,
                    rtl_->color_rsp_ready_o);
  }

  bench::Random& random_;
  unsigned stall_;
  bench::Clocked<V_backend> rtl_;
  bench::MemoryPort depth_, color_;
  std::deque<Running> running_;
  bool offerBeat_ = false;
  PixelWave header_;
  int quads_ = 0;  // of the launch's rows that have come
  unsigned free_ = 0, newest_ = 0, held_ = 0;
};

Draw randomDraw(bench::Random& random, unsigned slot, bool floatDepth, unsigned* coef) {
  Draw d;
  d.slot = slot;
  const unsigned kind = random() % 4;  // early, late, exported depth, no shader
  const uint32_t ps = uint32_t(kind != 3) << E11_STATE_BLOCK_PS_INFO_ENABLE_LSB |
                      uint32_t(kind == 1) << E11_STATE_BLOCK_PS_INFO_LATE_DEPTH_LSB |
                      uint32_t(kind == 2) << E11_STATE_BLOCK_PS_INFO_WRITES_DEPTH_LSB;
  const uint32_t format =
      floatDepth ? formats::number::kD32Float : formats::number::kD24UnormS8Uint;
  const uint32_t depth = uint32_t(random() % 5 != 0) << E11_STATE_BLOCK_DEPTH_INFO_TEST_LSB |
                         uint32_t(random() % 4 != 0) << E11_STATE_BLOCK_DEPTH_INFO_WRITE_LSB |
                         uint32_t(random() % 8) << E11_STATE_BLOCK_DEPTH_INFO_FUNC_LSB |
                         format << E11_STATE_BLOCK_DEPTH_INFO_FORMAT_LSB;
  const uint32_t low = random() % 8, high = kSize - random() % 8;
  d.state = {{E11_STATE_BLOCK_PS_INFO, ps},
             {E11_STATE_BLOCK_PS_CODE, kind},
             {E11_STATE_BLOCK_RECT_MIN, low | low << 16},
             {E11_STATE_BLOCK_RECT_MAX, high | high << 16},
             {E11_STATE_BLOCK_VP_MIN_Z, 0},
             {E11_STATE_BLOCK_VP_MAX_Z, fp::kOne},
             {E11_STATE_BLOCK_DEPTH_INFO, depth},
             {E11_STATE_BLOCK_DEPTH_BASE, 0},
             {E11_STATE_BLOCK_DEPTH_PITCH, kPitch},
             {E11_STATE_BLOCK_RT_COUNT, 1},
             {E11_STATE_BLOCK_RT0_INFO, formats::number::kR8g8b8a8Unorm | 15u << 8},
             {E11_STATE_BLOCK_RT0_BASE, kColorBase},
             {E11_STATE_BLOCK_RT0_PITCH, kPitch}};
  for (unsigned n = 1 + random() % 12; n > 0; --n) {
    Triangle t;
    t.slot = static_cast<uint8_t>(slot);
    int64_t area = 0;
    while (area <= 0) {
      // Many lie on top of each other, so that the order of tests is seen.
      const int64_t size = random() % 4 ? 3000 : 12000;
      const int64_t spread = random() % 4 ? 2000 : kSize * 256;
      const int64_t x = random() % spread, y = random() % spread;
      for (model::Point& v : t.v) {
        v.x = static_cast<int32_t>(x + static_cast<int64_t>(random() % uint64_t(size)) - size / 2);
        v.y = static_cast<int32_t>(y + static_cast<int64_t>(random() % uint64_t(size)) - size / 2);
      }
      area = (int64_t{t.v[1].x} - t.v[0].x) * (t.v[2].y - t.v[0].y) -
             (int64_t{t.v[2].x} - t.v[0].x) * (t.v[1].y - t.v[0].y);
    }
    const float z[3] = {random() % 1000 / 1000.0f, random() % 1000 / 1000.0f,
                        random() % 1000 / 1000.0f};
    t.z0 = fp::toBits(z[0]);
    t.dz1 = fp::toBits((z[1] - z[0]) / static_cast<float>(area));
    t.dz2 = fp::toBits((z[2] - z[0]) / static_cast<float>(area));
    t.coef = static_cast<uint16_t>(*coef);
    *coef = (*coef + 4 + 4 * (random() % 33)) % 1024;
    d.triangles.push_back(t);
  }
  Triangle end;
  end.slot = static_cast<uint8_t>(slot);
  end.endOfDraw = true;
  d.triangles.push_back(end);
  return d;
}

}  // namespace

TEST_CASE("overlapping draws leave what the models leave") {
  bench::Random random(bench::seed());
  for (unsigned stall : {1u, 2u, 3u}) {
    Models models;
    std::vector<uint8_t> memory(kMemory);
    for (size_t i = 0; i < kMemory; ++i) {
      memory[i] = static_cast<uint8_t>(random() % 64);
      models.memory.data()[i] = static_cast<std::byte>(memory[i]);
    }
    Rtl rtl(random, stall, memory);
    unsigned coef = 0;
    for (int round = 0; round < 3; ++round) {
      std::vector<Draw> draws;
      for (unsigned i = 0; i < 40; ++i) {
        draws.push_back(randomDraw(random, i % E11_CFG_STATE_SLOTS, stall != 2, &coef));
        models.run(draws.back());
      }
      rtl.run(draws);
      for (size_t i = 0; i < kMemory; ++i) {
        if (models.memory.data()[i] == static_cast<std::byte>(memory[i])) continue;
        FAIL("round " << round << " byte " << i << ": " << int(memory[i]) << " expected "
                      << int(models.memory.data()[i]));
      }
      CHECK(rtl.written == models.output.pixelsWritten());
      CHECK(rtl.waves == models.pixel.waves());
    }
  }
}
