// SPDX-License-Identifier: Apache-2.0
//
// The exported functions of libdxgi.so.

#include <new>

#include "common/com.h"
#include "common/export.h"
#include "common/log.h"
#include "dxgi/factory.h"

namespace {

HRESULT createFactory(UINT flags, REFIID riid, void** factory) {
  if (factory == nullptr) return DXGI_ERROR_INVALID_CALL;
  *factory = nullptr;
  auto* object = new (std::nothrow) e11::dxgi::Factory(flags);
  if (object == nullptr) return E_OUTOFMEMORY;
  const HRESULT result = object->QueryInterface(riid, factory);
  object->Release();
  return result;
}

}  // namespace

extern "C" {

E11_EXPORT HRESULT WINAPI CreateDXGIFactory(REFIID riid, void** factory) {
  return createFactory(0, riid, factory);
}

E11_EXPORT HRESULT WINAPI CreateDXGIFactory1(REFIID riid, void** factory) {
  return createFactory(0, riid, factory);
}

E11_EXPORT HRESULT WINAPI CreateDXGIFactory2(UINT flags, REFIID riid, void** factory) {
  constexpr UINT kDebug = 1;  // DXGI_CREATE_FACTORY_DEBUG: accepted, there is no debug layer
  if ((flags & ~kDebug) != 0) return DXGI_ERROR_INVALID_CALL;
  return createFactory(flags, riid, factory);
}

}  // extern "C"
