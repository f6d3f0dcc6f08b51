// SPDX-License-Identifier: Apache-2.0
//
// What every object made by a device shares: identity, private data and the two kinds of reference.
//
// Public references are those the application counts. Private references are held by the runtime:
// by the bindings of a context, by views on their resource, by commands not yet executed. An
// object lives while it has either; it keeps the device alive only while it has public ones, so
// that an object that is merely bound does not tie its device in a cycle (contract REF-01, REF-04).

#pragma once

#include <d3d11_4.h>

#include <atomic>
#include <utility>

#include "common/com.h"
#include "common/private_data.h"

namespace e11::umd {

class Device;

class ChildBase {
 public:
  ChildBase(const ChildBase&) = delete;
  ChildBase& operator=(const ChildBase&) = delete;

  Device& device() const { return device_; }

  void addPrivate() { lifetime_.fetch_add(1); }
  // As addPrivate, but fails on an object whose last reference is already gone. For lookups.
  bool tryAddPrivate();
  void releasePrivate();

 protected:
  // Starts with one public reference, which the creator passes on to the application.
  explicit ChildBase(Device& device);
  virtual ~ChildBase() = default;

  ULONG addPublic();
  ULONG releasePublic();
  void childGetDevice(ID3D11Device** device);

  PrivateData privateData_;

 private:
  Device& device_;
  std::atomic<ULONG> public_{1};
  // Private references, plus one while there is any public reference.
  std::atomic<ULONG> lifetime_{1};
};

// Holds a private reference. T is a ChildBase.
template <typename T>
class PrivateRef {
 public:
  PrivateRef() = default;
  explicit PrivateRef(T* object) : object_(object) {
    if (object_ != nullptr) object_->addPrivate();
  }
  PrivateRef(const PrivateRef& other) : PrivateRef(other.object_) {}
  PrivateRef(PrivateRef&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  PrivateRef& operator=(PrivateRef other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~PrivateRef() {
    if (object_ != nullptr) object_->releasePrivate();
  }

  void set(T* object) {
    if (object != object_) *this = PrivateRef(object);
  }
  void reset() { set(nullptr); }
  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  T* object_ = nullptr;
};

// Implements IUnknown and ID3D11DeviceChild for the most derived interface `Interface`, which also
// answers to each of `Parents` (its bases between ID3D11DeviceChild and itself). `Base` is
// ChildBase or a class derived from it that several kinds of object share.
template <typename Base, typename Interface, typename... Parents>
class DeviceChildOf : public Interface, public Base {
 public:
  using Base::Base;

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void** object) override {
    if (object == nullptr) return E_POINTER;
    if (!isAnyOf<IUnknown, ID3D11DeviceChild, Interface, Parents...>(riid)) {
      return noInterface(object);
    }
    this->addPublic();
    *object = static_cast<Interface*>(this);
    return S_OK;
  }
  ULONG STDMETHODCALLTYPE AddRef() override { return this->addPublic(); }
  ULONG STDMETHODCALLTYPE Release() override { return this->releasePublic(); }

  void STDMETHODCALLTYPE GetDevice(ID3D11Device** device) override { this->childGetDevice(device); }
  HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID guid, UINT* size, void* data) override {
    return this->privateData_.get(guid, size, data);
  }
  HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID guid, UINT size, const void* data) override {
    return this->privateData_.set(guid, size, data);
  }
  HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID guid, const IUnknown* object) override {
    return this->privateData_.setInterface(guid, object);
  }
};

template <typename Interface, typename... Parents>
using DeviceChild = DeviceChildOf<ChildBase, Interface, Parents...>;

// Our object behind an interface pointer of the application: null if the pointer is null or the
// object belongs to another device. Foreign implementations of the interface are not supported,
// as on Windows.
template <typename Object, typename Interface>
Object* objectOf(const Device& device, Interface* pointer) {
  if (pointer == nullptr) return nullptr;
  auto* object = static_cast<Object*>(pointer);
  return &object->device() == &device ? object : nullptr;
}

// Stores `object` with a new public reference, or null.
template <typename Object, typename Interface>
void returnReferenced(Object* object, Interface** out) {
  if (object != nullptr) object->AddRef();
  *out = object;
}

}  // namespace e11::umd
