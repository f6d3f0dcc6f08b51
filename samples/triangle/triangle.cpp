// SPDX-License-Identifier: Apache-2.0
//
// The smallest program that draws: one triangle, a colour at each corner.
#include "common/app.h"
#include "triangle_ps.h"
#include "triangle_vs.h"

using namespace sample;

namespace {

struct Vertex {
  float position[3];
  float color[4];
};

const Vertex kVertices[3] = {
    {{0.0f, 0.8f, 0.5f}, {1, 0, 0, 1}},
    {{0.8f, -0.8f, 0.5f}, {0, 1, 0, 1}},
    {{-0.8f, -0.8f, 0.5f}, {0, 0, 1, 1}},
};

}  // namespace

int main(int argc, char** argv) {
  Options defaults;
  defaults.out = "triangle.png";
  const Options options = parse(argc, argv, defaults);
  Canvas canvas(options.width, options.height);
  ID3D11Device* device = canvas.device();
  ID3D11DeviceContext* context = canvas.context();

  Ref<ID3D11VertexShader> vertexShader;
  Ref<ID3D11PixelShader> pixelShader;
  Ref<ID3D11InputLayout> layout;
  check(device->CreateVertexShader(triangle_vs, sizeof triangle_vs, nullptr, vertexShader.put()), "CreateVertexShader");
  check(device->CreatePixelShader(triangle_ps, sizeof triangle_ps, nullptr, pixelShader.put()), "CreatePixelShader");
  const D3D11_INPUT_ELEMENT_DESC elements[] = {
      {"POSITION", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
      {"COLOR", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, D3D11_APPEND_ALIGNED_ELEMENT, D3D11_INPUT_PER_VERTEX_DATA, 0},
  };
  check(device->CreateInputLayout(elements, 2, triangle_vs, sizeof triangle_vs, layout.put()), "CreateInputLayout");
  Ref<ID3D11Buffer> vertices;
  createBuffer(device, D3D11_BIND_VERTEX_BUFFER, D3D11_USAGE_IMMUTABLE, sizeof kVertices, kVertices, &vertices);

  run(canvas, options, [&](uint32_t frame) {
    float corners[3][4];
    for (int i = 0; i < 3; ++i) {
      for (int c = 0; c < 3; ++c) corners[i][c] = kVertices[i].position[c];
      corners[i][3] = 1;
    }
    noteTriangle(options, frame, corners);
    canvas.begin({0.1f, 0.1f, 0.15f, 1.0f});
    const UINT stride = sizeof(Vertex), offset = 0;
    context->IASetInputLayout(layout.get());
    context->IASetVertexBuffers(0, 1, vertices.array(), &stride, &offset);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context->VSSetShader(vertexShader.get(), nullptr, 0);
    context->PSSetShader(pixelShader.get(), nullptr, 0);
    context->Draw(3, 0);
  });
  return 0;
}
