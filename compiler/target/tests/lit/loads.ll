; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; A raw load with a uniform offset is a scalar load; with an offset of each lane it is a vector
; load, whose constant part goes into the instruction.

; CHECK-LABEL: main:
; Entry 2 of the resource table:
; CHECK: sldptr4 [[D:s\[[0-9]+:[0-9]+\]]], k0, s0, 32
; CHECK-DAG: sldbuf1 [[U:s[0-9]+]], k0, [[D]], 4
; CHECK-DAG: sldbuf1 {{s[0-9]+}}, [[U]], [[D]], 0
; CHECK-DAG: shl [[O:v[0-9]+]], {{v[0-9]+}}, k4
; CHECK-DAG: ldraw4 {{v.*}}, [[O]], [[D]], k0, 48, 0
; The hardware's sum does not wrap, so a sum that may wrap is an instruction of its own:
; CHECK-DAG: iadd [[FAR:v[0-9]+]], v0, k48
; CHECK-DAG: ldraw1 {{v.*}}, [[FAR]], [[D]], k0, 0, 0
; CHECK: exp

target triple = "e11-unknown-unknown"

define void @main() #0 {
  %d = call <4 x i32> @e11.desc(i32 2)
  %u = call i32 @e11.ldraw.1(<4 x i32> %d, i32 4)
  %v = call i32 @e11.input.v(i32 0)
  %n = and i32 %v, 15
  %o = shl i32 %n, 4
  %p = add i32 %o, 48
  %far = add i32 %v, 48
  %l = call <4 x i32> @e11.ldraw.4(<4 x i32> %d, i32 %p)
  %x = call i32 @e11.ldraw.1(<4 x i32> %d, i32 %far)
  %w = call i32 @e11.ldraw.1(<4 x i32> %d, i32 %u)
  %y = extractelement <4 x i32> %l, i64 1
  %z = extractelement <4 x i32> %l, i64 3
  %e0 = insertelement <4 x i32> poison, i32 %y, i64 0
  %e1 = insertelement <4 x i32> %e0, i32 %z, i64 1
  %e2 = insertelement <4 x i32> %e1, i32 %w, i64 2
  %e3 = insertelement <4 x i32> %e2, i32 %x, i64 3
  call void @e11.export(<4 x i32> %e3, i32 0, i32 15, i32 1)
  ret void
}

declare i32 @e11.input.v(i32) #1
declare <4 x i32> @e11.desc(i32) #1
declare i32 @e11.ldraw.1(<4 x i32>, i32) #2
declare <4 x i32> @e11.ldraw.4(<4 x i32>, i32) #2
declare void @e11.export(<4 x i32>, i32, i32, i32) #3

attributes #0 = { nounwind "denormal-fp-math"="preserve-sign,preserve-sign" "e11-scratch"="0" "e11-stage"="pixel" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { nounwind speculatable willreturn memory(read) }
attributes #3 = { convergent nounwind willreturn }
