// SPDX-License-Identifier: Apache-2.0
// DXBC to LLVM IR: the front half of the shader compiler.
#pragma once

#include <memory>
#include <string>

#include "dxbc/dxbc.h"
#include "e11/compiler.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace e11::translate {

/// Builds a module with one function `void @main()` as docs/shader-abi.md describes, in SSA form,
/// verified. Fills in `out` what is known before code generation: stage, signatures, resource table,
/// immediate constants, registers and flags. Null on failure, with one line in `error` that names the
/// reason and, where it is an instruction, its opcode and token offset.
std::unique_ptr<llvm::Module> translate(const dxbc::Shader& shader,
                                        const compiler::Options& options,
                                        llvm::LLVMContext& context, compiler::Shader* out,
                                        std::string* error);

/// Copies the signatures alone.
void copySignatures(const dxbc::Shader& shader, compiler::Shader* out);

}  // namespace e11::translate
