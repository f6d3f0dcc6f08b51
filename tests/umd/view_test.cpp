// SPDX-License-Identifier: Apache-2.0
//
// Shader resource views and unordered access views of buffers: descriptions and what is refused.

#include "views.h"

namespace e11::test {
namespace {

constexpr UINT kBoth = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS;

HRESULT tryInput(TestDevice& d, ID3D11Resource* buffer, DXGI_FORMAT format, UINT first, UINT count,
                 UINT flags = 0) {
  const auto desc = inputDesc(format, first, count, flags);
  ComPtr<ID3D11ShaderResourceView> view;
  const HRESULT result = d.device->CreateShaderResourceView(buffer, &desc, &view);
  CHECK((view != nullptr) == (result == S_OK));
  // Contract DEV3-OBJ-01: without a pointer for the result, the same answer or S_FALSE.
  const HRESULT dry = d.device->CreateShaderResourceView(buffer, &desc, nullptr);
  CHECK(dry == (result == S_OK ? S_FALSE : result));
  return result;
}

HRESULT tryOutput(TestDevice& d, ID3D11Resource* buffer, DXGI_FORMAT format, UINT first, UINT count,
                  UINT flags = 0) {
  const auto desc = outputDesc(format, first, count, flags);
  ComPtr<ID3D11UnorderedAccessView> view;
  const HRESULT result = d.device->CreateUnorderedAccessView(buffer, &desc, &view);
  CHECK((view != nullptr) == (result == S_OK));
  const HRESULT dry = d.device->CreateUnorderedAccessView(buffer, &desc, nullptr);
  CHECK(dry == (result == S_OK ? S_FALSE : result));
  return result;
}

}  // namespace

TEST_CASE("DEV3-OBJ-05 DEV3-OBJ-07 DEV3-OBJ-08 DEV3-OBJ-09 views of structured buffers",
          "[umd][views]") {
  TestDevice d;
  const auto buffer = structuredBuffer(d, 12, 10, kBoth);
  ComPtr<ID3D11ShaderResourceView1> input;
  REQUIRE(d.device->CreateShaderResourceView1(buffer.Get(), nullptr, &input) == S_OK);
  D3D11_SHADER_RESOURCE_VIEW_DESC1 inputDesc1;
  input->GetDesc1(&inputDesc1);
  CHECK(inputDesc1.Format == DXGI_FORMAT_UNKNOWN);
  CHECK(inputDesc1.ViewDimension == D3D11_SRV_DIMENSION_BUFFER);
  CHECK(inputDesc1.Buffer.FirstElement == 0);
  CHECK(inputDesc1.Buffer.NumElements == 10);
  ComPtr<ID3D11UnorderedAccessView1> output;
  REQUIRE(d.device->CreateUnorderedAccessView1(buffer.Get(), nullptr, &output) == S_OK);
  D3D11_UNORDERED_ACCESS_VIEW_DESC1 outputDesc1;
  output->GetDesc1(&outputDesc1);
  CHECK(outputDesc1.ViewDimension == D3D11_UAV_DIMENSION_BUFFER);
  CHECK(outputDesc1.Buffer.NumElements == 10);
  CHECK(outputDesc1.Buffer.Flags == 0);

  // A part, by either version of the description; the resource comes back with one reference more.
  const auto part = inputView(d, buffer.Get(), DXGI_FORMAT_UNKNOWN, 3, 7);
  D3D11_SHADER_RESOURCE_VIEW_DESC desc;
  part->GetDesc(&desc);
  CHECK(desc.ViewDimension == D3D11_SRV_DIMENSION_BUFFEREX);
  CHECK(desc.BufferEx.FirstElement == 3);
  CHECK(desc.BufferEx.NumElements == 7);
  ComPtr<ID3D11Resource> resource;
  part->GetResource(&resource);
  CHECK(resource.Get() == static_cast<ID3D11Resource*>(buffer.Get()));
  CHECK(referencesOf(buffer.Get()) == 2);
  ComPtr<ID3D11ShaderResourceView1> newer;
  CHECK(part.As(&newer) == S_OK);
  CHECK(newer.Get() == static_cast<ID3D11ShaderResourceView*>(part.Get()));
}

TEST_CASE("views: ranges and layouts that do not fit", "[umd][views]") {
  TestDevice d;
  const auto structured = structuredBuffer(d, 16, 8, kBoth);
  CHECK(tryInput(d, structured.Get(), DXGI_FORMAT_UNKNOWN, 0, 8) == S_OK);
  CHECK(tryInput(d, structured.Get(), DXGI_FORMAT_UNKNOWN, 7, 1) == S_OK);
  for (const auto& [first, count] : {std::pair<UINT, UINT>{0, 9},
                                     {8, 1},
                                     {0, 0},
                                     {0xffffffff, 1},
                                     {1, 0xffffffff},
                                     {0x10000000, 0x10000000}}) {
    INFO(first << ' ' << count);
    CHECK(tryInput(d, structured.Get(), DXGI_FORMAT_UNKNOWN, first, count) == E_INVALIDARG);
    CHECK(tryOutput(d, structured.Get(), DXGI_FORMAT_UNKNOWN, first, count) == E_INVALIDARG);
  }
  CHECK(tryInput(d, structured.Get(), DXGI_FORMAT_R32_UINT, 0, 1) == E_INVALIDARG);
  CHECK(tryInput(d, structured.Get(), DXGI_FORMAT_R32_TYPELESS, 0, 4,
                 D3D11_BUFFEREX_SRV_FLAG_RAW) == E_INVALIDARG);

  const auto raw = rawBuffer(d, 64, kBoth);
  constexpr UINT kRaw = D3D11_BUFFEREX_SRV_FLAG_RAW;
  CHECK(tryInput(d, raw.Get(), DXGI_FORMAT_R32_TYPELESS, 4, 12, kRaw) == S_OK);
  CHECK(tryInput(d, raw.Get(), DXGI_FORMAT_R32_TYPELESS, 2, 4, kRaw) == E_INVALIDARG);  // 16 bytes
  CHECK(tryInput(d, raw.Get(), DXGI_FORMAT_R32_TYPELESS, 4, 13, kRaw) == E_INVALIDARG);
  CHECK(tryInput(d, raw.Get(), DXGI_FORMAT_R32_UINT, 0, 16, kRaw) == E_INVALIDARG);
  CHECK(tryInput(d, raw.Get(), DXGI_FORMAT_R32_TYPELESS, 0, 16, 2) == E_INVALIDARG);
  CHECK(tryInput(d, raw.Get(), DXGI_FORMAT_R32_TYPELESS, 0, 16) == E_INVALIDARG);
  CHECK(tryInput(d, raw.Get(), DXGI_FORMAT_R32_UINT, 3, 13) == S_OK);  // typed views as well
  CHECK(tryOutput(d, raw.Get(), DXGI_FORMAT_R32_TYPELESS, 0, 16, D3D11_BUFFER_UAV_FLAG_RAW) ==
        S_OK);
  CHECK(tryOutput(d, raw.Get(), DXGI_FORMAT_R32_TYPELESS, 1, 4, D3D11_BUFFER_UAV_FLAG_RAW) ==
        E_INVALIDARG);

  // No format of its own, so none without a description.
  ComPtr<ID3D11ShaderResourceView> input;
  CHECK(d.device->CreateShaderResourceView(raw.Get(), nullptr, &input) == E_INVALIDARG);
  ComPtr<ID3D11UnorderedAccessView> output;
  CHECK(d.device->CreateUnorderedAccessView(raw.Get(), nullptr, &output) == E_INVALIDARG);
  auto wrong = inputDesc(DXGI_FORMAT_UNKNOWN, 0, 1, 0);
  wrong.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
  CHECK(d.device->CreateShaderResourceView(structured.Get(), &wrong, &input) == E_INVALIDARG);
  CHECK(d.device->CreateShaderResourceView(nullptr, nullptr, &input) == E_INVALIDARG);
  CHECK(d.device->CreateUnorderedAccessView(nullptr, nullptr, &output) == E_INVALIDARG);
}

TEST_CASE("views: flags of counters", "[umd][views]") {
  TestDevice d;
  const auto structured = structuredBuffer(d, 8, 8, kBoth);
  const auto raw = rawBuffer(d, 64, kBoth);
  constexpr UINT kAppend = D3D11_BUFFER_UAV_FLAG_APPEND, kCounter = D3D11_BUFFER_UAV_FLAG_COUNTER;
  CHECK(tryOutput(d, structured.Get(), DXGI_FORMAT_UNKNOWN, 0, 8, kAppend) == S_OK);
  CHECK(tryOutput(d, structured.Get(), DXGI_FORMAT_UNKNOWN, 0, 8, kCounter) == S_OK);
  CHECK(tryOutput(d, structured.Get(), DXGI_FORMAT_UNKNOWN, 0, 8, kAppend | kCounter) ==
        E_INVALIDARG);
  CHECK(tryOutput(d, structured.Get(), DXGI_FORMAT_UNKNOWN, 0, 8, 8) == E_INVALIDARG);
  CHECK(tryOutput(d, raw.Get(), DXGI_FORMAT_R32_UINT, 0, 8, kCounter) == E_INVALIDARG);
  CHECK(tryOutput(d, raw.Get(), DXGI_FORMAT_R32_TYPELESS, 0, 8,
                  kAppend | D3D11_BUFFER_UAV_FLAG_RAW) == E_INVALIDARG);
}

TEST_CASE("DEV3-OBJ-06 views need their bind flag", "[umd][views]") {
  TestDevice d;
  const auto onlyInput = structuredBuffer(d, 4, 4, D3D11_BIND_SHADER_RESOURCE);
  const auto onlyOutput = structuredBuffer(d, 4, 4, D3D11_BIND_UNORDERED_ACCESS);
  CHECK(tryInput(d, onlyOutput.Get(), DXGI_FORMAT_UNKNOWN, 0, 4) == E_INVALIDARG);
  CHECK(tryOutput(d, onlyInput.Get(), DXGI_FORMAT_UNKNOWN, 0, 4) == E_INVALIDARG);
  TestDevice other;
  CHECK(tryInput(other, onlyInput.Get(), DXGI_FORMAT_UNKNOWN, 0, 4) == E_INVALIDARG);
  CHECK(tryOutput(other, onlyOutput.Get(), DXGI_FORMAT_UNKNOWN, 0, 4) == E_INVALIDARG);
}

TEST_CASE("typed views: the formats that CheckFormatSupport reports", "[umd][views]") {
  TestDevice d;
  const auto buffer = d.buffer(256, D3D11_USAGE_DEFAULT, kBoth);
  int inputs = 0, outputs = 0;
  for (UINT number = 0; number < 200; ++number) {
    const auto format = static_cast<DXGI_FORMAT>(number);
    UINT support = 0;
    d.device->CheckFormatSupport(format, &support);
    INFO("format " << number);
    const bool input = (support & D3D11_FORMAT_SUPPORT_SHADER_LOAD) != 0;
    const bool output = (support & D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW) != 0;
    CHECK(tryInput(d, buffer.Get(), format, 1, 2) == (input ? S_OK : E_INVALIDARG));
    CHECK(tryOutput(d, buffer.Get(), format, 1, 2) == (output ? S_OK : E_INVALIDARG));
    inputs += input ? 1 : 0;
    outputs += output ? 1 : 0;
    D3D11_FEATURE_DATA_FORMAT_SUPPORT2 more = {format, 0};
    d.device->CheckFeatureSupport(D3D11_FEATURE_FORMAT_SUPPORT2, &more, sizeof(more));
    CHECK(((more.OutFormatSupport2 & D3D11_FORMAT_SUPPORT2_UAV_TYPED_STORE) != 0) == output);
    const bool integer = format == DXGI_FORMAT_R32_UINT || format == DXGI_FORMAT_R32_SINT;
    const bool word = integer || format == DXGI_FORMAT_R32_FLOAT;
    CHECK(((more.OutFormatSupport2 & D3D11_FORMAT_SUPPORT2_UAV_TYPED_LOAD) != 0) == word);
    CHECK(((more.OutFormatSupport2 & D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_ADD) != 0) == integer);
  }
  // The columns of the format table that feature level 11_1 requires.
  CHECK(inputs >= 43);
  CHECK(outputs >= 38);
}

TEST_CASE("buffers: structures, raw views, arguments", "[umd][views]") {
  TestDevice d;
  const auto create = [&](UINT bytes, UINT bind, UINT misc, UINT stride) {
    const D3D11_BUFFER_DESC desc = {bytes, D3D11_USAGE_DEFAULT, bind, 0, misc, stride};
    ComPtr<ID3D11Buffer> buffer;
    return d.device->CreateBuffer(&desc, nullptr, &buffer);
  };
  constexpr UINT kStructured = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED;
  constexpr UINT kRaw = D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS;
  constexpr UINT kArguments = D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS;
  CHECK(create(4096, kBoth, kStructured, 2048) == S_OK);
  CHECK(create(4104, kBoth, kStructured, 2052) == E_INVALIDARG);
  CHECK(create(64, kBoth, kStructured, 0) == E_INVALIDARG);
  CHECK(create(60, kBoth, kStructured, 6) == E_INVALIDARG);
  CHECK(create(64, kBoth, kStructured, 12) == E_INVALIDARG);
  CHECK(create(64, kBoth, kStructured | kRaw, 16) == E_INVALIDARG);
  CHECK(create(64, kBoth | D3D11_BIND_VERTEX_BUFFER, kStructured, 16) == E_INVALIDARG);
  CHECK(create(64, kBoth | D3D11_BIND_INDEX_BUFFER, kStructured, 16) == E_INVALIDARG);
  CHECK(create(64, D3D11_BIND_CONSTANT_BUFFER, kRaw, 0) == E_INVALIDARG);
  CHECK(create(64, D3D11_BIND_CONSTANT_BUFFER | D3D11_BIND_UNORDERED_ACCESS, 0, 0) == E_INVALIDARG);
  CHECK(create(64, kBoth | D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_INDEX_BUFFER, kRaw, 0) == S_OK);
  CHECK(create(64, kBoth, kRaw | kArguments, 0) == S_OK);
  CHECK(create(12, 0, kArguments, 0) == S_OK);
  CHECK(create(64, kBoth, kStructured | kArguments, 16) == E_INVALIDARG);
}

}  // namespace e11::test
