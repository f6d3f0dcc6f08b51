// SPDX-License-Identifier: Apache-2.0
#include "d3d11/query.h"

#include <new>

#include "common/log.h"
#include "d3d11/device.h"

namespace e11::umd {

HRESULT Query::create(Device& device, const D3D11_QUERY_DESC1* desc, Query** out) {
  if (desc == nullptr) return E_INVALIDARG;
  if (desc->Query < D3D11_QUERY_EVENT || desc->Query > D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM3) {
    return E_INVALIDARG;
  }
  if (desc->ContextType != D3D11_CONTEXT_TYPE_ALL && desc->ContextType != D3D11_CONTEXT_TYPE_3D) {
    return E_INVALIDARG;
  }
  if (desc->Query != D3D11_QUERY_EVENT) {
    E11_UNSUPPORTED("queries other than events");
    return E_NOTIMPL;
  }
  if (desc->MiscFlags != 0) return E_INVALIDARG;  // the only flag is for predicates
  if (out == nullptr) return S_FALSE;
  *out = new (std::nothrow) Query(device, *desc);
  return *out != nullptr ? S_OK : E_OUTOFMEMORY;
}

void Query::GetDesc(D3D11_QUERY_DESC* desc) {
  if (desc != nullptr) *desc = {desc_.Query, desc_.MiscFlags};
}

}  // namespace e11::umd
