// SPDX-License-Identifier: Apache-2.0
#include "d3d11/class_linkage.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "d3d11/device.h"

namespace e11::umd {
namespace {

HRESULT makeInstance(ClassLinkage& linkage, const std::string& name, const std::string& type,
                     const D3D11_CLASS_INSTANCE_DESC& desc, ID3D11ClassInstance** out) {
  *out = new (std::nothrow) ClassInstance(linkage, name, type, desc);
  return *out != nullptr ? S_OK : E_OUTOFMEMORY;
}

// `length`: room on the way in, what is needed (with the final zero) on the way out.
void copyName(const std::string& from, LPSTR to, SIZE_T* length) {
  if (length == nullptr) return;
  const SIZE_T needed = from.size() + 1;
  if (to != nullptr && *length != 0) {
    const SIZE_T copied = std::min(needed, *length);
    std::memcpy(to, from.c_str(), copied);
    to[copied - 1] = '\0';
  }
  *length = needed;
}

}  // namespace

HRESULT ClassLinkage::create(Device& device, ID3D11ClassLinkage** out) {
  if (out == nullptr) return S_FALSE;
  *out = new (std::nothrow) ClassLinkage(device);
  return *out != nullptr ? S_OK : E_OUTOFMEMORY;
}

void ClassLinkage::add(const ClassInfo& info) {
  std::lock_guard<std::mutex> lock(mutex_);
  for (const ClassInfo::Type& type : info.types) {
    types_.emplace(type.name, static_cast<UINT>(types_.size()));
  }
  for (const ClassInfo::Instance& instance : info.instances) {
    const ClassInfo::Type& type = info.types[instance.type];
    variables_.emplace(instance.name, Variable{static_cast<UINT>(variables_.size()), type.name,
                                               instance, type.constants});
  }
}

HRESULT ClassLinkage::GetClassInstance(LPCSTR name, UINT index, ID3D11ClassInstance** out) {
  if (out == nullptr) return E_INVALIDARG;
  *out = nullptr;
  if (name == nullptr) return E_INVALIDARG;
  std::lock_guard<std::mutex> lock(mutex_);
  const auto it = variables_.find(name);
  if (it == variables_.end() || index >= it->second.place.count) return E_INVALIDARG;
  const Variable& variable = it->second;
  const D3D11_CLASS_INSTANCE_DESC desc = {variable.id,
                                          index,
                                          types_.at(variable.type),
                                          variable.place.constantBuffer,
                                          variable.place.constantOffset + index * variable.stride,
                                          variable.place.texture,
                                          variable.place.sampler,
                                          FALSE};
  return makeInstance(*this, name, variable.type, desc, out);
}

HRESULT ClassLinkage::CreateClassInstance(LPCSTR typeName, UINT constantBuffer, UINT constantOffset,
                                          UINT texture, UINT sampler, ID3D11ClassInstance** out) {
  if (out == nullptr) return E_INVALIDARG;
  *out = nullptr;
  if (typeName == nullptr) return E_INVALIDARG;
  std::lock_guard<std::mutex> lock(mutex_);
  const auto it = types_.find(typeName);
  if (it == types_.end()) return E_INVALIDARG;
  const D3D11_CLASS_INSTANCE_DESC desc = {
      0, 0, it->second, constantBuffer, constantOffset, texture, sampler, TRUE};
  return makeInstance(*this, std::string(), typeName, desc, out);
}

void ClassInstance::GetInstanceName(LPSTR name, SIZE_T* length) {
  copyName(name_, name, length);
}

void ClassInstance::GetTypeName(LPSTR name, SIZE_T* length) {
  copyName(type_, name, length);
}

}  // namespace e11::umd
