// SPDX-License-Identifier: Apache-2.0
//
// Contract groups COM and REF: identity, reference counts, private data.

#include <thread>

#include "test.h"

namespace e11::test {
namespace {

constexpr GUID kRandomGuid = {
    0x7d1c0f3e, 0x9a55, 0x4c21, {0x81, 0x3b, 0x00, 0x55, 0x9e, 0xd1, 0x22, 0x47}};

template <typename Interface>
ComPtr<IUnknown> identityThrough(IUnknown* object) {
  ComPtr<Interface> face;
  REQUIRE(object->QueryInterface(__uuidof(Interface), IID_PPV_ARGS_Helper(&face)) == S_OK);
  ComPtr<IUnknown> identity;
  REQUIRE(face->QueryInterface(__uuidof(IUnknown), IID_PPV_ARGS_Helper(&identity)) == S_OK);
  return identity;
}

}  // namespace

TEST_CASE("COM-05 all versions of the device are one object", "[umd][COM]") {
  TestDevice d;
  ComPtr<IUnknown> identity;
  REQUIRE(d.device.As(&identity) == S_OK);
  CHECK(identityThrough<ID3D11Device>(d.device.Get()) == identity);
  CHECK(identityThrough<ID3D11Device1>(d.device.Get()) == identity);
  CHECK(identityThrough<ID3D11Device2>(d.device.Get()) == identity);
  CHECK(identityThrough<ID3D11Device3>(d.device.Get()) == identity);
  CHECK(identityThrough<ID3D11Device4>(d.device.Get()) == identity);
  CHECK(identityThrough<ID3D11Device5>(d.device.Get()) == identity);
  CHECK(identityThrough<IDXGIDevice>(d.device.Get()) == identity);
  CHECK(identityThrough<IDXGIDevice3>(d.device.Get()) == identity);
  CHECK(identityThrough<ID3D11Multithread>(d.device.Get()) == identity);
}

TEST_CASE("COM-05 all versions of the context are one object", "[umd][COM]") {
  TestDevice d;
  ComPtr<IUnknown> identity;
  REQUIRE(d.context.As(&identity) == S_OK);
  CHECK(identityThrough<ID3D11DeviceContext>(d.context.Get()) == identity);
  CHECK(identityThrough<ID3D11DeviceContext1>(d.context.Get()) == identity);
  CHECK(identityThrough<ID3D11DeviceContext2>(d.context.Get()) == identity);
  CHECK(identityThrough<ID3D11DeviceContext3>(d.context.Get()) == identity);
  CHECK(identityThrough<ID3D11DeviceContext4>(d.context.Get()) == identity);
  CHECK(identityThrough<ID3D11DeviceChild>(d.context.Get()) == identity);
}

TEST_CASE("COM-05 an unknown interface gives E_NOINTERFACE and null", "[umd][COM]") {
  TestDevice d;
  const auto buffer = d.buffer(16, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
  for (IUnknown* object :
       {static_cast<IUnknown*>(d.device.Get()), static_cast<IUnknown*>(d.context.Get()),
        static_cast<IUnknown*>(buffer.Get())}) {
    void* out = object;
    CHECK(object->QueryInterface(kRandomGuid, &out) == E_NOINTERFACE);
    CHECK(out == nullptr);
    CHECK(object->QueryInterface(__uuidof(IUnknown), nullptr) == E_POINTER);
  }
}

TEST_CASE("COM-06 GetDevice returns the creating device with one more reference", "[umd][COM]") {
  TestDevice d;
  const auto buffer = d.buffer(16, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
  for (ID3D11DeviceChild* child : {static_cast<ID3D11DeviceChild*>(d.context.Get()),
                                   static_cast<ID3D11DeviceChild*>(buffer.Get())}) {
    const ULONG before = referencesOf(d.device.Get());
    ID3D11Device* device = nullptr;
    child->GetDevice(&device);
    CHECK(device == static_cast<ID3D11Device*>(d.device.Get()));
    CHECK(referencesOf(d.device.Get()) == before + 1);
    device->Release();
  }
}

TEST_CASE("COM-09 objects can be created from many threads", "[umd][COM]") {
  TestDevice d;
  std::vector<std::thread> threads;
  std::vector<ComPtr<ID3D11RasterizerState>> states(8);
  threads.reserve(states.size());
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const D3D11_BUFFER_DESC desc = {
            UINT(16 + 16 * (i % 7)), D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER, 0, 0, 0};
        ComPtr<ID3D11Buffer> buffer;
        d.device->CreateBuffer(&desc, nullptr, &buffer);
        CD3D11_RASTERIZER_DESC rasterizer{CD3D11_DEFAULT()};
        rasterizer.DepthBias = i % 3;
        d.device->CreateRasterizerState(&rasterizer, &states[t]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& state : states) CHECK(state == states[0]);
}

TEST_CASE("COM-10 CheckFeatureSupport checks the structure's size", "[umd][COM]") {
  TestDevice d;
  D3D11_FEATURE_DATA_THREADING threading = {};
  CHECK(d.device->CheckFeatureSupport(D3D11_FEATURE_THREADING, &threading, sizeof(threading)) ==
        S_OK);
  CHECK(threading.DriverCommandLists == FALSE);
  CHECK(d.device->CheckFeatureSupport(D3D11_FEATURE_THREADING, &threading, sizeof(threading) - 1) ==
        E_INVALIDARG);
  D3D11_FEATURE_DATA_D3D11_OPTIONS options = {};
  CHECK(d.device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS, &options, sizeof(options)) ==
        S_OK);
  CHECK(options.OutputMergerLogicOp == FALSE);
  CHECK(d.device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS, &options, sizeof(options) - 1) ==
        E_INVALIDARG);
  CHECK(d.device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS, nullptr, sizeof(options)) ==
        E_INVALIDARG);
  CHECK(d.device->CheckFeatureSupport(static_cast<D3D11_FEATURE>(999), &options, sizeof(options)) ==
        E_INVALIDARG);
}

TEST_CASE("REF-01 REF-02 a binding keeps an object alive until it is replaced", "[umd][REF]") {
  TestDevice d;
  int deaths = 0;
  auto buffer = d.buffer(256, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
  Notifier::attach(buffer.Get(), &deaths);
  d.context->VSSetConstantBuffers(3, 1, buffer.GetAddressOf());
  ID3D11Buffer* raw = buffer.Get();
  CHECK(buffer.Reset() == 0);  // REF-04: the hold of the binding does not show
  CHECK(deaths == 0);
  ComPtr<ID3D11Buffer> again;
  d.context->VSGetConstantBuffers(3, 1, &again);
  CHECK(again.Get() == raw);
  CHECK(referencesOf(raw) == 1);
  again.Reset();
  CHECK(deaths == 0);
  ID3D11Buffer* none = nullptr;
  d.context->VSSetConstantBuffers(3, 1, &none);
  CHECK(deaths == 1);
}

TEST_CASE("REF-01 every kind of binding holds its object", "[umd][REF]") {
  TestDevice d;
  int deaths = 0;
  {
    const UINT zero = 0;
    auto vertices = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
    auto indices = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_INDEX_BUFFER);
    auto color =
        d.texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET);
    auto depth =
        d.texture(4, 4, DXGI_FORMAT_D32_FLOAT, D3D11_USAGE_DEFAULT, D3D11_BIND_DEPTH_STENCIL);
    ComPtr<ID3D11RenderTargetView> target;
    ComPtr<ID3D11DepthStencilView> depthView;
    REQUIRE(d.device->CreateRenderTargetView(color.Get(), nullptr, &target) == S_OK);
    REQUIRE(d.device->CreateDepthStencilView(depth.Get(), nullptr, &depthView) == S_OK);
    ComPtr<ID3D11RasterizerState> rasterizer;
    const CD3D11_RASTERIZER_DESC rasterizerDesc{CD3D11_DEFAULT()};
    REQUIRE(d.device->CreateRasterizerState(&rasterizerDesc, &rasterizer) == S_OK);
    ComPtr<ID3D11BlendState> blend;
    const CD3D11_BLEND_DESC blendDesc{CD3D11_DEFAULT()};
    REQUIRE(d.device->CreateBlendState(&blendDesc, &blend) == S_OK);
    ComPtr<ID3D11DepthStencilState> depthState;
    const CD3D11_DEPTH_STENCIL_DESC depthDesc{CD3D11_DEFAULT()};
    REQUIRE(d.device->CreateDepthStencilState(&depthDesc, &depthState) == S_OK);
    ComPtr<ID3D11SamplerState> sampler;
    const CD3D11_SAMPLER_DESC samplerDesc{CD3D11_DEFAULT()};
    REQUIRE(d.device->CreateSamplerState(&samplerDesc, &sampler) == S_OK);
    for (ID3D11DeviceChild* child : std::initializer_list<ID3D11DeviceChild*>{
             vertices.Get(), indices.Get(), color.Get(), depth.Get(), target.Get(), depthView.Get(),
             rasterizer.Get(), blend.Get(), depthState.Get(), sampler.Get()}) {
      Notifier::attach(child, &deaths);
    }
    d.context->IASetVertexBuffers(0, 1, vertices.GetAddressOf(), &zero, &zero);
    d.context->IASetIndexBuffer(indices.Get(), DXGI_FORMAT_R16_UINT, 0);
    d.context->OMSetRenderTargets(1, target.GetAddressOf(), depthView.Get());
    d.context->RSSetState(rasterizer.Get());
    d.context->OMSetBlendState(blend.Get(), nullptr, ~0u);
    d.context->OMSetDepthStencilState(depthState.Get(), 0);
    d.context->PSSetSamplers(0, 1, sampler.GetAddressOf());
  }
  CHECK(deaths == 0);
  d.context->ClearState();
  CHECK(deaths == 10);  // the textures go with their views
}

TEST_CASE("REF-05 Get methods add one reference, and give null for empty slots", "[umd][REF]") {
  TestDevice d;
  const auto buffer = d.buffer(256, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
  d.context->PSSetConstantBuffers(0, 1, buffer.GetAddressOf());
  const ULONG before = referencesOf(buffer.Get());
  for (int i = 0; i < 1000; ++i) {
    ID3D11Buffer* got[2] = {nullptr, buffer.Get()};
    d.context->PSGetConstantBuffers(0, 2, got);
    REQUIRE(got[0] == buffer.Get());
    REQUIRE(got[1] == nullptr);
    REQUIRE(referencesOf(buffer.Get()) == before + 1);
    got[0]->Release();
  }
  CHECK(referencesOf(buffer.Get()) == before);
}

TEST_CASE("REF-06 a found state object carries one more reference", "[umd][REF]") {
  TestDevice d;
  const CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
  ComPtr<ID3D11RasterizerState> first, second;
  REQUIRE(d.device->CreateRasterizerState(&desc, &first) == S_OK);
  REQUIRE(d.device->CreateRasterizerState(&desc, &second) == S_OK);
  CHECK(first == second);
  CHECK(first.Reset() == 1);
  D3D11_RASTERIZER_DESC read;
  second->GetDesc(&read);
  CHECK(read.CullMode == D3D11_CULL_BACK);
}

TEST_CASE("objects keep their device alive, bindings do not", "[umd][REF]") {
  auto d = std::make_unique<TestDevice>();
  auto buffer = d->buffer(256, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
  auto bound = d->buffer(256, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
  int deaths = 0;
  Notifier::attach(bound.Get(), &deaths);
  d->context->VSSetConstantBuffers(0, 1, bound.GetAddressOf());
  bound.Reset();
  d->context.Reset();
  CHECK(d->device.Reset() == 1);  // the buffer's reference
  CHECK(deaths == 0);
  buffer.Reset();  // now the device goes, and what is bound with it
  CHECK(deaths == 1);
}

TEST_CASE("the context outlives the application's device reference", "[umd][REF]") {
  TestDevice d;
  const auto buffer = d.buffer(16, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
  d.device.Reset();
  d.context->VSSetConstantBuffers(0, 1, buffer.GetAddressOf());
  ComPtr<ID3D11Device> device;
  d.context->GetDevice(&device);
  CHECK(device->GetFeatureLevel() == D3D_FEATURE_LEVEL_11_1);
}

TEST_CASE("private data: sizes, replacing, interfaces", "[umd][COM]") {
  TestDevice d;
  const uint32_t value = 0x12345678;
  CHECK(d.device->SetPrivateData(kRandomGuid, sizeof(value), &value) == S_OK);
  UINT size = 0;
  CHECK(d.device->GetPrivateData(kRandomGuid, &size, nullptr) == S_OK);
  CHECK(size == 4);
  uint32_t read = 0;
  size = 2;
  CHECK(d.device->GetPrivateData(kRandomGuid, &size, &read) == DXGI_ERROR_MORE_DATA);
  CHECK(size == 4);
  CHECK(d.device->GetPrivateData(kRandomGuid, &size, &read) == S_OK);
  CHECK(read == value);
  CHECK(d.device->GetPrivateData(kRandomGuid, nullptr, &read) == E_INVALIDARG);
  CHECK(d.device->SetPrivateData(kRandomGuid, 0, nullptr) == S_OK);
  CHECK(d.device->GetPrivateData(kRandomGuid, &size, &read) == DXGI_ERROR_NOT_FOUND);

  int deaths = 0;
  auto* notifier = new Notifier(&deaths);
  CHECK(d.context->SetPrivateDataInterface(kRandomGuid, notifier) == S_OK);
  notifier->Release();
  IUnknown* got = nullptr;
  size = sizeof(void*);
  CHECK(d.context->GetPrivateData(kRandomGuid, &size, static_cast<void*>(&got)) == S_OK);
  CHECK(got == notifier);
  got->Release();
  CHECK(deaths == 0);
  CHECK(d.context->SetPrivateData(kRandomGuid, sizeof(value), &value) == S_OK);
  CHECK(deaths == 1);
}

}  // namespace e11::test
