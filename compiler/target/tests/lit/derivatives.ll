; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; Each derivative is one operation, which takes modifiers.

; CHECK-LABEL: main:
; CHECK-DAG: ddxc {{v[0-9]+}}, -v0
; CHECK-DAG: ddyc {{v[0-9]+}}, v0
; CHECK-DAG: ddxf {{v[0-9]+}}, v1
; CHECK-DAG: ddyf {{v[0-9]+}}, v1
; CHECK: exp

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %p = call i32 @e11.input.v(i32 0)
  %q = call i32 @e11.input.v(i32 1)
  %x = bitcast i32 %p to float
  %y = bitcast i32 %q to float
  %nx = fneg float %x
  %a = call float @e11.ddx.coarse(float %nx)
  %b = call float @e11.ddy.coarse(float %x)
  %c = call float @e11.ddx.fine(float %y)
  %d = call float @e11.ddy.fine(float %y)
  %ai = bitcast float %a to i32
  %bi = bitcast float %b to i32
  %ci = bitcast float %c to i32
  %di = bitcast float %d to i32
  %e0 = insertelement <4 x i32> poison, i32 %ai, i64 0
  %e1 = insertelement <4 x i32> %e0, i32 %bi, i64 1
  %e2 = insertelement <4 x i32> %e1, i32 %ci, i64 2
  %e3 = insertelement <4 x i32> %e2, i32 %di, i64 3
  call void @e11.export(<4 x i32> %e3, i32 0, i32 15, i32 1)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare void @e11.export(<4 x i32>, i32, i32, i32) #3
declare float @e11.ddx.coarse(float) #4
declare float @e11.ddy.coarse(float) #4
declare float @e11.ddx.fine(float) #4
declare float @e11.ddy.fine(float) #4

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="pixel" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #3 = { convergent nounwind willreturn }
attributes #4 = { convergent nounwind willreturn memory(none) }
