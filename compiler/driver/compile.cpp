// SPDX-License-Identifier: Apache-2.0
// The public interface: container, translator and code generator in one.
#include <memory>

#include "driver/codegen.h"
#include "driver/source.h"
#include "dxbc/dxbc.h"
#include "e11/compiler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "translate/translate.h"

namespace e11::compiler {
namespace {

/// A parsed program, and its translation as often as it is wanted.
class Translation {
 public:
  Translation(const void* dxbc, size_t bytes, const Options& options)
      : parsed_(dxbc::parse(dxbc, bytes)), options_(options) {}

  /// False if the program is refused. Fills in what `out` is to say of it.
  bool translate(Shader* out, std::string* error) {
    if (!parsed_) {
      *error = parsed_.error().text();
      return false;
    }
    module_ = translate::translate(*parsed_, options_, context_, out, error);
    return module_ != nullptr;
  }
  /// The module; after the first time another one that is the same.
  std::unique_ptr<llvm::Module> take() {
    if (module_ != nullptr) return std::move(module_);
    Shader shader;
    std::string error;
    return translate::translate(*parsed_, options_, context_, &shader, &error);
  }
  const llvm::Module& module() const { return *module_; }
  const dxbc::Program& program() const { return parsed_->program; }

 private:
  dxbc::Result<dxbc::Shader> parsed_;
  const Options& options_;
  llvm::LLVMContext context_;  // outlives its modules
  std::unique_ptr<llvm::Module> module_;
};

// All waves of a thread group are resident at once (docs/shader-abi.md, "Compute shader").
uint32_t largestSizeClass(const Shader& shader) {
  if (shader.stage != Stage::kCompute) return 2;
  const uint32_t threads = shader.threadGroup[0] * shader.threadGroup[1] * shader.threadGroup[2];
  return threads > 512 ? 0 : threads > 256 ? 1 : 2;
}

CodegenOptions codegenOptions(const Shader& shader, const Options& options) {
  CodegenOptions codegen;
  codegen.verifyMachineCode = options.verifyMachineCode;
  codegen.lastSizeClass = largestSizeClass(shader);
  return codegen;
}

}  // namespace

bool compile(const void* dxbc, size_t bytes, const Options& options, Shader* out,
             std::string* error) {
  *out = {};
  Translation translation(dxbc, bytes, options);
  if (!translation.translate(out, error)) return false;
  const CodegenOptions codegen = codegenOptions(*out, options);
  CodegenResult result;
  if (!generateCode([&] { return translation.take(); }, codegen, &result, error)) return false;
  out->code = std::move(result.code);
  out->sizeClass = result.sizeClass;
  out->vectorRegisters = result.vectorRegisters;
  out->scalarRegisters = result.scalarRegisters;
  // So far the translator's own: indexable temps.
  out->spillBytesPerLane = result.scratchBytesPerLane - (out->scratchBytesPerLane + 3) / 4 * 4;
  out->scratchBytesPerLane = result.scratchBytesPerLane;
  out->scalarScratchBytes = result.scalarScratchBytes;
  out->lines = sourceLines(translation.program(), result.lines);
  return true;
}

bool readSignatures(const void* dxbc, size_t bytes, Shader* out, std::string* error) {
  *out = {};
  dxbc::Result<dxbc::Shader> parsed = dxbc::parse(dxbc, bytes);
  if (!parsed) {
    *error = parsed.error().text();
    return false;
  }
  translate::copySignatures(*parsed, out);
  return true;
}

bool compileToIr(const void* dxbc, size_t bytes, const Options& options, std::string* text,
                 std::string* error) {
  Translation translation(dxbc, bytes, options);
  Shader shader;
  if (!translation.translate(&shader, error)) return false;
  text->clear();
  llvm::raw_string_ostream stream(*text);
  translation.module().print(stream, nullptr);
  return true;
}

bool compileToAssembly(const void* dxbc, size_t bytes, const Options& options, std::string* text,
                       std::string* error) {
  Translation translation(dxbc, bytes, options);
  Shader shader;
  if (!translation.translate(&shader, error)) return false;
  const CodegenOptions codegen = codegenOptions(shader, options);
  if (!generateAssembly([&] { return translation.take(); }, codegen, text, error)) return false;
  *text = withSourceText(translation.program(), *text);
  return true;
}

}  // namespace e11::compiler
