// SPDX-License-Identifier: Apache-2.0
//
// The graphics pipeline and the calls around it.

#include <cmath>
#include <cstring>
#include <iostream>
#include <random>

#include "gpu_buffers.h"
#include "pictures.h"

namespace e11::test {

TEST_CASE("4: mad and mul + add give the same position", "[faults]") {
  const uint32_t seed = std::random_device()();
  std::cout << "seed " << seed << '\n';
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> coordinate(-1.5f, 1.5f), factor(0.3f, 1.7f);
  Gpu gpu;
  const auto layout = gpu.layout(
      "vertex.position_mad.vs_5_0",
      {{"POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0}});
  const auto mad = gpu.vertexShader("vertex.position_mad.vs_5_0");
  const auto mulAdd = gpu.vertexShader("vertex.position_mul_add.vs_5_0");
  gpu.context->IASetInputLayout(layout.Get());
  gpu.context->PSSetShader(gpu.pixelShader("memory.cb_static.ps_5_0").Get(), nullptr, 0);
  const auto white = colorConstants({1, 1, 1, 1});
  const auto pixelConstants = gpu.buffer(white.data(), 256, D3D11_BIND_CONSTANT_BUFFER);
  gpu.context->PSSetConstantBuffers(0, 1, pixelConstants.GetAddressOf());
  CD3D11_RASTERIZER_DESC rasterizerDesc{CD3D11_DEFAULT()};
  rasterizerDesc.CullMode = D3D11_CULL_NONE;
  ComPtr<ID3D11RasterizerState> rasterizer;
  REQUIRE(gpu.device->CreateRasterizerState(&rasterizerDesc, &rasterizer) == S_OK);
  gpu.context->RSSetState(rasterizer.Get());
  CD3D11_DEPTH_STENCIL_DESC depthDesc{CD3D11_DEFAULT()};
  depthDesc.DepthFunc = D3D11_COMPARISON_EQUAL;
  ComPtr<ID3D11DepthStencilState> equal;
  REQUIRE(gpu.device->CreateDepthStencilState(&depthDesc, &equal) == S_OK);
  ID3D11RenderTargetView* const noTarget = nullptr;
  for (int round = 0; round < 20; ++round) {
    std::vector<float> positions;
    for (int i = 0; i < 3 * 8; ++i) {
      positions.insert(positions.end(), {coordinate(random), coordinate(random),
                                         std::abs(coordinate(random)) / 1.5f, 1.0f});
    }
    std::vector<float> constants(16 + 32 * 4 + 4);
    for (int i = 0; i < 8; ++i) constants[16 + i] = factor(random) - (i >= 4 ? 1.0f : 0.0f);
    const auto vertices =
        gpu.buffer(positions.data(), positions.size() * 4, D3D11_BIND_VERTEX_BUFFER);
    const auto buffer =
        gpu.buffer(constants.data(), constants.size() * 4, D3D11_BIND_CONSTANT_BUFFER);
    const UINT stride = 16, offset = 0;
    gpu.context->IASetVertexBuffers(0, 1, vertices.GetAddressOf(), &stride, &offset);
    gpu.context->VSSetConstantBuffers(0, 1, buffer.GetAddressOf());
    gpu.clear();
    gpu.context->OMSetRenderTargets(1, &noTarget, gpu.depthView.Get());
    gpu.context->OMSetDepthStencilState(nullptr, 0);
    gpu.context->VSSetShader(mad.Get(), nullptr, 0);
    gpu.context->Draw(24, 0);
    gpu.context->OMSetRenderTargets(1, gpu.target.GetAddressOf(), gpu.depthView.Get());
    gpu.context->OMSetDepthStencilState(equal.Get(), 0);
    gpu.context->VSSetShader(mulAdd.Get(), nullptr, 0);
    gpu.context->Draw(24, 0);
    const auto depths = gpu.depths();
    uint32_t one;
    const float cleared = 1.0f;
    std::memcpy(&one, &cleared, 4);
    const auto pixels = gpu.pixels();
    for (size_t i = 0; i < pixels.size(); ++i) {
      if (depths[i] != one && !(pixels[i] == Rgba{255, 255, 255, 255})) {
        FAIL("seed " << seed << " round " << round << " pixel " << i);
      }
    }
  }
}

TEST_CASE("12: a discarded pixel goes on as a helper: derivatives stay, its atomics do nothing",
          "[faults]") {
  // The colour rises by 1/16 a pixel in x (red) and in y (green).
  GpuBuffers gpu;
  auto vertices = fullQuad(kBlueF);
  for (Vertex& v : vertices) {
    v.color = {(v.position[0] + 1) / 2, (1 - v.position[1]) / 2, 0, 1};
  }
  gpu.setVertices(vertices);
  const GpuBuffer live = gpu.raw({0});
  gpu.context->OMSetRenderTargetsAndUnorderedAccessViews(
      D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL, nullptr, nullptr, 1, 1,
      live.output.GetAddressOf(), nullptr);
  gpu.context->PSSetShader(
      gpu.ownPixelShader("tests/faults/shaders/faults.discard_then_count.ps_5_0").Get(), nullptr,
      0);
  gpu.context->Draw(6, 0);
  checkPixels(gpu,
              [](UINT x, UINT y) { return ((x ^ y) & 1) != 0 ? kBlack : Rgba{128, 128, 0, 255}; });
  CHECK(gpu.words(live)[0] == kSize * kSize / 2);
}

TEST_CASE("14: the same subresource among targets and views: the whole call is ignored",
          "[faults]") {
  GpuBuffers gpu;
  const GpuBuffer a = gpu.raw(filled(4, 0)), b = gpu.raw(filled(4, 0));
  const auto targets = [&] {
    std::array<ComPtr<ID3D11RenderTargetView>, 2> got;
    ID3D11RenderTargetView* raw[2];
    gpu.context->OMGetRenderTargets(2, raw, nullptr);
    for (int i = 0; i < 2; ++i) got[i].Attach(raw[i]);
    return got;
  };
  ID3D11RenderTargetView* const twice[2] = {gpu.target.Get(), gpu.target.Get()};
  gpu.context->OMSetRenderTargets(2, twice, nullptr);
  CHECK(targets()[0] == gpu.target);
  CHECK(targets()[1] == nullptr);
  ID3D11UnorderedAccessView* const views[2] = {a.output.Get(), a.output.Get()};
  gpu.context->OMSetRenderTargetsAndUnorderedAccessViews(0, nullptr, nullptr, 0, 2, views, nullptr);
  CHECK(targets()[0] == gpu.target);
  gpu.setOutputs({b.output.Get()});
  gpu.context->CSSetUnorderedAccessViews(0, 2, views, nullptr);
  ComPtr<ID3D11UnorderedAccessView> bound;
  gpu.context->CSGetUnorderedAccessViews(0, 1, &bound);
  CHECK(bound == b.output);
  // An output takes the inputs; an input does not take an output.
  gpu.context->PSSetShaderResources(0, 1, a.input.GetAddressOf());
  gpu.setOutputs({a.output.Get()});
  ComPtr<ID3D11ShaderResourceView> input;
  gpu.context->PSGetShaderResources(0, 1, &input);
  CHECK(input == nullptr);
  gpu.context->PSSetShaderResources(0, 1, a.input.GetAddressOf());
  gpu.context->PSGetShaderResources(0, 1, &input);
  CHECK(input == nullptr);
}

TEST_CASE("17: rows of mapped textures are found by RowPitch at any width", "[faults]") {
  Gpu gpu;
  for (const UINT width : {1285u, 31u, 1u}) {
    for (const D3D11_USAGE usage : {D3D11_USAGE_DYNAMIC, D3D11_USAGE_STAGING}) {
      const bool dynamic = usage == D3D11_USAGE_DYNAMIC;
      constexpr UINT kRows = 3;
      D3D11_TEXTURE2D_DESC desc = {width,
                                   kRows,
                                   1,
                                   1,
                                   DXGI_FORMAT_R8G8B8A8_UNORM,
                                   {1, 0},
                                   usage,
                                   dynamic ? UINT{D3D11_BIND_SHADER_RESOURCE} : 0,
                                   D3D11_CPU_ACCESS_WRITE,
                                   0};
      ComPtr<ID3D11Texture2D> source, staging;
      REQUIRE(gpu.device->CreateTexture2D(&desc, nullptr, &source) == S_OK);
      D3D11_MAPPED_SUBRESOURCE mapped;
      REQUIRE(gpu.context->Map(source.Get(), 0, dynamic ? D3D11_MAP_WRITE_DISCARD : D3D11_MAP_WRITE,
                               0, &mapped) == S_OK);
      REQUIRE(mapped.RowPitch >= width * 4);
      for (UINT y = 0; y < kRows; ++y) {
        for (UINT x = 0; x < width; ++x) {
          const uint32_t texel = y << 16 | x;
          std::memcpy(static_cast<char*>(mapped.pData) + y * mapped.RowPitch + x * 4, &texel, 4);
        }
      }
      gpu.context->Unmap(source.Get(), 0);
      desc.Usage = D3D11_USAGE_STAGING;
      desc.BindFlags = 0;
      desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
      REQUIRE(gpu.device->CreateTexture2D(&desc, nullptr, &staging) == S_OK);
      gpu.context->CopyResource(staging.Get(), source.Get());
      REQUIRE(gpu.context->Map(staging.Get(), 0, D3D11_MAP_READ, 0, &mapped) == S_OK);
      for (UINT y = 0; y < kRows; ++y) {
        for (UINT x = 0; x < width; ++x) {
          uint32_t texel;
          std::memcpy(&texel, static_cast<char*>(mapped.pData) + y * mapped.RowPitch + x * 4, 4);
          REQUIRE(texel == (y << 16 | x));
        }
      }
      gpu.context->Unmap(staging.Get(), 0);
    }
  }
}

TEST_CASE("22: an input layout must have every input of the shader, and may have more",
          "[faults]") {
  Gpu gpu;
  const auto bytes = Gpu::blob("tests/shaders/vertex.passthrough.vs_5_0.dxbc");
  const auto create = [&](const std::vector<D3D11_INPUT_ELEMENT_DESC>& elements) {
    ComPtr<ID3D11InputLayout> layout;
    return gpu.device->CreateInputLayout(elements.data(), static_cast<UINT>(elements.size()),
                                         bytes.data(), bytes.size(), &layout);
  };
  const auto element = [](const char* semantic, UINT index, UINT offset) {
    return D3D11_INPUT_ELEMENT_DESC{
        semantic, index, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, offset, D3D11_INPUT_PER_VERTEX_DATA, 0};
  };
  CHECK(create({element("POSITION", 0, 0), element("COLOR", 0, 16)}) == S_OK);
  CHECK(create({element("position", 0, 0), element("Color", 0, 16)}) == S_OK);
  CHECK(create({element("COLOR", 0, 16), element("EXTRA", 3, 32), element("POSITION", 0, 0)}) ==
        S_OK);
  CHECK(create({element("POSITION", 0, 0)}) == E_INVALIDARG);
  CHECK(create({element("POSITION", 0, 0), element("COLOR", 1, 16)}) == E_INVALIDARG);
  CHECK(create({element("SV_Position", 0, 0), element("COLOR", 0, 16)}) == E_INVALIDARG);
  CHECK(create({}) == E_INVALIDARG);
}

TEST_CASE("29: depth alone can be drawn, and clears take effect before the next draw", "[faults]") {
  Gpu gpu;
  gpu.setVertices(leftQuad(kRedF, 0.25f));
  gpu.useVertexColors();
  gpu.context->OMSetRenderTargets(0, nullptr, gpu.depthView.Get());
  gpu.context->Draw(6, 0);
  const auto depths = gpu.depths();
  float left, right;
  std::memcpy(&left, &depths[5 * kSize + 3], 4);
  std::memcpy(&right, &depths[5 * kSize + 12], 4);
  CHECK(left == 0.25f);
  CHECK(right == 1.0f);
  checkPixels(gpu, [](UINT, UINT) { return kBlack; });
  // Behind what was drawn, until depth is cleared.
  gpu.context->OMSetRenderTargets(1, gpu.target.GetAddressOf(), gpu.depthView.Get());
  gpu.setVertices(fullQuad(kGreenF, 0.5f));
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kBlack, kGreen); });
  const FLOAT blue[4] = {0, 0, 1, 1};
  gpu.context->ClearRenderTargetView(gpu.target.Get(), blue);
  gpu.context->ClearDepthStencilView(gpu.depthView.Get(), D3D11_CLEAR_DEPTH, 1.0f, 0);
  gpu.setVertices(leftQuad(kRedF, 0.75f));
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kRed, kBlue); });
}

}  // namespace e11::test
