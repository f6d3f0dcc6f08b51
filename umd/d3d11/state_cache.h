// SPDX-License-Identifier: Apache-2.0
//
// "Same description, same pointer": the de-duplication of state objects (contract DEV1-STA-04, 05,
// 10 and REF-06).

#pragma once

#include <cstring>
#include <mutex>
#include <new>
#include <string_view>
#include <unordered_map>

#include "d3d11/device_child.h"

namespace e11::umd {

// Descriptions are compared as bytes, so they are normalised first: padding and fields without
// effect hold fixed values (see the states' normalise functions).
template <typename Desc>
struct DescBytes {
  static std::string_view of(const Desc& d) {
    return {reinterpret_cast<const char*>(&d), sizeof(Desc)};
  }
  std::size_t operator()(const Desc& d) const { return std::hash<std::string_view>()(of(d)); }
  bool operator()(const Desc& a, const Desc& b) const { return of(a) == of(b); }
};

template <typename Object, typename Desc>
class StateCache {
 public:
  // D3D11_REQ_*_OBJECT_COUNT_PER_DEVICE, the same number for all four kinds.
  static constexpr std::size_t kMaximum = 4096;

  // Returns the living object of that description, or makes one. The result carries a new public
  // reference. D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS beyond kMaximum living ones.
  HRESULT findOrCreate(Device& device, const Desc& desc, Object** out) {
    std::lock_guard<std::mutex> lock(mutex_);
    auto it = objects_.find(desc);
    if (it != objects_.end() && it->second->tryAddPrivate()) {
      it->second->AddRef();
      it->second->releasePrivate();
      *out = it->second;
      return S_OK;
    }
    if (it == objects_.end() && objects_.size() >= kMaximum) {
      return D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS;
    }
    auto* object = new (std::nothrow) Object(device, *this, desc);
    if (object == nullptr) return E_OUTOFMEMORY;
    objects_[desc] = object;
    *out = object;
    return S_OK;
  }

  // Called by an object's destructor. The entry may already belong to a successor.
  void remove(const Desc& desc, const Object* object) {
    std::lock_guard<std::mutex> lock(mutex_);
    auto it = objects_.find(desc);
    if (it != objects_.end() && it->second == object) objects_.erase(it);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<Desc, Object*, DescBytes<Desc>, DescBytes<Desc>> objects_;
};

}  // namespace e11::umd
