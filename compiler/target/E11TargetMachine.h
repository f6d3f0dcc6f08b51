// SPDX-License-Identifier: Apache-2.0
//===- E11TargetMachine.h - the E11 code generator --------------*- C++ -*-===//

#pragma once

#include "E11Subtarget.h"
#include "llvm/Target/TargetLoweringObjectFile.h"
#include "llvm/Target/TargetMachine.h"

namespace llvm {

class E11TargetMachine : public LLVMTargetMachine {
public:
  E11TargetMachine(const Target &T, const Triple &TT, StringRef CPU,
                   StringRef FS, const TargetOptions &Options,
                   std::optional<Reloc::Model> RM,
                   std::optional<CodeModel::Model> CM, CodeGenOptLevel OL,
                   bool JIT);
  ~E11TargetMachine() override;

  const E11Subtarget *getSubtargetImpl(const Function &) const override {
    return &Subtarget;
  }
  MachineFunctionInfo *
  createMachineFunctionInfo(BumpPtrAllocator &Allocator, const Function &F,
                            const TargetSubtargetInfo *STI) const override;
  TargetPassConfig *createPassConfig(PassManagerBase &PM) override;
  TargetLoweringObjectFile *getObjFileLowering() const override {
    return ObjFileLowering.get();
  }
  TargetTransformInfo getTargetTransformInfo(const Function &F) const override;
  bool isMachineVerifierClean() const override { return true; }

  /// Runs the machine verifier between the passes. LLVM's own switch for that
  /// is a global option.
  void setVerifyMachineCode(bool Verify) { VerifyMachineCode = Verify; }
  bool getVerifyMachineCode() const { return VerifyMachineCode; }

private:
  std::unique_ptr<TargetLoweringObjectFile> ObjFileLowering;
  E11Subtarget Subtarget;
  bool VerifyMachineCode = false;
};

} // namespace llvm
