; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; A vertex shader stores its record with a scalar base and ends with end.

; CHECK-LABEL: main:
; CHECK: shl [[O:v[0-9]+]], v1, k5
; CHECK: stglb4 {{v.*}}, [[O]], s1, k0, 16, 0
; CHECK-NEXT: end
; CHECK-NOT: exp
; CHECK: .section

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %v = call i32 @e11.input.v(i32 1)
  %s = call i32 @e11.input.s(i32 1)
  %o = shl i32 %v, 5
  %e0 = insertelement <4 x i32> poison, i32 %v, i64 0
  %e1 = insertelement <4 x i32> %e0, i32 0, i64 1
  %e2 = insertelement <4 x i32> %e1, i32 0, i64 2
  %e3 = insertelement <4 x i32> %e2, i32 1065353216, i64 3
  call void @e11.stglb.4(<4 x i32> %e3, i32 %s, i32 %o, i32 16)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare i32 @e11.input.s(i32) #1
declare void @e11.stglb.4(<4 x i32>, i32, i32, i32) #5

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="vertex" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #5 = { nounwind willreturn memory(write) }
