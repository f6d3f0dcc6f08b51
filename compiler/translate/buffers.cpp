// SPDX-License-Identifier: Apache-2.0
// Loads and stores of buffers and thread-group memory, element counts, barriers (spec 22.4, 22.17).
#include "translate/translator.h"

namespace e11::translate {
namespace {

using compiler::BufferLayout;
using dxbc::Opcode;
using dxbc::OperandType;
using llvm::Value;

// docs/registers.md, buffer_descriptor.
constexpr uint32_t kSizeWord = 2;
// What status a load of mapped memory gives; buffers are always mapped.
constexpr uint32_t kMapped = 1;
// Flags of sync.
constexpr uint32_t kSyncThreads = 1, kSyncUnordered = 4 | 8;

uint32_t firstBit(uint32_t mask) {
  uint32_t bit = 0;
  while ((mask >> bit & 1) == 0) ++bit;
  return bit;
}

}  // namespace

bool Translator::isMutable(const ResourceView& view) const {
  return view.unordered && layout_.writesMemory;
}

const char* Translator::accessSuffix(const ResourceView& view) const {
  if (view.coherent) return ".coherent";
  return view.unordered ? ".rw" : "";
}

bool Translator::bindView(const Operand& operand, Bound* bound) {
  const bool unordered = operand.type == OperandType::UnorderedAccessView;
  const auto& views = unordered ? layout_.unorderedViews : layout_.resourceViews;
  if (operand.indexCount != 1) return fail("impossible resource operand");
  const dxbc::OperandIndex& index = operand.index[0];
  if (!index.relative) {
    const auto found = views.find(static_cast<uint32_t>(index.immediate));
    if (found == views.end()) return fail("resource is not declared");
    bound->view = &found->second;
    bound->descriptor = bound->view->isBuffer() ? descriptor(bound->view->entry)
                                                : descriptorPair(bound->view->entry);
    return true;
  }
  // Chosen at run time: among those declared with the dimension that the instruction states.
  const auto dimension = static_cast<Dimension>(current_->resourceDimension.dimension);
  std::map<uint32_t, uint32_t> entries;
  for (const auto& [slot, view] : views) {
    const bool same = !current_->resourceDimension.present || view.dimension == dimension;
    if (!same && !(bound->view == nullptr && entries.empty())) continue;
    if (!same) continue;
    if (bound->view == nullptr) bound->view = &view;
    if (view.isBuffer() == bound->view->isBuffer()) entries.emplace(slot, view.entry);
  }
  if (bound->view == nullptr) return fail("resource is not declared");
  bound->descriptor =
      chooseDescriptor(entries, uniformIndex(index), /*pair=*/!bound->view->isBuffer());
  return true;
}

bool Translator::bind(const Operand& operand, Bound* bound) {
  if (operand.type == OperandType::Resource || operand.type == OperandType::UnorderedAccessView) {
    return bindView(operand, bound);
  }
  if (operand.type != OperandType::ThreadGroupSharedMemory || operand.indexCount != 1 ||
      operand.index[0].relative) {
    return fail("impossible resource operand");
  }
  const auto found = layout_.groupMemory.find(static_cast<uint32_t>(operand.index[0].immediate));
  if (found == layout_.groupMemory.end()) return fail("g# is not declared");
  bound->group = &found->second;
  return true;
}

// Outside addresses are undefined (spec 22.4.10, 22.4.12); the hardware keeps them in the group.
Value* Translator::groupAddress(const GroupMemory& group, const Address& address) {
  Value* bytes = address.index;
  if (group.stride != 0) {
    bytes = builder().CreateAdd(builder().CreateMul(bytes, emit_.constant(group.stride)),
                                address.offset);
  }
  return builder().CreateAdd(bytes, emit_.constant(group.offset));
}

Value* Translator::loadDwords(const Bound& bound, const Address& address, uint32_t skip,
                              uint32_t count) {
  const std::string number = std::to_string(count);
  // Without wrapping: beyond 32 bits is outside (spec 22.4.10).
  const auto behind = [&](Value* bytes) {
    return builder().CreateNUWAdd(bytes, emit_.constant(4 * skip));
  };
  if (bound.view == nullptr) {
    return emit_.call("ldlds." + number, emit_.dwords(count),
                      {behind(groupAddress(*bound.group, address))}, Emitter::Effect::GroupRead);
  }
  const ResourceView& view = *bound.view;
  const auto effect = view.unordered ? Emitter::Effect::ReadMutable : Emitter::Effect::Read;
  if (view.layout == BufferLayout::kStructured) {
    return emit_.call("ldstruct." + number + accessSuffix(view), emit_.dwords(count),
                      {bound.descriptor, address.index, behind(address.offset)}, effect);
  }
  return emit_.call("ldraw." + number + accessSuffix(view), emit_.dwords(count),
                    {bound.descriptor, behind(address.index)}, effect);
}

void Translator::storeDwords(const Bound& bound, const Address& address, uint32_t skip,
                             Value* values) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(values->getType());
  const std::string number = std::to_string(vector == nullptr ? 1 : vector->getNumElements());
  llvm::Type* nothing = builder().getVoidTy();
  const auto behind = [&](Value* bytes) {
    return builder().CreateNUWAdd(bytes, emit_.constant(4 * skip));
  };
  if (bound.view == nullptr) {
    emit_.call("stlds." + number, nothing, {values, behind(groupAddress(*bound.group, address))},
               Emitter::Effect::GroupWrite);
    return;
  }
  const std::string suffix = bound.view->coherent ? ".coherent" : "";
  if (bound.view->layout == BufferLayout::kStructured) {
    emit_.call("ststruct." + number + suffix, nothing,
               {values, bound.descriptor, address.index, behind(address.offset)},
               Emitter::Effect::Write);
  } else {
    emit_.call("straw." + number + suffix, nothing,
               {values, bound.descriptor, behind(address.index)}, Emitter::Effect::Write);
  }
}

uint32_t Translator::wantedComponents(const Operand& destination, const Operand& resource) {
  const uint32_t mask = destinationMask(destination);
  uint32_t wanted = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    if ((mask >> i & 1) != 0) wanted |= 1u << resource.swizzle[i];
  }
  return wanted;
}

void Translator::writeSwizzled(const Operand& destination, const Operand& resource,
                               const Vector& loaded) {
  const uint32_t mask = destinationMask(destination);
  Vector values = {};
  for (uint32_t i = 0; i < 4; ++i) {
    if ((mask >> i & 1) != 0) values[i] = loaded[resource.swizzle[i]];
  }
  write(destination, values);
}

void Translator::writeStatus(const Operand& destination, Value* status) {
  write(destination, {status, status, status, status});
}

// Operands: destination, [status,] offset or index, [offset,] resource.
bool Translator::loadBuffer(const Instruction& instruction, bool structured, bool status) {
  const std::vector<Operand>& operands = instruction.operands;
  const size_t first = status ? 2 : 1;
  const Operand& resource = operands.back();
  Bound bound;
  if (!bind(resource, &bound)) return false;
  const bool isStructured = bound.view == nullptr
                                ? bound.group->stride != 0
                                : bound.view->layout == BufferLayout::kStructured;
  if (isStructured != structured ||
      (bound.view != nullptr &&
       (!bound.view->isBuffer() || bound.view->layout == BufferLayout::kTyped))) {
    return fail("resource of another kind");
  }
  Address address;
  address.index = readScalar(operands[first]);
  if (structured) address.offset = readScalar(operands[first + 1]);
  const uint32_t wanted = wantedComponents(operands[0], resource);
  Vector loaded = {};
  if (wanted != 0) {
    const uint32_t low = firstBit(wanted);
    uint32_t high = 3;
    while ((wanted >> high & 1) == 0) --high;
    Value* dwords = loadDwords(bound, address, low, high - low + 1);
    for (uint32_t i = low; i <= high; ++i) loaded[i] = emit_.component(dwords, i - low);
  }
  writeSwizzled(operands[0], resource, loaded);
  if (status) writeStatus(operands[1], emit_.constant(kMapped));
  return true;
}

// Operands: destination, offset or index, [offset,] value. The mask is that of the destination.
bool Translator::storeBuffer(const Instruction& instruction, bool structured) {
  const std::vector<Operand>& operands = instruction.operands;
  Bound bound;
  if (!bind(operands[0], &bound)) return false;
  const bool isStructured = bound.view == nullptr
                                ? bound.group->stride != 0
                                : bound.view->layout == BufferLayout::kStructured;
  if (isStructured != structured ||
      (bound.view != nullptr && (!bound.view->isBuffer() || !bound.view->unordered ||
                                 bound.view->layout == BufferLayout::kTyped))) {
    return fail("resource of another kind");
  }
  if (operands[0].selection != dxbc::Selection::Mask) return fail("destination without a mask");
  Address address;
  address.index = readScalar(operands[1]);
  if (structured) address.offset = readScalar(operands[2]);
  uint32_t mask = operands[0].mask;
  const Vector values = readMoved(operands.back(), mask);
  while (mask != 0) {  // one store for each run of components
    const uint32_t low = firstBit(mask);
    const uint32_t count = firstBit(~(mask >> low));
    Value* run = values[low];
    if (count > 1) {
      run = llvm::PoisonValue::get(emit_.dwords(count));
      for (uint32_t i = 0; i < count; ++i) {
        run = builder().CreateInsertElement(run, values[low + i], i);
      }
    }
    storeDwords(bound, address, low, run);
    mask &= ~(((1u << count) - 1) << low);
  }
  return true;
}

// ld and ld_uav_typed. Operands: destination, [status,] address, resource.
bool Translator::loadTyped(const Instruction& instruction, bool status) {
  const std::vector<Operand>& operands = instruction.operands;
  const size_t first = status ? 2 : 1;
  const Operand& resource = operands[first + 1];
  Bound bound;
  if (!bindView(resource, &bound)) return false;
  if (!bound.view->isBuffer()) {
    return bound.view->unordered ? loadImage(instruction, bound, status) : loadTexel(instruction);
  }
  if (bound.view->layout != BufferLayout::kTyped) return fail("resource of another kind");
  const uint32_t wanted = wantedComponents(operands[0], resource);
  Vector loaded = {};
  if (wanted != 0) {
    uint32_t count = 4;
    while ((wanted >> (count - 1) & 1) == 0) --count;
    const auto effect =
        bound.view->unordered ? Emitter::Effect::ReadMutable : Emitter::Effect::Read;
    Value* element =
        emit_.call("ldtyped." + std::to_string(count) + accessSuffix(*bound.view),
                   emit_.dwords(count), {bound.descriptor, readScalar(operands[first])}, effect);
    for (uint32_t i = 0; i < count; ++i) loaded[i] = emit_.component(element, i);
  }
  writeSwizzled(operands[0], resource, loaded);
  if (status) writeStatus(operands[1], emit_.constant(kMapped));
  return true;
}

bool Translator::storeTyped(const Instruction& instruction) {
  Bound bound;
  if (!bindView(instruction.operands[0], &bound)) return false;
  if (!bound.view->unordered) return fail("resource of another kind");
  if (!bound.view->isBuffer()) return storeImage(instruction, bound);
  if (bound.view->layout != BufferLayout::kTyped) return fail("resource of another kind");
  const Vector values = readMoved(instruction.operands[2], 0xf);
  const std::string suffix = bound.view->coherent ? ".coherent" : "";
  emit_.call("sttyped.4" + suffix, builder().getVoidTy(),
             {gather(values), bound.descriptor, readScalar(instruction.operands[1])},
             Emitter::Effect::Write);
  return true;
}

// bufinfo, and resinfo on a buffer (spec 22.4.1): all components get the number.
bool Translator::elementCount(const Instruction& instruction) {
  Bound bound;
  if (!bindView(instruction.operands.back(), &bound)) return false;
  if (!bound.view->isBuffer()) return fail("resource of another kind");
  Value* count = emit_.component(bound.descriptor, kSizeWord);
  write(instruction.operands[0], {count, count, count, count});
  return true;
}

// spec 22.17.7. Waves of one core see each other's accesses in order (docs/shader-abi.md), so that
// group memory needs no fence.
bool Translator::synchronize(const Instruction& instruction) {
  llvm::Type* nothing = builder().getVoidTy();
  if ((instruction.controls & kSyncUnordered) != 0) {
    emit_.call("fence", nothing, {}, Emitter::Effect::Convergent);
  }
  if ((instruction.controls & kSyncThreads) == 0) return true;
  if (layout_.stage != compiler::Stage::kCompute) return fail("not supported in this stage");
  emit_.call("bar", nothing, {}, Emitter::Effect::Convergent);
  return true;
}

// False if the instruction is none of these; errors are in error().
bool Translator::bufferOperation(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::LdRaw:
      return loadBuffer(instruction, false, false) || true;
    case Opcode::LdRawS:
      return loadBuffer(instruction, false, true) || true;
    case Opcode::LdStructured:
      return loadBuffer(instruction, true, false) || true;
    case Opcode::LdStructuredS:
      return loadBuffer(instruction, true, true) || true;
    case Opcode::StoreRaw:
      return storeBuffer(instruction, false) || true;
    case Opcode::StoreStructured:
      return storeBuffer(instruction, true) || true;
    case Opcode::Ld:
    case Opcode::LdUavTyped:
      return loadTyped(instruction, false) || true;
    case Opcode::LdS:
    case Opcode::LdUavTypedS:
      return loadTyped(instruction, true) || true;
    case Opcode::StoreUavTyped:
      return storeTyped(instruction) || true;
    case Opcode::BufInfo:
      return elementCount(instruction) || true;
    case Opcode::Sync:
      return synchronize(instruction) || true;
    case Opcode::CheckAccessFullyMapped: {
      const uint32_t mask = destinationMask(instruction.operands[0]);
      Vector values = readInt(instruction.operands[1], mask);
      for (Value*& value : values) {
        if (value != nullptr) value = emit_.asMask(builder().CreateIsNotNull(value));
      }
      write(instruction.operands[0], values);
      return true;
    }
    default:
      return false;
  }
}

}  // namespace e11::translate
