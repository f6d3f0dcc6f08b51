// SPDX-License-Identifier: Apache-2.0
#include "dxbc/assembler.h"

#include <cstdlib>
#include <cstring>
#include <sstream>

#include "dxbc/container.h"
#include "dxbc/container_writer.h"
#include "dxbc/listing_names.h"
#include "dxbc/program.h"
#include "dxbc/signature.h"

namespace e11::dxbc {
namespace {

constexpr uint32_t kExtendedOperand = 1u << 31;
constexpr uint32_t kSaturate = 1u << 13, kNonZero = 1u << 18;
constexpr uint32_t kRelativeIndex = 3;  // immediate + register

struct Problem {
  std::string message;
};

/// Characters of one line.
class Reader {
 public:
  explicit Reader(const std::string& line) : line_(line) {}

  void skip() {
    while (at_ < line_.size() && std::isspace(static_cast<unsigned char>(line_[at_]))) ++at_;
  }
  bool done() {
    skip();
    return at_ >= line_.size() || line_.compare(at_, 2, "//") == 0;
  }
  bool accept(char c) {
    skip();
    if (at_ >= line_.size() || line_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) throw Problem{std::string("expected '") + c + "'"};
  }
  bool nextIsDigit() {
    skip();
    return at_ < line_.size() && std::isdigit(static_cast<unsigned char>(line_[at_]));
  }
  /// Letters, digits and underscores.
  std::string word(bool peek = false) {
    skip();
    const size_t first = at_;
    while (at_ < line_.size() &&
           (std::isalnum(static_cast<unsigned char>(line_[at_])) || line_[at_] == '_')) {
      ++at_;
    }
    const std::string text = line_.substr(first, at_ - first);
    if (peek) at_ = first;
    return text;
  }
  /// Letters only: the name of a register file.
  std::string letters() {
    skip();
    const size_t first = at_;
    while (at_ < line_.size() && std::isalpha(static_cast<unsigned char>(line_[at_]))) ++at_;
    return line_.substr(first, at_ - first);
  }
  uint32_t number() {
    skip();
    char* end = nullptr;
    const unsigned long value = std::strtoul(line_.c_str() + at_, &end, 0);
    if (end == line_.c_str() + at_) throw Problem{"expected a number"};
    at_ = static_cast<size_t>(end - line_.c_str());
    return static_cast<uint32_t>(value);
  }
  /// A number with a point, an exponent of ten or neither: float bits or an integer.
  uint32_t immediate() {
    skip();
    const size_t first = at_;
    while (at_ < line_.size() && line_[at_] != ',' && line_[at_] != ')') ++at_;
    const std::string text = line_.substr(first, at_ - first);
    char* end = nullptr;
    if (text.find('.') == std::string::npos) {
      const long long value = std::strtoll(text.c_str(), &end, 0);
      if (end == text.c_str()) throw Problem{"expected a number"};
      return static_cast<uint32_t>(value);
    }
    const float value = std::strtof(text.c_str(), &end);
    if (end == text.c_str()) throw Problem{"expected a number"};
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
  }

 private:
  const std::string& line_;
  size_t at_ = 0;
};

uint32_t componentNumber(char c) {
  const size_t at = std::string("xyzw").find(c);
  if (at == std::string::npos) throw Problem{"unknown component"};
  return static_cast<uint32_t>(at);
}

OperandType operandType(const std::string& name) {
  for (uint32_t i = 0; i < kOperandTypeCount; ++i) {
    const OperandType type = static_cast<OperandType>(i);
    if (type != OperandType::Immediate64 && name == operandTypeName(type)) return type;
  }
  throw Problem{"unknown register '" + name + "'"};
}

/// How a register's components are written behind it.
enum class Role { Source, Destination, Name };

class Assembler {
 public:
  Result<std::vector<uint8_t>> run(const std::string& text) {
    std::istringstream lines(text);
    size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      try {
        assembleLine(line);
      } catch (const Problem& problem) {
        return Error{"line " + std::to_string(number) + ": " + problem.message, number,
                     Error::Unit::Token};
      }
    }
    if (words_.empty()) return Error{"no profile", 0, Error::Unit::Token};
    words_[1] = static_cast<uint32_t>(words_.size());
    ContainerWriter writer;
    writer.addChunk(chunkTag('I', 'S', 'G', 'N'), signature(inputs_));
    writer.addChunk(chunkTag('O', 'S', 'G', 'N'), signature(outputs_));
    const bool five = (words_[0] >> 4 & 0xf) == 5;
    writer.addChunk(five ? chunkTag('S', 'H', 'E', 'X') : chunkTag('S', 'H', 'D', 'R'), words_);
    return writer.finish();
  }

 private:
  void assembleLine(const std::string& line) {
    Reader reader(line);
    if (reader.done()) return;
    if (reader.accept('.')) return declareElement(&reader);
    const std::string word = reader.word();
    if (words_.empty()) return begin(word);
    const size_t first = words_.size();
    words_.push_back(0);
    uint32_t token = 0;
    if (!declaration(word, &reader, &token)) token = instruction(word, &reader);
    if (!reader.done()) throw Problem{"something behind the instruction"};
    if (token == kIgnored) {
      words_.resize(first);
      return;
    }
    const size_t length = words_.size() - first;
    if (length > 127) throw Problem{"instruction too long"};
    words_[first] = token | static_cast<uint32_t>(length) << 24;
  }

  void begin(const std::string& profile) {
    static const char* const kStages[] = {"ps", "vs", "gs", "hs", "ds", "cs"};
    for (uint32_t stage = 0; stage < 6; ++stage) {
      if (profile.size() == 6 && profile.compare(0, 2, kStages[stage]) == 0) {
        const uint32_t major = static_cast<uint32_t>(profile[3] - '0');
        const uint32_t minor = static_cast<uint32_t>(profile[5] - '0');
        words_ = {stage << 16 | major << 4 | minor, 0};
        return;
      }
    }
    throw Problem{"unknown profile"};
  }

  void declareElement(Reader* reader) {
    const bool input = reader->word() == "input";
    SignatureElement element;
    element.name = reader->word();
    element.semanticIndex = reader->number();
    element.registerIndex = reader->number();
    for (char c : reader->word())
      element.mask = static_cast<uint8_t>(element.mask | 1u << componentNumber(c));
    element.systemValue = reader->done() ? 0 : reader->number();
    element.type =
        reader->done() ? ComponentType::Float : static_cast<ComponentType>(reader->number());
    element.usageMask = input ? element.mask : 0;
    (input ? inputs_ : outputs_).push_back(element);
  }

  static std::vector<uint8_t> signature(const Signature& elements) {
    std::vector<uint32_t> words = {static_cast<uint32_t>(elements.size()), 8};
    std::string names;
    const uint32_t namesAt = 8 + 24 * static_cast<uint32_t>(elements.size());
    for (const SignatureElement& element : elements) {
      words.insert(words.end(),
                   {namesAt + static_cast<uint32_t>(names.size()), element.semanticIndex,
                    element.systemValue, static_cast<uint32_t>(element.type), element.registerIndex,
                    element.mask | uint32_t{element.usageMask} << 8});
      names += element.name + '\0';
    }
    std::vector<uint8_t> bytes(words.size() * 4);
    std::memcpy(bytes.data(), words.data(), bytes.size());
    bytes.insert(bytes.end(), names.begin(), names.end());
    return bytes;
  }

  static uint32_t code(Opcode opcode) { return static_cast<uint32_t>(opcode); }

  bool declaration(const std::string& word, Reader* reader, uint32_t* token) {
    if (word == "dcl_globalFlags") {
      while (!reader->done()) {
        if (reader->word().empty()) reader->expect('|');
      }
      *token = kIgnored;
    } else if (word == "dcl_temps") {
      words_.push_back(reader->number());
      *token = code(Opcode::DclTemps);
    } else if (word == "dcl_indexableTemp") {
      reader->expect('x');
      words_.push_back(reader->number());
      reader->expect('[');
      words_.push_back(reader->number());
      reader->expect(']');
      reader->expect(',');
      words_.push_back(reader->number());
      *token = code(Opcode::DclIndexableTemp);
    } else if (word == "dcl_constantbuffer") {
      operand(reader, Role::Source);
      reader->expect(',');
      const bool dynamic = reader->word() == "dynamicIndexed";
      *token = code(Opcode::DclConstantBuffer) | (dynamic ? 1u << 11 : 0);
    } else if (word == "dcl_input" || word == "dcl_output" || word == "dcl_uav_raw" ||
               word == "dcl_resource_raw") {
      const bool name = word.find("_raw") != std::string::npos;
      operand(reader, name ? Role::Name : Role::Destination);
      *token = code(word == "dcl_input"     ? Opcode::DclInput
                    : word == "dcl_output"  ? Opcode::DclOutput
                    : word == "dcl_uav_raw" ? Opcode::DclUavRaw
                                            : Opcode::DclResourceRaw);
    } else if (word == "dcl_output_siv") {
      operand(reader, Role::Destination);
      reader->expect(',');
      if (reader->word() != "position") throw Problem{"unknown system value"};
      words_.push_back(static_cast<uint32_t>(SystemValue::Position));
      *token = code(Opcode::DclOutputSiv);
    } else if (word == "dcl_input_ps" || word == "dcl_input_ps_siv") {
      std::string mode = reader->word();
      if (mode == "linear" && reader->word(/*peek=*/true) == "noperspective") {
        reader->word();
        mode = "noperspective";
      }
      const uint32_t number = mode == "constant"        ? 1
                              : mode == "linear"        ? 2
                              : mode == "noperspective" ? 4
                                                        : 0;
      if (number == 0) throw Problem{"unknown interpolation mode"};
      operand(reader, Role::Destination);
      const bool position = word == "dcl_input_ps_siv";
      if (position) {
        reader->expect(',');
        if (reader->word() != "position") throw Problem{"unknown system value"};
        words_.push_back(static_cast<uint32_t>(SystemValue::Position));
      }
      *token = code(position ? Opcode::DclInputPsSiv : Opcode::DclInputPs) | number << 11;
    } else if (word == "dcl_thread_group") {
      for (int i = 0; i < 3; ++i) {
        if (i != 0) reader->expect(',');
        words_.push_back(reader->number());
      }
      *token = code(Opcode::DclThreadGroup);
    } else if (word == "dcl_tgsm_raw") {
      operand(reader, Role::Name);
      reader->expect(',');
      words_.push_back(reader->number());
      *token = code(Opcode::DclTgsmRaw);
    } else {
      return false;
    }
    return true;
  }

  /// The opcode of a mnemonic with its suffixes, as a token.
  uint32_t opcodeToken(std::string word) {
    uint32_t flags = 0;
    if (word.compare(0, 4, "sync") == 0) {
      flags |= word.find("_uglobal") != std::string::npos ? 1u << 14 : 0;
      flags |= word.find("_ugroup") != std::string::npos ? 1u << 13 : 0;
      flags |= word.find("_g") != std::string::npos ? 1u << 12 : 0;
      flags |= word.find("_t") != std::string::npos ? 1u << 11 : 0;
      return code(Opcode::Sync) | flags;
    }
    const auto ends = [&](const char* suffix) {
      const size_t length = std::strlen(suffix);
      if (word.size() <= length || word.compare(word.size() - length, length, suffix) != 0) {
        return false;
      }
      word.resize(word.size() - length);
      return true;
    };
    if (ends("_sat")) flags |= kSaturate;
    if (ends("_nz"))
      flags |= kNonZero;
    else
      ends("_z");
    for (uint32_t i = 0; i < 256; ++i) {
      const OpcodeInfo* info = findOpcode(i);
      if (info != nullptr && word == info->mnemonic) return i | flags;
    }
    // round_z is a name of its own.
    if (word == "round" && (flags & kNonZero) == 0) return code(Opcode::RoundZ) | flags;
    throw Problem{"unknown instruction '" + word + "'"};
  }

  uint32_t instruction(const std::string& word, Reader* reader) {
    const uint32_t token = opcodeToken(word);
    const OpcodeInfo& info = *findOpcode(token & 0x7ff);
    if (info.isDeclaration() || info.extraWords != 0) throw Problem{"not supported here"};
    for (int i = 0; i < info.operandCount(); ++i) {
      if (i != 0) reader->expect(',');
      const bool names = info.kind(i) == DataKind::Resource;
      operand(reader, i < info.destCount() ? Role::Destination : names ? Role::Name : Role::Source);
    }
    return token;
  }

  void operand(Reader* reader, Role role) {
    const bool negate = reader->accept('-');
    const bool absolute = reader->accept('|');
    const std::string name = reader->letters();
    const size_t first = words_.size();
    if (name == "l") {
      immediate(reader, first);
    } else {
      registerOperand(reader, role, operandType(name), first);
    }
    if (absolute) reader->expect('|');
    if (!negate && !absolute) return;
    words_[first] |= kExtendedOperand;
    words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                  1u | (negate ? 1u << 6 : 0) | (absolute ? 2u << 6 : 0));
  }

  void immediate(Reader* reader, size_t first) {
    words_.push_back(0);
    reader->expect('(');
    do {
      words_.push_back(reader->immediate());
    } while (reader->accept(','));
    reader->expect(')');
    const size_t count = words_.size() - first - 1;
    if (count != 1 && count != 4) throw Problem{"an immediate has one or four components"};
    constexpr uint32_t kFourComponents = 2 | 1u << 2 | 0xe4u << 4;
    words_[first] =
        static_cast<uint32_t>(OperandType::Immediate32) << 12 | (count == 1 ? 1u : kFourComponents);
  }

  void registerOperand(Reader* reader, Role role, OperandType type, size_t first) {
    words_.push_back(0);
    uint32_t token = static_cast<uint32_t>(type) << 12, indices = 0;
    if (reader->nextIsDigit()) {
      words_.push_back(reader->number());
      ++indices;
    }
    while (reader->accept('[')) {
      if (indices == 3) throw Problem{"too many indices"};
      uint32_t representation = 0;
      if (reader->nextIsDigit()) {
        words_.push_back(reader->number());
      } else {  // r0.x + 4
        const size_t place = words_.size();
        words_.push_back(0);
        operand(reader, Role::Source);
        reader->expect('+');
        words_[place] = reader->number();
        representation = kRelativeIndex;
      }
      token |= representation << (22 + 3 * indices);
      ++indices;
      reader->expect(']');
    }
    words_[first] = token | indices << 20 | selection(reader, role, type);
  }

  static uint32_t selection(Reader* reader, Role role, OperandType type) {
    const std::string components = reader->accept('.') ? reader->letters() : "";
    if (components.empty()) {
      // Scalar outputs have one component without a name.
      const bool scalar = type == OperandType::OutputDepth;
      return scalar ? 1 : 0;
    }
    if (role == Role::Destination) {
      uint32_t mask = 0;
      for (char c : components) mask |= 1u << componentNumber(c);
      return 2 | mask << 4;
    }
    if (components.size() == 1) return 2 | 2u << 2 | componentNumber(components[0]) << 4;
    if (components.size() != 4) throw Problem{"a swizzle has one or four components"};
    uint32_t swizzle = 0;
    for (uint32_t i = 0; i < 4; ++i) swizzle |= componentNumber(components[i]) << (2 * i);
    return 2 | 1u << 2 | swizzle << 4;
  }

  static constexpr uint32_t kIgnored = ~0u;
  std::vector<uint32_t> words_;
  Signature inputs_, outputs_;
};

}  // namespace

Result<std::vector<uint8_t>> assemble(const std::string& text) {
  return Assembler().run(text);
}

}  // namespace e11::dxbc
