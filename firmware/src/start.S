# SPDX-License-Identifier: Apache-2.0
# The first instruction of the command processor: stack, cleared variables, main.
  .section .start, "ax"
  .globl _start
_start:
  lui   sp, %hi(__stack_top)
  addi  sp, sp, %lo(__stack_top)
  lui   t0, %hi(__bss_start)
  addi  t0, t0, %lo(__bss_start)
  lui   t1, %hi(__bss_end)
  addi  t1, t1, %lo(__bss_end)
clear:
  bgeu  t0, t1, enter
  sw    zero, 0(t0)
  addi  t0, t0, 4
  j     clear
enter:
  call  main
stop:
  ebreak          # main never returns; a trap tells the driver
  j     stop
