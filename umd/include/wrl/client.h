// SPDX-License-Identifier: Apache-2.0
//
// Microsoft::WRL::ComPtr for a native Linux build: the same members with the same meaning, written
// for this project so that an installed program needs no further package.

#pragma once
#pragma GCC system_header

#include <windows.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace Microsoft {
namespace WRL {

template <typename T>
class ComPtr;

namespace Details {

// What operator& returns: converts to T** (releasing first, as an out parameter wants) or to
// ComPtr<T>* for functions that take the smart pointer itself.
template <typename T>
class ComPtrRef {
 public:
  explicit ComPtrRef(ComPtr<T>* pointer) noexcept : pointer_(pointer) {}

  operator T**() const noexcept { return pointer_->ReleaseAndGetAddressOf(); }
  operator void**() const noexcept {
    return reinterpret_cast<void**>(pointer_->ReleaseAndGetAddressOf());
  }
  template <typename U, typename = std::enable_if_t<std::is_same<U, IUnknown>::value &&
                                                    !std::is_same<U, T>::value>>
  operator U**() const noexcept {
    return reinterpret_cast<U**>(pointer_->ReleaseAndGetAddressOf());
  }
  operator ComPtr<T>*() const noexcept { return pointer_; }
  T* operator*() const noexcept { return pointer_->Get(); }
  T* const* GetAddressOf() const noexcept { return pointer_->GetAddressOf(); }
  T** ReleaseAndGetAddressOf() const noexcept { return pointer_->ReleaseAndGetAddressOf(); }

 private:
  ComPtr<T>* pointer_;
};

}  // namespace Details

template <typename T>
class ComPtr {
 public:
  using InterfaceType = T;

  ComPtr() noexcept = default;
  ComPtr(std::nullptr_t) noexcept {}
  template <typename U, typename = std::enable_if_t<std::is_convertible<U*, T*>::value>>
  ComPtr(U* other) noexcept : pointer_(other) {
    addRef();
  }
  ComPtr(const ComPtr& other) noexcept : pointer_(other.pointer_) { addRef(); }
  template <typename U, typename = std::enable_if_t<std::is_convertible<U*, T*>::value>>
  ComPtr(const ComPtr<U>& other) noexcept : pointer_(other.Get()) {
    addRef();
  }
  ComPtr(ComPtr&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
  template <typename U, typename = std::enable_if_t<std::is_convertible<U*, T*>::value>>
  ComPtr(ComPtr<U>&& other) noexcept : pointer_(other.Detach()) {}
  ~ComPtr() { Reset(); }

  ComPtr& operator=(std::nullptr_t) noexcept {
    Reset();
    return *this;
  }
  ComPtr& operator=(T* other) noexcept {
    if (pointer_ != other) ComPtr(other).Swap(*this);
    return *this;
  }
  template <typename U>
  ComPtr& operator=(U* other) noexcept {
    ComPtr(other).Swap(*this);
    return *this;
  }
  ComPtr& operator=(const ComPtr& other) noexcept {
    if (pointer_ != other.pointer_) ComPtr(other).Swap(*this);
    return *this;
  }
  template <typename U>
  ComPtr& operator=(const ComPtr<U>& other) noexcept {
    ComPtr(other).Swap(*this);
    return *this;
  }
  ComPtr& operator=(ComPtr&& other) noexcept {
    ComPtr(std::move(other)).Swap(*this);
    return *this;
  }
  template <typename U>
  ComPtr& operator=(ComPtr<U>&& other) noexcept {
    ComPtr(std::move(other)).Swap(*this);
    return *this;
  }

  void Swap(ComPtr& other) noexcept { std::swap(pointer_, other.pointer_); }
  void Swap(ComPtr&& other) noexcept { std::swap(pointer_, other.pointer_); }

  explicit operator bool() const noexcept { return pointer_ != nullptr; }
  T* Get() const noexcept { return pointer_; }
  T* operator->() const noexcept { return pointer_; }
  T& operator*() const noexcept { return *pointer_; }
  Details::ComPtrRef<T> operator&() noexcept { return Details::ComPtrRef<T>(this); }

  T* const* GetAddressOf() const noexcept { return &pointer_; }
  T** GetAddressOf() noexcept { return &pointer_; }
  T** ReleaseAndGetAddressOf() noexcept {
    Reset();
    return &pointer_;
  }
  T* Detach() noexcept { return std::exchange(pointer_, nullptr); }
  void Attach(T* other) noexcept {
    if (pointer_ != nullptr) pointer_->Release();
    pointer_ = other;
  }
  unsigned long Reset() noexcept {
    T* old = std::exchange(pointer_, nullptr);
    return old != nullptr ? static_cast<unsigned long>(old->Release()) : 0;
  }

  HRESULT CopyTo(T** other) const noexcept {
    if (pointer_ != nullptr) pointer_->AddRef();
    *other = pointer_;
    return 0;
  }
  HRESULT CopyTo(REFIID riid, void** other) const noexcept {
    return pointer_->QueryInterface(riid, other);
  }
  template <typename U>
  HRESULT CopyTo(U** other) const noexcept {
    return pointer_->QueryInterface(__uuidof(U), reinterpret_cast<void**>(other));
  }
  template <typename U>
  HRESULT As(Details::ComPtrRef<U> other) const noexcept {
    return pointer_->QueryInterface(__uuidof(U),
                                    reinterpret_cast<void**>(other.ReleaseAndGetAddressOf()));
  }
  template <typename U>
  HRESULT As(ComPtr<U>* other) const noexcept {
    return pointer_->QueryInterface(__uuidof(U),
                                    reinterpret_cast<void**>(other->ReleaseAndGetAddressOf()));
  }
  HRESULT AsIID(REFIID riid, ComPtr<IUnknown>* other) const noexcept {
    return pointer_->QueryInterface(riid,
                                    reinterpret_cast<void**>(other->ReleaseAndGetAddressOf()));
  }

 private:
  void addRef() const noexcept {
    if (pointer_ != nullptr) pointer_->AddRef();
  }

  T* pointer_ = nullptr;
};

template <typename T, typename U>
bool operator==(const ComPtr<T>& a, const ComPtr<U>& b) noexcept {
  return a.Get() == b.Get();
}
template <typename T, typename U>
bool operator!=(const ComPtr<T>& a, const ComPtr<U>& b) noexcept {
  return a.Get() != b.Get();
}
template <typename T>
bool operator==(const ComPtr<T>& a, std::nullptr_t) noexcept {
  return a.Get() == nullptr;
}
template <typename T>
bool operator!=(const ComPtr<T>& a, std::nullptr_t) noexcept {
  return a.Get() != nullptr;
}
template <typename T>
bool operator==(std::nullptr_t, const ComPtr<T>& a) noexcept {
  return a.Get() == nullptr;
}
template <typename T>
bool operator!=(std::nullptr_t, const ComPtr<T>& a) noexcept {
  return a.Get() != nullptr;
}
template <typename T>
bool operator<(const ComPtr<T>& a, const ComPtr<T>& b) noexcept {
  return a.Get() < b.Get();
}

}  // namespace WRL
}  // namespace Microsoft

// Lets IID_PPV_ARGS take the address of a ComPtr.
template <typename T>
inline void** IID_PPV_ARGS_Helper(Microsoft::WRL::Details::ComPtrRef<T> pointer) {
  return reinterpret_cast<void**>(pointer.ReleaseAndGetAddressOf());
}
