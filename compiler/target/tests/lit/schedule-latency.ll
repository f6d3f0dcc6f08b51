; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; Work that does not need a result is done between what takes long (loads of lanes, scalar loads,
; table functions) and the first instruction that reads the result.

; CHECK: size class 0
; CHECK-LABEL: main:
; CHECK: ldraw1 [[L:v[0-9]+]], v0
; CHECK-COUNT-3: fmad
; CHECK: {{fmul|fmad}} {{v[0-9]+}}, [[L]], {{v[0-9]+}}
; CHECK: exp

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %d = call <4 x i32> @e11.desc(i32 2)
  %v = call i32 @e11.input.v(i32 0)
  %f = bitcast i32 %v to float
  %l = call i32 @e11.ldraw.1(<4 x i32> %d, i32 %v)
  %lf = bitcast i32 %l to float
  ; The use, right behind the load:
  %u = fmul float %lf, %f
  ; What does not need the load:
  %a1 = fmul float %f, %f
  %a2 = fadd float %a1, 3.0
  %a3 = fmul float %a2, %f
  %a4 = fadd float %a3, 5.0
  %a5 = fmul float %a4, %f
  %a6 = fadd float %a5, 7.0
  %s = fadd float %u, %a6
  %si = bitcast float %s to i32
  %e0 = insertelement <4 x i32> poison, i32 %si, i64 0
  %e1 = insertelement <4 x i32> %e0, i32 %si, i64 1
  %e2 = insertelement <4 x i32> %e1, i32 %si, i64 2
  %e3 = insertelement <4 x i32> %e2, i32 %si, i64 3
  call void @e11.export(<4 x i32> %e3, i32 0, i32 15, i32 1)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare <4 x i32> @e11.desc(i32) #1
declare i32 @e11.ldraw.1(<4 x i32>, i32) #2
declare void @e11.export(<4 x i32>, i32, i32, i32) #3

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="pixel" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { nounwind speculatable willreturn memory(read) }
attributes #3 = { convergent nounwind willreturn }
