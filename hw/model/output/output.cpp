// SPDX-License-Identifier: Apache-2.0
#include "e11/model/output.h"

#include <cassert>

#include "e11/formats.h"
#include "e11/fp.h"

namespace e11::model {

namespace {

constexpr uint32_t field(uint32_t word, unsigned lsb, unsigned width) {
  return (word >> lsb) & ((1u << width) - 1);
}

/// Clamp to 0..1, times 2^bits - 1, plus one half, cut; exact (spec 3.2.3.6).
uint32_t floatToUnorm(uint32_t a, unsigned bits) {
  const uint32_t all = (1u << bits) - 1;
  if (fp::isNan(a) || (a & fp::kSign) || fp::isZeroOrDenormal(a)) return 0;
  if (a >= fp::kOne) return all;
  const int exponent = static_cast<int>(a >> 23);         // 1 .. 126
  const uint64_t mantissa = (a & 0x7fffffu) | 0x800000u;  // value: mantissa * 2^(exponent - 150)
  const int shift = 150 - exponent;
  if (shift > 48) return 0;
  const uint64_t product = (mantissa << bits) - mantissa;
  return static_cast<uint32_t>((product >> shift) + ((product >> (shift - 1)) & 1));
}

template <typename T>
bool compare(uint32_t func, T a, T b) {
  switch (func) {
    case E11_COMPARE_LESS:
      return a < b;
    case E11_COMPARE_EQUAL:
      return a == b;
    case E11_COMPARE_LESS_EQUAL:
      return a <= b;
    case E11_COMPARE_GREATER:
      return a > b;
    case E11_COMPARE_NOT_EQUAL:
      return a != b;
    case E11_COMPARE_GREATER_EQUAL:
      return a >= b;
    case E11_COMPARE_ALWAYS:
      return true;
    default:
      return false;
  }
}

constexpr bool shades(uint32_t psInfo) {
  return field(psInfo, E11_STATE_BLOCK_PS_INFO_ENABLE_LSB, 1);
}
constexpr bool writesDepth(uint32_t psInfo) {
  return field(psInfo, E11_STATE_BLOCK_PS_INFO_WRITES_DEPTH_LSB, 1);
}
constexpr bool late(uint32_t psInfo) {
  return shades(psInfo) &&
         (field(psInfo, E11_STATE_BLOCK_PS_INFO_LATE_DEPTH_LSB, 1) || writesDepth(psInfo));
}
constexpr bool depthTest(uint32_t depthInfo) {
  return field(depthInfo, E11_STATE_BLOCK_DEPTH_INFO_TEST_LSB, 1);
}

/// Bounds of depth lie in 0..1 (spec 15.6.1): what is not above 0 is 0.
constexpr uint32_t depthBound(uint32_t bits) {
  return (bits & fp::kSign) || fp::isZeroOrDenormal(bits) ? 0 : bits;
}

unsigned count(uint8_t cov) {
  return static_cast<unsigned>(__builtin_popcount(cov));
}

}  // namespace

uint32_t floatToUnorm8(uint32_t bits) {
  return floatToUnorm(bits, 8);
}
uint32_t floatToUnorm24(uint32_t bits) {
  return floatToUnorm(bits, 24);
}

void Output::writeState(unsigned slot, unsigned word, uint32_t data) {
  Slot& s = slots_.at(slot);
  switch (word) {
    case E11_STATE_BLOCK_PS_INFO:
      s.psInfo = data;
      break;
    case E11_STATE_BLOCK_VP_MIN_Z:
      s.minZ = depthBound(data);
      break;
    case E11_STATE_BLOCK_VP_MAX_Z:
      s.maxZ = depthBound(data);
      break;
    case E11_STATE_BLOCK_DEPTH_INFO:
      s.depthInfo = data;
      break;
    case E11_STATE_BLOCK_DEPTH_BASE:
      s.depthBase = data;
      break;
    case E11_STATE_BLOCK_DEPTH_PITCH:
      s.depthPitch = data;
      break;
    case E11_STATE_BLOCK_RT_COUNT:
      s.rtCount = data;
      break;
    case E11_STATE_BLOCK_RT0_INFO:
      s.rtInfo = data;
      break;
    case E11_STATE_BLOCK_RT0_BASE:
      s.rtBase = data;
      break;
    case E11_STATE_BLOCK_RT0_PITCH:
      s.rtPitch = data;
      break;
    default:
      break;
  }
}

void Output::reset() {
  slots_ = {};
  infos_.clear();
  wave_ = Wave();
  pixelsWritten_ = 0;
}

uint8_t Output::earlyDepth(unsigned slot, unsigned x, unsigned y, uint8_t cov,
                           const std::array<uint32_t, 4>& z) {
  const Slot& s = slots_.at(slot);
  const uint8_t left = testQuad(s, x, y, cov, z);
  if (!shades(s.psInfo)) pixelsWritten_ += count(left);
  return left;
}

uint8_t Output::testQuad(const Slot& s, unsigned x, unsigned y, uint8_t cov,
                         const std::array<uint32_t, 4>& z) {
  uint8_t left = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const uint32_t address = s.depthBase + (y + (i >> 1)) * s.depthPitch + (x + (i & 1)) * 4;
    if ((cov >> i & 1) && testPixel(s, address, z[i])) left |= 1 << i;
  }
  return left;
}

bool Output::testPixel(const Slot& s, uint32_t address, uint32_t z) {
  const uint32_t func =
      field(s.depthInfo, E11_STATE_BLOCK_DEPTH_INFO_FUNC_LSB, E11_STATE_BLOCK_DEPTH_INFO_FUNC_W);
  const bool write = field(s.depthInfo, E11_STATE_BLOCK_DEPTH_INFO_WRITE_LSB, 1);
  const uint32_t format = field(s.depthInfo, E11_STATE_BLOCK_DEPTH_INFO_FORMAT_LSB,
                                E11_STATE_BLOCK_DEPTH_INFO_FORMAT_W);
  z = fp::min(s.maxZ, fp::max(s.minZ, z));  // spec 17.10
  const uint32_t stored = memory_.read32(Client::kDepth, address);
  if (format == formats::number::kD32Float) {
    const bool pass = compare(func, fp::toFloat(z), fp::toFloat(fp::flush(stored)));
    if (pass && write) memory_.write32(Client::kDepth, address, z);
    return pass;
  }
  z = floatToUnorm24(z);  // D24_UNORM_S8_UINT: the stencil byte stays
  const bool pass = compare(func, z, stored & 0xffffffu);
  if (pass && write) memory_.write(Client::kDepth, address, &z, 3);
  return pass;
}

void Output::quadInfo(const QuadInfo& info) {
  infos_.push_back(info);
  retireMarkers();
}

void Output::exportBeat(const ExportBeat& beat) {
  if (beat.target == E11_EXPORT_TARGETS_COLOR0 && beat.mask) {
    for (unsigned i = 0; i < 4; ++i) {
      uint32_t color = 0;
      for (unsigned c = 0; c < 4; ++c) color |= floatToUnorm8(beat.data[i][c]) << (8 * c);
      wave_.color[beat.quad][i] = color;
    }
    wave_.mask = beat.mask;
  }
  if (beat.target == E11_EXPORT_TARGETS_DEPTH && (beat.mask & 1)) {
    for (unsigned i = 0; i < 4; ++i) wave_.depth[beat.quad][i] = beat.data[i][0];
    wave_.hasDepth = true;
  }
  if (!beat.done) return;
  finishQuad(beat);
  if (beat.quad != kQuadsPerWave - 1) return;
  wave_ = Wave();
  retireMarkers();
}

void Output::finishQuad(const ExportBeat& beat) {
  assert(!infos_.empty() && !infos_.front().endOfDraw);
  const QuadInfo info = infos_.front();
  infos_.pop_front();
  if (!info.valid || !beat.cov) return;
  const Slot& s = slots_.at(info.slot);
  uint8_t cov = beat.cov;
  if (late(s.psInfo) && depthTest(s.depthInfo)) {
    const bool exported = writesDepth(s.psInfo) && wave_.hasDepth;
    cov = testQuad(s, info.x, info.y, cov, exported ? wave_.depth[beat.quad] : info.z);
  }
  pixelsWritten_ += count(cov);
  writeColor(s, info, cov, wave_.color[beat.quad]);
}

void Output::writeColor(const Slot& s, const QuadInfo& info, uint8_t cov,
                        const std::array<uint32_t, 4>& color) {
  const uint32_t format =
      field(s.rtInfo, E11_STATE_BLOCK_RT0_INFO_FORMAT_LSB, E11_STATE_BLOCK_RT0_INFO_FORMAT_W);
  const bool bgra = format == formats::number::kB8g8r8a8Unorm;
  const bool rgba = format == formats::number::kR8g8b8a8Unorm;
  const uint8_t mask = wave_.mask & field(s.rtInfo, E11_STATE_BLOCK_RT0_INFO_MASK_LSB,
                                          E11_STATE_BLOCK_RT0_INFO_MASK_W);
  if (!(rgba || bgra) || !mask || !field(s.rtCount, 0, E11_STATE_BLOCK_RT_COUNT_COUNT_W)) return;
  for (unsigned i = 0; i < 4; ++i) {
    if (!(cov >> i & 1)) continue;
    const uint32_t address = s.rtBase + (info.y + (i >> 1)) * s.rtPitch + (info.x + (i & 1)) * 4;
    for (unsigned c = 0; c < 4; ++c) {
      const unsigned byte = bgra && c != 3 ? 2 - c : c;
      const uint8_t value = static_cast<uint8_t>(color[i] >> (8 * c));
      if (mask >> c & 1) memory_.write(Client::kColor, address + byte, &value, 1);
    }
  }
}

void Output::retireMarkers() {
  while (!infos_.empty() && infos_.front().endOfDraw) {
    const unsigned slot = infos_.front().slot;
    infos_.pop_front();
    if (slotDone_) slotDone_(slot);
  }
}

}  // namespace e11::model
