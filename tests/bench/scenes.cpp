// SPDX-License-Identifier: Apache-2.0
//
// The scenes that tools/bench measures: bench_scenes SCENE COUNT.
//   empty  COUNT frames of clears and reading back, nothing drawn
//   fill   one frame, COUNT quads over the whole target, a pixel shader without inputs
//   draws  one frame, COUNT small indexed draws, constants and depth state changing each time
#include <cstdlib>
#include <cstring>
#include <string>

#include "common/app.h"
#include "fill_ps.h"
#include "fill_vs.h"
#include "small_ps.h"
#include "small_vs.h"

using namespace sample;

namespace {

constexpr uint32_t kSize = 256;

void empty(Canvas& canvas, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    canvas.begin({0, 0, 0, 1});
    canvas.read();
  }
}

void fill(Canvas& canvas, uint32_t count) {
  Ref<ID3D11VertexShader> vertexShader;
  Ref<ID3D11PixelShader> pixelShader;
  Ref<ID3D11DepthStencilState> noDepth;
  check(canvas.device()->CreateVertexShader(fill_vs, sizeof fill_vs, nullptr, vertexShader.put()), "CreateVertexShader");
  check(canvas.device()->CreatePixelShader(fill_ps, sizeof fill_ps, nullptr, pixelShader.put()), "CreatePixelShader");
  D3D11_DEPTH_STENCIL_DESC desc = {};
  desc.DepthFunc = D3D11_COMPARISON_LESS;
  desc.FrontFace = desc.BackFace = {D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP,
                                    D3D11_COMPARISON_ALWAYS};
  check(canvas.device()->CreateDepthStencilState(&desc, noDepth.put()), "CreateDepthStencilState");
  ID3D11DeviceContext* context = canvas.context();
  canvas.begin({0, 0, 0, 1});
  context->OMSetDepthStencilState(noDepth.get(), 0);
  context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
  context->VSSetShader(vertexShader.get(), nullptr, 0);
  context->PSSetShader(pixelShader.get(), nullptr, 0);
  for (uint32_t i = 0; i < count; ++i) context->Draw(4, 0);
  canvas.read();
}

struct Object {
  float offsetScale[4];
  float color[4];
};

void draws(Canvas& canvas, uint32_t count) {
  ID3D11Device* device = canvas.device();
  ID3D11DeviceContext* context = canvas.context();
  Ref<ID3D11VertexShader> vertexShader;
  Ref<ID3D11PixelShader> pixelShader;
  Ref<ID3D11InputLayout> layout;
  Ref<ID3D11DepthStencilState> states[2];
  Ref<ID3D11Buffer> vertices, indices, constants;
  check(device->CreateVertexShader(small_vs, sizeof small_vs, nullptr, vertexShader.put()), "CreateVertexShader");
  check(device->CreatePixelShader(small_ps, sizeof small_ps, nullptr, pixelShader.put()), "CreatePixelShader");
  const D3D11_INPUT_ELEMENT_DESC element = {"CORNER", 0, DXGI_FORMAT_R32G32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0};
  check(device->CreateInputLayout(&element, 1, small_vs, sizeof small_vs, layout.put()), "CreateInputLayout");
  for (int i = 0; i < 2; ++i) {
    D3D11_DEPTH_STENCIL_DESC desc = {};
    desc.DepthEnable = TRUE;
    desc.DepthWriteMask = i ? D3D11_DEPTH_WRITE_MASK_ALL : D3D11_DEPTH_WRITE_MASK_ZERO;
    desc.DepthFunc = D3D11_COMPARISON_LESS_EQUAL;
    desc.FrontFace = desc.BackFace = {D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP,
                                      D3D11_COMPARISON_ALWAYS};
    check(device->CreateDepthStencilState(&desc, states[i].put()), "CreateDepthStencilState");
  }
  const float corners[8] = {-1, 1, 1, 1, 1, -1, -1, -1};
  const uint16_t order[6] = {0, 1, 2, 0, 2, 3};
  createBuffer(device, D3D11_BIND_VERTEX_BUFFER, D3D11_USAGE_IMMUTABLE, sizeof corners, corners, &vertices);
  createBuffer(device, D3D11_BIND_INDEX_BUFFER, D3D11_USAGE_IMMUTABLE, sizeof order, order, &indices);
  createBuffer(device, D3D11_BIND_CONSTANT_BUFFER, D3D11_USAGE_DYNAMIC, sizeof(Object), nullptr, &constants);

  canvas.begin({0, 0, 0, 1});
  const UINT stride = 8, offset = 0;
  context->IASetInputLayout(layout.get());
  context->IASetVertexBuffers(0, 1, vertices.array(), &stride, &offset);
  context->IASetIndexBuffer(indices.get(), DXGI_FORMAT_R16_UINT, 0);
  context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  context->VSSetShader(vertexShader.get(), nullptr, 0);
  context->PSSetShader(pixelShader.get(), nullptr, 0);
  context->VSSetConstantBuffers(0, 1, constants.array());
  context->PSSetConstantBuffers(0, 1, constants.array());
  for (uint32_t i = 0; i < count; ++i) {
    const float x = static_cast<float>(i % 32) / 16 - 1 + 1.0f / 32, y = static_cast<float>(i / 32 % 32) / 16 - 1 + 1.0f / 32;
    const Object object = {{x, y, 1.0f / 64, 1.0f / 64}, {x, y, static_cast<float>(i % 7) / 7, 1}};
    D3D11_MAPPED_SUBRESOURCE mapped = {};
    check(context->Map(constants.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped), "Map");
    std::memcpy(mapped.pData, &object, sizeof object);
    context->Unmap(constants.get(), 0);
    context->OMSetDepthStencilState(states[i % 2].get(), 0);
    context->DrawIndexed(6, 0, 0);
  }
  canvas.read();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string scene = argc == 3 ? argv[1] : "";
  const uint32_t count = argc == 3 ? static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10)) : 0;
  if (count == 0) fail("usage: bench_scenes empty|fill|draws COUNT");
  Canvas canvas(kSize, kSize);
  if (scene == "empty") empty(canvas, count);
  else if (scene == "fill") fill(canvas, count);
  else if (scene == "draws") draws(canvas, count);
  else fail("no scene " + scene);
  return 0;
}
