// SPDX-License-Identifier: Apache-2.0
#include "d3d11/multithread.h"

#include "common/log.h"
#include "d3d11/device.h"

namespace e11::umd {

HRESULT Multithread::QueryInterface(REFIID riid, void** object) {
  return device_.QueryInterface(riid, object);
}

ULONG Multithread::AddRef() {
  return device_.AddRef();
}

ULONG Multithread::Release() {
  return device_.Release();
}

WINBOOL Multithread::SetMultithreadProtected(WINBOOL enable) {
  if (enable) E11_UNSUPPORTED("protecting the context from several threads");
  return FALSE;
}

}  // namespace e11::umd
