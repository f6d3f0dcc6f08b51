; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; neg, abs and sat fold into the operation.

; CHECK-LABEL: main:
; CHECK-DAG: fadd {{v[0-9]+}}, -v0, -|v1| sat{{$}}
; CHECK-DAG: fmad {{v[0-9]+}}, -v0, |v1|, -|v1| sat{{$}}
; CHECK-DAG: frcp [[R:v[0-9]+]], -|v1|{{$}}
; A negated result has no operation to fold into:
; CHECK: mov {{v[0-9]+}}, -[[R]]{{$}}
; CHECK-NEXT: exp

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %p = call i32 @e11.input.v(i32 0)
  %q = call i32 @e11.input.v(i32 1)
  %x = bitcast i32 %p to float
  %y = bitcast i32 %q to float
  %nx = fneg float %x
  %ay = call float @llvm.fabs.f32(float %y)
  %nay = fneg float %ay
  %s = fadd float %nx, %nay
  %a = call float @e11.sat(float %s)
  %m = fmul float %nx, %ay
  %mm = fadd float %m, %nay
  %b = call float @e11.sat(float %mm)
  %r = call float @e11.rcp(float %nay)
  %c = fneg float %r
  %ai = bitcast float %a to i32
  %bi = bitcast float %b to i32
  %ci = bitcast float %c to i32
  %e0 = insertelement <4 x i32> poison, i32 %ai, i64 0
  %e1 = insertelement <4 x i32> %e0, i32 %bi, i64 1
  %e2 = insertelement <4 x i32> %e1, i32 %ci, i64 2
  call void @e11.export(<4 x i32> %e2, i32 0, i32 7, i32 1)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare float @e11.sat(float) #1
declare void @e11.export(<4 x i32>, i32, i32, i32) #3
declare float @e11.rcp(float) #1
declare float @llvm.fabs.f32(float) #1

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="pixel" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #3 = { convergent nounwind willreturn }
