// SPDX-License-Identifier: Apache-2.0
//===- E11SizeClass.cpp - how many registers a shader gets ----------------===//
//
// The smallest size class whose registers hold what is alive at once: more waves
// fit then. Guessed before scheduling, so that it knows how much it may keep
// alive; decided after. The allocator may still spill, because tuples need
// neighbours; then the driver compiles again with a larger class.
//
//===----------------------------------------------------------------------===//

#include "E11.h"
#include "E11FunctionInfo.h"
#include "E11RegisterInfo.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

#define DEBUG_TYPE "e11-size-class"
#define PASS_NAME "E11 size class"

namespace {

class E11SizeClass : public MachineFunctionPass {
public:
  static char ID;
  E11SizeClass(bool Guess = false) : MachineFunctionPass(ID), Guess(Guess) {}

  StringRef getPassName() const override { return PASS_NAME; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LiveIntervalsWrapperPass>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  bool Guess;
};

} // namespace

char E11SizeClass::ID = 0;
INITIALIZE_PASS_BEGIN(E11SizeClass, DEBUG_TYPE, PASS_NAME, false, false)
INITIALIZE_PASS_DEPENDENCY(LiveIntervalsWrapperPass)
INITIALIZE_PASS_END(E11SizeClass, DEBUG_TYPE, PASS_NAME, false, false)

FunctionPass *llvm::createE11SizeClassPass(bool Guess) {
  return new E11SizeClass(Guess);
}

/// The most registers of each file that are alive at once.
static E11RegisterInfo::Budget getPressure(const MachineFunction &MF,
                                           LiveIntervals &LIS) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  // At each place, by how many registers more (or fewer) are alive.
  SlotIndexes &Places = *LIS.getSlotIndexes();
  SlotIndex First = Places.getZeroIndex();
  unsigned Length = First.distance(Places.getLastIndex()) + 1;
  std::vector<int> Changes[2] = {std::vector<int>(Length),
                                 std::vector<int>(Length)};
  for (unsigned I = 0, E = MRI.getNumVirtRegs(); I != E; ++I) {
    Register Reg = Register::index2VirtReg(I);
    if (MRI.reg_nodbg_empty(Reg) || !LIS.hasInterval(Reg))
      continue;
    const TargetRegisterClass *RC = MRI.getRegClass(Reg);
    int Count = TRI.getRegSizeInBits(*RC) / 32;
    auto &File = Changes[E11RegisterInfo::isVectorClass(RC)];
    for (const LiveRange::Segment &S : LIS.getInterval(Reg)) {
      File[First.distance(S.start)] += Count;
      File[First.distance(S.end)] -= Count;
    }
  }
  unsigned Most[2] = {};
  for (int File : {0, 1}) {
    int Alive = 0;
    for (int Change : Changes[File]) {
      Alive += Change;
      Most[File] = std::max(Most[File], unsigned(Alive));
    }
  }
  return {Most[1], Most[0]};
}

static void takeTurns(E11FunctionInfo &Info, E11RegisterInfo::Budget Needed,
                      E11RegisterInfo::Budget Budget) {
  Info.Turns[0] = std::min(Needed.Scalar, Budget.Scalar);
  Info.Turns[1] = std::min(Needed.Vector, Budget.Vector);
}

bool E11SizeClass::runOnMachineFunction(MachineFunction &MF) {
  E11RegisterInfo::Budget Needed =
      getPressure(MF, getAnalysis<LiveIntervalsWrapperPass>().getLIS());
  // Scheduling can make it a little less, the allocator may need a little more.
  // To compile a long shader twice takes too long; if it keeps to fewer registers
  // it gets the smaller class all the same.
  bool Long = MF.getInstructionCount() > 2000;
  auto fits = [&](unsigned Need, unsigned Limit) {
    return Guess ? Need <= Limit + Limit / 4
                 : Need + (Long ? Limit / 4 : 0) <= Limit;
  };
  Function &F = MF.getFunction();
  unsigned Class = F.getFnAttributeAsParsedInteger(E11::FirstSizeClass, 2);
  unsigned Last = F.getFnAttributeAsParsedInteger(E11::LastSizeClass, Class);
  for (; Class < Last; ++Class) {
    E11RegisterInfo::Budget Limit = E11RegisterInfo::getBudget(Class);
    if (fits(Needed.Vector, Limit.Vector) && fits(Needed.Scalar, Limit.Scalar))
      break;
  }
  E11RegisterInfo::Budget Budget = E11RegisterInfo::getBudget(Class);
  F.addFnAttr(E11::SizeClass, std::to_string(Class));
  // Each spill is a search among what is alive.
  constexpr uint64_t Most = 8000000;
  uint64_t Excess = Needed.Vector - std::min(Needed.Vector, Budget.Vector);
  if (!Guess && Excess * MF.getInstructionCount() > Most)
    report_fatal_error("the program keeps too many values: " +
                           Twine(Needed.Vector) + " registers at once in " +
                           Twine(MF.getInstructionCount()) + " instructions",
                       /*gen_crash_diag=*/false);
  if (Long && !Guess)
    takeTurns(*MF.getInfo<E11FunctionInfo>(), Needed, Budget);
  MF.getRegInfo().freezeReservedRegs();
  return false;
}
