// SPDX-License-Identifier: Apache-2.0
//===- E11InstrInfo.td - the E11 shader instruction set -------------------===//
//
// The only definition of the instruction set. The RTL decoder, the model's
// decoder and docs/isa.md are generated from it (tools/gen/isa.py). One file,
// long as it is, so that a free opcode or a unit is found in one place.
//
// Each operation is written once; the multiclasses make its variants:
//   _V  vector destination, any source        _VL  the same with a literal
//   _S  scalar destination, scalar sources    _SL  the same with a literal
//
// Units: FP  multiplier and adder     INT  integer and bit operations
//        TAB table functions, quarter rate      QUAD exchange within a quad
//        ITP interpolator (FP with primitive coefficients)
//        VMEM vector memory   SMEM scalar memory   EXP export   CTL control
//        TEX texture unit
//
// Semantics are sequential for each wave: an instruction sees the results of
// all earlier ones; the hardware interlocks. Vector destinations are written
// in the lanes that exec names. Float operations flush denormals (keeping the
// sign) on input and output, round to nearest even, and give NaN 0x7fc00000.
// Comparisons give 0xffffffff or 0.
//
//===----------------------------------------------------------------------===//

include "E11InstrFormats.td"

//===-- ALU variants ------------------------------------------------------===//

class R1<bits<7> op, string m, string unit, bit sc, RegisterClass d,
         RegisterOperand s0, string doc>
    : FormR<op, m, unit, sc, (outs d:$dst), (ins s0:$src0, mods:$mods),
            "$dst, $src0$mods", doc> {
  bits<9> src0; bits<7> mods;
  let Inst{24-16} = src0;
  let Inst{49-43} = mods;
  let Inst{42-25} = 0;
  let Inst{63-50} = 0;
  let NumSrc = 1;
  let HasMods = 1;
}
class R2<bits<7> op, string m, string unit, bit sc, RegisterClass d,
         RegisterOperand s0, RegisterOperand s1, string doc>
    : FormR<op, m, unit, sc, (outs d:$dst),
            (ins s0:$src0, s1:$src1, mods:$mods), "$dst, $src0, $src1$mods",
            doc> {
  bits<9> src0; bits<9> src1; bits<7> mods;
  let Inst{24-16} = src0;
  let Inst{33-25} = src1;
  let Inst{49-43} = mods;
  let Inst{42-34} = 0;
  let Inst{63-50} = 0;
  let NumSrc = 2;
  let HasMods = 1;
}
class R3<bits<7> op, string m, string unit, bit sc, RegisterClass d,
         RegisterOperand s0, RegisterOperand s1, RegisterOperand s2, string doc>
    : FormR<op, m, unit, sc, (outs d:$dst),
            (ins s0:$src0, s1:$src1, s2:$src2, mods:$mods),
            "$dst, $src0, $src1, $src2$mods", doc> {
  bits<9> src0; bits<9> src1; bits<9> src2; bits<7> mods;
  let Inst{24-16} = src0;
  let Inst{33-25} = src1;
  let Inst{42-34} = src2;
  let Inst{49-43} = mods;
  let Inst{63-50} = 0;
  let NumSrc = 3;
  let HasMods = 1;
}
class L1<bits<7> op, string m, string unit, bit sc, RegisterClass d, string doc>
    : FormL<op, m, unit, sc, (outs d:$dst), (ins lit32:$lit), "$dst, $lit", doc> {
  let Inst{31-16} = 0;
  let NumSrc = 1;
}
class L2<bits<7> op, string m, string unit, bit sc, RegisterClass d,
         RegisterClass s, string doc>
    : FormL<op, m, unit, sc, (outs d:$dst), (ins s:$src0, lit32:$lit),
            "$dst, $src0, $lit", doc> {
  bits<8> src0;
  let Inst{23-16} = src0;
  let Inst{31-24} = 0;
  let NumSrc = 2;
}
class L3<bits<7> op, string m, string unit, bit sc, RegisterClass d,
         RegisterClass s, string doc>
    : FormL<op, m, unit, sc, (outs d:$dst), (ins s:$src0, lit32:$lit, s:$src2),
            "$dst, $src0, $lit, $src2", doc> {
  bits<8> src0; bits<8> src2;
  let Inst{23-16} = src0;
  let Inst{31-24} = src2;
  let NumSrc = 3;
}

multiclass Alu1<bits<7> op, string m, string unit, bit fmods, string doc> {
  let FloatMods = fmods in {
    def _V : R1<op, m, unit, 0, VReg, VSrc0, doc>;
    def _S : R1<op, m, unit, 1, SReg, SSrc0, doc>;
  }
}
multiclass Alu2<bits<7> op, string m, string unit, bit fmods, string doc> {
  let FloatMods = fmods in {
    def _V : R2<op, m, unit, 0, VReg, VSrc0, VSrc1, doc>;
    def _S : R2<op, m, unit, 1, SReg, SSrc0, SSrc1, doc>;
  }
  def _VL : L2<op, m, unit, 0, VReg, VSReg, doc>;
  def _SL : L2<op, m, unit, 1, SReg, SReg, doc>;
}
multiclass Alu3<bits<7> op, string m, string unit, bit fmods, string doc> {
  let FloatMods = fmods in {
    def _V : R3<op, m, unit, 0, VReg, VSrc0, VSrc1, VSrc2, doc>;
    def _S : R3<op, m, unit, 1, SReg, SSrc0, SSrc1, SSrc2, doc>;
  }
  def _VL : L3<op, m, unit, 0, VReg, VSReg, doc>;
  def _SL : L3<op, m, unit, 1, SReg, SReg, doc>;
}

//===-- Moves and selection -----------------------------------------------===//

// Modifiers of mov and sel act on the sign bit; nothing is flushed unless sat.
let isReMaterializable = 1, isAsCheapAsAMove = 1 in {
defm MOV : Alu1<0x00, "mov", "INT", 1, "dst = src0, bit for bit; sat clamps as float (NaN to 0)">;
def MOV_VL : L1<0x00, "mov", "INT", 0, VReg, "dst = literal">;
def MOV_SL : L1<0x00, "mov", "INT", 1, SReg, "dst = literal">;
}
defm SEL : Alu3<0x01, "sel", "INT", 1, "dst = src0 != 0 ? src1 : src2, bit for bit">;

//===-- Float -------------------------------------------------------------===//

defm FADD : Alu2<0x02, "fadd", "FP", 1, "dst = src0 + src1">;
defm FMUL : Alu2<0x03, "fmul", "FP", 1, "dst = src0 * src1">;
defm FMAD : Alu3<0x04, "fmad", "FP", 1, "dst = (src0 * src1, rounded and flushed) + src2">;
defm FMIN : Alu2<0x05, "fmin", "FP", 1, "smaller operand; if one is NaN the other; -0 < +0">;
defm FMAX : Alu2<0x06, "fmax", "FP", 1, "larger operand; if one is NaN the other; -0 < +0">;
defm FRNDE : Alu1<0x07, "frnde", "FP", 1, "round to integral, nearest even">;
defm FRNDN : Alu1<0x08, "frndn", "FP", 1, "round to integral, towards minus infinity">;
defm FRNDP : Alu1<0x09, "frndp", "FP", 1, "round to integral, towards plus infinity">;
defm FRNDZ : Alu1<0x0a, "frndz", "FP", 1, "round to integral, towards zero">;
defm FFRC : Alu1<0x0b, "ffrc", "FP", 1, "dst = src0 - frndn(src0)">;
defm FEQ : Alu2<0x0c, "feq", "FP", 1, "ordered equal">;
defm FNE : Alu2<0x0d, "fne", "FP", 1, "not equal, true with NaN">;
defm FLT : Alu2<0x0e, "flt", "FP", 1, "ordered less">;
defm FGE : Alu2<0x0f, "fge", "FP", 1, "ordered greater or equal">;

// Conversions. Float to integer rounds towards zero, clamps, NaN gives 0.
defm FTOI : Alu1<0x10, "ftoi", "FP", 1, "float to signed integer">;
defm FTOU : Alu1<0x11, "ftou", "FP", 1, "float to unsigned integer">;
defm ITOF : Alu1<0x12, "itof", "FP", 0, "signed integer to float, nearest even">;
defm UTOF : Alu1<0x13, "utof", "FP", 0, "unsigned integer to float, nearest even">;
defm F32TOF16 : Alu1<0x14, "f32tof16", "FP", 1, "float to half in bits 15:0 (spec 3.2.2), bits 31:16 zero">;
defm F16TOF32 : Alu1<0x15, "f16tof32", "FP", 0, "half in bits 15:0 to float; half denormals are kept">;

//===-- Integer -----------------------------------------------------------===//

defm IADD : Alu2<0x18, "iadd", "INT", 0, "dst = src0 + src1">;
defm ISUB : Alu2<0x19, "isub", "INT", 0, "dst = src0 - src1">;
defm IMUL : Alu2<0x1a, "imul", "INT", 0, "low 32 bits of src0 * src1">;
defm IMULH : Alu2<0x1b, "imulh", "INT", 0, "high 32 bits of the signed product">;
defm UMULH : Alu2<0x1c, "umulh", "INT", 0, "high 32 bits of the unsigned product">;
defm IMAD : Alu3<0x1d, "imad", "INT", 0, "low 32 bits of src0 * src1 + src2">;
defm IMIN : Alu2<0x1e, "imin", "INT", 0, "signed minimum">;
defm IMAX : Alu2<0x1f, "imax", "INT", 0, "signed maximum">;
defm UMIN : Alu2<0x20, "umin", "INT", 0, "unsigned minimum">;
defm UMAX : Alu2<0x21, "umax", "INT", 0, "unsigned maximum">;
defm AND : Alu2<0x22, "and", "INT", 0, "src0 & src1">;
defm OR : Alu2<0x23, "or", "INT", 0, "src0 | src1">;
defm XOR : Alu2<0x24, "xor", "INT", 0, "src0 ^ src1">;
defm ANDN : Alu2<0x25, "andn", "INT", 0, "src0 & ~src1">;
defm SHL : Alu2<0x26, "shl", "INT", 0, "src0 << src1[4:0]">;
defm ISHR : Alu2<0x27, "ishr", "INT", 0, "arithmetic src0 >> src1[4:0]">;
defm USHR : Alu2<0x28, "ushr", "INT", 0, "logical src0 >> src1[4:0]">;
defm IEQ : Alu2<0x29, "ieq", "INT", 0, "equal">;
defm INE : Alu2<0x2a, "ine", "INT", 0, "not equal">;
defm ILT : Alu2<0x2b, "ilt", "INT", 0, "signed less">;
defm IGE : Alu2<0x2c, "ige", "INT", 0, "signed greater or equal">;
defm ULT : Alu2<0x2d, "ult", "INT", 0, "unsigned less">;
defm UGE : Alu2<0x2e, "uge", "INT", 0, "unsigned greater or equal">;
defm UADDC : Alu2<0x2f, "uaddc", "INT", 0, "carry out of src0 + src1: 1 or 0">;
defm USUBB : Alu2<0x30, "usubb", "INT", 0, "borrow of src0 - src1: 1 or 0">;
// Bit fields: width = src0[4:0], offset = src1[4:0] (spec 22.11).
defm UBFE : Alu3<0x31, "ubfe", "INT", 0, "unsigned bit field of src2">;
defm IBFE : Alu3<0x32, "ibfe", "INT", 0, "signed bit field of src2">;
defm BFM : Alu2<0x33, "bfm", "INT", 0, "mask of width src0[4:0] at offset src1[4:0]">;
defm BFI : Alu3<0x34, "bfi", "INT", 0, "(src0 & src1) | (~src0 & src2)">;
defm BFREV : Alu1<0x35, "bfrev", "INT", 0, "bits in reverse order">;
defm BCNT : Alu1<0x36, "bcnt", "INT", 0, "number of one bits">;
defm FBHI : Alu1<0x37, "fbhi", "INT", 0, "firstbit_hi: distance of the first one from bit 31; none: -1">;
defm FBLO : Alu1<0x38, "fblo", "INT", 0, "firstbit_lo: position of the lowest one; none: -1">;
defm FBSHI : Alu1<0x39, "fbshi", "INT", 0, "firstbit_shi: as fbhi of src0 >= 0 ? src0 : ~src0">;
defm MSAD : Alu3<0x3a, "msad", "INT", 0, "masked sum of absolute byte differences: src0 reference, src1 source, src2 sum">;

//===-- Table functions ---------------------------------------------------===//

defm FRCP : Alu1<0x40, "frcp", "TAB", 1, "1 / src0">;
defm FRSQ : Alu1<0x41, "frsq", "TAB", 1, "1 / sqrt(src0)">;
defm FSQRT : Alu1<0x42, "fsqrt", "TAB", 1, "sqrt(src0)">;
defm FEXP2 : Alu1<0x43, "fexp2", "TAB", 1, "2 to the power of src0">;
defm FLOG2 : Alu1<0x44, "flog2", "TAB", 1, "logarithm to base 2">;
defm FSIN : Alu1<0x45, "fsin", "TAB", 1, "sine of src0 radians">;
defm FCOS : Alu1<0x46, "fcos", "TAB", 1, "cosine of src0 radians">;
defm FDIV : Alu2<0x47, "fdiv", "TAB", 1, "src0 / src1">;

//===-- Quad exchange (vector only) ---------------------------------------===//

let FloatMods = 1, isConvergent = 1 in {
def DDXC_V : R1<0x48, "ddxc", "QUAD", 0, VReg, VSrc0, "coarse derivative: lane 1 - lane 0 of the quad, in all four">;
def DDYC_V : R1<0x49, "ddyc", "QUAD", 0, VReg, VSrc0, "coarse derivative: lane 2 - lane 0 of the quad, in all four">;
def DDXF_V : R1<0x4a, "ddxf", "QUAD", 0, VReg, VSrc0, "fine derivative: right - left of the lane's own row">;
def DDYF_V : R1<0x4b, "ddyf", "QUAD", 0, VReg, VSrc0, "fine derivative: lower - upper of the lane's own column">;
}

//===-- Interpolator (vector only) ----------------------------------------===//
// A primitive's coefficient words {c0, c1, c2} are 3 x 32 bits; attr[11:0] is
// the word's index, attr[13:12] the coefficient (itpsel, itpmul). Each quad of
// a wave has a primitive of its own. Words 0..3 are fixed (docs/shader-abi.md).

class Itp<bits<7> op, string m, dag ins, string args, int nsrc, string doc>
    : FormR<op, m, "ITP", 0, (outs VReg:$dst), ins, args, doc> {
  bits<14> attr; 
  let Inst{63-50} = attr;
  let Inst{49-43} = 0;
  let NumSrc = nsrc;
}
def ITP1_V : Itp<0x4c, "itp1", (ins VSrc0:$src0, attr14:$attr), "$dst, $src0, $attr", 1,
                 "dst = src0 * c1 + c0 (as fmad)"> {
  bits<9> src0;
  let Inst{24-16} = src0; let Inst{42-25} = 0;
}
def ITP2_V : Itp<0x4d, "itp2", (ins VSrc0:$src0, VSrc2:$src2, attr14:$attr), "$dst, $src0, $src2, $attr", 2,
                 "dst = src0 * c2 + src2 (as fmad)"> {
  bits<9> src0; bits<9> src2;
  let Inst{24-16} = src0; let Inst{33-25} = 0; let Inst{42-34} = src2;
}
def ITPMUL_V : Itp<0x4e, "itpmul", (ins VSrc0:$src0, attr14:$attr), "$dst, $src0, $attr", 1,
                   "dst = src0 * c[attr[13:12]] (as fmul)"> {
  bits<9> src0;
  let Inst{24-16} = src0; let Inst{42-25} = 0;
}
def ITPSEL_V : Itp<0x4f, "itpsel", (ins attr14:$attr), "$dst, $attr", 0,
                   "dst = c[attr[13:12]], bit for bit"> {
  let Inst{42-16} = 0;
}

//===-- Memory ------------------------------------------------------------===//
// A descriptor is four consecutive scalar registers, its first a multiple of
// four (docs/registers.md, buffer_descriptor). Addresses:
//   raw     base + src0 + src2 + offset; inside while the dword is below size
//   typed   base + src0 * stride + src2 + offset; inside while src0 < records
//   struct  as typed, and src2 + offset must stay below stride
//   glb     base register src1 + src0 + src2 + offset, not checked
//   scr     the lane's private scratch, byte src0 + src2 + offset
// Sums have more than 32 bits, so nothing wraps. Reads outside give 0, writes
// outside are dropped, component by component. Lanes out of exec do nothing;
// stores (not to scratch) also need cov.

class VRegOf<int n> {
  string Name = !cond(!eq(n, 1) : "VReg", true : "VReg" # n);
  RegisterClass RC = !cast<RegisterClass>(Name);
}
class VMem<bits<8> op, string m, int n, dag outs, dag dataIn, DAGOperand base,
           string doc>
    : FormM<op, m # n, "VMEM", outs,
            !con(dataIn, (ins VSrc0:$src0, base:$src1, VSrc2:$src2,
                          off14:$offset, flag1:$coherent)),
            "$data, $src0, $src1, $src2, $offset, $coherent", doc> {
  bits<8> data; bits<9> src0; bits<9> src1; bits<9> src2;
  bits<14> offset; bit coherent;
  let Inst{14-8} = data{6-0};
  let Inst{15} = 0;
  let Inst{24-16} = src0;
  let Inst{33-25} = src1;
  let Inst{42-34} = src2;
  bits<2> CountField = !sub(n, 1);
  let Inst{44-43} = CountField;
  let Inst{45} = coherent;
  let Inst{49-46} = 0;
  let Inst{63-50} = offset;
  let NumSrc = 3;
  let Uses = [EXEC];
}
// The scratch forms have no base: src1 is 0.
class VScratch<bits<8> op, string m, int n, dag outs, dag dataIn, string doc>
    : FormM<op, m # n, "VMEM", outs,
            !con(dataIn, (ins VSrc0:$src0, VSrc2:$src2, off14:$offset)),
            "$data, $src0, $src2, $offset", doc> {
  bits<8> data; bits<9> src0; bits<9> src2; bits<14> offset;
  let Inst{14-8} = data{6-0};
  let Inst{15} = 0;
  let Inst{24-16} = src0;
  let Inst{33-25} = 0;
  let Inst{42-34} = src2;
  bits<2> CountField = !sub(n, 1);
  let Inst{44-43} = CountField;
  let Inst{49-45} = 0;
  let Inst{63-50} = offset;
  let NumSrc = 2;
  let Uses = [EXEC];
}
multiclass VLoads<bits<8> op, string m, DAGOperand base, string doc> {
  let mayLoad = 1 in
  foreach n = 1...4 in
    def "_" # n : VMem<op, m, n, (outs VRegOf<n>.RC:$data),
                       (ins), base, doc>;
}
multiclass VStores<bits<8> op, string m, DAGOperand base, string doc> {
  let mayStore = 1 in
  foreach n = 1...4 in
    def "_" # n : VMem<op, m, n, (outs),
                       (ins VRegOf<n>.RC:$data), base, doc>;
}
defm LDRAW : VLoads<0x60, "ldraw", SReg4, "load dwords from a raw buffer">;
defm LDTYPED : VLoads<0x61, "ldtyped", SReg4, "load an element and convert it from the descriptor's format; missing components are 0, 0, 0, 1">;
defm LDSTRUCT : VLoads<0x62, "ldstruct", SReg4, "load dwords from a structured buffer">;
defm LDGLB : VLoads<0x63, "ldglb", SReg, "load dwords from an address">;
defm STRAW : VStores<0x64, "straw", SReg4, "store dwords to a raw buffer">;
defm STTYPED : VStores<0x65, "sttyped", SReg4, "convert to the descriptor's format and store an element">;
defm STSTRUCT : VStores<0x66, "ststruct", SReg4, "store dwords to a structured buffer">;
defm STGLB : VStores<0x67, "stglb", SReg, "store dwords to an address">;
let mayLoad = 1 in
foreach n = 1...4 in
  def LDSCR_#n : VScratch<0x68, "ldscr", n, (outs VRegOf<n>.RC:$data),
                          (ins), "load dwords from scratch">;
let mayStore = 1 in
foreach n = 1...4 in
  def STSCR_#n : VScratch<0x69, "stscr", n, (outs),
                          (ins VRegOf<n>.RC:$data), "store dwords to scratch">;

// Thread-group memory: byte src0 + src2 + offset of the group's part; the low
// two address bits count as 0, outside reads 0 and drops writes.
let mayLoad = 1 in
foreach n = 1...4 in
  def LDLDS_#n : VScratch<0x6a, "ldlds", n, (outs VRegOf<n>.RC:$data),
                          (ins), "load dwords from thread-group memory">;
let mayStore = 1 in
foreach n = 1...4 in
  def STLDS_#n : VScratch<0x6b, "stlds", n, (outs),
                          (ins VRegOf<n>.RC:$data), "store dwords to thread-group memory">;

//===-- Atomics -----------------------------------------------------------===//
// On one dword a lane, in the lanes of exec and cov, in ascending order of the
// lanes; addresses as the loads and stores of the same kind have them. v[data]
// is the value; cmpxchg compares with v[data + 1] and has 1 in the count field.
// With the return bit (45) the old value replaces v[data], 0 where the lane is
// outside or not covered; without it nothing is written. atmtyped works on
// R32_UINT and R32_SINT (xchg also R32_FLOAT); other formats drop it and return 0.

def ATOMIC_ADD : E11Atomic<0, "add">;
def ATOMIC_AND : E11Atomic<1, "and">;
def ATOMIC_OR : E11Atomic<2, "or">;
def ATOMIC_XOR : E11Atomic<3, "xor">;
def ATOMIC_IMIN : E11Atomic<4, "imin">;
def ATOMIC_IMAX : E11Atomic<5, "imax">;
def ATOMIC_UMIN : E11Atomic<6, "umin">;
def ATOMIC_UMAX : E11Atomic<7, "umax">;
def ATOMIC_XCHG : E11Atomic<8, "xchg">;
def ATOMIC_CMPXCHG : E11Atomic<9, "cmpxchg">;

class VAtomic<bits<8> op, string m, int n, bit ret, dag address, string args,
              string doc>
    : FormM<op, m # !if(!eq(n, 2), "_cmpxchg", "") # !if(ret, "_ret", ""), "VMEM",
            !if(ret, (outs VRegOf<n>.RC:$dst), (outs)),
            !con((ins VRegOf<n>.RC:$data), address, (ins off14:$offset),
                 !if(!eq(n, 1), (ins atomicop:$op), (ins))),
            "$data, " # args # ", $offset" # !if(!eq(n, 1), ", $op", ""), doc> {
  bits<8> data; bits<9> src0; bits<9> src2; bits<14> offset;
  let Inst{14-8} = data{6-0};
  let Inst{15} = 0;
  let Inst{24-16} = src0;
  let Inst{42-34} = src2;
  bits<2> CountField = !sub(n, 1);
  let Inst{44-43} = CountField;
  let Inst{45} = ret;
  let Inst{63-50} = offset;
  let Uses = [EXEC, COV];
  let Constraints = !if(ret, "$dst = $data", "");
  let mayLoad = 1;
  let mayStore = 1;
}
class VAtomicOp<bits<8> opc, string m, bit ret, dag address, string args, string doc>
    : VAtomic<opc, m, 1, ret, address, args, doc> {
  bits<4> op;
  let Inst{49-46} = op;
}
class VAtomicCmp<bits<8> opc, string m, bit ret, dag address, string args, string doc>
    : VAtomic<opc, m, 2, ret, address, args, doc> {
  let Inst{49-46} = ATOMIC_CMPXCHG.Code;
}
multiclass VAtomics<bits<8> opc, string m, string doc> {
  defvar address = (ins VSrc0:$src0, SReg4:$src1, VSrc2:$src2);
  defvar args = "$src0, $src1, $src2";
  foreach ret = [0, 1] in {
    def "_1" # !if(ret, "R", "") : VAtomicOp<opc, m, ret, address, args, doc> {
      bits<9> src1; let Inst{33-25} = src1; let NumSrc = 3;
    }
    def "_2" # !if(ret, "R", "") : VAtomicCmp<opc, m, ret, address, args, doc> {
      bits<9> src1; let Inst{33-25} = src1; let NumSrc = 3;
    }
  }
}
defm ATMRAW : VAtomics<0x58, "atmraw", "atomic operation on a dword of a raw buffer">;
defm ATMTYPED : VAtomics<0x59, "atmtyped", "atomic operation on an element of a typed buffer">;
defm ATMSTRUCT : VAtomics<0x5a, "atmstruct", "atomic operation on a dword of a structured buffer">;
foreach ret = [0, 1] in {
  defvar address = (ins VSrc0:$src0, VSrc2:$src2);
  def ATMLDS_1 # !if(ret, "R", "")
      : VAtomicOp<0x5b, "atmlds", ret, address, "$src0, $src2",
                  "atomic operation on a dword of thread-group memory"> {
    let Inst{33-25} = 0; let NumSrc = 2;
  }
  def ATMLDS_2 # !if(ret, "R", "")
      : VAtomicCmp<0x5b, "atmlds", ret, address, "$src0, $src2",
                   "atomic operation on a dword of thread-group memory"> {
    let Inst{33-25} = 0; let NumSrc = 2;
  }
}

// Scalar loads. The count field holds log2 of the registers (1, 2, 4, 8).
class SMem<bits<8> op, string m, int n, int log2n, RegisterClass d,
           DAGOperand base, string doc>
    : FormM<op, m # n, "SMEM", (outs d:$data),
            (ins SSrc0:$src0, base:$src1, off14:$offset),
            "$data, $src0, $src1, $offset", doc> {
  bits<8> data; bits<9> src0; bits<9> src1; bits<14> offset;
  let Inst{14-8} = data{6-0};
  let Inst{15} = 1;
  let Inst{24-16} = src0;
  let Inst{33-25} = src1;
  let Inst{42-34} = 0;
  bits<2> CountField = log2n;
  let Inst{44-43} = CountField;
  let Inst{49-45} = 0;
  let Inst{63-50} = offset;
  let mayLoad = 1;
  let NumSrc = 2;
}
multiclass SLoads<bits<8> op, string m, DAGOperand base, string doc> {
  def _1 : SMem<op, m, 1, 0, SReg, base, doc>;
  def _2 : SMem<op, m, 2, 1, SReg2, base, doc>;
  def _4 : SMem<op, m, 4, 2, SReg4, base, doc>;
  def _8 : SMem<op, m, 8, 3, SReg8, base, doc>;
}
let isReMaterializable = 1 in {
defm SLDBUF : SLoads<0x6c, "sldbuf", SReg4, "load dwords of a raw buffer, checked, at src0 + offset">;
defm SLDPTR : SLoads<0x6d, "sldptr", SReg, "load dwords from register src1 + src0 + offset">;
}
// Scalar spills: the wave's own scalar scratch, at byte offset.
def SLDSCR_1 : FormM<0x6e, "sldscr1", "SMEM", (outs SReg:$data), (ins off14:$offset),
                     "$data, $offset", "load one dword of the wave's scalar scratch"> {
  bits<8> data; bits<14> offset;
  let Inst{14-8} = data{6-0}; let Inst{15} = 1; let Inst{49-16} = 0;
  let Inst{63-50} = offset; let mayLoad = 1;
}
def SSTSCR_1 : FormM<0x6f, "sstscr1", "SMEM", (outs), (ins SReg:$data, off14:$offset),
                     "$data, $offset", "store one dword to the wave's scalar scratch"> {
  bits<8> data; bits<14> offset;
  let Inst{14-8} = data{6-0}; let Inst{15} = 1; let Inst{49-16} = 0;
  let Inst{63-50} = offset; let mayStore = 1;
}

//===-- Textures ----------------------------------------------------------===//
// Results are packed into v[dst], v[dst + 1].. by the component mask (gather4*:
// one bit, the channel gathered, and four results), and the status follows in
// one more register where bit 63 asks for it. Coordinates: u, v, w, slice, as
// many as the dimension has. Further arguments, in this order and as the
// operation needs them: reference, bias or level or sample number, derivatives
// in x (as many as the dimension has), in y, offsets u and v, clamp.
// resinfo and sampleinfo: bits 54:51 are 0 for float, 1 for the reciprocal
// float, 2 for unsigned results. imgatm: bits 54:51 are the operation
// (ATOMIC_*), bit 63 asks for the old value, v[dst] is the value and v[dst + 1]
// what cmpxchg compares with.

class Tex<bits<8> op, string m, bit results, bit address, bit extra, bit sampler,
          dag more, string moreArgs, string doc>
    : FormT<op, m, !if(results, (outs VReg:$dst), (outs)),
            !con(!if(results, (ins), (ins VReg:$dst)),
                 !if(address, (ins VReg:$addr), (ins)),
                 !if(extra, (ins VReg:$ext), (ins)),
                 (ins SReg8:$res), !if(sampler, (ins SReg8:$smp), (ins)),
                 (ins num4:$mask, num4:$dim), more),
            "$dst" # !if(address, ", $addr", "") # !if(extra, ", $ext", "") #
                ", $res" # !if(sampler, ", $smp", "") # ", $mask, $dim" # moreArgs, doc> {
  bits<8> dst; bits<8> addr; bits<8> ext; bits<8> res; bits<8> smp;
  bits<4> mask; bits<4> dim;
  let Inst{14-8} = dst{6-0};
  let Inst{21-15} = !if(address, addr{6-0}, 0);
  let Inst{28-22} = !if(extra, ext{6-0}, 0);
  let Inst{35-29} = res{6-0};
  let Inst{42-36} = !if(sampler, smp{6-0}, 0);
  let Inst{46-43} = mask;
  let Inst{50-47} = dim;
  let Uses = [EXEC];
  let mayLoad = 1;
  let HasAddress = address;
  let HasExtra = extra;
  let HasSampler = sampler;
}
// With texel offsets and status.
class TexFetch<bits<8> op, string m, bit extra, bit sampler, string doc>
    : Tex<op, m, 1, 1, extra, sampler,
          (ins soff4:$offu, soff4:$offv, soff4:$offw, flag1:$status),
          ", $offu, $offv, $offw, $status", doc> {
  bits<4> offu; bits<4> offv; bits<4> offw; bit status;
  let Inst{54-51} = offu; let Inst{58-55} = offv; let Inst{62-59} = offw;
  let Inst{63} = status;
}
class TexQuery<bits<8> op, string m, bit address, dag more, string moreArgs, string doc>
    : Tex<op, m, 1, address, 0, 0, more, moreArgs, doc> {
  let Inst{63-55} = 0;
}
// The derivatives that these take come from the neighbours in the quad.
let isConvergent = 1 in {
def SAMPLE : TexFetch<0xd0, "sample", 0, 1, "filtered sample, level from the derivatives">;
def SAMPLE_B : TexFetch<0xd1, "sample_b", 1, 1, "sample, with a bias of the level">;
def SAMPLE_C : TexFetch<0xd4, "sample_c", 1, 1, "sample of comparisons with the reference">;
def SAMPLE_CL : TexFetch<0xd6, "sample_cl", 1, 1, "sample, level not below the clamp">;
def SAMPLE_B_CL : TexFetch<0xd7, "sample_b_cl", 1, 1, "sample_b, level not below the clamp">;
def SAMPLE_C_CL : TexFetch<0xd9, "sample_c_cl", 1, 1, "sample_c, level not below the clamp">;
def LOD : Tex<0xe0, "lod", 1, 1, 0, 1, (ins), "", "level that sample would take: clamped, then not clamped"> {
  let Inst{63-51} = 0;
}
}
def SAMPLE_L : TexFetch<0xd2, "sample_l", 1, 1, "sample at a level">;
def SAMPLE_D : TexFetch<0xd3, "sample_d", 1, 1, "sample, level from given derivatives">;
def SAMPLE_C_LZ : TexFetch<0xd5, "sample_c_lz", 1, 1, "sample_c at level 0">;
def SAMPLE_D_CL : TexFetch<0xd8, "sample_d_cl", 1, 1, "sample_d, level not below the clamp">;
def GATHER4 : TexFetch<0xdc, "gather4", 0, 1, "one channel of the four texels that sample would filter at level 0">;
def GATHER4_C : TexFetch<0xdd, "gather4_c", 1, 1, "gather4 of comparisons with the reference">;
def GATHER4_PO : TexFetch<0xde, "gather4_po", 1, 1, "gather4 with offsets from registers">;
def GATHER4_PO_C : TexFetch<0xdf, "gather4_po_c", 1, 1, "gather4_po of comparisons with the reference">;
def LD : TexFetch<0xe1, "ld", 1, 0, "texel at integer coordinates and a level">;
def LD_MS : TexFetch<0xe2, "ld_ms", 1, 0, "sample of a texel at integer coordinates">;
def RESINFO : TexQuery<0xe3, "resinfo", 1, (ins num4:$kind), ", $kind", "size of a level (coordinate u) and number of levels"> {
  bits<4> kind; let Inst{54-51} = kind;
}
def SAMPLEINFO : TexQuery<0xe4, "sampleinfo", 0, (ins num4:$kind), ", $kind", "number of samples a texel"> {
  bits<4> kind; let Inst{54-51} = kind;
}
def SAMPLEPOS : TexQuery<0xe5, "samplepos", 1, (ins), "", "position of a sample (its number in coordinate u) in a texel"> {
  let Inst{54-51} = 0;
}
// Images: textures behind u#. Loads and stores convert by the view's format.
def IMGLD : Tex<0xe8, "imgld", 1, 1, 0, 0, (ins flag1:$status), ", $status", "texel of an image"> {
  bit status;
  let Inst{62-51} = 0; let Inst{63} = status;
}
let mayStore = 1, Uses = [EXEC, COV] in {
def IMGST : Tex<0xe9, "imgst", 0, 1, 0, 0, (ins), "", "store a texel of an image"> {
  let Inst{63-51} = 0;
}
class ImageAtomic<bit ret, string suffix>
    : Tex<0xea, "imgatm" # suffix, 0, 1, 0, 0, (ins atomicop:$op), ", $op",
          "atomic operation on a texel of an image"> {
  bits<4> op;
  let Inst{54-51} = op; let Inst{62-55} = 0; let Inst{63} = ret;
}
def IMGATM : ImageAtomic<0, "">;
def IMGATM_RET : ImageAtomic<1, "_ret">;
}

//===-- Export ------------------------------------------------------------===//
// Targets: 0..7 colour of a render target, 8 depth (first register only).
// Exports of pixel waves leave in primitive order. done: the wave's last
// export; end: the wave ends with it.

def EXP : FormE<0x70, "exp", "EXP",
                (ins VReg4:$data, num4:$target, num4:$mask, flag1:$done, flag1:$end),
                "$data, $target, $mask, $done, $end",
                "send four registers to the output unit"> {
  bits<8> data; bits<4> target; bits<4> mask; bit done; bit end;
  let Inst{14-8} = data{6-0};
  let Inst{15} = 0;
  let Inst{19-16} = target;
  let Inst{23-20} = mask;
  let Inst{24} = done;
  let Inst{25} = end;
  let Inst{63-26} = 0;
  let hasSideEffects = 1;
  let isConvergent = 1;
  let Uses = [EXEC, COV];
}

//===-- Control -----------------------------------------------------------===//
// nz(src0): the lanes in which src0 is not zero (is zero, if inv is set); a
// scalar or constant stands for all lanes.

class Ctl<bits<8> op, string m, dag outs, dag ins, string args, string doc>
    : FormC<op, m, outs, ins, args, doc> {
  let Inst{31-26} = 0;
  let hasSideEffects = 1;
  let isConvergent = 1;
}
class CtlNone<bits<8> op, string m, string doc>
    : Ctl<op, m, (outs), (ins), "", doc> {
  let Inst{25-8} = 0;
  let Inst{63-32} = 0;
}
class CtlSrc<bits<8> op, string m, DAGOperand s, string doc>
    : Ctl<op, m, (outs), (ins s:$src0), "$src0", doc> {
  bits<9> src0;
  let Inst{15-8} = 0; let Inst{24-16} = src0; let Inst{25} = 0;
  let Inst{63-32} = 0;
  let NumSrc = 1;
}
class CtlBr<bits<8> op, string m, string doc>
    : Ctl<op, m, (outs), (ins SSrc0:$src0, brtarget:$target), "$src0, $target", doc> {
  bits<9> src0; bits<32> target;
  let Inst{15-8} = 0; let Inst{24-16} = src0; let Inst{25} = 0;
  let Inst{63-32} = target;
  let NumSrc = 1;
  let isBranch = 1; let isTerminator = 1;
}

def NOP : CtlNone<0x71, "nop", "nothing">;
let isTerminator = 1, isBarrier = 1, isReturn = 1 in
def END : CtlNone<0x72, "end", "the wave ends">;
def FENCE : CtlNone<0x51, "fence", "wait until all memory writes and atomics of the wave are visible to all cores">;
def BAR : CtlNone<0x73, "bar", "wait until every wave of the thread group that has not ended is at a bar">;
def TRAP : CtlNone<0x74, "trap", "stop the context and report the wave's program counter">;
let isBranch = 1, isTerminator = 1, isBarrier = 1 in
def BR : Ctl<0x75, "br", (outs), (ins brtarget:$target), "$target", "branch"> {
  bits<32> target;
  let Inst{25-8} = 0; let Inst{63-32} = target;
}
def BRZ : CtlBr<0x76, "brz", "branch if src0 is 0">;
def BRNZ : CtlBr<0x77, "brnz", "branch if src0 is not 0">;

let Uses = [EXEC], Defs = [EXEC] in {
let isBranch = 1, isTerminator = 1 in {
def IF : Ctl<0x78, "if", (outs SReg:$dst), (ins VSrc0:$src0, flag1:$inv, brtarget:$target),
             "$dst, $src0, $inv, $target",
             "dst = exec & ~nz; exec = exec & nz; branch if exec is 0"> {
  bits<8> dst; bits<9> src0; bit inv; bits<32> target;
  let Inst{14-8} = dst{6-0}; let Inst{15} = 1; let Inst{24-16} = src0;
  let Inst{25} = inv; let Inst{63-32} = target;
  let NumSrc = 1;
}
let Constraints = "$dst = $mask" in
def ELSE : Ctl<0x79, "else", (outs SReg:$dst), (ins SReg:$mask, brtarget:$target),
               "$dst, $target", "swap dst and exec; branch if exec is 0"> {
  bits<8> dst; bits<32> target;
  let Inst{14-8} = dst{6-0}; let Inst{15} = 1; let Inst{25-16} = 0;
  let Inst{63-32} = target;
}
def LOOP : Ctl<0x7a, "loop", (outs), (ins SSrc0:$src0, brtarget:$target), "$src0, $target",
               "exec = exec & ~src0; branch if exec is not 0"> {
  bits<9> src0; bits<32> target;
  let Inst{15-8} = 0; let Inst{24-16} = src0; let Inst{25} = 0;
  let Inst{63-32} = target;
  let NumSrc = 1;
}
}
def EXECOR : CtlSrc<0x7c, "execor", SSrc0, "exec = exec | src0">;
def SETEXEC : CtlSrc<0x7d, "setexec", SSrc0, "exec = src0">;
}
let Uses = [EXEC] in {
let Constraints = "$dst = $mask" in
def BRK : Ctl<0x7b, "brk", (outs SReg:$dst), (ins SReg:$mask, VSrc0:$src0, flag1:$inv),
              "$dst, $src0, $inv", "dst = dst | (exec & nz)"> {
  bits<8> dst; bits<9> src0; bit inv;
  let Inst{14-8} = dst{6-0}; let Inst{15} = 1; let Inst{24-16} = src0;
  let Inst{25} = inv; let Inst{63-32} = 0;
  let NumSrc = 1;
}
def BALLOT : Ctl<0x7e, "ballot", (outs SReg:$dst), (ins VSrc0:$src0, flag1:$inv),
                 "$dst, $src0, $inv", "dst = exec & nz"> {
  bits<8> dst; bits<9> src0; bit inv;
  let Inst{14-8} = dst{6-0}; let Inst{15} = 1; let Inst{24-16} = src0;
  let Inst{25} = inv; let Inst{63-32} = 0;
  let NumSrc = 1;
}
def RDFIRST : Ctl<0x7f, "rdfirst", (outs SReg:$dst), (ins VSrc0:$src0),
                  "$dst, $src0", "dst = src0 in the lowest lane of exec (lane 0 if exec is 0)"> {
  bits<8> dst; bits<9> src0;
  let Inst{14-8} = dst{6-0}; let Inst{15} = 1; let Inst{24-16} = src0;
  let Inst{25} = 0; let Inst{63-32} = 0;
  let NumSrc = 1;
}
let Defs = [COV] in
def DISCARD : Ctl<0x50, "discard", (outs), (ins VSrc0:$src0, flag1:$inv), "$src0, $inv",
               "cov = cov & ~(exec & nz); the wave ends if cov is 0"> {
  bits<9> src0; bit inv;
  let Inst{15-8} = 0; let Inst{24-16} = src0; let Inst{25} = inv;
  let Inst{63-32} = 0;
  let NumSrc = 1;
}
}
