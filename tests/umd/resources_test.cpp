// SPDX-License-Identifier: Apache-2.0
//
// Buffers, textures and their views: creation, descriptions, hostile arguments.

#include <cstring>

#include "test.h"

namespace e11::test {
namespace {

HRESULT createBuffer(TestDevice& d, const D3D11_BUFFER_DESC& desc, bool data = false) {
  static const std::vector<uint8_t> bytes(1 << 20, 1);
  const D3D11_SUBRESOURCE_DATA initial = {bytes.data(), 0, 0};
  ComPtr<ID3D11Buffer> buffer;
  const HRESULT result = d.device->CreateBuffer(&desc, data ? &initial : nullptr, &buffer);
  CHECK((buffer != nullptr) == (result == S_OK));
  return result;
}

HRESULT createTexture(TestDevice& d, const CD3D11_TEXTURE2D_DESC1& desc) {
  ComPtr<ID3D11Texture2D1> texture;
  const HRESULT result = d.device->CreateTexture2D1(&desc, nullptr, &texture);
  CHECK((texture != nullptr) == (result == S_OK));
  return result;
}

}  // namespace

TEST_CASE("buffers of all usages can be created", "[umd][resources]") {
  TestDevice d;
  const UINT write = D3D11_CPU_ACCESS_WRITE, read = D3D11_CPU_ACCESS_READ;
  CHECK(createBuffer(d, {100, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, 0, 0}) == S_OK);
  CHECK(createBuffer(d, {100, D3D11_USAGE_DEFAULT, 0, 0, 0, 0}) == S_OK);
  CHECK(createBuffer(d, {100, D3D11_USAGE_IMMUTABLE, D3D11_BIND_INDEX_BUFFER, 0, 0, 0}, true) ==
        S_OK);
  CHECK(createBuffer(d, {96, D3D11_USAGE_DYNAMIC, D3D11_BIND_CONSTANT_BUFFER, write, 0, 0}) ==
        S_OK);
  CHECK(createBuffer(d, {100, D3D11_USAGE_STAGING, 0, write | read, 0, 0}) == S_OK);
  CHECK(createBuffer(d, {100, D3D11_USAGE_DEFAULT,
                         D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_INDEX_BUFFER, 0, 0, 0}) == S_OK);
  // STG-08: constant buffers larger than 4096 constants.
  CHECK(createBuffer(d, {128 * 1024, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER, 0, 0, 0}) ==
        S_OK);
}

TEST_CASE("buffers: hostile descriptions", "[umd][resources]") {
  TestDevice d;
  const UINT write = D3D11_CPU_ACCESS_WRITE, read = D3D11_CPU_ACCESS_READ;
  ComPtr<ID3D11Buffer> buffer;
  CHECK(d.device->CreateBuffer(nullptr, nullptr, &buffer) == E_INVALIDARG);
  CHECK(createBuffer(d, {0, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, 0, 0}) ==
        E_INVALIDARG);
  CHECK(createBuffer(d, {100, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER, 0, 0, 0}) ==
        E_INVALIDARG);  // not a multiple of 16
  CHECK(createBuffer(d, {96, D3D11_USAGE_DEFAULT,
                         D3D11_BIND_CONSTANT_BUFFER | D3D11_BIND_VERTEX_BUFFER, 0, 0, 0}) ==
        E_INVALIDARG);
  CHECK(createBuffer(d, {96, D3D11_USAGE_DEFAULT, D3D11_BIND_DEPTH_STENCIL, 0, 0, 0}) ==
        E_INVALIDARG);
  CHECK(createBuffer(d, {96, D3D11_USAGE_DEFAULT, 0x80000000, 0, 0, 0}) == E_INVALIDARG);
  CHECK(createBuffer(d, {96, static_cast<D3D11_USAGE>(4), D3D11_BIND_VERTEX_BUFFER, 0, 0, 0}) ==
        E_INVALIDARG);
  CHECK(createBuffer(d, {96, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, write, 0, 0}) ==
        E_INVALIDARG);
  CHECK(createBuffer(d, {96, D3D11_USAGE_DYNAMIC, D3D11_BIND_VERTEX_BUFFER, 0, 0, 0}) ==
        E_INVALIDARG);
  CHECK(createBuffer(d, {96, D3D11_USAGE_DYNAMIC, D3D11_BIND_VERTEX_BUFFER, read | write, 0, 0}) ==
        E_INVALIDARG);
  CHECK(createBuffer(d, {96, D3D11_USAGE_DYNAMIC, 0, write, 0, 0}) == E_INVALIDARG);
  CHECK(createBuffer(d, {96, D3D11_USAGE_STAGING, D3D11_BIND_VERTEX_BUFFER, read, 0, 0}) ==
        E_INVALIDARG);
  CHECK(createBuffer(d, {96, D3D11_USAGE_STAGING, 0, 0, 0, 0}) == E_INVALIDARG);
  CHECK(createBuffer(d, {96, D3D11_USAGE_STAGING, 0, 1, 0, 0}) == E_INVALIDARG);
  CHECK(createBuffer(d, {96, D3D11_USAGE_IMMUTABLE, D3D11_BIND_VERTEX_BUFFER, 0, 0, 0}) ==
        E_INVALIDARG);  // no data
  CHECK(createBuffer(d, {96, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0,
                         D3D11_RESOURCE_MISC_GENERATE_MIPS, 0}) == E_INVALIDARG);
  CHECK(createBuffer(d, {96, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0,
                         D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 10}) == E_INVALIDARG);
  CHECK(createBuffer(d, {96, D3D11_USAGE_DEFAULT, D3D11_BIND_STREAM_OUTPUT, 0, 0, 0}) == E_NOTIMPL);
  const D3D11_BUFFER_DESC desc = {96, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, 0, 0};
  const D3D11_SUBRESOURCE_DATA null = {nullptr, 0, 0};
  CHECK(d.device->CreateBuffer(&desc, &null, &buffer) == E_INVALIDARG);
}

TEST_CASE("a buffer's description reads back; exhausted memory gives E_OUTOFMEMORY",
          "[umd][resources]") {
  TestDevice d;
  const auto buffer = d.buffer(1234, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  D3D11_BUFFER_DESC desc;
  buffer->GetDesc(&desc);
  CHECK(desc.ByteWidth == 1234);
  D3D11_RESOURCE_DIMENSION dimension;
  buffer->GetType(&dimension);
  CHECK(dimension == D3D11_RESOURCE_DIMENSION_BUFFER);
  buffer->SetEvictionPriority(5);
  CHECK(buffer->GetEvictionPriority() == 5);
  d.gpu().outOfMemory = true;
  CHECK(createBuffer(d, {1 << 20, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, 0, 0}) ==
        E_OUTOFMEMORY);
}

TEST_CASE("initial data arrives in buffers and textures", "[umd][resources]") {
  for (const bool window : {true, false}) {
    TestDevice d(window);
    std::vector<uint8_t> data(300);
    for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<uint8_t>(i * 7);
    const auto buffer =
        d.buffer(300, D3D11_USAGE_IMMUTABLE, D3D11_BIND_VERTEX_BUFFER, 0, data.data());
    CHECK(d.bytes(buffer.Get()) == data);
    // DEV3-TEX-08: 2 slices x 2 mips, each with a pattern of its own and a padded pitch.
    std::vector<D3D11_SUBRESOURCE_DATA> initial;
    for (UINT i = 0; i < 4; ++i) initial.push_back({data.data() + i, 32, 0});
    const auto texture = d.texture(5, 3, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT,
                                   D3D11_BIND_RENDER_TARGET, 0, 2, 2, initial.data());
    for (UINT i = 0; i < 4; ++i) {
      const UINT width = i % 2 == 0 ? 5 : 2, height = i % 2 == 0 ? 3 : 1;
      std::vector<uint8_t> expected;
      for (UINT y = 0; y < height; ++y) {
        const auto* row = data.data() + i + 32 * y;
        expected.insert(expected.end(), row, row + width * 4);
      }
      CHECK(d.bytes(texture.Get(), i) == expected);
    }
  }
}

TEST_CASE("DEV3-TEX-01 DEV3-TEX-02 DEV3-TEX-04 texture descriptions", "[umd][resources]") {
  TestDevice d;
  ComPtr<ID3D11Texture2D1> texture;
  CD3D11_TEXTURE2D_DESC1 desc(DXGI_FORMAT_R8G8B8A8_UNORM, 32, 32, 3, 0, D3D11_BIND_RENDER_TARGET);
  REQUIRE(d.device->CreateTexture2D1(&desc, nullptr, &texture) == S_OK);
  D3D11_TEXTURE2D_DESC1 read;
  texture->GetDesc1(&read);
  CHECK(read.MipLevels == 6);
  CHECK(read.ArraySize == 3);
  CHECK(read.TextureLayout == D3D11_TEXTURE_LAYOUT_UNDEFINED);
  ComPtr<ID3D11Texture2D> old;
  REQUIRE(texture.As(&old) == S_OK);
  D3D11_TEXTURE2D_DESC oldRead;
  old->GetDesc(&oldRead);
  CHECK(oldRead.MipLevels == 6);
  CHECK(oldRead.BindFlags == D3D11_BIND_RENDER_TARGET);
}

TEST_CASE("DEV3-TEX-03 DEV3-TEX-05 DEV3-TEX-06 DEV3-TEX-09 textures: hostile descriptions",
          "[umd][resources]") {
  TestDevice d;
  const UINT target = D3D11_BIND_RENDER_TARGET, depth = D3D11_BIND_DEPTH_STENCIL;
  const DXGI_FORMAT rgba = DXGI_FORMAT_R8G8B8A8_UNORM;
  using Desc = CD3D11_TEXTURE2D_DESC1;
  CHECK(createTexture(d, Desc(rgba, 16384, 1, 1, 1, target)) == S_OK);
  CHECK(createTexture(d, Desc(rgba, 16385, 1, 1, 1, target)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(rgba, 1, 0, 1, 1, target)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(rgba, 8, 8, 0, 1, target)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(rgba, 8, 8, 2049, 1, target)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(rgba, 8, 8, 1, 5, target)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(DXGI_FORMAT_UNKNOWN, 8, 8, 1, 1, target)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(DXGI_FORMAT_NV12, 8, 8, 1, 1, target)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(static_cast<DXGI_FORMAT>(5000), 8, 8)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(DXGI_FORMAT_R32G32B32A32_FLOAT, 8, 8, 1, 1, target)) ==
        E_INVALIDARG);  // not a supported target
  CHECK(createTexture(d, Desc(rgba, 8, 8, 1, 1, depth)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(DXGI_FORMAT_R32_TYPELESS, 8, 8, 1, 1, depth)) == S_OK);
  CHECK(createTexture(d, Desc(DXGI_FORMAT_R8G8B8A8_TYPELESS, 8, 8, 1, 1, target)) == S_OK);
  CHECK(createTexture(d, Desc(rgba, 8, 8, 1, 1, D3D11_BIND_VERTEX_BUFFER)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(rgba, 8, 8, 1, 1, target, D3D11_USAGE_IMMUTABLE)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(rgba, 8, 8, 1, 1, D3D11_BIND_SHADER_RESOURCE,
                              D3D11_USAGE_IMMUTABLE)) == E_INVALIDARG);  // no data
  CHECK(createTexture(d, Desc(rgba, 8, 8, 1, 1, target, D3D11_USAGE_DEFAULT, 0, 0)) ==
        E_INVALIDARG);  // no samples
  CHECK(createTexture(d, Desc(rgba, 8, 8, 1, 1, target, D3D11_USAGE_DEFAULT, 0, 4)) ==
        E_INVALIDARG);
  CHECK(createTexture(d, Desc(rgba, 8, 8, 1, 1, target, D3D11_USAGE_DEFAULT, 0, 1, 1)) ==
        E_INVALIDARG);
  CHECK(createTexture(d, Desc(rgba, 8, 8, 1, 1, target, D3D11_USAGE_DEFAULT, 0, 1, 0, 0,
                              D3D11_TEXTURE_LAYOUT_ROW_MAJOR)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(rgba, 8, 4, 6, 1, target, D3D11_USAGE_DEFAULT, 0, 1, 0,
                              D3D11_RESOURCE_MISC_TEXTURECUBE)) == E_INVALIDARG);
  CHECK(createTexture(d, Desc(DXGI_FORMAT_BC1_UNORM, 6, 8, 1, 1, D3D11_BIND_SHADER_RESOURCE)) ==
        E_INVALIDARG);
  const D3D11_TEXTURE2D_DESC desc = {8, 8, 1, 1, rgba, {1, 0}, D3D11_USAGE_DEFAULT, target, 0, 0};
  ComPtr<ID3D11Texture2D> texture;
  const D3D11_SUBRESOURCE_DATA null = {nullptr, 32, 0};
  CHECK(d.device->CreateTexture2D(&desc, &null, &texture) == E_INVALIDARG);
  const uint32_t pixels[64] = {};
  const D3D11_SUBRESOURCE_DATA narrow = {pixels, 31, 0};
  CHECK(d.device->CreateTexture2D(&desc, &narrow, &texture) == E_INVALIDARG);
  CHECK(d.device->CreateTexture2D(nullptr, nullptr, &texture) == E_INVALIDARG);
}

TEST_CASE("DEV3-OBJ-10 DEV3-OBJ-11 DEV3-OBJ-12 render target views", "[umd][resources]") {
  TestDevice d;
  const auto texture = d.texture(16, 8, DXGI_FORMAT_R8G8B8A8_TYPELESS, D3D11_USAGE_DEFAULT,
                                 D3D11_BIND_RENDER_TARGET, 0, 3, 4);
  ComPtr<ID3D11RenderTargetView1> view;
  // A typeless resource has no format of its own to view.
  CHECK(d.device->CreateRenderTargetView1(texture.Get(), nullptr, &view) == E_INVALIDARG);
  D3D11_RENDER_TARGET_VIEW_DESC1 desc = {};
  desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
  desc.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2DARRAY;
  desc.Texture2DArray.MipSlice = 2;
  desc.Texture2DArray.FirstArraySlice = 1;
  desc.Texture2DArray.ArraySize = ~0u;
  REQUIRE(d.device->CreateRenderTargetView1(texture.Get(), &desc, &view) == S_OK);
  D3D11_RENDER_TARGET_VIEW_DESC1 read;
  view->GetDesc1(&read);
  CHECK(read.Texture2DArray.ArraySize == 3);
  ComPtr<ID3D11Resource> resource;
  view->GetResource(&resource);
  CHECK(resource.Get() == static_cast<ID3D11Resource*>(texture.Get()));

  const auto fails = [&](auto change) {
    D3D11_RENDER_TARGET_VIEW_DESC1 bad = desc;
    change(bad);
    ComPtr<ID3D11RenderTargetView1> out;
    const HRESULT result = d.device->CreateRenderTargetView1(texture.Get(), &bad, &out);
    return result == E_INVALIDARG && out == nullptr;
  };
  CHECK(fails([](auto& x) { x.Texture2DArray.MipSlice = 3; }));
  CHECK(fails([](auto& x) { x.Texture2DArray.FirstArraySlice = 4; }));
  CHECK(fails([](auto& x) { x.Texture2DArray.ArraySize = 0; }));
  CHECK(fails([](auto& x) { x.Texture2DArray.ArraySize = 4; }));
  CHECK(fails([](auto& x) { x.Texture2DArray.PlaneSlice = 1; }));
  CHECK(fails([](auto& x) { x.Format = DXGI_FORMAT_B8G8R8A8_UNORM; }));
  CHECK(fails([](auto& x) { x.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2DMS; }));
  CHECK(fails([](auto& x) { x.ViewDimension = D3D11_RTV_DIMENSION_UNKNOWN; }));
  CHECK(d.device->CreateRenderTargetView1(nullptr, &desc, &view) == E_INVALIDARG);
  const auto plain = d.texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT, 0);
  CHECK(d.device->CreateRenderTargetView1(plain.Get(), nullptr, &view) == E_INVALIDARG);
  const auto buffer = d.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  CHECK(d.device->CreateRenderTargetView1(buffer.Get(), nullptr, &view) == E_INVALIDARG);
}

TEST_CASE("depth-stencil views", "[umd][resources]") {
  TestDevice d;
  const auto texture =
      d.texture(16, 8, DXGI_FORMAT_R24G8_TYPELESS, D3D11_USAGE_DEFAULT, D3D11_BIND_DEPTH_STENCIL);
  ComPtr<ID3D11DepthStencilView> view;
  D3D11_DEPTH_STENCIL_VIEW_DESC desc = {};
  desc.Format = DXGI_FORMAT_D24_UNORM_S8_UINT;
  desc.ViewDimension = D3D11_DSV_DIMENSION_TEXTURE2D;
  desc.Flags = D3D11_DSV_READ_ONLY_DEPTH;
  CHECK(d.device->CreateDepthStencilView(texture.Get(), &desc, &view) == S_OK);
  D3D11_DEPTH_STENCIL_VIEW_DESC read;
  view->GetDesc(&read);
  CHECK(read.Flags == D3D11_DSV_READ_ONLY_DEPTH);
  desc.Flags = 4;
  CHECK(d.device->CreateDepthStencilView(texture.Get(), &desc, &view) == E_INVALIDARG);
  desc.Flags = 0;
  desc.Format = DXGI_FORMAT_R24_UNORM_X8_TYPELESS;
  CHECK(d.device->CreateDepthStencilView(texture.Get(), &desc, &view) == E_INVALIDARG);
  desc.Format = DXGI_FORMAT_D32_FLOAT;
  CHECK(d.device->CreateDepthStencilView(texture.Get(), &desc, &view) == E_INVALIDARG);
  desc.Format = DXGI_FORMAT_D24_UNORM_S8_UINT;
  desc.Texture2D.MipSlice = 1;
  CHECK(d.device->CreateDepthStencilView(texture.Get(), &desc, &view) == E_INVALIDARG);
  const auto color =
      d.texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET);
  CHECK(d.device->CreateDepthStencilView(color.Get(), nullptr, &view) == E_INVALIDARG);
}

TEST_CASE("objects of another device are refused", "[umd][resources]") {
  TestDevice d, other;
  const auto texture = other.texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT,
                                     D3D11_BIND_RENDER_TARGET);
  ComPtr<ID3D11RenderTargetView> view;
  CHECK(d.device->CreateRenderTargetView(texture.Get(), nullptr, &view) == E_INVALIDARG);
  const auto buffer = other.buffer(64, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER);
  d.context->VSSetConstantBuffers(0, 1, buffer.GetAddressOf());
  ComPtr<ID3D11Buffer> got;
  d.context->VSGetConstantBuffers(0, 1, &got);
  CHECK(got == nullptr);
  D3D11_MAPPED_SUBRESOURCE mapped;
  CHECK(d.context->Map(buffer.Get(), 0, D3D11_MAP_READ, 0, &mapped) == E_INVALIDARG);
}

TEST_CASE("format support", "[umd][resources]") {
  TestDevice d;
  UINT support = 0;
  CHECK(d.device->CheckFormatSupport(DXGI_FORMAT_R8G8B8A8_UNORM, &support) == S_OK);
  CHECK((support & D3D11_FORMAT_SUPPORT_RENDER_TARGET) != 0);
  CHECK((support & D3D11_FORMAT_SUPPORT_IA_VERTEX_BUFFER) != 0);
  CHECK((support & (D3D11_FORMAT_SUPPORT_BLENDABLE | D3D11_FORMAT_SUPPORT_SHADER_SAMPLE)) == 0);
  CHECK(d.device->CheckFormatSupport(DXGI_FORMAT_D32_FLOAT, &support) == S_OK);
  CHECK((support & D3D11_FORMAT_SUPPORT_DEPTH_STENCIL) != 0);
  CHECK(d.device->CheckFormatSupport(DXGI_FORMAT_R16_UINT, &support) == S_OK);
  CHECK((support & D3D11_FORMAT_SUPPORT_IA_INDEX_BUFFER) != 0);
  CHECK(d.device->CheckFormatSupport(DXGI_FORMAT_NV12, &support) == E_FAIL);
  CHECK(support == 0);
  CHECK(d.device->CheckFormatSupport(DXGI_FORMAT_D32_FLOAT, nullptr) == E_INVALIDARG);
  UINT levels = 9;
  CHECK(d.device->CheckMultisampleQualityLevels(DXGI_FORMAT_R8G8B8A8_UNORM, 1, &levels) == S_OK);
  CHECK(levels == 1);
  CHECK(d.device->CheckMultisampleQualityLevels(DXGI_FORMAT_R8G8B8A8_UNORM, 4, &levels) == S_OK);
  CHECK(levels == 0);
}

}  // namespace e11::test
