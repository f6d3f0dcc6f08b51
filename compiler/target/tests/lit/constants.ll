; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; Values of the constant table are sources; others are literals, at most one an instruction.

; CHECK-LABEL: main:
; CHECK-DAG: fadd [[A:v[0-9]+]], v0, kf0.5{{$}}
; fmad has a place for its third source as a constant, so the literal moves to a register:
; CHECK-DAG: mov [[L:s[0-9]+]], 0x404f5c29
; CHECK-DAG: fmad {{v[0-9]+}}, [[A]], [[L]], kfm2{{$}}
; CHECK-DAG: iadd [[I:v[0-9]+]], v0, k63{{$}}
; CHECK-DAG: and [[J:v[0-9]+]], [[I]], km16{{$}}
; CHECK-DAG: xor [[K:v[0-9]+]], [[J]], 0x00000040
; CHECK-DAG: iadd {{v[0-9]+}}, [[K]], 0xffffffef
; CHECK-DAG: mov {{v[0-9]+}}, 0x12345678
; CHECK-DAG: mov {{v[0-9]+}}, k7{{$}}
; CHECK: exp

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %p = call i32 @e11.input.v(i32 0)
  %q = call i32 @e11.input.v(i32 1)
  %x = bitcast i32 %p to float
  %y = bitcast i32 %q to float
  %a = fadd float %x, 0.5
  %b = fmul float %a, 0x4009EB8520000000
  %c = fadd float %b, -2.0
  %i = add i32 %p, 63
  %j = and i32 %i, -16
  %k = xor i32 %j, 64
  %l = add i32 %k, -17
  %ci = bitcast float %c to i32
  %e0 = insertelement <4 x i32> poison, i32 %ci, i64 0
  %e1 = insertelement <4 x i32> %e0, i32 %l, i64 1
  %e2 = insertelement <4 x i32> %e1, i32 305419896, i64 2
  %e3 = insertelement <4 x i32> %e2, i32 7, i64 3
  call void @e11.export(<4 x i32> %e3, i32 0, i32 15, i32 1)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare void @e11.export(<4 x i32>, i32, i32, i32) #3

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="pixel" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #3 = { convergent nounwind willreturn }
