// SPDX-License-Identifier: Apache-2.0
// LLVM IR (docs/shader-abi.md) to E11 machine code.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace e11::compiler {

struct CodegenOptions {
  bool verifyMachineCode = false;
  /// The smallest size class to try (docs/shader-abi.md); larger ones follow if it spills.
  uint32_t firstSizeClass = 0;
  uint32_t lastSizeClass = 2;
};

/// From here on, the code comes from this line of IR (0: from none).
struct CodeLine {
  uint32_t codeOffset;  ///< bytes
  uint32_t line;
};

struct CodegenResult {
  std::vector<uint32_t> code;  ///< pairs of words, one pair an instruction
  uint32_t sizeClass = 0;
  uint32_t vectorRegisters = 0, scalarRegisters = 0;
  uint32_t scratchBytesPerLane = 0, scalarScratchBytes = 0;
  std::vector<CodeLine> lines;  ///< where the line changes; before the first: none
};

/// Makes the target known to LLVM. Called by everything below; cheap after the first time.
void initializeTarget();

/// Makes the same module each time. It is called again where the first attempt is not good enough.
using MakeModule = std::function<std::unique_ptr<llvm::Module>()>;

/// Compiles the module's one function. Several threads may compile at once, each with a context of
/// its own. False on failure, with one line in `error`.
bool generateCode(const MakeModule& makeModule, const CodegenOptions& options,
                  CodegenResult* result, std::string* error);

/// The same, as assembly with a header of comments that states the result's other fields. Where the
/// line of IR changes there is a comment line that ends with sourceComment() and the line.
std::string sourceComment();
bool generateAssembly(const MakeModule& makeModule, const CodegenOptions& options,
                      std::string* text, std::string* error);

}  // namespace e11::compiler
