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

TEST_CASE(
    "DEV3-WTS-01 DEV3-WTS-04 DEV3-WTS-06 DEV3-WTS-08 DEV3-WTS-09 DEV3-RFS-01 DEV3-RFS-03 "
    "DEV3-RFS-06 whole mips with padded rows",
    "[umd][MAP]") {
  constexpr UINT kMips = 5, kSlices = 2, kPadding = 3;  // 20 x 12 to 1 x 1; bytes behind each row
  for (const bool window : {true, false}) {
    TestDevice d(window);
    const auto texture = d.texture(20, 12, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT,
                                   D3D11_BIND_RENDER_TARGET, 0, kMips, kSlices);
    const auto sizeOf = [](UINT mip, UINT* width, UINT* height) {
      *width = std::max(20u >> mip, 1u);
      *height = std::max(12u >> mip, 1u);
      return *width * *height * 4;
    };
    const auto contents = [](UINT subresource, size_t at) {
      return static_cast<uint8_t>(subresource * 37 + at * 5 + 1);
    };
    UINT width, height;
    // The last one first: a neighbour that is overwritten would not be written again.
    for (UINT subresource = kMips * kSlices; subresource-- > 0;) {
      sizeOf(subresource % kMips, &width, &height);
      const UINT pitch = width * 4 + kPadding;  // rows at odd addresses
      std::vector<uint8_t> rows(1 + size_t{pitch} * height, 0xee);
      for (size_t i = 0; i < size_t{width} * 4 * height; ++i) {
        rows[1 + i / (width * 4) * pitch + i % (width * 4)] = contents(subresource, i);
      }
      REQUIRE(d.context->Map(texture.Get(), subresource, D3D11_MAP_WRITE, 0, nullptr) == S_OK);
      d.device->WriteToSubresource(texture.Get(), subresource, nullptr, &rows[1], pitch, 0);
      d.context->Unmap(texture.Get(), subresource);
    }
    for (UINT subresource = 0; subresource < kMips * kSlices; ++subresource) {
      INFO("subresource " << subresource);
      const UINT bytes = sizeOf(subresource % kMips, &width, &height);
      const UINT pitch = width * 4 + kPadding;
      std::vector<uint8_t> expected(bytes), rows(size_t{pitch} * height, 0xdd);
      for (size_t i = 0; i < bytes; ++i) expected[i] = contents(subresource, i);
      CHECK(d.bytes(texture.Get(), subresource) == expected);
      REQUIRE(d.context->Map(texture.Get(), subresource, D3D11_MAP_READ, 0, nullptr) == S_OK);
      d.device->ReadFromSubresource(rows.data(), pitch, 0, texture.Get(), subresource, nullptr);
      d.context->Unmap(texture.Get(), subresource);
      for (size_t i = 0; i < rows.size(); ++i) {
        const size_t x = i % pitch;
        REQUIRE(rows[i] == (x < width * 4 ? expected[i / pitch * width * 4 + x] : 0xdd));
      }
    }
  }
}

TEST_CASE("CTX-N-01 CTX-CSR-06 nothing is copied within one subresource", "[umd][CSR]") {
  TestDevice d;
  D3D11_FEATURE_DATA_D3D11_OPTIONS options;
  REQUIRE(d.device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS, &options, sizeof(options)) ==
          S_OK);
  CHECK(!options.CopyWithOverlap);
  std::vector<uint8_t> data(64);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<uint8_t>(i);
  const auto buffer = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, data.data());
  const auto other = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  const D3D11_BOX box = {0, 0, 0, 16, 1, 1};
  for (const UINT to : {0u, 8u, 32u}) {
    d.context->CopySubresourceRegion1(buffer.Get(), 0, to, 0, 0, buffer.Get(), 0, &box, 0);
    d.context->CopySubresourceRegion(buffer.Get(), 0, to, 0, 0, buffer.Get(), 0, &box);
  }
  CHECK(d.bytes(buffer.Get()) == data);
  // Flags that are none, or contradict each other.
  for (const UINT flags : {4u, ~0u, UINT{D3D11_COPY_DISCARD | D3D11_COPY_NO_OVERWRITE}}) {
    d.context->CopySubresourceRegion1(other.Get(), 0, 0, 0, 0, buffer.Get(), 0, &box, flags);
  }
  CHECK(d.bytes(other.Get()) == std::vector<uint8_t>(64));
  d.context->CopySubresourceRegion1(other.Get(), 0, 8, 0, 0, buffer.Get(), 0, &box,
                                    D3D11_COPY_NO_OVERWRITE);
  CHECK(d.bytes(other.Get())[8 + 15] == 15);
}

TEST_CASE("DEV1-CTX-03 DEV1-CTX-09 DEV3-CTX-03 DEV3-CTX-05 deferred contexts are refused",
          "[umd][DEV]") {
  TestDevice d;
  ComPtr<ID3D11DeviceContext> context;
  ComPtr<ID3D11DeviceContext1> context1;
  ComPtr<ID3D11DeviceContext2> context2;
  ComPtr<ID3D11DeviceContext3> context3;
  CHECK(d.device->CreateDeferredContext(0, &context) == E_NOTIMPL);
  CHECK(d.device->CreateDeferredContext1(0, &context1) == E_NOTIMPL);
  CHECK(d.device->CreateDeferredContext2(0, &context2) == E_NOTIMPL);
  CHECK(d.device->CreateDeferredContext3(0, &context3) == E_NOTIMPL);
  CHECK((context == nullptr && context1 == nullptr && context2 == nullptr && context3 == nullptr));
  CHECK(d.device->CreateDeferredContext1(0, nullptr) == E_NOTIMPL);
  CHECK(d.device->CreateDeferredContext3(0, nullptr) == E_NOTIMPL);
  // What could be made with them is refused as well, and the caps say so (contract CTX-UPD-13).
  D3D11_FEATURE_DATA_THREADING threading;
  REQUIRE(d.device->CheckFeatureSupport(D3D11_FEATURE_THREADING, &threading, sizeof(threading)) ==
          S_OK);
  CHECK(!threading.DriverCommandLists);
}

TEST_CASE("CTX-OMU-04 a target and a view in one slot are not bound", "[umd][OM]") {
  TestDevice d;
  const auto texture =
      d.texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET);
  ComPtr<ID3D11RenderTargetView> target, got;
  REQUIRE(d.device->CreateRenderTargetView(texture.Get(), nullptr, &target) == S_OK);
  const auto buffer = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_UNORDERED_ACCESS);
  const CD3D11_UNORDERED_ACCESS_VIEW_DESC desc(buffer.Get(), DXGI_FORMAT_R32_UINT, 0, 16);
  ComPtr<ID3D11UnorderedAccessView> view, bound;
  REQUIRE(d.device->CreateUnorderedAccessView(buffer.Get(), &desc, &view) == S_OK);
  const auto set = [&](UINT targets, UINT start) {
    d.context->OMSetRenderTargetsAndUnorderedAccessViews(targets, target.GetAddressOf(), nullptr,
                                                         start, 1, view.GetAddressOf(), nullptr);
    got.Reset();
    bound.Reset();
    d.context->OMGetRenderTargetsAndUnorderedAccessViews(1, &got, nullptr, 1, 1, &bound);
  };
  set(1, 0);  // both in slot 0
  CHECK(got == nullptr);
  set(1, 1);
  CHECK(got == target);
  CHECK(bound == view);
  set(1, 0);  // dropped: what was bound stays
  CHECK(got == target);
  CHECK(bound == view);
}

}  // namespace e11::test
