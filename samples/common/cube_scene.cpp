// SPDX-License-Identifier: Apache-2.0
#include "common/cube_scene.h"

#include <cmath>
#include <cstring>

#include "common/app.h"

using namespace sample;

namespace {

struct Vertex {
  float position[3];
  float normal[3];
  float color[4];
};

/// The constant buffer of cube.hlsl; matrices are rows, for row vectors.
struct Frame {
  float world[16];
  float viewProjection[16];
  float lightPosition[4];
  float lightColor[4];
  float ambientColor[4];
  float eyePosition[4];
};

struct Vec {
  float x, y, z;
};
Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec cross(Vec a, Vec b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec normalize(Vec a) {
  const float r = 1.0f / std::sqrt(dot(a, a));
  return {a.x * r, a.y * r, a.z * r};
}

void multiply(const float (&a)[16], const float (&b)[16], float (&out)[16]) {
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) sum += a[4 * r + k] * b[4 * k + c];
      out[4 * r + c] = sum;
    }
  }
}

void lookAt(Vec eye, Vec target, float (&m)[16]) {
  const Vec z = normalize(target - eye), x = normalize(cross({0, 1, 0}, z)), y = cross(z, x);
  const float view[16] = {x.x, y.x, z.x, 0, x.y, y.y, z.y, 0, x.z, y.z, z.z, 0, -dot(x, eye), -dot(y, eye), -dot(z, eye), 1};
  std::memcpy(m, view, sizeof view);
}

void perspective(float verticalAngle, float aspect, float nearZ, float farZ, float (&m)[16]) {
  const float h = 1.0f / std::tan(verticalAngle / 2), depth = farZ / (farZ - nearZ);
  const float projection[16] = {h / aspect, 0, 0, 0, 0, h, 0, 0, 0, 0, depth, 1, 0, 0, -nearZ * depth, 0};
  std::memcpy(m, projection, sizeof projection);
}

/// Six faces of four corners, clockwise seen from outside.
void buildCube(Vertex (&vertices)[24], uint16_t (&indices)[36]) {
  const Vec normals[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const float colors[6][3] = {{0.9f, 0.3f, 0.2f}, {0.2f, 0.7f, 0.9f}, {0.9f, 0.8f, 0.2f},
                              {0.5f, 0.3f, 0.8f}, {0.3f, 0.8f, 0.4f}, {0.9f, 0.5f, 0.7f}};
  for (int face = 0; face < 6; ++face) {
    const Vec n = normals[face];
    const Vec up = std::fabs(n.y) > 0.5f ? Vec{0, 0, 1} : Vec{0, 1, 0};
    const Vec right = cross(up, n);
    for (int corner = 0; corner < 4; ++corner) {
      const float u = corner == 1 || corner == 2 ? 1.0f : -1.0f, v = corner >= 2 ? -1.0f : 1.0f;
      Vertex& out = vertices[4 * face + corner];
      out = {{n.x - u * right.x + v * up.x, n.y - u * right.y + v * up.y, n.z - u * right.z + v * up.z},
             {n.x, n.y, n.z},
             {colors[face][0], colors[face][1], colors[face][2], 1}};
    }
    const int order[6] = {0, 1, 2, 0, 2, 3};
    for (int i = 0; i < 6; ++i) indices[6 * face + i] = static_cast<uint16_t>(4 * face + order[i]);
  }
}

void noteEdges(const Options& options, uint32_t frame, const Frame& data, const Vertex (&vertices)[24],
               const uint16_t (&indices)[36]) {
  for (int triangle = 0; triangle < 12; ++triangle) {
    float corners[3][4];
    for (int corner = 0; corner < 3; ++corner) {
      const float* p = vertices[indices[3 * triangle + corner]].position;
      for (int c = 0; c < 4; ++c) {
        const float* m = data.viewProjection;
        corners[corner][c] = p[0] * m[c] + p[1] * m[4 + c] + p[2] * m[8 + c] + m[12 + c];
      }
    }
    noteTriangle(options, frame, corners);
  }
}

float randomUnit(uint32_t& state) {
  state = state * 1664525u + 1013904223u;
  return static_cast<float>(state >> 8) / 16777216.0f;
}

Frame frameConstants(const Options& options, uint32_t frame) {
  float angle = 0.6f + 6.2831853f * static_cast<float>(frame) / static_cast<float>(options.frames);
  float height = 2.2f, distance = 4.6f;
  if (options.seed) {
    uint32_t state = options.seed * 2654435761u + frame * 40503u;
    for (int i = 0; i < 4; ++i) randomUnit(state);
    angle = 6.2831853f * randomUnit(state);
    height = -4.0f + 8.0f * randomUnit(state);
    distance = 2.6f + 4.0f * randomUnit(state);
  }
  const Vec eye = {distance * std::sin(angle), height, -distance * std::cos(angle)};
  Frame constants = {};
  for (int i = 0; i < 4; ++i) constants.world[5 * i] = 1;
  float view[16], projection[16];
  lookAt(eye, {0, 0, 0}, view);
  perspective(0.9f, static_cast<float>(options.width) / static_cast<float>(options.height), 0.5f, 20.0f, projection);
  multiply(view, projection, constants.viewProjection);
  const float light[4] = {2.5f, 4.0f, -3.0f, 1}, color[4] = {0.8f, 0.8f, 0.75f, 24}, ambient[4] = {0.25f, 0.25f, 0.3f, 0};
  std::memcpy(constants.lightPosition, light, sizeof light);
  std::memcpy(constants.lightColor, color, sizeof color);
  std::memcpy(constants.ambientColor, ambient, sizeof ambient);
  constants.eyePosition[0] = eye.x, constants.eyePosition[1] = eye.y, constants.eyePosition[2] = eye.z;
  return constants;
}

}  // namespace

int sample::drawCube(const Options& options, Shader vertexCode, Shader pixelCode) {
  Canvas canvas(options.width, options.height);
  ID3D11Device* device = canvas.device();
  ID3D11DeviceContext* context = canvas.context();

  Ref<ID3D11VertexShader> vertexShader;
  Ref<ID3D11PixelShader> pixelShader;
  Ref<ID3D11InputLayout> layout;
  check(device->CreateVertexShader(vertexCode.code, vertexCode.bytes, nullptr, vertexShader.put()), "CreateVertexShader");
  check(device->CreatePixelShader(pixelCode.code, pixelCode.bytes, nullptr, pixelShader.put()), "CreatePixelShader");
  const D3D11_INPUT_ELEMENT_DESC elements[] = {
      {"POSITION", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
      {"NORMAL", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, D3D11_APPEND_ALIGNED_ELEMENT, D3D11_INPUT_PER_VERTEX_DATA, 0},
      {"COLOR", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, D3D11_APPEND_ALIGNED_ELEMENT, D3D11_INPUT_PER_VERTEX_DATA, 0},
  };
  check(device->CreateInputLayout(elements, 3, vertexCode.code, vertexCode.bytes, layout.put()), "CreateInputLayout");

  Vertex vertexData[24];
  uint16_t indexData[36];
  buildCube(vertexData, indexData);
  Ref<ID3D11Buffer> vertices, indices, constants;
  createBuffer(device, D3D11_BIND_VERTEX_BUFFER, D3D11_USAGE_IMMUTABLE, sizeof vertexData, vertexData, &vertices);
  createBuffer(device, D3D11_BIND_INDEX_BUFFER, D3D11_USAGE_IMMUTABLE, sizeof indexData, indexData, &indices);
  createBuffer(device, D3D11_BIND_CONSTANT_BUFFER, D3D11_USAGE_DYNAMIC, sizeof(Frame), nullptr, &constants);

  run(canvas, options, [&](uint32_t frame) {
    const Frame data = frameConstants(options, frame);
    noteEdges(options, frame, data, vertexData, indexData);
    D3D11_MAPPED_SUBRESOURCE mapped = {};
    check(context->Map(constants.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped), "Map (constants)");
    std::memcpy(mapped.pData, &data, sizeof data);
    context->Unmap(constants.get(), 0);

    canvas.begin({0.08f, 0.09f, 0.12f, 1.0f});
    const UINT stride = sizeof(Vertex), offset = 0;
    context->IASetInputLayout(layout.get());
    context->IASetVertexBuffers(0, 1, vertices.array(), &stride, &offset);
    context->IASetIndexBuffer(indices.get(), DXGI_FORMAT_R16_UINT, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context->VSSetShader(vertexShader.get(), nullptr, 0);
    context->VSSetConstantBuffers(0, 1, constants.array());
    context->PSSetShader(pixelShader.get(), nullptr, 0);
    context->PSSetConstantBuffers(0, 1, constants.array());
    context->DrawIndexed(36, 0, 0);
  });
  return 0;
}
