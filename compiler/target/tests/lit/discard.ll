; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; discard reads its condition directly; the lanes stay in exec for derivatives.

; CHECK-LABEL: main:
; CHECK-DAG: ieq [[IS:v[0-9]+]], v0, k3
; CHECK-DAG: ddxc {{v[0-9]+}}, v1
; CHECK-DAG: discard {{v[0-9]+}}, 0
; CHECK: exp {{v.*}}, 0, 1, 1, 1
; CHECK-NOT: setexec
; CHECK: .section

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %p = call i32 @e11.input.v(i32 0)
  %q = call i32 @e11.input.v(i32 1)
  %x = bitcast i32 %p to float
  %y = bitcast i32 %q to float
  %is = icmp eq i32 %p, 3
  call void @e11.discard(i1 %is)
  %a = call float @e11.ddx.coarse(float %y)
  %ai = bitcast float %a to i32
  %e0 = insertelement <4 x i32> poison, i32 %ai, i64 0
  call void @e11.export(<4 x i32> %e0, i32 0, i32 1, i32 1)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare void @e11.discard(i1) #3
declare void @e11.export(<4 x i32>, i32, i32, i32) #3
declare float @e11.ddx.coarse(float) #4

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="pixel" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #3 = { convergent nounwind willreturn }
attributes #4 = { convergent nounwind willreturn memory(none) }
