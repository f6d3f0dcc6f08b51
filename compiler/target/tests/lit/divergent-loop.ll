; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; The text and the object code are the same program:
; RUN: e11-llc %s > %t.s
; RUN: e11-as %t.s %t.text.bin
; RUN: e11-llc -o %t.bin %s
; RUN: cmp %t.text.bin %t.bin
; Lanes leave a loop one by one: brk collects them, loop goes round while some are left, and execor
; brings all back.

; CHECK-LABEL: main:
; No lane has left yet:
; CHECK: mov [[LEFT:s[0-9]+]], k0
; CHECK: [[LOOP:.LBB0_[0-9]+]]:
; CHECK-NEXT: imul [[T:v[0-9]+]], {{v[0-9]+}}, v0
; CHECK: uge [[LEAVE:v[0-9]+]], [[T]], 0x00000065
; CHECK: if [[SKIP:s[0-9]+]], [[LEAVE]], 1, [[NEXT:.LBB0_[0-9]+]]
; CHECK: stglb4 {{.*}}, [[T]], s1, k0, 0, 0
; CHECK: [[NEXT]]:
; CHECK-NEXT: execor [[SKIP]]
; CHECK-NEXT: brk [[LEFT]], {{v[0-9]+}}, 0
; CHECK-NEXT: loop [[LEFT]], [[LOOP]]
; CHECK-NEXT: execor [[LEFT]]
; CHECK-NEXT: stglb4 {{.*}}, v0, s1, k0, 32, 0
; CHECK-NEXT: end

target triple = "e11-unknown-unknown"

define void @main() #0 {
entry:
  %base = call i32 @e11.input.s(i32 1)
  %v = call i32 @e11.input.v(i32 0)
  %e = insertelement <4 x i32> poison, i32 %v, i64 0
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %t = mul i32 %i, %v
  %leave = icmp ugt i32 %t, 100
  br i1 %leave, label %done, label %next
next:
  call void @e11.stglb.4(<4 x i32> %e, i32 %base, i32 %t, i32 0)
  %j = add i32 %i, 1
  br label %loop
done:
  call void @e11.stglb.4(<4 x i32> %e, i32 %base, i32 %v, i32 32)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare i32 @e11.input.s(i32) #1
declare void @e11.stglb.4(<4 x i32>, i32, i32, i32) #2

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="vertex" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { nounwind willreturn memory(write) }
