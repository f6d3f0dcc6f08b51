// SPDX-License-Identifier: Apache-2.0
#include "driver/codegen.h"

#include <algorithm>
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
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

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
void throwFatalError(void*, const char* reason, bool) {
  throw FatalError(reason);
}

/// Where values do not fit, greedy allocation asks for each of 128 registers which values stand in
/// the way, up to ten of them. More than two are hardly ever cheap to evict; asking for no more
/// halves the compile time of a shader that spills much, and its code is no worse.
void boundEviction() {
  constexpr llvm::StringRef kName = "regalloc-eviction-max-interference-cutoff";
  auto& registered = llvm::cl::getRegisteredOptions();
  const auto option = registered.find(kName);
  // An LLVM without it is slower there, nothing else.
  if (option == registered.end() || option->second->getNumOccurrences() != 0) return;
  option->second->addOccurrence(0, kName, "2");
}

/// One for each thread: it holds tables that are dear to build.
thread_local std::unique_ptr<llvm::E11TargetMachine> threadMachine;

llvm::E11TargetMachine& targetMachine() {
  if (!threadMachine) {
    initializeTarget();
    static std::once_flag bounded;
    std::call_once(bounded, boundEviction);
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
    threadMachine.reset(static_cast<llvm::E11TargetMachine*>(
        llvm::getTheE11Target().createTargetMachine(kTriple, "e11", "", options, std::nullopt)));
  }
  return *threadMachine;
}

llvm::Function* shaderFunction(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) return &function;
  }
  return nullptr;
}

unsigned countInstructions(llvm::Module& module) {
  const llvm::Function* function = shaderFunction(module);
  return function != nullptr ? function->getInstructionCount() : 0;
}

/// Instructions of the IR from which on the careful way takes too long, and from which on any does.
constexpr unsigned kHuge = 40000, kImpossible = 250000;

bool run(llvm::Module& module, bool verify, llvm::CodeGenFileType type,
         llvm::SmallVectorImpl<char>* output, std::string* error) {
  llvm::E11TargetMachine& machine = targetMachine();
  machine.setVerifyMachineCode(verify);
  const bool huge = countInstructions(module) > kHuge;
  machine.setOptLevel(huge ? llvm::CodeGenOptLevel::Less : llvm::CodeGenOptLevel::Default);
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
bool readObject(llvm::StringRef object, CodegenResult* result, bool* spilled, std::string* error) {
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
    const bool lines = *name == llvm::E11::SourceLinesSection;
    if (*name != ".text" && *name != llvm::E11::ShaderInfoSection && !lines) continue;
    auto contents = elf->getSectionContents(section);
    if (!contents) return fail(contents.takeError());
    if (*name == ".text") {
      result->code.resize(contents->size() / 4);
      std::memcpy(result->code.data(), contents->data(), result->code.size() * 4);
      continue;
    }
    if (lines) {
      result->lines.resize(contents->size() / sizeof(CodeLine));
      std::memcpy(result->lines.data(), contents->data(), result->lines.size() * sizeof(CodeLine));
      continue;
    }
    llvm::E11::ShaderInfo info;
    if (contents->size() != sizeof(info)) continue;
    std::memcpy(&info, contents->data(), sizeof(info));
    result->vectorRegisters = info.VectorRegisters;
    result->scalarRegisters = info.ScalarRegisters;
    result->scratchBytesPerLane = info.ScratchBytes;
    result->scalarScratchBytes = info.ScalarScratchBytes;
    result->sizeClass = info.SizeClass;
    *spilled = info.Spilled != 0;
    found = true;
  }
  if (!found || result->code.empty()) *error = "the module has no function";
  return error->empty();
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

namespace {

/// One compilation with what the options leave open decided.
struct Attempt {
  uint32_t firstSizeClass = 0, lastSizeClass = 2;
  uint32_t fewScalars = 0;  ///< llvm::E11::FewScalars
};

void setAttempt(llvm::Module& module, const Attempt& attempt) {
  llvm::Function* function = shaderFunction(module);
  function->addFnAttr(llvm::E11::FirstSizeClass, std::to_string(attempt.firstSizeClass));
  function->addFnAttr(llvm::E11::LastSizeClass, std::to_string(attempt.lastSizeClass));
  function->addFnAttr(llvm::E11::SizeClass, std::to_string(attempt.firstSizeClass));
  function->addFnAttr(llvm::E11::FewScalars, std::to_string(attempt.fewScalars));
}

// Uses up the module.
bool runAttempt(llvm::Module& module, const Attempt& attempt, bool verify, CodegenResult* result,
                bool* spilled, std::string* error) {
  setAttempt(module, attempt);
  llvm::SmallVector<char, 0> object;
  *result = {};
  return run(module, verify, llvm::CodeGenFileType::ObjectFile, &object, error) &&
         readObject({object.data(), object.size()}, result, spilled, error);
}

/// The smallest size class whose registers the code keeps to (docs/shader-abi.md).
uint32_t neededSizeClass(const CodegenResult& result) {
  if (result.vectorRegisters <= 32 && result.scalarRegisters <= 64) return 0;
  return result.vectorRegisters <= 64 ? 1 : 2;
}

bool checkModule(llvm::Module& module, std::string* error) {
  if (shaderFunction(module) == nullptr) {
    *error = "the module has no function";
    return false;
  }
  const unsigned length = countInstructions(module);
  if (length <= kImpossible) return true;
  *error = "the program is too long: " + std::to_string(length) + " operations, more than " +
           std::to_string(kImpossible);
  return false;
}

// The code generator chooses the size class by what is alive at once. Where it has to spill all the
// same, a larger class is tried: fewer waves fit, but spills are slow.
bool findAttempt(const MakeModule& makeModule, const CodegenOptions& options, Attempt* attempt,
                 CodegenResult* result, std::string* error) {
  constexpr uint32_t kScalarScratch = 256;  // bytes a wave, docs/shader-abi.md
  attempt->firstSizeClass = options.firstSizeClass;
  attempt->lastSizeClass = options.lastSizeClass;
  for (;;) {
    bool spilled = false;
    const std::unique_ptr<llvm::Module> module = makeModule();
    if (!checkModule(*module, error)) return false;
    // No time to try anything else.
    if (countInstructions(*module) > kHuge) attempt->firstSizeClass = options.lastSizeClass;
    const bool done =
        runAttempt(*module, *attempt, options.verifyMachineCode, result, &spilled, error);
    if (!done) return false;
    const uint32_t tried = result->sizeClass;
    result->sizeClass = std::min(tried, neededSizeClass(*result));
    if (!spilled) return true;
    if (tried < options.lastSizeClass) {
      attempt->firstSizeClass = tried + 1;
      continue;
    }
    if (result->scalarScratchBytes <= kScalarScratch) return true;
    if (attempt->fewScalars == 2) {
      *error = "more than 256 bytes of scalar scratch are needed";
      return false;
    }
    ++attempt->fewScalars;
  }
}

}  // namespace

bool generateCode(const MakeModule& makeModule, const CodegenOptions& options,
                  CodegenResult* result, std::string* error) {
  Attempt attempt;
  return findAttempt(makeModule, options, &attempt, result, error);
}

std::string sourceComment() {
  return llvm::E11::SourceComment;
}

bool generateAssembly(const MakeModule& makeModule, const CodegenOptions& options,
                      std::string* text, std::string* error) {
  Attempt attempt;
  CodegenResult result;
  if (!findAttempt(makeModule, options, &attempt, &result, error)) return false;
  const std::unique_ptr<llvm::Module> module = makeModule();
  setAttempt(*module, attempt);
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
