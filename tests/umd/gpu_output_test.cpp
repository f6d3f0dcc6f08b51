// SPDX-License-Identifier: Apache-2.0
//
// Depth, rasterizer state, targets and clears: pictures with computed colours.

#include <cmath>
#include <cstring>

#include "pictures.h"

namespace e11::test {

TEST_CASE("CTX-OMD-02 the eight depth functions", "[gpu][OM]") {
  for (const DXGI_FORMAT format : {DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_D24_UNORM_S8_UINT}) {
    Gpu gpu(format);
    gpu.setVertices(fullQuad(kGreenF, 0.5f));
    gpu.useVertexColors();
    for (UINT func = 1; func <= 8; ++func) {
      CD3D11_DEPTH_STENCIL_DESC desc{CD3D11_DEFAULT()};
      desc.DepthFunc = static_cast<D3D11_COMPARISON_FUNC>(func);
      desc.DepthWriteMask = D3D11_DEPTH_WRITE_MASK_ZERO;
      ComPtr<ID3D11DepthStencilState> state;
      REQUIRE(gpu.device->CreateDepthStencilState(&desc, &state) == S_OK);
      gpu.context->OMSetDepthStencilState(state.Get(), 0);
      for (const float stored : {0.25f, 0.5f, 0.75f}) {
        gpu.clear();
        gpu.context->ClearDepthStencilView(gpu.depthView.Get(), D3D11_CLEAR_DEPTH, stored, 0);
        gpu.context->Draw(6, 0);
        // D3D11_COMPARISON_FUNC - 1 is a mask: 1 less, 2 equal, 4 greater.
        const UINT relation = 0.5f < stored ? 1 : 0.5f == stored ? 2 : 4;
        const Rgba expected = ((func - 1) & relation) != 0 ? kGreen : kBlack;
        INFO("function " << func << " stored " << stored);
        checkPixels(gpu, [&](UINT, UINT) { return expected; });
      }
    }
  }
}

TEST_CASE("spec 15.10 depth bias in the depth buffer", "[gpu][RS]") {
  for (const int bias : {0, 1, -1, 1000, -1000}) {
    for (const DXGI_FORMAT format : {DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_D24_UNORM_S8_UINT}) {
      Gpu gpu(format);
      CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
      desc.DepthBias = bias;
      ComPtr<ID3D11RasterizerState> state;
      REQUIRE(gpu.device->CreateRasterizerState(&desc, &state) == S_OK);
      gpu.context->RSSetState(state.Get());
      gpu.setVertices(fullQuad(kGreenF, 0.5f));
      gpu.useVertexColors();
      gpu.context->Draw(6, 0);
      const uint32_t stored = gpu.depths()[kSize * 8 + 8];
      INFO("bias " << bias << " format " << format);
      if (format == DXGI_FORMAT_D32_FLOAT) {
        float value;
        std::memcpy(&value, &stored, 4);
        // The exponent of 0.5 is -1: units of 2^-24.
        CHECK(value == 0.5f + bias * std::ldexp(1.0f, -24));
      } else {
        // 0.5 is 8388607.5 steps; the bias adds whole steps, up to rounding in float.
        CHECK(std::abs(static_cast<double>(stored & 0xffffff) - (8388607.5 + bias)) <= 1.0);
      }
    }
  }
}

TEST_CASE("CTX-RS-08 scissor, culling, viewport", "[gpu][RS]") {
  Gpu gpu;
  gpu.setVertices(fullQuad(kGreenF));
  gpu.useVertexColors();
  CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
  desc.ScissorEnable = TRUE;
  ComPtr<ID3D11RasterizerState> state;
  REQUIRE(gpu.device->CreateRasterizerState(&desc, &state) == S_OK);
  gpu.context->RSSetState(state.Get());
  const D3D11_RECT rect = {3, -4, 11, 7};
  gpu.context->RSSetScissorRects(1, &rect);
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT x, UINT y) { return x >= 3 && x < 11 && y < 7 ? kGreen : kBlack; });
  for (const bool clockwise : {true, false}) {
    for (const D3D11_CULL_MODE cull : {D3D11_CULL_NONE, D3D11_CULL_FRONT, D3D11_CULL_BACK}) {
      desc = CD3D11_RASTERIZER_DESC{CD3D11_DEFAULT()};
      desc.CullMode = cull;
      desc.FrontCounterClockwise = !clockwise;
      REQUIRE(gpu.device->CreateRasterizerState(&desc, &state) == S_OK);
      gpu.context->RSSetState(state.Get());
      gpu.clear();
      gpu.context->Draw(6, 0);  // the quads of these tests run clockwise
      const bool front = clockwise;
      const bool drawn = cull == D3D11_CULL_NONE || (cull == D3D11_CULL_BACK) == front;
      checkPixels(gpu, [&](UINT, UINT) { return drawn ? kGreen : kBlack; });
    }
  }
  gpu.context->RSSetState(nullptr);
  const D3D11_VIEWPORT viewport = {4, 8, 8, 4, 0, 1};
  gpu.context->RSSetViewports(1, &viewport);
  gpu.clear();
  gpu.context->Draw(6, 0);
  checkPixels(
      gpu, [](UINT x, UINT y) { return x >= 4 && x < 12 && y >= 8 && y < 12 ? kGreen : kBlack; });
}

TEST_CASE("CTX-RS-04 CTX-RS-09 CTX-RS-10 of many viewports and rectangles the first ones are used",
          "[gpu][RS]") {
  Gpu gpu;
  gpu.setVertices(fullQuad(kGreenF));
  gpu.useVertexColors();
  CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
  desc.ScissorEnable = TRUE;
  ComPtr<ID3D11RasterizerState> state;
  REQUIRE(gpu.device->CreateRasterizerState(&desc, &state) == S_OK);
  gpu.context->RSSetState(state.Get());
  std::vector<D3D11_VIEWPORT> viewports(16, {0, 0, float{kSize}, float{kSize}, 0, 1});
  std::vector<D3D11_RECT> rectangles(16, {0, 0, LONG{kSize}, LONG{kSize}});
  viewports[0] = {2, 3, 8, 8, 0, 1};
  rectangles[0] = {4, 0, 16, 9};
  gpu.context->RSSetViewports(16, viewports.data());
  gpu.context->RSSetScissorRects(16, rectangles.data());
  gpu.context->Draw(6, 0);
  checkPixels(gpu,
              [](UINT x, UINT y) { return x >= 4 && x < 10 && y >= 3 && y < 9 ? kGreen : kBlack; });
  // Without a rectangle nothing is inside of it.
  gpu.context->RSSetScissorRects(0, nullptr);
  gpu.clear();
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT, UINT) { return kBlack; });
}

TEST_CASE("known driver faults 19: depth clip, and the clamp to the viewport", "[gpu][faults]") {
  for (const bool clip : {true, false}) {
    for (const float z : {-0.5f, 0.5f, 1.5f}) {
      Gpu gpu;
      CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
      desc.DepthClipEnable = clip;
      ComPtr<ID3D11RasterizerState> state;
      REQUIRE(gpu.device->CreateRasterizerState(&desc, &state) == S_OK);
      gpu.context->RSSetState(state.Get());
      const D3D11_VIEWPORT viewport = {0, 0, float{kSize}, float{kSize}, 0.25f, 0.75f};
      gpu.context->RSSetViewports(1, &viewport);
      gpu.setVertices(fullQuad(kGreenF, z));
      gpu.useVertexColors();
      gpu.context->Draw(6, 0);
      const bool drawn = !clip || z == 0.5f;
      INFO("clip " << clip << " z " << z);
      checkPixels(gpu, [&](UINT, UINT) { return drawn ? kGreen : kBlack; });
      float stored;
      const uint32_t bits = gpu.depths()[kSize * 5 + 5];
      std::memcpy(&stored, &bits, 4);
      CHECK(stored == (!drawn ? 1.0f : z < 0 ? 0.25f : z > 1 ? 0.75f : 0.5f));
    }
  }
}

TEST_CASE("spec 15.10 slope-scaled bias and its clamp", "[gpu][RS]") {
  // Depth rises by 1/32 per pixel in x: the largest slope is 1/32.
  struct Case {
    float slope, clamp, expected;
  };
  const float step = 1.0f / 32;
  const Case cases[] = {{1.0f, 0.0f, step},    {-2.0f, 0.0f, -2 * step}, {2.0f, step, step},
                        {-2.0f, -step, -step}, {0.0f, 0.0f, 0.0f},       {1.0f, -step, step}};
  for (const Case& c : cases) {
    Gpu gpu;
    CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
    desc.SlopeScaledDepthBias = c.slope;
    desc.DepthBiasClamp = c.clamp;
    ComPtr<ID3D11RasterizerState> state;
    REQUIRE(gpu.device->CreateRasterizerState(&desc, &state) == S_OK);
    gpu.context->RSSetState(state.Get());
    auto vertices = fullQuad(kGreenF);
    for (Vertex& v : vertices) v.position[2] = v.position[0] < 0 ? 0.25f : 0.75f;
    gpu.setVertices(vertices);
    gpu.useVertexColors();
    gpu.context->Draw(6, 0);
    const auto depths = gpu.depths();
    for (UINT x = 0; x < kSize; ++x) {
      float stored;
      std::memcpy(&stored, &depths[kSize * 3 + x], 4);
      INFO("slope " << c.slope << " clamp " << c.clamp << " x " << x);
      CHECK(std::abs(stored - (0.25f + (x + 0.5f) * step + c.expected)) < 1e-6f);
    }
  }
}

TEST_CASE("colour write mask and B8G8R8A8 targets", "[gpu][OM]") {
  for (const DXGI_FORMAT format : {DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_FORMAT_B8G8R8A8_UNORM}) {
    Gpu gpu(DXGI_FORMAT_D32_FLOAT, format);
    gpu.setVertices(fullQuad({1.0f, 0.6f, 0.4f, 0.2f}));
    gpu.useVertexColors();
    for (UINT mask = 0; mask < 16; ++mask) {
      CD3D11_BLEND_DESC desc{CD3D11_DEFAULT()};
      desc.RenderTarget[0].RenderTargetWriteMask = static_cast<UINT8>(mask);
      ComPtr<ID3D11BlendState> blend;
      REQUIRE(gpu.device->CreateBlendState(&desc, &blend) == S_OK);
      gpu.context->OMSetBlendState(blend.Get(), nullptr, ~0u);
      gpu.clear();
      gpu.context->Draw(6, 0);
      Rgba c = {uint8_t(mask & 1 ? 255 : 0), uint8_t(mask & 2 ? 153 : 0),
                uint8_t(mask & 4 ? 102 : 0), uint8_t(mask & 8 ? 51 : 0)};
      if (format == DXGI_FORMAT_B8G8R8A8_UNORM) std::swap(c.r, c.b);
      INFO("mask " << mask);
      checkPixels(gpu, [&](UINT, UINT) { return c; });
    }
  }
}

TEST_CASE("CTX-CLR-10 clears and draws keep their order", "[gpu][CLR]") {
  Gpu gpu;
  gpu.setVertices(join(leftQuad(kRedF), rightQuad(kBlueF)));
  gpu.useVertexColors();
  gpu.context->Draw(6, 0);
  const FLOAT green[4] = {0, 1, 0, 1};
  gpu.context->ClearRenderTargetView(gpu.target.Get(), green);
  gpu.context->Draw(6, 6);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kGreen, kBlue); });
}

}  // namespace e11::test
