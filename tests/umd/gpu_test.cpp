// SPDX-License-Identifier: Apache-2.0
//
// Contract rows that need a GPU: pictures with computed colours.

#include "gpu.h"

#include <cmath>
#include <cstring>
#include <iostream>
#include <random>

namespace e11::test {
namespace {

constexpr UINT kSize = Gpu::kSize;
constexpr Rgba kBlack = {0, 0, 0, 0}, kRed = {255, 0, 0, 255}, kBlue = {0, 0, 255, 255},
               kGreen = {0, 255, 0, 255};
constexpr std::array<float, 4> kRedF = {1, 0, 0, 1}, kBlueF = {0, 0, 1, 1}, kGreenF = {0, 1, 0, 1};

// Checks every pixel against a function of its coordinates.
template <typename Expected>
void checkPixels(Gpu& gpu, Expected expected) {
  const auto pixels = gpu.pixels();
  for (UINT y = 0; y < kSize; ++y) {
    for (UINT x = 0; x < kSize; ++x) {
      INFO("pixel " << x << ' ' << y);
      REQUIRE(pixels[y * kSize + x] == expected(x, y));
    }
  }
}

Rgba leftRight(UINT x, Rgba left, Rgba right) {
  return x < kSize / 2 ? left : right;
}

std::vector<Vertex> leftQuad(std::array<float, 4> color, float z = 0.5f) {
  return quad(0, 0, 8, 16, z, color);
}
std::vector<Vertex> rightQuad(std::array<float, 4> color, float z = 0.5f) {
  return quad(8, 0, 16, 16, z, color);
}
std::vector<Vertex> fullQuad(std::array<float, 4> color, float z = 0.5f) {
  return quad(0, 0, 16, 16, z, color);
}
std::vector<Vertex> join(std::vector<Vertex> a, const std::vector<Vertex>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// Constants of memory.cb_static: b0 begins with the colour that is added to what other buffers
// give.
std::vector<float> colorConstants(std::array<float, 4> color) {
  std::vector<float> constants(64);
  std::copy(color.begin(), color.end(), constants.begin());
  return constants;
}

}  // namespace

TEST_CASE("CTX-DRAW-02 a full-screen triangle from SV_VertexID", "[gpu][DRAW]") {
  Gpu gpu;
  gpu.context->VSSetShader(gpu.vertexShader("vertex.vertex_id.vs_5_0").Get(), nullptr, 0);
  gpu.useVertexColors();
  gpu.context->Draw(3, 0);
  const auto pixels = gpu.pixels();
  for (UINT y = 0; y < kSize; ++y) {
    for (UINT x = 0; x < kSize; ++x) {
      // The colour is (u, v, u, v) with u = (x + 0.5) / 16, v = (y + 0.5) / 16.
      const Rgba p = pixels[y * kSize + x];
      const double u = (x + 0.5) / kSize * 255, v = (y + 0.5) / kSize * 255;
      INFO("pixel " << x << ' ' << y << ": " << p);
      REQUIRE(std::abs(p.r - u) <= 1.0);
      REQUIRE(std::abs(p.g - v) <= 1.0);
      REQUIRE(p.b == p.r);
      REQUIRE(p.a == p.g);
    }
  }
}

TEST_CASE("CTX-DRAW-01 Draw begins at StartVertexLocation", "[gpu][DRAW]") {
  Gpu gpu;
  gpu.setVertices(join(leftQuad(kRedF), rightQuad(kBlueF)));
  gpu.useVertexColors();
  gpu.context->Draw(6, 6);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kBlack, kBlue); });
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kRed, kBlue); });
}

TEST_CASE("CTX-DRAW-04 CTX-DRAW-05 indexed draws with base vertices", "[gpu][DRAW]") {
  Gpu gpu;
  gpu.setVertices(join(leftQuad(kRedF), rightQuad(kBlueF)));
  gpu.useVertexColors();
  const uint16_t narrow[] = {99, 0, 1, 2, 3, 4, 5};
  const uint32_t wide[] = {6, 7, 8, 9, 10, 11};
  const auto narrowBuffer = gpu.buffer(narrow, sizeof(narrow), D3D11_BIND_INDEX_BUFFER);
  const auto wideBuffer = gpu.buffer(wide, sizeof(wide), D3D11_BIND_INDEX_BUFFER);
  gpu.context->IASetIndexBuffer(narrowBuffer.Get(), DXGI_FORMAT_R16_UINT, 0);
  gpu.context->DrawIndexed(6, 1, 6);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kBlack, kBlue); });
  gpu.context->IASetIndexBuffer(wideBuffer.Get(), DXGI_FORMAT_R32_UINT, 0);
  gpu.context->DrawIndexed(6, 0, -6);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kRed, kBlue); });
  // Negative vertex numbers: anything may be drawn, the device survives.
  gpu.context->DrawIndexed(6, 0, -100);
  gpu.context->DrawIndexed(600, 3, 0);
  gpu.pixels();
  CHECK(gpu.device->GetDeviceRemovedReason() == S_OK);
  gpu.clear();
  gpu.context->DrawIndexed(6, 0, 0);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kBlack, kBlue); });
}

TEST_CASE("triangle strips, with restart", "[gpu][IA]") {
  Gpu gpu;
  const auto a = leftQuad(kRedF), b = rightQuad(kBlueF);
  gpu.setVertices({a[0], a[1], a[2], a[5], b[0], b[1], b[2], b[5]});
  gpu.useVertexColors();
  gpu.context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
  gpu.context->Draw(4, 4);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kBlack, kBlue); });
  gpu.clear();
  const uint16_t indices[] = {0, 1, 2, 3, 0xffff, 4, 5, 6, 7};
  const auto buffer = gpu.buffer(indices, sizeof(indices), D3D11_BIND_INDEX_BUFFER);
  gpu.context->IASetIndexBuffer(buffer.Get(), DXGI_FORMAT_R16_UINT, 0);
  gpu.context->DrawIndexed(9, 0, 0);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kRed, kBlue); });
}

TEST_CASE("spec 8.12 the cut index takes effect in lists", "[gpu][IA]") {
  Gpu gpu;
  const auto a = leftQuad(kRedF), b = rightQuad(kBlueF);
  gpu.setVertices({a[0], a[1], a[2], b[0], b[1], b[2], b[3], b[4], b[5]});
  gpu.useVertexColors();
  // The first triangle is cut off after two vertices, the last after one.
  const uint16_t indices[] = {0, 1, 0xffff, 3, 4, 5, 6, 7, 8, 2, 0xffff};
  const auto buffer = gpu.buffer(indices, sizeof(indices), D3D11_BIND_INDEX_BUFFER);
  gpu.context->IASetIndexBuffer(buffer.Get(), DXGI_FORMAT_R16_UINT, 0);
  gpu.context->DrawIndexed(11, 0, 0);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kBlack, kBlue); });
}

TEST_CASE("CTX-DRAW-06 CTX-DRAW-03 instances by SV_InstanceID", "[gpu][DRAW]") {
  Gpu gpu;
  // One quad of 4 x 16 pixels; instance i is shifted by offsets[i] = (i / 2, 0) in clip space.
  const auto column = quad(0, 0, 4, 16, 0.5f, kRedF);
  gpu.setVertices(column);
  const auto layout = gpu.layout(
      "vertex.instance_id.vs_5_0",
      {{"POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0}});
  gpu.context->IASetInputLayout(layout.Get());
  gpu.context->VSSetShader(gpu.vertexShader("vertex.instance_id.vs_5_0").Get(), nullptr, 0);
  gpu.useVertexColors();
  std::vector<float> constants(16 + 32 * 4 + 4);  // transform, offsets[32], count
  for (int i = 0; i < 4; ++i) constants[16 + 4 * i] = 0.5f * i;
  const auto buffer =
      gpu.buffer(constants.data(), constants.size() * 4, D3D11_BIND_CONSTANT_BUFFER);
  gpu.context->VSSetConstantBuffers(0, 1, buffer.GetAddressOf());
  // The colour is (instance, vertex id, 0, 1). SV_InstanceID starts at 0 whatever
  // StartInstanceLocation says.
  gpu.context->DrawInstanced(6, 2, 0, 7);
  const auto pixels = gpu.pixels();
  for (UINT x = 0; x < kSize; ++x) {
    const Rgba p = pixels[8 * kSize + x];
    INFO("column " << x);
    CHECK(p.r == (x >= 4 && x < 8 ? 255 : 0));
    CHECK(p.a == (x < 8 ? 255 : 0));
  }
}

TEST_CASE("CTX-IA-08 CTX-DRAW-07 per-instance data steps by its rate", "[gpu][IA]") {
  // Position is per vertex in slot 0 (all instances cover the target); colour is per instance in
  // slot 1. The last instance drawn is what is seen.
  const uint8_t colors[4][4] = {{10, 0, 0, 255}, {20, 0, 0, 255}, {30, 0, 0, 255}, {40, 0, 0, 255}};
  struct Case {
    UINT rate, instances, start;
    uint8_t expected;
  };
  const Case cases[] = {{1, 3, 0, 30}, {2, 3, 0, 20}, {2, 5, 1, 40}, {1, 1, 2, 30}, {0, 4, 1, 20}};
  for (const Case& c : cases) {
    Gpu gpu;
    gpu.setVertices(fullQuad(kRedF));
    const auto buffer = gpu.buffer(colors, sizeof(colors), D3D11_BIND_VERTEX_BUFFER);
    const UINT stride = 4, offset = 0;
    gpu.context->IASetVertexBuffers(1, 1, buffer.GetAddressOf(), &stride, &offset);
    const auto layout = gpu.layout(
        "vertex.passthrough.vs_5_0",
        {{"POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
         {"COLOR", 0, DXGI_FORMAT_R8G8B8A8_UNORM, 1, 0, D3D11_INPUT_PER_INSTANCE_DATA, c.rate}});
    gpu.context->IASetInputLayout(layout.Get());
    gpu.useVertexColors();
    CD3D11_DEPTH_STENCIL_DESC depthDesc{CD3D11_DEFAULT()};
    depthDesc.DepthEnable = FALSE;
    ComPtr<ID3D11DepthStencilState> noDepth;
    REQUIRE(gpu.device->CreateDepthStencilState(&depthDesc, &noDepth) == S_OK);
    gpu.context->OMSetDepthStencilState(noDepth.Get(), 0);
    gpu.context->DrawInstanced(6, c.instances, 0, c.start);
    INFO("rate " << c.rate << " instances " << c.instances << " start " << c.start);
    checkPixels(gpu, [&](UINT, UINT) { return Rgba{c.expected, 0, 0, 255}; });
  }
}

TEST_CASE("vertex formats reach the shader as the specification converts them", "[gpu][IA]") {
  struct Case {
    DXGI_FORMAT format;
    std::vector<uint8_t> bytes;
    Rgba expected;
  };
  const auto halves = [](std::initializer_list<uint16_t> values) {
    std::vector<uint8_t> bytes;
    for (uint16_t v : values) {
      bytes.push_back(static_cast<uint8_t>(v));
      bytes.push_back(static_cast<uint8_t>(v >> 8));
    }
    return bytes;
  };
  // Missing components are 0, 0, 1. SNORM -128 and -127 are -1, clamped by the target to 0.
  const Case cases[] = {
      {DXGI_FORMAT_R8G8B8A8_UNORM, {51, 102, 153, 204}, {51, 102, 153, 204}},
      {DXGI_FORMAT_R8G8_UNORM, {51, 102}, {51, 102, 0, 255}},
      {DXGI_FORMAT_R8_UNORM, {51}, {51, 0, 0, 255}},
      {DXGI_FORMAT_R8G8B8A8_SNORM, {127, 0, 0x80, 0x81}, {255, 0, 0, 0}},
      {DXGI_FORMAT_R16G16B16A16_UNORM, halves({0xffff, 0, 0x3333, 0xcccc}), {255, 0, 51, 204}},
      {DXGI_FORMAT_R16G16_SNORM, halves({0x7fff, 0x8000}), {255, 0, 0, 255}},
      {DXGI_FORMAT_R16G16B16A16_FLOAT, halves({0x3c00, 0x3800, 0xbc00, 0x0000}), {255, 128, 0, 0}},
      {DXGI_FORMAT_R16_FLOAT, halves({0x3400}), {64, 0, 0, 255}},
      {DXGI_FORMAT_R32G32_FLOAT, {0, 0, 0x80, 0x3f, 0, 0, 0, 0x3f}, {255, 128, 0, 255}},
  };
  for (const Case& c : cases) {
    Gpu gpu;
    gpu.setVertices(fullQuad(kRedF));
    const auto buffer = gpu.buffer(c.bytes.data(), c.bytes.size(), D3D11_BIND_VERTEX_BUFFER);
    const UINT zero = 0;  // stride 0: one value for all vertices
    gpu.context->IASetVertexBuffers(1, 1, buffer.GetAddressOf(), &zero, &zero);
    const auto layout = gpu.layout(
        "vertex.passthrough.vs_5_0",
        {{"POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
         {"COLOR", 0, c.format, 1, 0, D3D11_INPUT_PER_VERTEX_DATA, 0}});
    gpu.context->IASetInputLayout(layout.Get());
    gpu.useVertexColors();
    gpu.context->Draw(6, 0);
    INFO("format " << c.format);
    checkPixels(gpu, [&](UINT, UINT) { return c.expected; });
  }
}

TEST_CASE("CTX-IA-09 unbound vertex buffers read 0", "[gpu][IA]") {
  Gpu gpu;
  gpu.setVertices(fullQuad(kRedF));
  const auto layout = gpu.layout(
      "vertex.passthrough.vs_5_0",
      {{"POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
       {"COLOR", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 5, 0, D3D11_INPUT_PER_VERTEX_DATA, 0}});
  gpu.context->IASetInputLayout(layout.Get());
  gpu.useVertexColors();
  const FLOAT white[4] = {1, 1, 1, 1};
  gpu.context->ClearRenderTargetView(gpu.target.Get(), white);
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT, UINT) { return kBlack; });
}

TEST_CASE("STG-09 STG-12 STG-17 constants: bound, beyond the window, unbound", "[gpu][STG]") {
  Gpu gpu;
  gpu.setVertices(fullQuad(kRedF));
  gpu.context->PSSetShader(gpu.pixelShader("memory.cb_static.ps_5_0").Get(), nullptr, 0);
  // cb_static = first + one[3].wzyx + two.xyxy * two_z + last[7].xxyy: with b1, b5 and b13
  // unbound it is `first`.
  ComPtr<ID3D11DeviceContext1> context1;
  REQUIRE(gpu.context.As(&context1) == S_OK);
  const auto constants = colorConstants({0.2f, 0.4f, 0.6f, 0.8f});
  const auto buffer = gpu.buffer(constants.data(), 256, D3D11_BIND_CONSTANT_BUFFER);
  gpu.context->PSSetConstantBuffers(0, 1, buffer.GetAddressOf());
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT, UINT) { return Rgba{51, 102, 153, 204}; });
  // A window past the end of the buffer reads zeros.
  const UINT first = 16, count = 16;
  context1->PSSetConstantBuffers1(0, 1, buffer.GetAddressOf(), &first, &count);
  gpu.clear();
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT, UINT) { return kBlack; });
  // STG-10: a window in a large buffer; element 0 of the shader is constant 4096.
  std::vector<float> large(2 * 65536 / 4);
  std::copy_n(constants.begin(), 4, large.begin() + 65536 / 4);
  const auto largeBuffer = gpu.buffer(large.data(), large.size() * 4, D3D11_BIND_CONSTANT_BUFFER);
  const UINT middle = 4096;
  context1->PSSetConstantBuffers1(0, 1, largeBuffer.GetAddressOf(), &middle, &count);
  gpu.clear();
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT, UINT) { return Rgba{51, 102, 153, 204}; });
}

TEST_CASE("CTX-MAP-09 constants discarded between draws", "[gpu][MAP]") {
  Gpu gpu;
  gpu.setVertices(join(leftQuad(kRedF), rightQuad(kRedF)));
  gpu.context->PSSetShader(gpu.pixelShader("memory.cb_static.ps_5_0").Get(), nullptr, 0);
  const auto buffer = gpu.buffer(nullptr, 256, D3D11_BIND_CONSTANT_BUFFER, D3D11_USAGE_DYNAMIC);
  gpu.context->PSSetConstantBuffers(0, 1, buffer.GetAddressOf());
  const auto draw = [&](std::array<float, 4> color, UINT first) {
    D3D11_MAPPED_SUBRESOURCE mapped;
    REQUIRE(gpu.context->Map(buffer.Get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped) == S_OK);
    const auto constants = colorConstants(color);
    std::memcpy(mapped.pData, constants.data(), 256);
    gpu.context->Unmap(buffer.Get(), 0);
    gpu.context->Draw(6, first);
  };
  draw(kRedF, 0);
  draw(kBlueF, 6);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kRed, kBlue); });
}

TEST_CASE("CTX-UPD-06 constants updated between draws", "[gpu][UPD]") {
  Gpu gpu;
  gpu.setVertices(join(leftQuad(kRedF), rightQuad(kRedF)));
  gpu.context->PSSetShader(gpu.pixelShader("memory.cb_static.ps_5_0").Get(), nullptr, 0);
  auto constants = colorConstants(kRedF);
  const auto buffer = gpu.buffer(constants.data(), 256, D3D11_BIND_CONSTANT_BUFFER);
  gpu.context->PSSetConstantBuffers(0, 1, buffer.GetAddressOf());
  gpu.context->Draw(6, 0);
  constants = colorConstants(kBlueF);
  gpu.context->UpdateSubresource(buffer.Get(), 0, nullptr, constants.data(), 0, 0);
  std::fill(constants.begin(), constants.end(), 0.5f);
  gpu.context->Draw(6, 6);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kRed, kBlue); });
}

TEST_CASE("CTX-MAP-10 vertices appended with NO_OVERWRITE", "[gpu][MAP]") {
  Gpu gpu;
  gpu.setVertices(leftQuad(kRedF));
  gpu.useVertexColors();
  const auto ring =
      gpu.buffer(nullptr, 12 * sizeof(Vertex), D3D11_BIND_VERTEX_BUFFER, D3D11_USAGE_DYNAMIC);
  const UINT stride = sizeof(Vertex), offset = 0;
  gpu.context->IASetVertexBuffers(0, 1, ring.GetAddressOf(), &stride, &offset);
  const auto append = [&](const std::vector<Vertex>& vertices, UINT first, D3D11_MAP type) {
    D3D11_MAPPED_SUBRESOURCE mapped;
    REQUIRE(gpu.context->Map(ring.Get(), 0, type, 0, &mapped) == S_OK);
    std::memcpy(static_cast<Vertex*>(mapped.pData) + first, vertices.data(),
                vertices.size() * sizeof(Vertex));
    gpu.context->Unmap(ring.Get(), 0);
    gpu.context->Draw(6, first);
  };
  append(leftQuad(kRedF), 0, D3D11_MAP_WRITE_DISCARD);
  gpu.context->Flush();
  append(rightQuad(kBlueF), 6, D3D11_MAP_WRITE_NO_OVERWRITE);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kRed, kBlue); });
}

TEST_CASE("REF-01 objects whose last reference is gone still draw", "[gpu][REF]") {
  Gpu gpu;
  gpu.setVertices(fullQuad(kGreenF));  // buffer, layout and shader are only bound
  gpu.useVertexColors();
  gpu.target.Reset();
  gpu.depthView.Reset();
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT, UINT) { return kGreen; });
}

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

TEST_CASE("known driver faults 4: mad and mul + add give the same position", "[gpu][faults]") {
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

TEST_CASE("COM-05 CreateDevice through the public entry point", "[gpu][COM]") {
  Gpu gpu;
  CHECK(gpu.device->GetFeatureLevel() == D3D_FEATURE_LEVEL_11_1);
  ComPtr<ID3D11DeviceContext> again;
  gpu.device->GetImmediateContext(&again);
  CHECK(again == gpu.context);
  D3D_FEATURE_LEVEL level;
  CHECK(D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0,
                          D3D11_SDK_VERSION, nullptr, &level, nullptr) == S_FALSE);
  CHECK(level == D3D_FEATURE_LEVEL_11_0);
  DXGI_SWAP_CHAIN_DESC desc = {};
  ComPtr<IDXGISwapChain> swapChain;
  ComPtr<ID3D11Device> device;
  CHECK(D3D11CreateDeviceAndSwapChain(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0,
                                      D3D11_SDK_VERSION, &desc, &swapChain, &device, nullptr,
                                      nullptr) == E_NOTIMPL);
  CHECK(device == nullptr);
}

// Run by itself, with a short watchdog.
TEST_CASE("a shader that loops forever loses the device and nothing else", "[.][hang]") {
  Gpu gpu;
  gpu.setVertices(fullQuad(kGreenF));
  gpu.context->PSSetShader(gpu.pixelShader("flow.loop_continue.ps_5_0").Get(), nullptr, 0);
  const int32_t constants[8] = {0x7fffffff, -1, -1, -1, 0, 0, 0, 0};
  const auto buffer = gpu.buffer(constants, sizeof(constants), D3D11_BIND_CONSTANT_BUFFER);
  gpu.context->PSSetConstantBuffers(0, 1, buffer.GetAddressOf());
  gpu.context->Draw(6, 0);
  D3D11_TEXTURE2D_DESC desc;
  gpu.color->GetDesc(&desc);
  desc.Usage = D3D11_USAGE_STAGING;
  desc.BindFlags = 0;
  desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
  ComPtr<ID3D11Texture2D> staging;
  REQUIRE(gpu.device->CreateTexture2D(&desc, nullptr, &staging) == S_OK);
  gpu.context->CopyResource(staging.Get(), gpu.color.Get());
  D3D11_MAPPED_SUBRESOURCE mapped;
  CHECK(gpu.context->Map(staging.Get(), 0, D3D11_MAP_READ, 0, &mapped) ==
        DXGI_ERROR_DEVICE_REMOVED);
  CHECK(gpu.device->GetDeviceRemovedReason() == DXGI_ERROR_DEVICE_HUNG);
  Gpu fresh;
  fresh.setVertices(fullQuad(kGreenF));
  fresh.useVertexColors();
  fresh.context->Draw(6, 0);
  checkPixels(fresh, [](UINT, UINT) { return kGreen; });
}

}  // namespace e11::test
