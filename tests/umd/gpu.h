// SPDX-License-Identifier: Apache-2.0
#pragma once
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <d3d11_4.h>
#include <wrl/client.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace e11::test {

using Microsoft::WRL::ComPtr;

struct Rgba {
  uint8_t r, g, b, a;
  bool operator==(const Rgba& o) const { return r == o.r && g == o.g && b == o.b && a == o.a; }
};
std::ostream& operator<<(std::ostream& out, const Rgba& c);

// E11_SEED, or one of its own; printed when it is first asked for.
uint64_t seed();

// A vertex of the corpus's vertex.passthrough: position and colour.
struct Vertex {
  std::array<float, 4> position;
  std::array<float, 4> color;
};

// A device made through the public entry point, with a small colour and depth target bound. The
// environment chooses the GPU, so that the same tests run on each.
class Gpu {
 public:
  static constexpr UINT kSize = 16;

  explicit Gpu(DXGI_FORMAT depthFormat = DXGI_FORMAT_D32_FLOAT,
               DXGI_FORMAT colorFormat = DXGI_FORMAT_R8G8B8A8_UNORM);

  ComPtr<ID3D11Device> device;
  ComPtr<ID3D11DeviceContext> context;
  ComPtr<ID3D11Texture2D> color, depth;
  ComPtr<ID3D11RenderTargetView> target;
  ComPtr<ID3D11DepthStencilView> depthView;

  // Corpus shaders by name, for instance "vertex.passthrough.vs_5_0".
  ComPtr<ID3D11VertexShader> vertexShader(const std::string& name);
  ComPtr<ID3D11PixelShader> pixelShader(const std::string& name);
  ComPtr<ID3D11InputLayout> layout(const std::string& shader,
                                   const std::vector<D3D11_INPUT_ELEMENT_DESC>& elements);
  ComPtr<ID3D11Buffer> buffer(const void* data, size_t bytes, UINT bind,
                              D3D11_USAGE usage = D3D11_USAGE_DEFAULT);
  // Binds vertices for vertex.passthrough and that shader, with a layout.
  void setVertices(const std::vector<Vertex>& vertices);
  // Draws with interpolated vertex colours.
  void useVertexColors();
  // Clears to black and depth 1.
  void clear();
  // What the targets hold now.
  std::vector<Rgba> pixels();
  std::vector<uint32_t> depths();

  static std::vector<uint8_t> blob(const std::string& path);

 private:
  template <typename T>
  std::vector<T> read(ID3D11Texture2D* texture);
};

// Two triangles that cover x in [x0, x1), y in [y0, y1) in pixels, at depth z.
std::vector<Vertex> quad(float x0, float y0, float x1, float y1, float z,
                         std::array<float, 4> color);

}  // namespace e11::test
