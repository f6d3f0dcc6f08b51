// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "e11/kmd.h"
#include "test.h"

namespace e11::test {

/// A vertex as the scene's vertex shader reads it.
struct Vertex {
  std::array<float, 4> position;  ///< clip space
  std::array<float, 4> color;
};

/// E11 code in words, hand-assembled (docs/isa.md).
std::vector<uint64_t> passThroughVertexShader();
std::vector<uint64_t> colorPixelShader();
/// The same, but writes depth (the red channel), discards where green is not
/// above one half, or both.
std::vector<uint64_t> colorPixelShader(bool depth, bool discard);
std::vector<uint64_t> endlessShader();
std::vector<uint64_t> trappingShader();

/// A small render target with depth, and all that a draw needs, in buffers of
/// one context: shaders, resource table, state block, vertices.
class Scene {
 public:
  static constexpr uint32_t kSize = 64;  ///< pixels a side
  static constexpr uint32_t kPitch = kSize * 4;
  static constexpr uint32_t kBlocks = 4;  ///< state blocks

  explicit Scene(kmd::Context& context);

  void setVertexShader(const std::vector<uint64_t>& code);
  /// Pixel shader `number`, below kBlocks; state blocks begin with number 0.
  void setPixelShader(const std::vector<uint64_t>& code, uint32_t number = 0);
  uint32_t pixelShaderAddress(uint32_t number) const;
  void setVertices(const std::vector<Vertex>& vertices);
  /// A word of state block `block`; all blocks begin alike.
  void setState(uint32_t word, uint32_t value, uint32_t block = 0);
  /// 16-bit indices at the start of the index buffer.
  void setIndices(const std::vector<uint16_t>& indices);

  /// Clears colour and depth.
  void clear(Commands& commands, uint32_t color, float depth) const;
  void draw(Commands& commands, uint32_t vertices, uint32_t first = 0, uint32_t block = 0,
            uint32_t instances = 1) const;

  std::vector<uint8_t> color() const { return contents(context_, color_); }
  std::vector<uint8_t> depth() const { return contents(context_, depth_); }
  std::array<uint8_t, 4> pixel(const std::vector<uint8_t>& image, uint32_t x, uint32_t y) const;

 private:
  void put(uint64_t offset, const void* data, size_t bytes);

  kmd::Context& context_;
  BufferHandle data_, color_, depth_;
};

}  // namespace e11::test
