// SPDX-License-Identifier: Apache-2.0
//===- E11Pseudos.td - instructions that exist inside the compiler only ---===//
//
// Divergent control flow is selected as VBRNZ and VBRZ, branches on a vector
// condition. E11ControlFlow.cpp replaces them, still in SSA form, by operations
// on the execution mask that the register allocator can work around: what
// defines a register is never a terminator, and what narrows exec always is.
// After register allocation E11FuseExec.cpp makes `if`, `else` and `loop` of them.
//
//===----------------------------------------------------------------------===//

class E11Pseudo<dag outs, dag ins, string text> : Instruction {
  let Namespace = "E11";
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = text;
  let Pattern = [];
  let isPseudo = 1;
  let isCodeGenOnly = 1;
  let hasSideEffects = 0;
  let mayLoad = 0;
  let mayStore = 0;
}

let isBranch = 1, isTerminator = 1, hasSideEffects = 1, isConvergent = 1 in {
let Uses = [EXEC] in {
  def VBRNZ : E11Pseudo<(outs), (ins VReg:$cond, brtarget:$target), "vbrnz\t$cond, $target">;
  def VBRZ : E11Pseudo<(outs), (ins VReg:$cond, brtarget:$target), "vbrz\t$cond, $target">;
}
// exec = exec & ~mask; branch if exec is 0. CUTIF keeps the condition that the
// mask came from in its register, so that the two can become an `if`.
let Uses = [EXEC], Defs = [EXEC] in {
  def CUT : E11Pseudo<(outs), (ins SReg:$mask, brtarget:$target), "cut\t$mask, $target">;
  def CUTIF : E11Pseudo<(outs), (ins SReg:$mask, brtarget:$target, VSrcReg:$cond),
                        "cutif\t$mask, $target, $cond">;
}
}

// dst = exec & ~mask, where mask came from the `if`.
let Uses = [EXEC], Constraints = "$dst = $mask", isConvergent = 1, hasSideEffects = 1 in
def ELSEMASK : E11Pseudo<(outs SReg:$dst), (ins SReg:$mask), "elsemask\t$dst">;

// The function's end where an export has ended the wave already.
let isTerminator = 1, isBarrier = 1, isReturn = 1, hasSideEffects = 1 in
def DONE : E11Pseudo<(outs), (ins), "done">;

// Spills of scalar tuples: one scalar scratch access a register.
foreach n = [2, 4, 8] in {
  let mayStore = 1 in
  def SSPILL_#n : E11Pseudo<(outs), (ins !cast<RegisterClass>("SReg" # n):$data, off14:$offset),
                            "sspill" # n # "\t$data, $offset">;
  let mayLoad = 1 in
  def SRELOAD_#n : E11Pseudo<(outs !cast<RegisterClass>("SReg" # n):$data), (ins off14:$offset),
                             "sreload" # n # "\t$data, $offset">;
}
foreach n = [8] in {
  let mayStore = 1, Uses = [EXEC] in
  def VSPILL_#n : E11Pseudo<(outs), (ins VReg8:$data, off14:$offset),
                            "vspill" # n # "\t$data, $offset">;
  let mayLoad = 1, Uses = [EXEC] in
  def VRELOAD_#n : E11Pseudo<(outs VReg8:$data), (ins off14:$offset),
                             "vreload" # n # "\t$data, $offset">;
}

// Instructions of form T name the first register of a tuple; these have the
// tuples. Operands: instruction, resource, components, dimension, bits 63:51;
// then, as the instruction has them: data, coordinates, more, sampler.
class TexPseudo<dag outs, dag more> : E11Pseudo<outs,
    !con(more, (ins i32imm:$instr, SReg8:$res, i32imm:$mask, i32imm:$dim,
                    i32imm:$word, variable_ops)), "tex"> {
  let isConvergent = 1; // some take derivatives
  let Uses = [EXEC];
}
let mayLoad = 1 in
foreach n = [1, 2, 3, 4, 8] in
  def TEX_#n : TexPseudo<(outs !cast<RegisterClass>(!if(!eq(n, 1), "VReg", "VReg" # n)):$dst),
                         (ins)>;
let mayStore = 1, Uses = [EXEC, COV] in {
  def TEXST : TexPseudo<(outs), (ins)>;
  let mayLoad = 1 in {
    def TEXATM : TexPseudo<(outs), (ins)>;
    let Constraints = "$dst = $data" in {
      def TEXATM_1 : TexPseudo<(outs VReg:$dst), (ins VReg:$data)>;
      def TEXATM_2 : TexPseudo<(outs VReg2:$dst), (ins VReg2:$data)>;
    }
  }
}
