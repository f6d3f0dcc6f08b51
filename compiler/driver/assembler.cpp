// SPDX-License-Identifier: Apache-2.0
#include "driver/assembler.h"

#include <cstring>
#include <memory>

#include "E11.h"
#include "driver/codegen.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace e11::compiler {
namespace {

constexpr const char* kTriple = "e11-unknown-unknown";

/// What both directions need of LLVM's machine code library.
struct Tables {
  Tables() {
    initializeTarget();
    const llvm::Target& target = llvm::getTheE11Target();
    registers.reset(target.createMCRegInfo(kTriple));
    llvm::MCTargetOptions options;
    asmInfo.reset(target.createMCAsmInfo(*registers, kTriple, options));
    instructions.reset(target.createMCInstrInfo());
    subtarget.reset(target.createMCSubtargetInfo(kTriple, "e11", ""));
  }
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> asmInfo;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
};

void collect(const llvm::SMDiagnostic& diagnostic, void* text) {
  llvm::raw_string_ostream stream(*static_cast<std::string*>(text));
  diagnostic.print(nullptr, stream, /*ShowColors=*/false);
}

}  // namespace

bool assemble(const std::string& text, std::vector<uint32_t>* code, std::string* error) {
  Tables tables;
  const llvm::Target& target = llvm::getTheE11Target();
  llvm::SourceMgr sources;
  error->clear();
  sources.setDiagHandler(collect, error);
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, "assembly"), {});
  llvm::MCTargetOptions options;
  llvm::MCContext context(llvm::Triple(kTriple), tables.asmInfo.get(), tables.registers.get(),
                          tables.subtarget.get(), &sources, &options);
  std::unique_ptr<llvm::MCObjectFileInfo> sections(
      target.createMCObjectFileInfo(context, /*PIC=*/true));
  context.setObjectFileInfo(sections.get());

  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  std::unique_ptr<llvm::MCAsmBackend> backend(
      target.createMCAsmBackend(*tables.subtarget, *tables.registers, options));
  std::unique_ptr<llvm::MCObjectWriter> writer = backend->createObjectWriter(stream);
  std::unique_ptr<llvm::MCCodeEmitter> emitter(
      target.createMCCodeEmitter(*tables.instructions, context));
  std::unique_ptr<llvm::MCStreamer> streamer(
      target.createMCObjectStreamer(llvm::Triple(kTriple), context, std::move(backend),
                                    std::move(writer), std::move(emitter), *tables.subtarget));
  std::unique_ptr<llvm::MCAsmParser> parser(
      llvm::createMCAsmParser(sources, context, *streamer, *tables.asmInfo));
  std::unique_ptr<llvm::MCTargetAsmParser> targetParser(
      target.createMCAsmParser(*tables.subtarget, *parser, *tables.instructions, options));
  parser->setTargetParser(*targetParser);
  if (parser->Run(/*NoInitialTextSection=*/false) || context.hadError()) {
    if (error->empty()) *error = "the text cannot be assembled";
    return false;
  }

  auto elf = llvm::object::ELFFile<llvm::object::ELF32LE>::create({object.data(), object.size()});
  if (!elf) {
    *error = llvm::toString(elf.takeError());
    return false;
  }
  auto headers = elf->sections();
  if (!headers) {
    *error = llvm::toString(headers.takeError());
    return false;
  }
  code->clear();
  for (const auto& section : *headers) {
    auto name = elf->getSectionName(section);
    auto contents = elf->getSectionContents(section);
    if (name && contents && *name == ".text") {
      code->resize(contents->size() / 4);
      std::memcpy(code->data(), contents->data(), code->size() * 4);
    }
    llvm::consumeError(name.takeError());
    llvm::consumeError(contents.takeError());
  }
  return true;
}

std::string disassemble(const std::vector<uint32_t>& code) {
  Tables tables;
  const llvm::Target& target = llvm::getTheE11Target();
  llvm::MCContext context(llvm::Triple(kTriple), tables.asmInfo.get(), tables.registers.get(),
                          tables.subtarget.get());
  std::unique_ptr<llvm::MCDisassembler> decoder(
      target.createMCDisassembler(*tables.subtarget, context));
  std::unique_ptr<llvm::MCInstPrinter> printer(target.createMCInstPrinter(
      llvm::Triple(kTriple), 0, *tables.asmInfo, *tables.instructions, *tables.registers));
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (size_t i = 0; i + 2 <= code.size(); i += 2) {
    llvm::MCInst instruction;
    uint64_t size = 0;
    const llvm::ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t*>(&code[i]), 8);
    if (decoder->getInstruction(instruction, size, bytes, i * 4, llvm::nulls()) ==
        llvm::MCDisassembler::Success) {
      printer->printInst(&instruction, i * 4, "", *tables.subtarget, stream);
    } else {
      stream << "\t.quad\t0x";
      stream.write_hex(uint64_t{code[i + 1]} << 32 | code[i]);
    }
    stream << '\n';
  }
  stream.flush();
  return text;
}

}  // namespace e11::compiler
