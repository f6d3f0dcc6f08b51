// SPDX-License-Identifier: Apache-2.0
// Shader inputs: vertex fetch, interpolation, system values (docs/shader-abi.md).
#include "translate/translator.h"

namespace e11::translate {
namespace {

using dxbc::InterpolationMode;

// Start registers.
constexpr uint32_t kVertexIndexVector = 0;
constexpr uint32_t kVertexIdVector = 1;
constexpr uint32_t kInstanceIdVector = 2;
constexpr uint32_t kStartInstanceScalar = 2;
constexpr uint32_t kEdge1Vector = 0;
constexpr uint32_t kEdge2Vector = 1;
constexpr uint32_t kPixelVector = 2;

// Interpolator words.
constexpr uint32_t kPerspectiveWord = 0;
constexpr uint32_t kWeightsWord = 1;
constexpr uint32_t kFlagsWord = 2;
constexpr uint32_t kDepthWord = 3;
constexpr uint32_t kFirstAttributeWord = 4;

constexpr uint32_t kHalf = 0x3f000000;  // 0.5

uint32_t attributeWord(uint32_t number, uint32_t component) {
  return kFirstAttributeWord + 4 * number + component;
}

}  // namespace

llvm::Value* Translator::startVector(uint32_t number) {
  return emit_.intCall("input.v", {emit_.constant(number)});
}

llvm::Value* Translator::startScalar(uint32_t number) {
  return emit_.intCall("input.s", {emit_.constant(number)});
}

void Translator::emitInputs() {
  if (layout_.stage == compiler::Stage::kVertex) {
    for (const auto& [number, resource] : layout_.elementResource) fetchElement(number);
  } else {
    edge1_ = emit_.asFloat(startVector(kEdge1Vector));
    edge2_ = emit_.asFloat(startVector(kEdge2Vector));
    emitBarycentrics();
  }
  storeIndexedInputs();
  if (layout_.depthOutput) depth_ = makeSlot();
}

// spec 8: per-vertex data is fetched by vertex index, instance data by
// StartInstanceLocation + instance / step (step 0: always the same element).
llvm::Value* Translator::elementIndex(uint32_t number) {
  const uint32_t step = options_.fetch.stepRate[number];
  if (step == compiler::VertexFetch::kPerVertex) return startVector(kVertexIndexVector);
  llvm::Value* start = startScalar(kStartInstanceScalar);
  if (step == 0) return start;
  llvm::Value* instance = startVector(kInstanceIdVector);
  return builder().CreateAdd(start, emit_.udiv(instance, emit_.constant(step)).quotient);
}

void Translator::fetchElement(uint32_t number) {
  const InputRegister& input = layout_.inputs[number];
  uint32_t count = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    if (input.source[i] == InputSource::Fetch) count = i + 1;
  }
  llvm::Value* loaded = emit_.loadTyped(
      count, emit_.descriptor(layout_.elementResource.at(number)), elementIndex(number));
  for (uint32_t i = 0; i < count; ++i) {
    if (input.source[i] == InputSource::Fetch) {
      fetched_[{number, i}] = emit_.component(loaded, i);
    }
  }
}

void Translator::emitBarycentrics() {
  const auto imm = [&](uint32_t value) { return emit_.constant(value); };
  const auto weight = [&](llvm::Value* edge, uint32_t coefficient) {
    return emit_.floatCall("itpmul", {edge, imm(kWeightsWord), imm(coefficient)});
  };
  oneOverW_ = attribute(edge1_, edge2_, kPerspectiveWord);
  llvm::Value* w = emit_.floatCall("rcp", {oneOverW_});
  perspective_ = {emit_.fmul(weight(edge1_, 1), w), emit_.fmul(weight(edge2_, 2), w)};
  linear_ = {weight(edge1_, 0), weight(edge2_, 0)};
}

llvm::Value* Translator::attribute(llvm::Value* i, llvm::Value* j, uint32_t word) {
  llvm::Value* partial = emit_.floatCall("itp1", {i, emit_.constant(word)});
  return emit_.floatCall("itp2", {j, partial, emit_.constant(word)});
}

llvm::Value* Translator::interpolate(uint32_t number, uint32_t component) {
  const InterpolationMode mode = layout_.inputs[number].mode;
  const uint32_t word = attributeWord(number, component);
  if (mode == InterpolationMode::Constant) {
    return emit_.intCall("itpsel", {emit_.constant(word), emit_.constant(0)});
  }
  // While there is one sample a pixel, centroid and sample positions are the centre.
  const Barycentrics& at = isPerspective(mode) ? perspective_ : linear_;
  return emit_.asBits(attribute(at.i, at.j, word));
}

llvm::Value* Translator::pixelPosition(uint32_t component) {
  if (component == 2) return emit_.asBits(attribute(edge1_, edge2_, kDepthWord));
  if (component == 3) {
    llvm::Value* weight =
        emit_.asFloat(emit_.intCall("itpsel", {emit_.constant(kWeightsWord), emit_.constant(0)}));
    return emit_.asBits(emit_.floatCall("rcp", {emit_.fmul(oneOverW_, weight)}));
  }
  llvm::Value* pixel = startVector(kPixelVector);
  pixel = component == 0 ? builder().CreateAnd(pixel, 0xffff) : builder().CreateLShr(pixel, 16);
  return emit_.asBits(
      emit_.fadd(builder().CreateUIToFP(pixel, emit_.f32()), emit_.floatConstant(kHalf)));
}

// A component of an input register as i32. Interpolation is done where the value is used, once in
// a basic block, which keeps fewer registers alive than doing all of it first.
llvm::Value* Translator::inputComponent(uint32_t number, uint32_t component) {
  checkCache();
  llvm::Value*& cached = inputCache_[{number, component}];
  if (cached != nullptr) return cached;
  switch (layout_.inputs[number].source[component]) {
    case InputSource::None:
      // Not declared. Microsoft's compiler reads such components only to ignore them.
      return cached = emit_.constant(0);
    case InputSource::Fetch:
      return cached = fetched_.at({number, component});
    case InputSource::Attribute:
      return cached = interpolate(number, component);
    case InputSource::Position:
      return cached = pixelPosition(component);
    case InputSource::VertexId:
      return cached = startVector(kVertexIdVector);
    case InputSource::InstanceId:
      return cached = startVector(kInstanceIdVector);
    case InputSource::PrimitiveId:
      return cached = emit_.intCall("itpsel", {emit_.constant(kFlagsWord), emit_.constant(0)});
    case InputSource::FrontFace:
      return cached = emit_.intCall("itpsel", {emit_.constant(kFlagsWord), emit_.constant(1)});
  }
  return cached;
}

void Translator::storeIndexedInputs() {
  for (uint32_t number = 0; number < kMaxShaderRegisters; ++number) {
    if (!layout_.inputs[number].indexed) continue;
    for (uint32_t i = 0; i < 4; ++i) {
      if (layout_.inputs[number].source[i] == InputSource::None) continue;
      emit_.storeScratch(inputComponent(number, i),
                         emit_.constant(layout_.inputScratch + 16 * number + 4 * i));
    }
  }
}

}  // namespace e11::translate
