// SPDX-License-Identifier: Apache-2.0
//===- E11Schedule.td - latencies of the execution units ------------------===//
//
// The unit of time is the distance of one wave's instructions where nothing
// holds them up: 12 cycles (docs/shader-core.md, Costs). What does not take
// longer has latency 1, so that nothing is moved (and kept in registers) for it.
// A wave has one instruction in work, so that its own loads hide nothing; still
// they go as early as registers allow, measured on the RTL: shorter latencies,
// nearer to a hit's, make some kernels faster and others slower by several
// percent, as their waves meet at the memory units.
//
//===----------------------------------------------------------------------===//

def E11SchedModel : SchedMachineModel {
  let IssueWidth = 1;
  let MicroOpBufferSize = 0; // in order
  let LoadLatency = 24;
  let CompleteModel = 0;
}

let SchedModel = E11SchedModel in {
// Takes 16 lanes one by one; more than one instruction in that time waits, and
// its wave loses an issue slot.
def E11Table : ProcResource<1> { let BufferSize = 0; }

class E11Write<int latency> : SchedWriteRes<[]> {
  let Latency = latency;
}
def E11WriteInt : E11Write<1>;
def E11WriteFloat : E11Write<1>;
def E11WriteTable : SchedWriteRes<[E11Table]> {
  let Latency = 8;
  let ReleaseAtCycles = [2];
}
def E11WriteVectorLoad : E11Write<24>;
def E11WriteScalarLoad : E11Write<16>;
def E11WriteGroupLoad : E11Write<24>;
def E11WriteStore : E11Write<1>;

def : InstRW<[E11WriteInt],
             (instregex "^(MOV|SEL|[IU](ADD|SUB|MUL|MULH|MIN|MAX|SHR|EQ|NE|LT|GE|BFE|MAD)|AND|ANDN|OR|XOR|SHL|UADDC|USUBB|BFM|BFI|BFREV|BCNT|FB[A-Z]+|MSAD|DD[XY][CF])_(V|S)L?$",
                        "^(BALLOT|BRK|RDFIRST|ELSEMASK|COPY)$")>;
def : InstRW<[E11WriteFloat],
             (instregex "^(FADD|FMUL|FMAD|FMIN|FMAX|FRND[ENPZ]|FFRC|FEQ|FNE|FLT|FGE|FTO[IU]|[IU]TOF|F32TOF16|F16TOF32|ITP[A-Z0-9]+)_(V|S)L?$")>;
def : InstRW<[E11WriteTable],
             (instregex "^(FRCP|FRSQ|FSQRT|FEXP2|FLOG2|FSIN|FCOS|FDIV)_(V|S)L?$")>;
def : InstRW<[E11WriteVectorLoad], (instregex "^LD(RAW|TYPED|STRUCT|GLB|SCR)_[1234]$",
                                              "^ATM(RAW|TYPED|STRUCT)_[12]R$",
                                              "^TEX(ATM)?_[12348]$")>;
def : InstRW<[E11WriteGroupLoad], (instregex "^LDLDS_[1234]$", "^ATMLDS_[12]R$")>;
def : InstRW<[E11WriteScalarLoad], (instregex "^SLD[A-Z]+_[1248]$", "^SRELOAD_[248]$")>;
def : InstRW<[E11WriteStore], (instregex "^ST[A-Z]+_[1234]$", "^SSTSCR_1$", "^SSPILL_[248]$",
                                         "^EXP$", "^ATM[A-Z]+_[12]$")>;
}
