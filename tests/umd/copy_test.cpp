// SPDX-License-Identifier: Apache-2.0
//
// Copies, updates and clears (contract groups CTX-CSR, CTX-CPY, CTX-UPD, CTX-CLR, CTX-N).

#include <cmath>
#include <cstring>

#include "test.h"

namespace e11::test {
namespace {

std::vector<uint8_t> ramp(size_t size, uint8_t start = 0) {
  std::vector<uint8_t> bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<uint8_t>(start + i * 13 + i / 256);
  return bytes;
}

// A texture of one mip whose pixel (x, y) is y << 16 | x | tag << 24.
ComPtr<ID3D11Texture2D> numbered(TestDevice& d, UINT width, UINT height, uint32_t tag,
                                 DXGI_FORMAT format = DXGI_FORMAT_R8G8B8A8_UNORM) {
  std::vector<uint32_t> pixels;
  for (UINT y = 0; y < height; ++y) {
    for (UINT x = 0; x < width; ++x) pixels.push_back(tag << 24 | y << 16 | x);
  }
  const D3D11_SUBRESOURCE_DATA data = {pixels.data(), width * 4, 0};
  return d.texture(width, height, format, D3D11_USAGE_DEFAULT, 0, 0, 1, 1, &data);
}

uint32_t pixel(const std::vector<uint8_t>& bytes, UINT width, UINT x, UINT y) {
  uint32_t word;
  std::memcpy(&word, &bytes[(size_t{y} * width + x) * 4], 4);
  return word;
}

}  // namespace

TEST_CASE("CTX-CSR-01 CTX-CSR-02 a box goes where it should and nowhere else", "[umd][CSR]") {
  for (const bool window : {true, false}) {
    TestDevice d(window);
    const auto src = numbered(d, 256, 256, 1), dst = numbered(d, 256, 256, 2);
    const D3D11_BOX box = {120, 100, 0, 200, 220, 1};
    d.context->CopySubresourceRegion(dst.Get(), 0, 10, 20, 0, src.Get(), 0, &box);
    const auto bytes = d.bytes(dst.Get(), 0);
    for (UINT y = 0; y < 256; ++y) {
      for (UINT x = 0; x < 256; ++x) {
        const bool inside = x >= 10 && x < 90 && y >= 20 && y < 140;
        const uint32_t expected =
            inside ? 1u << 24 | (y - 20 + 100) << 16 | (x - 10 + 120) : 2u << 24 | y << 16 | x;
        if (pixel(bytes, 256, x, y) != expected) FAIL("pixel " << x << ' ' << y);
      }
    }
    // Boxes that touch every edge.
    const D3D11_BOX whole = {0, 0, 0, 256, 256, 1};
    d.context->CopySubresourceRegion(dst.Get(), 0, 0, 0, 0, src.Get(), 0, &whole);
    CHECK(d.bytes(dst.Get(), 0) == d.bytes(src.Get(), 0));
  }
}

TEST_CASE("CTX-CSR-03 CTX-CSR-06 CTX-CSR-07 CTX-CSR-08 CTX-CSR-10 CTX-CSR-13 dropped copies",
          "[umd][CSR]") {
  TestDevice d;
  const auto src = numbered(d, 16, 16, 1), dst = numbered(d, 16, 16, 2);
  const auto other = d.texture(16, 16, DXGI_FORMAT_R32_FLOAT, D3D11_USAGE_DEFAULT, 0);
  const auto buffer = d.buffer(1024, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  const auto before = d.bytes(dst.Get(), 0);
  const auto copy = [&](UINT x, UINT y, UINT z, D3D11_BOX box) {
    d.context->CopySubresourceRegion(dst.Get(), 0, x, y, z, src.Get(), 0, &box);
  };
  copy(0, 0, 0, {0, 0, 0, 17, 4, 1});
  copy(0, 0, 0, {0, 0, 0, 4, 17, 1});
  copy(0, 0, 0, {0, 0, 0, 4, 4, 2});
  copy(13, 0, 0, {0, 0, 0, 4, 4, 1});
  copy(0, 13, 0, {0, 0, 0, 4, 4, 1});
  copy(0xfffffffe, 0, 0, {0, 0, 0, 4, 4, 1});  // must not wrap
  copy(0, 0, 1, {0, 0, 0, 4, 4, 1});
  copy(0, 0, 0, {4, 0, 0, 4, 4, 1});  // empty
  copy(0, 0, 0, {5, 0, 0, 4, 4, 1});
  copy(0, 0, 0, {0, 0, 1, 4, 4, 1});
  d.context->CopySubresourceRegion(dst.Get(), 1, 0, 0, 0, src.Get(), 0, nullptr);
  d.context->CopySubresourceRegion(dst.Get(), 0, 0, 0, 0, src.Get(), 1, nullptr);
  d.context->CopySubresourceRegion(dst.Get(), 0, 0, 0, 0, other.Get(), 0, nullptr);
  d.context->CopySubresourceRegion(dst.Get(), 0, 0, 0, 0, buffer.Get(), 0, nullptr);
  d.context->CopySubresourceRegion(dst.Get(), 0, 4, 0, 0, dst.Get(), 0, nullptr);
  d.context->CopySubresourceRegion(dst.Get(), 0, 0, 0, 0, nullptr, 0, nullptr);
  d.context->CopySubresourceRegion(nullptr, 0, 0, 0, 0, src.Get(), 0, nullptr);
  const auto staging =
      d.texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ);
  D3D11_MAPPED_SUBRESOURCE mapped;
  REQUIRE(d.context->Map(staging.Get(), 0, D3D11_MAP_READ, 0, &mapped) == S_OK);
  d.context->CopyResource(dst.Get(), staging.Get());  // CTX-CPY-06
  d.context->Unmap(staging.Get(), 0);
  CHECK(d.bytes(dst.Get(), 0) == before);
}

TEST_CASE("CTX-CSR-05 buffers in bytes, textures by subresource", "[umd][CSR]") {
  TestDevice d;
  const auto data = ramp(64), zero = std::vector<uint8_t>(64);
  const UINT vertex = D3D11_BIND_VERTEX_BUFFER;
  const auto src = d.buffer(64, D3D11_USAGE_DEFAULT, vertex, 0, data.data());
  const auto dst = d.buffer(64, D3D11_USAGE_DEFAULT, vertex, 0, zero.data());
  const D3D11_BOX box = {3, 0, 0, 11, 1, 1};
  d.context->CopySubresourceRegion(dst.Get(), 0, 5, 0, 0, src.Get(), 0, &box);
  std::vector<uint8_t> expected(64);
  std::copy_n(data.begin() + 3, 8, expected.begin() + 5);
  CHECK(d.bytes(dst.Get()) == expected);

  const auto mips = d.texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT, 0, 0, 3, 2);
  const auto small = numbered(d, 2, 2, 7);
  d.context->CopySubresourceRegion(mips.Get(), D3D11CalcSubresource(2, 1, 3), 0, 0, 0, small.Get(),
                                   0, nullptr);
  CHECK(d.bytes(mips.Get(), 5) == d.bytes(small.Get(), 0));
}

TEST_CASE("CTX-CSR-08 CTX-CPY-05 copies within a format group keep the bits", "[umd][CSR]") {
  TestDevice d;
  const auto src = numbered(d, 8, 8, 0x91, DXGI_FORMAT_R8G8B8A8_UINT);
  const auto dst = d.texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, D3D11_USAGE_DEFAULT, 0);
  d.context->CopyResource(dst.Get(), src.Get());
  CHECK(d.bytes(dst.Get(), 0) == d.bytes(src.Get(), 0));
}

TEST_CASE("block-compressed copies move whole blocks", "[umd][CSR]") {
  TestDevice d;
  const auto data = ramp(4 * 4 * 8);
  const D3D11_SUBRESOURCE_DATA initial = {data.data(), 32, 0};
  const auto src =
      d.texture(16, 16, DXGI_FORMAT_BC1_UNORM, D3D11_USAGE_DEFAULT, 0, 0, 1, 1, &initial);
  const auto dst = d.texture(16, 16, DXGI_FORMAT_BC1_TYPELESS, D3D11_USAGE_DEFAULT, 0);
  d.context->CopyResource(dst.Get(), src.Get());
  CHECK(d.bytes(dst.Get(), 0) == data);
  const D3D11_BOX cut = {2, 0, 0, 8, 4, 1};
  d.context->CopySubresourceRegion(dst.Get(), 0, 0, 0, 0, src.Get(), 0, &cut);  // dropped
  const D3D11_BOX box = {8, 4, 0, 16, 8, 1};
  d.context->CopySubresourceRegion(dst.Get(), 0, 0, 12, 0, src.Get(), 0, &box);
  auto expected = data;
  std::copy_n(data.begin() + 1 * 32 + 16, 16, expected.begin() + 3 * 32);
  CHECK(d.bytes(dst.Get(), 0) == expected);
}

TEST_CASE("CTX-CPY-01 CTX-CPY-02 CTX-CPY-03 CTX-CPY-04 CTX-CPY-07 CopyResource", "[umd][CPY]") {
  TestDevice d;
  const auto data = ramp(64);
  const UINT vertex = D3D11_BIND_VERTEX_BUFFER;
  const auto immutable = d.buffer(64, D3D11_USAGE_IMMUTABLE, vertex, 0, data.data());
  const auto zero = std::vector<uint8_t>(64);
  const auto dst = d.buffer(64, D3D11_USAGE_DEFAULT, vertex, 0, zero.data());
  d.context->CopyResource(immutable.Get(), dst.Get());
  CHECK(d.bytes(immutable.Get()) == data);
  const auto shorter = d.buffer(48, D3D11_USAGE_DEFAULT, vertex, 0, data.data());
  d.context->CopyResource(dst.Get(), shorter.Get());
  d.context->CopyResource(dst.Get(), dst.Get());
  d.context->CopyResource(dst.Get(), nullptr);
  d.context->CopyResource(nullptr, dst.Get());
  CHECK(d.bytes(dst.Get()) == zero);
  d.context->CopyResource(dst.Get(), immutable.Get());
  CHECK(d.bytes(dst.Get()) == data);
  const auto a = numbered(d, 8, 8, 1), b = numbered(d, 8, 4, 2);
  d.context->CopyResource(a.Get(), b.Get());
  CHECK(pixel(d.bytes(a.Get(), 0), 8, 0, 0) >> 24 == 1);
}

TEST_CASE("CTX-CPY-08 depth buffers are copied whole", "[umd][CPY]") {
  TestDevice d;
  const auto a =
      d.texture(8, 8, DXGI_FORMAT_D32_FLOAT, D3D11_USAGE_DEFAULT, D3D11_BIND_DEPTH_STENCIL);
  const auto b =
      d.texture(8, 8, DXGI_FORMAT_D32_FLOAT, D3D11_USAGE_DEFAULT, D3D11_BIND_DEPTH_STENCIL);
  ComPtr<ID3D11DepthStencilView> view;
  REQUIRE(d.device->CreateDepthStencilView(a.Get(), nullptr, &view) == S_OK);
  d.context->ClearDepthStencilView(view.Get(), D3D11_CLEAR_DEPTH, 0.25f, 0);
  const D3D11_BOX part = {0, 0, 0, 4, 4, 1};
  d.context->CopySubresourceRegion(b.Get(), 0, 0, 0, 0, a.Get(), 0, &part);  // CTX-CSR-13
  d.context->CopyResource(b.Get(), a.Get());
  CHECK(d.bytes(a.Get(), 0) == d.bytes(b.Get(), 0));
}

TEST_CASE("CTX-UPD-01 CTX-UPD-09 CTX-UPD-10 CTX-UPD-12 UpdateSubresource", "[umd][UPD]") {
  for (const bool window : {true, false}) {
    TestDevice d(window);
    const auto texture = numbered(d, 64, 64, 3);
    std::vector<uint32_t> patch(20 * 10);
    for (size_t i = 0; i < patch.size(); ++i) patch[i] = 0xee000000u + static_cast<uint32_t>(i);
    const D3D11_BOX box = {12, 30, 0, 27, 40, 1};  // 15 x 10, rows 20 words apart
    d.context->UpdateSubresource(texture.Get(), 0, &box, patch.data(), 80, 0);
    for (const D3D11_BOX& empty : {D3D11_BOX{12, 30, 0, 12, 40, 1}, D3D11_BOX{12, 41, 0, 27, 40, 1},
                                   D3D11_BOX{12, 30, 1, 27, 40, 1}}) {
      d.context->UpdateSubresource(texture.Get(), 0, &empty, patch.data(), 80, 0);
    }
    const D3D11_BOX outside = {60, 0, 0, 65, 1, 1};
    d.context->UpdateSubresource(texture.Get(), 0, &outside, patch.data(), 80, 0);
    d.context->UpdateSubresource(texture.Get(), 1, nullptr, patch.data(), 80, 0);
    d.context->UpdateSubresource(texture.Get(), 0, nullptr, nullptr, 80, 0);
    const auto bytes = d.bytes(texture.Get(), 0);
    for (UINT y = 0; y < 64; ++y) {
      for (UINT x = 0; x < 64; ++x) {
        const bool inside = x >= 12 && x < 27 && y >= 30 && y < 40;
        const uint32_t expected = inside ? patch[(y - 30) * 20 + x - 12] : 3u << 24 | y << 16 | x;
        if (pixel(bytes, 64, x, y) != expected) FAIL("pixel " << x << ' ' << y);
      }
    }
  }
}

TEST_CASE("CTX-UPD-02 CTX-N-02 constant buffers are updated whole, or by UpdateSubresource1",
          "[umd][UPD]") {
  TestDevice d;
  const auto data = ramp(64), zero = std::vector<uint8_t>(64);
  const auto buffer = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER, 0, zero.data());
  const D3D11_BOX box = {16, 0, 0, 32, 1, 1}, unaligned = {8, 0, 0, 24, 1, 1};
  d.context->UpdateSubresource(buffer.Get(), 0, &box, data.data(), 0, 0);
  d.context->UpdateSubresource1(buffer.Get(), 0, &unaligned, data.data(), 0, 0, 0);
  d.context->UpdateSubresource1(buffer.Get(), 0, &box, data.data(), 0, 0, 0x80);
  CHECK(d.bytes(buffer.Get()) == zero);
  d.context->UpdateSubresource1(buffer.Get(), 0, &box, data.data(), 0, 0, 0);
  auto expected = zero;
  std::copy_n(data.begin(), 16, expected.begin() + 16);
  CHECK(d.bytes(buffer.Get()) == expected);
  d.context->UpdateSubresource(buffer.Get(), 0, nullptr, data.data(), 0, 0);
  CHECK(d.bytes(buffer.Get()) == data);
}

TEST_CASE("CTX-UPD-03 CTX-UPD-04 resources that cannot be updated", "[umd][UPD]") {
  TestDevice d;
  const auto data = ramp(64), other = ramp(64, 100);
  const UINT vertex = D3D11_BIND_VERTEX_BUFFER;
  const auto immutable = d.buffer(64, D3D11_USAGE_IMMUTABLE, vertex, 0, data.data());
  const auto dynamic =
      d.buffer(64, D3D11_USAGE_DYNAMIC, vertex, D3D11_CPU_ACCESS_WRITE, data.data());
  d.context->UpdateSubresource(immutable.Get(), 0, nullptr, other.data(), 0, 0);
  d.context->UpdateSubresource(dynamic.Get(), 0, nullptr, other.data(), 0, 0);
  CHECK(d.bytes(immutable.Get()) == data);
  CHECK(d.bytes(dynamic.Get()) == data);
  const auto depth =
      d.texture(4, 4, DXGI_FORMAT_D32_FLOAT, D3D11_USAGE_DEFAULT, D3D11_BIND_DEPTH_STENCIL);
  const auto before = d.bytes(depth.Get(), 0);
  d.context->UpdateSubresource(depth.Get(), 0, nullptr, other.data(), 16, 0);
  CHECK(d.bytes(depth.Get(), 0) == before);
}

TEST_CASE("CTX-UPD-06 an update of memory in use keeps the order and copies the data at once",
          "[umd][UPD]") {
  for (const bool window : {true, false}) {
    TestDevice d(window);
    d.gpu().pollsUntilDone = 1000;
    const auto old = ramp(256);
    const UINT vertex = D3D11_BIND_VERTEX_BUFFER;
    const auto buffer = d.buffer(256, D3D11_USAGE_DEFAULT, vertex, 0, old.data());
    const auto first = d.buffer(256, D3D11_USAGE_DEFAULT, vertex);
    const auto second = d.buffer(256, D3D11_USAGE_DEFAULT, vertex);
    d.context->CopyResource(first.Get(), buffer.Get());
    auto fresh = ramp(256, 50);
    d.context->UpdateSubresource(buffer.Get(), 0, nullptr, fresh.data(), 0, 0);
    const auto expected = fresh;
    std::fill(fresh.begin(), fresh.end(), uint8_t{0xdd});
    d.context->CopyResource(second.Get(), buffer.Get());
    CHECK(d.gpu().waits == 0);
    CHECK(d.bytes(first.Get()) == old);
    CHECK(d.bytes(second.Get()) == expected);
  }
}

TEST_CASE("CTX-CLR-01 CTX-CLR-04 CTX-CLR-10 clears of render targets", "[umd][CLR]") {
  TestDevice d;
  for (const DXGI_FORMAT format : {DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_FORMAT_B8G8R8A8_UNORM}) {
    const auto texture =
        d.texture(9, 7, format, D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET, 0, 2, 3);
    ComPtr<ID3D11RenderTargetView> whole, part;
    REQUIRE(d.device->CreateRenderTargetView(texture.Get(), nullptr, &whole) == S_OK);
    const CD3D11_RENDER_TARGET_VIEW_DESC desc(D3D11_RTV_DIMENSION_TEXTURE2DARRAY, format, 1, 1, 1);
    REQUIRE(d.device->CreateRenderTargetView(texture.Get(), &desc, &part) == S_OK);
    const FLOAT black[4] = {};
    const CD3D11_RENDER_TARGET_VIEW_DESC mip1(D3D11_RTV_DIMENSION_TEXTURE2DARRAY, format, 1, 0, 3);
    ComPtr<ID3D11RenderTargetView> lower;
    REQUIRE(d.device->CreateRenderTargetView(texture.Get(), &mip1, &lower) == S_OK);
    d.context->ClearRenderTargetView(lower.Get(), black);
    const D3D11_VIEWPORT viewport = {0, 0, 1, 1, 0, 1};
    d.context->RSSetViewports(1, &viewport);  // does not apply
    const FLOAT color[4] = {-1.0f, 0.5f, 2.0f, NAN};
    d.context->ClearRenderTargetView(whole.Get(), color);
    const FLOAT white[4] = {1, 1, 1, 1};
    d.context->ClearRenderTargetView(part.Get(), white);
    d.context->ClearRenderTargetView(nullptr, white);
    d.context->ClearRenderTargetView(part.Get(), nullptr);
    // -1 -> 0, 0.5 -> 127.5 + 0.5 -> 128, 2 -> 255, NaN -> 0.
    const uint32_t expected = format == DXGI_FORMAT_R8G8B8A8_UNORM ? 0x00ff8000u : 0x000080ffu;
    for (UINT slice = 0; slice < 3; ++slice) {
      const auto top = d.bytes(texture.Get(), slice * 2);
      for (UINT i = 0; i < 63; ++i) CHECK(pixel(top, 63, i, 0) == expected);
      const auto bottom = d.bytes(texture.Get(), slice * 2 + 1);
      for (UINT i = 0; i < 12; ++i) CHECK(pixel(bottom, 12, i, 0) == (slice == 1 ? ~0u : 0u));
    }
  }
}

TEST_CASE("CTX-CLR-09 clears of depth and stencil", "[umd][CLR]") {
  TestDevice d;
  const auto texture =
      d.texture(5, 3, DXGI_FORMAT_D24_UNORM_S8_UINT, D3D11_USAGE_DEFAULT, D3D11_BIND_DEPTH_STENCIL);
  ComPtr<ID3D11DepthStencilView> view;
  REQUIRE(d.device->CreateDepthStencilView(texture.Get(), nullptr, &view) == S_OK);
  const auto clear = [&](UINT flags, float depth, UINT8 stencil) {
    d.context->ClearDepthStencilView(view.Get(), flags, depth, stencil);
    const auto bytes = d.bytes(texture.Get(), 0);
    for (UINT i = 1; i < 15; ++i) CHECK(pixel(bytes, 15, i, 0) == pixel(bytes, 15, 0, 0));
    return pixel(bytes, 15, 14, 0);
  };
  CHECK(clear(D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL, 2.0f, 0x12) == 0x12ffffff);
  CHECK(clear(D3D11_CLEAR_STENCIL, 0.0f, 0x34) == 0x34ffffff);
  CHECK(clear(D3D11_CLEAR_DEPTH, 0.5f, 0x56) == 0x34800000);
  CHECK(clear(D3D11_CLEAR_DEPTH, -1.0f, 0x56) == 0x34000000);
  CHECK(clear(0, 1.0f, 0x56) == 0x34000000);
  CHECK(clear(4, 1.0f, 0x56) == 0x34000000);  // dropped

  const auto floats =
      d.texture(4, 4, DXGI_FORMAT_D32_FLOAT, D3D11_USAGE_DEFAULT, D3D11_BIND_DEPTH_STENCIL);
  REQUIRE(d.device->CreateDepthStencilView(floats.Get(), nullptr, &view) == S_OK);
  d.context->ClearDepthStencilView(view.Get(), D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL, 0.3f, 9);
  float value;
  const auto bytes = d.bytes(floats.Get(), 0);
  std::memcpy(&value, &bytes[60], 4);
  CHECK(value == 0.3f);
}

TEST_CASE("CTX-N-03 ClearView: rectangles", "[umd][CLR]") {
  TestDevice d;
  const auto texture =
      d.texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET);
  ComPtr<ID3D11RenderTargetView> view;
  REQUIRE(d.device->CreateRenderTargetView(texture.Get(), nullptr, &view) == S_OK);
  const FLOAT black[4] = {}, white[4] = {1, 1, 1, 1};
  d.context->ClearView(view.Get(), black, nullptr, 0);
  const D3D11_RECT rects[3] = {{2, 3, 5, 6}, {12, 12, 99, 99}, {7, 7, 7, 9}};
  d.context->ClearView(view.Get(), white, rects, 3);
  const auto bytes = d.bytes(texture.Get(), 0);
  for (UINT y = 0; y < 16; ++y) {
    for (UINT x = 0; x < 16; ++x) {
      const bool inside = (x >= 2 && x < 5 && y >= 3 && y < 6) || (x >= 12 && y >= 12);
      if (pixel(bytes, 16, x, y) != (inside ? ~0u : 0u)) FAIL("pixel " << x << ' ' << y);
    }
  }
}

}  // namespace e11::test
