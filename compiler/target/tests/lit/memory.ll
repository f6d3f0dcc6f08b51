; SPDX-License-Identifier: Apache-2.0
; RUN: split-file %s %t
; RUN: cat %t/declarations.ll %t/loads.ll > %t/loads.all.ll
; RUN: e11-llc %t/loads.all.ll | FileCheck --check-prefix=LOADS %s
; RUN: cat %t/declarations.ll %t/kinds.ll > %t/kinds.all.ll
; RUN: e11-llc %t/kinds.all.ll | FileCheck --check-prefix=KINDS %s
; RUN: cat %t/declarations.ll %t/group.ll > %t/group.all.ll
; RUN: e11-llc %t/group.all.ll | FileCheck --check-prefix=GROUP %s
; RUN: cat %t/declarations.ll %t/atomics.ll > %t/atomics.all.ll
; RUN: e11-llc %t/atomics.all.ll | FileCheck --check-prefix=ATOMICS %s
; Buffers that the shader changes, thread-group memory, atomics, barriers.

;--- declarations.ll
declare <4 x i32> @e11.desc(i32)
declare i32 @e11.lane()
declare i32 @e11.ldraw.1(<4 x i32>, i32) memory(read)
declare i32 @e11.ldraw.1.rw(<4 x i32>, i32) memory(read)
declare <2 x i32> @e11.ldraw.2.coherent(<4 x i32>, i32) memory(read)
declare <4 x i32> @e11.ldtyped.4.rw(<4 x i32>, i32) memory(read)
declare <3 x i32> @e11.ldstruct.3(<4 x i32>, i32, i32) memory(read)
declare void @e11.straw.1(i32, <4 x i32>, i32)
declare void @e11.straw.3.coherent(<3 x i32>, <4 x i32>, i32)
declare void @e11.ststruct.2(<2 x i32>, <4 x i32>, i32, i32)
declare void @e11.sttyped.4(<4 x i32>, <4 x i32>, i32)
declare <2 x i32> @e11.ldlds.2(i32)
declare void @e11.stlds.1(i32, i32)
declare i32 @e11.atmraw(i32, <4 x i32>, i32, i32, i32)
declare i32 @e11.atmstruct(i32, <4 x i32>, i32, i32, i32, i32)
declare i32 @e11.atmtyped(i32, <4 x i32>, i32, i32, i32)
declare i32 @e11.atmlds(i32, i32, i32, i32)
declare void @e11.bar() convergent
declare void @e11.fence() convergent

;--- loads.ll
; A uniform address is read by a scalar load where the buffer cannot change,
; by a vector load on its own side of the store where it can.
; LOADS-LABEL: main:
; LOADS-DAG: sldbuf1
; LOADS-DAG: ldraw1 [[OLD:v[0-9]+]], k0, {{.*}}, k0, 4, 0
; LOADS: straw1 {{.*}}, k0, 4, 0
; LOADS: ldraw1 {{.*}}, k0, {{.*}}, k0, 4, 0
; LOADS: ldraw2 {{.*}}, k0, 8, 1
define void @main() "e11-stage"="compute" {
  %t = call <4 x i32> @e11.desc(i32 0)
  %u = call <4 x i32> @e11.desc(i32 1)
  %a = call i32 @e11.ldraw.1(<4 x i32> %t, i32 4)
  %b = call i32 @e11.ldraw.1.rw(<4 x i32> %u, i32 4)
  %s = add i32 %a, %b
  call void @e11.straw.1(i32 %s, <4 x i32> %u, i32 4)
  %c = call i32 @e11.ldraw.1.rw(<4 x i32> %u, i32 4)
  %lane = call i32 @e11.lane()
  %d = call <2 x i32> @e11.ldraw.2.coherent(<4 x i32> %u, i32 8)
  %d0 = extractelement <2 x i32> %d, i32 0
  %d1 = extractelement <2 x i32> %d, i32 1
  %e = add i32 %c, %d0
  %f = add i32 %e, %d1
  call void @e11.straw.1(i32 %f, <4 x i32> %u, i32 %lane)
  ret void
}

;--- kinds.ll
; KINDS-LABEL: main:
; KINDS-DAG: ldtyped4 [[T:v\[[0-9:]+\]]], {{v[0-9]+}}, [[U:s\[[0-9:]+\]]], k0, 0, 0
; KINDS-DAG: sttyped4 [[T]], {{v[0-9]+}}, [[U]], k0, 0, 0
; KINDS-DAG: ldstruct3 [[S:v\[[0-9:]+\]]], {{v[0-9]+}}, {{s.*}}, k0, 12, 0
; KINDS-DAG: straw3 [[S]], {{v[0-9]+}}, {{s.*}}, k0, 0, 1
; KINDS-DAG: ststruct2 {{.*}}, k0, 8, 0
define void @main() "e11-stage"="compute" {
  %t = call <4 x i32> @e11.desc(i32 0)
  %u = call <4 x i32> @e11.desc(i32 1)
  %lane = call i32 @e11.lane()
  %a = call <4 x i32> @e11.ldtyped.4.rw(<4 x i32> %u, i32 %lane)
  call void @e11.sttyped.4(<4 x i32> %a, <4 x i32> %u, i32 %lane)
  %b = call <3 x i32> @e11.ldstruct.3(<4 x i32> %t, i32 %lane, i32 12)
  call void @e11.straw.3.coherent(<3 x i32> %b, <4 x i32> %u, i32 %lane)
  %c = insertelement <2 x i32> poison, i32 %lane, i32 0
  %d = insertelement <2 x i32> %c, i32 7, i32 1
  call void @e11.ststruct.2(<2 x i32> %d, <4 x i32> %u, i32 %lane, i32 8)
  ret void
}

;--- group.ll
; GROUP-LABEL: main:
; GROUP: stlds1 {{v[0-9]+}}, {{v[0-9]+}}, k0, 64
; GROUP: fence
; GROUP-NEXT: bar
; GROUP: ldlds2 {{v\[[0-9:]+\]}}, {{v[0-9]+}}, k0, 0
; GROUP: atmlds {{v[0-9]+}}, k0, k0, 16, umax
define void @main() "e11-stage"="compute" {
  %u = call <4 x i32> @e11.desc(i32 1)
  %lane = call i32 @e11.lane()
  %at = shl i32 %lane, 2
  %to = add nuw i32 %at, 64
  call void @e11.stlds.1(i32 %lane, i32 %to)
  call void @e11.fence()
  call void @e11.bar()
  %from = shl i32 %lane, 3
  %a = call <2 x i32> @e11.ldlds.2(i32 %from)
  %b = extractelement <2 x i32> %a, i32 1
  call void @e11.straw.1(i32 %b, <4 x i32> %u, i32 %from)
  %unused = call i32 @e11.atmlds(i32 7, i32 16, i32 %b, i32 0)
  ret void
}

;--- atomics.ll
; ATOMICS-LABEL: main:
; ATOMICS: atmraw {{v[0-9]+}}, {{v[0-9]+}}, {{s.*}}, k0, 0, add
; ATOMICS: atmraw_cmpxchg_ret v{{\[}}[[N:[0-9]+]]:{{[0-9]+}}], {{v[0-9]+}}, {{s.*}}, k0, 0
; ATOMICS: atmstruct_ret [[R:v[0-9]+]], {{v[0-9]+}}, {{s.*}}, k0, 4, xchg
; ATOMICS: atmtyped [[R]], {{v[0-9]+}}, {{s.*}}, k0, 0, imin
; ATOMICS: straw1 v[[N]],
define void @main() "e11-stage"="compute" {
  %u = call <4 x i32> @e11.desc(i32 1)
  %lane = call i32 @e11.lane()
  %a = call i32 @e11.atmraw(i32 0, <4 x i32> %u, i32 %lane, i32 %lane, i32 0)
  %b = call i32 @e11.atmraw(i32 9, <4 x i32> %u, i32 %lane, i32 5, i32 %lane)
  %c = call i32 @e11.atmstruct(i32 8, <4 x i32> %u, i32 %lane, i32 4, i32 %lane, i32 0)
  %d = call i32 @e11.atmtyped(i32 4, <4 x i32> %u, i32 %lane, i32 %c, i32 0)
  call void @e11.straw.1(i32 %b, <4 x i32> %u, i32 %lane)
  ret void
}
