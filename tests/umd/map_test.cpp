// SPDX-License-Identifier: Apache-2.0
//
// Map and Unmap (contract group CTX-MAP), with a direct window and with shadows.

#include <cstring>

#include "test.h"

namespace e11::test {
namespace {

constexpr UINT kRead = D3D11_CPU_ACCESS_READ, kWrite = D3D11_CPU_ACCESS_WRITE;

HRESULT map(TestDevice& d, ID3D11Resource* resource, D3D11_MAP type, UINT flags = 0,
            UINT subresource = 0) {
  D3D11_MAPPED_SUBRESOURCE mapped;
  return d.context->Map(resource, subresource, type, flags, &mapped);
}

uint8_t* mapBytes(TestDevice& d, ID3D11Resource* resource, D3D11_MAP type, UINT subresource = 0) {
  D3D11_MAPPED_SUBRESOURCE mapped = {};
  REQUIRE(d.context->Map(resource, subresource, type, 0, &mapped) == S_OK);
  return static_cast<uint8_t*>(mapped.pData);
}

}  // namespace

TEST_CASE("CTX-MAP-08 which usage allows which map", "[umd][MAP]") {
  TestDevice d;
  const uint8_t data[64] = {};
  struct Case {
    ComPtr<ID3D11Buffer> buffer;
    bool allowed[6];  // by D3D11_MAP
  };
  const UINT vertex = D3D11_BIND_VERTEX_BUFFER;
  const Case cases[] = {
      {d.buffer(64, D3D11_USAGE_DEFAULT, vertex), {}},
      {d.buffer(64, D3D11_USAGE_IMMUTABLE, vertex, 0, data), {}},
      {d.buffer(64, D3D11_USAGE_DYNAMIC, vertex, kWrite), {0, 0, 0, 0, 1, 1}},
      {d.buffer(64, D3D11_USAGE_STAGING, 0, kRead), {0, 1, 0, 0, 0, 0}},
      {d.buffer(64, D3D11_USAGE_STAGING, 0, kWrite), {0, 0, 1, 0, 0, 0}},
      {d.buffer(64, D3D11_USAGE_STAGING, 0, kRead | kWrite), {0, 1, 1, 1, 0, 0}},
  };
  for (const Case& c : cases) {
    for (int type = 0; type < 8; ++type) {
      const bool allowed = type < 6 && c.allowed[type];
      CHECK(map(d, c.buffer.Get(), static_cast<D3D11_MAP>(type)) ==
            (allowed ? S_OK : E_INVALIDARG));
      d.context->Unmap(c.buffer.Get(), 0);
    }
  }
}

TEST_CASE("CTX-MAP-11 CTX-MAP-13 CTX-MAP-14 flags, indices, nesting", "[umd][MAP]") {
  TestDevice d;
  const auto dynamic = d.buffer(64, D3D11_USAGE_DYNAMIC, D3D11_BIND_VERTEX_BUFFER, kWrite);
  CHECK(map(d, dynamic.Get(), D3D11_MAP_WRITE_DISCARD, D3D11_MAP_FLAG_DO_NOT_WAIT) == E_INVALIDARG);
  CHECK(map(d, dynamic.Get(), D3D11_MAP_WRITE_NO_OVERWRITE, D3D11_MAP_FLAG_DO_NOT_WAIT) ==
        E_INVALIDARG);
  CHECK(map(d, dynamic.Get(), D3D11_MAP_WRITE_DISCARD, 1) == E_INVALIDARG);
  CHECK(map(d, dynamic.Get(), D3D11_MAP_WRITE_DISCARD, 0, 1) == E_INVALIDARG);
  CHECK(map(d, nullptr, D3D11_MAP_WRITE_DISCARD) == E_INVALIDARG);
  const auto texture =
      d.texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_STAGING, 0, kRead | kWrite, 2);
  uint8_t* first = mapBytes(d, texture.Get(), D3D11_MAP_WRITE);
  CHECK(map(d, texture.Get(), D3D11_MAP_WRITE) == E_INVALIDARG);
  first[0] = 77;
  CHECK(map(d, texture.Get(), D3D11_MAP_WRITE, 0, 1) == S_OK);
  d.context->Unmap(texture.Get(), 0);
  d.context->Unmap(texture.Get(), 0);  // no-op
  d.context->Unmap(texture.Get(), 9);  // no-op
  d.context->Unmap(texture.Get(), 1);
  CHECK(*mapBytes(d, texture.Get(), D3D11_MAP_READ) == 77);
}

TEST_CASE("CTX-MAP-12 pitches", "[umd][MAP]") {
  TestDevice d;
  const auto texture = d.texture(17, 5, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_STAGING, 0, kWrite);
  D3D11_MAPPED_SUBRESOURCE mapped;
  REQUIRE(d.context->Map(texture.Get(), 0, D3D11_MAP_WRITE, 0, &mapped) == S_OK);
  CHECK(mapped.RowPitch >= 17 * 4);
  CHECK(mapped.DepthPitch >= mapped.RowPitch * 5);
  d.context->Unmap(texture.Get(), 0);
  const auto blocks = d.texture(16, 8, DXGI_FORMAT_BC1_UNORM, D3D11_USAGE_STAGING, 0, kWrite);
  REQUIRE(d.context->Map(blocks.Get(), 0, D3D11_MAP_WRITE, 0, &mapped) == S_OK);
  CHECK(mapped.RowPitch >= 4 * 8);
}

TEST_CASE("CTX-MAP-09 WRITE_DISCARD leaves queued work its data and does not wait", "[umd][MAP]") {
  for (const bool window : {true, false}) {
    TestDevice d(window);
    d.gpu().pollsUntilDone = 1000;
    const auto dynamic = d.buffer(64, D3D11_USAGE_DYNAMIC, D3D11_BIND_CONSTANT_BUFFER, kWrite);
    const auto first = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
    const auto second = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
    std::memset(mapBytes(d, dynamic.Get(), D3D11_MAP_WRITE_DISCARD), 1, 64);
    d.context->Unmap(dynamic.Get(), 0);
    d.context->CopyResource(first.Get(), dynamic.Get());  // recorded, not submitted
    std::memset(mapBytes(d, dynamic.Get(), D3D11_MAP_WRITE_DISCARD), 2, 64);
    d.context->Unmap(dynamic.Get(), 0);
    d.context->Flush();  // submitted, not finished
    d.context->CopyResource(second.Get(), dynamic.Get());
    std::memset(mapBytes(d, dynamic.Get(), D3D11_MAP_WRITE_DISCARD), 3, 64);
    d.context->Unmap(dynamic.Get(), 0);
    CHECK(d.gpu().waits == 0);
    CHECK(d.bytes(first.Get()) == std::vector<uint8_t>(64, 1));
    CHECK(d.bytes(second.Get()) == std::vector<uint8_t>(64, 2));
    CHECK(d.bytes(dynamic.Get()) == std::vector<uint8_t>(64, 3));
  }
}

TEST_CASE("CTX-MAP-10 WRITE_NO_OVERWRITE keeps the rest, at once and without waiting",
          "[umd][MAP]") {
  for (const bool window : {true, false}) {
    TestDevice d(window);
    d.gpu().pollsUntilDone = 1000;
    const auto ring = d.buffer(256, D3D11_USAGE_DYNAMIC, D3D11_BIND_VERTEX_BUFFER, kWrite);
    const auto copy = d.buffer(256, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
    std::memset(mapBytes(d, ring.Get(), D3D11_MAP_WRITE_DISCARD), 5, 256);
    d.context->Unmap(ring.Get(), 0);
    d.context->CopyResource(copy.Get(), ring.Get());
    d.context->Flush();
    const uint64_t before = d.gpu().bytesWritten;
    std::memset(mapBytes(d, ring.Get(), D3D11_MAP_WRITE_NO_OVERWRITE) + 64, 6, 16);
    d.context->Unmap(ring.Get(), 0);
    // Through a shadow only the changed bytes are sent.
    if (!window) CHECK(d.gpu().bytesWritten == before + 16);
    CHECK(d.gpu().waits == 0);
    std::vector<uint8_t> expected(256, 5);
    std::fill_n(expected.begin() + 64, 16, uint8_t{6});
    CHECK(d.bytes(ring.Get()) == expected);
  }
}

TEST_CASE("shadows: only changed ranges are sent; a GPU write makes them stale", "[umd][MAP]") {
  TestDevice d(false);
  const auto staging = d.buffer(4096, D3D11_USAGE_STAGING, 0, kRead | kWrite);
  uint8_t* bytes = mapBytes(d, staging.Get(), D3D11_MAP_READ_WRITE);
  std::memset(bytes, 9, 4096);
  d.context->Unmap(staging.Get(), 0);
  uint64_t written = d.gpu().bytesWritten;
  uint64_t read = d.gpu().bytesRead;
  bytes = mapBytes(d, staging.Get(), D3D11_MAP_READ_WRITE);
  CHECK(d.gpu().bytesRead == read);  // the shadow is current
  bytes[10] = 1;
  bytes[20] = 2;    // near the first: one transfer
  bytes[3000] = 3;  // far: another
  d.context->Unmap(staging.Get(), 0);
  CHECK(d.gpu().bytesWritten == written + 11 + 1);
  // The GPU overwrites it.
  std::vector<uint8_t> other(4096, 4);
  const auto source =
      d.buffer(4096, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, other.data());
  d.context->CopyResource(staging.Get(), source.Get());
  bytes = mapBytes(d, staging.Get(), D3D11_MAP_READ);
  CHECK(bytes[0] == 4);
  CHECK(bytes[3000] == 4);
  written = d.gpu().bytesWritten;
  d.context->Unmap(staging.Get(), 0);
  CHECK(d.gpu().bytesWritten == written);  // read maps send nothing
}

TEST_CASE("CTX-MAP-02 DO_NOT_WAIT", "[umd][MAP]") {
  TestDevice d;
  d.gpu().pollsUntilDone = 3;
  const std::vector<uint8_t> data(64, 8);
  const auto source = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, data.data());
  const auto staging = d.buffer(64, D3D11_USAGE_STAGING, 0, kRead);
  d.context->CopyResource(staging.Get(), source.Get());
  CHECK(map(d, staging.Get(), D3D11_MAP_READ, D3D11_MAP_FLAG_DO_NOT_WAIT) ==
        DXGI_ERROR_WAS_STILL_DRAWING);
  int tries = 1;
  HRESULT result = DXGI_ERROR_WAS_STILL_DRAWING;
  while (result == DXGI_ERROR_WAS_STILL_DRAWING && tries < 10) {
    result = map(d, staging.Get(), D3D11_MAP_READ, D3D11_MAP_FLAG_DO_NOT_WAIT);
    ++tries;
  }
  CHECK(result == S_OK);
  CHECK(tries > 1);
  CHECK(d.gpu().waits == 0);
  d.context->Unmap(staging.Get(), 0);
  CHECK(mapBytes(d, staging.Get(), D3D11_MAP_READ)[63] == 8);
}

TEST_CASE("CTX-MAP-03 DEV1-CTX-04 a lost device", "[umd][MAP]") {
  TestDevice d;
  const auto source = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  const auto staging = d.buffer(64, D3D11_USAGE_STAGING, 0, kRead | kWrite);
  d.context->CopyResource(staging.Get(), source.Get());
  d.context->Flush();
  d.gpu().lose(kmd::Result::kDeviceHung);
  CHECK(map(d, staging.Get(), D3D11_MAP_READ) == DXGI_ERROR_DEVICE_REMOVED);
  CHECK(map(d, staging.Get(), D3D11_MAP_READ_WRITE) == DXGI_ERROR_DEVICE_REMOVED);
  CHECK(d.device->GetDeviceRemovedReason() == DXGI_ERROR_DEVICE_HUNG);
  // Nothing crashes or waits from here on.
  d.context->CopyResource(staging.Get(), source.Get());
  d.context->Flush();
  ComPtr<ID3D11DeviceContext> deferred;
  CHECK(d.device->CreateDeferredContext(0, &deferred) == DXGI_ERROR_DEVICE_REMOVED);
  ComPtr<ID3D11DeviceContext1> deferred1;
  CHECK(d.device->CreateDeferredContext1(0, &deferred1) == DXGI_ERROR_DEVICE_REMOVED);
  // There is memory, but none to be had any more.
  const D3D11_BUFFER_DESC large = {1 << 20, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, 0, 0};
  ComPtr<ID3D11Buffer> buffer;
  CHECK(d.device->CreateBuffer(&large, nullptr, &buffer) == DXGI_ERROR_DEVICE_REMOVED);
  const CD3D11_TEXTURE2D_DESC desc(DXGI_FORMAT_R8G8B8A8_UNORM, 256, 256, 1, 1,
                                   D3D11_BIND_RENDER_TARGET);
  ComPtr<ID3D11Texture2D> texture;
  CHECK(d.device->CreateTexture2D(&desc, nullptr, &texture) == DXGI_ERROR_DEVICE_REMOVED);
}

TEST_CASE("CTX-MAP-06 DEV3-WTS DEV3-RFS default textures are mapped without a pointer",
          "[umd][MAP]") {
  for (const bool window : {true, false}) {
    TestDevice d(window);
    std::vector<uint32_t> pixels(16 * 8, 0x01020304);
    const D3D11_SUBRESOURCE_DATA initial = {pixels.data(), 64, 0};
    const auto texture = d.texture(16, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT,
                                   D3D11_BIND_RENDER_TARGET, 0, 1, 1, &initial);
    const uint32_t patch[3 * 5] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const D3D11_BOX box = {7, 2, 0, 10, 7, 1};
    d.device->WriteToSubresource(texture.Get(), 0, &box, patch, 12, 0);  // DEV3-WTS-02: not mapped
    CHECK(d.context->Map(texture.Get(), 0, D3D11_MAP_READ, 0, nullptr) == S_OK);
    d.device->WriteToSubresource(texture.Get(), 0, &box, patch, 12, 0);  // mapped for reading
    uint32_t all[16 * 8];
    d.device->ReadFromSubresource(all, 64, 0, texture.Get(), 0, nullptr);
    CHECK(std::all_of(std::begin(all), std::end(all), [](uint32_t p) { return p == 0x01020304; }));
    d.context->Unmap(texture.Get(), 0);
    CHECK(d.context->Map(texture.Get(), 0, D3D11_MAP_READ_WRITE, 0, nullptr) == S_OK);
    const D3D11_BOX empty = {7, 2, 0, 7, 7, 1};
    const D3D11_BOX outside = {7, 2, 0, 17, 7, 1};
    d.device->WriteToSubresource(texture.Get(), 0, &empty, patch, 12, 0);
    d.device->WriteToSubresource(texture.Get(), 0, &outside, patch, 12, 0);
    d.device->WriteToSubresource(texture.Get(), 0, &box, patch, 12, 0);
    // DEV3-RFS-05: bytes between rows stay untouched.
    uint32_t padded[5 * 4];
    std::fill(std::begin(padded), std::end(padded), 0xcccccccc);
    d.device->ReadFromSubresource(padded, 16, 0, texture.Get(), 0, &box);
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 3; ++x) CHECK(padded[y * 4 + x] == patch[y * 3 + x]);
      CHECK(padded[y * 4 + 3] == 0xcccccccc);
    }
    d.context->Unmap(texture.Get(), 0);
    const auto bytes = d.bytes(texture.Get(), 0);
    uint32_t word;
    std::memcpy(&word, &bytes[(3 * 16 + 8) * 4], 4);
    CHECK(word == 5);
    std::memcpy(&word, &bytes[(3 * 16 + 6) * 4], 4);
    CHECK(word == 0x01020304);
    const auto staging = d.texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_STAGING, 0, kRead);
    CHECK(d.context->Map(staging.Get(), 0, D3D11_MAP_READ, 0, nullptr) == E_INVALIDARG);
    const auto buffer = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
    CHECK(d.context->Map(buffer.Get(), 0, D3D11_MAP_READ, 0, nullptr) == E_INVALIDARG);
  }
}

}  // namespace e11::test
