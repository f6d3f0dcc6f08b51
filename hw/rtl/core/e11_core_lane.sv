// SPDX-License-Identifier: Apache-2.0
//
// One execution lane: the multiplier whose rounded product feeds the adder, the
// comparison and conversion unit, the integer unit, which shares the multiplier. Sums and products all take
// the same way: a sum multiplies by 1 first, a product adds -0 last; both leave
// the value as it is, and a mad rounds twice.
//
//   X0      X3                      X7
//   mul a*b -+- add (product + addend) -> fp_o
//   alu  ----+  (ffrc: addend = -floor)
//   int  ----+-> int_o
`default_nettype none

module e11_core_lane
  import e11_isa_pkg::*;
(
    input  logic        clk_i,
    input  logic        en_i,
    input  op_e         op_i,
    input  logic        is_int_i,     // .. of the integer unit: its factors are whole words
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    input  logic [31:0] c_i,
    input  logic [31:0] mul_a_i,
    input  logic [31:0] mul_b_i,
    input  logic [31:0] addend_i,
    input  logic        use_alu_3i,   // X3: int_o is the FP unit's comparison or conversion
    input  logic        fraction_3i,  // X3: ffrc
    output logic [31:0] int_o,        // X3
    output logic [31:0] fp_o          // X7
);

  logic [31:0] product, alu, integer_result;
  logic [31:0] addend_1q, addend_2q, addend_3q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      addend_1q <= addend_i;
      addend_2q <= addend_1q;
      addend_3q <= addend_2q;
    end
  end

  // One multiplier for mantissas and integers.
  logic [31:0] factor_a, factor_b;
  logic [63:0] product_1q;

  assign factor_a = is_int_i ? a_i : {8'b0, 1'b1, mul_a_i[22:0]};
  assign factor_b = is_int_i ? b_i : {8'b0, 1'b1, mul_b_i[22:0]};

  always_ff @(posedge clk_i) begin
    if (en_i) product_1q <= factor_a * factor_b;
  end

  e11_fp_mul_round u_mul (
      .clk_i,
      .en_i,
      .a_i         (mul_a_i),
      .b_i         (mul_b_i),
      .product_1q_i(product_1q[47:0]),
      .y_o         (product)
  );

  e11_fp_add u_add (
      .clk_i,
      .en_i,
      .a_i(product),
      .b_i(fraction_3i ? {~alu[31], alu[30:0]} : addend_3q),
      .y_o(fp_o)
  );

  e11_fp_alu u_alu (
      .clk_i,
      .en_i,
      .op_i,
      .a_i,
      .b_i,
      .y_o(alu)
  );

  e11_int_alu #(
      .OWN_MULTIPLIER(1'b0)
  ) u_int (
      .clk_i,
      .en_i,
      .op_i,
      .a_i,
      .b_i,
      .c_i,
      .product_1q_i(product_1q),
      .y_o         (integer_result)
  );

  assign int_o = use_alu_3i ? alu : integer_result;

endmodule

`default_nettype wire
