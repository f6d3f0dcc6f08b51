; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; A comparison gives a mask that sel reads; the comparison that the hardware lacks swaps its
; operands.

; CHECK-LABEL: main:
; CHECK-DAG: flt [[LT:v[0-9]+]], v0, v1
; CHECK-DAG: sel {{v[0-9]+}}, [[LT]], v0, kf1
; A maximum is recognised:
; CHECK-DAG: imax {{v[0-9]+}}, v0, v1
; There is no "less or equal"; a mask becomes 1 or 0 with and, and is a sign extension already:
; CHECK-DAG: ult [[LE:v[0-9]+]], v0, k6
; CHECK-DAG: and {{v[0-9]+}}, [[LE]], k1
; CHECK-DAG: fne {{v[0-9]+}}, v0, k0
; CHECK: exp

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %p = call i32 @e11.input.v(i32 0)
  %q = call i32 @e11.input.v(i32 1)
  %x = bitcast i32 %p to float
  %y = bitcast i32 %q to float
  %lt = fcmp olt float %x, %y
  %a = select i1 %lt, float %x, float 1.0
  %gt = icmp sgt i32 %p, %q
  %b = select i1 %gt, i32 %p, i32 %q
  %le = icmp ule i32 %p, 5
  %c = zext i1 %le to i32
  %ne = fcmp une float %x, 0.0
  %d = sext i1 %ne to i32
  %ai = bitcast float %a to i32
  %e0 = insertelement <4 x i32> poison, i32 %ai, i64 0
  %e1 = insertelement <4 x i32> %e0, i32 %b, i64 1
  %e2 = insertelement <4 x i32> %e1, i32 %c, i64 2
  %e3 = insertelement <4 x i32> %e2, i32 %d, i64 3
  call void @e11.export(<4 x i32> %e3, i32 0, i32 15, i32 1)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare void @e11.export(<4 x i32>, i32, i32, i32) #3

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="pixel" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #3 = { convergent nounwind willreturn }
