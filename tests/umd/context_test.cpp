// SPDX-License-Identifier: Apache-2.0
//
// Set and Get methods of the context: round trips, hostile arguments, ClearState (contract groups
// STG, STP, CTX-IA, CTX-RS, CTX-OMR, CTX-OMU, CTX-OMB, CTX-OMD, CTX-CLS, CTX-TYP).

#include <cmath>
#include <cstring>

#include "test.h"

namespace e11::test {
namespace {

using Context = ID3D11DeviceContext4;

struct StageMethods {
  const char* name;
  void (STDMETHODCALLTYPE ID3D11DeviceContext::*set)(UINT, UINT, ID3D11Buffer* const*);
  void (STDMETHODCALLTYPE ID3D11DeviceContext::*get)(UINT, UINT, ID3D11Buffer**);
  void (STDMETHODCALLTYPE ID3D11DeviceContext1::*set1)(UINT, UINT, ID3D11Buffer* const*,
                                                       const UINT*, const UINT*);
  void (STDMETHODCALLTYPE ID3D11DeviceContext1::*get1)(UINT, UINT, ID3D11Buffer**, UINT*, UINT*);
  void (STDMETHODCALLTYPE ID3D11DeviceContext::*setSamplers)(UINT, UINT,
                                                             ID3D11SamplerState* const*);
  void (STDMETHODCALLTYPE ID3D11DeviceContext::*getSamplers)(UINT, UINT, ID3D11SamplerState**);
};

#define E11_STAGE(XX)                              \
  {#XX,                                            \
   &ID3D11DeviceContext::XX##SetConstantBuffers,   \
   &ID3D11DeviceContext::XX##GetConstantBuffers,   \
   &ID3D11DeviceContext1::XX##SetConstantBuffers1, \
   &ID3D11DeviceContext1::XX##GetConstantBuffers1, \
   &ID3D11DeviceContext::XX##SetSamplers,          \
   &ID3D11DeviceContext::XX##GetSamplers}

const StageMethods kStages[] = {E11_STAGE(VS), E11_STAGE(HS), E11_STAGE(DS),
                                E11_STAGE(GS), E11_STAGE(PS), E11_STAGE(CS)};

std::vector<ID3D11Buffer*> getAll(Context* context, const StageMethods& stage) {
  std::vector<ID3D11Buffer*> got(14);
  (context->*stage.get)(0, 14, got.data());
  for (ID3D11Buffer* buffer : got) {
    if (buffer != nullptr) buffer->Release();
  }
  return got;
}

struct Targets {
  explicit Targets(TestDevice& d, UINT count, UINT width = 8, UINT slices = 1) {
    for (UINT i = 0; i < count; ++i) {
      const auto texture = d.texture(width, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT,
                                     D3D11_BIND_RENDER_TARGET, 0, 1, slices);
      ComPtr<ID3D11RenderTargetView> view;
      REQUIRE(d.device->CreateRenderTargetView(texture.Get(), nullptr, &view) == S_OK);
      views.push_back(view);
      raw.push_back(view.Get());
    }
    const auto texture = d.texture(width, 8, DXGI_FORMAT_D32_FLOAT, D3D11_USAGE_DEFAULT,
                                   D3D11_BIND_DEPTH_STENCIL, 0, 1, slices);
    REQUIRE(d.device->CreateDepthStencilView(texture.Get(), nullptr, &depth) == S_OK);
  }
  std::vector<ComPtr<ID3D11RenderTargetView>> views;
  std::vector<ID3D11RenderTargetView*> raw;
  ComPtr<ID3D11DepthStencilView> depth;
};

std::vector<ID3D11RenderTargetView*> boundTargets(Context* context) {
  std::vector<ID3D11RenderTargetView*> got(8);
  context->OMGetRenderTargets(8, got.data(), nullptr);
  for (auto* view : got) {
    if (view != nullptr) view->Release();
  }
  return got;
}

}  // namespace

TEST_CASE("CTX-TYP-01 CTX-TYP-02 the immediate context", "[umd][TYP]") {
  TestDevice d;
  CHECK(d.context->GetType() == D3D11_DEVICE_CONTEXT_IMMEDIATE);
  CHECK(d.context->GetContextFlags() == 0);
  ComPtr<ID3D11DeviceContext3> again;
  d.device->GetImmediateContext3(&again);
  CHECK(again.Get() == static_cast<ID3D11DeviceContext3*>(d.context.Get()));
}

TEST_CASE("STG-06 STG-07 STP-02 STP-06 STP-10 STP-14 STP-19 STP-23 constant buffer slots",
          "[umd][STG]") {
  TestDevice d;
  std::vector<ComPtr<ID3D11Buffer>> buffers;
  std::vector<ID3D11Buffer*> raw;
  for (int i = 0; i < 14; ++i) {
    buffers.push_back(d.buffer(256, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER));
    raw.push_back(buffers.back().Get());
  }
  for (const StageMethods& stage : kStages) {
    INFO(stage.name);
    CHECK(getAll(d.context.Get(), stage) == std::vector<ID3D11Buffer*>(14));
    (d.context.Get()->*stage.set)(0, 14, raw.data());
    CHECK(getAll(d.context.Get(), stage) == raw);
    // Only the named slots change; none for a count of 0.
    ID3D11Buffer* const swapped[2] = {raw[9], nullptr};
    (d.context.Get()->*stage.set)(3, 2, swapped);
    std::vector<ID3D11Buffer*> expected = raw;
    expected[3] = raw[9];
    expected[4] = nullptr;
    CHECK(getAll(d.context.Get(), stage) == expected);
    (d.context.Get()->*stage.set)(5, 0, raw.data());
    CHECK(getAll(d.context.Get(), stage) == expected);
    // Past the end: dropped.
    (d.context.Get()->*stage.set)(13, 2, raw.data());
    (d.context.Get()->*stage.set)(~0u, 2, raw.data());
    (d.context.Get()->*stage.set)(0, 15, raw.data());
    (d.context.Get()->*stage.set)(0, 3, nullptr);
    CHECK(getAll(d.context.Get(), stage) == expected);
    (d.context.Get()->*stage.set)(13, 1, raw.data());
    expected[13] = raw[0];
    CHECK(getAll(d.context.Get(), stage) == expected);
  }
}

TEST_CASE("HAZ-05 a call with one wrong buffer changes no slot", "[umd][STG]") {
  TestDevice d;
  const auto good = d.buffer(256, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
  const auto bad = d.buffer(256, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  ID3D11Buffer* const both[2] = {good.Get(), bad.Get()};
  d.context->PSSetConstantBuffers(0, 2, both);
  CHECK(getAll(d.context.Get(), kStages[4]) == std::vector<ID3D11Buffer*>(14));
}

TEST_CASE("STG-11 constant buffer windows", "[umd][STG]") {
  TestDevice d;
  const auto buffer = d.buffer(128 * 1024, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
  for (const StageMethods& stage : kStages) {
    INFO(stage.name);
    const auto window = [&] {
      UINT first = 77, count = 77;
      ID3D11Buffer* got = nullptr;
      (d.context.Get()->*stage.get1)(2, 1, &got, &first, &count);
      if (got != nullptr) got->Release();
      return std::make_tuple(got, first, count);
    };
    const auto set = [&](UINT first, UINT count) {
      (d.context.Get()->*stage.set1)(2, 1, buffer.GetAddressOf(), &first, &count);
    };
    CHECK(window() == std::make_tuple((ID3D11Buffer*)nullptr, 0u, 4096u));
    set(4096, 16);
    CHECK(window() == std::make_tuple(buffer.Get(), 4096u, 16u));
    set(8, 16);
    set(16, 24);
    set(0, 4112);
    const UINT zero = 0;
    (d.context.Get()->*stage.set1)(2, 1, buffer.GetAddressOf(), &zero, nullptr);
    (d.context.Get()->*stage.set1)(2, 1, buffer.GetAddressOf(), nullptr, &zero);
    CHECK(window() == std::make_tuple(buffer.Get(), 4096u, 16u));
    (d.context.Get()->*stage.set1)(2, 1, buffer.GetAddressOf(), nullptr, nullptr);
    CHECK(window() == std::make_tuple(buffer.Get(), 0u, 4096u));
  }
}

TEST_CASE("STG-17 STP-04 STP-08 STP-12 STP-17 STP-21 STP-25 sampler slots", "[umd][STG]") {
  TestDevice d;
  const CD3D11_SAMPLER_DESC desc{CD3D11_DEFAULT()};
  ComPtr<ID3D11SamplerState> sampler;
  REQUIRE(d.device->CreateSamplerState(&desc, &sampler) == S_OK);
  for (const StageMethods& stage : kStages) {
    INFO(stage.name);
    (d.context.Get()->*stage.setSamplers)(15, 1, sampler.GetAddressOf());
    (d.context.Get()->*stage.setSamplers)(16, 1, sampler.GetAddressOf());
    ID3D11SamplerState* got[2] = {};
    (d.context.Get()->*stage.getSamplers)(14, 2, got);
    CHECK(got[0] == nullptr);
    CHECK(got[1] == sampler.Get());
    got[1]->Release();
    ID3D11SamplerState* const none = nullptr;
    (d.context.Get()->*stage.setSamplers)(15, 1, &none);
    (d.context.Get()->*stage.getSamplers)(15, 1, got);
    CHECK(got[0] == nullptr);
  }
}

TEST_CASE("STG-01 STG-15 empty shader and resource slots", "[umd][STG]") {
  TestDevice d;
  ID3D11ShaderResourceView* const none[4] = {};
  d.context->VSSetShaderResources(0, 4, none);
  ID3D11ShaderResourceView* got[4];
  d.context->VSGetShaderResources(124, 4, got);
  for (auto* view : got) CHECK(view == nullptr);
  d.context->GSSetShader(nullptr, nullptr, 0);
  ID3D11GeometryShader* geometry = reinterpret_cast<ID3D11GeometryShader*>(1);
  UINT count = 5;
  d.context->GSGetShader(&geometry, nullptr, &count);
  CHECK(geometry == nullptr);
  CHECK(count == 0);
}

TEST_CASE("CTX-IA-02 vertex buffers", "[umd][IA]") {
  TestDevice d;
  const auto a = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  const auto b = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  ID3D11Buffer* const both[2] = {a.Get(), b.Get()};
  const UINT strides[2] = {12, 2048}, offsets[2] = {4, 1000};
  d.context->IASetVertexBuffers(30, 2, both, strides, offsets);
  ComPtr<ID3D11Buffer> got[2];
  UINT gotStrides[2], gotOffsets[2];
  ID3D11Buffer* raw[2];
  const auto get = [&] {
    d.context->IAGetVertexBuffers(30, 2, raw, gotStrides, gotOffsets);
    for (int i = 0; i < 2; ++i) got[i].Attach(raw[i]);
  };
  get();
  CHECK(got[0] == a);
  CHECK(got[1] == b);
  CHECK(gotStrides[1] == 2048);
  CHECK(gotOffsets[0] == 4);
  CHECK(gotOffsets[1] == 1000);
  // Dropped: past the end, null arrays, too large a stride, a buffer of another kind.
  const UINT big[2] = {12, 2049};
  const auto constants = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
  ID3D11Buffer* const wrong[2] = {b.Get(), constants.Get()};
  d.context->IASetVertexBuffers(31, 2, both, strides, offsets);
  d.context->IASetVertexBuffers(30, 2, nullptr, strides, offsets);
  d.context->IASetVertexBuffers(30, 2, both, nullptr, offsets);
  d.context->IASetVertexBuffers(30, 2, both, strides, nullptr);
  d.context->IASetVertexBuffers(30, 2, both, big, offsets);
  d.context->IASetVertexBuffers(30, 2, wrong, strides, offsets);
  get();
  CHECK(got[0] == a);
  CHECK(got[1] == b);
  CHECK(gotStrides[0] == 12);
}

TEST_CASE("CTX-IA-04 CTX-IA-09 index buffer", "[umd][IA]") {
  TestDevice d;
  const auto buffer = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_INDEX_BUFFER);
  const auto vertices = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  d.context->IASetIndexBuffer(buffer.Get(), DXGI_FORMAT_R16_UINT, 6);
  d.context->IASetIndexBuffer(buffer.Get(), DXGI_FORMAT_R8_UINT, 8);     // dropped
  d.context->IASetIndexBuffer(vertices.Get(), DXGI_FORMAT_R16_UINT, 8);  // dropped
  ComPtr<ID3D11Buffer> got;
  DXGI_FORMAT format;
  UINT offset;
  d.context->IAGetIndexBuffer(&got, &format, &offset);
  CHECK(got == buffer);
  CHECK(format == DXGI_FORMAT_R16_UINT);
  CHECK(offset == 6);
  d.context->IASetIndexBuffer(nullptr, DXGI_FORMAT_UNKNOWN, 0);
  d.context->IAGetIndexBuffer(&got, &format, &offset);
  CHECK(got == nullptr);
  CHECK(format == DXGI_FORMAT_UNKNOWN);
}

TEST_CASE("CTX-IA-07 topologies", "[umd][IA]") {
  TestDevice d;
  D3D11_PRIMITIVE_TOPOLOGY got;
  d.context->IAGetPrimitiveTopology(&got);
  CHECK(got == D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED);
  D3D11_PRIMITIVE_TOPOLOGY last = got;
  for (int i = 0; i < 80; ++i) {
    const bool valid = i <= 5 || (i >= 10 && i <= 13) || (i >= 33 && i <= 64);
    d.context->IASetPrimitiveTopology(static_cast<D3D11_PRIMITIVE_TOPOLOGY>(i));
    if (valid) last = static_cast<D3D11_PRIMITIVE_TOPOLOGY>(i);
    d.context->IAGetPrimitiveTopology(&got);
    CHECK(got == last);
  }
}

TEST_CASE("CTX-RS-03 CTX-RS-05 CTX-RS-06 viewports", "[umd][RS]") {
  TestDevice d;
  D3D11_VIEWPORT viewports[17] = {};
  for (int i = 0; i < 17; ++i) viewports[i] = {float(i) - 0.5f, 0, 4, 4, 0, 1};
  d.context->RSSetViewports(4, viewports);
  UINT count = 0;
  d.context->RSGetViewports(&count, nullptr);
  CHECK(count == 4);
  D3D11_VIEWPORT got[16];
  std::memset(got, 0xff, sizeof(got));
  count = 16;
  d.context->RSGetViewports(&count, got);
  CHECK(count == 4);
  CHECK(got[3].TopLeftX == 2.5f);
  CHECK(got[4].Width == 0.0f);
  // Dropped as a whole: too many, out of range, NaN, inverted depth.
  d.context->RSSetViewports(17, viewports);
  d.context->RSSetViewports(1, nullptr);
  const auto dropped = [&](D3D11_VIEWPORT bad) {
    const D3D11_VIEWPORT two[2] = {viewports[0], bad};
    d.context->RSSetViewports(2, two);
    UINT now = 0;
    d.context->RSGetViewports(&now, nullptr);
    return now == 4;
  };
  CHECK(dropped({0, 0, 40000, 4, 0, 1}));
  CHECK(dropped({-32769, 0, 4, 4, 0, 1}));
  CHECK(dropped({0, 0, -1, 4, 0, 1}));
  CHECK(dropped({0, NAN, 4, 4, 0, 1}));
  CHECK(dropped({0, 0, 4, INFINITY, 0, 1}));
  CHECK(dropped({0, 0, 4, 4, 0.6f, 0.5f}));
  CHECK(dropped({0, 0, 4, 4, -0.1f, 1}));
  CHECK(dropped({0, 0, 4, 4, 0, 1.5f}));
  CHECK(dropped({0, 0, 4, 4, NAN, 1}));
  d.context->RSSetViewports(1, viewports);
  d.context->RSGetViewports(&count, nullptr);
  CHECK(count == 1);
}

TEST_CASE("CTX-RS-07 scissor rectangles", "[umd][RS]") {
  TestDevice d;
  D3D11_RECT rects[17] = {};
  for (int i = 0; i < 17; ++i) rects[i] = {i, -i, 10, 20};
  d.context->RSSetScissorRects(4, rects);
  d.context->RSSetScissorRects(17, rects);
  UINT count = 2;
  D3D11_RECT got[5];
  d.context->RSGetScissorRects(&count, got);
  CHECK(count == 2);
  CHECK(got[1].top == -1);
  d.context->RSSetScissorRects(1, rects);
  d.context->RSGetScissorRects(&count, nullptr);
  CHECK(count == 1);
}

TEST_CASE("CTX-RS-01 CTX-OMB-01 CTX-OMD-01 state objects", "[umd][OM]") {
  TestDevice d;
  ComPtr<ID3D11RasterizerState> rasterizer, gotRasterizer;
  CD3D11_RASTERIZER_DESC rasterizerDesc{CD3D11_DEFAULT()};
  REQUIRE(d.device->CreateRasterizerState(&rasterizerDesc, &rasterizer) == S_OK);
  d.context->RSSetState(rasterizer.Get());
  d.context->RSGetState(&gotRasterizer);
  CHECK(gotRasterizer == rasterizer);

  ComPtr<ID3D11BlendState> blend, gotBlend;
  const CD3D11_BLEND_DESC blendDesc{CD3D11_DEFAULT()};
  REQUIRE(d.device->CreateBlendState(&blendDesc, &blend) == S_OK);
  const FLOAT factor[4] = {0.1f, 0.2f, 0.3f, 0.4f};
  d.context->OMSetBlendState(blend.Get(), factor, 0x1234);
  FLOAT gotFactor[4];
  UINT mask;
  d.context->OMGetBlendState(&gotBlend, gotFactor, &mask);
  CHECK(gotBlend == blend);
  CHECK(gotFactor[3] == 0.4f);
  CHECK(mask == 0x1234);
  d.context->OMSetBlendState(nullptr, nullptr, ~0u);  // CTX-OMB-06
  d.context->OMGetBlendState(&gotBlend, gotFactor, &mask);
  CHECK(gotBlend == nullptr);
  CHECK(gotFactor[0] == 1.0f);

  ComPtr<ID3D11DepthStencilState> depth, gotDepth;
  const CD3D11_DEPTH_STENCIL_DESC depthDesc{CD3D11_DEFAULT()};
  REQUIRE(d.device->CreateDepthStencilState(&depthDesc, &depth) == S_OK);
  d.context->OMSetDepthStencilState(depth.Get(), 77);
  UINT reference;
  d.context->OMGetDepthStencilState(&gotDepth, &reference);
  CHECK(gotDepth == depth);
  CHECK(reference == 77);
}

TEST_CASE("CTX-OMR-01 CTX-OMR-02 CTX-OMR-03 CTX-OMR-04 render targets", "[umd][OM]") {
  TestDevice d;
  Targets t(d, 8);
  d.context->OMSetRenderTargets(8, t.raw.data(), t.depth.Get());
  CHECK(boundTargets(d.context.Get()) == t.raw);
  ComPtr<ID3D11DepthStencilView> depth;
  d.context->OMGetRenderTargets(0, nullptr, &depth);
  CHECK(depth == t.depth);
  std::vector<ID3D11RenderTargetView*> nine(t.raw);
  nine.push_back(nullptr);
  d.context->OMSetRenderTargets(9, nine.data(), nullptr);  // dropped
  CHECK(boundTargets(d.context.Get()) == t.raw);
  d.context->OMSetRenderTargets(1, &t.raw[5], nullptr);
  std::vector<ID3D11RenderTargetView*> expected(8);
  expected[0] = t.raw[5];
  CHECK(boundTargets(d.context.Get()) == expected);
  d.context->OMGetRenderTargets(0, nullptr, &depth);
  CHECK(depth == nullptr);
  d.context->OMSetRenderTargets(0, nullptr, nullptr);
  CHECK(boundTargets(d.context.Get()) == std::vector<ID3D11RenderTargetView*>(8));
}

TEST_CASE("CTX-OMR-05 CTX-OMR-06 CTX-OMR-07 the same subresource twice", "[umd][OM]") {
  TestDevice d;
  Targets t(d, 2);
  ID3D11RenderTargetView* const twice[2] = {t.raw[0], t.raw[0]};
  d.context->OMSetRenderTargets(1, &t.raw[1], nullptr);
  d.context->OMSetRenderTargets(2, twice, nullptr);
  CHECK(boundTargets(d.context.Get())[0] == t.raw[1]);
  // Two slices of one texture do not overlap.
  const auto texture = d.texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT,
                                 D3D11_BIND_RENDER_TARGET, 0, 1, 2);
  ComPtr<ID3D11RenderTargetView> slices[2];
  for (UINT i = 0; i < 2; ++i) {
    const CD3D11_RENDER_TARGET_VIEW_DESC desc(D3D11_RTV_DIMENSION_TEXTURE2DARRAY,
                                              DXGI_FORMAT_UNKNOWN, 0, i, 1);
    REQUIRE(d.device->CreateRenderTargetView(texture.Get(), &desc, &slices[i]) == S_OK);
  }
  ID3D11RenderTargetView* const gaps[4] = {nullptr, slices[0].Get(), nullptr, slices[1].Get()};
  d.context->OMSetRenderTargets(4, gaps, nullptr);
  CHECK(boundTargets(d.context.Get())[3] == slices[1].Get());
  CHECK(boundTargets(d.context.Get())[0] == nullptr);
}

TEST_CASE("CTX-OMR-09 CTX-OMR-10 views that do not go together", "[umd][OM]") {
  TestDevice d;
  Targets six(d, 1, 8, 6), four(d, 1, 8, 4), one(d, 1);
  d.context->OMSetRenderTargets(1, one.raw.data(), nullptr);
  ID3D11RenderTargetView* const sizes[2] = {six.raw[0], four.raw[0]};
  d.context->OMSetRenderTargets(2, sizes, nullptr);
  ID3D11RenderTargetView* const kinds[2] = {six.raw[0], one.raw[0]};
  d.context->OMSetRenderTargets(2, kinds, nullptr);
  d.context->OMSetRenderTargets(1, six.raw.data(), four.depth.Get());
  CHECK(boundTargets(d.context.Get())[0] == one.raw[0]);
  d.context->OMSetRenderTargets(1, six.raw.data(), six.depth.Get());
  CHECK(boundTargets(d.context.Get())[0] == six.raw[0]);
}

TEST_CASE("CTX-OMU-05 CTX-OMU-06 CTX-OMU-11 CTX-OMU-12 CTX-OMU-15 CTX-OMU-16 the three cases",
          "[umd][OM]") {
  TestDevice d;
  Targets t(d, 4);
  ID3D11UnorderedAccessView* const none[8] = {};
  d.context->OMSetRenderTargets(4, t.raw.data(), t.depth.Get());
  const auto expected = boundTargets(d.context.Get());
  // Case 1, violated: start below the number of targets.
  d.context->OMSetRenderTargetsAndUnorderedAccessViews(2, t.raw.data(), nullptr, 1, 1, none,
                                                       nullptr);
  CHECK(boundTargets(d.context.Get()) == expected);
  // Case 3: the start is ignored.
  d.context->OMSetRenderTargetsAndUnorderedAccessViews(
      1, t.raw.data(), t.depth.Get(), 100, D3D11_KEEP_UNORDERED_ACCESS_VIEWS, nullptr, nullptr);
  CHECK(boundTargets(d.context.Get())[0] == t.raw[0]);
  CHECK(boundTargets(d.context.Get())[1] == nullptr);
  // Case 2: targets from the start on are unbound, the depth argument is ignored.
  d.context->OMSetRenderTargets(4, t.raw.data(), t.depth.Get());
  d.context->OMSetRenderTargetsAndUnorderedAccessViews(D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL,
                                                       nullptr, nullptr, 2, 2, none, nullptr);
  CHECK(boundTargets(d.context.Get())[1] == t.raw[1]);
  CHECK(boundTargets(d.context.Get())[2] == nullptr);
  ComPtr<ID3D11DepthStencilView> depth;
  ID3D11UnorderedAccessView* uav = reinterpret_cast<ID3D11UnorderedAccessView*>(1);
  d.context->OMGetRenderTargetsAndUnorderedAccessViews(0, nullptr, &depth, 2, 1, &uav);
  CHECK(depth == t.depth);
  CHECK(uav == nullptr);
}

TEST_CASE("CTX-PRD-01 CTX-PRD-13 predication value", "[umd][PRD]") {
  TestDevice d;
  d.context->SetPredication(nullptr, TRUE);
  ID3D11Predicate* predicate = reinterpret_cast<ID3D11Predicate*>(1);
  WINBOOL value = FALSE;
  d.context->GetPredication(&predicate, &value);
  CHECK(predicate == nullptr);
  CHECK(value == TRUE);
}

TEST_CASE("CTX-CLS-01 .. CTX-CLS-05 ClearState", "[umd][CLS]") {
  TestDevice d;
  Targets t(d, 2);
  const auto buffer = d.buffer(256, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
  const auto vertices = d.buffer(256, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  const auto indices = d.buffer(256, D3D11_USAGE_DEFAULT, D3D11_BIND_INDEX_BUFFER);
  ComPtr<ID3D11RasterizerState> rasterizer;
  const CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
  REQUIRE(d.device->CreateRasterizerState(&desc, &rasterizer) == S_OK);
  for (const StageMethods& stage : kStages) {
    (d.context.Get()->*stage.set)(0, 1, buffer.GetAddressOf());
  }
  const UINT sixteen = 16;
  const D3D11_VIEWPORT viewport = {0, 0, 4, 4, 0, 1};
  const D3D11_RECT rect = {0, 0, 4, 4};
  const FLOAT factor[4] = {};
  d.context->IASetVertexBuffers(0, 1, vertices.GetAddressOf(), &sixteen, &sixteen);
  d.context->IASetIndexBuffer(indices.Get(), DXGI_FORMAT_R32_UINT, 4);
  d.context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  d.context->RSSetState(rasterizer.Get());
  d.context->RSSetViewports(1, &viewport);
  d.context->RSSetScissorRects(1, &rect);
  d.context->OMSetRenderTargets(2, t.raw.data(), t.depth.Get());
  d.context->OMSetBlendState(nullptr, factor, 1);
  d.context->OMSetDepthStencilState(nullptr, 9);
  d.context->SetPredication(nullptr, TRUE);

  d.context->ClearState();

  for (const StageMethods& stage : kStages) {
    CHECK(getAll(d.context.Get(), stage) == std::vector<ID3D11Buffer*>(14));
  }
  ComPtr<ID3D11Buffer> got;
  UINT stride = 1, offset = 1, count = 9, mask = 0, reference = 1;
  d.context->IAGetVertexBuffers(0, 1, &got, &stride, &offset);
  CHECK(got == nullptr);
  CHECK(stride == 0);
  CHECK(offset == 0);
  DXGI_FORMAT format = DXGI_FORMAT_R8_UINT;
  d.context->IAGetIndexBuffer(&got, &format, &offset);
  CHECK(got == nullptr);
  CHECK(format == DXGI_FORMAT_UNKNOWN);
  CHECK(offset == 0);
  D3D11_PRIMITIVE_TOPOLOGY topology;
  d.context->IAGetPrimitiveTopology(&topology);
  CHECK(topology == D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED);
  ComPtr<ID3D11RasterizerState> gotRasterizer;
  d.context->RSGetState(&gotRasterizer);
  CHECK(gotRasterizer == nullptr);
  d.context->RSGetViewports(&count, nullptr);
  CHECK(count == 0);
  d.context->RSGetScissorRects(&count, nullptr);
  CHECK(count == 0);
  CHECK(boundTargets(d.context.Get()) == std::vector<ID3D11RenderTargetView*>(8));
  FLOAT gotFactor[4] = {};
  d.context->OMGetBlendState(nullptr, gotFactor, &mask);
  CHECK(gotFactor[2] == 1.0f);
  CHECK(mask == 0xffffffff);
  d.context->OMGetDepthStencilState(nullptr, &reference);
  CHECK(reference == 0);
  WINBOOL value = TRUE;
  d.context->GetPredication(nullptr, &value);
  CHECK(value == FALSE);
}

}  // namespace e11::test
