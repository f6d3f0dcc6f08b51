; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; A loop with a uniform trip count counts in a scalar register and branches on it.

; CHECK-LABEL: main:
; CHECK: sldbuf1 [[N:s[0-9]+]],
; CHECK: [[LOOP:.LBB0_[0-9]+]]:
; CHECK: iadd [[I:s[0-9]+]], [[I]], k1
; CHECK-NEXT: ult [[MORE:s[0-9]+]], [[I]], [[N]]
; CHECK-NEXT: imul [[S:v[0-9]+]], [[S]], v0
; CHECK-NEXT: brnz [[MORE]], [[LOOP]]
; CHECK-NEXT: exp

target triple = "e11-unknown-unknown"

define void @main() #0 {
entry:
  %v = call i32 @e11.input.v(i32 0)
  %d = call <4 x i32> @e11.desc(i32 0)
  %n = call i32 @e11.sldbuf.1(<4 x i32> %d, i32 0)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %t = mul i32 %s, %v
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %done
done:
  %e0 = insertelement <4 x i32> poison, i32 %t, i64 0
  call void @e11.export(<4 x i32> %e0, i32 0, i32 1, i32 1)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare <4 x i32> @e11.desc(i32) #1
declare i32 @e11.sldbuf.1(<4 x i32>, i32) #2
declare void @e11.export(<4 x i32>, i32, i32, i32) #3

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="pixel" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { nounwind speculatable willreturn memory(read) }
attributes #3 = { convergent nounwind willreturn }
