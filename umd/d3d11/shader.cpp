// SPDX-License-Identifier: Apache-2.0
#include "d3d11/shader.h"

#include <algorithm>
#include <new>
#include <string>

#include "common/log.h"
#include "d3d11/class_linkage.h"
#include "d3d11/device.h"
#include "d3d11/shader_sources.h"

namespace e11::umd {
namespace {

// The instruction fetch may run one cache line past the last instruction.
constexpr size_t kCodePadding = 64;

std::shared_ptr<Allocation> uploadWords(Device& device, const std::vector<uint32_t>& words,
                                        size_t padding) {
  const size_t bytes = words.size() * sizeof(uint32_t);
  std::shared_ptr<Allocation> memory = device.memory().allocate(bytes + padding);
  if (memory == nullptr) return nullptr;
  std::vector<std::byte> padded(bytes + padding);
  std::copy_n(reinterpret_cast<const std::byte*>(words.data()), bytes, padded.begin());
  memory->write(0, padded.data(), padded.size());
  return memory;
}

const char* nameOf(compiler::Stage stage) {
  switch (stage) {
    case compiler::Stage::kVertex:
      return "CreateVertexShader";
    case compiler::Stage::kPixel:
      return "CreatePixelShader";
    default:
      return "CreateComputeShader";
  }
}

// Level 11_0 has unordered access views in pixel and compute shaders, 8 slots of them; 11_1 has
// them everywhere (contract CSU-01, CTX-OMU-02).
bool fitsFeatureLevel(const Device& device, const compiler::Shader& shader) {
  if (device.featureLevel() >= D3D_FEATURE_LEVEL_11_1) return true;
  const UINT slots = shader.stage == compiler::Stage::kVertex ? 0 : D3D11_PS_CS_UAV_REGISTER_COUNT;
  return std::all_of(shader.resources.begin(), shader.resources.end(), [&](const auto& resource) {
    return resource.kind != compiler::ResourceKind::kUnorderedBuffer || resource.slot < slots;
  });
}

}  // namespace

ShaderCode::ShaderCode(Device& device, std::vector<std::byte> dxbc,
                       std::unique_ptr<ShaderBinary> binary, ClassInfo classes)
    : ChildBase(device),
      dxbc_(std::move(dxbc)),
      binary_(std::move(binary)),
      classes_(std::move(classes)) {}

HRESULT ShaderCode::compile(Device& device, const void* dxbc, size_t bytes, compiler::Stage stage,
                            const compiler::VertexFetch& fetch,
                            std::unique_ptr<ShaderBinary>* out) {
  auto binary = std::make_unique<ShaderBinary>();
  compiler::Options options;
  options.fetch = fetch;
  std::string error;
  if (!compiler::compile(dxbc, bytes, options, &binary->info, &error)) {
    logLine(LogLevel::kWarn, "%s: %s", nameOf(stage), error.c_str());
    return E_INVALIDARG;
  }
  if (binary->info.stage != stage) {
    logLine(LogLevel::kWarn, "%s: the code is for another stage", nameOf(stage));
    return E_INVALIDARG;
  }
  // Nothing of what Feature lists is built into the GPU yet.
  if (!binary->info.needs.empty()) {
    logLine(LogLevel::kWarn, "%s: not offered by this GPU: %s", nameOf(stage),
            binary->info.needs.front().what.c_str());
    return E_INVALIDARG;
  }
  if (!fitsFeatureLevel(device, binary->info)) {
    logLine(LogLevel::kWarn, "%s: unordered access views that feature level 11_0 does not have",
            nameOf(stage));
    return E_INVALIDARG;
  }
  binary->code = uploadWords(device, binary->info.code, kCodePadding);
  if (binary->code == nullptr) return device.allocationFailure();
  ShaderSources::instance().add(binary->code->gpuAddress(), binary->info, dxbc, bytes);
  if (!binary->info.immediateConstants.empty()) {
    binary->immediateConstants = uploadWords(device, binary->info.immediateConstants, 0);
    if (binary->immediateConstants == nullptr) return device.allocationFailure();
  }
  *out = std::move(binary);
  return S_OK;
}

const ShaderBinary* ShaderCode::binaryFor(const compiler::VertexFetch& fetch) {
  const Steps steps(std::begin(fetch.stepRate), std::end(fetch.stepRate));
  const bool perVertex = std::all_of(steps.begin(), steps.end(), [](uint32_t rate) {
    return rate == compiler::VertexFetch::kPerVertex;
  });
  if (perVertex) return binary_.get();
  std::lock_guard<std::mutex> lock(mutex_);
  auto it = instanced_.find(steps);
  if (it == instanced_.end()) {
    std::unique_ptr<ShaderBinary> binary;
    compile(device(), dxbc_.data(), dxbc_.size(), compiler::Stage::kVertex, fetch, &binary);
    it = instanced_.emplace(steps, std::move(binary)).first;
  }
  return it->second.get();
}

template <typename Object, typename Interface>
HRESULT ShaderCode::createObject(Device& device, const void* dxbc, size_t bytes,
                                 ID3D11ClassLinkage* linkagePointer, compiler::Stage stage,
                                 Interface** out) {
  if (out != nullptr) *out = nullptr;
  if (dxbc == nullptr || bytes == 0) return E_INVALIDARG;
  auto* linkage = objectOf<ClassLinkage>(device, linkagePointer);
  if (linkagePointer != nullptr && linkage == nullptr) return E_INVALIDARG;
  std::unique_ptr<ShaderBinary> binary;
  const HRESULT result = compile(device, dxbc, bytes, stage, compiler::VertexFetch(), &binary);
  if (FAILED(result)) return result;
  ClassInfo classes;
  if (!readClassInfo(dxbc, bytes, &classes)) {
    logLine(LogLevel::kWarn, "%s: the description of interfaces is malformed", nameOf(stage));
    return E_INVALIDARG;
  }
  if (out == nullptr) return S_FALSE;
  if (linkage != nullptr) linkage->add(classes);
  const auto* first = static_cast<const std::byte*>(dxbc);
  *out = new (std::nothrow) Object(device, std::vector<std::byte>(first, first + bytes),
                                   std::move(binary), std::move(classes));
  return *out != nullptr ? S_OK : E_OUTOFMEMORY;
}

HRESULT VertexShader::create(Device& device, const void* dxbc, size_t bytes,
                             ID3D11ClassLinkage* linkage, ID3D11VertexShader** out) {
  return createObject<VertexShader>(device, dxbc, bytes, linkage, compiler::Stage::kVertex, out);
}

HRESULT PixelShader::create(Device& device, const void* dxbc, size_t bytes,
                            ID3D11ClassLinkage* linkage, ID3D11PixelShader** out) {
  return createObject<PixelShader>(device, dxbc, bytes, linkage, compiler::Stage::kPixel, out);
}

HRESULT ComputeShader::create(Device& device, const void* dxbc, size_t bytes,
                              ID3D11ClassLinkage* linkage, ID3D11ComputeShader** out) {
  return createObject<ComputeShader>(device, dxbc, bytes, linkage, compiler::Stage::kCompute, out);
}

}  // namespace e11::umd
