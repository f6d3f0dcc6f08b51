// SPDX-License-Identifier: Apache-2.0
// Which DXBC instruction code came from.
#pragma once

#include <string>
#include <vector>

#include "driver/codegen.h"
#include "dxbc/program.h"
#include "e11/compiler.h"

namespace e11::compiler {

/// IR lines are places in the program (translate::Translator).
std::vector<SourceLine> sourceLines(const dxbc::Program& program,
                                    const std::vector<CodeLine>& lines);

/// Assembly whose comments of line numbers got the instructions' text.
std::string withSourceText(const dxbc::Program& program, const std::string& assembly);

}  // namespace e11::compiler
