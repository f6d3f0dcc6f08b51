// SPDX-License-Identifier: Apache-2.0
// The public interface: container, translator and code generator in one.
#include <memory>
#include <optional>

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

/// The context must outlive its module.
struct Translated {
  std::optional<dxbc::Result<dxbc::Shader>> parsed;
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

bool translateContainer(const void* dxbc, size_t bytes, const Options& options, Translated* result,
                        Shader* out, std::string* error) {
  result->parsed = dxbc::parse(dxbc, bytes);
  if (!*result->parsed) {
    *error = result->parsed->error().text();
    return false;
  }
  result->context = std::make_unique<llvm::LLVMContext>();
  result->module = translate::translate(**result->parsed, options, *result->context, out, error);
  return result->module != nullptr;
}

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
  Translated translated;
  *out = {};
  if (!translateContainer(dxbc, bytes, options, &translated, out, error)) return false;
  const CodegenOptions codegen = codegenOptions(*out, options);
  CodegenResult result;
  if (!generateCode(std::move(translated.module), codegen, &result, error)) return false;
  out->code = std::move(result.code);
  out->sizeClass = result.sizeClass;
  out->vectorRegisters = result.vectorRegisters;
  out->scalarRegisters = result.scalarRegisters;
  // So far the translator's own: indexable temps.
  out->spillBytesPerLane = result.scratchBytesPerLane - (out->scratchBytesPerLane + 3) / 4 * 4;
  out->scratchBytesPerLane = result.scratchBytesPerLane;
  out->scalarScratchBytes = result.scalarScratchBytes;
  out->lines = sourceLines((*translated.parsed)->program, result.lines);
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
  Translated translated;
  Shader shader;
  if (!translateContainer(dxbc, bytes, options, &translated, &shader, error)) return false;
  text->clear();
  llvm::raw_string_ostream stream(*text);
  translated.module->print(stream, nullptr);
  return true;
}

bool compileToAssembly(const void* dxbc, size_t bytes, const Options& options, std::string* text,
                       std::string* error) {
  Translated translated;
  Shader shader;
  if (!translateContainer(dxbc, bytes, options, &translated, &shader, error)) return false;
  const CodegenOptions codegen = codegenOptions(shader, options);
  if (!generateAssembly(std::move(translated.module), codegen, text, error)) return false;
  *text = withSourceText((*translated.parsed)->program, *text);
  return true;
}

}  // namespace e11::compiler
