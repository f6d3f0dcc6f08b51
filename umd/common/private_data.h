// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <windows.h>

#include <mutex>
#include <vector>

namespace e11::umd {

// The SetPrivateData / SetPrivateDataInterface / GetPrivateData store that every Direct3D and DXGI
// object carries. Interfaces in it are held by a reference until replaced or until the object dies.
class PrivateData {
 public:
  PrivateData() = default;
  PrivateData(const PrivateData&) = delete;
  PrivateData& operator=(const PrivateData&) = delete;
  ~PrivateData();

  // Copies `size` bytes; a null `data` removes the entry.
  HRESULT set(REFGUID guid, UINT size, const void* data);
  // Keeps a reference to `object`; null removes the entry.
  HRESULT setInterface(REFGUID guid, const IUnknown* object);
  // `*size` is the capacity in bytes on entry and the size of the entry on return. With a null
  // `data` only the size is reported. DXGI_ERROR_MORE_DATA if it does not fit,
  // DXGI_ERROR_NOT_FOUND if there is no entry. A returned interface carries a new reference.
  HRESULT get(REFGUID guid, UINT* size, void* data);

 private:
  struct Entry {
    GUID guid = {};
    std::vector<BYTE> bytes;
    IUnknown* object = nullptr;
  };
  // Replaces the entry of that GUID; releases what it held after the lock is dropped.
  HRESULT replace(Entry entry, bool remove);

  std::mutex mutex_;
  std::vector<Entry> entries_;
};

}  // namespace e11::umd
