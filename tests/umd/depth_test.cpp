// SPDX-License-Identifier: Apache-2.0
//
// Rows 18 and 19 of the list of faults that drivers are known for: depth bias in all its forms
// (spec 15.10), and depth clip with the clamp to the viewport (spec 15.4, 15.6).

#include <algorithm>
#include <cmath>
#include <cstring>

#include "gpu.h"

namespace e11::test {
namespace {

constexpr UINT kSize = Gpu::kSize;
constexpr std::array<float, 4> kGreenF = {0, 1, 0, 1};
constexpr double kD24 = 16777215;

struct State {
  ComPtr<ID3D11RasterizerState> rasterizer;
  ComPtr<ID3D11DepthStencilState> depth;
};

// All that is drawn is written.
State useState(Gpu& gpu, const D3D11_RASTERIZER_DESC& desc) {
  State state;
  REQUIRE(gpu.device->CreateRasterizerState(&desc, &state.rasterizer) == S_OK);
  gpu.context->RSSetState(state.rasterizer.Get());
  CD3D11_DEPTH_STENCIL_DESC always{CD3D11_DEFAULT()};
  always.DepthFunc = D3D11_COMPARISON_ALWAYS;
  REQUIRE(gpu.device->CreateDepthStencilState(&always, &state.depth) == S_OK);
  gpu.context->OMSetDepthStencilState(state.depth.Get(), 0);
  return state;
}

D3D11_RASTERIZER_DESC biased(int bias, float slope, float clamp) {
  CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
  desc.CullMode = D3D11_CULL_NONE;
  desc.DepthBias = bias;
  desc.SlopeScaledDepthBias = slope;
  desc.DepthBiasClamp = clamp;
  return desc;
}

// What a format stores of z (spec 3.2.3.6): the bits.
uint32_t stored(DXGI_FORMAT format, float z) {
  z = std::min(1.0f, std::max(0.0f, z));
  if (format == DXGI_FORMAT_D24_UNORM_S8_UINT)
    return static_cast<uint32_t>(std::floor(double{z} * kD24 + 0.5));
  uint32_t bits;
  std::memcpy(&bits, &z, 4);
  return bits;
}

uint32_t depthAt(Gpu& gpu, DXGI_FORMAT format, UINT x, UINT y) {
  const uint32_t bits = gpu.depths()[kSize * y + x];
  return format == DXGI_FORMAT_D24_UNORM_S8_UINT ? bits & 0xffffff : bits;
}
float floatAt(Gpu& gpu, UINT x, UINT y) {
  const uint32_t bits = gpu.depths()[kSize * y + x];
  float z;
  std::memcpy(&z, &bits, 4);
  return z;
}

Vertex at(float x, float y, float z) {
  return {{x / 8 - 1, 1 - y / 8, z, 1}, kGreenF};
}

void draw(Gpu& gpu, D3D11_PRIMITIVE_TOPOLOGY topology, const std::vector<Vertex>& vertices) {
  gpu.context->IASetPrimitiveTopology(topology);
  gpu.setVertices(vertices);
  gpu.context->Draw(static_cast<UINT>(vertices.size()), 0);
}

// Over the whole target; z rises by 1/32 a pixel to the right.
std::vector<Vertex> ramp() {
  auto vertices = quad(0, 0, 16, 16, 0.25f, kGreenF);
  for (Vertex& v : vertices) v.position[2] = v.position[0] < 0 ? 0.25f : 0.75f;
  return vertices;
}

}  // namespace

TEST_CASE("known driver faults 18: constant bias of UNORM and float depth, to the bit",
          "[gpu][faults]") {
  const float step = static_cast<float>(1 / kD24);  // the smallest depth above 0, in float
  for (const DXGI_FORMAT format : {DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_D24_UNORM_S8_UINT}) {
    Gpu gpu(format);
    gpu.useVertexColors();
    struct Case {
      float z;
      int bias;
      float clamp;
    };
    const Case cases[] = {{0.5f, 1, 0},          {0.5f, -1, 0},        {0.5f, 1000, 0},
                          {0.5f, -1000, 0},      {0.25f, 1, 0},        {0.25f, -1000, 0},
                          {0.3f, 100000, 0},     {0.3f, 1000, 1e-5f},  {0.5f, -1000, 1e-5f},
                          {0.5f, -1000, -1e-5f}, {0.25f, 1000, -1e-5f}};
    for (const Case& c : cases) {
      const State state = useState(gpu, biased(c.bias, 0, c.clamp));
      gpu.clear();
      draw(gpu, D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST, quad(0, 0, 16, 16, c.z, kGreenF));
      const bool isFloat = format == DXGI_FORMAT_D32_FLOAT;
      float add =
          static_cast<float>(c.bias) * (isFloat ? std::ldexp(1.0f, std::ilogb(c.z) - 23) : step);
      if (c.clamp > 0) add = std::min(c.clamp, add);
      if (c.clamp < 0) add = std::max(c.clamp, add);
      INFO("format " << format << " z " << c.z << " bias " << c.bias << " clamp " << c.clamp);
      CHECK(depthAt(gpu, format, 5, 9) == stored(format, c.z + add));
    }
  }
}

TEST_CASE("known driver faults 18: slope, and the clamp of the sum", "[gpu][faults]") {
  // The largest slope is 1/32; the exponent of the largest z (0.75) is -1.
  const float slope = 1.0f / 32, unit = std::ldexp(1.0f, -24);
  Gpu gpu;
  gpu.useVertexColors();
  struct Case {
    int bias;
    float factor, clamp;
  };
  const Case cases[] = {{0, 1, 0},        {0, -2, 0},        {1000, 1, 0},        {1000, 2, 0.05f},
                        {-9, -2, -0.03f}, {1000, 1, -0.01f}, {100000, -1, 0.001f}};
  for (const Case& c : cases) {
    const State state = useState(gpu, biased(c.bias, c.factor, c.clamp));
    gpu.clear();
    draw(gpu, D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST, ramp());
    float add = static_cast<float>(c.bias) * unit + c.factor * slope;
    if (c.clamp > 0) add = std::min(c.clamp, add);
    if (c.clamp < 0) add = std::max(c.clamp, add);
    for (UINT x = 0; x < kSize; x += 5) {
      INFO("bias " << c.bias << " factor " << c.factor << " clamp " << c.clamp << " x " << x);
      const float expected = 0.25f + (static_cast<float>(x) + 0.5f) * slope + add;
      CHECK(std::abs(floatAt(gpu, x, 7) - std::min(1.0f, std::max(0.0f, expected))) < 5e-7f);
    }
  }
}

TEST_CASE("known driver faults 18: an edge-on wireframe triangle has no NaN", "[gpu][faults]") {
  Gpu gpu;
  gpu.useVertexColors();
  for (const float factor : {0.0f, 1.0f, -1.0f}) {
    D3D11_RASTERIZER_DESC desc = biased(1 << 20, factor, 0);
    desc.FillMode = D3D11_FILL_WIREFRAME;
    const State state = useState(gpu, desc);
    gpu.clear();
    draw(gpu, D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST,
         {at(2.5f, 8.5f, 0.5f), at(8.5f, 8.5f, 0.25f), at(14.5f, 8.5f, 0.5f)});
    // Units of 2^-24: 1/16. The edge that comes last has z = 0.5 all along.
    INFO("factor " << factor);
    CHECK(floatAt(gpu, 5, 8) == 0.5625f);
    CHECK(floatAt(gpu, 5, 9) == 1.0f);
  }
}

TEST_CASE("known driver faults 18: bias in wireframe mode, the triangle's", "[gpu][faults]") {
  Gpu gpu;
  gpu.useVertexColors();
  const float slope = 1.0f / 32;
  D3D11_RASTERIZER_DESC desc = biased(1 << 20, 2, 0);  // 1/16 and 2 / 32
  desc.FillMode = D3D11_FILL_WIREFRAME;
  const State state = useState(gpu, desc);
  // Its upper edge runs along the pixel centres of row 3.
  draw(gpu, D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST,
       {at(0.5f, 3.5f, 0.25f), at(12.5f, 3.5f, 0.25f + 12 * slope), at(0.5f, 12.5f, 0.25f)});
  for (UINT x = 1; x < 12; ++x) {
    INFO("x " << x);
    const float expected = 0.25f + static_cast<float>(x) * slope + 0.0625f + 2 * slope;
    CHECK(std::abs(floatAt(gpu, x, 3) - expected) < 1e-6f);
  }
  CHECK(floatAt(gpu, 3, 6) == 1.0f);  // inside: nothing
}

TEST_CASE("known driver faults 18: points and lines have no bias", "[gpu][faults]") {
  Gpu gpu;
  gpu.useVertexColors();
  for (const D3D11_FILL_MODE fill : {D3D11_FILL_SOLID, D3D11_FILL_WIREFRAME}) {
    D3D11_RASTERIZER_DESC desc = biased(1 << 20, 1, 0);
    desc.FillMode = fill;
    const State state = useState(gpu, desc);
    gpu.clear();
    draw(gpu, D3D11_PRIMITIVE_TOPOLOGY_POINTLIST, {at(3.5f, 3.5f, 0.5f)});
    draw(gpu, D3D11_PRIMITIVE_TOPOLOGY_LINELIST, {at(0.5f, 8.5f, 0.25f), at(12.5f, 8.5f, 0.625f)});
    CHECK(floatAt(gpu, 3, 3) == 0.5f);
    CHECK(floatAt(gpu, 4, 8) == Approx(0.25f + 4.0f / 32).margin(1e-6));
  }
}

TEST_CASE("known driver faults 18: without a depth buffer the bias is that of UNORM",
          "[gpu][faults]") {
  // position_in shows z as blue.
  Gpu gpu;
  gpu.context->OMSetRenderTargets(1, gpu.target.GetAddressOf(), nullptr);
  const State state = useState(gpu, biased(1 << 22, 4, 0));  // 1/4 and 4 / 32
  gpu.setVertices(ramp());
  gpu.context->PSSetShader(gpu.pixelShader("interpolation.position_in.ps_5_0").Get(), nullptr, 0);
  gpu.context->Draw(6, 0);
  const auto pixels = gpu.pixels();
  for (UINT x = 0; x < kSize; ++x) {
    const double z = std::min(1.0, 0.25 + (x + 0.5) / 32 + 0.25 + 0.125);
    INFO("x " << x);
    CHECK(std::abs(pixels[kSize * 4 + x].b - 255 * z) <= 1);
  }
}

TEST_CASE("known driver faults 19: depth from the shader is clamped to the viewport",
          "[gpu][faults]") {
  for (const DXGI_FORMAT format : {DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_D24_UNORM_S8_UINT}) {
    Gpu gpu(format);
    const D3D11_VIEWPORT viewport = {0, 0, float{kSize}, float{kSize}, 0.2f, 0.8f};
    gpu.context->RSSetViewports(1, &viewport);
    for (const bool clip : {true, false}) {
      CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
      desc.DepthClipEnable = clip;
      const State state = useState(gpu, desc);
      for (const auto& [written, expected] : {std::pair<float, float>{2, 0.8f},
                                              {-1, 0.2f},
                                              {0.5f, 0.5f},
                                              {INFINITY, 0.8f},
                                              {NAN, 0.2f}}) {
        gpu.clear();
        auto vertices = quad(0, 0, 16, 16, 0.5f, kGreenF);
        for (Vertex& v : vertices) v.color[3] = written;
        gpu.setVertices(vertices);
        const auto layout = gpu.layout(
            "vertex.single_.vs_5_0",
            {{"POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
             {"A", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 16, D3D11_INPUT_PER_VERTEX_DATA, 0}});
        gpu.context->IASetInputLayout(layout.Get());
        gpu.context->VSSetShader(gpu.vertexShader("vertex.single_.vs_5_0").Get(), nullptr, 0);
        gpu.context->PSSetShader(gpu.pixelShader("interpolation.depth_only.ps_5_0").Get(), nullptr,
                                 0);
        gpu.context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
        gpu.context->Draw(6, 0);
        // Infinity minus itself on the way to the pixel is NaN, which is below everything.
        const float clamped = std::isinf(written) ? 0.2f : expected;
        INFO("format " << format << " clip " << clip << " written " << written);
        CHECK(depthAt(gpu, format, 7, 7) == stored(format, clamped));
      }
    }
  }
}

TEST_CASE("known driver faults 19: without depth clip all of z is drawn, at the viewport's ends",
          "[gpu][faults]") {
  // From z = -1 on the left to z = 2 on the right.
  auto vertices = quad(0, 0, 16, 16, 0, kGreenF);
  for (Vertex& v : vertices) v.position[2] = v.position[0] < 0 ? -1.0f : 2.0f;
  for (const bool clip : {true, false}) {
    Gpu gpu;
    gpu.useVertexColors();
    const D3D11_VIEWPORT viewport = {0, 0, float{kSize}, float{kSize}, 0.2f, 0.8f};
    gpu.context->RSSetViewports(1, &viewport);
    CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
    desc.DepthClipEnable = clip;
    const State state = useState(gpu, desc);
    draw(gpu, D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST, vertices);
    const auto pixels = gpu.pixels();
    for (UINT x = 0; x < kSize; ++x) {
      const double z = -1 + 3 * (x + 0.5) / 16;
      const bool inside = z >= 0 && z <= 1;
      INFO("clip " << clip << " x " << x << " z " << z);
      CHECK(pixels[kSize * 6 + x].g == (inside || !clip ? 255 : 0));
      // With clip the ends are new vertices, snapped to 1/256 pixel.
      const double expected = inside ? 0.2 + 0.6 * z : z < 0 ? 0.2 : 0.8;
      CHECK(floatAt(gpu, x, 6) ==
            Approx(inside || !clip ? expected : 1.0).margin(clip ? 3e-4 : 1e-6));
    }
  }
}

}  // namespace e11::test
