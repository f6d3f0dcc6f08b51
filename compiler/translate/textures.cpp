// SPDX-License-Identifier: Apache-2.0
// Instructions of the texture unit (spec 22.4, 22.17): sample*, gather4*, lod, ld, ld2dms, resinfo,
// sampleinfo, samplepos, and loads, stores and atomics of images. Also eval_* (spec 22.4.23 to
// 22.4.25). The arguments are those of the instructions of form T (docs/isa.md).
#include "translate/translator.h"

namespace e11::translate {
namespace {

using dxbc::Opcode;
using dxbc::OperandType;
using llvm::Value;

/// Coordinates, and how many of them have derivatives.
struct Shape {
  uint32_t coordinates;
  uint32_t derivatives;
};

Shape shapeOf(Dimension dimension) {
  switch (dimension) {
    case Dimension::Texture1d:
      return {1, 1};
    case Dimension::Texture1dArray:
      return {2, 1};
    case Dimension::Texture2dArray:
    case Dimension::Texture2dMsArray:
      return {3, 2};
    case Dimension::Texture3d:
    case Dimension::TextureCube:
      return {3, 3};
    case Dimension::TextureCubeArray:
      return {4, 3};
    default:
      return {2, 2};
  }
}

/// Which arguments a sample instruction has behind the sampler, in the order of its operands.
struct SampleForm {
  Opcode opcode;
  const char* name;
  bool status;       ///< a second destination
  bool scalar;       ///< bias, level or reference
  bool derivatives;  ///< two operands
  bool clamp;
  bool implicit;  ///< takes derivatives of the coordinates
};

constexpr SampleForm kSampleForms[] = {
    {Opcode::Sample, "sample", false, false, false, false, true},
    {Opcode::SampleB, "sample_b", false, true, false, false, true},
    {Opcode::SampleL, "sample_l", false, true, false, false, false},
    {Opcode::SampleD, "sample_d", false, false, true, false, false},
    {Opcode::SampleC, "sample_c", false, true, false, false, true},
    {Opcode::SampleCLz, "sample_c_lz", false, true, false, false, false},
    {Opcode::SampleLS, "sample_l", true, true, false, false, false},
    {Opcode::SampleCLzS, "sample_c_lz", true, true, false, false, false},
    {Opcode::SampleClS, "sample_cl", true, false, false, true, true},
    {Opcode::SampleBClS, "sample_b_cl", true, true, false, true, true},
    {Opcode::SampleDClS, "sample_d_cl", true, false, true, true, false},
    {Opcode::SampleCClS, "sample_c_cl", true, true, false, true, true},
};

struct GatherForm {
  Opcode opcode;
  const char* name;
  bool status;
  bool offsets;  ///< an operand behind the coordinates
  bool reference;
};

constexpr GatherForm kGatherForms[] = {
    {Opcode::Gather4, "gather4", false, false, false},
    {Opcode::Gather4C, "gather4_c", false, false, true},
    {Opcode::Gather4Po, "gather4_po", false, true, false},
    {Opcode::Gather4PoC, "gather4_po_c", false, true, true},
    {Opcode::Gather4S, "gather4", true, false, false},
    {Opcode::Gather4CS, "gather4_c", true, false, true},
    {Opcode::Gather4PoS, "gather4_po", true, true, false},
    {Opcode::Gather4PoCS, "gather4_po_c", true, true, true},
};

template <typename Form, size_t kCount>
const Form* findForm(const Form (&forms)[kCount], Opcode opcode) {
  for (const Form& form : forms) {
    if (form.opcode == opcode) return &form;
  }
  return nullptr;
}

constexpr uint32_t kStatusBit = 1u << 12;  // of the word that holds bits 63:51
// Kinds of resinfo and sampleinfo results.
constexpr uint32_t kFloatResult = 0, kUintResult = 2;
constexpr uint32_t kOne = 0x3f800000;

uint32_t offsetsWord(const dxbc::SampleOffsets& offsets) {
  if (!offsets.present) return 0;
  return (static_cast<uint32_t>(offsets.u) & 15) | (static_cast<uint32_t>(offsets.v) & 15) << 4 |
         (static_cast<uint32_t>(offsets.w) & 15) << 8;
}

uint32_t countBits(uint32_t mask) {
  uint32_t count = 0;
  for (; mask != 0; mask &= mask - 1) ++count;
  return count;
}

}  // namespace

bool Translator::bindSampler(const Operand& operand, Value** sampler) {
  if (operand.type != OperandType::Sampler || operand.indexCount != 1) {
    return fail("impossible sampler operand");
  }
  const dxbc::OperandIndex& index = operand.index[0];
  if (index.relative) {
    *sampler = chooseDescriptor(layout_.samplerResource, uniformIndex(index), /*pair=*/true);
    return *sampler != nullptr || fail("s# is not declared");
  }
  const auto found = layout_.samplerResource.find(static_cast<uint32_t>(index.immediate));
  if (found == layout_.samplerResource.end()) return fail("s# is not declared");
  *sampler = descriptorPair(found->second);
  return true;
}

void Translator::appendFloats(const Operand& operand, uint32_t count, std::vector<Value*>* values) {
  const Vector read = readFloat(operand, (1u << count) - 1);
  for (uint32_t i = 0; i < count; ++i) values->push_back(emit_.asBits(read[i]));
}

void Translator::appendInts(const Operand& operand, uint32_t count, std::vector<Value*>* values) {
  const Vector read = readInt(operand, (1u << count) - 1);
  for (uint32_t i = 0; i < count; ++i) values->push_back(read[i]);
}

// The intrinsic's name ends in its shape, because one function has one type.
Value* Translator::callTexture(const TextureCall& call) {
  need(compiler::Feature::kTextures);
  std::vector<Value*> arguments = {
      call.resource,
      call.sampler != nullptr ? call.sampler : llvm::PoisonValue::get(emit_.dwords(8)),
      emit_.constant(call.mask),
      emit_.constant(static_cast<uint32_t>(call.view->dimension)),
      emit_.constant(call.word),
      emit_.constant(static_cast<uint32_t>(call.data.size())),
      emit_.constant(static_cast<uint32_t>(call.address.size()))};
  for (const auto* list : {&call.data, &call.address, &call.extra}) {
    arguments.insert(arguments.end(), list->begin(), list->end());
  }
  // Five results, with the status, take eight registers.
  const uint32_t results = call.results > 4 ? 8 : call.results;
  const std::string name = std::string("tex.") + call.name + ".r" + std::to_string(results) + ".d" +
                           std::to_string(call.data.size()) + ".a" +
                           std::to_string(call.address.size()) + ".e" +
                           std::to_string(call.extra.size());
  const auto effect = call.writes            ? Emitter::Effect::ReadWrite
                      : call.view->unordered ? Emitter::Effect::ReadMutable
                      : call.derivatives     ? Emitter::Effect::ConvergentRead
                                             : Emitter::Effect::Read;
  llvm::Type* type = results == 0 ? builder().getVoidTy() : emit_.dwords(results);
  return emit_.call(name, type, arguments, effect);
}

// Results are packed in the order of the mask; the status comes behind them.
void Translator::writeTexels(const Instruction& instruction, const Operand& resource, bool status,
                             const TextureCall& call, Value* result) {
  Vector loaded = {};
  uint32_t next = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    if (call.gathers || (call.mask >> i & 1) != 0) loaded[i] = emit_.component(result, next++);
  }
  Value* mapped = status ? emit_.component(result, next) : nullptr;
  for (Value*& value : loaded) {
    if (value == nullptr) value = emit_.constant(0);
  }
  const uint32_t mask = destinationMask(instruction.operands[0]);
  Vector values = {};
  for (uint32_t i = 0; i < 4; ++i) {
    if ((mask >> i & 1) != 0) values[i] = loaded[resource.swizzle[i]];
  }
  writeFloat(instruction, instruction.operands[0], values);
  if (status) writeStatus(instruction.operands[1], mapped);
}

bool Translator::sampleTexture(const Instruction& instruction) {
  const SampleForm* form = findForm(kSampleForms, instruction.opcode);
  const std::vector<Operand>& operands = instruction.operands;
  size_t next = form->status ? 2 : 1;
  const Operand& coordinates = operands[next++];
  const Operand& resource = operands[next++];
  Bound bound;
  TextureCall call;
  if (!bindView(resource, &bound) || !bindSampler(operands[next++], &call.sampler)) return false;
  if (bound.view->isBuffer() || bound.view->unordered) return fail("resource of another kind");
  if (form->implicit && layout_.stage != compiler::Stage::kPixel) {
    return fail("not supported in this stage");
  }
  const Shape shape = shapeOf(bound.view->dimension);
  appendFloats(coordinates, shape.coordinates, &call.address);
  if (form->scalar) appendFloats(operands[next++], 1, &call.extra);
  if (form->derivatives) {
    appendFloats(operands[next++], shape.derivatives, &call.extra);
    appendFloats(operands[next++], shape.derivatives, &call.extra);
  }
  if (form->clamp) appendFloats(operands[next++], 1, &call.extra);
  const bool status = form->status && operands[1].type != OperandType::Null;
  call.name = form->name;
  call.view = bound.view;
  call.resource = bound.descriptor;
  call.mask = wantedComponents(operands[0], resource);
  if (call.mask == 0) call.mask = 1;
  call.word = offsetsWord(instruction.sampleOffsets) | (status ? kStatusBit : 0);
  call.results = countBits(call.mask) + (status ? 1 : 0);
  call.derivatives = form->implicit;
  writeTexels(instruction, resource, status, call, callTexture(call));
  return true;
}

bool Translator::gatherTexture(const Instruction& instruction) {
  const GatherForm* form = findForm(kGatherForms, instruction.opcode);
  const std::vector<Operand>& operands = instruction.operands;
  size_t next = form->status ? 2 : 1;
  const Operand& coordinates = operands[next++];
  const Operand* offsets = form->offsets ? &operands[next++] : nullptr;
  const Operand& resource = operands[next++];
  const Operand& sampler = operands[next++];
  Bound bound;
  TextureCall call;
  if (!bindView(resource, &bound) || !bindSampler(sampler, &call.sampler)) return false;
  if (bound.view->isBuffer() || bound.view->unordered) return fail("resource of another kind");
  appendFloats(coordinates, shapeOf(bound.view->dimension).coordinates, &call.address);
  if (form->reference) appendFloats(operands[next++], 1, &call.extra);
  if (offsets != nullptr) appendInts(*offsets, 2, &call.extra);
  const bool status = form->status && operands[1].type != OperandType::Null;
  call.name = form->name;
  call.view = bound.view;
  call.resource = bound.descriptor;
  // The channel is the component that the sampler operand selects (spec 22.4.2).
  call.mask = 1u << (sampler.selection == dxbc::Selection::Single ? sampler.swizzle[0] : 0);
  call.word = offsetsWord(instruction.sampleOffsets) | (status ? kStatusBit : 0);
  call.results = status ? 5 : 4;
  call.gathers = true;
  writeTexels(instruction, resource, status, call, callTexture(call));
  return true;
}

// ld and ld2dms. The level is the fourth component of the address (spec 22.4.6).
bool Translator::loadTexel(const Instruction& instruction) {
  const bool samples = instruction.opcode == Opcode::LdMs || instruction.opcode == Opcode::LdMsS;
  const bool hasStatus = instruction.opcode == Opcode::LdS || instruction.opcode == Opcode::LdMsS;
  const std::vector<Operand>& operands = instruction.operands;
  const size_t first = hasStatus ? 2 : 1;
  const Operand& resource = operands[first + 1];
  Bound bound;
  if (!bindView(resource, &bound)) return false;
  if (bound.view->isBuffer() || bound.view->unordered) return fail("resource of another kind");
  TextureCall call;
  const uint32_t coordinates = shapeOf(bound.view->dimension).coordinates;
  const uint32_t components = (1u << coordinates) - 1;
  const Vector address = readInt(operands[first], samples ? components : components | 8);
  call.address.assign(address.begin(), address.begin() + coordinates);
  call.extra.push_back(samples ? readScalar(operands[first + 2]) : address[3]);
  const bool status = hasStatus && operands[1].type != OperandType::Null;
  call.name = samples ? "ld_ms" : "ld";
  call.view = bound.view;
  call.resource = bound.descriptor;
  call.mask = wantedComponents(operands[0], resource);
  if (call.mask == 0) call.mask = 1;
  call.word = offsetsWord(instruction.sampleOffsets) | (status ? kStatusBit : 0);
  call.results = countBits(call.mask) + (status ? 1 : 0);
  writeTexels(instruction, resource, status, call, callTexture(call));
  return true;
}

// lod and resinfo.
bool Translator::queryTexture(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  const bool lod = instruction.opcode == Opcode::Lod;
  const Operand& resource = operands[2];
  Bound bound;
  if (!bindView(resource, &bound)) return false;
  if (bound.view->isBuffer())
    return lod ? fail("resource of another kind") : elementCount(instruction);
  TextureCall call;
  call.view = bound.view;
  call.resource = bound.descriptor;
  call.mask = wantedComponents(operands[0], resource);
  if (call.mask == 0) call.mask = 1;
  call.results = countBits(call.mask);
  if (lod) {
    if (!bindSampler(operands[3], &call.sampler)) return false;
    if (layout_.stage != compiler::Stage::kPixel) return fail("not supported in this stage");
    call.name = "lod";
    call.derivatives = true;
    appendFloats(operands[1], shapeOf(bound.view->dimension).derivatives, &call.address);
  } else {
    constexpr uint32_t kReturnType = 3;
    call.name = "resinfo";
    call.word = instruction.controls & kReturnType;
    call.address.push_back(readScalar(operands[1]));
  }
  writeTexels(instruction, resource, false, call, callTexture(call));
  return true;
}

// sampleinfo and samplepos (spec 22.4.21, 22.4.22), of a texture or of the rasterizer, which has
// one sample in the pixel's centre.
bool Translator::querySamples(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  const Operand& resource = operands[1];
  const bool info = instruction.opcode == Opcode::SampleInfo;
  const bool integer = info && (instruction.controls & 3) != 0;
  if (resource.type == OperandType::Rasterizer) {
    need(compiler::Feature::kCoverageInput);
    Value* zero = emit_.constant(0);
    const Vector loaded = {info ? emit_.constant(integer ? 1 : kOne) : zero, zero, zero, zero};
    writeSwizzled(operands[0], resource, loaded);
    return true;
  }
  Bound bound;
  if (!bindView(resource, &bound)) return false;
  if (bound.view->isBuffer()) return fail("resource of another kind");
  TextureCall call;
  call.name = info ? "sampleinfo" : "samplepos";
  call.view = bound.view;
  call.resource = bound.descriptor;
  call.mask = wantedComponents(operands[0], resource);
  if (call.mask == 0) call.mask = 1;
  call.results = countBits(call.mask);
  if (info) {
    call.word = integer ? kUintResult : kFloatResult;
  } else {
    call.address.push_back(readScalar(operands[2]));
  }
  writeTexels(instruction, resource, false, call, callTexture(call));
  return true;
}

bool Translator::loadImage(const Instruction& instruction, const Bound& bound, bool hasStatus) {
  const std::vector<Operand>& operands = instruction.operands;
  const Operand& resource = operands[hasStatus ? 3 : 2];
  const bool status = hasStatus && operands[1].type != OperandType::Null;
  TextureCall call;
  call.name = "imgld";
  call.view = bound.view;
  call.resource = bound.descriptor;
  call.mask = wantedComponents(operands[0], resource);
  if (call.mask == 0) call.mask = 1;
  call.word = status ? kStatusBit : 0;
  call.results = countBits(call.mask) + (status ? 1 : 0);
  appendInts(operands[hasStatus ? 2 : 1], shapeOf(bound.view->dimension).coordinates,
             &call.address);
  writeTexels(instruction, resource, status, call, callTexture(call));
  return true;
}

bool Translator::storeImage(const Instruction& instruction, const Bound& bound) {
  TextureCall call;
  call.name = "imgst";
  call.view = bound.view;
  call.resource = bound.descriptor;
  call.mask = 0xf;
  call.writes = true;
  const Vector values = readMoved(instruction.operands[2], 0xf);
  call.data.assign(values.begin(), values.end());
  appendInts(instruction.operands[1], shapeOf(bound.view->dimension).coordinates, &call.address);
  callTexture(call);
  return true;
}

Value* Translator::imageAtomic(const Bound& bound, const Operand& address, uint32_t operation,
                               Value* value, Value* compare) {
  constexpr uint32_t kCompareExchange = 9;  // ATOMIC_CMPXCHG
  TextureCall call;
  call.name = "imgatm";
  call.view = bound.view;
  call.resource = bound.descriptor;
  call.mask = 1;
  call.word = operation;
  call.writes = true;
  call.results = 1;
  call.data.push_back(value);
  if (operation == kCompareExchange) call.data.push_back(compare);
  appendInts(address, shapeOf(bound.view->dimension).coordinates, &call.address);
  return callTexture(call);
}

// While there is one sample, all of them are the pixel's centre; only eval_snapped moves away from
// it: by offsets in sixteenths of a pixel (spec 22.4.25).
bool Translator::evaluate(const Instruction& instruction) {
  const Operand& source = instruction.operands[1];
  if (layout_.stage != compiler::Stage::kPixel || source.type != OperandType::Input) {
    return fail("not supported in this stage");
  }
  const uint32_t mask = destinationMask(instruction.operands[0]);
  if (instruction.opcode != Opcode::EvalSnapped) {
    if (instruction.opcode == Opcode::EvalSampleIndex) need(compiler::Feature::kCoverageInput);
    writeFloat(instruction, instruction.operands[0], readFloat(source, mask));
    return true;
  }
  if (source.index[0].relative) return fail("v# is indexed");
  const Vector offset = readInt(instruction.operands[2], 3);
  writeFloat(instruction, instruction.operands[0], evaluateSnapped(source, mask, offset));
  return true;
}

// False if the instruction is none of these; errors are in error().
bool Translator::textureOperation(const Instruction& instruction) {
  if (findForm(kSampleForms, instruction.opcode) != nullptr) {
    return sampleTexture(instruction) || true;
  }
  if (findForm(kGatherForms, instruction.opcode) != nullptr) {
    return gatherTexture(instruction) || true;
  }
  switch (instruction.opcode) {
    case Opcode::LdMs:
    case Opcode::LdMsS:
      return loadTexel(instruction) || true;
    case Opcode::Lod:
    case Opcode::ResInfo:
      return queryTexture(instruction) || true;
    case Opcode::SampleInfo:
    case Opcode::SamplePos:
      return querySamples(instruction) || true;
    case Opcode::EvalSnapped:
    case Opcode::EvalSampleIndex:
    case Opcode::EvalCentroid:
      return evaluate(instruction) || true;
    default:
      return false;
  }
}

}  // namespace e11::translate
