// SPDX-License-Identifier: Apache-2.0
//===- E11InstrFormats.td - encodings of the E11 shader ISA ---------------===//
//
// One instruction is one 64-bit word. Bit 7 of an ALU opcode selects the
// literal form. Fields (all forms place opcode and dst alike):
//
//   form R   [6:0] opcode  [7]=0  [15:8] dst  [24:16] src0  [33:25] src1
//            [42:34] src2  [45:43] neg(2,1,0)  [48:46] abs(2,1,0)  [49] sat
//            [63:50] attr: attribute word for the interpolator, else 0
//   form L   [6:0] opcode  [7]=1  [15:8] dst  [23:16] src0  [31:24] src2
//            [63:32] literal, which stands for src1 (for src0 where the
//            operation has one source). src0 and src2 name v# or s# only.
//   form M   [7:0] opcode  [15:8] data  [24:16] src0 (offset or index)
//            [33:25] src1 (first scalar register of descriptor or base)
//            [42:34] src2 (second offset)  [44:43] registers - 1
//            [45] coherent  [49:46] sub-operation  [63:50] offset in bytes
//   form E   [7:0] opcode  [15:8] first v# of four  [19:16] target
//            [23:20] component mask  [24] done  [25] end  [63:26] 0
//   form C   [7:0] opcode  [15:8] dst (mask register)  [24:16] src0 (condition)
//            [25] invert the condition  [31:26] 0
//            [63:32] branch target, signed, in instructions from the next one
//   form T   [7:0] opcode (0xd0 or more: no ALU operation has a literal form
//            there)  [14:8] first v# of the results  [21:15] first v# of the
//            coordinates  [28:22] first v# of the further arguments
//            [35:29] first s# of the resource (8 registers, a multiple of 4)
//            [42:36] first s# of the sampler, likewise  [46:43] components
//            [50:47] dimension (D3D10_SB_RESOURCE_DIMENSION)  [54:51] [58:55]
//            [62:59] texel offsets u, v, w, signed  [63] status in one more
//            result register
//
// The file bit of dst (bit 15): 0 = v#, 1 = s#. An ALU instruction with a
// scalar destination reads scalar sources only and ignores exec.
//
//===----------------------------------------------------------------------===//

class E11Inst<bits<8> op, string mnemonic, string form, string unit, dag outs,
              dag ins, string args, string doc> : Instruction {
  let Namespace = "E11";
  let Size = 8;
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = mnemonic # !if(!empty(args), "", "\t" # args);
  let Pattern = [];
  let hasSideEffects = 0;
  let mayLoad = 0;
  let mayStore = 0;
  let DecoderNamespace = "E11";
  field bits<64> Inst;
  field bits<64> SoftFail = 0;

  // What the generator of the hardware's decoder and of the manual reads.
  bits<8> Opcode = op;
  string Mnemonic = mnemonic;
  string Form = form;
  string Unit = unit;   // the execution unit: see E11InstrInfo.td
  string Doc = doc;
  int NumSrc = 0;       // sources read through the operand ports
  bit FloatMods = 0;    // neg, abs and sat allowed

  let Inst{7-0} = op;

  // For the printer, the parser and the passes of the compiler.
  bit HasMods = 0;      // the last operand is `mods`
  bit HasLiteral = 0;   // form L
  let TSFlags{0} = HasMods;
  let TSFlags{1} = FloatMods;
  let TSFlags{2} = HasLiteral;
}

//===-- Operands ----------------------------------------------------------===//

// Three positions of one source kind: the printer and the parser attach the
// modifiers of a position to its register.
class SrcOperand<RegisterClass rc, int pos> : RegisterOperand<rc> {
  let PrintMethod = "printSrc" # pos;
  let EncoderMethod = "getSrcEncoding";
  let DecoderMethod = "Decode" # rc # "Src";
}
foreach p = 0...2 in {
  def VSrc#p : SrcOperand<VSrcReg, p>;
  def SSrc#p : SrcOperand<SSrcReg, p>;
}
// Immediates have a range: the assembler refuses what the field cannot hold.
class ImmClass<string name, string lo, string hi> : AsmOperandClass {
  let Name = name;
  let PredicateMethod = "isImmIn<" # lo # ", " # hi # ">";
  let RenderMethod = "addImmOperands";
  let DiagnosticString = "expected a number from " # lo # " to " # hi;
}
class ImmOperand<string name, string lo, string hi> : Operand<i32> {
  let ParserMatchClass = ImmClass<name, lo, hi>;
}
// bits 2:0 negate src2..0, bits 5:3 absolute src2..0, bit 6 saturate. The
// parser makes it of the signs and `sat`.
def ModsClass : AsmOperandClass {
  let Name = "Mods";
  let RenderMethod = "addImmOperands";
}
def mods : Operand<i32> {
  let PrintMethod = "printMods";
  let ParserMatchClass = ModsClass;
}
def lit32 : ImmOperand<"Lit32", "-2147483648", "4294967295"> {
  let PrintMethod = "printLiteral";
}
def attr14 : ImmOperand<"Attr14", "0", "16383">;
def off14 : ImmOperand<"Off14", "0", "16383">;
def flag1 : ImmOperand<"Flag1", "0", "1">;
def num4 : ImmOperand<"Num4", "0", "15">;
def soff4 : ImmOperand<"SOff4", "-8", "7"> {
  let DecoderMethod = "decodeSigned4";
}
def BranchTargetClass : AsmOperandClass {
  let Name = "BranchTarget";
  let RenderMethod = "addImmOperands";
  let DiagnosticString = "expected a label or a distance of 32 bits";
}
def brtarget : Operand<OtherVT> {
  let EncoderMethod = "getBranchTargetEncoding";
  let PrintMethod = "printBranchTarget";
  let DecoderMethod = "decodeBranchTarget";
  let OperandType = "OPERAND_PCREL";
  let ParserMatchClass = BranchTargetClass;
}
// What an atomic does with the old value and its own; the name is the assembly.
class E11Atomic<bits<4> num, string name> {
  bits<4> Code = num;
  string Name = name;
}
def AtomicOpClass : AsmOperandClass {
  let Name = "AtomicOp";
  let ParserMethod = "parseAtomicOp";
  let RenderMethod = "addImmOperands";
  let DiagnosticString = "expected the name of an atomic operation";
}
def atomicop : Operand<i32> {
  let PrintMethod = "printAtomicOp";
  let DecoderMethod = "decodeAtomicOp";
  let ParserMatchClass = AtomicOpClass;
}

//===-- Forms -------------------------------------------------------------===//

class FormR<bits<7> op, string mnemonic, string unit, bit scalar, dag outs,
            dag ins, string args, string doc>
    : E11Inst<{0, op}, mnemonic, "R", unit, outs, ins, args, doc> {
  bits<8> dst;
  let Inst{14-8} = dst{6-0};
  let Inst{15} = scalar;
  let Uses = !if(scalar, []<Register>, [EXEC]);
}

class FormL<bits<7> op, string mnemonic, string unit, bit scalar, dag outs,
            dag ins, string args, string doc>
    : E11Inst<{1, op}, mnemonic, "L", unit, outs, ins, args, doc> {
  bits<8> dst;
  bits<32> lit;
  let Inst{14-8} = dst{6-0};
  let Inst{15} = scalar;
  let Inst{63-32} = lit;
  let HasLiteral = 1;
  let Uses = !if(scalar, []<Register>, [EXEC]);
}

class FormM<bits<8> op, string mnemonic, string unit, dag outs, dag ins,
            string args, string doc>
    : E11Inst<op, mnemonic, "M", unit, outs, ins, args, doc>;

class FormE<bits<8> op, string mnemonic, string unit, dag ins, string args,
            string doc>
    : E11Inst<op, mnemonic, "E", unit, (outs), ins, args, doc>;

class FormC<bits<8> op, string mnemonic, dag outs, dag ins, string args,
            string doc>
    : E11Inst<op, mnemonic, "C", "CTL", outs, ins, args, doc>;

class FormT<bits<8> op, string mnemonic, dag outs, dag ins, string args,
            string doc>
    : E11Inst<op, mnemonic, "T", "TEX", outs, ins, args, doc> {
  bit HasAddress = 0;
  bit HasExtra = 0;
  bit HasSampler = 0;
  let TSFlags{3} = HasAddress;
  let TSFlags{4} = HasExtra;
  let TSFlags{5} = HasSampler;
  let TSFlags{6} = 1;
}
