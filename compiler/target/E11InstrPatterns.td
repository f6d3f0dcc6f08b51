// SPDX-License-Identifier: Apache-2.0
//===- E11InstrPatterns.td - selection by pattern -------------------------===//
//
// Only what has one form. The ALU's operations are selected by
// E11ISelDAGToDAG.cpp: file (vector or scalar), constants, literals and the
// modifiers of three sources in one operand are chosen together there.
//
//===----------------------------------------------------------------------===//

def SDTOne : SDTypeProfile<1, 1, [SDTCisVT<0, i32>, SDTCisVT<1, i32>]>;

def e11_rdfirst : SDNode<"E11ISD::RDFIRST", SDTOne>;
def e11_end : SDNode<"E11ISD::END", SDTNone, [SDNPHasChain]>;
def e11_done : SDNode<"E11ISD::DONE", SDTNone, [SDNPHasChain]>;

def : Pat<(e11_rdfirst i32:$value), (RDFIRST $value)>;
def : Pat<(e11_end), (END)>;
def : Pat<(e11_done), (DONE)>;
def : Pat<(br bb:$target), (BR bb:$target)>;
