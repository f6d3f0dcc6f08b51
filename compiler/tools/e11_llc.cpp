// SPDX-License-Identifier: Apache-2.0
// e11-llc: LLVM IR (docs/shader-abi.md) to E11 assembly or code. For tests of the back end.
#include <cstdio>
#include <string>

#include "driver/codegen.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace {

int usage() {
  std::fprintf(
      stderr,
      "usage: e11-llc [--no-verify] [--class N] [--llvm OPTION] [-o code.bin] shader.ll|-\n"
      "Prints assembly, or writes the code's words with -o. OPTION is one of LLVM's own,\n"
      "such as -print-after-all.\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  e11::compiler::CodegenOptions options;
  options.verifyMachineCode = true;
  std::string input, output;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--no-verify") {
      options.verifyMachineCode = false;
    } else if (argument == "--class" && i + 1 < argc) {
      options.firstSizeClass = options.lastSizeClass = static_cast<uint32_t>(std::stoul(argv[++i]));
    } else if (argument == "--llvm" && i + 1 < argc) {
      const char* llvmArguments[] = {"e11-llc", argv[++i]};
      llvm::cl::ParseCommandLineOptions(2, llvmArguments);
    } else if (argument == "-o" && i + 1 < argc) {
      output = argv[++i];
    } else if (input.empty() && (argument == "-" || argument[0] != '-')) {
      input = argument;
    } else {
      return usage();
    }
  }
  if (input.empty()) return usage();

  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(input, problem, context);
  if (!module) {
    problem.print("e11-llc", llvm::errs());
    return 1;
  }
  std::string error;
  if (output.empty()) {
    std::string text;
    if (e11::compiler::generateAssembly([&] { return llvm::CloneModule(*module); }, options, &text,
                                        &error)) {
      std::fputs(text.c_str(), stdout);
      return 0;
    }
  } else {
    e11::compiler::CodegenResult result;
    if (e11::compiler::generateCode([&] { return llvm::CloneModule(*module); }, options, &result,
                                    &error)) {
      std::FILE* file = std::fopen(output.c_str(), "wb");
      const size_t words = result.code.size();
      const bool written =
          file != nullptr && std::fwrite(result.code.data(), 4, words, file) == words;
      if (file != nullptr && std::fclose(file) == 0 && written) return 0;
      error = "cannot write " + output;
    }
  }
  std::fprintf(stderr, "e11-llc: %s\n", error.c_str());
  return 1;
}
