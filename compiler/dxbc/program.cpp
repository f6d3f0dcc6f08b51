// SPDX-License-Identifier: Apache-2.0
#include "dxbc/program.h"

namespace e11::dxbc {
namespace {

// Version token and length token.
constexpr uint32_t kProgramHeaderWords = 2;

constexpr uint32_t bits(uint32_t word, int low, int count) {
  return word >> low & ((1u << count) - 1);
}

int signedNibble(uint32_t value) { return static_cast<int>(value ^ 8) - 8; }

std::string hex(uint32_t value) {
  static const char kDigits[] = "0123456789abcdef";
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) text += kDigits[value >> shift & 0xf];
  return text;
}

// Reads the tokens of one instruction; every read is checked against the instruction's end.
class InstructionReader {
 public:
  InstructionReader(Bytes tokens, uint32_t begin, uint32_t end)
      : tokens_(tokens), at_(begin), end_(end) {}

  bool done() const { return at_ == end_; }
  const std::string& problem() const { return problem_; }

  bool next(uint32_t* word) {
    if (at_ >= end_ || !tokens_.readU32(size_t{at_} * 4, word)) {
      return fail("instruction ends in the middle of a token sequence");
    }
    ++at_;
    return true;
  }

  bool readOperand(Operand* operand, int depth = 0);

 private:
  bool fail(const std::string& problem) {
    if (problem_.empty()) problem_ = problem;
    return false;
  }
  bool readSelection(uint32_t token, Operand* operand);
  bool readExtended(Operand* operand);
  bool readIndex(uint32_t representation, int depth, OperandIndex* index);
  bool readRelative(int depth, OperandIndex* index);

  Bytes tokens_;
  uint32_t at_;
  uint32_t end_;
  std::string problem_;
};

bool InstructionReader::readSelection(uint32_t token, Operand* operand) {
  switch (bits(token, 0, 2)) {
    case 0:
      operand->componentCount = 0;
      return true;
    case 1:
      operand->componentCount = 1;
      operand->swizzle = {0, 0, 0, 0};
      return true;
    case 2:
      operand->componentCount = 4;
      break;
    default:
      return fail("operand with N components");
  }
  switch (bits(token, 2, 2)) {
    case 0:
      operand->selection = Selection::Mask;
      operand->mask = static_cast<uint8_t>(bits(token, 4, 4));
      return true;
    case 1:
      operand->selection = Selection::Swizzle;
      for (int i = 0; i < 4; ++i) {
        operand->swizzle[i] = static_cast<uint8_t>(bits(token, 4 + 2 * i, 2));
      }
      return true;
    case 2:
      operand->selection = Selection::Single;
      operand->swizzle.fill(static_cast<uint8_t>(bits(token, 4, 2)));
      return true;
    default:
      return fail("operand with an unknown component selection");
  }
}

bool InstructionReader::readExtended(Operand* operand) {
  uint32_t token = 0;
  do {
    if (!next(&token)) return false;
    switch (bits(token, 0, 6)) {
      case 0:
        break;
      case 1: {
        const uint32_t modifier = bits(token, 6, 8);
        if (modifier > 3) return fail("unknown operand modifier");
        operand->negate = (modifier & 1) != 0;
        operand->absolute = (modifier & 2) != 0;
        operand->minPrecision = bits(token, 14, 3);
        operand->nonUniform = bits(token, 17, 1) != 0;
        break;
      }
      default:
        return fail("unknown extended operand token");
    }
  } while (bits(token, 31, 1) != 0);
  return true;
}

bool InstructionReader::readRelative(int depth, OperandIndex* index) {
  // spec 7.3: an index may itself be an indexed register, but only statically.
  if (depth >= 2) return fail("operand index is nested too deeply");
  auto relative = std::make_shared<Operand>();
  if (!readOperand(relative.get(), depth + 1)) return false;
  index->relative = std::move(relative);
  return true;
}

bool InstructionReader::readIndex(uint32_t representation, int depth, OperandIndex* index) {
  uint32_t low = 0, high = 0;
  switch (representation) {
    case 0:  // immediate, 32 bits
    case 3:  // the same, plus a register
      if (!next(&low)) return false;
      index->immediate = low;
      return representation == 0 || readRelative(depth, index);
    case 1:  // immediate, 64 bits
    case 4:  // the same, plus a register
      if (!next(&high) || !next(&low)) return false;
      index->immediate = uint64_t{high} << 32 | low;
      return representation == 1 || readRelative(depth, index);
    case 2:  // a register
      return readRelative(depth, index);
    default:
      return fail("unknown operand index representation");
  }
}

bool InstructionReader::readOperand(Operand* operand, int depth) {
  uint32_t token = 0;
  if (!next(&token) || !readSelection(token, operand)) return false;
  const uint32_t type = bits(token, 12, 8);
  if (type >= kOperandTypeCount) return fail("unknown operand type " + std::to_string(type));
  operand->type = static_cast<OperandType>(type);
  operand->indexCount = bits(token, 20, 2);
  if (bits(token, 31, 1) != 0 && !readExtended(operand)) return false;
  if (operand->type == OperandType::Immediate32 || operand->type == OperandType::Immediate64) {
    if (operand->indexCount != 0) return fail("immediate operand with an index");
    for (uint32_t i = 0; i < operand->immediateWords(); ++i) {
      if (!next(&operand->immediate[i])) return false;
    }
    return true;
  }
  for (uint32_t i = 0; i < operand->indexCount; ++i) {
    const uint32_t representation = bits(token, 22 + 3 * static_cast<int>(i), 3);
    if (!readIndex(representation, depth, &operand->index[i])) return false;
  }
  return true;
}

class ProgramDecoder {
 public:
  ProgramDecoder(Bytes tokens, uint32_t words) : tokens_(tokens), words_(words) {}

  Result<Program> decode(Program program) {
    uint32_t offset = kProgramHeaderWords;
    while (offset < words_) {
      Instruction instruction;
      instruction.offset = offset;
      if (!decodeInstruction(&instruction)) return error_;
      offset += instruction.length;
      program.instructions.push_back(std::move(instruction));
    }
    return program;
  }

 private:
  bool fail(const std::string& message, uint32_t offset) {
    error_ = {message, offset, Error::Unit::Token};
    return false;
  }

  bool decodeInstruction(Instruction* instruction) {
    uint32_t token = 0;
    tokens_.readU32(size_t{instruction->offset} * 4, &token);
    const OpcodeInfo* info = findOpcode(bits(token, 0, 11));
    if (info == nullptr) {
      return fail("unknown opcode " + std::to_string(bits(token, 0, 11)), instruction->offset);
    }
    instruction->opcode = info->opcode;
    if (info->opcode == Opcode::CustomData) return decodeCustomData(token, instruction);

    instruction->controls = bits(token, 11, 13);
    instruction->length = bits(token, 24, 7);
    if (instruction->length == 0 || instruction->length > words_ - instruction->offset) {
      return fail(std::string(info->mnemonic) + ": instruction length " +
                      std::to_string(instruction->length) + " exceeds the program",
                  instruction->offset);
    }
    InstructionReader reader(tokens_, instruction->offset + 1,
                             instruction->offset + instruction->length);
    if (!decodeBody(token, *info, &reader, instruction)) {
      return fail(std::string(info->mnemonic) + ": " + reader.problem(), instruction->offset);
    }
    // Words left over are ignored: Microsoft's compiler puts one behind samplepos.
    return true;
  }

  bool decodeCustomData(uint32_t token, Instruction* instruction) {
    const uint32_t left = words_ - instruction->offset;
    if (left < 2) return fail("custom data without a length", instruction->offset);
    tokens_.readU32(size_t{instruction->offset} * 4 + 4, &instruction->length);
    if (instruction->length < 2 || instruction->length > left) {
      return fail("custom data length " + hex(instruction->length) + " exceeds the program",
                  instruction->offset);
    }
    instruction->customDataClass = static_cast<CustomDataClass>(token >> 11);
    instruction->extraWords.resize(instruction->length - 2);
    for (uint32_t i = 0; i < instruction->length - 2; ++i) {
      tokens_.readU32((size_t{instruction->offset} + 2 + i) * 4, &instruction->extraWords[i]);
    }
    return true;
  }

  static bool decodeExtendedOpcode(InstructionReader* reader, Instruction* instruction) {
    uint32_t token = 0;
    do {
      if (!reader->next(&token)) return false;
      switch (bits(token, 0, 6)) {
        case 1:
          instruction->sampleOffsets = {true, signedNibble(bits(token, 9, 4)),
                                        signedNibble(bits(token, 13, 4)),
                                        signedNibble(bits(token, 17, 4))};
          break;
        case 2:
          instruction->resourceDimension = {true, bits(token, 6, 5), bits(token, 11, 12)};
          break;
        case 3:
          instruction->resourceReturnType.present = true;
          for (int i = 0; i < 4; ++i) {
            instruction->resourceReturnType.type[i] = bits(token, 6 + 4 * i, 4);
          }
          break;
        default:  // unknown ones carry hints only
          break;
      }
    } while (bits(token, 31, 1) != 0);
    return true;
  }

  static bool decodeBody(uint32_t token, const OpcodeInfo& info, InstructionReader* reader,
                         Instruction* instruction) {
    if (bits(token, 31, 1) != 0 && !decodeExtendedOpcode(reader, instruction)) return false;
    if (info.opcode == Opcode::InterfaceCall && !reader->next(&instruction->functionIndex)) {
      return false;
    }
    instruction->operands.resize(static_cast<size_t>(info.operandCount()));
    for (Operand& operand : instruction->operands) {
      if (!reader->readOperand(&operand)) return false;
    }
    for (int i = 0; info.extraWords < 0 ? !reader->done() : i < info.extraWords; ++i) {
      uint32_t word = 0;
      if (!reader->next(&word)) return false;
      instruction->extraWords.push_back(word);
    }
    return true;
  }

  Bytes tokens_;
  uint32_t words_;
  Error error_;
};

}  // namespace

uint32_t Operand::immediateWords() const {
  if (type == OperandType::Immediate32) return componentCount;
  if (type == OperandType::Immediate64) return componentCount == 1 ? 2 : componentCount;
  return 0;
}

Result<Program> decodeProgram(Bytes chunk) {
  uint32_t version = 0, words = 0;
  if (!chunk.readU32(0, &version) || !chunk.readU32(4, &words)) {
    return Error{"program is shorter than its header", 0, Error::Unit::Token};
  }
  Program program;
  program.minorVersion = bits(version, 0, 4);
  program.majorVersion = bits(version, 4, 4);
  const uint32_t stage = bits(version, 16, 16);
  const bool known = (program.majorVersion == 4 && program.minorVersion <= 1) ||
                     (program.majorVersion == 5 && program.minorVersion == 0);
  if (!known || bits(version, 8, 8) != 0) {
    return Error{"Shader Model " + std::to_string(program.majorVersion) + "." +
                     std::to_string(program.minorVersion) + " is not supported",
                 0, Error::Unit::Token};
  }
  if (stage > static_cast<uint32_t>(ShaderStage::Compute)) {
    return Error{"unknown shader stage " + std::to_string(stage), 0, Error::Unit::Token};
  }
  program.stage = static_cast<ShaderStage>(stage);
  if (words < kProgramHeaderWords || words > chunk.size() / 4) {
    return Error{"program length " + hex(words) + " exceeds its chunk", 1, Error::Unit::Token};
  }
  return ProgramDecoder(chunk, words).decode(std::move(program));
}

}  // namespace e11::dxbc
