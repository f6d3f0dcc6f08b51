// SPDX-License-Identifier: Apache-2.0
//
// Context methods that each of the six shader stages has: constant buffers, shader resources,
// samplers, shaders. The methods themselves are at the end and only name their stage.

#include "common/log.h"
#include "context/context.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

bool areSlotsValid(UINT start, UINT count, UINT slots) {
  return start <= slots && count <= slots - start;
}

// Contract STG-11: both in multiples of 16 constants, at most 4096 of them.
bool isWindowValid(UINT first, UINT count) {
  constexpr UINT kGranularity = 16;
  return first % kGranularity == 0 && count % kGranularity == 0 && count <= kMaxConstants;
}

ShaderResourceView* shaderViewOf(const Device& device, ID3D11ShaderResourceView* pointer) {
  return objectOf<ShaderResourceView>(device, static_cast<ID3D11ShaderResourceView1*>(pointer));
}

}  // namespace

void Context::markStageDirty(Stage stage) {
  if (stage == kVertex) dirty_ |= kDirtyVertexStage;
  if (stage == kPixel) dirty_ |= kDirtyPixelStage;
  if (stage == kCompute) dirty_ |= kDirtyCompute;
}

void Context::setConstantBuffers(Stage stage, UINT start, UINT count, ID3D11Buffer* const* buffers,
                                 const UINT* firstConstants, const UINT* constantCounts) {
  const bool windows = firstConstants != nullptr;
  if (!areSlotsValid(start, count, kConstantBufferSlots) || (count != 0 && buffers == nullptr) ||
      windows != (constantCounts != nullptr)) {
    E11_INVALID_CALL("slots out of range, or a null array");
    return;
  }
  for (UINT i = 0; i < count; ++i) {
    if (buffers[i] == nullptr) continue;
    const auto* buffer = objectOf<Buffer>(device(), buffers[i]);
    if (buffer == nullptr || !buffer->hasBind(D3D11_BIND_CONSTANT_BUFFER) ||
        (windows && !isWindowValid(firstConstants[i], constantCounts[i]))) {
      E11_INVALID_CALL("no constant buffer, or an invalid window");
      return;
    }
  }
  for (UINT i = 0; i < count; ++i) {
    ConstantBufferBinding& binding = state_.stages[stage].constants[start + i];
    binding.buffer.set(objectOf<Buffer>(device(), buffers[i]));
    const bool window = windows && buffers[i] != nullptr;
    binding.firstConstant = window ? firstConstants[i] : 0;
    binding.constantCount = window ? constantCounts[i] : kMaxConstants;
  }
  if (count != 0) markStageDirty(stage);
}

void Context::getConstantBuffers(Stage stage, UINT start, UINT count, ID3D11Buffer** buffers,
                                 UINT* firstConstants, UINT* constantCounts) {
  if (!areSlotsValid(start, count, kConstantBufferSlots)) return;
  for (UINT i = 0; i < count; ++i) {
    const ConstantBufferBinding& binding = state_.stages[stage].constants[start + i];
    if (buffers != nullptr) returnReferenced(binding.buffer.get(), &buffers[i]);
    if (firstConstants != nullptr) firstConstants[i] = binding.firstConstant;
    if (constantCounts != nullptr) constantCounts[i] = binding.constantCount;
  }
}

void Context::setSamplers(Stage stage, UINT start, UINT count,
                          ID3D11SamplerState* const* samplers) {
  if (!areSlotsValid(start, count, kSamplerSlots) || (count != 0 && samplers == nullptr)) {
    E11_INVALID_CALL("slots out of range, or a null array");
    return;
  }
  for (UINT i = 0; i < count; ++i) {
    if (samplers[i] != nullptr && objectOf<SamplerState>(device(), samplers[i]) == nullptr) return;
  }
  for (UINT i = 0; i < count; ++i) {
    state_.stages[stage].samplers[start + i].set(objectOf<SamplerState>(device(), samplers[i]));
  }
}

void Context::getSamplers(Stage stage, UINT start, UINT count, ID3D11SamplerState** samplers) {
  if (!areSlotsValid(start, count, kSamplerSlots) || samplers == nullptr) return;
  for (UINT i = 0; i < count; ++i) {
    returnReferenced(state_.stages[stage].samplers[start + i].get(), &samplers[i]);
  }
}

// A view that shares a subresource with a bound output is not bound: null takes its slot (contract
// STG-13, HAZ-02).
void Context::setShaderResources(Stage stage, UINT start, UINT count,
                                 ID3D11ShaderResourceView* const* views) {
  if (!areSlotsValid(start, count, kShaderResourceSlots) || (count != 0 && views == nullptr)) {
    E11_INVALID_CALL("slots out of range, or a null array");
    return;
  }
  for (UINT i = 0; i < count; ++i) {
    if (views[i] != nullptr && shaderViewOf(device(), views[i]) == nullptr) {
      E11_INVALID_CALL("not a view of this device");
      return;
    }
  }
  for (UINT i = 0; i < count; ++i) {
    ShaderResourceView* view = shaderViewOf(device(), views[i]);
    if (view != nullptr && isWritten(*view)) {
      E11_INVALID_CALL("a resource that is bound for writing; null is bound");
      view = nullptr;
    }
    state_.stages[stage].resources[start + i].set(view);
  }
  if (count != 0) markStageDirty(stage);
}

void Context::getShaderResources(Stage stage, UINT start, UINT count,
                                 ID3D11ShaderResourceView** views) {
  if (!areSlotsValid(start, count, kShaderResourceSlots) || views == nullptr) return;
  for (UINT i = 0; i < count; ++i) {
    returnReferenced(state_.stages[stage].resources[start + i].get(), &views[i]);
  }
}

const ClassInfo::Table* functionTable(const ShaderCode& shader, size_t slot,
                                      const ClassInstance& instance) {
  const ClassInfo& classes = shader.classes();
  for (const ClassInfo::Table& table : classes.slots[slot]) {
    if (classes.types[table.type].name == instance.type()) return &table;
  }
  return nullptr;
}

// As many instances as the shader has interface pointers, or none: then it is disabled (contract
// STG-02..04).
template <typename Object, typename Interface>
void Context::setShader(Stage stage, Interface* pointer, ID3D11ClassInstance* const* instances,
                        UINT instanceCount) {
  auto* shader = objectOf<Object>(device(), pointer);
  if (pointer != nullptr && shader == nullptr) {
    E11_INVALID_CALL("not a shader of this device");
    return;
  }
  const UINT count = instances != nullptr ? instanceCount : 0;
  const size_t slots = shader != nullptr ? shader->classes().slots.size() : 0;
  if ((instances == nullptr && instanceCount != 0) || (count != 0 && count != slots)) {
    E11_INVALID_CALL("not as many class instances as the shader has interfaces");
    return;
  }
  for (UINT i = 0; i < count; ++i) {
    if (instances[i] != nullptr && objectOf<ClassInstance>(device(), instances[i]) == nullptr) {
      E11_INVALID_CALL("not a class instance of this device");
      return;
    }
  }
  StageState& state = state_.stages[stage];
  std::vector<PrivateRef<ClassInstance>> held;
  for (UINT i = 0; i < count; ++i)
    held.emplace_back(objectOf<ClassInstance>(device(), instances[i]));
  state.shader.set(shader);
  state.instances = std::move(held);
  markStageDirty(stage);
}

template <typename Object, typename Interface>
void Context::getShader(Stage stage, Interface** shader, ID3D11ClassInstance** instances,
                        UINT* instanceCount) {
  const StageState& state = state_.stages[stage];
  if (shader != nullptr) returnReferenced(static_cast<Object*>(state.shader.get()), shader);
  if (instanceCount == nullptr) return;
  for (size_t i = 0; instances != nullptr && i < *instanceCount; ++i) {
    instances[i] = nullptr;
    if (i < state.instances.size()) returnReferenced(state.instances[i].get(), &instances[i]);
  }
  *instanceCount = static_cast<UINT>(state.instances.size());
}

#define E11_DEFINE_SHADER(XX, STAGE, OBJECT, S)                                               \
  void Context::XX##SetShader(S* shader, ID3D11ClassInstance* const* instances, UINT count) { \
    setShader<OBJECT>(STAGE, shader, instances, count);                                       \
  }                                                                                           \
  void Context::XX##GetShader(S** shader, ID3D11ClassInstance** instances, UINT* count) {     \
    getShader<OBJECT>(STAGE, shader, instances, count);                                       \
  }

E11_DEFINE_SHADER(VS, kVertex, VertexShader, ID3D11VertexShader)
E11_DEFINE_SHADER(PS, kPixel, PixelShader, ID3D11PixelShader)
E11_DEFINE_SHADER(CS, kCompute, ComputeShader, ID3D11ComputeShader)

// Stages whose shaders cannot be created: only null can be set, and is what is there.
#define E11_DEFINE_EMPTY_STAGE(XX, S)                                           \
  void Context::XX##SetShader(S* shader, ID3D11ClassInstance* const*, UINT) {   \
    if (shader != nullptr) E11_INVALID_CALL("not a shader of this device");     \
  }                                                                             \
  void Context::XX##GetShader(S** shader, ID3D11ClassInstance**, UINT* count) { \
    storeOptional(shader, nullptr);                                             \
    storeOptional(count, 0u);                                                   \
  }

E11_DEFINE_EMPTY_STAGE(HS, ID3D11HullShader)
E11_DEFINE_EMPTY_STAGE(DS, ID3D11DomainShader)
E11_DEFINE_EMPTY_STAGE(GS, ID3D11GeometryShader)

#define E11_DEFINE_STAGE(XX, STAGE)                                                                \
  void Context::XX##SetConstantBuffers(UINT start, UINT count, ID3D11Buffer* const* buffers) {     \
    setConstantBuffers(STAGE, start, count, buffers, nullptr, nullptr);                            \
  }                                                                                                \
  void Context::XX##SetConstantBuffers1(UINT start, UINT count, ID3D11Buffer* const* buffers,      \
                                        const UINT* firstConstants, const UINT* constantCounts) {  \
    setConstantBuffers(STAGE, start, count, buffers, firstConstants, constantCounts);              \
  }                                                                                                \
  void Context::XX##GetConstantBuffers(UINT start, UINT count, ID3D11Buffer** buffers) {           \
    getConstantBuffers(STAGE, start, count, buffers, nullptr, nullptr);                            \
  }                                                                                                \
  void Context::XX##GetConstantBuffers1(UINT start, UINT count, ID3D11Buffer** buffers,            \
                                        UINT* firstConstants, UINT* constantCounts) {              \
    getConstantBuffers(STAGE, start, count, buffers, firstConstants, constantCounts);              \
  }                                                                                                \
  void Context::XX##SetShaderResources(UINT start, UINT count,                                     \
                                       ID3D11ShaderResourceView* const* views) {                   \
    setShaderResources(STAGE, start, count, views);                                                \
  }                                                                                                \
  void Context::XX##GetShaderResources(UINT start, UINT count, ID3D11ShaderResourceView** views) { \
    getShaderResources(STAGE, start, count, views);                                                \
  }                                                                                                \
  void Context::XX##SetSamplers(UINT start, UINT count, ID3D11SamplerState* const* samplers) {     \
    setSamplers(STAGE, start, count, samplers);                                                    \
  }                                                                                                \
  void Context::XX##GetSamplers(UINT start, UINT count, ID3D11SamplerState** samplers) {           \
    getSamplers(STAGE, start, count, samplers);                                                    \
  }

E11_DEFINE_STAGE(VS, kVertex)
E11_DEFINE_STAGE(HS, kHull)
E11_DEFINE_STAGE(DS, kDomain)
E11_DEFINE_STAGE(GS, kGeometry)
E11_DEFINE_STAGE(PS, kPixel)
E11_DEFINE_STAGE(CS, kCompute)

}  // namespace e11::umd
