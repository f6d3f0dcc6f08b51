// SPDX-License-Identifier: Apache-2.0
//
// Class linkage: which object a shader's interface pointers call is chosen when the shader is
// bound. A linkage knows the classes and instances of all shaders that were made with it.

#pragma once

#include <map>
#include <mutex>
#include <string>

#include "d3d11/class_info.h"
#include "d3d11/device_child.h"

namespace e11::umd {

class ClassLinkage final : public DeviceChild<ID3D11ClassLinkage> {
 public:
  static HRESULT create(Device& device, ID3D11ClassLinkage** out);

  // E_INVALIDARG if no shader of this linkage has such an instance.
  HRESULT STDMETHODCALLTYPE GetClassInstance(LPCSTR name, UINT index,
                                             ID3D11ClassInstance** instance) override;
  // E_INVALIDARG if no shader of this linkage has such a class.
  HRESULT STDMETHODCALLTYPE CreateClassInstance(LPCSTR typeName, UINT constantBuffer,
                                                UINT constantOffset, UINT texture, UINT sampler,
                                                ID3D11ClassInstance** instance) override;

  // A shader is made with this linkage.
  void add(const ClassInfo& info);

 private:
  struct Variable {
    UINT id;  // number of the instance in this linkage
    std::string type;
    ClassInfo::Instance place;
    uint32_t stride;  // constants from one element of an array to the next
  };

  explicit ClassLinkage(Device& device) : DeviceChildOf(device) {}

  std::mutex mutex_;
  std::map<std::string, UINT> types_;  // by name: number in this linkage
  std::map<std::string, Variable> variables_;
};

class ClassInstance final : public DeviceChild<ID3D11ClassInstance> {
 public:
  ClassInstance(ClassLinkage& linkage, const std::string& name, const std::string& type,
                const D3D11_CLASS_INSTANCE_DESC& desc)
      : DeviceChildOf(linkage.device()),
        linkage_(&linkage),
        name_(name),
        type_(type),
        desc_(desc) {}

  void STDMETHODCALLTYPE GetClassLinkage(ID3D11ClassLinkage** linkage) override {
    if (linkage != nullptr) returnReferenced(linkage_.get(), linkage);
  }
  void STDMETHODCALLTYPE GetDesc(D3D11_CLASS_INSTANCE_DESC* desc) override {
    storeOptional(desc, desc_);
  }
  void STDMETHODCALLTYPE GetInstanceName(LPSTR name, SIZE_T* length) override;
  void STDMETHODCALLTYPE GetTypeName(LPSTR name, SIZE_T* length) override;

  const std::string& type() const { return type_; }
  const D3D11_CLASS_INSTANCE_DESC& desc() const { return desc_; }

 private:
  const PrivateRef<ClassLinkage> linkage_;
  const std::string name_;  // empty if it was made by CreateClassInstance
  const std::string type_;
  const D3D11_CLASS_INSTANCE_DESC desc_;
};

}  // namespace e11::umd
