; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; Scalar loads at constant offsets of one buffer become aligned loads of several registers.

; CHECK-LABEL: main:
; CHECK: sldptr4 [[D:s\[[0-9]+:[0-9]+\]]], k0, s0, 0
; CHECK-DAG: sldbuf4 {{s.*}}, k0, [[D]], 32
; CHECK-DAG: sldbuf1 {{s.*}}, k0, [[D]], 128
; CHECK-NOT: sldbuf
; CHECK-NOT: ldraw
; CHECK: exp

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %d = call <4 x i32> @e11.desc(i32 0)
  %a = call i32 @e11.ldraw.1(<4 x i32> %d, i32 32)
  %b = call i32 @e11.ldraw.1(<4 x i32> %d, i32 36)
  %c = call i32 @e11.ldraw.1(<4 x i32> %d, i32 40)
  %k = call i32 @e11.ldraw.1(<4 x i32> %d, i32 44)
  %l = call i32 @e11.ldraw.1(<4 x i32> %d, i32 128)
  %m = add i32 %k, %l
  %e0 = insertelement <4 x i32> poison, i32 %a, i64 0
  %e1 = insertelement <4 x i32> %e0, i32 %b, i64 1
  %e2 = insertelement <4 x i32> %e1, i32 %c, i64 2
  %e3 = insertelement <4 x i32> %e2, i32 %m, i64 3
  call void @e11.export(<4 x i32> %e3, i32 0, i32 15, i32 1)
  ret void
}

declare <4 x i32> @e11.desc(i32) #1
declare i32 @e11.ldraw.1(<4 x i32>, i32) #2
declare void @e11.export(<4 x i32>, i32, i32, i32) #3

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="pixel" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { nounwind speculatable willreturn memory(read) }
attributes #3 = { convergent nounwind willreturn }
