// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_MAIN
#include "test.h"

#include <cstring>
#include <fstream>
#include <iterator>

#include "common/format.h"

namespace e11::test {

TestDevice::TestDevice(bool window, UINT flags, D3D_FEATURE_LEVEL level)
    : adapter(std::make_shared<FakeAdapter>(window)) {
  umd::Device* made = nullptr;
  REQUIRE(umd::Device::create(adapter, nullptr, {flags, level}, &made) == S_OK);
  device.Attach(made);
  ComPtr<ID3D11DeviceContext> base;
  device->GetImmediateContext(&base);
  REQUIRE(base.As(&context) == S_OK);
}

ComPtr<ID3D11Buffer> TestDevice::buffer(UINT bytes, D3D11_USAGE usage, UINT bind, UINT cpu,
                                        const void* data) {
  const D3D11_BUFFER_DESC desc = {bytes, usage, bind, cpu, 0, 0};
  const D3D11_SUBRESOURCE_DATA initial = {data, 0, 0};
  ComPtr<ID3D11Buffer> out;
  REQUIRE(device->CreateBuffer(&desc, data != nullptr ? &initial : nullptr, &out) == S_OK);
  return out;
}

ComPtr<ID3D11Texture2D> TestDevice::texture(UINT width, UINT height, DXGI_FORMAT format,
                                            D3D11_USAGE usage, UINT bind, UINT cpu, UINT mips,
                                            UINT slices, const D3D11_SUBRESOURCE_DATA* data) {
  const D3D11_TEXTURE2D_DESC desc = {width,  height, mips, slices, format,
                                     {1, 0}, usage,  bind, cpu,    0};
  ComPtr<ID3D11Texture2D> out;
  REQUIRE(device->CreateTexture2D(&desc, data, &out) == S_OK);
  return out;
}

std::vector<uint8_t> TestDevice::bytes(ID3D11Buffer* source) {
  D3D11_BUFFER_DESC desc;
  source->GetDesc(&desc);
  ComPtr<ID3D11Buffer> staging =
      buffer(desc.ByteWidth, D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ);
  context->CopyResource(staging.Get(), source);
  D3D11_MAPPED_SUBRESOURCE mapped;
  REQUIRE(context->Map(staging.Get(), 0, D3D11_MAP_READ, 0, &mapped) == S_OK);
  const auto* first = static_cast<const uint8_t*>(mapped.pData);
  std::vector<uint8_t> out(first, first + desc.ByteWidth);
  context->Unmap(staging.Get(), 0);
  return out;
}

std::vector<uint8_t> TestDevice::bytes(ID3D11Texture2D* source, UINT subresource) {
  D3D11_TEXTURE2D_DESC desc;
  source->GetDesc(&desc);
  desc.Usage = D3D11_USAGE_STAGING;
  desc.BindFlags = 0;
  desc.MiscFlags = 0;
  desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
  ComPtr<ID3D11Texture2D> staging;
  REQUIRE(device->CreateTexture2D(&desc, nullptr, &staging) == S_OK);
  context->CopyResource(staging.Get(), source);
  D3D11_MAPPED_SUBRESOURCE mapped;
  REQUIRE(context->Map(staging.Get(), subresource, D3D11_MAP_READ, 0, &mapped) == S_OK);
  const UINT mip = subresource % desc.MipLevels;
  const umd::FormatInfo& format = *umd::formatInfo(desc.Format);
  const UINT width = std::max(1u, desc.Width >> mip);
  const UINT height = std::max(1u, desc.Height >> mip);
  const UINT rowBytes = (width + format.blockWidth - 1) / format.blockWidth * format.bytesPerBlock;
  const UINT rows = (height + format.blockHeight - 1) / format.blockHeight;
  std::vector<uint8_t> out;
  for (UINT y = 0; y < rows; ++y) {
    const auto* row = static_cast<const uint8_t*>(mapped.pData) + size_t{y} * mapped.RowPitch;
    out.insert(out.end(), row, row + rowBytes);
  }
  context->Unmap(staging.Get(), subresource);
  return out;
}

std::vector<uint8_t> readBlob(const std::string& path) {
  std::ifstream file(std::string(E11_SOURCE_DIR) + "/" + path, std::ios::binary);
  std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  INFO(path);
  REQUIRE(!bytes.empty());
  return bytes;
}

ULONG referencesOf(IUnknown* object) {
  object->AddRef();
  return object->Release();
}

void Notifier::attach(ID3D11DeviceChild* object, int* deaths) {
  static const GUID kKey = {0x4bb0d7a2, 0x1111, 0x4e11, {1, 2, 3, 4, 5, 6, 7, 8}};
  auto* notifier = new Notifier(deaths);
  REQUIRE(object->SetPrivateDataInterface(kKey, notifier) == S_OK);
  notifier->Release();
}

}  // namespace e11::test
