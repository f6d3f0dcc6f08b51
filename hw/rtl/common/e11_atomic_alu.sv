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

  // One adder, for the sum and for comparisons.
  logic        subtract, is_signed, less, carry, unused_carry;
  logic [31:0] sum, bits;
  logic        take_sum, take_old, take_operand;
  assign is_signed = op_i == ATOMIC_IMIN || op_i == ATOMIC_IMAX;
  assign subtract  = op_i != ATOMIC_ADD;
  assign {carry, sum, unused_carry} = {1'b0, old_i, 1'b1} + {1'b0, operand_i ^ {32{subtract}}, subtract};
  assign less      = old_i[31] ^ operand_i[31] ? (is_signed ? old_i[31] : operand_i[31]) : !carry;

  always_comb begin
    take_sum     = op_i == ATOMIC_ADD;
    take_operand = 1'b0;
    take_old     = 1'b0;
    bits         = '0;
    case (op_i)
      ATOMIC_ADD: ;
      ATOMIC_AND: bits = old_i & operand_i;
      ATOMIC_OR:  bits = old_i | operand_i;
      ATOMIC_XOR: bits = old_i ^ operand_i;
      ATOMIC_IMIN, ATOMIC_UMIN: begin
        take_old     = less;
        take_operand = !less;
      end
      ATOMIC_IMAX, ATOMIC_UMAX: begin
        take_old     = !less;
        take_operand = less;
      end
      ATOMIC_XCHG: take_operand = 1'b1;
      ATOMIC_CMPXCHG: begin
        take_operand = old_i == compare_i;
        take_old     = !take_operand;
      end
      default: take_old = 1'b1;
    endcase
    result_o = bits | ({32{take_sum}} & sum) | ({32{take_old}} & old_i) | ({32{take_operand}} & operand_i);
  end

  logic unused;
  assign unused = unused_carry;

endmodule

`default_nettype wire
