; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; The last export has done and end, and nothing follows it; depth is target 8.

; CHECK-LABEL: main:
; CHECK: exp {{v.*}}, 8, 1, 0, 0
; CHECK: exp v[0:3], 0, 3, 1, 1
; CHECK-NOT: end
; CHECK: .section

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %v = call i32 @e11.input.v(i32 0)
  %w = call i32 @e11.input.v(i32 1)
  %e0 = insertelement <4 x i32> poison, i32 %v, i64 0
  call void @e11.export(<4 x i32> %e0, i32 8, i32 1, i32 0)
  %f = insertelement <4 x i32> %e0, i32 %w, i64 1
  call void @e11.export(<4 x i32> %f, i32 0, i32 3, i32 1)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare void @e11.export(<4 x i32>, i32, i32, i32) #3

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="pixel" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #3 = { convergent nounwind willreturn }
