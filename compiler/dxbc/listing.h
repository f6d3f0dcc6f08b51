// SPDX-License-Identifier: Apache-2.0
// Readable listing of a program, in the syntax of Microsoft's disassembler.
#pragma once

#include <string>

#include "dxbc/program.h"

namespace e11::dxbc {

struct ListingOptions {
  bool tokenOffsets = false;  ///< put each instruction's token offset before it
};

/// One line per instruction, indented by control flow, first line the profile ("ps_5_0").
std::string list(const Program& program, const ListingOptions& options = {});

/// One instruction without its indentation.
std::string list(const Program& program, const Instruction& instruction);

/// The operand alone, its immediates shown as `kind`.
std::string list(const Operand& operand, DataKind kind);

}  // namespace e11::dxbc
