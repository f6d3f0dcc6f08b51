; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; What depends on scalars alone is computed once a wave, in scalar registers; one vector operand
; makes the result a vector.

; CHECK-LABEL: main:
; CHECK: sldbuf1 [[U:s[0-9]+]],
; CHECK-NEXT: imul [[A:s[0-9]+]], [[U]], [[U]]
; CHECK-NEXT: xor [[B:s[0-9]+]], [[A]], 0x000003e8
; CHECK-NEXT: ubfe [[C:s[0-9]+]], k8, k4, [[B]]
; CHECK-NEXT: iadd [[E:v[0-9]+]], [[C]], v0
; CHECK-NEXT: rdfirst [[F:s[0-9]+]], [[E]]
; CHECK-NEXT: isub [[G:s[0-9]+]], [[F]], [[U]]
; CHECK-NEXT: mov {{v[0-9]+}}, [[G]]
; CHECK-NEXT: exp

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %d = call <4 x i32> @e11.desc(i32 0)
  %u = call i32 @e11.sldbuf.1(<4 x i32> %d, i32 64)
  %v = call i32 @e11.input.v(i32 0)
  %a = mul i32 %u, %u
  %b = xor i32 %a, 1000
  %c = call i32 @e11.ubfe(i32 8, i32 4, i32 %b)
  %e = add i32 %c, %v
  %f = call i32 @e11.readfirst(i32 %e)
  %g = sub i32 %f, %u
  %e0 = insertelement <4 x i32> poison, i32 %e, i64 0
  %e1 = insertelement <4 x i32> %e0, i32 %g, i64 1
  call void @e11.export(<4 x i32> %e1, i32 0, i32 3, i32 1)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare <4 x i32> @e11.desc(i32) #1
declare i32 @e11.sldbuf.1(<4 x i32>, i32) #2
declare void @e11.export(<4 x i32>, i32, i32, i32) #3
declare i32 @e11.readfirst(i32) #4
declare i32 @e11.ubfe(i32, i32, i32) #1

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="pixel" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { nounwind speculatable willreturn memory(read) }
attributes #3 = { convergent nounwind willreturn }
attributes #4 = { convergent nounwind willreturn memory(none) }
