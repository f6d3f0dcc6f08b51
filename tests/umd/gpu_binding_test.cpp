// SPDX-License-Identifier: Apache-2.0
//
// Constants, maps, updates and references: pictures with computed colours.

#include <cstring>

#include "pictures.h"

namespace e11::test {

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

}  // namespace e11::test
