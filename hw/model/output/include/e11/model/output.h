// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <functional>

#include "e11/model/memory.h"
#include "e11/model/quad.h"
#include "e11/model/raster.h"
#include "e11/regs.h"

namespace e11::model {

/// Conversions of the output unit (spec 3.2.3.6): exact product, plus one
/// half, cut. NaN gives 0; values are clamped to 0..1.
uint32_t floatToUnorm8(uint32_t bits);
uint32_t floatToUnorm24(uint32_t bits);

/// Output unit (e11_output): depth test and colour writes.
class Output : public EarlyDepth {
 public:
  explicit Output(Memory& memory) : memory_(memory) {}

  /// One word of a draw's state block (state_wr).
  void writeState(unsigned slot, unsigned word, uint32_t data);
  /// Called with the slot when all of its draw's quads are written.
  void onSlotDone(std::function<void(unsigned slot)> handler) { slotDone_ = std::move(handler); }

  uint8_t earlyDepth(unsigned slot, unsigned x, unsigned y, uint8_t cov,
                     const std::array<uint32_t, 4>& z) override;
  /// A quad of a launched wave, or the marker of an ended draw (from Pixel).
  void quadInfo(const QuadInfo& info);
  /// Four beats (quads 0..3) an export, waves in launch order.
  void exportBeat(const ExportBeat& beat);
  /// Back to the state after reset; counters too.
  void reset();

  /// No wave is still to be exported.
  bool idle() const { return infos_.empty(); }
  uint64_t pixelsWritten() const { return pixelsWritten_; }  ///< counter pixels_written

 private:
  struct Slot {
    uint32_t psInfo = 0, minZ = 0, maxZ = 0;
    uint32_t depthInfo = 0, depthBase = 0, depthPitch = 0;
    uint32_t rtCount = 0, rtInfo = 0, rtBase = 0, rtPitch = 0;
  };
  /// What a wave has exported so far.
  struct Wave {
    std::array<std::array<uint32_t, 4>, 4> color{};  ///< [quad][pixel], converted
    std::array<std::array<uint32_t, 4>, 4> depth{};
    uint8_t mask = 0;  ///< colour components exported
    bool hasDepth = false;
  };

  uint8_t testQuad(const Slot& s, unsigned x, unsigned y, uint8_t cov,
                   const std::array<uint32_t, 4>& z);
  bool testPixel(const Slot& s, uint32_t address, uint32_t z);
  void finishQuad(const ExportBeat& beat);
  void writeColor(const Slot& s, const QuadInfo& info, uint8_t cov,
                  const std::array<uint32_t, 4>& color);
  void retireMarkers();

  Memory& memory_;
  std::function<void(unsigned)> slotDone_;
  std::array<Slot, E11_CFG_STATE_SLOTS> slots_;
  std::deque<QuadInfo> infos_;
  Wave wave_;
  uint64_t pixelsWritten_ = 0;
};

}  // namespace e11::model
