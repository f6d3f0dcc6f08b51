// SPDX-License-Identifier: Apache-2.0
// E11 assembly to machine code and back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace e11::compiler {

/// Assembles a text. `code` gets pairs of words, one pair an instruction. False on failure, with
/// the messages in `error`.
bool assemble(const std::string& text, std::vector<uint32_t>* code, std::string* error);

/// One line an instruction; words that are none are printed as `.quad`. Branch targets are
/// relative, as the assembler takes them.
std::string disassemble(const std::vector<uint32_t>& code);

}  // namespace e11::compiler
