// SPDX-License-Identifier: Apache-2.0
// A complete Direct3D 11 program: draws a triangle and writes out.ppm.
// Usage: program VS.dxbc PS.dxbc, for instance samples/shaders/triangle_vs.dxbc and ..._ps.dxbc
#include <d3d11.h>
#include <wrl/client.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
using Microsoft::WRL::ComPtr;

static void check(HRESULT result) {
  if (FAILED(result)) std::exit(std::fprintf(stderr, "error 0x%08x\n", unsigned(result)));
}
static std::string load(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  ComPtr<ID3D11Device> device;
  ComPtr<ID3D11DeviceContext> context;
  check(D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0,
                          D3D11_SDK_VERSION, &device, nullptr, &context));
  const std::string vs = load(argv[1]), ps = load(argv[2]);
  ComPtr<ID3D11VertexShader> vertexShader;
  ComPtr<ID3D11PixelShader> pixelShader;
  ComPtr<ID3D11InputLayout> layout;
  const D3D11_INPUT_ELEMENT_DESC elements[] = {
      {"POSITION", 0, DXGI_FORMAT_R32G32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
      {"COLOR", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, 8, D3D11_INPUT_PER_VERTEX_DATA, 0}};
  check(device->CreateVertexShader(vs.data(), vs.size(), nullptr, &vertexShader));
  check(device->CreatePixelShader(ps.data(), ps.size(), nullptr, &pixelShader));
  check(device->CreateInputLayout(elements, 2, vs.data(), vs.size(), &layout));
  const float vertices[3][5] = {{0, .9f, 1, 0, 0}, {.9f, -.9f, 0, 1, 0}, {-.9f, -.9f, 0, 0, 1}};
  const D3D11_SUBRESOURCE_DATA data = {vertices, 0, 0};
  ComPtr<ID3D11Buffer> buffer;
  const CD3D11_BUFFER_DESC bufferDesc(sizeof(vertices), D3D11_BIND_VERTEX_BUFFER);
  check(device->CreateBuffer(&bufferDesc, &data, &buffer));

  CD3D11_TEXTURE2D_DESC desc(DXGI_FORMAT_R8G8B8A8_UNORM, 64, 64, 1, 1, D3D11_BIND_RENDER_TARGET);
  ComPtr<ID3D11Texture2D> target, staging;
  ComPtr<ID3D11RenderTargetView> view;
  check(device->CreateTexture2D(&desc, nullptr, &target));
  check(device->CreateRenderTargetView(target.Get(), nullptr, &view));
  const FLOAT background[4] = {0.1f, 0.1f, 0.1f, 1.0f};
  const CD3D11_VIEWPORT viewport(0.0f, 0.0f, 64.0f, 64.0f);
  const UINT stride = sizeof(vertices[0]), offset = 0;
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
  check(device->CreateTexture2D(&desc, nullptr, &staging));
  context->CopyResource(staging.Get(), target.Get());
  D3D11_MAPPED_SUBRESOURCE mapped;
  check(context->Map(staging.Get(), 0, D3D11_MAP_READ, 0, &mapped));
  std::ofstream out("out.ppm", std::ios::binary);
  out << "P6 64 64 255\n";
  for (int i = 0; i < 64 * 64; ++i) {
    out.write(static_cast<char*>(mapped.pData) + i / 64 * mapped.RowPitch + i % 64 * 4, 3);
  }
  context->Unmap(staging.Get(), 0);
}
