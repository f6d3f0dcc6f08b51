// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <functional>

#include "e11/model/memory.h"
#include "e11/model/quad.h"
#include "e11/regs.h"

namespace e11::model {

inline constexpr unsigned kBatchVertices = 16;
inline constexpr unsigned kBatchPrimitives = 32;

/// A vertex wave to run (launch_t with its three rows).
struct VertexWave {
  uint8_t slot = 0;
  uint8_t size = 0;   ///< register size class
  uint8_t tag = 0;    ///< batch slot, 0 .. vertex_batches - 1
  uint32_t code = 0;  ///< address of the first instruction
  uint32_t s0 = 0, s1 = 0, s2 = 0;
  uint16_t exec = 0;  ///< lanes with a vertex; the coverage is the same
  std::array<std::array<uint32_t, kBatchVertices>, 3>
      rows{};  ///< fetch index, VertexID, InstanceID
};

/// Parameters of a draw (draw_t).
struct DrawCall {
  uint8_t slot = 0;
  uint32_t count = 0, instances = 0, first = 0, baseVertex = 0, startInstance = 0;
};

/// From draws to triangles (RTL: e11_geometry); docs/hw/geometry.md.
class Geometry {
 public:
  struct Sinks {
    /// Runs a vertex wave; its stores are in memory on return.
    std::function<void(const VertexWave&)> launch;
    /// A word of coefficient memory (coef_wr).
    std::function<void(uint32_t address, const std::array<uint32_t, 3>& c)> coefficient;
    /// A triangle, behind its coefficients; and the end of each draw.
    std::function<void(const Triangle&)> triangle;
    /// May be empty. A vertex or index was read: the host gets control back here
    /// even where a draw of 2^32 vertices makes no primitive at all.
    std::function<void()> progress;
  };
  struct Counters {
    uint64_t draws = 0, vertices = 0, wavesVertex = 0, primitivesIn = 0, primitivesOut = 0;
  };

  Geometry(Memory& memory, Sinks sinks) : memory_(memory), sinks_(std::move(sinks)) {}

  /// One word of a draw's state block (state_wr).
  void writeState(unsigned slot, unsigned word, uint32_t data);
  /// Does the whole draw. The state words of its slot have been written.
  void draw(const DrawCall& draw);
  /// Back to the state after reset; counters too.
  void reset();

  const Counters& counters() const { return counters_; }

 private:
  class Assembler;
  class Clipper;

  using Vec4 = std::array<uint32_t, 4>;
  /// A primitive of a batch: lanes of its vertices, leading vertex first.
  struct Primitive {
    std::array<uint8_t, 3> lane{};
    uint32_t id = 0;
  };
  struct Batch {
    VertexWave wave;
    unsigned vertices = 0, primitives = 0;
    std::array<Primitive, kBatchPrimitives> primitive;
  };
  /// A vertex for setup: of the batch, or made by clipping.
  struct Vertex {
    Vec4 position{};                  ///< clip space
    uint32_t b1 = 0, b2 = 0;          ///< weights of the primitive's vertices 1 and 2
    uint32_t scaleX = 0, scaleY = 0;  ///< made at w = 0: magnitudes that x and y were made of
    uint32_t iw = 0, xScreen = 0, yScreen = 0, z = 0;  ///< transformed
    Point snapped;
    uint16_t outcode = 0;
  };
  /// The state words that geometry needs, unpacked.
  struct State {
    uint32_t word[E11_STATE_BLOCK_WORDS] = {};
    unsigned field(unsigned index, unsigned lsb, unsigned width) const {
      return (word[index] >> lsb) & ((2u << (width - 1)) - 1);
    }
    bool rasterFlag(unsigned lsb) const { return word[E11_STATE_BLOCK_RASTER_INFO] >> lsb & 1; }
  };
  /// A primitive on its way through clipping and setup.
  struct Work {
    const State& state;
    unsigned slot;
    std::array<uint32_t, 3> record;  ///< addresses of the vertices' records
    std::array<const Vertex*, 3> original;
    uint32_t id;
    TriangleKind kind = TriangleKind::kSolid;  ///< of the topology
    bool wireframe = false;
    bool clipped = false;
  };
  /// What is drawn of a primitive, as one polygon (or the two ends of a line).
  struct Corner {
    const Vertex* vertex = nullptr;
    bool edge = false;  ///< the edge to the next corner is one of the primitive's
  };
  struct Polygon {
    static constexpr unsigned kMost = 20;
    std::array<Corner, kMost> corner;
    unsigned size = 0;
    void add(const Vertex* vertex, bool edge) { corner[size++] = {vertex, edge}; }
  };
  using Piece = std::array<const Vertex*, 3>;

  static int guardExponent(uint32_t origin, uint32_t half);
  static uint32_t scaleDown(uint32_t a, int exponent);
  static uint16_t outcode(const Vec4& p, int kx, int ky);
  static int32_t snap(uint32_t a);

  void finishBatch(Batch& batch, const DrawCall& draw, bool last);
  void processBatch(const Batch& batch, unsigned slot);
  void transform(const State& s, Vertex& v) const;
  void primitive(Work& work);
  void clip(Work& work, uint16_t planes);
  void pieces(const Work& work, const Polygon& polygon);
  void triangle(const Work& work, Piece v, const std::array<bool, 3>& edges);
  void line(const Work& work, const Vertex* start, const Vertex* end, bool front, uint32_t bias);
  void emit(const Work& work, TriangleKind kind, const Piece& v, const std::array<Point, 3>& points,
            int64_t area, bool front, uint32_t bias);
  static uint32_t biased(const Work& work, uint32_t z, uint32_t bias);
  static uint32_t depthBias(const State& s, const Piece& v, int64_t area);
  void attributes(const Work& work, const Piece& v, uint32_t base);
  void endOfDraw(unsigned slot);

  Memory& memory_;
  Sinks sinks_;
  std::array<State, E11_CFG_STATE_SLOTS> states_;
  unsigned tag_ = 0;  ///< of the next batch
  uint32_t coefHead_ = 0;
  Counters counters_;
};

}  // namespace e11::model
