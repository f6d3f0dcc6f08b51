; SPDX-License-Identifier: Apache-2.0
; RUN: e11-as %s %t.bin
; RUN: od -A n -v -w8 -t x8 %t.bin | FileCheck --check-prefix=WORD %s
; RUN: e11-dis %t.bin | FileCheck %s
; RUN: e11-dis %t.bin > %t.again.s
; RUN: e11-as %t.again.s %t.again.bin
; RUN: cmp %t.bin %t.again.bin
; Words against the fields of E11InstrFormats.td, put together by hand; labels and data.

start:
; opcode 4, dst v3, src1 s1 = 129, src2 kf0.5 = 336, neg1 bit 44, abs1 bit 47, sat bit 49
; WORD: 0002954102000304
; CHECK: fmad v3, v0, -|s1|, kf0.5 sat{{$}}
  fmad v3, v0, -|s1|, kf0.5 sat
; opcode 0x18 with bit 7, dst s5 = 0x85, src0 s2 = 0x82
; WORD: 1234567800828598
; CHECK: iadd s5, s2, 0x12345678
  iadd s5, s2, 0x12345678
; opcode 0x6c, data s4 = 0x84, src0 k0 = 256, src1 s8 = 136, 4 registers = 2 at bit 43, offset 16
; WORD: 004010011100846c
; CHECK: sldbuf4 s[4:7], k0, s[8:11], 16
  sldbuf4 s[4:7], k0, s[8:11], 16
; Distances count from the next instruction.
; WORD: fffffffc00000075
; CHECK: br -4
  br start
; WORD: 00000006007f8278
; CHECK: if s2, v127, 0, 6
  if s2, v127, 0, over
; WORD: 0000000003000070
; CHECK: exp v[0:3], 0, 0, 1, 1
  exp v[0:3], 0, 0, 1, 1
; opcode 0x58, data v7, src0 v1, src1 s8 = 136, src2 k0 = 256, return bit 45, operation 6, offset 8
; WORD: 0021a40110010758
; CHECK: atmraw_ret v7, v1, s[8:11], k0, 8, umin
  atmraw_ret v7, v1, s[8:11], k0, 8, umin
; count 1, operation 9
; WORD: 00024c000001015b
; CHECK: atmlds_cmpxchg v[1:2], v1, k0, 0
  atmlds_cmpxchg v[1:2], v1, k0, 0
; WORD: 000008000000036a
; CHECK: ldlds2 v[3:4], v0, v0, 0
  ldlds2 v[3:4], v0, v0, 0
; WORD: 0000000000000051
; CHECK: fence
  fence
; opcode 0xd3, dst v4, addr v8 at 15, ext v12 at 22, res s8 at 29, smp s16 at 36, mask 7, dim 3, offsets -1, 2, 0, status
; WORD: 8179b901030404d3
; CHECK: sample_d v4, v8, v12, s[8:15], s[16:23], 7, 3, -1, 2, 0, 1
  sample_d v4, v8, v12, s[8:15], s[16:23], 7, 3, -1, 2, 0, 1
over:
; WORD: 0000000000000072
; CHECK: end
  end
; Not instructions: opcode 0x17; a vector source of a scalar destination; a misaligned descriptor.
; CHECK: .quad 0x17
  .quad 0x17
; CHECK: .quad 0x8500
  .quad 0x8500
; CHECK: .quad 0x4010011300846c
  .quad 0x4010011300846c
