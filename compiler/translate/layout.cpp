// SPDX-License-Identifier: Apache-2.0
#include "translate/layout.h"

#include <algorithm>

#include "dxbc/listing.h"
#include "dxbc/listing_names.h"

namespace e11::translate {
namespace {

using dxbc::Instruction;
using dxbc::Opcode;
using dxbc::Operand;
using dxbc::OperandType;
using dxbc::SystemValue;

class LayoutMaker {
 public:
  LayoutMaker(const dxbc::Shader& shader, Layout* layout, std::string* error)
      : program_(shader.program), layout_(*layout), error_(*error) {}

  bool make() {
    if (!setStage()) return false;
    for (const Instruction& instruction : program_.instructions) {
      const dxbc::OpcodeInfo* info = dxbc::findOpcode(static_cast<uint32_t>(instruction.opcode));
      if (info->isDeclaration() && !declare(instruction)) return false;
      layout_.usesDiscard = layout_.usesDiscard || instruction.opcode == Opcode::Discard;
    }
    if (!checkTempTotal() || !checkEarlyDepth()) return false;
    for (const Instruction& instruction : program_.instructions) findIndexed(instruction);
    placeScratch();
    assignResources();
    return true;
  }

 private:
  bool fail(const Instruction& instruction, const std::string& reason) {
    error_ = refusal(program_, instruction, reason);
    return false;
  }

  bool setStage() {
    switch (program_.stage) {
      case dxbc::ShaderStage::Vertex:
        layout_.stage = compiler::Stage::kVertex;
        return true;
      case dxbc::ShaderStage::Pixel:
        layout_.stage = compiler::Stage::kPixel;
        return true;
      default:
        error_ = std::string("not supported: shader stage ") + dxbc::stagePrefix(program_.stage) +
                 " (token 0)";
        return false;
    }
  }

  bool declare(const Instruction& instruction) {
    switch (instruction.opcode) {
      case Opcode::DclGlobalFlags:
        flags_ = &instruction;
        return true;
      case Opcode::DclTemps:
        layout_.tempCount = std::max(layout_.tempCount, instruction.extraWords[0]);
        return layout_.tempCount <= kMaxTemps || fail(instruction, "too many temps");
      case Opcode::DclIndexableTemp:
        return declareArray(instruction);
      case Opcode::DclConstantBuffer:
        return declareConstantBuffer(instruction);
      case Opcode::CustomData:
        return declareImmediateConstants(instruction);
      case Opcode::DclInput:
      case Opcode::DclInputSgv:
      case Opcode::DclInputSiv:
      case Opcode::DclInputPs:
      case Opcode::DclInputPsSgv:
      case Opcode::DclInputPsSiv:
        return declareInput(instruction);
      case Opcode::DclOutput:
      case Opcode::DclOutputSgv:
      case Opcode::DclOutputSiv:
        return declareOutput(instruction);
      case Opcode::DclIndexRange:
        return declareIndexRange(instruction);
      default:
        return fail(instruction, "not supported");
    }
  }

  bool declareArray(const Instruction& instruction) {
    const uint32_t number = instruction.extraWords[0];
    TempArray array;
    array.size = instruction.extraWords[1];
    array.components = instruction.extraWords[2];
    if (array.size == 0 || array.size > kMaxTemps || array.components < 1 ||
        array.components > 4 || number >= kMaxTemps) {
      return fail(instruction, "impossible size");
    }
    if (!layout_.arrays.emplace(number, array).second) return fail(instruction, "declared twice");
    return true;
  }

  bool declareConstantBuffer(const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    if (operand.type != OperandType::ConstantBuffer || operand.indexCount != 2 ||
        operand.index[0].relative || operand.index[0].immediate >= kMaxConstantBuffers) {
      return fail(instruction, "impossible constant buffer");
    }
    const uint32_t slot = static_cast<uint32_t>(operand.index[0].immediate);
    if (!layout_.constantBufferResource.emplace(slot, 0).second) {
      return fail(instruction, "declared twice");
    }
    return true;
  }

  bool declareImmediateConstants(const Instruction& instruction) {
    if (instruction.customDataClass != dxbc::CustomDataClass::ImmediateConstantBuffer) return true;
    const std::vector<uint32_t>& words = instruction.extraWords;
    if (words.empty() || words.size() % 4 != 0 || words.size() / 4 > kMaxConstantRows ||
        !layout_.immediateConstants.empty()) {
      return fail(instruction, "impossible immediate constant buffer");
    }
    layout_.immediateConstants = words;
    layout_.immediateConstantRows = static_cast<uint32_t>(words.size() / 4);
    return true;
  }

  // The register number of an input or output declaration, or fails.
  bool registerNumber(const Instruction& instruction, OperandType type, uint32_t* number) {
    const Operand& operand = instruction.operands[0];
    if (operand.type != type || operand.indexCount != 1 || operand.index[0].relative ||
        operand.index[0].immediate >= kMaxShaderRegisters ||
        operand.selection != dxbc::Selection::Mask) {
      return fail(instruction, "not supported");
    }
    *number = static_cast<uint32_t>(operand.index[0].immediate);
    return true;
  }

  bool inputSource(const Instruction& instruction, InputSource* source) {
    const bool pixel = layout_.stage == compiler::Stage::kPixel;
    if (instruction.extraWords.empty()) {
      *source = pixel ? InputSource::Attribute : InputSource::Fetch;
      return true;
    }
    switch (static_cast<SystemValue>(instruction.extraWords[0] & 0xffff)) {
      case SystemValue::Position:
        *source = InputSource::Position;
        return pixel || fail(instruction, "not supported in this stage");
      case SystemValue::VertexId:
        *source = InputSource::VertexId;
        return !pixel || fail(instruction, "not supported in this stage");
      case SystemValue::InstanceId:
        *source = InputSource::InstanceId;
        return !pixel || fail(instruction, "not supported in this stage");
      case SystemValue::PrimitiveId:
        *source = InputSource::PrimitiveId;
        return pixel || fail(instruction, "not supported in this stage");
      case SystemValue::IsFrontFace:
        *source = InputSource::FrontFace;
        return pixel || fail(instruction, "not supported in this stage");
      default:
        return fail(instruction, "system value not supported");
    }
  }

  bool declareInput(const Instruction& instruction) {
    uint32_t number = 0;
    InputSource source = InputSource::None;
    if (!registerNumber(instruction, OperandType::Input, &number) ||
        !inputSource(instruction, &source)) {
      return false;
    }
    InputRegister& input = layout_.inputs[number];
    const uint8_t mask = instruction.operands[0].mask;
    for (int i = 0; i < 4; ++i) {
      if ((mask >> i & 1) != 0) input.source[i] = source;
    }
    if (source != InputSource::Attribute) return true;
    const dxbc::InterpolationMode mode = instruction.interpolationMode();
    // spec 22.3.10: one register has one mode.
    if (input.mode != dxbc::InterpolationMode::Undefined && input.mode != mode) {
      return fail(instruction, "two interpolation modes in one register");
    }
    if (mode == dxbc::InterpolationMode::Undefined ||
        mode > dxbc::InterpolationMode::LinearNoPerspectiveSample) {
      return fail(instruction, "impossible interpolation mode");
    }
    input.mode = mode;
    return true;
  }

  bool declareOutput(const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    const bool pixel = layout_.stage == compiler::Stage::kPixel;
    if (pixel && operand.type == OperandType::OutputDepth && instruction.extraWords.empty()) {
      layout_.depthOutput = true;
      return true;
    }
    uint32_t number = 0;
    if (!registerNumber(instruction, OperandType::Output, &number)) return false;
    OutputRegister& output = layout_.outputs[number];
    if (pixel && number != 0) return fail(instruction, "more than one render target");
    output.mask |= operand.mask;
    if (instruction.extraWords.empty()) return true;
    if (pixel || static_cast<SystemValue>(instruction.extraWords[0] & 0xffff) !=
                     SystemValue::Position) {
      return fail(instruction, "system value not supported");
    }
    output.position = true;
    return true;
  }

  bool declareIndexRange(const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    uint32_t first = 0;
    if (!registerNumber(instruction, operand.type, &first)) return false;
    const uint32_t count = instruction.extraWords[0];
    if (count == 0 || count > kMaxShaderRegisters - first) {
      return fail(instruction, "impossible range");
    }
    for (uint32_t i = first; i < first + count; ++i) {
      if (operand.type == OperandType::Input) {
        layout_.inputs[i].indexed = true;
      } else if (operand.type == OperandType::Output &&
                 layout_.stage == compiler::Stage::kVertex) {
        layout_.outputs[i].indexed = true;
      } else {
        return fail(instruction, "not supported");
      }
    }
    return true;
  }

  bool checkTempTotal() {
    uint64_t total = layout_.tempCount;
    for (const auto& [number, array] : layout_.arrays) total += array.size;
    if (total <= kMaxTemps) return true;
    error_ = "impossible program: more than " + std::to_string(kMaxTemps) + " temps";
    return false;
  }

  // Forced early depth testing changes results only where the shader discards or writes depth.
  bool checkEarlyDepth() {
    constexpr uint32_t kForceEarly = 1u << 2;
    if (flags_ == nullptr || (flags_->controls & kForceEarly) == 0) return true;
    if (!layout_.usesDiscard && !layout_.depthOutput) return true;
    return fail(*flags_, "not supported: forced early depth test");
  }

  void findIndexed(const Instruction& instruction) {
    for (const Operand& operand : instruction.operands) findIndexed(operand);
  }

  void findIndexed(const Operand& operand) {
    for (const dxbc::OperandIndex& index : operand.index) {
      if (index.relative) findIndexed(*index.relative);
    }
    if (operand.type != OperandType::IndexableTemp || !operand.index[1].relative) return;
    const auto array = layout_.arrays.find(static_cast<uint32_t>(operand.index[0].immediate));
    if (array != layout_.arrays.end()) array->second.indexed = true;
  }

  void placeScratch() {
    uint32_t offset = 0;
    for (auto& [number, array] : layout_.arrays) {
      if (!array.indexed) continue;
      array.scratchOffset = offset;
      offset += array.size * array.components * 4;
    }
    const auto any = [](const auto& registers) {
      return std::any_of(registers.begin(), registers.end(),
                         [](const auto& one) { return one.indexed; });
    };
    layout_.inputScratch = offset;
    if (any(layout_.inputs)) offset += kMaxShaderRegisters * 16;
    layout_.outputScratch = offset;
    if (any(layout_.outputs)) offset += kMaxShaderRegisters * 16;
    layout_.scratchBytes = offset;
  }

  void assignResources() {
    const auto add = [&](compiler::ResourceKind kind, uint32_t slot) {
      layout_.resources.push_back({kind, slot});
      return static_cast<uint32_t>(layout_.resources.size() - 1);
    };
    for (auto& [slot, entry] : layout_.constantBufferResource) {
      entry = add(compiler::ResourceKind::kConstantBuffer, slot);
    }
    if (!layout_.immediateConstants.empty()) {
      layout_.immediateConstantResource =
          add(compiler::ResourceKind::kImmediateConstantBuffer, 0);
    }
    for (uint32_t i = 0; i < kMaxShaderRegisters; ++i) {
      if (layout_.inputs[i].uses(InputSource::Fetch)) {
        layout_.elementResource[i] = add(compiler::ResourceKind::kVertexElement, i);
      }
    }
  }

  const dxbc::Program& program_;
  Layout& layout_;
  std::string& error_;
  const Instruction* flags_ = nullptr;
};

}  // namespace

bool InputRegister::uses(InputSource wanted) const {
  return std::find(source.begin(), source.end(), wanted) != source.end();
}

uint32_t Layout::highestOutput() const {
  uint32_t count = 0;
  for (uint32_t i = 0; i < kMaxShaderRegisters; ++i) {
    if (outputs[i].mask != 0) count = i + 1;
  }
  return count;
}

std::string refusal(const dxbc::Program& program, const dxbc::Instruction& instruction,
                    const std::string& reason) {
  std::string text = dxbc::list(program, instruction);
  text = text.substr(0, text.find('\n'));
  return reason + ": " + dxbc::mnemonic(instruction.opcode) + " at token " +
         std::to_string(instruction.offset) + " (" + text + ")";
}

bool makeLayout(const dxbc::Shader& shader, Layout* layout, std::string* error) {
  return LayoutMaker(shader, layout, error).make();
}

}  // namespace e11::translate
