// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <functional>

#include "e11/model/quad.h"
#include "e11/regs.h"

namespace e11::model {

/// Rasteriser (e11_raster): exact coverage, barycentrics and depth of the quads
/// of triangles, lines and points, in the order and with the arithmetic of docs/hw/raster.md.
class Raster {
 public:
  using Sink = std::function<void(const Quad&)>;

  /// `sink` gets the quads.
  explicit Raster(Sink sink) : sink_(std::move(sink)) {}

  /// One word of a draw's state block (state_wr).
  void writeState(unsigned slot, unsigned word, uint32_t data);
  void triangle(const Triangle& t);
  /// Back to the state after reset; counters too.
  void reset();

  uint64_t quads() const { return quads_; }                  ///< counter quads
  uint64_t pixelsCovered() const { return pixelsCovered_; }  ///< counter pixels_covered

 private:
  struct Slot {
    uint32_t rectMin = 0, rectMax = 0;
    bool depthTest = false;
  };
  /// An affine function of the pixel centre. If it bounds the primitive, centres
  /// with a value below `exclude` are outside.
  struct Edge {
    int64_t value;    ///< at the first block's upper left pixel centre, exact
    int64_t dx, dy;   ///< step of one pixel
    int64_t exclude;  ///< 1 if a centre on the edge is outside (top-left rule)
    bool bounds = true;
  };
  struct Box {
    int32_t x0, y0, x1, y1;  ///< first and last pixel
  };

  static Edge edge(const Point& from, const Point& to, const Point& centre);
  static std::array<Edge, 3> edges(const Triangle& t, const Point& centre);
  static std::array<Edge, 3> lineEdges(const Point& from, const Point& to, const Point& centre);
  static Box extent(const Triangle& t);
  static Box lineExtent(const Point& from, const Point& to);
  void block(const Triangle& t, const std::array<Edge, 3>& at, const Box& box, int32_t x,
             int32_t y);
  void quad(const Triangle& t, const std::array<Edge, 3>& at, uint8_t cov, int32_t x, int32_t y);

  Sink sink_;
  std::array<Slot, E11_CFG_STATE_SLOTS> slots_;
  bool anyQuad_ = false;
  uint64_t quads_ = 0;
  uint64_t pixelsCovered_ = 0;
};

/// What e11_pixel asks of the output unit's depth part before shading.
class EarlyDepth {
 public:
  virtual ~EarlyDepth() = default;
  /// Tests (and writes) the pixels `cov` of the quad at x, y; the pixels that pass.
  virtual uint8_t earlyDepth(unsigned slot, unsigned x, unsigned y, uint8_t cov,
                             const std::array<uint32_t, 4>& z) = 0;
};

/// Pixel packer (e11_pixel): early depth, waves of four quads.
class Pixel {
 public:
  /// `info` gets four quad infos before the wave's launch, and the markers of
  /// ended draws; `launch` gets the waves.
  Pixel(EarlyDepth& depth, std::function<void(const QuadInfo&)> info,
        std::function<void(const PixelWave&)> launch)
      : depth_(depth), info_(std::move(info)), launch_(std::move(launch)) {}

  void writeState(unsigned slot, unsigned word, uint32_t data);
  void quad(const Quad& q);
  /// Back to the state after reset; counters too.
  void reset();

  uint64_t waves() const { return waves_; }  ///< counter waves_pixel

 private:
  struct Slot {
    uint32_t code = 0, table = 0, psInfo = 0;
    bool depthTest = false;
  };

  void add(const Quad& q, uint8_t cov);
  void launch();

  EarlyDepth& depth_;
  std::function<void(const QuadInfo&)> info_;
  std::function<void(const PixelWave&)> launch_;
  std::array<Slot, E11_CFG_STATE_SLOTS> slots_;
  PixelWave wave_;
  int count_ = 0;  ///< quads in wave_
  uint64_t waves_ = 0;
};

}  // namespace e11::model
