// SPDX-License-Identifier: Apache-2.0
#include "e11/model/raster.h"

namespace e11::model {

namespace {

constexpr uint32_t field(uint32_t word, unsigned lsb, unsigned width) {
  return (word >> lsb) & ((1u << width) - 1);
}
constexpr bool shades(uint32_t psInfo) {
  return field(psInfo, E11_STATE_BLOCK_PS_INFO_ENABLE_LSB, E11_STATE_BLOCK_PS_INFO_ENABLE_W);
}
constexpr bool late(uint32_t psInfo) {
  return shades(psInfo) && (field(psInfo, E11_STATE_BLOCK_PS_INFO_LATE_DEPTH_LSB, 1) ||
                            field(psInfo, E11_STATE_BLOCK_PS_INFO_WRITES_DEPTH_LSB, 1));
}

constexpr unsigned kSequenceNumbers = 64;

}  // namespace

void Pixel::writeState(unsigned slot, unsigned word, uint32_t data) {
  Slot& s = slots_.at(slot);
  if (word == E11_STATE_BLOCK_PS_CODE) s.code = data;
  if (word == E11_STATE_BLOCK_PS_TABLE) s.table = data;
  if (word == E11_STATE_BLOCK_PS_INFO) s.psInfo = data;
  if (word == E11_STATE_BLOCK_DEPTH_INFO) {
    s.depthTest = field(data, E11_STATE_BLOCK_DEPTH_INFO_TEST_LSB, 1);
  }
}

void Pixel::reset() {
  slots_ = {};
  wave_ = PixelWave();
  count_ = 0;
  waves_ = 0;
}

void Pixel::quad(const Quad& q) {
  if (q.endOfDraw) {
    if (count_) launch();
    QuadInfo marker;
    marker.endOfDraw = true;
    marker.slot = q.slot;
    info_(marker);
    return;
  }
  // A wave that waits for more quads must not hold its oldest coefficients for
  // ever, or geometry would wait for their space and never send more.
  if (count_ && ((q.coef - wave_.coef[0]) & (E11_CFG_COEF_WORDS - 1)) >= E11_CFG_COEF_WORDS / 2) {
    launch();
  }
  const Slot& s = slots_.at(q.slot);
  uint8_t cov = q.cov;
  if (cov && s.depthTest && !late(s.psInfo)) cov = depth_.earlyDepth(q.slot, q.x, q.y, cov, q.z);
  if (cov && shades(s.psInfo)) add(q, cov);
}

void Pixel::add(const Quad& q, uint8_t cov) {
  QuadInfo info;
  info.valid = true;
  info.slot = q.slot;
  info.x = q.x;
  info.y = q.y;
  info.z = q.z;
  info_(info);

  wave_.slot = q.slot;
  wave_.exec |= 0xf << (4 * count_);
  wave_.cov |= cov << (4 * count_);
  wave_.coef[count_] = q.coef;
  for (int i = 0; i < 4; ++i) {
    const int lane = 4 * count_ + i;
    wave_.rows[0][lane] = q.e1[i];
    wave_.rows[1][lane] = q.e2[i];
    wave_.rows[2][lane] = (q.x + (i & 1)) | (q.y + (i >> 1)) << 16;
  }
  if (++count_ == kQuadsPerWave) launch();
}

void Pixel::launch() {
  for (int i = count_; i < kQuadsPerWave; ++i) {
    QuadInfo none;
    none.slot = wave_.slot;
    info_(none);
  }
  const Slot& s = slots_[wave_.slot];
  wave_.size = field(s.psInfo, E11_STATE_BLOCK_PS_INFO_SIZE_LSB, E11_STATE_BLOCK_PS_INFO_SIZE_W);
  wave_.code = s.code;
  wave_.s0 = s.table;
  wave_.tag = waves_ % kSequenceNumbers;
  ++waves_;
  const PixelWave wave = wave_;
  wave_ = PixelWave();
  count_ = 0;
  launch_(wave);
}

}  // namespace e11::model
