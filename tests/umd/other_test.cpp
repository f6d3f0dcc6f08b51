// SPDX-License-Identifier: Apache-2.0
//
// Queries, input layouts, shaders, device creation, DXGI, and methods that are not offered yet.

#include <cstring>
#include <random>

#include "d3d11/create_device.h"
#include "test.h"

namespace e11::test {
namespace {

HRESULT resolve(umd::DeviceRequest request, D3D_FEATURE_LEVEL* level = nullptr) {
  umd::Device::Options options;
  const HRESULT result = umd::resolveRequest(request, &options);
  if (level != nullptr) *level = options.featureLevel;
  return result;
}

}  // namespace

// ---------------------------------------------------------------------------- queries

TEST_CASE("CTX-QRY-02 CTX-QRY-03 CTX-QRY-07 CTX-QRY-08 event queries", "[umd][QRY]") {
  TestDevice d;
  d.gpu().pollsUntilDone = 3;
  const CD3D11_QUERY_DESC desc(D3D11_QUERY_EVENT);
  ComPtr<ID3D11Query> query;
  REQUIRE(d.device->CreateQuery(&desc, &query) == S_OK);
  CHECK(query->GetDataSize() == sizeof(WINBOOL));
  WINBOOL data = 77;
  CHECK(d.context->GetData(query.Get(), &data, sizeof(data), 0) == DXGI_ERROR_INVALID_CALL);
  const auto a = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  const auto b = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  d.context->CopyResource(a.Get(), b.Get());
  d.context->Begin(query.Get());  // CTX-QRY-05: no effect
  d.context->End(query.Get());
  CHECK(d.context->GetData(query.Get(), &data, sizeof(data), D3D11_ASYNC_GETDATA_DONOTFLUSH) ==
        S_FALSE);
  CHECK(d.gpu().submissions == 0);
  CHECK(d.context->GetData(query.Get(), &data, 3, 0) == E_INVALIDARG);
  CHECK(d.context->GetData(query.Get(), nullptr, 4, 0) == E_INVALIDARG);
  CHECK(d.context->GetData(query.Get(), &data, 4, 2) == E_INVALIDARG);
  CHECK(d.context->GetData(nullptr, &data, 4, 0) == E_INVALIDARG);
  int polls = 0;
  while (d.context->GetData(query.Get(), nullptr, 0, 0) == S_FALSE && polls < 100) ++polls;
  CHECK(polls > 0);
  CHECK(polls < 100);
  CHECK(d.gpu().submissions == 1);
  CHECK(data == 77);
  CHECK(d.context->GetData(query.Get(), &data, sizeof(data), 0) == S_OK);
  CHECK(data == TRUE);
  // With nothing recorded the query is done at once.
  d.context->End(query.Get());
  CHECK(d.context->GetData(query.Get(), &data, sizeof(data), D3D11_ASYNC_GETDATA_DONOTFLUSH) ==
        S_OK);
}

TEST_CASE("CTX-FLS-01 an event polled with DONOTFLUSH completes after Flush", "[umd][FLS]") {
  TestDevice d;
  const CD3D11_QUERY_DESC desc(D3D11_QUERY_EVENT);
  ComPtr<ID3D11Query> query;
  REQUIRE(d.device->CreateQuery(&desc, &query) == S_OK);
  const auto a = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  const auto b = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  d.context->CopyResource(a.Get(), b.Get());
  d.context->End(query.Get());
  for (int i = 0; i < 10; ++i) {
    CHECK(d.context->GetData(query.Get(), nullptr, 0, D3D11_ASYNC_GETDATA_DONOTFLUSH) == S_FALSE);
  }
  d.context->Flush();
  HRESULT result = S_FALSE;
  for (int i = 0; i < 10 && result == S_FALSE; ++i) {
    result = d.context->GetData(query.Get(), nullptr, 0, D3D11_ASYNC_GETDATA_DONOTFLUSH);
  }
  CHECK(result == S_OK);
}

TEST_CASE("CTX-FLS-07 released objects give their memory back", "[umd][FLS]") {
  TestDevice d;
  auto* device = static_cast<umd::Device*>(d.device.Get());
  const uint64_t base = device->memory().liveBytes();
  {
    const auto a = d.buffer(1 << 20, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
    const auto b = d.buffer(1 << 20, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
    d.context->CopyResource(a.Get(), b.Get());
    d.context->PSSetConstantBuffers(0, 1, a.GetAddressOf());
  }
  CHECK(device->memory().liveBytes() >= base + (2 << 20));
  d.context->ClearState();
  d.context->Flush();
  d.gpu().wait(~uint64_t{0}, 0);
  device->queue().isComplete(device->queue().openSerial() - 1, 1);
  CHECK(device->memory().liveBytes() == base);
}

TEST_CASE("DEV3-OBJ-13 queries: kinds and hostile descriptions", "[umd][QRY]") {
  TestDevice d;
  ComPtr<ID3D11Query1> query;
  CD3D11_QUERY_DESC1 desc(D3D11_QUERY_EVENT);
  REQUIRE(d.device->CreateQuery1(&desc, &query) == S_OK);
  D3D11_QUERY_DESC1 read;
  query->GetDesc1(&read);
  CHECK(read.Query == D3D11_QUERY_EVENT);
  desc.Query = static_cast<D3D11_QUERY>(99);
  CHECK(d.device->CreateQuery1(&desc, &query) == E_INVALIDARG);
  desc = CD3D11_QUERY_DESC1(D3D11_QUERY_EVENT, D3D11_QUERY_MISC_PREDICATEHINT);
  CHECK(d.device->CreateQuery1(&desc, &query) == E_INVALIDARG);
  desc = CD3D11_QUERY_DESC1(D3D11_QUERY_EVENT, 0, static_cast<D3D11_CONTEXT_TYPE>(9));
  CHECK(d.device->CreateQuery1(&desc, &query) == E_INVALIDARG);
  CHECK(d.device->CreateQuery1(nullptr, &query) == E_INVALIDARG);
  desc = CD3D11_QUERY_DESC1(D3D11_QUERY_OCCLUSION);
  CHECK(d.device->CreateQuery1(&desc, &query) == E_NOTIMPL);
  CHECK(query == nullptr);
}

// ---------------------------------------------------------------------------- layouts, shaders

TEST_CASE("input layouts are checked against the shader's signature", "[umd][layout]") {
  TestDevice d;
  const auto vs = readBlob("samples/shaders/triangle_vs.dxbc");  // POSITION, COLOR
  using Element = D3D11_INPUT_ELEMENT_DESC;
  const Element position = {
      "POSITION", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0};
  const Element color = {"color",
                         0,
                         DXGI_FORMAT_R8G8B8A8_UNORM,
                         1,
                         D3D11_APPEND_ALIGNED_ELEMENT,
                         D3D11_INPUT_PER_INSTANCE_DATA,
                         2};
  const Element extra = {"EXTRA",
                         3,
                         DXGI_FORMAT_R16_FLOAT,
                         0,
                         D3D11_APPEND_ALIGNED_ELEMENT,
                         D3D11_INPUT_PER_VERTEX_DATA,
                         0};
  ComPtr<ID3D11InputLayout> layout;
  const auto create = [&](std::vector<Element> elements) {
    return d.device->CreateInputLayout(elements.data(), static_cast<UINT>(elements.size()),
                                       vs.data(), vs.size(), &layout);
  };
  CHECK(create({position, color}) == S_OK);
  CHECK(create({extra, position, color}) == S_OK);  // extra elements are fine
  CHECK(create({position}) == E_INVALIDARG);        // nothing feeds COLOR
  CHECK(layout == nullptr);
  CHECK(create({position, color, position}) == E_INVALIDARG);
  // Spec 4.4.6: elements are aligned to min(4, their width rounded up to a power of two).
  const struct {
    DXGI_FORMAT format;
    UINT offset;
    HRESULT result;
  } offsets[] = {{DXGI_FORMAT_R8G8B8A8_UNORM, 9, E_INVALIDARG},
                 {DXGI_FORMAT_R8G8B8A8_UNORM, 12, S_OK},
                 {DXGI_FORMAT_R16G16_UNORM, 10, E_INVALIDARG},
                 {DXGI_FORMAT_R8G8_UNORM, 9, E_INVALIDARG},
                 {DXGI_FORMAT_R8G8_UNORM, 10, S_OK},
                 {DXGI_FORMAT_R8_UNORM, 9, S_OK}};
  for (const auto& row : offsets) {
    Element moved = color;
    moved.Format = row.format;
    moved.AlignedByteOffset = row.offset;
    CHECK(create({position, moved}) == row.result);
  }
  const auto fails = [&](auto change) {
    Element bad = position;
    change(bad);
    return create({bad, color}) == E_INVALIDARG;
  };
  CHECK(fails([](Element& e) { e.SemanticName = nullptr; }));
  CHECK(fails([](Element& e) { e.SemanticIndex = 1; }));
  CHECK(fails([](Element& e) { e.Format = DXGI_FORMAT_D32_FLOAT; }));
  CHECK(fails([](Element& e) { e.Format = DXGI_FORMAT_UNKNOWN; }));
  CHECK(fails([](Element& e) { e.Format = static_cast<DXGI_FORMAT>(0x7fffffff); }));
  CHECK(fails([](Element& e) { e.InputSlot = 32; }));
  CHECK(fails([](Element& e) { e.AlignedByteOffset = 2; }));
  CHECK(fails([](Element& e) { e.AlignedByteOffset = 0xfffffff0; }));
  CHECK(fails([](Element& e) { e.InputSlotClass = static_cast<D3D11_INPUT_CLASSIFICATION>(2); }));
  CHECK(fails([](Element& e) { e.InstanceDataStepRate = 1; }));
  CHECK(fails([](Element& e) { e.InputSlot = 1; }));  // one slot, two ways to step
  CHECK(d.device->CreateInputLayout(nullptr, 2, vs.data(), vs.size(), &layout) == E_INVALIDARG);
  const Element both[2] = {position, color};
  CHECK(d.device->CreateInputLayout(both, 2, nullptr, vs.size(), &layout) == E_INVALIDARG);
  CHECK(d.device->CreateInputLayout(both, 2, vs.data(), 0, &layout) == E_INVALIDARG);
  CHECK(d.device->CreateInputLayout(both, 2, vs.data(), vs.size() / 2, &layout) == E_INVALIDARG);
  CHECK(d.device->CreateInputLayout(both, 33, vs.data(), vs.size(), &layout) == E_INVALIDARG);
  CHECK(d.device->CreateInputLayout(both, 2, vs.data(), vs.size(), nullptr) == S_FALSE);
}

TEST_CASE("shaders: the wrong stage, broken and missing code", "[umd][shaders]") {
  TestDevice d;
  const auto vs = readBlob("samples/shaders/triangle_vs.dxbc");
  const auto ps = readBlob("samples/shaders/triangle_ps.dxbc");
  ComPtr<ID3D11VertexShader> vertex;
  ComPtr<ID3D11PixelShader> pixel;
  CHECK(d.device->CreateVertexShader(vs.data(), vs.size(), nullptr, &vertex) == S_OK);
  CHECK(d.device->CreatePixelShader(ps.data(), ps.size(), nullptr, &pixel) == S_OK);
  CHECK(d.device->CreateVertexShader(ps.data(), ps.size(), nullptr, &vertex) == E_INVALIDARG);
  CHECK(vertex == nullptr);
  CHECK(d.device->CreatePixelShader(vs.data(), vs.size(), nullptr, &pixel) == E_INVALIDARG);
  CHECK(d.device->CreateVertexShader(nullptr, vs.size(), nullptr, &vertex) == E_INVALIDARG);
  CHECK(d.device->CreateVertexShader(vs.data(), 0, nullptr, &vertex) == E_INVALIDARG);
  CHECK(d.device->CreateVertexShader(vs.data(), vs.size(), nullptr, nullptr) == S_FALSE);
  for (size_t length = 1; length < vs.size(); length += 7) {
    CHECK(d.device->CreateVertexShader(vs.data(), length, nullptr, &vertex) == E_INVALIDARG);
  }
}

TEST_CASE("STP-01 STP-18 shader round trips", "[umd][shaders]") {
  TestDevice d;
  const auto vs = readBlob("samples/shaders/triangle_vs.dxbc");
  ComPtr<ID3D11VertexShader> shader, got;
  REQUIRE(d.device->CreateVertexShader(vs.data(), vs.size(), nullptr, &shader) == S_OK);
  d.context->VSSetShader(shader.Get(), nullptr, 0);
  UINT instances = 5;
  d.context->VSGetShader(&got, nullptr, &instances);
  CHECK(got == shader);
  CHECK(instances == 0);
  // STG-02, STG-03: a shader without interfaces takes no instances.
  std::vector<ID3D11ClassInstance*> none(257);
  d.context->VSSetShader(nullptr, none.data(), 257);
  d.context->VSGetShader(&got, nullptr, nullptr);
  CHECK(got == shader);
  int deaths = 0;
  Notifier::attach(shader.Get(), &deaths);
  got.Reset();
  shader.Reset();
  CHECK(deaths == 0);
  d.context->VSSetShader(nullptr, nullptr, 0);
  CHECK(deaths == 1);
}

// ---------------------------------------------------------------------------- creating devices

TEST_CASE("D3D11CreateDevice: drivers, levels, flags", "[umd][create]") {
  const auto hardware = D3D_DRIVER_TYPE_HARDWARE;
  D3D_FEATURE_LEVEL level;
  CHECK(resolve({nullptr, hardware, nullptr, 0, nullptr, 0, 7}, &level) == S_OK);
  CHECK(level == D3D_FEATURE_LEVEL_11_0);
  const D3D_FEATURE_LEVEL levels[] = {D3D_FEATURE_LEVEL_12_1, D3D_FEATURE_LEVEL_11_1,
                                      D3D_FEATURE_LEVEL_10_0, D3D_FEATURE_LEVEL_9_1};
  CHECK(resolve({nullptr, hardware, nullptr, 0, levels, 4, 7}, &level) == S_OK);
  CHECK(level == D3D_FEATURE_LEVEL_11_1);
  CHECK(resolve({nullptr, hardware, nullptr, 0, levels + 2, 2, 7}, &level) == S_OK);
  CHECK(level == D3D_FEATURE_LEVEL_10_0);
  CHECK(resolve({nullptr, hardware, nullptr, 0, levels + 3, 1, 7}) == DXGI_ERROR_UNSUPPORTED);
  CHECK(resolve({nullptr, hardware, nullptr, 0, levels, 0, 7}) == E_INVALIDARG);
  CHECK(resolve({nullptr, hardware, nullptr, 0, nullptr, 2, 7}) == E_INVALIDARG);
  CHECK(resolve({nullptr, hardware, nullptr, 0, nullptr, 0, 6}) == E_INVALIDARG);
  CHECK(resolve({nullptr, hardware, nullptr, 0x80000000, nullptr, 0, 7}) == E_INVALIDARG);
  CHECK(resolve({nullptr, D3D_DRIVER_TYPE_UNKNOWN, nullptr, 0, nullptr, 0, 7}) == E_INVALIDARG);
  CHECK(resolve({nullptr, D3D_DRIVER_TYPE_SOFTWARE, nullptr, 0, nullptr, 0, 7}) == E_INVALIDARG);
  CHECK(resolve({nullptr, D3D_DRIVER_TYPE_WARP, nullptr, 0, nullptr, 0, 7}) ==
        DXGI_ERROR_UNSUPPORTED);
  CHECK(resolve({nullptr, static_cast<D3D_DRIVER_TYPE>(9), nullptr, 0, nullptr, 0, 7}) ==
        E_INVALIDARG);
}

TEST_CASE("DEV1-CTX-05 DEV1-CTX-06 DEV3-CTX-04 deferred contexts are refused", "[umd][create]") {
  TestDevice d, single(true, D3D11_CREATE_DEVICE_SINGLETHREADED);
  ComPtr<ID3D11DeviceContext1> context;
  CHECK(d.device->CreateDeferredContext1(1, &context) == E_INVALIDARG);
  CHECK(single.device->CreateDeferredContext1(0, &context) == DXGI_ERROR_INVALID_CALL);
  CHECK(d.device->CreateDeferredContext1(0, &context) == E_NOTIMPL);
  ComPtr<ID3D11CommandList> list;
  CHECK(d.context->FinishCommandList(FALSE, &list) == DXGI_ERROR_INVALID_CALL);  // CTX-CMD-08
}

// ---------------------------------------------------------------------------- not offered yet

TEST_CASE("methods that are not offered say so and return null", "[umd][unsupported]") {
  TestDevice d;
  const auto texture = d.texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT,
                                 D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS);
  void* junk = reinterpret_cast<void*>(1);
  const auto refused = [&](HRESULT result, void* out) {
    return result == E_NOTIMPL && out == nullptr;
  };
#define E11_REFUSED(type, call)            \
  do {                                     \
    auto* out = static_cast<type*>(junk);  \
    const HRESULT result = d.device->call; \
    CHECK(refused(result, out));           \
  } while (false)
  const D3D11_TEXTURE1D_DESC one = {};
  const D3D11_TEXTURE3D_DESC three = {};
  const D3D11_TEXTURE3D_DESC1 three1 = {};
  const CD3D11_QUERY_DESC query(D3D11_QUERY_OCCLUSION_PREDICATE);
  E11_REFUSED(ID3D11Texture1D, CreateTexture1D(&one, nullptr, &out));
  E11_REFUSED(ID3D11Texture3D, CreateTexture3D(&three, nullptr, &out));
  E11_REFUSED(ID3D11Texture3D1, CreateTexture3D1(&three1, nullptr, &out));
  E11_REFUSED(ID3D11ShaderResourceView, CreateShaderResourceView(texture.Get(), nullptr, &out));
  E11_REFUSED(ID3D11ShaderResourceView1, CreateShaderResourceView1(texture.Get(), nullptr, &out));
  E11_REFUSED(ID3D11UnorderedAccessView, CreateUnorderedAccessView(texture.Get(), nullptr, &out));
  E11_REFUSED(ID3D11UnorderedAccessView1, CreateUnorderedAccessView1(texture.Get(), nullptr, &out));
  E11_REFUSED(ID3D11GeometryShader, CreateGeometryShader(junk, 1, nullptr, &out));
  E11_REFUSED(ID3D11HullShader, CreateHullShader(junk, 1, nullptr, &out));
  E11_REFUSED(ID3D11DomainShader, CreateDomainShader(junk, 1, nullptr, &out));
  E11_REFUSED(ID3D11Predicate, CreatePredicate(&query, &out));
  const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
  E11_REFUSED(ID3DDeviceContextState,
              CreateDeviceContextState(0, &level, 1, 7, __uuidof(ID3D11Device), nullptr, &out));
  const IID iid = __uuidof(ID3D11Texture2D);
  E11_REFUSED(void, OpenSharedResource(junk, iid, &out));
  E11_REFUSED(void, OpenSharedResource1(junk, iid, &out));
  E11_REFUSED(void, OpenSharedResourceByName(L"x", 1, iid, &out));
  E11_REFUSED(void, OpenSharedFence(junk, iid, &out));
  E11_REFUSED(void, CreateFence(0, D3D11_FENCE_FLAG_NONE, iid, &out));
#undef E11_REFUSED
  // CTX-N-04 and the void methods: nothing happens, nothing crashes.
  CHECK(d.context->UpdateTileMappings(texture.Get(), 0, nullptr, nullptr, nullptr, 0, nullptr,
                                      nullptr, nullptr, 0) == E_NOTIMPL);
  CHECK(d.context->CopyTileMappings(texture.Get(), nullptr, texture.Get(), nullptr, nullptr, 0) ==
        E_NOTIMPL);
  d.context->CopyTiles(texture.Get(), nullptr, nullptr, nullptr, 0, 0);
  d.context->UpdateTiles(texture.Get(), nullptr, nullptr, nullptr, 0);
  d.context->Dispatch(1, 1, 1);
  d.context->DispatchIndirect(nullptr, 0);
  d.context->DrawAuto();
  d.context->DrawInstancedIndirect(nullptr, 0);
  d.context->DrawIndexedInstancedIndirect(nullptr, 0);
  d.context->GenerateMips(nullptr);
  d.context->SetResourceMinLOD(texture.Get(), 1.0f);
  CHECK(d.context->GetResourceMinLOD(texture.Get()) == 0.0f);
  d.context->ResolveSubresource(texture.Get(), 0, texture.Get(), 0, DXGI_FORMAT_R8G8B8A8_UNORM);
  d.context->CopyStructureCount(nullptr, 0, nullptr);
  d.context->ExecuteCommandList(nullptr, FALSE);
  ID3DDeviceContextState* previous = static_cast<ID3DDeviceContextState*>(junk);
  d.context->SwapDeviceContextState(nullptr, &previous);
  CHECK(previous == nullptr);
  CHECK(d.context->Signal(nullptr, 1) == E_NOTIMPL);
  CHECK(d.context->Wait(nullptr, 1) == E_NOTIMPL);
  D3D11_COUNTER_INFO info;
  std::memset(&info, 0xff, sizeof(info));
  d.device->CheckCounterInfo(&info);
  CHECK(info.NumSimultaneousCounters == 0);  // CTX-QRY-09
  const D3D11_COUNTER_DESC counterDesc = {};
  ID3D11Counter* counter = static_cast<ID3D11Counter*>(junk);
  CHECK(FAILED(d.device->CreateCounter(&counterDesc, &counter)));
  CHECK(counter == nullptr);
}

// ---------------------------------------------------------------------------- DXGI

TEST_CASE("DXGI: one adapter, reached from the factory and from the device", "[umd][dxgi]") {
  ComPtr<IDXGIFactory6> factory;
  REQUIRE(CreateDXGIFactory2(0, IID_PPV_ARGS(&factory)) == S_OK);
  ComPtr<IDXGIAdapter1> adapter;
  REQUIRE(factory->EnumAdapters1(0, &adapter) == S_OK);
  ComPtr<IDXGIAdapter1> second;
  CHECK(factory->EnumAdapters1(1, &second) == DXGI_ERROR_NOT_FOUND);
  CHECK(second == nullptr);
  DXGI_ADAPTER_DESC1 desc;
  REQUIRE(adapter->GetDesc1(&desc) == S_OK);
  CHECK(std::wcscmp(desc.Description, L"Eleven") == 0);
  ComPtr<IDXGIFactory> parent;
  CHECK(adapter->GetParent(IID_PPV_ARGS(&parent)) == S_OK);
  CHECK(parent.Get() == static_cast<IDXGIFactory*>(factory.Get()));
  ComPtr<IDXGIAdapter4> byLuid;
  CHECK(factory->EnumAdapterByLuid(desc.AdapterLuid, IID_PPV_ARGS(&byLuid)) == S_OK);
  CHECK(factory->EnumAdapterByLuid({1, 2}, IID_PPV_ARGS(&byLuid)) == DXGI_ERROR_NOT_FOUND);
  ComPtr<IDXGIOutput> output;
  CHECK(adapter->EnumOutputs(0, &output) == DXGI_ERROR_NOT_FOUND);
  DXGI_SWAP_CHAIN_DESC swapChainDesc = {};
  ComPtr<IDXGISwapChain> swapChain;
  CHECK(factory->CreateSwapChain(nullptr, &swapChainDesc, &swapChain) == E_NOTIMPL);
  CHECK(CreateDXGIFactory1(__uuidof(ID3D11Device), IID_PPV_ARGS_Helper(&factory)) == E_NOINTERFACE);
  CHECK(CreateDXGIFactory(__uuidof(IDXGIFactory), nullptr) == DXGI_ERROR_INVALID_CALL);

  auto kernel = std::make_shared<FakeAdapter>(true);
  umd::Device* made = nullptr;
  REQUIRE(umd::Device::create(kernel, adapter.Get(), {}, &made) == S_OK);
  ComPtr<ID3D11Device> device;
  device.Attach(made);
  ComPtr<IDXGIDevice> dxgiDevice;
  REQUIRE(device.As(&dxgiDevice) == S_OK);
  ComPtr<IDXGIAdapter> back;
  REQUIRE(dxgiDevice->GetAdapter(&back) == S_OK);
  CHECK(back.Get() == static_cast<IDXGIAdapter*>(adapter.Get()));
  ComPtr<IDXGIAdapter1> parentAdapter;
  CHECK(dxgiDevice->GetParent(IID_PPV_ARGS(&parentAdapter)) == S_OK);
  CHECK(parentAdapter == adapter);
}

}  // namespace e11::test
