// SPDX-License-Identifier: Apache-2.0
// Sources and destinations of instructions (spec 7.3, 7.5, 22.18, 22.19).
#include "translate/translator.h"

namespace e11::translate {
namespace {

using dxbc::OperandType;

// Key of register `index` of array x#number among the statically addressed ones.
uint32_t arrayKey(uint32_t number, uint32_t index) {
  return number * kMaxTemps + index;
}

}  // namespace

llvm::Value* Translator::readScalar(const Operand& operand) {
  return readInt(operand, 1)[0];
}

llvm::Value* Translator::indexValue(const dxbc::OperandIndex& index) {
  llvm::Value* base = emit_.constant(static_cast<uint32_t>(index.immediate));
  if (!index.relative) return base;
  return builder().CreateAdd(readScalar(*index.relative), base);
}

bool Translator::checkArray(const Operand& operand, const TempArray** array) {
  if (operand.indexCount != 2 || operand.index[0].relative) return fail("impossible x# operand");
  const auto found = layout_.arrays.find(static_cast<uint32_t>(operand.index[0].immediate));
  if (found == layout_.arrays.end()) return fail("x# is not declared");
  if (!operand.index[1].relative && operand.index[1].immediate >= found->second.size) {
    return fail("x# index outside its array");
  }
  *array = &found->second;
  return true;
}

// Byte address of a register in scratch. Outside indices are undefined (spec 7.3), but must stay
// within the shader's own scratch: they are clamped to the last register.
llvm::Value* Translator::arrayAddress(const TempArray& array, const dxbc::OperandIndex& index) {
  llvm::Value* number = indexValue(index);
  if (index.relative) {
    number = emit_.llvmCall(llvm::Intrinsic::umin, {number, emit_.constant(array.size - 1)});
  }
  llvm::Value* bytes = builder().CreateMul(number, emit_.constant(array.components * 4));
  return builder().CreateAdd(bytes, emit_.constant(array.scratchOffset));
}

llvm::Value* Translator::fileAddress(uint32_t base, const dxbc::OperandIndex& index) {
  llvm::Value* number = indexValue(index);
  if (index.relative) {
    number =
        emit_.llvmCall(llvm::Intrinsic::umin, {number, emit_.constant(kMaxShaderRegisters - 1)});
  }
  llvm::Value* bytes = builder().CreateShl(number, 4);
  return builder().CreateAdd(bytes, emit_.constant(base));
}

Vector Translator::readArray(const Operand& operand, uint32_t components) {
  const TempArray* array = nullptr;
  Vector values = {};
  if (!checkArray(operand, &array)) return values;
  llvm::Value* address = array->indexed ? arrayAddress(*array, operand.index[1]) : nullptr;
  for (uint32_t i = 0; i < 4; ++i) {
    if ((components >> i & 1) == 0) continue;
    if (i >= array->components) {
      values[i] = emit_.constant(0);  // not declared: undefined
    } else if (array->indexed) {
      values[i] = emit_.loadScratch(builder().CreateAdd(address, emit_.constant(4 * i)));
    } else {
      const uint32_t key = arrayKey(static_cast<uint32_t>(operand.index[0].immediate),
                                    static_cast<uint32_t>(operand.index[1].immediate));
      values[i] = loadSlot(slot(&arrayTemps_, key, i));
    }
  }
  return values;
}

Vector Translator::readInput(const Operand& operand, uint32_t components) {
  Vector values = {};
  if (operand.indexCount != 1) {
    fail("impossible v# operand");
    return values;
  }
  const dxbc::OperandIndex& index = operand.index[0];
  if (index.immediate >= kMaxShaderRegisters) {
    fail("v# is not declared");
    return values;
  }
  const uint32_t number = static_cast<uint32_t>(index.immediate);
  if (index.relative && !layout_.inputs[number].indexed) {
    fail("v# is not declared for indexing");
    return values;
  }
  llvm::Value* address = index.relative ? fileAddress(layout_.inputScratch, index) : nullptr;
  for (uint32_t i = 0; i < 4; ++i) {
    if ((components >> i & 1) == 0) continue;
    values[i] = index.relative
                    ? emit_.loadScratch(builder().CreateAdd(address, emit_.constant(4 * i)))
                    : inputComponent(number, i);
  }
  return values;
}

llvm::Value* Translator::uniformIndex(const dxbc::OperandIndex& index) {
  llvm::Value* value = indexValue(index);
  if (llvm::isa<llvm::Constant>(value)) return value;
  return emit_.call("readfirst", emit_.i32(), {value}, Emitter::Effect::ConvergentNone);
}

// Words of an instance's entry (docs/shader-abi.md): x and y are in the second, z and w in the
// third. Outside elements are undefined, but of this shader: clamped to the last.
Vector Translator::readInstance(const Operand& operand, uint32_t components) {
  Vector values = {};
  if (operand.indexCount != 1 || layout_.instanceCount == 0) {
    fail("this[] is not declared");
    return values;
  }
  const dxbc::OperandIndex& index = operand.index[0];
  llvm::Value* words = nullptr;
  if (!index.relative) {
    if (index.immediate >= layout_.instanceCount) {
      fail("this[] is not declared");
      return values;
    }
    words = descriptor(layout_.instanceResource + static_cast<uint32_t>(index.immediate));
  } else {
    llvm::Value* element = emit_.llvmCall(
        llvm::Intrinsic::umin, {uniformIndex(index), emit_.constant(layout_.instanceCount - 1)});
    llvm::Value* offset = builder().CreateAdd(builder().CreateShl(element, 4),
                                              emit_.constant(16 * layout_.instanceResource));
    words = emit_.call("desc.at", emit_.dwords(4), {offset});
  }
  for (uint32_t i = 0; i < 4; ++i) {
    if ((components >> i & 1) == 0) continue;
    llvm::Value* word = emit_.component(words, 1 + i / 2);
    values[i] = i % 2 == 0 ? builder().CreateAnd(word, 0xffff) : builder().CreateLShr(word, 16);
  }
  return values;
}

// `components` are those of the register, after the swizzle.
Vector Translator::readRegister(const Operand& operand, uint32_t components) {
  Vector values = {};
  switch (operand.type) {
    case OperandType::Temp: {
      if (operand.indexCount != 1 || operand.index[0].relative ||
          operand.index[0].immediate >= layout_.tempCount) {
        fail("r# is not declared");
        break;
      }
      const uint32_t number = static_cast<uint32_t>(operand.index[0].immediate);
      for (uint32_t i = 0; i < 4; ++i) {
        if ((components >> i & 1) == 0) continue;
        values[i] = loadSlot(slot(&temps_, number, i));
      }
      break;
    }
    case OperandType::IndexableTemp:
      return readArray(operand, components);
    case OperandType::Input:
      return readInput(operand, components);
    case OperandType::ConstantBuffer:
    case OperandType::ImmediateConstantBuffer:
      return readConstants(operand, components);
    case OperandType::ThisPointer:
      return readInstance(operand, components);
    case OperandType::InputThreadId:
    case OperandType::InputThreadGroupId:
    case OperandType::InputThreadIdInGroup:
    case OperandType::InputThreadIdInGroupFlattened:
    case OperandType::InputCoverageMask:
    case OperandType::InnerCoverage:
    case OperandType::CycleCounter:
      return readSpecialInput(operand, components);
    default:
      fail("operand not supported");
      break;
  }
  return values;
}

Vector Translator::readRaw(const Operand& operand, uint32_t mask) {
  Vector values = readStored(operand, mask);
  for (llvm::Value*& value : values) {
    if (value != nullptr) value = emit_.asBits(value);
  }
  return values;
}

Vector Translator::readStored(const Operand& operand, uint32_t mask) {
  Vector values = {};
  if (mask == 0) return values;
  if (operand.type == OperandType::Immediate32) {
    for (uint32_t i = 0; i < 4; ++i) {
      if ((mask >> i & 1) == 0) continue;
      values[i] = emit_.constant(operand.immediate[operand.componentCount == 4 ? i : 0]);
    }
    return values;
  }
  if (operand.selection == dxbc::Selection::Mask) {
    fail("source operand with a mask");
  }
  uint32_t components = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    if ((mask >> i & 1) != 0) components |= 1u << operand.swizzle[i];
  }
  const Vector stored = readRegister(operand, components);
  for (uint32_t i = 0; i < 4; ++i) {
    if ((mask >> i & 1) == 0) continue;
    values[i] = stored[operand.swizzle[i]];
    // After a failure: something to go on with until the instruction ends.
    if (values[i] == nullptr) values[i] = emit_.constant(0);
  }
  return values;
}

Vector Translator::readInt(const Operand& operand, uint32_t mask) {
  Vector values = readRaw(operand, mask);
  if (operand.absolute) fail("absolute value of an integer");
  for (llvm::Value*& value : values) {
    if (value != nullptr && operand.negate) value = builder().CreateNeg(value);
  }
  return values;
}

Vector Translator::readFloat(const Operand& operand, uint32_t mask) {
  Vector values = readStored(operand, mask);
  for (llvm::Value*& value : values) {
    if (value == nullptr) continue;
    value = emit_.asFloat(value);
    if (operand.absolute) value = emit_.fabs(value);
    if (operand.negate) value = emit_.fneg(value);
  }
  return values;
}

Vector Translator::readMoved(const Operand& operand, uint32_t mask) {
  if (!operand.absolute && !operand.negate) return readRaw(operand, mask);
  Vector values = readFloat(operand, mask);
  for (llvm::Value*& value : values) {
    if (value != nullptr) value = emit_.asBits(value);
  }
  return values;
}

uint32_t Translator::destinationMask(const Operand& operand) {
  switch (operand.type) {
    case OperandType::Null:
      return 0;
    case OperandType::OutputDepth:
    case OperandType::OutputDepthGreaterEqual:
    case OperandType::OutputDepthLessEqual:
    case OperandType::OutputCoverageMask:
    case OperandType::OutputStencilRef:
      return 1;
    case OperandType::Temp:
    case OperandType::IndexableTemp:
    case OperandType::Output:
      if (operand.selection == dxbc::Selection::Mask) return operand.mask;
      fail("destination without a mask");
      return 0;
    default:
      fail("destination not supported");
      return 0;
  }
}

void Translator::writeComponent(const Operand& operand, uint32_t component, llvm::Value* value) {
  const dxbc::OperandIndex& index = operand.index[0];
  switch (operand.type) {
    case OperandType::OutputDepth:
    case OperandType::OutputDepthGreaterEqual:
    case OperandType::OutputDepthLessEqual:
    case OperandType::OutputCoverageMask:
    case OperandType::OutputStencilRef: {
      llvm::AllocaInst* slot = operand.type == OperandType::OutputCoverageMask ? coverage_
                               : operand.type == OperandType::OutputStencilRef ? stencil_
                                                                               : depth_;
      if (slot == nullptr) {
        fail("output is not declared");
        return;
      }
      storeSlot(slot, value);
      return;
    }
    case OperandType::Temp:
      if (operand.indexCount != 1 || index.relative || index.immediate >= layout_.tempCount) {
        fail("r# is not declared");
        return;
      }
      storeSlot(slot(&temps_, static_cast<uint32_t>(index.immediate), component), value);
      return;
    case OperandType::Output: {
      if (operand.indexCount != 1 || index.immediate >= kMaxShaderRegisters) {
        fail("o# is not declared");
        return;
      }
      const uint32_t number = static_cast<uint32_t>(index.immediate);
      const OutputRegister& output = layout_.outputs[number];
      if (output.mask == 0 || (index.relative && !output.indexed)) {
        fail("o# is not declared");
      } else if (output.indexed) {
        llvm::Value* address = fileAddress(layout_.outputScratch, index);
        emit_.storeScratch(emit_.asBits(value),
                           builder().CreateAdd(address, emit_.constant(4 * component)));
      } else {
        storeSlot(slot(&outputs_, number, component), value);
      }
      return;
    }
    default: {
      const TempArray* array = nullptr;
      if (!checkArray(operand, &array)) return;
      if (component >= array->components) return;  // not declared: nothing can read it
      if (array->indexed) {
        llvm::Value* address = arrayAddress(*array, operand.index[1]);
        emit_.storeScratch(emit_.asBits(value),
                           builder().CreateAdd(address, emit_.constant(4 * component)));
      } else {
        const uint32_t key = arrayKey(static_cast<uint32_t>(index.immediate),
                                      static_cast<uint32_t>(operand.index[1].immediate));
        storeSlot(slot(&arrayTemps_, key, component), value);
      }
      return;
    }
  }
}

void Translator::write(const Operand& operand, const Vector& values) {
  const uint32_t mask = destinationMask(operand);
  if (!error_.empty()) return;  // values may be missing
  for (uint32_t i = 0; i < 4; ++i) {
    if ((mask >> i & 1) == 0) continue;
    writeComponent(operand, i, values[i]);
  }
}

}  // namespace e11::translate
