// SPDX-License-Identifier: Apache-2.0
//
// Draw calls and the input assembler: pictures with computed colours.

#include <cmath>

#include "pictures.h"

namespace e11::test {

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

}  // namespace e11::test
