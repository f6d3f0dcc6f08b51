// SPDX-License-Identifier: Apache-2.0
#pragma once
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <d3d11_4.h>
#include <dxgi1_6.h>
#include <wrl/client.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "d3d11/device.h"
#include "fake_kmd.h"

namespace e11::test {

using Microsoft::WRL::ComPtr;

// A device on the fake kernel driver: all objects, all state, copies and fills; draws are recorded.
struct TestDevice {
  explicit TestDevice(bool window = true, UINT flags = 0,
                      D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_1);

  std::shared_ptr<FakeAdapter> adapter;
  ComPtr<ID3D11Device5> device;
  ComPtr<ID3D11DeviceContext4> context;

  FakeContext& gpu() { return *adapter->context; }

  ComPtr<ID3D11Buffer> buffer(UINT bytes, D3D11_USAGE usage, UINT bind, UINT cpu = 0,
                              const void* data = nullptr);
  ComPtr<ID3D11Texture2D> texture(UINT width, UINT height, DXGI_FORMAT format, D3D11_USAGE usage,
                                  UINT bind, UINT cpu = 0, UINT mips = 1, UINT slices = 1,
                                  const D3D11_SUBRESOURCE_DATA* data = nullptr);
  // A buffer's or one subresource's bytes as the GPU's memory has them now, row by row without
  // padding; by a staging copy.
  std::vector<uint8_t> bytes(ID3D11Buffer* buffer);
  std::vector<uint8_t> bytes(ID3D11Texture2D* texture, UINT subresource);
};

// A committed shader blob by its path below the repository's root.
std::vector<uint8_t> readBlob(const std::string& path);

// What AddRef would return minus one: the public references an object has.
ULONG referencesOf(IUnknown* object);

// Lives in an object's private data and counts the object's death.
class Notifier final : public IUnknown {
 public:
  explicit Notifier(int* deaths) : deaths_(deaths) {}
  // Hands the notifier over to `object`.
  static void attach(ID3D11DeviceChild* object, int* deaths);

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void** object) override {
    *object = nullptr;
    return E_NOINTERFACE;
  }
  ULONG STDMETHODCALLTYPE AddRef() override { return ++references_; }
  ULONG STDMETHODCALLTYPE Release() override {
    const ULONG left = --references_;
    if (left == 0) {
      ++*deaths_;
      delete this;
    }
    return left;
  }

 private:
  ULONG references_ = 1;
  int* deaths_;
};

}  // namespace e11::test
