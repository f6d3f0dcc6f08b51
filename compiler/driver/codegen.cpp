// SPDX-License-Identifier: Apache-2.0
#include "driver/codegen.h"

#include <cstring>
#include <mutex>
#include <stdexcept>

#include "E11.h"
#include "E11ShaderInfo.h"
#include "E11TargetMachine.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace e11::compiler {
namespace {

constexpr const char* kTriple = "e11-unknown-unknown";

/// What the back end has to say, as text. The first error counts.
class Diagnostics : public llvm::DiagnosticHandler {
 public:
  explicit Diagnostics(std::string* error) : error_(error) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() == llvm::DS_Error && error_->empty()) {
      llvm::raw_string_ostream stream(*error_);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
      stream.flush();
      // One line.
      for (char& c : *error_) {
        if (c == '\n') c = ' ';
      }
      while (!error_->empty() && error_->back() == ' ') error_->pop_back();
    }
    return true;
  }

 private:
  std::string* error_;
};

/// LLVM ends the process where it cannot go on; an application's shader must not do that to it.
struct FatalError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void throwFatalError(void*, const char* reason, bool) { throw FatalError(reason); }

/// One for each thread: it holds tables that are dear to build.
thread_local std::unique_ptr<llvm::E11TargetMachine> threadMachine;

llvm::E11TargetMachine& targetMachine() {
  if (!threadMachine) {
    initializeTarget();
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
    threadMachine.reset(static_cast<llvm::E11TargetMachine*>(
        llvm::getTheE11Target().createTargetMachine(kTriple, "e11", "", options, std::nullopt)));
  }
  return *threadMachine;
}

bool run(llvm::Module& module, bool verify, llvm::CodeGenFileType type,
         llvm::SmallVectorImpl<char>* output, std::string* error) {
  llvm::E11TargetMachine& machine = targetMachine();
  machine.setVerifyMachineCode(verify);
  module.setTargetTriple(kTriple);
  module.setDataLayout(machine.createDataLayout());
  error->clear();
  module.getContext().setDiagnosticHandler(std::make_unique<Diagnostics>(error));

  llvm::raw_svector_ostream stream(*output);
  llvm::legacy::PassManager passes;
  llvm::TargetLibraryInfoImpl library(llvm::Triple(module.getTargetTriple()));
  library.disableAllFunctions();
  passes.add(new llvm::TargetLibraryInfoWrapperPass(library));
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type, /*DisableVerify=*/!verify)) {
    *error = "the target cannot emit this kind of file";
    return false;
  }
  try {
    passes.run(module);
  } catch (const FatalError& fatal) {
    if (error->empty()) *error = fatal.what();
    // What the passes left behind is not to be trusted.
    threadMachine.reset();
  }
  module.getContext().setDiagnosticHandler(nullptr);
  return error->empty();
}

/// Takes the code and the facts about it out of the object.
bool readObject(llvm::StringRef object, CodegenResult* result, uint32_t* spilled,
                std::string* error) {
  using Elf = llvm::object::ELFFile<llvm::object::ELF32LE>;
  auto fail = [&](llvm::Error problem) {
    *error = llvm::toString(std::move(problem));
    return false;
  };
  auto elf = Elf::create(object);
  if (!elf) return fail(elf.takeError());
  auto sections = elf->sections();
  if (!sections) return fail(sections.takeError());
  bool found = false;
  for (const auto& section : *sections) {
    auto name = elf->getSectionName(section);
    if (!name) return fail(name.takeError());
    if (*name != ".text" && *name != llvm::E11::ShaderInfoSection) continue;
    auto contents = elf->getSectionContents(section);
    if (!contents) return fail(contents.takeError());
    if (*name == ".text") {
      result->code.resize(contents->size() / 4);
      std::memcpy(result->code.data(), contents->data(), result->code.size() * 4);
      continue;
    }
    llvm::E11::ShaderInfo info;
    if (contents->size() != sizeof(info)) continue;
    std::memcpy(&info, contents->data(), sizeof(info));
    result->vectorRegisters = info.VectorRegisters;
    result->scalarRegisters = info.ScalarRegisters;
    result->scratchBytesPerLane = info.ScratchBytes;
    result->scalarScratchBytes = info.ScalarScratchBytes;
    *spilled = info.Spilled;
    found = true;
  }
  if (!found || result->code.empty()) *error = "the module has no function";
  return error->empty();
}

llvm::Function* shaderFunction(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) return &function;
  }
  return nullptr;
}

}  // namespace

void initializeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeE11TargetInfo();
    LLVMInitializeE11TargetMC();
    LLVMInitializeE11Target();
    LLVMInitializeE11AsmPrinter();
    LLVMInitializeE11AsmParser();
    LLVMInitializeE11Disassembler();
    llvm::install_fatal_error_handler(throwFatalError);
  });
}

bool generateCode(std::unique_ptr<llvm::Module> module, const CodegenOptions& options,
                  CodegenResult* result, std::string* error) {
  llvm::Function* function = shaderFunction(*module);
  if (function == nullptr) {
    *error = "the module has no function";
    return false;
  }
  for (uint32_t sizeClass = options.firstSizeClass;; ++sizeClass) {
    const bool last = sizeClass >= options.lastSizeClass;
    function = shaderFunction(*module);
    function->addFnAttr("e11-size-class", std::to_string(sizeClass));
    std::unique_ptr<llvm::Module> attempt =
        last ? std::move(module) : llvm::CloneModule(*module);
    llvm::SmallVector<char, 0> object;
    *result = {};
    result->sizeClass = sizeClass;
    uint32_t spilled = 0;
    const bool done = run(*attempt, options.verifyMachineCode,
                          llvm::CodeGenFileType::ObjectFile, &object, error) &&
                      readObject({object.data(), object.size()}, result, &spilled, error);
    if (last) {
      if (done && result->scalarScratchBytes > 256) {
        *error = "more than 256 bytes of scalar scratch are needed";
        return false;
      }
      return done;
    }
    if (done && spilled == 0) return true;
  }
}

bool generateAssembly(std::unique_ptr<llvm::Module> module, const CodegenOptions& options,
                      std::string* text, std::string* error) {
  CodegenOptions fixed = options;
  CodegenResult result;
  if (!generateCode(llvm::CloneModule(*module), options, &result, error)) return false;
  fixed.firstSizeClass = fixed.lastSizeClass = result.sizeClass;
  if (llvm::Function* function = shaderFunction(*module)) {
    function->addFnAttr("e11-size-class", std::to_string(result.sizeClass));
  }
  llvm::SmallVector<char, 0> assembly;
  if (!run(*module, options.verifyMachineCode, llvm::CodeGenFileType::AssemblyFile, &assembly,
           error)) {
    return false;
  }
  *text = "; size class " + std::to_string(result.sizeClass) + ", " +
          std::to_string(result.vectorRegisters) + " vector and " +
          std::to_string(result.scalarRegisters) + " scalar registers, scratch " +
          std::to_string(result.scratchBytesPerLane) + " bytes a lane and " +
          std::to_string(result.scalarScratchBytes) + " a wave\n";
  text->append(assembly.data(), assembly.size());
  return true;
}

}  // namespace e11::compiler
