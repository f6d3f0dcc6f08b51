; SPDX-License-Identifier: Apache-2.0
; What the assembler refuses, with the place.
; RUN: split-file %s %t
; RUN: not e11-as %t/label.s %t.bin 2>&1 | FileCheck --check-prefix=LABEL %s
; RUN: not e11-as %t/sign.s %t.bin 2>&1 | FileCheck --check-prefix=SIGN %s
; RUN: not e11-as %t/file.s %t.bin 2>&1 | FileCheck --check-prefix=FILE %s
; RUN: not e11-as %t/tuple.s %t.bin 2>&1 | FileCheck --check-prefix=TUPLE %s
; RUN: not e11-as %t/name.s %t.bin 2>&1 | FileCheck --check-prefix=NAME %s
; RUN: not e11-as %t/literals.s %t.bin 2>&1 | FileCheck --check-prefix=LITERALS %s
; RUN: not e11-as %t/register.s %t.bin 2>&1 | FileCheck --check-prefix=REGISTER %s
; RUN: not e11-as %t/range.s %t.bin 2>&1 | FileCheck --check-prefix=RANGE %s

; LABEL: assembly:1:1: error: branch to an undefined label
;--- label.s
br nowhere
;--- sign.s
; SIGN: assembly:2:1: error: this instruction takes no modifiers
iadd v0, -v1, v2
;--- file.s
; FILE: assembly:2:1: error: wrong operands
iadd s0, v1, s2
;--- tuple.s
; TUPLE: assembly:2:21: error: no such register tuple
sldbuf4 s[4:7], k0, s[9:12], 0
;--- name.s
; NAME: assembly:2:1: error: unknown instruction
fused v0, v1
;--- literals.s
; LITERALS: assembly:2:1: error: wrong operands
imad v0, v1, 0x100, 0x200
;--- register.s
; REGISTER: assembly:2:1: error: wrong operands
mov v128, v0
;--- range.s
; Each kind of immediate, just outside its field and at its ends.
; RANGE: assembly:[[#]]:14: error: expected a number from -2147483648 to 4294967295
iadd v0, v1, 0x100000000
; RANGE: assembly:[[#]]:14: error: expected a number from -2147483648 to 4294967295
iadd v0, v1, -2147483649
iadd v0, v1, -2147483648
iadd v0, v1, 0xffffffff
; RANGE: assembly:[[#]]:9: error: expected a number from -2147483648 to 4294967295
mov v0, 0x100000000
; RANGE: assembly:[[#]]:14: error: expected a number from 0 to 16383
itp1 v0, v1, 16384
; RANGE: assembly:[[#]]:14: error: expected a number from 0 to 16383
itp1 v0, v1, -1
itp1 v0, v1, 16383
; RANGE: assembly:[[#]]:31: error: expected a number from 0 to 16383
sldbuf4 s[4:7], k0, s[8:11],  16384
; RANGE: assembly:[[#]]:31: error: expected a number from 0 to 16383
ldraw1 v0, v1, s[8:11], k0,   -4, 0
ldraw1 v0, v1, s[8:11], k0, 16383, 0
; RANGE: assembly:[[#]]:32: error: expected a number from 0 to 1
ldraw1 v0, v1, s[8:11], k0, 0, 2
; RANGE: assembly:[[#]]:13: error: expected a number from 0 to 15
exp v[0:3], 16, 0, 0, 0
; RANGE: assembly:[[#]]:17: error: expected a number from 0 to 15
exp v[0:3], 15, -1, 0, 0
; RANGE: assembly:[[#]]:48: error: expected a number from -8 to 7
sample v0, v4, s[8:15], s[16:23], 15, 3, 0, 0, 8, 0
; RANGE: assembly:[[#]]:41: error: expected a number from -8 to 7
sample v0, v4, s[8:15], s[16:23], 15, 3,-9, 0, 0, 0
sample v0, v4, s[8:15], s[16:23], 15, 3, -8, 7, 0, 1
; RANGE: assembly:[[#]]:32: error: no such atomic operation
atmraw v0, v1, s[8:11], k0, 0, sub
; RANGE: assembly:[[#]]:32: error: expected the name of an atomic operation
atmraw v0, v1, s[8:11], k0, 0, 3
; RANGE: assembly:[[#]]:4: error: expected a label or a distance of 32 bits
br 0x80000000
br 0x7fffffff
br -0x80000000
; Modifiers are signs and sat, not a number.
; RANGE: assembly:[[#]]:1: error: wrong operands
fadd v0, v1, v2, 1
; RANGE-NOT: error
