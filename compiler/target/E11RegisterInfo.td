// SPDX-License-Identifier: Apache-2.0
//===- E11RegisterInfo.td - registers of the E11 shader ISA ---------------===//
//
// Register codes are the 9-bit source codes of the instruction word:
//   0..127    v0..v127   vector: 16 lanes of 32 bits
//   128..255  s0..s127   scalar: one 32-bit value per wave
//   256..383  constants  readable like a scalar register
//   384..     specials   exec, cov, lane id
// A destination is the low 8 bits of the code: it can name v# and s# only.
//
//===----------------------------------------------------------------------===//

class E11Reg<bits<9> num, string n> : Register<n> {
  let Namespace = "E11";
  let HWEncoding{8-0} = num;
}

foreach i = 0...127 in {
  def V#i : E11Reg<i, "v"#i>, DwarfRegNum<[i]>;
  def S#i : E11Reg<!add(128, i), "s"#i>, DwarfRegNum<[!add(128, i)]>;
}

// Constants. Value is the 32-bit pattern that the hardware supplies; the
// generator writes the RTL's and the model's tables from it.
class E11Const<bits<9> num, string n, bits<32> value> : E11Reg<num, n> {
  bits<32> Value = value;
  let isConstant = true;
}
foreach i = 0...63 in
  def K#i : E11Const<!add(256, i), "k"#i, i>;
foreach i = 1...16 in
  def KM#i : E11Const<!add(319, i), "km"#i, !sub(4294967296, i)>; // 320: -1 ..
def KF_0_5   : E11Const<336, "kf0.5",   0x3f000000>;
def KF_1     : E11Const<337, "kf1",     0x3f800000>;
def KF_2     : E11Const<338, "kf2",     0x40000000>;
def KF_4     : E11Const<339, "kf4",     0x40800000>;
def KF_M0_5  : E11Const<340, "kfm0.5",  0xbf000000>;
def KF_M1    : E11Const<341, "kfm1",    0xbf800000>;
def KF_M2    : E11Const<342, "kfm2",    0xc0000000>;
def KF_M4    : E11Const<343, "kfm4",    0xc0800000>;
def KF_0_25  : E11Const<344, "kf0.25",  0x3e800000>;
def KF_R2PI  : E11Const<345, "kfr2pi",  0x3e22f983>; // 1 / (2 pi)
def KF_255   : E11Const<346, "kf255",   0x437f0000>;
def KF_M0    : E11Const<347, "kfm0",    0x80000000>; // -0.0, the sign bit

// Specials: EXEC and COV read as scalars (16 bits, zero-extended); LANE is a
// vector whose lane i holds i.
def EXEC : E11Reg<384, "exec">;
def COV  : E11Reg<385, "cov">;
def LANE : E11Reg<386, "lane">;

// Register tuples: consecutive registers, any start. Loads, stores, exports and
// descriptors use them.
def sub0 : SubRegIndex<32, 0>  { let Namespace = "E11"; }
def sub1 : SubRegIndex<32, 32> { let Namespace = "E11"; }
def sub2 : SubRegIndex<32, 64> { let Namespace = "E11"; }
def sub3 : SubRegIndex<32, 96> { let Namespace = "E11"; }

def VReg : RegisterClass<"E11", [i32, f32], 32, (sequence "V%u", 0, 127)>;
def SReg : RegisterClass<"E11", [i32, f32], 32, (sequence "S%u", 0, 127)>;
def KReg : RegisterClass<"E11", [i32, f32], 32,
                        (add (sequence "K%u", 0, 63), (sequence "KM%u", 1, 16),
                             KF_0_5, KF_1, KF_2, KF_4, KF_M0_5, KF_M1, KF_M2,
                             KF_M4, KF_0_25, KF_R2PI, KF_255, KF_M0)> {
  let isAllocatable = 0;
}
def SpecialS : RegisterClass<"E11", [i32], 32, (add EXEC, COV)> {
  let isAllocatable = 0;
}
def SpecialV : RegisterClass<"E11", [i32], 32, (add LANE)> {
  let isAllocatable = 0;
}
// What a scalar source may name, and what any source may name.
// Virtual registers are never of these classes, only of VReg or SReg.
let isAllocatable = 0 in {
def SSrcReg : RegisterClass<"E11", [i32, f32], 32, (add SReg, KReg, SpecialS)>;
def VSrcReg : RegisterClass<"E11", [i32, f32], 32,
                           (add VReg, SReg, KReg, SpecialS, SpecialV)>;

// v# or s#: what the 8-bit codes of the literal form can name.
def VSReg : RegisterClass<"E11", [i32, f32], 32, (add VReg, SReg)>;
}

class Tuples<list<SubRegIndex> idx, list<dag> regs> : RegisterTuples<idx, regs>;
def V2T : Tuples<[sub0, sub1], [(trunc VReg, 127), (shl VReg, 1)]>;
def V3T : Tuples<[sub0, sub1, sub2],
                 [(trunc VReg, 126), (shl VReg, 1), (shl VReg, 2)]>;
def V4T : Tuples<[sub0, sub1, sub2, sub3],
                 [(trunc VReg, 125), (shl VReg, 1), (shl VReg, 2), (shl VReg, 3)]>;
def VReg2 : RegisterClass<"E11", [v2i32, v2f32], 32, (add V2T)>;
def VReg3 : RegisterClass<"E11", [v3i32, v3f32], 32, (add V3T)>;
def VReg4 : RegisterClass<"E11", [v4i32, v4f32], 32, (add V4T)>;

// Eight: the arguments of texture instructions, where more than four are needed.
foreach i = 4...7 in
  def sub#i : SubRegIndex<32, !mul(32, i)> { let Namespace = "E11"; }
def V8T : Tuples<[sub0, sub1, sub2, sub3, sub4, sub5, sub6, sub7],
                 [(trunc VReg, 121), (shl VReg, 1), (shl VReg, 2), (shl VReg, 3),
                  (shl VReg, 4), (shl VReg, 5), (shl VReg, 6), (shl VReg, 7)]>;
def VReg8 : RegisterClass<"E11", [v8i32, v8f32], 32, (add V8T)>;

// Scalar tuples are aligned (pairs to 2, larger ones to 4).
def S2T : Tuples<[sub0, sub1], [(decimate SReg, 2), (decimate (shl SReg, 1), 2)]>;
def S4T : Tuples<[sub0, sub1, sub2, sub3],
                 [(decimate SReg, 4), (decimate (shl SReg, 1), 4),
                  (decimate (shl SReg, 2), 4), (decimate (shl SReg, 3), 4)]>;
def S8T : Tuples<[sub0, sub1, sub2, sub3, sub4, sub5, sub6, sub7],
                 [(decimate (trunc SReg, 124), 4), (decimate (shl SReg, 1), 4),
                  (decimate (shl SReg, 2), 4), (decimate (shl SReg, 3), 4),
                  (decimate (shl SReg, 4), 4), (decimate (shl SReg, 5), 4),
                  (decimate (shl SReg, 6), 4), (decimate (shl SReg, 7), 4)]>;
def SReg2 : RegisterClass<"E11", [v2i32, v2f32], 32, (add S2T)>;
def SReg4 : RegisterClass<"E11", [v4i32, v4f32], 32, (add S4T)>;
def SReg8 : RegisterClass<"E11", [v8i32, v8f32], 32, (add S8T)>;
