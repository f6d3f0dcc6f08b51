; SPDX-License-Identifier: Apache-2.0
; RUN: e11-llc %s | FileCheck %s
; Texture instructions name the first registers of their tuples.

declare <8 x i32> @e11.desc.8(i32)
declare i32 @e11.lane()
declare <4 x i32> @e11.tex.sample.a(<8 x i32>, <8 x i32>, i32, i32, i32, i32, i32, i32, i32)
declare <8 x i32> @e11.tex.sample_d.a(<8 x i32>, <8 x i32>, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @e11.tex.resinfo.a(<8 x i32>, <8 x i32>, i32, i32, i32, i32, i32, i32)
declare void @e11.tex.imgst.a(<8 x i32>, <8 x i32>, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare i32 @e11.tex.imgatm.a(<8 x i32>, <8 x i32>, i32, i32, i32, i32, i32, i32, i32, i32)
declare void @e11.export(<4 x i32>, i32, i32, i32)

; CHECK-LABEL: main:
; CHECK-DAG: sample {{v[0-9]+}}, {{v[0-9]+}}, s[4:11], s[12:19], 15, 3, -1, 2, 0, 0
; CHECK-DAG: sample_d {{v[0-9]+}}, {{v[0-9]+}}, {{v[0-9]+}}, s[4:11], s[12:19], 15, 3, 0, 0, 0, 1
; CHECK-DAG: resinfo {{v[0-9]+}}, {{v[0-9]+}}, s[4:11], 1, 3, 2
; CHECK: imgatm_ret [[OLD:v[0-9]+]], {{v[0-9]+}}, {{s.*}}, 1, 3, umax
; CHECK: imgst {{v[0-9]+}}, {{v[0-9]+}}, {{s.*}}, 15, 3
define void @main() "e11-stage"="pixel" {
  %r = call <8 x i32> @e11.desc.8(i32 0)
  %s = call <8 x i32> @e11.desc.8(i32 2)
  %u = call <8 x i32> @e11.desc.8(i32 4)
  %l = call i32 @e11.lane()
  %a = call <4 x i32> @e11.tex.sample.a(<8 x i32> %r, <8 x i32> %s, i32 15, i32 3, i32 47, i32 0, i32 2, i32 %l, i32 %l)
  %b = call <8 x i32> @e11.tex.sample_d.a(<8 x i32> %r, <8 x i32> %s, i32 15, i32 3, i32 4096, i32 0, i32 2, i32 %l, i32 %l, i32 1, i32 2, i32 %l, i32 4)
  %c = call i32 @e11.tex.resinfo.a(<8 x i32> %r, <8 x i32> poison, i32 1, i32 3, i32 2, i32 0, i32 1, i32 0)
  %old = call i32 @e11.tex.imgatm.a(<8 x i32> %u, <8 x i32> poison, i32 1, i32 3, i32 7, i32 1, i32 2, i32 %l, i32 %l, i32 3)
  %b4 = extractelement <8 x i32> %b, i32 4
  %n = add i32 %c, %b4
  call void @e11.tex.imgst.a(<8 x i32> %u, <8 x i32> poison, i32 15, i32 3, i32 0, i32 4, i32 2, i32 %old, i32 %n, i32 0, i32 0, i32 %l, i32 %l)
  call void @e11.export(<4 x i32> %a, i32 0, i32 15, i32 1)
  ret void
}
