// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <d3d11_4.h>

#include <mutex>

namespace e11::umd {

class Device;

// ID3D11Multithread of a device (the same interface as ID3D10Multithread): Enter and Leave are a
// lock for the application's own use. The runtime does not take it by itself; turning that
// protection on is refused.
class Multithread final : public ID3D11Multithread {
 public:
  explicit Multithread(Device& device) : device_(device) {}

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void** object) override;
  ULONG STDMETHODCALLTYPE AddRef() override;
  ULONG STDMETHODCALLTYPE Release() override;
  void STDMETHODCALLTYPE Enter() override { mutex_.lock(); }
  void STDMETHODCALLTYPE Leave() override { mutex_.unlock(); }
  WINBOOL STDMETHODCALLTYPE SetMultithreadProtected(WINBOOL enable) override;
  WINBOOL STDMETHODCALLTYPE GetMultithreadProtected() override { return FALSE; }

 private:
  Device& device_;
  std::recursive_mutex mutex_;
};

}  // namespace e11::umd
