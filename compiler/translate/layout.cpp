// SPDX-License-Identifier: Apache-2.0
#include "translate/layout.h"

#include <algorithm>

#include "dxbc/listing.h"
#include "dxbc/listing_names.h"
#include "translate/layout_parts.h"

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
    if (!checkTempTotal() || !checkInterfaces()) return false;
    for (const Instruction& instruction : program_.instructions) {
      findIndexed(instruction);
      findWrites(instruction);
    }
    layout_.keepsCalls = keepsCalls(program_);
    placeScratch(&layout_);
    assignResources(&layout_);
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
      case dxbc::ShaderStage::Compute:
        layout_.stage = compiler::Stage::kCompute;
        return true;
      default:
        error_ = std::string("not supported: shader stage ") + dxbc::stagePrefix(program_.stage) +
                 " (token 0)";
        return false;
    }
  }

  bool declare(const Instruction& instruction) {
    switch (instruction.opcode) {
      case Opcode::DclGlobalFlags: {
        constexpr uint32_t kForceEarly = 1u << 2;
        layout_.forcesEarlyDepth = (instruction.controls & kForceEarly) != 0;
        return true;
      }
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
      case Opcode::DclResource:
      case Opcode::DclResourceRaw:
      case Opcode::DclResourceStructured:
      case Opcode::DclUavTyped:
      case Opcode::DclUavRaw:
      case Opcode::DclUavStructured:
        return declareView(instruction);
      case Opcode::DclSampler:
        return declareSampler(instruction);
      case Opcode::DclTgsmRaw:
      case Opcode::DclTgsmStructured:
        return declareGroupMemory(instruction);
      case Opcode::DclThreadGroup:
        return declareThreadGroup(instruction);
      case Opcode::DclFunctionBody:
        return true;
      case Opcode::DclFunctionTable:
        return declareFunctionTable(instruction);
      case Opcode::DclInterface:
        return declareInterface(instruction);
      default:
        return fail(instruction, "not supported");
    }
  }

  bool declareArray(const Instruction& instruction) {
    const uint32_t number = instruction.extraWords[0];
    TempArray array;
    array.size = instruction.extraWords[1];
    array.components = instruction.extraWords[2];
    if (array.size == 0 || array.size > kMaxTemps || array.components < 1 || array.components > 4 ||
        number >= kMaxTemps) {
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

  bool need(compiler::Feature feature, const Instruction& instruction) {
    addNeed(&layout_.needs, feature, place(instruction));
    return true;
  }

  // The slot that the operand of a declaration names, or fails.
  bool slotNumber(const Instruction& instruction, OperandType type, uint32_t limit,
                  uint32_t* slot) {
    const Operand& operand = instruction.operands[0];
    if (operand.type != type || operand.indexCount != 1 || operand.index[0].relative ||
        operand.index[0].immediate >= limit) {
      return fail(instruction, "impossible operand");
    }
    *slot = static_cast<uint32_t>(operand.index[0].immediate);
    return true;
  }

  // spec 22.3.12, 22.3.45 to 22.3.50.
  bool declareView(const Instruction& instruction) {
    constexpr uint32_t kCoherent = 1u << 5, kStrideLimit = 2048;
    ResourceView view;
    const Opcode opcode = instruction.opcode;
    view.unordered = opcode == Opcode::DclUavTyped || opcode == Opcode::DclUavRaw ||
                     opcode == Opcode::DclUavStructured;
    view.coherent = view.unordered && (instruction.controls & kCoherent) != 0;
    if (opcode == Opcode::DclResource || opcode == Opcode::DclUavTyped) {
      view.dimension = static_cast<Dimension>(instruction.controls & 0x1f);
      view.layout = compiler::BufferLayout::kTyped;
      if (view.dimension == Dimension::Unknown || view.dimension > Dimension::TextureCubeArray) {
        return fail(instruction, "impossible resource dimension");
      }
      if (!view.isBuffer()) need(compiler::Feature::kTextures, instruction);
    } else if (opcode == Opcode::DclResourceStructured || opcode == Opcode::DclUavStructured) {
      view.layout = compiler::BufferLayout::kStructured;
      view.stride = instruction.extraWords[0];
      if (view.stride == 0 || view.stride > kStrideLimit || view.stride % 4 != 0) {
        return fail(instruction, "impossible stride");
      }
    }
    uint32_t slot = 0;
    const bool good =
        view.unordered
            ? slotNumber(instruction, OperandType::UnorderedAccessView, kMaxUnorderedViews, &slot)
            : slotNumber(instruction, OperandType::Resource, kMaxShaderResources, &slot);
    if (!good) return false;
    auto& views = view.unordered ? layout_.unorderedViews : layout_.resourceViews;
    return views.emplace(slot, view).second || fail(instruction, "declared twice");
  }

  bool declareSampler(const Instruction& instruction) {
    uint32_t slot = 0;
    if (!slotNumber(instruction, OperandType::Sampler, kMaxSamplers, &slot)) return false;
    return layout_.samplerResource.emplace(slot, 0).second || fail(instruction, "declared twice");
  }

  // spec 22.3.51, 22.3.52. Every g# starts at a multiple of 16 bytes.
  bool declareGroupMemory(const Instruction& instruction) {
    uint32_t slot = 0;
    if (!slotNumber(instruction, OperandType::ThreadGroupSharedMemory, kMaxTemps, &slot)) {
      return false;
    }
    GroupMemory memory;
    memory.offset = layout_.groupBytes;
    uint64_t bytes = instruction.extraWords[0];
    if (instruction.opcode == Opcode::DclTgsmStructured) {
      memory.stride = instruction.extraWords[0];
      bytes *= instruction.extraWords[1];
    }
    if (bytes == 0 || bytes > kMaxGroupBytes) return fail(instruction, "impossible size");
    memory.bytes = static_cast<uint32_t>(bytes);
    layout_.groupBytes += (memory.bytes + 15) / 16 * 16;
    if (!layout_.groupMemory.emplace(slot, memory).second) {
      return fail(instruction, "declared twice");
    }
    return layout_.groupBytes <= kMaxGroupBytes ||
           fail(instruction, "more than 32,768 bytes of thread-group memory");
  }

  bool declareThreadGroup(const Instruction& instruction) {
    uint64_t total = 1;
    for (int i = 0; i < 3; ++i) {
      layout_.threadGroup[i] = instruction.extraWords[i];
      total *= layout_.threadGroup[i];
      if (total == 0 || total > kMaxGroupThreads) return fail(instruction, "impossible size");
    }
    return true;
  }

  bool declareFunctionTable(const Instruction& instruction) {
    const std::vector<uint32_t>& words = instruction.extraWords;
    if (words.size() < 2 || words[1] != words.size() - 2) {
      return fail(instruction, "impossible function table");
    }
    return layout_.functionTables
               .emplace(words[0], std::vector<uint32_t>(words.begin() + 2, words.end()))
               .second ||
           fail(instruction, "declared twice");
  }

  bool declareInterface(const Instruction& instruction) {
    const std::vector<uint32_t>& words = instruction.extraWords;
    if (words.size() < 3 || (words[2] & 0xffff) != words.size() - 3) {
      return fail(instruction, "impossible interface");
    }
    Interface interface;
    interface.functions = words[1];
    interface.length = words[2] >> 16;
    interface.tables.assign(words.begin() + 3, words.end());
    if (interface.length == 0 || words[0] >= kMaxInterfaces ||
        interface.length > kMaxInterfaces - words[0]) {
      return fail(instruction, "impossible interface");
    }
    layout_.instanceCount = std::max(layout_.instanceCount, words[0] + interface.length);
    return layout_.interfaces.emplace(words[0], std::move(interface)).second ||
           fail(instruction, "declared twice");
  }

  bool checkInterfaces() {
    for (const auto& [number, interface] : layout_.interfaces) {
      for (uint32_t table : interface.tables) {
        const auto found = layout_.functionTables.find(table);
        if (found != layout_.functionTables.end() && found->second.size() >= interface.functions) {
          continue;
        }
        error_ = "impossible program: fp" + std::to_string(number) + " has no table ft" +
                 std::to_string(table);
        return false;
      }
    }
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

  // Interpolated inputs whose system value the rasterizer takes from the vertex.
  bool attributeValue(const Instruction& instruction, SystemValue value, InputSource* source) {
    *source = InputSource::Attribute;
    if (value == SystemValue::ClipDistance || value == SystemValue::CullDistance) {
      return need(compiler::Feature::kClipDistances, instruction);
    }
    return need(compiler::Feature::kArrayIndex, instruction);
  }

  bool inputSource(const Instruction& instruction, InputSource* source) {
    const bool pixel = layout_.stage == compiler::Stage::kPixel;
    if (instruction.extraWords.empty()) {
      *source = pixel ? InputSource::Attribute : InputSource::Fetch;
      return true;
    }
    const auto value = static_cast<SystemValue>(instruction.extraWords[0] & 0xffff);
    bool ofPixel = true;
    switch (value) {
      case SystemValue::Position:
        *source = InputSource::Position;
        break;
      case SystemValue::VertexId:
        *source = InputSource::VertexId;
        ofPixel = false;
        break;
      case SystemValue::InstanceId:
        *source = InputSource::InstanceId;
        ofPixel = false;
        break;
      case SystemValue::PrimitiveId:
        *source = InputSource::PrimitiveId;
        break;
      case SystemValue::IsFrontFace:
        *source = InputSource::FrontFace;
        break;
      case SystemValue::SampleIndex:
        *source = InputSource::SampleIndex;
        need(compiler::Feature::kCoverageInput, instruction);
        break;
      case SystemValue::ClipDistance:
      case SystemValue::CullDistance:
      case SystemValue::RenderTargetArrayIndex:
      case SystemValue::ViewportArrayIndex:
        attributeValue(instruction, value, source);
        break;
      default:
        return fail(instruction, "system value not supported");
    }
    return pixel == ofPixel || fail(instruction, "not supported in this stage");
  }

  // Inputs that are operands of their own: the stage decides which there are.
  bool specialInput(const Instruction& instruction, bool* handled) {
    *handled = true;
    switch (instruction.operands[0].type) {
      case OperandType::InputCoverageMask:
      case OperandType::InnerCoverage:
        need(compiler::Feature::kCoverageInput, instruction);
        return layout_.stage == compiler::Stage::kPixel ||
               fail(instruction, "not supported in this stage");
      case OperandType::InputThreadId:
      case OperandType::InputThreadGroupId:
      case OperandType::InputThreadIdInGroup:
      case OperandType::InputThreadIdInGroupFlattened:
        return layout_.stage == compiler::Stage::kCompute ||
               fail(instruction, "not supported in this stage");
      case OperandType::CycleCounter:
        return true;
      default:
        *handled = false;
        return true;
    }
  }

  bool declareInput(const Instruction& instruction) {
    uint32_t number = 0;
    InputSource source = InputSource::None;
    bool special = false;
    if (!specialInput(instruction, &special)) return false;
    if (special) return true;
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

  // Outputs of the pixel shader that are operands of their own.
  bool specialOutput(const Instruction& instruction, bool* handled) {
    *handled = true;
    switch (instruction.operands[0].type) {
      case OperandType::OutputDepth:
      case OperandType::OutputDepthGreaterEqual:
      case OperandType::OutputDepthLessEqual:
        layout_.depthOutput = true;
        break;
      case OperandType::OutputCoverageMask:
        layout_.coverageOutput = true;
        need(compiler::Feature::kCoverageOutput, instruction);
        break;
      case OperandType::OutputStencilRef:
        layout_.stencilOutput = true;
        need(compiler::Feature::kStencilRef, instruction);
        break;
      default:
        *handled = false;
        return true;
    }
    return layout_.stage == compiler::Stage::kPixel ||
           fail(instruction, "not supported in this stage");
  }

  bool outputValue(const Instruction& instruction, OutputRegister* output) {
    switch (static_cast<SystemValue>(instruction.extraWords[0] & 0xffff)) {
      case SystemValue::Position:
        output->position = true;
        return true;
      case SystemValue::ClipDistance:
      case SystemValue::CullDistance:
        return need(compiler::Feature::kClipDistances, instruction);
      case SystemValue::RenderTargetArrayIndex:
      case SystemValue::ViewportArrayIndex:
        return need(compiler::Feature::kArrayIndex, instruction);
      case SystemValue::VertexId:
      case SystemValue::InstanceId:
      case SystemValue::PrimitiveId:
        return true;  // a value like any other
      default:
        return fail(instruction, "system value not supported");
    }
  }

  bool declareOutput(const Instruction& instruction) {
    const bool pixel = layout_.stage == compiler::Stage::kPixel;
    bool special = false;
    if (!specialOutput(instruction, &special)) return false;
    if (special) return true;
    if (layout_.stage == compiler::Stage::kCompute) {
      return fail(instruction, "not supported in this stage");
    }
    uint32_t number = 0;
    if (!registerNumber(instruction, OperandType::Output, &number)) return false;
    OutputRegister& output = layout_.outputs[number];
    if (pixel && number >= kMaxRenderTargets) return fail(instruction, "too many render targets");
    if (pixel && number != 0) need(compiler::Feature::kRenderTargets, instruction);
    output.mask |= instruction.operands[0].mask;
    if (instruction.extraWords.empty()) return true;
    if (pixel) return fail(instruction, "system value not supported");
    return outputValue(instruction, &output);
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
      } else if (operand.type == OperandType::Output) {
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

  void findIndexed(const Instruction& instruction) {
    for (const Operand& operand : instruction.operands) findIndexed(operand);
  }

  void findIndexed(const Operand& operand) {
    for (const dxbc::OperandIndex& index : operand.index) {
      if (index.relative) findIndexed(*index.relative);
    }
    // Data of class instances may be in any buffer that the program can bind.
    if (operand.type == OperandType::ConstantBuffer && operand.index[0].relative) {
      for (uint32_t i = 0; i < kMaxBoundConstantBuffers; ++i) {
        layout_.constantBufferResource.emplace(i, 0);
      }
    }
    if (operand.type != OperandType::IndexableTemp || !operand.index[1].relative) return;
    const auto array = layout_.arrays.find(static_cast<uint32_t>(operand.index[0].immediate));
    if (array != layout_.arrays.end()) array->second.indexed = true;
  }

  // Which u# have counters, and whether anything is written.
  void findWrites(const Instruction& instruction) {
    for (const Operand& operand : instruction.operands) {
      const dxbc::OpcodeInfo* info = dxbc::findOpcode(static_cast<uint32_t>(instruction.opcode));
      if (info->isDeclaration() || operand.type != OperandType::UnorderedAccessView) continue;
      const bool counts = instruction.opcode == Opcode::ImmAtomicAlloc ||
                          instruction.opcode == Opcode::ImmAtomicConsume;
      const auto view =
          layout_.unorderedViews.find(static_cast<uint32_t>(operand.index[0].immediate));
      if (counts && view != layout_.unorderedViews.end()) view->second.counter = true;
      const bool reads =
          instruction.opcode == Opcode::LdUavTyped || instruction.opcode == Opcode::LdUavTypedS ||
          instruction.opcode == Opcode::LdRaw || instruction.opcode == Opcode::LdRawS ||
          instruction.opcode == Opcode::LdStructured ||
          instruction.opcode == Opcode::LdStructuredS || instruction.opcode == Opcode::BufInfo ||
          instruction.opcode == Opcode::ResInfo;
      layout_.writesMemory = layout_.writesMemory || !reads;
    }
  }

  const dxbc::Program& program_;
  Layout& layout_;
  std::string& error_;
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

void addNeed(std::vector<compiler::Need>* needs, compiler::Feature feature, std::string what) {
  for (const compiler::Need& need : *needs) {
    if (need.feature == feature) return;
  }
  needs->push_back({feature, std::move(what)});
}

std::string place(const dxbc::Instruction& instruction) {
  return std::string(dxbc::mnemonic(instruction.opcode)) + " at token " +
         std::to_string(instruction.offset);
}

std::string refusal(const dxbc::Program& program, const dxbc::Instruction& instruction,
                    const std::string& reason) {
  std::string text = dxbc::list(program, instruction);
  text = text.substr(0, text.find('\n'));
  return reason + ": " + place(instruction) + " (" + text + ")";
}

bool makeLayout(const dxbc::Shader& shader, Layout* layout, std::string* error) {
  return LayoutMaker(shader, layout, error).make();
}

}  // namespace e11::translate
