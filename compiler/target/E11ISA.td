// SPDX-License-Identifier: Apache-2.0
//===- E11ISA.td - registers and instructions alone -----------------------===//
//
// What the hardware's generators read: without selection patterns, so that a
// change of the compiler does not regenerate the decoders.
//
//===----------------------------------------------------------------------===//

include "llvm/Target/Target.td"
include "E11RegisterInfo.td"
include "E11InstrInfo.td"
