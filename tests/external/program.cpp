// SPDX-License-Identifier: Apache-2.0
// A complete Direct3D 11 program: a triangle, written as out.ppm.
// Usage: program vs.dxbc ps.dxbc, for instance samples/shaders/triangle_{vs,ps}.dxbc
#include <d3d11_4.h>
#include <wrl/client.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

using Microsoft::WRL::ComPtr;

static void check(HRESULT result, const char* what) {
  if (SUCCEEDED(result)) return;
  std::fprintf(stderr, "%s: 0x%08x\n", what, static_cast<unsigned>(result));
  std::exit(1);
}

static std::string load(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  constexpr UINT kSize = 64;
  ComPtr<ID3D11Device> device;
  ComPtr<ID3D11DeviceContext> context;
  check(D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0,
                          D3D11_SDK_VERSION, &device, nullptr, &context), "D3D11CreateDevice");
  CD3D11_TEXTURE2D_DESC desc(DXGI_FORMAT_R8G8B8A8_UNORM, kSize, kSize, 1, 1,
                             D3D11_BIND_RENDER_TARGET);
  ComPtr<ID3D11Texture2D> target, staging;
  ComPtr<ID3D11RenderTargetView> view;
  check(device->CreateTexture2D(&desc, nullptr, &target), "CreateTexture2D");
  check(device->CreateRenderTargetView(target.Get(), nullptr, &view), "CreateRenderTargetView");

  const std::string vs = load(argv[1]), ps = load(argv[2]);
  ComPtr<ID3D11VertexShader> vertexShader;
  ComPtr<ID3D11PixelShader> pixelShader;
  ComPtr<ID3D11InputLayout> layout;
  const D3D11_INPUT_ELEMENT_DESC elements[] = {
      {"POSITION", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
      {"COLOR", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, 12, D3D11_INPUT_PER_VERTEX_DATA, 0}};
  check(device->CreateVertexShader(vs.data(), vs.size(), nullptr, &vertexShader), "vertex shader");
  check(device->CreatePixelShader(ps.data(), ps.size(), nullptr, &pixelShader), "pixel shader");
  check(device->CreateInputLayout(elements, 2, vs.data(), vs.size(), &layout), "input layout");

  const float vertices[] = {0,    0.9f,  0.5f, 1, 0, 0, 0.9f, -0.9f, 0.5f,
                            0,    1,     0,    -0.9f, -0.9f, 0.5f, 0, 0, 1};
  const CD3D11_BUFFER_DESC bufferDesc(sizeof(vertices), D3D11_BIND_VERTEX_BUFFER);
  const D3D11_SUBRESOURCE_DATA data = {vertices, 0, 0};
  ComPtr<ID3D11Buffer> buffer;
  check(device->CreateBuffer(&bufferDesc, &data, &buffer), "CreateBuffer");

  const FLOAT background[4] = {0.1f, 0.1f, 0.1f, 1.0f};
  const CD3D11_VIEWPORT viewport(0.0f, 0.0f, kSize, kSize);
  const UINT stride = 24, offset = 0;
  context->ClearRenderTargetView(view.Get(), background);
  context->OMSetRenderTargets(1, view.GetAddressOf(), nullptr);
  context->RSSetViewports(1, &viewport);
  context->IASetInputLayout(layout.Get());
  context->IASetVertexBuffers(0, 1, buffer.GetAddressOf(), &stride, &offset);
  context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  context->VSSetShader(vertexShader.Get(), nullptr, 0);
  context->PSSetShader(pixelShader.Get(), nullptr, 0);
  context->Draw(3, 0);

  desc.Usage = D3D11_USAGE_STAGING;
  desc.BindFlags = 0;
  desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
  check(device->CreateTexture2D(&desc, nullptr, &staging), "staging texture");
  context->CopyResource(staging.Get(), target.Get());
  D3D11_MAPPED_SUBRESOURCE mapped;
  check(context->Map(staging.Get(), 0, D3D11_MAP_READ, 0, &mapped), "Map");
  std::ofstream out("out.ppm", std::ios::binary);
  out << "P6 " << kSize << ' ' << kSize << " 255\n";
  for (UINT y = 0; y < kSize; ++y) {
    for (UINT x = 0; x < kSize; ++x) {
      out.write(static_cast<const char*>(mapped.pData) + y * mapped.RowPitch + x * 4, 3);
    }
  }
  context->Unmap(staging.Get(), 0);
}
