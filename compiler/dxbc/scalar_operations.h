// SPDX-License-Identifier: Apache-2.0
// How many operations a program would be if every instruction worked on one component: the measure
// that the code a compiler makes is held against.
#pragma once

#include <cstdint>

#include "dxbc/program.h"

namespace e11::dxbc {

/// The sum over the program's instructions, each counted once whatever loops there are. An
/// instruction on values counts once for every component that it writes, in all its destinations;
/// dp2, dp3, dp4 count 2, 3, 4; accesses of memory and textures, branches, calls and the like count
/// 1; what only marks a place (endif, case labels, declarations) counts 0.
uint32_t scalarOperations(const Program& program);
/// Those of one instruction.
uint32_t scalarOperations(const Instruction& instruction);

}  // namespace e11::dxbc
