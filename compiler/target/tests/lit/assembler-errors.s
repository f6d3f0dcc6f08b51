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
