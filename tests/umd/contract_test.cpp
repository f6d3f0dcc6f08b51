// SPDX-License-Identifier: Apache-2.0
//
// Rows of the contract that other files do not reach.

#include <algorithm>
#include <cstring>

#include "test.h"

namespace e11::test {
namespace {

constexpr UINT kBytes = 64;

}  // namespace

TEST_CASE("CTX-IA-01 input layouts: round trip, null, of another device", "[umd][IA]") {
  TestDevice d, other;
  const auto bytes = readBlob("tests/shaders/vertex.position_only.vs_5_0.dxbc");
  const D3D11_INPUT_ELEMENT_DESC element = {
      "POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0};
  ComPtr<ID3D11InputLayout> layout, foreign, got;
  REQUIRE(d.device->CreateInputLayout(&element, 1, bytes.data(), bytes.size(), &layout) == S_OK);
  REQUIRE(other.device->CreateInputLayout(&element, 1, bytes.data(), bytes.size(), &foreign) ==
          S_OK);
  d.context->IASetInputLayout(layout.Get());
  const ULONG before = referencesOf(layout.Get());
  d.context->IAGetInputLayout(&got);
  CHECK(got == layout);
  CHECK(referencesOf(layout.Get()) == before + 1);
  d.context->IASetInputLayout(foreign.Get());  // dropped
  d.context->IAGetInputLayout(&got);
  CHECK(got == layout);
  d.context->IASetInputLayout(nullptr);
  d.context->IAGetInputLayout(&got);
  CHECK(got == nullptr);
  d.context->IAGetInputLayout(nullptr);
}

TEST_CASE("CTX-MAP-01 a mapped resource takes part in no copy, update or clear", "[umd][MAP]") {
  TestDevice d;
  std::vector<uint8_t> ones(kBytes, 1), twos(kBytes, 2);
  const auto staging = d.buffer(kBytes, D3D11_USAGE_STAGING, 0,
                                D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE, ones.data());
  const auto buffer =
      d.buffer(kBytes, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, twos.data());
  D3D11_MAPPED_SUBRESOURCE mapped;
  REQUIRE(d.context->Map(staging.Get(), 0, D3D11_MAP_READ_WRITE, 0, &mapped) == S_OK);
  d.context->CopyResource(buffer.Get(), staging.Get());
  d.context->CopyResource(staging.Get(), buffer.Get());
  d.context->UpdateSubresource(staging.Get(), 0, nullptr, twos.data(), 0, 0);
  d.context->CopySubresourceRegion(buffer.Get(), 0, 0, 0, 0, staging.Get(), 0, nullptr);
  CHECK(std::memcmp(mapped.pData, ones.data(), kBytes) == 0);
  d.context->Unmap(staging.Get(), 0);
  CHECK(d.bytes(buffer.Get()) == twos);
  d.context->CopyResource(buffer.Get(), staging.Get());
  CHECK(d.bytes(buffer.Get()) == ones);
}

TEST_CASE("CTX-MAP-07 writes of every size land", "[umd][MAP]") {
  for (const bool window : {true, false}) {
    TestDevice d(window);
    const auto buffer =
        d.buffer(kBytes, D3D11_USAGE_DYNAMIC, D3D11_BIND_VERTEX_BUFFER, D3D11_CPU_ACCESS_WRITE);
    D3D11_MAPPED_SUBRESOURCE mapped;
    REQUIRE(d.context->Map(buffer.Get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped) == S_OK);
    std::vector<uint8_t> expected(kBytes);
    for (UINT i = 0; i < kBytes; ++i) expected[i] = static_cast<uint8_t>(3 * i + 1);
    UINT at = 0;
    for (const UINT size : {1u, 1u, 2u, 4u, 8u, 16u, 32u}) {
      std::memcpy(static_cast<char*>(mapped.pData) + at, &expected[at], size);
      at += size;
    }
    REQUIRE(at == kBytes);
    d.context->Unmap(buffer.Get(), 0);
    CHECK(d.bytes(buffer.Get()) == expected);
  }
}

TEST_CASE("CTX-UPD-07 CTX-UPD-08 updates of idle textures, rows found by their pitch",
          "[umd][UPD]") {
  for (const UINT pitch : {32u, 48u}) {
    TestDevice d;
    const auto texture = d.texture(2, 3, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_USAGE_DEFAULT,
                                   D3D11_BIND_SHADER_RESOURCE);
    std::vector<uint8_t> source(pitch * 3), expected;
    for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<uint8_t>(i * 7);
    for (UINT y = 0; y < 3; ++y) {
      expected.insert(expected.end(), &source[y * pitch], &source[y * pitch] + 32);
    }
    d.context->UpdateSubresource(texture.Get(), 0, nullptr, source.data(), pitch, 0);
    CHECK(d.gpu().submissions == 0);  // nothing uses it: written at once
    CHECK(d.bytes(texture.Get(), 0) == expected);
  }
}

TEST_CASE("CTX-CLR-03 a clear reaches every slice of its view", "[umd][CLR]") {
  TestDevice d;
  const auto texture = d.texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT,
                                 D3D11_BIND_RENDER_TARGET, 0, 2, 6);
  ComPtr<ID3D11RenderTargetView> view;
  REQUIRE(d.device->CreateRenderTargetView(texture.Get(), nullptr, &view) == S_OK);
  const FLOAT white[4] = {1, 1, 1, 1};
  d.context->ClearRenderTargetView(view.Get(), white);
  for (UINT slice = 0; slice < 6; ++slice) {
    CHECK(d.bytes(texture.Get(), 2 * slice) == std::vector<uint8_t>(64, 0xff));
    CHECK(d.bytes(texture.Get(), 2 * slice + 1) == std::vector<uint8_t>(16, 0));
  }
}

TEST_CASE("CTX-CSR-11 CTX-CSR-12 copies are queued, and blend nothing", "[umd][CSR]") {
  TestDevice d;
  d.gpu().pollsUntilDone = 100;
  CD3D11_BLEND_DESC desc{CD3D11_DEFAULT()};
  desc.RenderTarget[0].RenderTargetWriteMask = 0;
  ComPtr<ID3D11BlendState> blend;
  REQUIRE(d.device->CreateBlendState(&desc, &blend) == S_OK);
  d.context->OMSetBlendState(blend.Get(), nullptr, 0);
  const std::vector<uint8_t> ones(kBytes, 1);
  const auto from = d.buffer(kBytes, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, ones.data());
  const auto to = d.buffer(kBytes, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  d.context->CopySubresourceRegion(to.Get(), 0, 0, 0, 0, from.Get(), 0, nullptr);
  d.context->Flush();
  CHECK(d.gpu().waits == 0);
  CHECK(d.bytes(to.Get()) == ones);
}

TEST_CASE("CTX-QRY-04 CTX-FLS-04 CTX-FLS-05 the last End counts; Flush does not wait",
          "[umd][QRY]") {
  TestDevice d;
  d.gpu().pollsUntilDone = 2;
  const D3D11_QUERY_DESC desc = {D3D11_QUERY_EVENT, 0};
  ComPtr<ID3D11Query> query;
  REQUIRE(d.device->CreateQuery(&desc, &query) == S_OK);
  const auto a = d.buffer(kBytes, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  const auto b = d.buffer(kBytes, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  d.context->CopyResource(a.Get(), b.Get());
  d.context->End(query.Get());
  d.context->Flush();
  d.context->CopyResource(b.Get(), a.Get());
  d.context->End(query.Get());
  WINBOOL done = FALSE;
  // The first End is past, but the second has not even been submitted.
  for (int i = 0; i < 10; ++i) {
    CHECK(d.context->GetData(query.Get(), &done, sizeof(done), D3D11_ASYNC_GETDATA_DONOTFLUSH) ==
          S_FALSE);
  }
  d.context->Flush();
  CHECK(d.gpu().waits == 0);
  HRESULT result = S_FALSE;
  for (int i = 0; i < 10 && result == S_FALSE; ++i) {
    result = d.context->GetData(query.Get(), &done, sizeof(done), D3D11_ASYNC_GETDATA_DONOTFLUSH);
  }
  CHECK(result == S_OK);
  CHECK(done == TRUE);
}

TEST_CASE("CTX-FLS-06 released objects are gone at the next Flush", "[umd][FLS]") {
  TestDevice d;
  int deaths = 0;
  {
    const auto buffer = d.buffer(kBytes, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
    Notifier::attach(buffer.Get(), &deaths);
    const auto other = d.buffer(kBytes, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
    d.context->CopyResource(other.Get(), buffer.Get());
  }
  d.context->Flush();
  CHECK(deaths == 1);
}

TEST_CASE("DEV1-CTX-01 DEV1-CTX-02 DEV3-CTX-01 DEV3-CTX-02 one immediate context in all versions",
          "[umd][COM]") {
  TestDevice d;
  ComPtr<ID3D11DeviceContext> zero;
  ComPtr<ID3D11DeviceContext1> one;
  ComPtr<ID3D11DeviceContext2> two;
  ComPtr<ID3D11DeviceContext3> three;
  const ULONG before = referencesOf(d.context.Get());
  d.device->GetImmediateContext(&zero);
  d.device->GetImmediateContext1(&one);
  d.device->GetImmediateContext2(&two);
  d.device->GetImmediateContext3(&three);
  CHECK(referencesOf(d.context.Get()) == before + 4);
  CHECK(three->GetType() == D3D11_DEVICE_CONTEXT_IMMEDIATE);
  const auto identity = [](IUnknown* object) {
    ComPtr<IUnknown> unknown;
    REQUIRE(object->QueryInterface(IID_PPV_ARGS(&unknown)) == S_OK);
    return unknown.Get();
  };
  CHECK(identity(zero.Get()) == identity(three.Get()));
  CHECK(identity(one.Get()) == identity(two.Get()));
  CHECK(identity(one.Get()) == identity(d.context.Get()));
  d.device->GetImmediateContext3(nullptr);
  for (int i = 0; i < 1000; ++i) {
    ComPtr<ID3D11DeviceContext3> again;
    d.device->GetImmediateContext3(&again);
  }
  CHECK(referencesOf(d.context.Get()) == before + 4);
  three->Flush1(D3D11_CONTEXT_TYPE_ALL, nullptr);
}

TEST_CASE("DEV3-OBJ-02 DEV3-TEX-07 memory that is short, memory that is fresh",
          "[umd][resources]") {
  TestDevice d;
  {
    const std::vector<uint8_t> ones(kBytes, 1);
    d.buffer(kBytes, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, ones.data());
  }
  // The block of the buffer that is gone shows nothing of it.
  const auto fresh = d.buffer(kBytes, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  CHECK(d.bytes(fresh.Get()) == std::vector<uint8_t>(kBytes, 0));

  const D3D11_BUFFER_DESC large = {1 << 20,
                                   D3D11_USAGE_DEFAULT,
                                   D3D11_BIND_UNORDERED_ACCESS,
                                   0,
                                   D3D11_RESOURCE_MISC_BUFFER_STRUCTURED,
                                   16};
  ComPtr<ID3D11Buffer> buffer;
  d.gpu().outOfMemory = true;
  CHECK(d.device->CreateBuffer(&large, nullptr, &buffer) == E_OUTOFMEMORY);
  CHECK(buffer == nullptr);
  d.gpu().outOfMemory = false;
  CHECK(d.device->CreateBuffer(&large, nullptr, &buffer) == S_OK);
}

TEST_CASE("DEV3-WTS-03 DEV3-WTS-05 DEV3-WTS-07 DEV3-RFS-02 DEV3-RFS-04 DEV3-RFS-07 parts of mips",
          "[umd][MAP]") {
  TestDevice d;
  const auto texture = d.texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT,
                                 D3D11_BIND_RENDER_TARGET, 0, 3, 3);
  const UINT subresource = D3D11CalcSubresource(1, 2, 3);  // 8 x 8
  std::vector<uint32_t> source(64), got(64, 0xcccccccc);
  for (uint32_t i = 0; i < 64; ++i) source[i] = i + 1;
  REQUIRE(d.context->Map(texture.Get(), subresource, D3D11_MAP_WRITE, 0, nullptr) == S_OK);
  // Row by row and in pieces: the same as at once.
  for (UINT y = 0; y < 8; ++y) {
    for (const auto& [left, right] : {std::pair<UINT, UINT>{0, 3}, {3, 8}}) {
      const D3D11_BOX box = {left, y, 0, right, y + 1, 1};
      d.device->WriteToSubresource(texture.Get(), subresource, &box, &source[y * 8 + left], 32, 0);
    }
  }
  for (const D3D11_BOX& box :
       {D3D11_BOX{4, 0, 0, 4, 8, 1}, D3D11_BOX{0, 8, 0, 8, 2, 1}, D3D11_BOX{0, 0, 1, 8, 8, 1}}) {
    d.device->WriteToSubresource(texture.Get(), subresource, &box, got.data(), 32, 0);
  }
  d.device->ReadFromSubresource(got.data(), 32, 0, texture.Get(), subresource, nullptr);
  CHECK(got == std::vector<uint32_t>(64, 0xcccccccc));  // mapped for writing only
  d.context->Unmap(texture.Get(), subresource);
  d.device->ReadFromSubresource(got.data(), 32, 0, texture.Get(), subresource, nullptr);
  CHECK(got == std::vector<uint32_t>(64, 0xcccccccc));  // not mapped
  REQUIRE(d.context->Map(texture.Get(), subresource, D3D11_MAP_READ, 0, nullptr) == S_OK);
  const D3D11_BOX empty = {4, 0, 0, 4, 8, 1};
  d.device->ReadFromSubresource(got.data(), 32, 0, texture.Get(), subresource, &empty);
  CHECK(got == std::vector<uint32_t>(64, 0xcccccccc));
  d.device->ReadFromSubresource(got.data(), 32, 0, texture.Get(), subresource, nullptr);
  CHECK(got == source);
  d.context->Unmap(texture.Get(), subresource);
}

}  // namespace e11::test
