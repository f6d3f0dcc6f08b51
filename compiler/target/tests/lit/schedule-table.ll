; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; The table unit takes its lanes one by one: other work is done before the result is read.

; CHECK-LABEL: main:
; CHECK: frsq [[R:v[0-9]+]], {{v[0-9]+}}
; CHECK-COUNT-3: {{fmul|fadd|fmad}}
; CHECK: [[R]]
; CHECK: exp

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %v = call i32 @e11.input.v(i32 0)
  %f = bitcast i32 %v to float
  %r = call float @e11.rsq(float %f)
  %u = fmul float %r, %f
  %a1 = fmul float %f, %f
  %a2 = fadd float %a1, 3.0
  %a3 = fmul float %a2, %f
  %a4 = fadd float %a3, 5.0
  %a5 = fmul float %a4, %f
  %s = fadd float %u, %a5
  %si = bitcast float %s to i32
  %e0 = insertelement <4 x i32> poison, i32 %si, i64 0
  %e1 = insertelement <4 x i32> %e0, i32 %si, i64 1
  %e2 = insertelement <4 x i32> %e1, i32 %si, i64 2
  %e3 = insertelement <4 x i32> %e2, i32 %si, i64 3
  call void @e11.export(<4 x i32> %e3, i32 0, i32 15, i32 1)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare float @e11.rsq(float) #1
declare void @e11.export(<4 x i32>, i32, i32, i32) #3

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="pixel" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #3 = { convergent nounwind willreturn }
