// SPDX-License-Identifier: Apache-2.0
// Text to DXBC, for instructions and operand forms that HLSL cannot ask for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dxbc/result.h"

namespace e11::dxbc {

/// Assembles a program in the syntax of Microsoft's disassembler (as listing.h prints it), one
/// instruction a line, `//` for comments. The first line names the profile (ps_5_0). Lines before
/// the instructions that start with a dot are the signatures:
///   .input NAME INDEX REGISTER MASK [SYSTEM VALUE [TYPE]]     .output likewise
/// with D3D's numbers (system value 0: none, 1: position, 64: target; type 1 uint, 2 int, 3 float).
/// Known are all instructions without texel offsets, and the declarations dcl_globalFlags (ignored),
/// dcl_temps, dcl_indexableTemp, dcl_constantbuffer, dcl_input, dcl_input_ps, dcl_input_ps_siv
/// .. position, dcl_output,
/// dcl_output_siv NAME position, dcl_uav_raw, dcl_resource_raw, dcl_thread_group and dcl_tgsm_raw.
/// Registers with a swizzle of four components are swizzled, with one select it; destinations have
/// masks. Immediates: l(1, -2, 0x3, 4.5).
/// The error names the line (as a token).
Result<std::vector<uint8_t>> assemble(const std::string& text);

}  // namespace e11::dxbc
