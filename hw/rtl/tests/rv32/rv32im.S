# SPDX-License-Identifier: Apache-2.0
#
# Self-checking test of every RV32IM instruction. Expected values are computed by the assembler
# in 64-bit arithmetic, not by a processor.
#
# Loaded at address 0 of 16 KiB memory and started there. It ends at an ebreak, on which the core
# traps: word RESULT is then 0x600d and COUNT the number of checks made; or RESULT is 0x0bad,
# COUNT the number of the failed check, and the two words behind have the value found and wanted.
# The test uses memory from SCRATCH to 0x3fff.

.set SCRATCH, 0x3e00
.set RESULT,  0x3ff0
.set COUNT,   0x3ff4
.set FOUND,   0x3ff8
.set WANTED,  0x3ffc

.set V0, 0x00000000
.set V1, 0x00000001
.set V2, 0xffffffff
.set V3, 0x80000000
.set V4, 0x7fffffff
.set V5, 0xd1e5a31d
.set VALUES, 6

# s10: address of RESULT, s11: checks made. a0: value found, a3: value wanted.
.macro check
  addi s11, s11, 1
  bne a0, a3, fail
.endm
.macro expect reg, value
  mv a0, \reg
  li a3, \value
  check
.endm

.text
.globl _start
_start:
  j begin
fail:
  li s10, RESULT
  sw s11, 4(s10)
  sw a0, 8(s10)
  sw a3, 12(s10)
  li a4, 0x0bad
  sw a4, 0(s10)
  ebreak

begin:
  li s11, 0

# ------------------------------------------------------------- all registers
# Each register keeps a value of its own while the others are written. x27 (s11) compares.
  .irp n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,28,29,30,31
  lui x\n, 0x10000 + \n * 0x111
  .endr
  .irp n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,28,29,30,31
  lui x27, 0x10000 + \n * 0x111
  bne x\n, x27, 9f
  .endr
  j 8f
9: li s11, 0
  li a3, 0
  j fail
8:
  li s11, 30
  lui x0, 0x12345
  addi x0, x0, 5
  expect x0, 0

# ------------------------------------------- register-register instructions
# Every pair of VALUES. Tables: expected results in the order of the pairs.
.macro s name, value                 # sign extension
  .set \name, ((\value) ^ 0x80000000) - 0x80000000
.endm
.macro table label, kind
  .section .rodata
  .p2align 2
\label:
  .irp p, V0,V1,V2,V3,V4,V5
  .irp q, V0,V1,V2,V3,V4,V5
  s sa, \p
  s sb, \q
  e_\kind \p, \q
  .endr
  .endr
  .text
.endm
.macro w value
  .word (\value) & 0xffffffff
.endm
.macro e_add a, b
  w (\a + \b)
.endm
.macro e_sub a, b
  w (\a - \b)
.endm
.macro e_sll a, b
  w (\a << (\b & 31))
.endm
.macro e_srl a, b
  w (\a >> (\b & 31))
.endm
.macro e_sra a, b
  # The upper half is all sign, so that a logical shift does.
  w (((sa & 0xffffffffffffffff) >> (\b & 31)) & 0xffffffff)
.endm
.macro e_slt a, b
  w ((sa < sb) & 1)
.endm
.macro e_sltu a, b
  w ((\a < \b) & 1)
.endm
.macro e_seq a, b
  w ((\a == \b) & 1)
.endm
.macro e_xor a, b
  w (\a ^ \b)
.endm
.macro e_or a, b
  w (\a | \b)
.endm
.macro e_and a, b
  w (\a & \b)
.endm
.macro e_mul a, b
  w (\a * \b)
.endm
.macro e_mulh a, b
  w ((sa * sb) >> 32)
.endm
.macro e_mulhsu a, b
  w ((sa * \b) >> 32)
.endm
.macro e_mulhu a, b
  w ((\a * \b) >> 32)
.endm
.macro e_div a, b
  .if \b == 0
  .word 0xffffffff
  .else
  w (sa / sb)
  .endif
.endm
.macro e_divu a, b
  .if \b == 0
  .word 0xffffffff
  .else
  w (\a / \b)
  .endif
.endm
.macro e_rem a, b
  .if \b == 0
  w \a
  .else
  w (sa % sb)
  .endif
.endm
.macro e_remu a, b
  .if \b == 0
  w \a
  .else
  w (\a % \b)
  .endif
.endm

.section .rodata
.p2align 2
values: .word V0, V1, V2, V3, V4, V5
.text

# Runs `instruction` (which leaves its result in a0 from a1 and a2) over all pairs.
.macro pairs kind, instruction:vararg
  table expected_\@, \kind
  la s0, expected_\@
  la s1, values
  li s2, VALUES
1:
  lw a1, 0(s1)
  la s3, values
  li s4, VALUES
2:
  lw a2, 0(s3)
  lw a3, 0(s0)
  \instruction
  check
  addi s0, s0, 4
  addi s3, s3, 4
  addi s4, s4, -1
  bnez s4, 2b
  addi s1, s1, 4
  addi s2, s2, -1
  bnez s2, 1b
.endm

  .irp op, add,sub,sll,srl,sra,slt,sltu,xor,or,and,mul,mulh,mulhsu,mulhu,div,divu,rem,remu
  pairs \op, \op a0, a1, a2
  .endr
  # Destination and source in one register, both ways.
.macro over_first op
  mv a0, a1
  \op a0, a0, a2
.endm
.macro over_second op
  mv a0, a2
  \op a0, a1, a0
.endm
  pairs sub, over_first sub
  pairs sub, over_second sub
  pairs remu, over_first remu
  pairs mulhsu, over_second mulhsu

# ------------------------------------------------------------------- branches
# a0 = 1 if taken; forward, and backward over the same pairs.
.macro forward op
  li a0, 1
  \op a1, a2, 5f
  li a0, 0
5:
.endm
.macro backward op
  j 6f
5:
  li a0, 1
  j 7f
6:
  li a0, 0
  \op a1, a2, 5b
7:
.endm
.macro inverted way, op
  \way \op
  xori a0, a0, 1
.endm
  .irp way, forward,backward
  pairs seq, \way beq
  pairs slt, \way blt
  pairs sltu, \way bltu
  pairs seq, inverted \way, bne
  pairs slt, inverted \way, bge
  pairs sltu, inverted \way, bgeu
  .endr

# ----------------------------------------------------- register-immediate
.macro ri op, a, imm, want
  li a1, \a
  \op a0, a1, \imm
  li a3, (\want) & 0xffffffff
  check
.endm
  .irp v, V2,V3,V5
  s sv, \v
  .irp i, 0,1,-1,2047,-2048,0x5a5
  ri addi, \v, \i, (\v + (\i))
  ri xori, \v, \i, (\v ^ (\i))
  ri ori, \v, \i, (\v | (\i))
  ri andi, \v, \i, (\v & (\i))
  ri slti, \v, \i, ((sv < (\i)) & 1)
  ri sltiu, \v, \i, ((\v < ((\i) & 0xffffffff)) & 1)
  .endr
  .irp i, 0,1,15,31
  ri slli, \v, \i, (\v << \i)
  ri srli, \v, \i, (\v >> \i)
  ri srai, \v, \i, ((sv & 0xffffffffffffffff) >> \i)
  .endr
  .endr

# ------------------------------------------------------------- lui, auipc, jumps
  lui a0, 0xfffff
  li a3, -4096
  check
  lui a0, 0x80000
  li a3, 0x80000000
  check
here:
  auipc a0, 0
  la a3, here
  check
there:
  auipc a0, 0x7f
  la a3, there
  li a4, 0x7f000
  add a3, a3, a4
  check
back:
  auipc a0, 0xfffff
  la a3, back
  li a4, 0x1000
  sub a3, a3, a4
  check
  # jal forward and backward, with and without a link; what is jumped over must not run.
  li a0, 0
  jal s0, 1f
after_jal:
  j fail
2:
  ori a0, a0, 2
  jal x0, 3f
  j fail
1:
  ori a0, a0, 1
  jal s1, 2b
after_back:
  j fail
3:
  li a3, 3
  check
  mv a0, s0
  la a3, after_jal
  check
  mv a0, s1
  la a3, after_back
  check
  # jalr: offset of both signs, bit 0 of the target cleared, rd = rs1, link to x0.
  la s0, target_a - 16
  jalr s1, 17(s0)
after_a:
  j fail
target_a:
  mv a0, s1
  la a3, after_a
  check
  la s0, target_b + 2047
  jalr s0, -2047(s0)
after_b:
  j fail
target_b:
  mv a0, s0
  la a3, after_b
  check
  la s0, target_c
  jr s0
  j fail
target_c:

# ------------------------------------------------------------- loads and stores
  li s0, SCRATCH
  li a1, 0x8190a2f3
  sw a1, 0(s0)
  li a2, 0x7e6d5c4b
  sw a2, 4(s0)
.macro ld op, offset, want
  \op a0, \offset(s0)
  li a3, (\want) & 0xffffffff
  check
.endm
  ld lw, 0, 0x8190a2f3
  ld lw, 4, 0x7e6d5c4b
  ld lh, 0, 0xffffa2f3
  ld lh, 2, 0xffff8190
  ld lh, 4, 0x5c4b
  ld lhu, 0, 0xa2f3
  ld lhu, 2, 0x8190
  ld lhu, 6, 0x7e6d
  ld lb, 0, 0xfffffff3
  ld lb, 1, 0xffffffa2
  ld lb, 2, 0xffffff90
  ld lb, 3, 0xffffff81
  ld lb, 4, 0x4b
  ld lbu, 0, 0xf3
  ld lbu, 1, 0xa2
  ld lbu, 2, 0x90
  ld lbu, 3, 0x81
  ld lbu, 7, 0x7e
  # Only the addressed bytes change; offsets of both signs; the ends of the immediate.
  li a1, 0x11223344
  li a4, 0xa1b2c3d4
  .irp lane, 0,1,2,3
  sw a1, 8(s0)
  sb a4, 8+\lane(s0)
  ld lw, 8, ((0x11223344 & ~(0xff << (8 * \lane))) | (0xd4 << (8 * \lane)))
  .endr
  .irp lane, 0,2
  sw a1, 8(s0)
  sh a4, 8+\lane(s0)
  ld lw, 8, ((0x11223344 & ~(0xffff << (8 * \lane))) | (0xc3d4 << (8 * \lane)))
  .endr
  addi s1, s0, 32
  sw a4, -16(s1)
  ld lw, 16, 0xa1b2c3d4
  sb a1, -15(s1)
  ld lw, 16, 0xa1b244d4
  li s1, SCRATCH - 2047
  sb a1, 2047(s1)
  ld lbu, 0, 0x44
  lbu a0, 2047(s1)
  li a3, 0x44
  check
  li s1, SCRATCH + 2048
  sw a4, -2048(s1)
  lw a0, -2048(s1)
  li a3, 0xa1b2c3d4
  check
  # A load to x0, a load used at once, a load over its own base.
  lw x0, 0(s0)
  mv a0, x0
  li a3, 0
  check
  lw a0, 0(s0)
  addi a0, a0, 1
  li a3, 0xa1b2c3d5
  check
  mv a0, s0
  lw a0, 0(a0)
  li a3, 0xa1b2c3d4
  check
  # Stored instructions are run: memory is one.
  la s0, patch
  li a1, 0x12300513            # addi a0, x0, 0x123
  sw a1, 0(s0)
  fence.i
  fence
patch:
  addi a0, x0, 0
  li a3, 0x123
  check

  li s10, RESULT
  sw s11, 4(s10)
  li a4, 0x600d
  sw a4, 0(s10)
  ebreak
