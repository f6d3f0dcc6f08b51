// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "command/gpu_memory.h"
#include "d3d11/class_info.h"
#include "d3d11/device_child.h"
#include "e11/compiler.h"

namespace e11::umd {

// Machine code in device memory, with what the compiler says about it.
struct ShaderBinary {
  compiler::Shader info;
  std::shared_ptr<Allocation> code;
  std::shared_ptr<Allocation> immediateConstants;  // null if the shader has none
};

// What the shader objects share. A vertex shader's code depends on which of its inputs step per
// instance, so it keeps one binary per such pattern.
class ShaderCode : public ChildBase {
 public:
  // The code for inputs that are all per-vertex.
  const ShaderBinary& binary() const { return *binary_; }
  const ClassInfo& classes() const { return classes_; }
  // The code for this fetch pattern, compiled now if it is new. Null, logged, if that fails.
  const ShaderBinary* binaryFor(const compiler::VertexFetch& fetch);

 protected:
  ShaderCode(Device& device, std::vector<std::byte> dxbc, std::unique_ptr<ShaderBinary> binary,
             ClassInfo classes);

  // Compiles and uploads. E_INVALIDARG, with a logged line, for what is no shader of that stage or
  // uses what the GPU does not offer.
  static HRESULT compile(Device& device, const void* dxbc, size_t bytes, compiler::Stage stage,
                         const compiler::VertexFetch& fetch, std::unique_ptr<ShaderBinary>* out);

  // Create...Shader for `Object`, whose constructor is that of this class. A null `out` only
  // validates (S_FALSE).
  template <typename Object, typename Interface>
  static HRESULT createObject(Device& device, const void* dxbc, size_t bytes,
                              ID3D11ClassLinkage* linkage, compiler::Stage stage, Interface** out);

 private:
  using Steps = std::vector<uint32_t>;

  const std::vector<std::byte> dxbc_;
  const std::unique_ptr<ShaderBinary> binary_;
  const ClassInfo classes_;
  std::mutex mutex_;
  std::map<Steps, std::unique_ptr<ShaderBinary>> instanced_;  // null: does not compile
};

class VertexShader final : public DeviceChildOf<ShaderCode, ID3D11VertexShader> {
 public:
  static HRESULT create(Device& device, const void* dxbc, size_t bytes, ID3D11ClassLinkage* linkage,
                        ID3D11VertexShader** out);
  using DeviceChildOf::DeviceChildOf;
};

class PixelShader final : public DeviceChildOf<ShaderCode, ID3D11PixelShader> {
 public:
  static HRESULT create(Device& device, const void* dxbc, size_t bytes, ID3D11ClassLinkage* linkage,
                        ID3D11PixelShader** out);
  using DeviceChildOf::DeviceChildOf;
};

class ComputeShader final : public DeviceChildOf<ShaderCode, ID3D11ComputeShader> {
 public:
  static HRESULT create(Device& device, const void* dxbc, size_t bytes, ID3D11ClassLinkage* linkage,
                        ID3D11ComputeShader** out);
  using DeviceChildOf::DeviceChildOf;
};

}  // namespace e11::umd
