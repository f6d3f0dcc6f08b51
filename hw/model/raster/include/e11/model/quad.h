// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>

#include "e11/model/lanes.h"

/// What crosses the borders of raster, pixel and output: the model's versions
/// of the structs in hw/rtl/common/e11_pkg.sv. Floats are bit patterns.
namespace e11::model {

inline constexpr int kQuadsPerWave = 4;

/// A snapped vertex: signed 16.8, -2^23 .. 2^23 - 1.
struct Point {
  int32_t x = 0;
  int32_t y = 0;
};

/// What the vertices of a Triangle are (tri_kind_e). A line goes from v[0] to
/// v[1], and v[2] is v[0] again; all vertices of a point are the same.
enum class TriangleKind : uint8_t { kSolid, kLine, kPoint };

/// A triangle, line or point to rasterise (tri_t). A triangle's doubled area,
/// v0 v1 v2 clockwise on the screen, is positive; v[0] leads.
struct Triangle {
  TriangleKind kind = TriangleKind::kSolid;
  uint8_t slot = 0;
  bool front = false;
  bool endOfDraw = false;  ///< no triangle: everything of the draw went before
  std::array<Point, 3> v;
  uint32_t z0 = 0, dz1 = 0, dz2 = 0;  ///< coefficient word 3 of the primitive
  uint16_t coef = 0;                  ///< base of its coefficient words
};

/// Four pixels (quad_t): 0 upper left, 1 upper right, 2 lower left, 3 lower
/// right. A quad without coverage that does not end a draw only says that
/// later quads need no coefficient word below `coef`.
struct Quad {
  uint8_t slot = 0;
  bool endOfDraw = false;
  bool front = false;
  uint16_t coef = 0;
  uint16_t x = 0, y = 0;  ///< upper left pixel, even
  uint8_t cov = 0;        ///< bit i: pixel i (one sample)
  std::array<uint32_t, 4> e1{}, e2{}, z{};
};

/// What output must know of a quad in a launched wave (quad_info_t).
struct QuadInfo {
  bool valid = false;
  bool endOfDraw = false;  ///< a marker, not one of a wave's four
  uint8_t slot = 0;
  uint16_t x = 0, y = 0;
  std::array<uint32_t, 4> z{};
};

/// A pixel wave to run (launch_t with its three rows).
struct PixelWave {
  uint8_t slot = 0;
  uint8_t size = 0;                                    ///< register size class
  uint32_t code = 0;                                   ///< address of the first instruction
  uint32_t s0 = 0;                                     ///< resource table
  uint16_t exec = 0;                                   ///< lanes of the quads that are there
  uint16_t cov = 0;                                    ///< covered lanes
  uint8_t tag = 0;                                     ///< sequence number, modulo 64
  std::array<uint16_t, kQuadsPerWave> coef{};          ///< coefficient base of each quad
  std::array<std::array<uint32_t, kLanes>, 3> rows{};  ///< v0 = E1, v1 = E2, v2 = x | y << 16
};

/// A beat of an export (export_t): one quad of one target.
struct ExportBeat {
  uint8_t quad = 0;
  uint8_t target = 0;                             ///< E11_EXPORT_TARGETS_...
  uint8_t mask = 0;                               ///< components
  bool done = false;                              ///< of the wave's last export
  uint8_t cov = 0;                                ///< the quad's covered lanes
  std::array<std::array<uint32_t, 4>, 4> data{};  ///< [lane][component]
};

}  // namespace e11::model
