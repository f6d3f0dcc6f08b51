// SPDX-License-Identifier: Apache-2.0
//===- E11TargetMachine.cpp - the passes of the E11 code generator --------===//

#include "E11TargetMachine.h"
#include "E11.h"
#include "E11FunctionInfo.h"
#include "E11TargetTransformInfo.h"
#include "llvm/CodeGen/MachineScheduler.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/RegAllocRegistry.h"
#include "llvm/CodeGen/TargetLoweringObjectFileImpl.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/InitializePasses.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Transforms/Scalar.h"
#include "llvm/Transforms/Utils.h"

using namespace llvm;

#define DEBUG_TYPE "e11-subtarget"
#define GET_SUBTARGETINFO_TARGET_DESC
#define GET_SUBTARGETINFO_CTOR
#include "E11GenSubtargetInfo.inc"

//===-- Subtarget ---------------------------------------------------------===//

E11Subtarget::E11Subtarget(const Triple &TT, StringRef CPU, StringRef FS,
                           const TargetMachine &TM)
    : E11GenSubtargetInfo(TT, CPU, CPU, FS), Lowering(TM, *this) {
  ParseSubtargetFeatures(CPU, CPU, FS);
}

void E11Subtarget::overrideSchedPolicy(MachineSchedPolicy &Policy,
                                       unsigned) const {
  Policy.ShouldTrackPressure = true;
  Policy.OnlyTopDown = false;
  Policy.OnlyBottomUp = true; // as good as both ways, in half the time
}

//===-- Target machine ----------------------------------------------------===//

static const char *const DataLayoutString =
    "e-p:32:32-i64:64-v64:32-v96:32-v128:32-v256:32-n32-S32";

E11TargetMachine::E11TargetMachine(const Target &T, const Triple &TT,
                                   StringRef CPU, StringRef FS,
                                   const TargetOptions &Options,
                                   std::optional<Reloc::Model>,
                                   std::optional<CodeModel::Model>,
                                   CodeGenOptLevel OL, bool)
    : LLVMTargetMachine(T, DataLayoutString, TT, CPU.empty() ? "e11" : CPU, FS,
                        Options, Reloc::PIC_, CodeModel::Small, OL),
      ObjFileLowering(std::make_unique<TargetLoweringObjectFileELF>()),
      Subtarget(TT, CPU.empty() ? "e11" : CPU, FS, *this) {
  initAsmInfo();
  // Scalar registers are allocated by what a thread may execute; that is right
  // only while every block through which the wave passes is on its path.
  setRequiresStructuredCFG(true);
}

E11TargetMachine::~E11TargetMachine() = default;

MachineFunctionInfo *E11TargetMachine::createMachineFunctionInfo(
    BumpPtrAllocator &Allocator, const Function &F,
    const TargetSubtargetInfo *STI) const {
  return E11FunctionInfo::create<E11FunctionInfo>(Allocator, F, STI);
}

TargetTransformInfo
E11TargetMachine::getTargetTransformInfo(const Function &F) const {
  return TargetTransformInfo(E11TTIImpl(this, F));
}

//===-- Passes ------------------------------------------------------------===//

namespace {

bool isScalarRegister(const TargetRegisterInfo &,
                      const MachineRegisterInfo &MRI, const Register Reg) {
  return !E11RegisterInfo::isVectorClass(MRI.getRegClass(Reg));
}

bool isVectorRegister(const TargetRegisterInfo &,
                      const MachineRegisterInfo &MRI, const Register Reg) {
  return E11RegisterInfo::isVectorClass(MRI.getRegClass(Reg));
}

class E11PassConfig : public TargetPassConfig {
public:
  E11PassConfig(E11TargetMachine &TM, PassManagerBase &PM)
      : TargetPassConfig(TM, PM) {
    // The order of blocks follows from structurization.
    for (AnalysisID ID : {&BranchFolderPassID, &TailDuplicateID,
                          &EarlyTailDuplicateID, &MachineBlockPlacementID,
                          &EarlyIfConverterID, &ShrinkWrapID,
                          &PatchableFunctionID, &FuncletLayoutID,
                          &StackMapLivenessID, &LiveDebugValuesID,
                          &FEntryInserterID, &XRayInstrumentationID,
                          &PostRAMachineSinkingID, &LocalStackSlotAllocationID})
      disablePass(ID);
  }

  E11TargetMachine &getE11TargetMachine() const {
    return getTM<E11TargetMachine>();
  }
  void verify(const char *After) {
    if (getE11TargetMachine().getVerifyMachineCode())
      addPass(createMachineVerifierPass(std::string("After ") + After));
  }

  void addIRPasses() override;
  void addCodeGenPrepare() override {}
  bool addPreISel() override;
  bool addInstSelector() override;
  void addMachineSSAOptimization() override;
  bool addILPOpts() override { return false; }
  void addPreRegAlloc() override { verify("machine SSA optimisation"); }
  void addOptimizedRegAlloc() override;
  FunctionPass *createTargetRegisterAllocator(bool) override {
    return createGreedyRegisterAllocator();
  }
  void addFastRegAlloc() override { addOptimizedRegAlloc(); }
  bool addRegAssignAndRewriteOptimized() override;
  void addPreEmitPass() override;
};

// Bit-exact and cheap passes only: nothing may reassociate or contract.
void E11PassConfig::addIRPasses() {
  addPass(createCFGSimplificationPass());
  addPass(createSROAPass());
  addPass(createEarlyCSEPass());
  addPass(createE11ExitPhisPass());
  addPass(createE11ScalarLoadsPass());
  addPass(createDeadCodeEliminationPass());
  addPass(createUnreachableBlockEliminationPass());
}

bool E11PassConfig::addPreISel() {
  addPass(createLowerSwitchPass());
  addPass(createE11SingleExitPass());
  addPass(createFixIrreduciblePass());
  addPass(createUnifyLoopExitsPass());
  addPass(createE11ExitPhisPass());
  addPass(createStructurizeCFGPass(/*SkipUniformRegions=*/true));
  // Preheaders and exits of their own for masks to be restored in.
  addPass(createLoopSimplifyPass());
  addPass(createLCSSAPass());
  addPass(createE11ExitPhisPass());
  addPass(createE11SplitBlocksPass());
  addPass(createE11BooleansPass());
  return false;
}

bool E11PassConfig::addInstSelector() {
  addPass(createE11ISelDag(getE11TargetMachine(), getOptLevel()));
  addPass(createE11ControlFlowPass());
  addPass(createE11FoldOperandsPass());
  verify("instruction selection");
  return false;
}

void E11PassConfig::addMachineSSAOptimization() {
  addPass(&OptimizePHIsID);
  addPass(&DeadMachineInstructionElimID);
  addPass(&EarlyMachineLICMID);
  addPass(&MachineCSEID);
  addPass(&MachineSinkingID);
  addPass(&DeadMachineInstructionElimID);
}

void E11PassConfig::addOptimizedRegAlloc() {
  insertPass(&RenameIndependentSubregsID, createE11SizeClassPass(/*Guess=*/true));
  TargetPassConfig::addOptimizedRegAlloc();
}

// Scalar registers first: they spill to memory of their own. Splitting live
// ranges takes too long where there are very many: a lower level of
// optimisation allocates without.
bool E11PassConfig::addRegAssignAndRewriteOptimized() {
  addPass(createE11SizeClassPass(/*Guess=*/false));
  bool Splits = getOptLevel() >= CodeGenOptLevel::Default;
  auto allocate = [&](RegAllocFilterFunc Filter) {
    addPass(Splits ? createGreedyRegisterAllocator(Filter)
                   : createBasicRegisterAllocator(Filter));
  };
  allocate(isScalarRegister);
  addPass(createVirtRegRewriter(/*ClearVirtRegs=*/false));
  verify("scalar register allocation");
  allocate(isVectorRegister);
  addPreRewrite();
  addPass(&VirtRegRewriterID);
  return true;
}

void E11PassConfig::addPreEmitPass() {
  verify("register allocation");
  addPass(createE11FuseExecPass());
  verify("fusing mask operations");
}

} // namespace

TargetPassConfig *E11TargetMachine::createPassConfig(PassManagerBase &PM) {
  return new E11PassConfig(*this, PM);
}

extern "C" void LLVMInitializeE11Target() {
  RegisterTargetMachine<E11TargetMachine> X(getTheE11Target());
  PassRegistry &Registry = *PassRegistry::getPassRegistry();
  initializeCore(Registry);
  initializeAnalysis(Registry);
  initializeTransformUtils(Registry);
  initializeScalarOpts(Registry);
  initializeCodeGen(Registry);
  initializeE11ScalarLoadsPass(Registry);
  initializeE11ExitPhisPass(Registry);
  initializeE11SingleExitPass(Registry);
  initializeE11BooleansPass(Registry);
  initializeE11DAGToDAGISelLegacyPass(Registry);
  initializeE11ControlFlowPass(Registry);
  initializeE11FoldOperandsPass(Registry);
  initializeE11FuseExecPass(Registry);
  initializeE11SizeClassPass(Registry);
  initializeE11SplitBlocksPass(Registry);
}
