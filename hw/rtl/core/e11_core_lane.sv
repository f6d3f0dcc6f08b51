// SPDX-License-Identifier: Apache-2.0
//
// One execution lane: the multiplier whose rounded product feeds the adder, and the unit of
// all other operations, which shares the multiplier. Sums and products all take
// the same way: a sum multiplies by 1 first, a product adds -0 last; both leave
// the value as it is, and a mad rounds twice.
//
//   X0      X3                      X7
//   mul a*b -+- add (product + addend) -> fp_o
//   alu  ----+  (ffrc: addend = -floor)
//            +-> int_o
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
    input  logic        fraction_3i,  // X3: ffrc
    output logic [31:0] int_o,        // X3
    output logic [31:0] fp_o          // X7
);

  logic [31:0] product;
  logic [31:0] addend_1q, addend_2q, addend_3q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      addend_1q <= addend_i;
      addend_2q <= addend_1q;
      addend_3q <= addend_2q;
    end
  end

  // One multiplier for mantissas and integers: four of 17 x 17 bits. The outer two products
  // lie side by side, so that only the inner ones are added.
  logic               is_signed;
  logic        [31:0] factor_a, factor_b;
  logic signed [16:0] a_high, a_low, b_high, b_low;
  logic signed [33:0] high, low, inner_ab, inner_ba;
  logic signed [34:0] inner;
  logic        [63:0] product_1q;

  assign is_signed = is_int_i && op_i == OP_IMULH;
  assign factor_a  = is_int_i ? a_i : {9'h1, mul_a_i[22:0]};
  assign factor_b  = is_int_i ? b_i : {9'h1, mul_b_i[22:0]};
  assign a_high    = {is_signed && factor_a[31], factor_a[31:16]};
  assign b_high    = {is_signed && factor_b[31], factor_b[31:16]};
  assign a_low     = {1'b0, factor_a[15:0]};
  assign b_low     = {1'b0, factor_b[15:0]};
  assign high      = a_high * b_high;
  assign low       = a_low * b_low;
  assign inner_ab  = a_high * b_low;
  assign inner_ba  = b_high * a_low;
  assign inner     = {inner_ab[33], inner_ab} + {inner_ba[33], inner_ba};

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      product_1q[15:0]  <= low[15:0];
      product_1q[63:16] <= {high[31:0], low[31:16]} + {{13{inner[34]}}, inner};
    end
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
      .b_i(fraction_3i ? {~int_o[31], int_o[30:0]} : addend_3q),
      .y_o(fp_o)
  );

  e11_alu #(
      .OWN_MULTIPLIER(1'b0)
  ) u_alu (
      .clk_i,
      .en_i,
      .op_i,
      .a_i,
      .b_i,
      .c_i,
      .product_1q_i(product_1q),
      .y_o         (int_o)
  );

  logic unused;
  assign unused = &{1'b0, high[33:32], low[33:32]};

endmodule

`default_nettype wire
