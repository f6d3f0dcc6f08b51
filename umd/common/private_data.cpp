// SPDX-License-Identifier: Apache-2.0
#include "common/private_data.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace e11::umd {

PrivateData::~PrivateData() {
  for (Entry& entry : entries_) {
    if (entry.object != nullptr) entry.object->Release();
  }
}

HRESULT PrivateData::replace(Entry entry, bool remove) {
  IUnknown* old = nullptr;
  HRESULT result = S_OK;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    auto it = std::find_if(entries_.begin(), entries_.end(),
                           [&](const Entry& e) { return e.guid == entry.guid; });
    if (it != entries_.end()) {
      old = it->object;
      if (remove) {
        entries_.erase(it);
      } else {
        *it = std::move(entry);
      }
    } else if (remove) {
      result = S_FALSE;
    } else {
      entries_.push_back(std::move(entry));
    }
  }
  if (old != nullptr) old->Release();
  return result;
}

HRESULT PrivateData::set(REFGUID guid, UINT size, const void* data) {
  Entry entry;
  entry.guid = guid;
  if (data != nullptr) {
    const BYTE* bytes = static_cast<const BYTE*>(data);
    entry.bytes.assign(bytes, bytes + size);
  }
  return replace(std::move(entry), data == nullptr);
}

HRESULT PrivateData::setInterface(REFGUID guid, const IUnknown* object) {
  Entry entry;
  entry.guid = guid;
  entry.object = const_cast<IUnknown*>(object);
  if (entry.object != nullptr) entry.object->AddRef();
  return replace(std::move(entry), object == nullptr);
}

HRESULT PrivateData::get(REFGUID guid, UINT* size, void* data) {
  if (size == nullptr) return E_INVALIDARG;
  std::lock_guard<std::mutex> lock(mutex_);
  auto it = std::find_if(entries_.begin(), entries_.end(),
                         [&](const Entry& e) { return e.guid == guid; });
  if (it == entries_.end()) {
    *size = 0;
    return DXGI_ERROR_NOT_FOUND;
  }
  const UINT needed = it->object != nullptr ? static_cast<UINT>(sizeof(IUnknown*))
                                            : static_cast<UINT>(it->bytes.size());
  const UINT capacity = *size;
  *size = needed;
  if (data == nullptr) return S_OK;
  if (capacity < needed) return DXGI_ERROR_MORE_DATA;
  if (it->object != nullptr) {
    it->object->AddRef();
    std::memcpy(data, &it->object, sizeof(IUnknown*));
  } else if (needed != 0) {
    std::memcpy(data, it->bytes.data(), needed);
  }
  return S_OK;
}

}  // namespace e11::umd
