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
constexpr uint32_t kThreadVector = 0;  // SV_GroupThreadID: x 9:0, y 19:10, z 25:20
constexpr uint32_t kGroupScalar = 1;   // SV_GroupID: x 15:0, y 31:16
constexpr uint32_t kGroupZScalar = 2;  // SV_GroupID z 15:0; first SV_GroupIndex 31:16

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
  } else if (layout_.stage == compiler::Stage::kPixel) {
    edge1_ = emit_.asFloat(startVector(kEdge1Vector));
    edge2_ = emit_.asFloat(startVector(kEdge2Vector));
    centre_ = weightsAt(edge1_, edge2_);
  }
  storeIndexedInputs();
  if (layout_.depthOutput) depth_ = makeSlot();
  if (layout_.coverageOutput) coverage_ = makeSlot();
  if (layout_.stencilOutput) stencil_ = makeSlot();
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
  llvm::Value* loaded = emit_.loadTyped(count, emit_.descriptor(layout_.elementResource.at(number)),
                                        elementIndex(number));
  for (uint32_t i = 0; i < count; ++i) {
    if (input.source[i] == InputSource::Fetch) {
      fetched_[{number, i}] = emit_.component(loaded, i);
    }
  }
}

Translator::Weights Translator::weightsAt(llvm::Value* edge1, llvm::Value* edge2) {
  const auto imm = [&](uint32_t value) { return emit_.constant(value); };
  const auto weight = [&](llvm::Value* edge, uint32_t coefficient) {
    return emit_.floatCall("itpmul", {edge, imm(kWeightsWord), imm(coefficient)});
  };
  Weights weights;
  weights.oneOverW = attribute(edge1, edge2, kPerspectiveWord);
  llvm::Value* w = emit_.floatCall("rcp", {weights.oneOverW});
  weights.perspective = {emit_.fmul(weight(edge1, 1), w), emit_.fmul(weight(edge2, 2), w)};
  weights.linear = {weight(edge1, 0), weight(edge2, 0)};
  return weights;
}

llvm::Value* Translator::attribute(llvm::Value* i, llvm::Value* j, uint32_t word) {
  llvm::Value* partial = emit_.floatCall("itp1", {i, emit_.constant(word)});
  return emit_.floatCall("itp2", {j, partial, emit_.constant(word)});
}

llvm::Value* Translator::interpolate(uint32_t number, uint32_t component) {
  // While there is one sample a pixel, centroid and sample positions are the centre.
  return interpolateAt(centre_, number, component);
}

llvm::Value* Translator::interpolateAt(const Weights& weights, uint32_t number,
                                       uint32_t component) {
  const InterpolationMode mode = layout_.inputs[number].mode;
  const uint32_t word = attributeWord(number, component);
  if (mode == InterpolationMode::Constant) {
    return emit_.intCall("itpsel", {emit_.constant(word), emit_.constant(0)});
  }
  const Barycentrics& at = isPerspective(mode) ? weights.perspective : weights.linear;
  return emit_.asBits(attribute(at.i, at.j, word));
}

// Offsets are four signed bits, in sixteenths of a pixel (spec 22.4.25). The edge functions are
// linear: their derivatives, taken where all lanes run, lead to the other point.
Vector Translator::evaluateSnapped(const Operand& source, uint32_t mask, const Vector& offset) {
  constexpr uint32_t kSixteenth = 0x3d800000;
  auto& b = builder();
  std::optional<llvm::IRBuilder<>::InsertPointGuard> guard;
  guard.emplace(b);
  b.SetInsertPoint(inputsEnd_);
  setCurrent(*current_);
  const auto slope = [&](const char* name, llvm::Value* edge) {
    return emit_.call(name, emit_.f32(), {edge}, Emitter::Effect::ConvergentNone);
  };
  llvm::Value* x1 = slope("ddx.coarse", edge1_);
  llvm::Value* y1 = slope("ddy.coarse", edge1_);
  llvm::Value* x2 = slope("ddx.coarse", edge2_);
  llvm::Value* y2 = slope("ddy.coarse", edge2_);
  guard.reset();
  std::array<llvm::Value*, 2> way = {};
  for (int i = 0; i < 2; ++i) {
    llvm::Value* low = b.CreateAShr(b.CreateShl(offset[i], 28), 28);
    way[i] = emit_.fmul(b.CreateSIToFP(low, emit_.f32()), emit_.floatConstant(kSixteenth));
  }
  const auto moved = [&](llvm::Value* edge, llvm::Value* x, llvm::Value* y) {
    return emit_.fmad(y, way[1], emit_.fmad(x, way[0], edge));
  };
  const Weights weights = weightsAt(moved(edge1_, x1, y1), moved(edge2_, x2, y2));
  const uint32_t number = static_cast<uint32_t>(source.index[0].immediate);
  Vector values = {};
  if (number >= kMaxShaderRegisters) {
    fail("v# is not declared");
    return values;
  }
  for (uint32_t i = 0; i < 4; ++i) {
    if ((mask >> i & 1) == 0) continue;
    const uint32_t component = source.swizzle[i];
    values[i] = layout_.inputs[number].source[component] == InputSource::Attribute
                    ? interpolateAt(weights, number, component)
                    : inputComponent(number, component);
  }
  return values;
}

llvm::Value* Translator::pixelPosition(uint32_t component) {
  if (component == 2) return emit_.asBits(attribute(edge1_, edge2_, kDepthWord));
  if (component == 3) {
    llvm::Value* weight =
        emit_.asFloat(emit_.intCall("itpsel", {emit_.constant(kWeightsWord), emit_.constant(0)}));
    return emit_.asBits(emit_.floatCall("rcp", {emit_.fmul(centre_.oneOverW, weight)}));
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
    case InputSource::SampleIndex:
      return cached = emit_.constant(0);  // the one sample of a pixel
    case InputSource::FrontFace:
      return cached = emit_.intCall("itpsel", {emit_.constant(kFlagsWord), emit_.constant(1)});
  }
  return cached;
}

llvm::Value* Translator::threadInGroup(uint32_t component) {
  if (layout_.threadGroup[component] == 1) return emit_.constant(0);
  constexpr uint32_t kShift[3] = {0, 10, 20}, kMask[3] = {0x3ff, 0x3ff, 0x3f};
  llvm::Value* packed = startVector(kThreadVector);
  return builder().CreateAnd(builder().CreateLShr(packed, kShift[component]), kMask[component]);
}

llvm::Value* Translator::groupNumber(uint32_t component) {
  llvm::Value* packed = startScalar(component == 2 ? kGroupZScalar : kGroupScalar);
  return component == 1 ? builder().CreateLShr(packed, 16) : builder().CreateAnd(packed, 0xffff);
}

// spec 22.3.41 to 22.3.44. SV_Coverage and SV_InnerCoverage with one sample a pixel; the
// cycle counter (spec 7.16) may stand still.
Vector Translator::readSpecialInput(const Operand& operand, uint32_t components) {
  Vector values = {};
  auto& b = builder();
  for (uint32_t i = 0; i < 4; ++i) {
    if ((components >> i & 1) == 0) continue;
    const bool outside = i == 3;
    switch (operand.type) {
      case dxbc::OperandType::InputThreadIdInGroup:
        values[i] = outside ? emit_.constant(0) : threadInGroup(i);
        break;
      case dxbc::OperandType::InputThreadGroupId:
        values[i] = outside ? emit_.constant(0) : groupNumber(i);
        break;
      case dxbc::OperandType::InputThreadId:
        values[i] =
            outside
                ? emit_.constant(0)
                : b.CreateAdd(b.CreateMul(groupNumber(i), emit_.constant(layout_.threadGroup[i])),
                              threadInGroup(i));
        break;
      case dxbc::OperandType::InputThreadIdInGroupFlattened:
        values[i] =
            b.CreateAdd(b.CreateLShr(startScalar(kGroupZScalar), 16), emit_.intCall("lane", {}));
        break;
      case dxbc::OperandType::InputCoverageMask:
        values[i] = emit_.constant(1);
        break;
      default:
        values[i] = emit_.constant(0);
        break;
    }
  }
  return values;
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
