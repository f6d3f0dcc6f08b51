# SPDX-License-Identifier: Apache-2.0
#
# What the command processor's bus reaches: registers and virtual memory. The bench
# prepares memory (word i at 0x1000 + 4 i is 0x01010101 * (i + 1)) and looks at the results, which
# are stored from virtual address 0x2000 on. Ends at an ebreak.
.text
.globl _start
_start:
  li s0, 0x40000000            # registers
  li s1, 0x80000000            # virtual address 0
  li s2, 0x80001000
  li s3, 0x80002000

  lw a0, 0(s0)                 # id
  sw a0, 0(s3)
  li t0, 0x40000870            # debug_word
  li a0, 0x600df00d
  sw a0, 0(t0)
  lw a0, 0(t0)
  sw a0, 4(s3)

  # Loads of every size from memory.
  lw a0, 4(s2)
  sw a0, 8(s3)
  lhu a0, 6(s2)
  sw a0, 12(s3)
  lb a0, 9(s2)
  sw a0, 16(s3)
  # Stores of every size; read back through the cache at once.
  li a0, 0xa1b2c3d4
  sw a0, 32(s3)
  sh a0, 38(s3)
  sb a0, 43(s3)
  sb a0, 60(s3)
  lw a0, 36(s3)
  sw a0, 20(s3)
  # A sum over 64 words: every line of the cache is used.
  li a1, 64
  mv a2, s2
  li a0, 0
1:
  lw a3, 0(a2)
  add a0, a0, a3
  addi a2, a2, 4
  addi a1, a1, -1
  bnez a1, 1b
  sw a0, 24(s3)

  # Handshake with the bench: doorbell, consumed, interrupt.
  li t0, 0x40000800
2:
  lw a0, 0(t0)                 # ring_doorbell
  beqz a0, 2b
  li t1, 0x40000108
  lw a0, 0(t1)                 # ring_wptr
  sw a0, 4(t0)                 # set_rptr
  lw a1, 0(t0)
  sw a1, 28(s3)                # doorbell is 0 again
  li a0, 1
  sw a0, 12(t0)                # busy
  sw a0, 8(t0)                 # raise_irq: fence
  # The bench changes memory now and rings again; without the invalidation the old word stays.
3:
  lw a0, 0(t0)
  beqz a0, 3b
  lw a0, 0(s2)
  sw a0, 64(s3)
  li a0, 8                     # invalidate_cp
  sw a0, 16(t0)                # cache_control
4:
  lw a0, 20(t0)                # unit_busy
  andi a0, a0, 64
  bnez a0, 4b
  lw a0, 0(s2)
  sw a0, 68(s3)
  sw x0, 12(t0)
  # A unit's register, answered by the bench.
  li t1, 0x4000083c
  lw a0, 0(t1)
  sw a0, 72(s3)
  li t1, 0x40000820
  li a0, 0x12340
  sw a0, 0(t1)
  # Reading the cycle counter twice: it runs.
  li t1, 0x40000020
  lw a0, 0(t1)
  lw a1, 0(t1)
  sltu a0, a0, a1
  sw a0, 76(s3)
  ebreak
