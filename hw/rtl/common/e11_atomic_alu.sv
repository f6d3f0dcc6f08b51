// SPDX-License-Identifier: Apache-2.0
//
// What an atomic operation leaves in a dword (combinational). Numbers that are no operation
// leave it as it is. Model: atomicResult.
`default_nettype none

module e11_atomic_alu
  import e11_isa_pkg::*;
(
    input  logic [3:0]  op_i,        // ATOMIC_*
    input  logic [31:0] old_i,
    input  logic [31:0] operand_i,
    input  logic [31:0] compare_i,   // cmpxchg
    output logic [31:0] result_o
);

  logic less, is_signed;   // old < operand
  assign is_signed = op_i == ATOMIC_IMIN || op_i == ATOMIC_IMAX;
  assign less      = {old_i[31] ^ is_signed, old_i[30:0]} < {operand_i[31] ^ is_signed, operand_i[30:0]};

  always_comb begin
    unique case (op_i)
      ATOMIC_ADD:               result_o = old_i + operand_i;
      ATOMIC_AND:               result_o = old_i & operand_i;
      ATOMIC_OR:                result_o = old_i | operand_i;
      ATOMIC_XOR:               result_o = old_i ^ operand_i;
      ATOMIC_IMIN, ATOMIC_UMIN: result_o = less ? old_i : operand_i;
      ATOMIC_IMAX, ATOMIC_UMAX: result_o = less ? operand_i : old_i;
      ATOMIC_XCHG:              result_o = operand_i;
      ATOMIC_CMPXCHG:           result_o = old_i == compare_i ? operand_i : old_i;
      default:                  result_o = old_i;
    endcase
  end

endmodule

`default_nettype wire
