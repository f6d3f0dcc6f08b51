// SPDX-License-Identifier: Apache-2.0
//
// What a draw hands to the GPU, seen by the fake kernel driver: packets, state blocks, resource
// tables. Pictures are tested elsewhere.

#include <cstring>

#include "e11/regs.h"
#include "test.h"

namespace e11::test {
namespace {

float asFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

// A device set up to draw the triangle sample into a 64 x 32 target with a depth buffer.
struct Scene : TestDevice {
  explicit Scene(UINT width = 64, UINT height = 32,
                 DXGI_FORMAT depthFormat = DXGI_FORMAT_D32_FLOAT) {
    const auto vs = readBlob("samples/shaders/triangle_vs.dxbc");
    const auto ps = readBlob("samples/shaders/triangle_ps.dxbc");
    REQUIRE(device->CreateVertexShader(vs.data(), vs.size(), nullptr, &vertexShader) == S_OK);
    REQUIRE(device->CreatePixelShader(ps.data(), ps.size(), nullptr, &pixelShader) == S_OK);
    const D3D11_INPUT_ELEMENT_DESC elements[] = {
        {"POSITION", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
        {"COLOR", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, D3D11_APPEND_ALIGNED_ELEMENT,
         D3D11_INPUT_PER_VERTEX_DATA, 0}};
    REQUIRE(device->CreateInputLayout(elements, 2, vs.data(), vs.size(), &layout) == S_OK);
    vertices = buffer(240, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
    indices = buffer(101, D3D11_USAGE_DEFAULT, D3D11_BIND_INDEX_BUFFER);
    color = texture(width, height, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT,
                    D3D11_BIND_RENDER_TARGET);
    depth = texture(width, height, depthFormat, D3D11_USAGE_DEFAULT, D3D11_BIND_DEPTH_STENCIL);
    REQUIRE(device->CreateRenderTargetView(color.Get(), nullptr, &target) == S_OK);
    REQUIRE(device->CreateDepthStencilView(depth.Get(), nullptr, &depthView) == S_OK);
    const UINT stride = 24, offset = 0;
    const D3D11_VIEWPORT viewport = {0, 0, float(width), float(height), 0, 1};
    context->IASetInputLayout(layout.Get());
    context->IASetVertexBuffers(0, 1, vertices.GetAddressOf(), &stride, &offset);
    context->IASetIndexBuffer(indices.Get(), DXGI_FORMAT_R16_UINT, 10);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context->VSSetShader(vertexShader.Get(), nullptr, 0);
    context->PSSetShader(pixelShader.Get(), nullptr, 0);
    context->RSSetViewports(1, &viewport);
    context->OMSetRenderTargets(1, target.GetAddressOf(), depthView.Get());
  }

  // Runs what is recorded and returns the draws of it.
  std::vector<RecordedDraw> run() {
    gpu().draws.clear();
    context->Flush();
    gpu().wait(~uint64_t{0}, 0);
    return gpu().draws;
  }
  std::vector<uint32_t> drawState() {
    context->Draw(3, 0);
    const auto draws = run();
    REQUIRE(draws.size() == 1);
    return draws[0].state;
  }
  bool drawsNothing() {
    context->Draw(3, 0);
    return run().empty();
  }

  ComPtr<ID3D11VertexShader> vertexShader;
  ComPtr<ID3D11PixelShader> pixelShader;
  ComPtr<ID3D11InputLayout> layout;
  ComPtr<ID3D11Buffer> vertices, indices;
  ComPtr<ID3D11Texture2D> color, depth;
  ComPtr<ID3D11RenderTargetView> target;
  ComPtr<ID3D11DepthStencilView> depthView;
};

}  // namespace

TEST_CASE("CTX-DRAW-01 CTX-DRAW-04 CTX-DRAW-06 CTX-DRAW-07 draw arguments", "[umd][DRAW]") {
  Scene s;
  s.context->Draw(3, 5);
  s.context->DrawIndexed(6, 7, -2);
  s.context->DrawInstanced(3, 4, 5, 6);
  s.context->DrawIndexedInstanced(6, 4, 7, 8, 9);
  const auto draws = s.run();
  REQUIRE(draws.size() == 4);
  const auto arguments = [&](size_t i) {
    const auto& p = draws[i].packet;
    return std::vector<uint32_t>{p[E11_PKT_DRAW_W_COUNT], p[E11_PKT_DRAW_W_INSTANCES],
                                 p[E11_PKT_DRAW_W_FIRST], p[E11_PKT_DRAW_W_BASE_VERTEX],
                                 p[E11_PKT_DRAW_W_START_INSTANCE]};
  };
  CHECK(arguments(0) == std::vector<uint32_t>{3, 1, 5, 0, 0});
  CHECK(arguments(1) == std::vector<uint32_t>{6, 1, 7, 0xfffffffe, 0});
  CHECK(arguments(2) == std::vector<uint32_t>{3, 4, 5, 0, 6});
  CHECK(arguments(3) == std::vector<uint32_t>{6, 4, 7, 8, 9});
  const auto indexSize = [&](size_t i) {
    return draws[i].state[E11_STATE_BLOCK_IA_INFO] >> E11_STATE_BLOCK_IA_INFO_INDEX_SIZE_LSB & 3;
  };
  CHECK(indexSize(0) == 0);
  CHECK(indexSize(1) == 1);
  CHECK(indexSize(2) == 0);
}

TEST_CASE("CTX-DRAW-08 draws without effect", "[umd][DRAW]") {
  Scene s;
  s.context->Draw(0, 0);
  s.context->DrawIndexed(0, 0, 0);
  s.context->DrawInstanced(3, 0, 0, 0);
  CHECK(s.run().empty());
  s.context->OMSetBlendState(nullptr, nullptr, 2);  // CTX-OMB-05: bit 0 decides
  CHECK(s.drawsNothing());
  s.context->OMSetBlendState(nullptr, nullptr, 1);
  s.context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED);  // CTX-IA-09
  CHECK(s.drawsNothing());
  s.context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  s.context->VSSetShader(nullptr, nullptr, 0);
  CHECK(s.drawsNothing());
  s.context->VSSetShader(s.vertexShader.Get(), nullptr, 0);
  s.context->OMSetRenderTargets(0, nullptr, nullptr);
  CHECK(s.drawsNothing());
  s.context->OMSetRenderTargets(1, s.target.GetAddressOf(), nullptr);
  s.context->RSSetViewports(0, nullptr);
  CHECK(s.drawsNothing());
  const D3D11_VIEWPORT viewport = {0, 0, 4, 4, 0, 1};
  s.context->RSSetViewports(1, &viewport);
  CHECK(!s.drawsNothing());
}

TEST_CASE("the state block: target, depth, rectangle, viewport", "[umd][DRAW]") {
  Scene s;
  const auto state = s.drawState();
  CHECK(state[E11_STATE_BLOCK_RT_COUNT] == 1);
  CHECK((state[E11_STATE_BLOCK_RT0_INFO] & 0xff) == DXGI_FORMAT_R8G8B8A8_UNORM);
  CHECK((state[E11_STATE_BLOCK_RT0_INFO] >> 8 & 0xf) == 0xf);
  CHECK(state[E11_STATE_BLOCK_RT0_PITCH] == 256);
  CHECK(state[E11_STATE_BLOCK_RT0_BASE] % 64 == 0);
  CHECK(state[E11_STATE_BLOCK_DEPTH_BASE] % 64 == 0);
  const uint32_t depth = state[E11_STATE_BLOCK_DEPTH_INFO];
  CHECK((depth & 3) == 3);
  CHECK((depth >> E11_STATE_BLOCK_DEPTH_INFO_FUNC_LSB & 7) == E11_COMPARE_LESS);
  CHECK((depth >> E11_STATE_BLOCK_DEPTH_INFO_FORMAT_LSB & 0xff) == DXGI_FORMAT_D32_FLOAT);
  CHECK(state[E11_STATE_BLOCK_RECT_MIN] == 0);
  CHECK(state[E11_STATE_BLOCK_RECT_MAX] == (64u | 32u << 16));
  CHECK(asFloat(state[E11_STATE_BLOCK_VP_HALF_W]) == 32.0f);
  CHECK(asFloat(state[E11_STATE_BLOCK_VP_HALF_H]) == 16.0f);
  CHECK(asFloat(state[E11_STATE_BLOCK_VP_DZ]) == 1.0f);
  const uint32_t raster = state[E11_STATE_BLOCK_RASTER_INFO];
  CHECK((raster & 3) == 2);  // CTX-RS-02: back faces are culled by default
  CHECK((raster >> E11_STATE_BLOCK_RASTER_INFO_DEPTH_CLIP_LSB & 1) == 1);
  for (const uint32_t word : {E11_STATE_BLOCK_VS_CODE, E11_STATE_BLOCK_PS_CODE,
                              E11_STATE_BLOCK_RING_BASE, E11_STATE_BLOCK_SCRATCH_BASE}) {
    CHECK(state[word] != 0);
    CHECK(state[word] % 64 == 0);
  }
}

TEST_CASE("CTX-RS-02 CTX-RS-08 rasterizer state, scissors, fractional viewports", "[umd][DRAW]") {
  Scene s;
  CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
  desc.CullMode = D3D11_CULL_FRONT;
  desc.FillMode = D3D11_FILL_SOLID;
  desc.FrontCounterClockwise = TRUE;
  desc.DepthClipEnable = FALSE;
  desc.ScissorEnable = TRUE;
  ComPtr<ID3D11RasterizerState> rasterizer;
  REQUIRE(s.device->CreateRasterizerState(&desc, &rasterizer) == S_OK);
  s.context->RSSetState(rasterizer.Get());
  CHECK(s.drawsNothing());  // no rectangle: all clipped
  const D3D11_RECT scissor = {-5, 3, 40, 1000};
  s.context->RSSetScissorRects(1, &scissor);
  // Spec 15.7: both edges of a fractional viewport round down.
  const D3D11_VIEWPORT viewport = {1.75f, -2.5f, 30.5f, 20.25f, 0.25f, 0.75f};
  s.context->RSSetViewports(1, &viewport);
  const auto state = s.drawState();
  CHECK(state[E11_STATE_BLOCK_RECT_MIN] == (1u | 3u << 16));
  CHECK(state[E11_STATE_BLOCK_RECT_MAX] == (32u | 17u << 16));
  CHECK(asFloat(state[E11_STATE_BLOCK_VP_MIN_Z]) == 0.25f);
  CHECK(asFloat(state[E11_STATE_BLOCK_VP_DZ]) == 0.5f);
  const uint32_t raster = state[E11_STATE_BLOCK_RASTER_INFO];
  CHECK((raster & 3) == 1);
  CHECK((raster >> E11_STATE_BLOCK_RASTER_INFO_FRONT_CCW_LSB & 1) == 1);
  CHECK((raster >> E11_STATE_BLOCK_RASTER_INFO_DEPTH_CLIP_LSB & 1) == 0);
  CHECK((raster >> E11_STATE_BLOCK_RASTER_INFO_WIREFRAME_LSB & 1) == 0);
}

TEST_CASE("spec 15.10 depth bias units depend on the depth format", "[umd][DRAW]") {
  CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
  desc.DepthBias = 1000;
  desc.SlopeScaledDepthBias = 1.5f;
  desc.DepthBiasClamp = -0.25f;
  for (const DXGI_FORMAT format : {DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_D24_UNORM_S8_UINT}) {
    Scene s(64, 32, format);
    ComPtr<ID3D11RasterizerState> rasterizer;
    REQUIRE(s.device->CreateRasterizerState(&desc, &rasterizer) == S_OK);
    s.context->RSSetState(rasterizer.Get());
    const auto state = s.drawState();
    const bool isFloat = format == DXGI_FORMAT_D32_FLOAT;
    CHECK(asFloat(state[E11_STATE_BLOCK_BIAS_CONST]) ==
          (isFloat ? 1000.0f : 1000.0f * (1.0f / 16777215.0f)));
    CHECK(asFloat(state[E11_STATE_BLOCK_BIAS_SLOPE]) == 1.5f);
    CHECK(asFloat(state[E11_STATE_BLOCK_BIAS_CLAMP]) == -0.25f);
    CHECK((state[E11_STATE_BLOCK_RASTER_INFO] >> E11_STATE_BLOCK_RASTER_INFO_BIAS_FLOAT_LSB & 1) ==
          (isFloat ? 1 : 0));
  }
}

TEST_CASE("CTX-OMD-03 CTX-OMB-03 depth and blend state in the state block", "[umd][DRAW]") {
  Scene s;
  CD3D11_DEPTH_STENCIL_DESC desc{CD3D11_DEFAULT()};
  CD3D11_BLEND_DESC blendDesc{CD3D11_DEFAULT()};
  blendDesc.RenderTarget[0].RenderTargetWriteMask = 0x9;
  ComPtr<ID3D11BlendState> blend;
  REQUIRE(s.device->CreateBlendState(&blendDesc, &blend) == S_OK);
  s.context->OMSetBlendState(blend.Get(), nullptr, ~0u);
  for (UINT func = 1; func <= 8; ++func) {
    desc.DepthFunc = static_cast<D3D11_COMPARISON_FUNC>(func);
    desc.DepthWriteMask = func % 2 ? D3D11_DEPTH_WRITE_MASK_ALL : D3D11_DEPTH_WRITE_MASK_ZERO;
    ComPtr<ID3D11DepthStencilState> state;
    REQUIRE(s.device->CreateDepthStencilState(&desc, &state) == S_OK);
    s.context->OMSetDepthStencilState(state.Get(), 0);
    const auto block = s.drawState();
    const uint32_t depth = block[E11_STATE_BLOCK_DEPTH_INFO];
    CHECK((depth >> E11_STATE_BLOCK_DEPTH_INFO_FUNC_LSB & 7) == func - 1);
    CHECK((depth & 3) == (func % 2 ? 3 : 1));
    CHECK((block[E11_STATE_BLOCK_RT0_INFO] >> 8 & 0xf) == 0x9);
  }
  desc.DepthEnable = FALSE;
  ComPtr<ID3D11DepthStencilState> off;
  REQUIRE(s.device->CreateDepthStencilState(&desc, &off) == S_OK);
  s.context->OMSetDepthStencilState(off.Get(), 0);
  CHECK((s.drawState()[E11_STATE_BLOCK_DEPTH_INFO] & 3) == 0);
  s.context->OMSetDepthStencilState(nullptr, 0);
  s.context->OMSetRenderTargets(1, s.target.GetAddressOf(), nullptr);
  CHECK(s.drawState()[E11_STATE_BLOCK_DEPTH_INFO] == 0);
  // Depth only.
  s.context->OMSetRenderTargets(0, nullptr, s.depthView.Get());
  s.context->PSSetShader(nullptr, nullptr, 0);
  const auto block = s.drawState();
  CHECK(block[E11_STATE_BLOCK_RT_COUNT] == 0);
  CHECK((block[E11_STATE_BLOCK_PS_INFO] >> E11_STATE_BLOCK_PS_INFO_ENABLE_LSB & 1) == 0);
}

TEST_CASE("CTX-IA-09 vertex data is bounded by complete elements", "[umd][DRAW]") {
  Scene s;
  const auto describe = [&](UINT stride, UINT offset) {
    s.context->IASetVertexBuffers(0, 1, s.vertices.GetAddressOf(), &stride, &offset);
    const auto state = s.drawState();
    // The sample's vertex shader reads POSITION and COLOR; COLOR follows at byte 12.
    const auto table = s.gpu().words(state[E11_STATE_BLOCK_VS_TABLE], 8);
    return std::vector<uint32_t>(table.begin(), table.begin() + 8);
  };
  auto table = describe(24, 0);
  const uint32_t base = table[0];
  CHECK((table[1] & 0xffff) == 24);
  CHECK((table[1] >> 16) == DXGI_FORMAT_R32G32B32_FLOAT);
  CHECK(table[2] == 10);  // 240 bytes: (240 - 12) / 24 + 1
  CHECK(table[4] == base + 12);
  CHECK(table[6] == 10);  // (240 - 12 - 12) / 24 + 1
  table = describe(24, 8);
  CHECK(table[0] == base + 8);
  CHECK(table[2] == 10);      // (232 - 12) / 24 + 1
  CHECK(table[6] == 9);       // (232 - 24) / 24 + 1
  table = describe(24, 229);  // beyond the last complete element, and misaligned
  CHECK(table[2] == 0);
  CHECK(table[6] == 0);
  table = describe(24, 0xfffffff0);
  CHECK(table[2] == 0);
  table = describe(0, 0);
  CHECK(table[2] == ~0u);  // stride 0: every index reads the first element
}

TEST_CASE("CTX-IA-09 index data is bounded", "[umd][DRAW]") {
  Scene s;
  const auto indexCount = [&] {
    s.context->DrawIndexed(3, 0, 0);
    const auto draws = s.run();
    REQUIRE(draws.size() == 1);
    return draws[0].state[E11_STATE_BLOCK_INDEX_COUNT];
  };
  CHECK(indexCount() == 45);  // (101 - 10) / 2
  s.context->IASetIndexBuffer(s.indices.Get(), DXGI_FORMAT_R32_UINT, 4);
  CHECK(indexCount() == 24);
  s.context->IASetIndexBuffer(s.indices.Get(), DXGI_FORMAT_R32_UINT, 6);  // misaligned
  CHECK(indexCount() == 0);
  s.context->IASetIndexBuffer(s.indices.Get(), DXGI_FORMAT_R16_UINT, 5000);
  CHECK(indexCount() == 0);
  s.context->IASetIndexBuffer(nullptr, DXGI_FORMAT_UNKNOWN, 0);
  CHECK(indexCount() == 0);
}

TEST_CASE("a renamed vertex buffer reaches the next draw only", "[umd][DRAW]") {
  Scene s;
  const auto dynamic =
      s.buffer(240, D3D11_USAGE_DYNAMIC, D3D11_BIND_VERTEX_BUFFER, D3D11_CPU_ACCESS_WRITE);
  const UINT stride = 24, offset = 0;
  s.context->IASetVertexBuffers(0, 1, dynamic.GetAddressOf(), &stride, &offset);
  s.context->Draw(3, 0);
  D3D11_MAPPED_SUBRESOURCE mapped;
  REQUIRE(s.context->Map(dynamic.Get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped) == S_OK);
  s.context->Unmap(dynamic.Get(), 0);
  s.context->Draw(3, 0);
  const auto draws = s.run();
  REQUIRE(draws.size() == 2);
  const auto base = [&](size_t i) {
    return s.gpu().words(draws[i].state[E11_STATE_BLOCK_VS_TABLE], 1)[0];
  };
  CHECK(base(0) != base(1));
}

TEST_CASE("unchanged state is sent once", "[umd][DRAW]") {
  Scene s;
  s.context->Draw(3, 0);
  s.context->Draw(3, 3);
  s.context->Flush();
  s.context->Draw(3, 6);
  const auto draws = s.run();
  REQUIRE(draws.size() == 3);
  CHECK(draws[0].packet[E11_PKT_DRAW_W_STATE] == draws[1].packet[E11_PKT_DRAW_W_STATE]);
  CHECK(draws[1].state == draws[0].state);
}

TEST_CASE("CTX-FLS-02 many draws are submitted without Flush", "[umd][DRAW]") {
  Scene s;
  s.gpu().pollsUntilDone = 1;
  for (int i = 0; i < 20000; ++i) s.context->Draw(3, 0);
  CHECK(s.gpu().submissions >= 1);
  CHECK(s.run().size() <= 20000);
}

TEST_CASE("targets in other slots and other topologies are dropped", "[umd][DRAW]") {
  Scene s;
  ID3D11RenderTargetView* const second[2] = {nullptr, s.target.Get()};
  s.context->OMSetRenderTargets(2, second, nullptr);
  CHECK(s.drawsNothing());
  s.context->OMSetRenderTargets(1, s.target.GetAddressOf(), nullptr);
  s.context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_LINELIST_ADJ);
  CHECK(s.drawsNothing());
  s.context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
  CHECK(!s.drawsNothing());
}

}  // namespace e11::test
