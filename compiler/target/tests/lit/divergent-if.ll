; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; The text and the object code are the same program:
; RUN: e11-llc %s > %t.s
; RUN: e11-as %t.s %t.text.bin
; RUN: e11-llc -o %t.bin %s
; RUN: cmp %t.text.bin %t.bin
; A branch on a vector condition narrows exec; else swaps, execor rejoins.

; CHECK-LABEL: main:
; CHECK: ilt [[IS:v[0-9]+]], k9, v0
; CHECK-NEXT: if [[MASK:s[0-9]+]], [[IS]], 0, [[ELSE:.LBB0_[0-9]+]]
; CHECK-NEXT: stglb4 {{.*}}, v0, s1, k0, 16, 0
; CHECK-NEXT: [[ELSE]]:
; CHECK-NEXT: else [[MASK]], [[JOIN:.LBB0_[0-9]+]]
; CHECK-NEXT: stglb4 {{.*}}, v0, s1, k0, 0, 0
; CHECK-NEXT: [[JOIN]]:
; CHECK-NEXT: execor [[MASK]]
; CHECK-NEXT: stglb4 {{.*}}, v0, s1, k0, 32, 0
; CHECK-NEXT: end

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %base = call i32 @e11.input.s(i32 1)
  %v = call i32 @e11.input.v(i32 0)
  %e = insertelement <4 x i32> poison, i32 %v, i64 0
  %is = icmp slt i32 %v, 10
  br i1 %is, label %then, label %else
then:
  call void @e11.stglb.4(<4 x i32> %e, i32 %base, i32 %v, i32 0)
  br label %join
else:
  call void @e11.stglb.4(<4 x i32> %e, i32 %base, i32 %v, i32 16)
  br label %join
join:
  call void @e11.stglb.4(<4 x i32> %e, i32 %base, i32 %v, i32 32)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare i32 @e11.input.s(i32) #1
declare void @e11.stglb.4(<4 x i32>, i32, i32, i32) #2

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="vertex" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { nounwind willreturn memory(write) }
