// SPDX-License-Identifier: Apache-2.0
//===- E11Schedule.td - latencies of the execution units ------------------===//
//
// A wave issues in order, one instruction each four cycles at best; the unit of
// time here is such an issue slot. Other waves fill the gaps too, so the numbers
// need not be exact: what matters is that loads are issued early.
//
//===----------------------------------------------------------------------===//

def E11SchedModel : SchedMachineModel {
  let IssueWidth = 1;
  let MicroOpBufferSize = 0; // in order
  let LoadLatency = 20;
  let CompleteModel = 0;
}

let SchedModel = E11SchedModel in {
def E11Issue : ProcResource<1> { let BufferSize = 0; }
// The table unit takes one lane of a quad at a time.
def E11Table : ProcResource<1> { let BufferSize = 0; }

class E11Write<int latency> : SchedWriteRes<[E11Issue]> {
  let Latency = latency;
}
def E11WriteInt : E11Write<2>;
def E11WriteFloat : E11Write<3>;
def E11WriteTable : SchedWriteRes<[E11Issue, E11Table]> {
  let Latency = 8;
  let ReleaseAtCycles = [1, 4];
}
def E11WriteVectorLoad : E11Write<24>;
def E11WriteScalarLoad : E11Write<16>;
def E11WriteStore : E11Write<1>;

def : InstRW<[E11WriteInt],
             (instregex "^(MOV|SEL|[IU](ADD|SUB|MUL|MULH|MIN|MAX|SHR|EQ|NE|LT|GE|BFE|MAD)|AND|ANDN|OR|XOR|SHL|UADDC|USUBB|BFM|BFI|BFREV|BCNT|FB[A-Z]+|MSAD|DD[XY][CF])_(V|S)L?$",
                        "^(BALLOT|BRK|RDFIRST|ELSEMASK|COPY)$")>;
def : InstRW<[E11WriteFloat],
             (instregex "^(FADD|FMUL|FMAD|FMIN|FMAX|FRND[ENPZ]|FFRC|FEQ|FNE|FLT|FGE|FTO[IU]|[IU]TOF|F32TOF16|F16TOF32|ITP[A-Z0-9]+)_(V|S)L?$")>;
def : InstRW<[E11WriteTable],
             (instregex "^(FRCP|FRSQ|FSQRT|FEXP2|FLOG2|FSIN|FCOS|FDIV)_(V|S)L?$")>;
def : InstRW<[E11WriteVectorLoad], (instregex "^LD[A-Z]+_[1234]$")>;
def : InstRW<[E11WriteScalarLoad], (instregex "^SLD[A-Z]+_[1248]$", "^SRELOAD_[248]$")>;
def : InstRW<[E11WriteStore], (instregex "^ST[A-Z]+_[1234]$", "^SSTSCR_1$", "^SSPILL_[248]$",
                                         "^EXP$")>;
}
