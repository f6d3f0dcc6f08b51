// SPDX-License-Identifier: Apache-2.0
//===- E11.h - passes of the E11 back end -----------------------*- C++ -*-===//

#pragma once

#include "MCTargetDesc/E11MCTargetDesc.h"
#include "llvm/Support/CodeGen.h"

namespace llvm {
class E11TargetMachine;
class FunctionPass;
class PassRegistry;

/// Loads of constant data with a uniform address become scalar loads, and
/// neighbours become one.
FunctionPass *createE11ScalarLoadsPass();
/// Makes the divergence of loop exits visible to uniformity analysis.
FunctionPass *createE11ExitPhisPass();
/// One return instruction.
FunctionPass *createE11SingleExitPass();
/// Cuts long blocks into pieces.
FunctionPass *createE11SplitBlocksPass();
/// Leaves i1 only between a comparison and its users in the same block.
FunctionPass *createE11BooleansPass();
FunctionPass *createE11ISelDag(E11TargetMachine &TM, CodeGenOptLevel OptLevel);
/// Divergent branches become operations on exec.
FunctionPass *createE11ControlFlowPass();
/// Copies between the files: folded into users, or rdfirst.
FunctionPass *createE11FoldOperandsPass();
/// Chooses the size class; guesses it, where scheduling is still to come.
FunctionPass *createE11SizeClassPass(bool Guess);
/// The mask operations become `if`, `else` and `loop`, where they fit.
FunctionPass *createE11FuseExecPass();

void initializeE11ScalarLoadsPass(PassRegistry &);
void initializeE11ExitPhisPass(PassRegistry &);
void initializeE11SingleExitPass(PassRegistry &);
void initializeE11BooleansPass(PassRegistry &);
void initializeE11DAGToDAGISelLegacyPass(PassRegistry &);
void initializeE11ControlFlowPass(PassRegistry &);
void initializeE11FoldOperandsPass(PassRegistry &);
void initializeE11FuseExecPass(PassRegistry &);
void initializeE11SizeClassPass(PassRegistry &);
void initializeE11SplitBlocksPass(PassRegistry &);

namespace E11 {
/// Attributes of a shader: the size classes it may have (docs/shader-abi.md),
/// and the one that it has.
constexpr const char *FirstSizeClass = "e11-first-size-class";
constexpr const char *LastSizeClass = "e11-last-size-class";
constexpr const char *SizeClass = "e11-size-class";
/// Scalar loads stay where they are: all at once they need too many registers.
constexpr const char *Reloads = "e11-reloads";
/// Scalar registers are short. 1: keep hardly any constant data in them; 2: none,
/// uniform loads become vector loads.
constexpr const char *FewScalars = "e11-few-scalars";
} // namespace E11
} // namespace llvm

extern "C" {
void LLVMInitializeE11TargetInfo();
void LLVMInitializeE11TargetMC();
void LLVMInitializeE11Target();
void LLVMInitializeE11AsmPrinter();
void LLVMInitializeE11AsmParser();
void LLVMInitializeE11Disassembler();
}
