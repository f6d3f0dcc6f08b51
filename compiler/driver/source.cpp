// SPDX-License-Identifier: Apache-2.0
#include "driver/source.h"

#include <algorithm>

#include "dxbc/dxbc.h"
#include "dxbc/listing.h"

namespace e11::compiler {
namespace {

const dxbc::Instruction* findInstruction(const dxbc::Program& program, uint32_t number) {
  return number == 0 || number > program.instructions.size() ? nullptr
                                                             : &program.instructions[number - 1];
}

// "#12 (token 87): mad ..."
std::string describe(const dxbc::Program& program, uint32_t number) {
  const dxbc::Instruction& instruction = *findInstruction(program, number);
  return "#" + std::to_string(number) + " (token " + std::to_string(instruction.offset) +
         "): " + dxbc::list(program, instruction);
}

}  // namespace

std::vector<SourceLine> sourceLines(const dxbc::Program& program,
                                    const std::vector<CodeLine>& lines) {
  std::vector<SourceLine> result;
  for (const CodeLine& line : lines) {
    const dxbc::Instruction* instruction = findInstruction(program, line.line);
    result.push_back({line.codeOffset, instruction != nullptr ? line.line : 0,
                      instruction != nullptr ? instruction->offset : 0});
  }
  return result;
}

std::string withSourceText(const dxbc::Program& program, const std::string& assembly) {
  const std::string mark = sourceComment();
  std::string result;
  for (size_t begin = 0; begin < assembly.size();) {
    const size_t end = std::min(assembly.find('\n', begin), assembly.size());
    const std::string line = assembly.substr(begin, end - begin);
    begin = end + 1;
    const size_t at = line.find(mark);
    if (at == std::string::npos) {
      result += line + '\n';
      continue;
    }
    const uint32_t number =
        static_cast<uint32_t>(std::strtoul(line.c_str() + at + mark.size(), nullptr, 10));
    result += line.substr(0, at);
    result += findInstruction(program, number) != nullptr ? "dxbc " + describe(program, number)
                                                          : "dxbc: no instruction";
    result += '\n';
  }
  return result;
}

std::string sourceText(const void* dxbc, size_t bytes, const std::vector<SourceLine>& lines,
                       uint32_t codeOffset) {
  const dxbc::Result<dxbc::Shader> parsed = dxbc::parse(dxbc, bytes);
  if (!parsed) return "dxbc unknown";
  auto line = std::upper_bound(
      lines.begin(), lines.end(), codeOffset,
      [](uint32_t offset, const SourceLine& other) { return offset < other.codeOffset; });
  bool own = true;
  while (line != lines.begin()) {
    --line;
    if (line->instruction == 0) {
      own = false;
      continue;
    }
    const dxbc::Instruction* instruction = findInstruction(parsed->program, line->instruction);
    if (instruction == nullptr || instruction->offset != line->tokenOffset) return "dxbc unknown";
    return std::string(own ? "dxbc " : "dxbc behind ") +
           describe(parsed->program, line->instruction);
  }
  return "dxbc start";
}

}  // namespace e11::compiler
