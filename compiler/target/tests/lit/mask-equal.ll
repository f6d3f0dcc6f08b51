; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; A masked value compared with its mask. (The virtual functions of TargetLowering that selection
; calls here are the last ones of its table.)

declare i32 @e11.lane()
declare void @e11.export(<4 x i32>, i32, i32, i32)

; CHECK-LABEL: main:
; CHECK: and [[M:v[0-9]+]], {{v[0-9]+}}, k12
; CHECK: ieq {{v[0-9]+}}, [[M]], k12
define void @main() "e11-stage"="pixel" {
  %lane = call i32 @e11.lane()
  %masked = and i32 %lane, 12
  %all = icmp eq i32 %masked, 12
  %value = select i1 %all, i32 5, i32 7
  %vector = insertelement <4 x i32> poison, i32 %value, i32 0
  call void @e11.export(<4 x i32> %vector, i32 0, i32 1, i32 1)
  ret void
}
