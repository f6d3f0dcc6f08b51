// SPDX-License-Identifier: Apache-2.0
//
// Who keeps a buffer when it is bound for reading and for writing (contract groups HAZ, CTX-OMU,
// CSU, STG; known driver faults 14).

#include <array>
#include <functional>

#include "views.h"

namespace e11::test {
namespace {

using Set = void (STDMETHODCALLTYPE ID3D11DeviceContext::*)(UINT, UINT,
                                                            ID3D11ShaderResourceView* const*);
using Get = void (STDMETHODCALLTYPE ID3D11DeviceContext::*)(UINT, UINT, ID3D11ShaderResourceView**);

struct InputStage {
  const char* name;
  Set set;
  Get get;
};

#define E11_STAGE(XX) \
  {#XX, &ID3D11DeviceContext::XX##SetShaderResources, &ID3D11DeviceContext::XX##GetShaderResources}
const InputStage kStages[] = {E11_STAGE(VS), E11_STAGE(HS), E11_STAGE(DS),
                              E11_STAGE(GS), E11_STAGE(PS), E11_STAGE(CS)};
#undef E11_STAGE

void setInput(TestDevice& d, const InputStage& stage, UINT slot, ID3D11ShaderResourceView* view) {
  (static_cast<ID3D11DeviceContext*>(d.context.Get())->*stage.set)(slot, 1, &view);
}

ComPtr<ID3D11ShaderResourceView> input(TestDevice& d, const InputStage& stage, UINT slot) {
  ComPtr<ID3D11ShaderResourceView> view;
  (static_cast<ID3D11DeviceContext*>(d.context.Get())->*stage.get)(slot, 1, &view);
  return view;
}

void setComputeUav(TestDevice& d, UINT slot, ID3D11UnorderedAccessView* view) {
  d.context->CSSetUnorderedAccessViews(slot, 1, &view, nullptr);
}

ComPtr<ID3D11UnorderedAccessView> computeUav(TestDevice& d, UINT slot) {
  ComPtr<ID3D11UnorderedAccessView> view;
  d.context->CSGetUnorderedAccessViews(slot, 1, &view);
  return view;
}

void setPixelUavs(TestDevice& d, UINT start, std::vector<ID3D11UnorderedAccessView*> views) {
  d.context->OMSetRenderTargetsAndUnorderedAccessViews(
      D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL, nullptr, nullptr, start,
      static_cast<UINT>(views.size()), views.data(), nullptr);
}

ComPtr<ID3D11UnorderedAccessView> pixelUav(TestDevice& d, UINT slot) {
  ComPtr<ID3D11UnorderedAccessView> view;
  d.context->OMGetRenderTargetsAndUnorderedAccessViews(0, nullptr, nullptr, slot, 1, &view);
  return view;
}

ComPtr<ID3D11RenderTargetView> target(TestDevice& d, UINT slot) {
  ComPtr<ID3D11RenderTargetView> views[8];
  ID3D11RenderTargetView* raw[8];
  d.context->OMGetRenderTargets(8, raw, nullptr);
  for (int i = 0; i < 8; ++i) views[i].Attach(raw[i]);
  return views[slot];
}

struct Targets {
  explicit Targets(TestDevice& d) {
    for (auto& view : views) {
      const auto texture = d.texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT,
                                     D3D11_BIND_RENDER_TARGET);
      REQUIRE(d.device->CreateRenderTargetView(texture.Get(), nullptr, &view) == S_OK);
      raw.push_back(view.Get());
    }
  }
  std::array<ComPtr<ID3D11RenderTargetView>, 9> views;
  std::vector<ID3D11RenderTargetView*> raw;
};

}  // namespace

TEST_CASE("STP-03 STP-07 STP-11 STP-16 STP-20 STP-24 STG-06 STG-07 shader resource slots",
          "[umd][STG]") {
  TestDevice d;
  ViewedBuffer a(d, 4), b(d, 4);
  for (const InputStage& stage : kStages) {
    INFO(stage.name);
    auto* context = static_cast<ID3D11DeviceContext*>(d.context.Get());
    std::vector<ID3D11ShaderResourceView*> all(128, a.input.Get());
    (context->*stage.set)(0, 128, all.data());
    ID3D11ShaderResourceView* const two[2] = {b.input.Get(), nullptr};
    (context->*stage.set)(3, 2, two);
    (context->*stage.set)(0, 0, nullptr);
    // Past the end, a null array: nothing changes.
    (context->*stage.set)(127, 2, two);
    (context->*stage.set)(129, 0, two);
    (context->*stage.set)(0, 4, nullptr);
    for (UINT i = 0; i < 128; ++i) {
      const auto* expected = i == 3 ? b.input.Get() : i == 4 ? nullptr : a.input.Get();
      REQUIRE(input(d, stage, i).Get() == expected);
    }
    const ULONG before = referencesOf(a.input.Get());
    ComPtr<ID3D11ShaderResourceView> held = input(d, stage, 127);
    CHECK(referencesOf(a.input.Get()) == before + 1);
  }
  // STG-15: an array of nulls unbinds.
  ID3D11ShaderResourceView* const none[4] = {};
  d.context->PSSetShaderResources(0, 4, none);
  for (UINT i = 0; i < 4; ++i) CHECK(input(d, kStages[4], i) == nullptr);
  CHECK(input(d, kStages[4], 5) != nullptr);
  d.context->ClearState();  // CTX-CLS-02
  for (const InputStage& stage : kStages) CHECK(input(d, stage, 127) == nullptr);
}

TEST_CASE("REF-01 REF-03 bound views live on without the application's references", "[umd][REF]") {
  TestDevice d;
  int deaths = 0;
  {
    ViewedBuffer a(d, 4), b(d, 4), c(d, 4);
    Notifier::attach(a.input.Get(), &deaths);
    Notifier::attach(b.output.Get(), &deaths);
    Notifier::attach(c.output.Get(), &deaths);
    d.context->PSSetShaderResources(7, 1, a.input.GetAddressOf());
    setComputeUav(d, 3, b.output.Get());
    setPixelUavs(d, 2, {c.output.Get()});
  }
  CHECK(deaths == 0);
  {
    const auto view = computeUav(d, 3);
    REQUIRE(view != nullptr);
    CHECK(referencesOf(view.Get()) == 1);  // REF-04
    ComPtr<ID3D11Resource> resource;
    view->GetResource(&resource);
    CHECK(resource != nullptr);
    CHECK(pixelUav(d, 2) != nullptr);
    CHECK(input(d, kStages[4], 7) != nullptr);
  }
  setComputeUav(d, 3, nullptr);
  CHECK(deaths == 1);
  setPixelUavs(d, 2, {nullptr});
  CHECK(deaths == 2);
  d.context->ClearState();
  CHECK(deaths == 3);
}

TEST_CASE("CSU-01 CSU-02 unordered access slots of the compute stage", "[umd][CSU]") {
  TestDevice d;
  std::vector<std::unique_ptr<ViewedBuffer>> buffers;
  std::vector<ID3D11UnorderedAccessView*> views;
  for (int i = 0; i < 64; ++i) {
    buffers.push_back(std::make_unique<ViewedBuffer>(d, 1));
    views.push_back(buffers.back()->output.Get());
  }
  d.context->CSSetUnorderedAccessViews(0, 64, views.data(), nullptr);
  for (UINT i = 0; i < 64; ++i) REQUIRE(computeUav(d, i).Get() == views[i]);
  ViewedBuffer more(d, 1);
  ID3D11UnorderedAccessView* const two[2] = {more.output.Get(), nullptr};
  d.context->CSSetUnorderedAccessViews(63, 2, two, nullptr);
  d.context->CSSetUnorderedAccessViews(65, 0, two, nullptr);
  d.context->CSSetUnorderedAccessViews(0, 1, nullptr, nullptr);
  for (UINT i = 0; i < 64; ++i) REQUIRE(computeUav(d, i).Get() == views[i]);
  const ULONG before = referencesOf(views[5]);
  const auto held = computeUav(d, 5);
  CHECK(referencesOf(views[5]) == before + 1);
  d.context->ClearState();
  CHECK(computeUav(d, 5) == nullptr);

  // Feature level 11_0 has eight.
  TestDevice older(true, 0, D3D_FEATURE_LEVEL_11_0);
  ViewedBuffer a(older, 1);
  setComputeUav(older, 8, a.output.Get());
  CHECK(computeUav(older, 8) == nullptr);
  setComputeUav(older, 7, a.output.Get());
  CHECK(computeUav(older, 7).Get() == a.output.Get());
}

TEST_CASE("CSU-04 HAZ-03 HAZ-04 a buffer is in one slot for writing", "[umd][HAZ]") {
  TestDevice d;
  ViewedBuffer a(d, 16), b(d, 16);
  // Two views of halves of one buffer overlap all the same: a buffer is one subresource.
  const auto low = outputView(d, a.buffer.Get(), DXGI_FORMAT_UNKNOWN, 0, 8);
  const auto high = outputView(d, a.buffer.Get(), DXGI_FORMAT_UNKNOWN, 8, 8);
  setComputeUav(d, 1, b.output.Get());
  ID3D11UnorderedAccessView* const halves[2] = {low.Get(), high.Get()};
  d.context->CSSetUnorderedAccessViews(0, 2, halves, nullptr);  // dropped
  CHECK(computeUav(d, 0) == nullptr);
  CHECK(computeUav(d, 1).Get() == b.output.Get());
  setComputeUav(d, 0, low.Get());
  setComputeUav(d, 5, high.Get());
  CHECK(computeUav(d, 0) == nullptr);
  CHECK(computeUav(d, 5).Get() == high.Get());
  // Between the pipelines.
  setPixelUavs(d, 0, {low.Get()});
  CHECK(computeUav(d, 5) == nullptr);
  CHECK(pixelUav(d, 0).Get() == low.Get());
  setComputeUav(d, 2, high.Get());
  CHECK(pixelUav(d, 0) == nullptr);
  // A slot that was emptied stays empty.
  setComputeUav(d, 2, nullptr);
  CHECK(pixelUav(d, 0) == nullptr);
}

TEST_CASE("HAZ-01 STG-13 a new output takes its buffer from all inputs", "[umd][HAZ]") {
  for (const bool compute : {true, false}) {
    TestDevice d;
    const auto buffer = rawBuffer(d, 64,
                                  D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS |
                                      D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_INDEX_BUFFER);
    const auto view = inputView(d, buffer.Get(), DXGI_FORMAT_R32_UINT, 0, 16);
    const auto output = outputView(d, buffer.Get(), DXGI_FORMAT_R32_UINT, 0, 16);
    ViewedBuffer other(d, 4);
    for (const InputStage& stage : kStages) {
      setInput(d, stage, 9, view.Get());
      setInput(d, stage, 10, other.input.Get());
    }
    const UINT stride = 4, offset = 0;
    d.context->IASetVertexBuffers(31, 1, buffer.GetAddressOf(), &stride, &offset);
    d.context->IASetIndexBuffer(buffer.Get(), DXGI_FORMAT_R16_UINT, 0);
    if (compute) {
      setComputeUav(d, 0, output.Get());
    } else {
      setPixelUavs(d, 0, {output.Get()});
    }
    for (const InputStage& stage : kStages) {
      INFO(stage.name);
      CHECK(input(d, stage, 9) == nullptr);
      CHECK(input(d, stage, 10).Get() == other.input.Get());
    }
    ComPtr<ID3D11Buffer> vertex, index;
    d.context->IAGetVertexBuffers(31, 1, &vertex, nullptr, nullptr);
    d.context->IAGetIndexBuffer(&index, nullptr, nullptr);
    CHECK(vertex == nullptr);
    CHECK(index == nullptr);
  }
}

TEST_CASE("HAZ-02 STG-13 what is an output does not become an input", "[umd][HAZ]") {
  for (const bool compute : {true, false}) {
    TestDevice d;
    const auto buffer = rawBuffer(d, 64,
                                  D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS |
                                      D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_INDEX_BUFFER);
    const auto view = inputView(d, buffer.Get(), DXGI_FORMAT_R32_UINT, 0, 16);
    const auto output = outputView(d, buffer.Get(), DXGI_FORMAT_R32_UINT, 0, 16);
    ViewedBuffer other(d, 4);
    if (compute) {
      setComputeUav(d, 6, output.Get());
    } else {
      setPixelUavs(d, 6, {output.Get()});
    }
    for (const InputStage& stage : kStages) {
      INFO(stage.name);
      setInput(d, stage, 0, other.input.Get());
      ID3D11ShaderResourceView* const pair[2] = {view.Get(), other.input.Get()};
      (static_cast<ID3D11DeviceContext*>(d.context.Get())->*stage.set)(0, 2, pair);
      CHECK(input(d, stage, 0) == nullptr);  // null replaces what was there
      CHECK(input(d, stage, 1).Get() == other.input.Get());
    }
    const UINT stride = 4, offset = 0;
    d.context->IASetVertexBuffers(0, 1, buffer.GetAddressOf(), &stride, &offset);
    d.context->IASetIndexBuffer(buffer.Get(), DXGI_FORMAT_R16_UINT, 0);
    ComPtr<ID3D11Buffer> vertex, index;
    d.context->IAGetVertexBuffers(0, 1, &vertex, nullptr, nullptr);
    d.context->IAGetIndexBuffer(&index, nullptr, nullptr);
    CHECK(vertex == nullptr);
    CHECK(index == nullptr);
    CHECK((compute ? computeUav(d, 6) : pixelUav(d, 6)).Get() == output.Get());
  }
}

TEST_CASE("CTX-OMU-01 CTX-OMU-07 CTX-OMU-08 CTX-OMU-10 targets and views together", "[umd][OM]") {
  TestDevice d;
  Targets targets(d);
  ViewedBuffer a(d, 4), b(d, 4), c(d, 4);
  ID3D11UnorderedAccessView* const three[3] = {a.output.Get(), b.output.Get(), c.output.Get()};
  d.context->OMSetRenderTargetsAndUnorderedAccessViews(2, targets.raw.data(), nullptr, 2, 3, three,
                                                       nullptr);
  const auto isUnchanged = [&] {
    return target(d, 0).Get() == targets.raw[0] && target(d, 1).Get() == targets.raw[1] &&
           target(d, 2) == nullptr && pixelUav(d, 1) == nullptr &&
           pixelUav(d, 2).Get() == three[0] && pixelUav(d, 3).Get() == three[1] &&
           pixelUav(d, 4).Get() == three[2] && pixelUav(d, 5) == nullptr;
  };
  REQUIRE(isUnchanged());
  const ULONG before = referencesOf(three[0]);
  const auto held = pixelUav(d, 2);
  CHECK(referencesOf(three[0]) == before + 1);
  // Violations leave everything as it was (CTX-OMU-05..08, HAZ-05).
  const auto tryCall = [&](UINT count, UINT start, UINT uavs,
                           ID3D11UnorderedAccessView* const* views) {
    d.context->OMSetRenderTargetsAndUnorderedAccessViews(count, targets.raw.data(), nullptr, start,
                                                         uavs, views, nullptr);
    return isUnchanged();
  };
  CHECK(tryCall(9, 9, 1, three));
  CHECK(tryCall(2, 1, 1, three));
  CHECK(tryCall(1, 62, 3, three));
  CHECK(tryCall(1, 0xffffffff, 2, three));
  CHECK(tryCall(1, 1, 3, nullptr));
  ID3D11UnorderedAccessView* const twice[2] = {a.output.Get(), a.output.Get()};
  CHECK(tryCall(1, 1, 2, twice));  // CTX-OMU-03
  TestDevice other;
  ViewedBuffer foreign(other, 4);
  CHECK(tryCall(1, 1, 1, foreign.output.GetAddressOf()));
  // Slots not named become empty.
  d.context->OMSetRenderTargetsAndUnorderedAccessViews(1, targets.raw.data(), nullptr, 3, 1, three,
                                                       nullptr);
  CHECK(target(d, 1) == nullptr);
  CHECK(pixelUav(d, 2) == nullptr);
  CHECK(pixelUav(d, 3).Get() == three[0]);
  CHECK(pixelUav(d, 4) == nullptr);

  // At feature level 11_0 the slots end at 8.
  TestDevice older(true, 0, D3D_FEATURE_LEVEL_11_0);
  ViewedBuffer x(older, 4), y(older, 4), z(older, 4);
  ID3D11UnorderedAccessView* const late[3] = {x.output.Get(), y.output.Get(), z.output.Get()};
  older.context->OMSetRenderTargetsAndUnorderedAccessViews(0, nullptr, nullptr, 6, 3, late,
                                                           nullptr);
  CHECK(pixelUav(older, 6) == nullptr);
  older.context->OMSetRenderTargetsAndUnorderedAccessViews(0, nullptr, nullptr, 6, 2, late,
                                                           nullptr);
  CHECK(pixelUav(older, 7).Get() == late[1]);
}

TEST_CASE("CTX-OMU-09 CTX-OMU-14 CTX-OMU-18 CTX-OMR-08 effects on other bindings", "[umd][OM]") {
  TestDevice d;
  ViewedBuffer a(d, 4), b(d, 4);
  for (int way = 0; way < 2; ++way) {
    d.context->ClearState();
    setInput(d, kStages[0], 3, a.input.Get());
    setComputeUav(d, 4, b.output.Get());
    ID3D11UnorderedAccessView* const two[2] = {a.output.Get(), b.output.Get()};
    const UINT targets = way == 0 ? 0 : D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL;
    d.context->OMSetRenderTargetsAndUnorderedAccessViews(targets, nullptr, nullptr, 0, 2, two,
                                                         nullptr);
    CHECK(input(d, kStages[0], 3) == nullptr);
    CHECK(computeUav(d, 4) == nullptr);
    CHECK(pixelUav(d, 1).Get() == b.output.Get());
  }
}

TEST_CASE("CTX-OMU-12 CTX-OMU-13 CTX-OMU-15 views alone", "[umd][OM]") {
  TestDevice d;
  Targets targets(d);
  const auto depthTexture =
      d.texture(8, 8, DXGI_FORMAT_D32_FLOAT, D3D11_USAGE_DEFAULT, D3D11_BIND_DEPTH_STENCIL);
  ComPtr<ID3D11DepthStencilView> depth, other;
  REQUIRE(d.device->CreateDepthStencilView(depthTexture.Get(), nullptr, &depth) == S_OK);
  REQUIRE(d.device->CreateDepthStencilView(depthTexture.Get(), nullptr, &other) == S_OK);
  d.context->OMSetRenderTargets(4, targets.raw.data(), depth.Get());
  ViewedBuffer a(d, 4);
  d.context->OMSetRenderTargetsAndUnorderedAccessViews(D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL,
                                                       nullptr, other.Get(), 2, 1,
                                                       a.output.GetAddressOf(), nullptr);
  CHECK(target(d, 0).Get() == targets.raw[0]);
  CHECK(target(d, 1).Get() == targets.raw[1]);
  CHECK(target(d, 2) == nullptr);
  CHECK(target(d, 3) == nullptr);
  CHECK(pixelUav(d, 2).Get() == a.output.Get());
  ComPtr<ID3D11DepthStencilView> got;
  d.context->OMGetRenderTargets(0, nullptr, &got);
  CHECK(got == depth);
}

TEST_CASE("CTX-OMU-16 CTX-OMU-17 CTX-OMR-15 targets alone", "[umd][OM]") {
  TestDevice d;
  Targets targets(d);
  ViewedBuffer a(d, 4), b(d, 4);
  const auto bind = [&] {
    ID3D11UnorderedAccessView* const four[4] = {a.output.Get(), nullptr, nullptr, b.output.Get()};
    d.context->OMSetRenderTargetsAndUnorderedAccessViews(0, nullptr, nullptr, 1, 4, four, nullptr);
    REQUIRE(pixelUav(d, 1).Get() == a.output.Get());
    REQUIRE(pixelUav(d, 4).Get() == b.output.Get());
  };
  for (const UINT ignored : {0u, 1u, 100u}) {
    bind();
    d.context->OMSetRenderTargetsAndUnorderedAccessViews(2, targets.raw.data(), nullptr, ignored,
                                                         D3D11_KEEP_UNORDERED_ACCESS_VIEWS, nullptr,
                                                         nullptr);
    CHECK(pixelUav(d, 1) == nullptr);
    CHECK(pixelUav(d, 4).Get() == b.output.Get());
    CHECK(target(d, 1).Get() == targets.raw[1]);
  }
  bind();
  d.context->OMSetRenderTargetsAndUnorderedAccessViews(
      9, targets.raw.data(), nullptr, 0, D3D11_KEEP_UNORDERED_ACCESS_VIEWS, nullptr, nullptr);
  CHECK(pixelUav(d, 1).Get() == a.output.Get());
  CHECK(target(d, 0) == nullptr);
  d.context->OMSetRenderTargets(1, targets.raw.data(), nullptr);
  CHECK(pixelUav(d, 1) == nullptr);
  CHECK(pixelUav(d, 4) == nullptr);
}

}  // namespace e11::test
