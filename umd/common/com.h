// SPDX-License-Identifier: Apache-2.0
//
// Small helpers shared by the COM objects of both libraries.

#pragma once

#include <windows.h>

#include <atomic>

namespace e11::umd {

// True if `riid` is the IID of one of the interfaces in the list.
template <typename... Interfaces>
bool isAnyOf(REFIID riid) {
  return ((riid == __uuidof(Interfaces)) || ...);
}

// The answer to an IID an object does not know (contract COM-05).
inline HRESULT noInterface(void** object) {
  *object = nullptr;
  return E_NOINTERFACE;
}

// Stores `value` in an optional out parameter.
template <typename T, typename U>
void storeOptional(T* out, U value) {
  if (out != nullptr) *out = value;
}

}  // namespace e11::umd
