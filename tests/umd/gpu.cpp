// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_MAIN
#include "gpu.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <ostream>

namespace e11::test {

uint64_t seed() {
  static const uint64_t value = [] {
    const char* text = std::getenv("E11_SEED");
    const uint64_t chosen = text != nullptr ? std::strtoull(text, nullptr, 0) : 11;
    std::cout << "E11_SEED=" << chosen << '\n';
    return chosen;
  }();
  return value;
}

std::ostream& operator<<(std::ostream& out, const Rgba& c) {
  return out << '{' << int{c.r} << ' ' << int{c.g} << ' ' << int{c.b} << ' ' << int{c.a} << '}';
}

Gpu::Gpu(DXGI_FORMAT depthFormat, DXGI_FORMAT colorFormat) {
  const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_1;
  REQUIRE(D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, &level, 1,
                            D3D11_SDK_VERSION, &device, nullptr, &context) == S_OK);
  D3D11_TEXTURE2D_DESC desc = {
      kSize, kSize, 1, 1, colorFormat, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET, 0, 0};
  REQUIRE(device->CreateTexture2D(&desc, nullptr, &color) == S_OK);
  desc.Format = depthFormat;
  desc.BindFlags = D3D11_BIND_DEPTH_STENCIL;
  REQUIRE(device->CreateTexture2D(&desc, nullptr, &depth) == S_OK);
  REQUIRE(device->CreateRenderTargetView(color.Get(), nullptr, &target) == S_OK);
  REQUIRE(device->CreateDepthStencilView(depth.Get(), nullptr, &depthView) == S_OK);
  const D3D11_VIEWPORT viewport = {0, 0, float{kSize}, float{kSize}, 0, 1};
  context->RSSetViewports(1, &viewport);
  context->OMSetRenderTargets(1, target.GetAddressOf(), depthView.Get());
  context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  clear();
}

std::vector<uint8_t> Gpu::blob(const std::string& path) {
  std::ifstream file(std::string(E11_SOURCE_DIR) + "/" + path, std::ios::binary);
  std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  INFO(path);
  REQUIRE(!bytes.empty());
  return bytes;
}

ComPtr<ID3D11VertexShader> Gpu::vertexShader(const std::string& name) {
  const auto bytes = blob("tests/shaders/" + name + ".dxbc");
  ComPtr<ID3D11VertexShader> shader;
  INFO(name);
  REQUIRE(device->CreateVertexShader(bytes.data(), bytes.size(), nullptr, &shader) == S_OK);
  return shader;
}

ComPtr<ID3D11PixelShader> Gpu::pixelShader(const std::string& name) {
  const auto bytes = blob("tests/shaders/" + name + ".dxbc");
  ComPtr<ID3D11PixelShader> shader;
  INFO(name);
  REQUIRE(device->CreatePixelShader(bytes.data(), bytes.size(), nullptr, &shader) == S_OK);
  return shader;
}

ComPtr<ID3D11InputLayout> Gpu::layout(const std::string& shader,
                                      const std::vector<D3D11_INPUT_ELEMENT_DESC>& elements) {
  const auto bytes = blob("tests/shaders/" + shader + ".dxbc");
  ComPtr<ID3D11InputLayout> made;
  REQUIRE(device->CreateInputLayout(elements.data(), static_cast<UINT>(elements.size()),
                                    bytes.data(), bytes.size(), &made) == S_OK);
  return made;
}

ComPtr<ID3D11Buffer> Gpu::buffer(const void* data, size_t bytes, UINT bind, D3D11_USAGE usage) {
  const UINT cpu = usage == D3D11_USAGE_DYNAMIC ? UINT{D3D11_CPU_ACCESS_WRITE} : 0;
  const D3D11_BUFFER_DESC desc = {static_cast<UINT>(bytes), usage, bind, cpu, 0, 0};
  const D3D11_SUBRESOURCE_DATA initial = {data, 0, 0};
  ComPtr<ID3D11Buffer> made;
  REQUIRE(device->CreateBuffer(&desc, data != nullptr ? &initial : nullptr, &made) == S_OK);
  return made;
}

void Gpu::setVertices(const std::vector<Vertex>& vertices) {
  const auto made =
      buffer(vertices.data(), vertices.size() * sizeof(Vertex), D3D11_BIND_VERTEX_BUFFER);
  const UINT stride = sizeof(Vertex), offset = 0;
  context->IASetVertexBuffers(0, 1, made.GetAddressOf(), &stride, &offset);
  const auto inputs =
      layout("vertex.passthrough.vs_5_0",
             {{"POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
              {"COLOR", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 16, D3D11_INPUT_PER_VERTEX_DATA, 0}});
  context->IASetInputLayout(inputs.Get());
  context->VSSetShader(vertexShader("vertex.passthrough.vs_5_0").Get(), nullptr, 0);
}

void Gpu::useVertexColors() {
  const auto bytes = blob("samples/shaders/triangle_ps.dxbc");
  ComPtr<ID3D11PixelShader> shader;
  REQUIRE(device->CreatePixelShader(bytes.data(), bytes.size(), nullptr, &shader) == S_OK);
  context->PSSetShader(shader.Get(), nullptr, 0);
}

void Gpu::clear() {
  const FLOAT black[4] = {};
  context->ClearRenderTargetView(target.Get(), black);
  context->ClearDepthStencilView(depthView.Get(), D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL, 1.0f, 0);
}

template <typename T>
std::vector<T> Gpu::read(ID3D11Texture2D* texture) {
  D3D11_TEXTURE2D_DESC desc;
  texture->GetDesc(&desc);
  desc.Usage = D3D11_USAGE_STAGING;
  desc.BindFlags = 0;
  desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
  ComPtr<ID3D11Texture2D> staging;
  REQUIRE(device->CreateTexture2D(&desc, nullptr, &staging) == S_OK);
  context->CopyResource(staging.Get(), texture);
  D3D11_MAPPED_SUBRESOURCE mapped;
  REQUIRE(context->Map(staging.Get(), 0, D3D11_MAP_READ, 0, &mapped) == S_OK);
  std::vector<T> out(kSize * kSize);
  for (UINT y = 0; y < kSize; ++y) {
    std::memcpy(&out[y * kSize], static_cast<const char*>(mapped.pData) + y * mapped.RowPitch,
                kSize * sizeof(T));
  }
  context->Unmap(staging.Get(), 0);
  return out;
}

std::vector<Rgba> Gpu::pixels() {
  return read<Rgba>(color.Get());
}

std::vector<uint32_t> Gpu::depths() {
  return read<uint32_t>(depth.Get());
}

std::vector<Vertex> quad(float x0, float y0, float x1, float y1, float z,
                         std::array<float, 4> color) {
  const auto vertex = [&](float x, float y) {
    return Vertex{{x / 8.0f - 1.0f, 1.0f - y / 8.0f, z, 1.0f}, color};
  };
  const Vertex a = vertex(x0, y0), b = vertex(x1, y0), c = vertex(x0, y1), d = vertex(x1, y1);
  return {a, b, c, c, b, d};
}

}  // namespace e11::test
