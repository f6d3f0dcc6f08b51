// SPDX-License-Identifier: Apache-2.0
#include "dxbc/listing.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "dxbc/listing_names.h"

namespace e11::dxbc {
namespace {

constexpr char kComponents[] = "xyzw";
// Integers up to this magnitude are shown in decimal, larger ones in hexadecimal.
constexpr int32_t kLargestDecimal = 10000;

std::string number(uint64_t value) { return std::to_string(value); }

std::string floatText(double value) {
  if (std::isnan(value)) return std::signbit(value) ? "-1.#IND00" : "1.#QNAN0";
  if (std::isinf(value)) return value < 0 ? "-1.#INF00" : "1.#INF00";
  char text[512];
  std::snprintf(text, sizeof(text), "%.6f", value);
  return text;
}

std::string floatText(uint32_t word) {
  float value;
  std::memcpy(&value, &word, sizeof(value));
  return floatText(static_cast<double>(value));
}

bool isSmallInteger(uint32_t word) {
  const int32_t value = static_cast<int32_t>(word);
  return value >= -kLargestDecimal && value <= kLargestDecimal;
}

std::string integerText(uint32_t word) {
  if (isSmallInteger(word)) return std::to_string(static_cast<int32_t>(word));
  char text[16];
  std::snprintf(text, sizeof(text), "0x%08x", word);
  return text;
}

// Values whose type is not known: what looks like an ordinary float is shown as one.
std::string rawText(uint32_t word) {
  const uint32_t exponent = word >> 23 & 0xff;
  const bool denormal = exponent == 0 && (word & 0x7fffff) != 0;
  const bool looksLikeFloat = exponent != 0xff && !denormal;
  return isSmallInteger(word) || !looksLikeFloat ? integerText(word) : floatText(word);
}

std::string immediateText(uint32_t word, DataKind kind) {
  switch (kind) {
    case DataKind::Float:
      return floatText(word);
    case DataKind::Int:
    case DataKind::UInt:
      return integerText(word);
    default:
      return rawText(word);
  }
}

std::string immediate64Text(const Operand& operand) {
  std::string text = "d(";
  for (uint32_t i = 0; i + 1 < operand.immediateWords(); i += 2) {
    const uint64_t bits = uint64_t{operand.immediate[i + 1]} << 32 | operand.immediate[i];
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    text += (i == 0 ? "" : ", ") + floatText(value) + "l";
  }
  return text + ")";
}

std::string immediateOperandText(const Operand& operand, DataKind kind) {
  if (operand.type == OperandType::Immediate64) return immediate64Text(operand);
  const char* separator = kind == DataKind::Raw ? "," : ", ";
  std::string text = "l(";
  for (uint32_t i = 0; i < operand.immediateWords(); ++i) {
    text += (i == 0 ? "" : separator) + immediateText(operand.immediate[i], kind);
  }
  return text + ")";
}

std::string indexText(const OperandIndex& index) {
  if (index.relative == nullptr) return number(index.immediate);
  return list(*index.relative, DataKind::Int) + " + " + number(index.immediate);
}

std::string selectionText(const Operand& operand) {
  std::string text;
  switch (operand.selection) {
    case Selection::None:
      return "";
    case Selection::Mask:
      for (int i = 0; i < 4; ++i) {
        if ((operand.mask >> i & 1) != 0) text += kComponents[i];
      }
      break;
    case Selection::Swizzle:
      for (uint8_t component : operand.swizzle) text += kComponents[component];
      break;
    case Selection::Single:
      text += kComponents[operand.swizzle[0]];
      break;
  }
  return text.empty() ? "" : "." + text;
}

// Register name and indices. Where every index is in brackets depends on the register file.
std::string registerText(const Operand& operand) {
  std::string text = operandTypeName(operand.type);
  if (operand.indexCount == 0) return text;
  const bool bracketed =
      operand.index[0].relative != nullptr ||
      operand.type == OperandType::ImmediateConstantBuffer ||
      operand.type == OperandType::ThisPointer ||
      // Inputs with a vertex index: v[vertex][register].
      (operand.indexCount > 1 && (operand.type == OperandType::Input ||
                                  operand.type == OperandType::InputControlPoint ||
                                  operand.type == OperandType::OutputControlPoint));
  text += bracketed ? "[" + indexText(operand.index[0]) + "]" : number(operand.index[0].immediate);
  for (uint32_t i = 1; i < operand.indexCount; ++i) {
    text += "[" + indexText(operand.index[i]) + "]";
  }
  return text;
}

std::string joined(const std::array<uint32_t, 4>& types) {
  std::string text = "(";
  for (uint32_t type : types) text += std::string(returnTypeName(type)) + ",";
  text.back() = ')';
  return text;
}

std::array<uint32_t, 4> returnTypes(uint32_t token) {
  return {token & 0xf, token >> 4 & 0xf, token >> 8 & 0xf, token >> 12 & 0xf};
}

// The lines of one program; keeps the indentation.
class Lister {
 public:
  explicit Lister(const Program& program) : program_(program) {}
  std::string all(const ListingOptions& options);
  std::string one(const Instruction& instruction) const;

 private:
  std::string declaration(const Instruction& instruction) const;
  std::string inputOutput(const Instruction& instruction) const;
  std::string resource(const Instruction& instruction) const;
  std::string uav(const Instruction& instruction) const;
  std::string functions(const Instruction& instruction) const;
  std::string customData(const Instruction& instruction) const;
  std::string opcodeText(const Instruction& instruction) const;
  std::string plain(const Instruction& instruction) const;
  std::string preciseText(const Instruction& instruction) const;

  const Program& program_;
};

std::string Lister::preciseText(const Instruction& instruction) const {
  if (instruction.preciseMask() == 0) return "";
  if (instruction.preciseMask() == 0xf) return " [precise]";
  std::string text = " [precise(";
  for (int i = 0; i < 4; ++i) {
    if ((instruction.preciseMask() >> i & 1) != 0) text += kComponents[i];
  }
  return text + ")]";
}

bool testsCondition(Opcode opcode) {
  switch (opcode) {
    case Opcode::If:
    case Opcode::Breakc:
    case Opcode::Callc:
    case Opcode::Continuec:
    case Opcode::Retc:
    case Opcode::Discard:
      return true;
    default:
      return false;
  }
}

std::string syncText(uint32_t controls) {
  // Bit 0: threads in group, 1: shared memory, 2: UAV within the group, 3: UAV globally.
  std::string text = "sync";
  if ((controls & 8) != 0) text += "_uglobal";
  if ((controls & 4) != 0) text += "_ugroup";
  if ((controls & 2) != 0) text += "_g";
  if ((controls & 1) != 0) text += "_t";
  return text;
}

std::string Lister::opcodeText(const Instruction& instruction) const {
  if (instruction.opcode == Opcode::Sync) return syncText(instruction.controls);
  std::string text = mnemonic(instruction.opcode);
  if (testsCondition(instruction.opcode)) return text + (instruction.testNonZero() ? "_nz" : "_z");
  if (instruction.sampleOffsets.present) text += "_aoffimmi";
  if (instruction.resourceDimension.present) text += "_indexable";
  if (instruction.saturate() && instruction.opcode != Opcode::ResInfo &&
      instruction.opcode != Opcode::SampleInfo) {
    text += "_sat";
  }
  text += preciseText(instruction);
  if (instruction.sampleOffsets.present) {
    text += "(" + std::to_string(instruction.sampleOffsets.u) + "," +
            std::to_string(instruction.sampleOffsets.v) + "," +
            std::to_string(instruction.sampleOffsets.w) + ")";
  }
  if (instruction.resourceDimension.present) {
    text += "(" + std::string(resourceDimensionName(instruction.resourceDimension.dimension));
    if (instruction.resourceDimension.stride != 0) {
      text += ", stride=" + number(instruction.resourceDimension.stride);
    }
    text += ")";
  }
  if (instruction.resourceReturnType.present) text += joined(instruction.resourceReturnType.type);
  // How resinfo and sampleinfo return their numbers.
  if (instruction.opcode == Opcode::ResInfo || instruction.opcode == Opcode::SampleInfo) {
    const uint32_t form = instruction.controls & 3;
    text += form == 1 ? "_rcpFloat" : form == 2 ? "_uint" : "";
  }
  return text;
}

std::string precisionText(const Operand& operand, uint32_t destination, bool isDestination) {
  if (operand.minPrecision == 0) return "";
  std::string text = std::string(" {") + minPrecisionName(operand.minPrecision);
  if (!isDestination && operand.minPrecision != destination) {
    text += std::string(" as ") + minPrecisionName(destination);
  }
  return text + "}";
}

std::string Lister::plain(const Instruction& instruction) const {
  std::string text = opcodeText(instruction);
  if (instruction.opcode == Opcode::Sync) return text;
  const OpcodeInfo* info = findOpcode(static_cast<uint32_t>(instruction.opcode));
  if (instruction.opcode == Opcode::InterfaceCall) {
    // fp#[array index][call site]
    const Operand& operand = instruction.operands[0];
    return text + " fp" + number(operand.index[0].immediate) + "[" +
           indexText(operand.index[1]) + "][" + number(instruction.functionIndex) + "]";
  }
  const bool hasDestination = info->destCount() != 0;
  const uint32_t precision =
      hasDestination && !instruction.operands.empty() ? instruction.operands[0].minPrecision : 0;
  for (size_t i = 0; i < instruction.operands.size(); ++i) {
    const Operand& operand = instruction.operands[i];
    text += (i == 0 ? " " : ", ") + list(operand, info->kind(static_cast<int>(i)));
    text += precisionText(operand, precision, hasDestination && i == 0);
  }
  return instruction.operands.empty() ? text + " " : text;
}

std::string Lister::inputOutput(const Instruction& instruction) const {
  std::string text = mnemonic(instruction.opcode);
  const Operand& operand = instruction.operands[0];
  const bool pixelInput = instruction.opcode == Opcode::DclInputPs ||
                          instruction.opcode == Opcode::DclInputPsSiv;
  if (pixelInput) text += std::string(" ") + interpolationName(instruction.interpolationMode());
  text += " " + list(operand, DataKind::Declared);
  if (operand.minPrecision != 0) text += precisionText(operand, 0, true);
  if (!instruction.extraWords.empty()) {
    text += std::string(", ") + systemValueName(instruction.extraWords[0] & 0xffff);
  }
  return text;
}

std::string Lister::resource(const Instruction& instruction) const {
  const uint32_t dimension = instruction.controls & 0x1f;
  const uint32_t samples = instruction.controls >> 5 & 0x7f;
  std::string text = std::string("dcl_resource_") + resourceDimensionName(dimension);
  if (std::strstr(resourceDimensionName(dimension), "ms") != nullptr) {
    text += "(" + number(samples) + ")";
  }
  return text + " " + joined(returnTypes(instruction.extraWords[0])) + " " +
         list(instruction.operands[0], DataKind::Declared);
}

std::string Lister::uav(const Instruction& instruction) const {
  const bool coherent = (instruction.controls >> 5 & 1) != 0;
  const bool counter = (instruction.controls >> 12 & 1) != 0;
  std::string text = mnemonic(instruction.opcode);
  if (instruction.opcode == Opcode::DclUavTyped) {
    text += std::string("_") + resourceDimensionName(instruction.controls & 0x1f);
  }
  if (coherent) text += "_glc";
  if (counter) text += "_opc";
  text += " ";
  if (instruction.opcode == Opcode::DclUavTyped) {
    text += joined(returnTypes(instruction.extraWords[0])) + " ";
  }
  text += list(instruction.operands[0], DataKind::Declared);
  if (instruction.opcode == Opcode::DclUavStructured) {
    text += ", " + number(instruction.extraWords[0]);
  }
  return text;
}

std::string nameList(const std::vector<uint32_t>& words, size_t first, const char* prefix) {
  std::string text = "{";
  for (size_t i = first; i < words.size(); ++i) {
    text += (i == first ? "" : ", ") + std::string(prefix) + number(words[i]);
  }
  return text + "}";
}

std::string Lister::functions(const Instruction& instruction) const {
  const std::vector<uint32_t>& words = instruction.extraWords;
  const std::string name = mnemonic(instruction.opcode);
  if (instruction.opcode == Opcode::DclFunctionBody) return name + " fb" + number(words[0]);
  if (instruction.opcode == Opcode::DclFunctionTable) {
    if (words.size() < 2) return name;
    return name + " ft" + number(words[0]) + " = " + nameList(words, 2, "fb");
  }
  if (words.size() < 3) return name;
  const uint32_t tables = words[2] & 0xffff;
  const uint32_t arrayLength = words[2] >> 16;
  // Bit 0 of the controls: indexed dynamically.
  const std::string suffix = (instruction.controls & 1) != 0 ? "_dynamicindexed" : "";
  (void)tables;
  return name + suffix + " fp" + number(words[0]) + "[" + number(arrayLength) + "][" +
         number(words[1]) + "] = " + nameList(words, 3, "ft");
}

std::string Lister::customData(const Instruction& instruction) const {
  if (instruction.customDataClass != CustomDataClass::ImmediateConstantBuffer) {
    return "customdata " + number(static_cast<uint32_t>(instruction.customDataClass)) + ", " +
           number(instruction.extraWords.size()) + " words";
  }
  const std::string start = "dcl_immediateConstantBuffer { ";
  std::string text = start;
  for (size_t i = 0; i + 3 < instruction.extraWords.size(); i += 4) {
    if (i != 0) text += ",\n" + std::string(start.size(), ' ');
    text += "{ ";
    for (size_t j = 0; j < 4; ++j) {
      text += (j == 0 ? "" : ", ") + rawText(instruction.extraWords[i + j]);
    }
    text += "}";
  }
  return text + " }";
}

std::string globalFlags(uint32_t controls) {
  std::string text = "dcl_globalFlags ";
  bool first = true;
  // Microsoft prints bit 3 before bit 2.
  for (int bit : {0, 1, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12}) {
    if ((controls >> bit & 1) == 0) continue;
    text += (first ? "" : " | ") + std::string(globalFlagName(bit));
    first = false;
  }
  return text;
}

std::string Lister::declaration(const Instruction& instruction) const {
  const std::vector<uint32_t>& words = instruction.extraWords;
  const std::string name = mnemonic(instruction.opcode);
  const auto operand = [&] { return list(instruction.operands[0], DataKind::Declared); };
  switch (instruction.opcode) {
    case Opcode::DclConstantBuffer:
      // Without the operand's swizzle.
      return name + " " + registerText(instruction.operands[0]) +
             ((instruction.controls & 1) != 0 ? ", dynamicIndexed" : ", immediateIndexed");
    case Opcode::DclSampler:
      return name + " " + operand() + ", " + samplerModeName(instruction.controls & 0xf);
    case Opcode::DclIndexRange:
      return name + " " + operand() + " " + number(words[0]);
    case Opcode::DclTemps:
    case Opcode::DclMaxOutputVertexCount:
    case Opcode::DclGsInstanceCount:
    case Opcode::DclHsForkInstanceCount:
    case Opcode::DclHsJoinInstanceCount:
      return name + " " + number(words[0]);
    case Opcode::DclIndexableTemp:
      return name + " x" + number(words[0]) + "[" + number(words[1]) + "], " + number(words[2]);
    case Opcode::DclGlobalFlags:
      return globalFlags(instruction.controls);
    case Opcode::DclThreadGroup:
      return name + " " + number(words[0]) + ", " + number(words[1]) + ", " + number(words[2]);
    case Opcode::DclTgsmRaw:
      return name + " " + operand() + ", " + number(words[0]);
    case Opcode::DclTgsmStructured:
      return name + " " + operand() + ", " + number(words[0]) + ", " + number(words[1]);
    case Opcode::DclResourceStructured:
      return name + " " + operand() + ", " + number(words[0]);
    case Opcode::DclHsMaxTessFactor:
      return name + " l(" + floatText(words[0]) + ")";
    case Opcode::DclGsOutputTopology:
      return name + " " + topologyName(instruction.controls & 0x7f) + " ";
    case Opcode::DclGsInputPrimitive:
      return name + " " + primitiveName(instruction.controls & 0x3f) + " ";
    case Opcode::DclInputControlPointCount:
    case Opcode::DclOutputControlPointCount:
      return name + " " + number(instruction.controls & 0x3f);
    case Opcode::DclTessDomain:
      return name + " " + tessDomainName(instruction.controls & 3);
    case Opcode::DclTessPartitioning:
      return name + " " + tessPartitioningName(instruction.controls & 7);
    case Opcode::DclTessOutputPrimitive:
      return name + " " + tessOutputName(instruction.controls & 7);
    default:
      return name + " " + operand();
  }
}

std::string Lister::one(const Instruction& instruction) const {
  switch (instruction.opcode) {
    case Opcode::CustomData:
      return customData(instruction);
    case Opcode::DclResource:
      return resource(instruction);
    case Opcode::DclUavTyped:
    case Opcode::DclUavRaw:
    case Opcode::DclUavStructured:
      return uav(instruction);
    case Opcode::DclFunctionBody:
    case Opcode::DclFunctionTable:
    case Opcode::DclInterface:
      return functions(instruction);
    case Opcode::DclInput:
    case Opcode::DclInputSgv:
    case Opcode::DclInputSiv:
    case Opcode::DclInputPs:
    case Opcode::DclInputPsSgv:
    case Opcode::DclInputPsSiv:
    case Opcode::DclOutput:
    case Opcode::DclOutputSgv:
    case Opcode::DclOutputSiv:
      return inputOutput(instruction);
    default:
      break;
  }
  const OpcodeInfo* info = findOpcode(static_cast<uint32_t>(instruction.opcode));
  return info->isDeclaration() ? declaration(instruction) : plain(instruction);
}

bool closesBlock(Opcode opcode) {
  return opcode == Opcode::Else || opcode == Opcode::EndIf || opcode == Opcode::EndLoop ||
         opcode == Opcode::EndSwitch;
}

bool opensBlock(Opcode opcode) {
  return opcode == Opcode::If || opcode == Opcode::Else || opcode == Opcode::Loop ||
         opcode == Opcode::Switch;
}

std::string Lister::all(const ListingOptions& options) {
  std::string text = std::string(stagePrefix(program_.stage)) + "_" +
                     number(program_.majorVersion) + "_" + number(program_.minorVersion) + "\n";
  size_t depth = 0;
  for (const Instruction& instruction : program_.instructions) {
    if (closesBlock(instruction.opcode) && depth > 0) --depth;
    if (options.tokenOffsets) {
      char offset[16];
      std::snprintf(offset, sizeof(offset), "%6u: ", instruction.offset);
      text += offset;
    }
    text += std::string(2 * depth, ' ') + one(instruction) + "\n";
    if (opensBlock(instruction.opcode)) ++depth;
  }
  return text;
}

}  // namespace

std::string list(const Program& program, const ListingOptions& options) {
  return Lister(program).all(options);
}

std::string list(const Program& program, const Instruction& instruction) {
  return Lister(program).one(instruction);
}

std::string list(const Operand& operand, DataKind kind) {
  if (operand.type == OperandType::Immediate32 || operand.type == OperandType::Immediate64) {
    return immediateOperandText(operand, kind);
  }
  if (operand.type == OperandType::Null) return "null";
  std::string text = registerText(operand) + selectionText(operand);
  if (operand.absolute) text = "|" + text + "|";
  return operand.negate ? "-" + text : text;
}

}  // namespace e11::dxbc
