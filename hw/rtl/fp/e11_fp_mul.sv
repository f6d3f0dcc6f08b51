// SPDX-License-Identifier: Apache-2.0
//
// FP32 product: denormals flushed on input and output, rounded to nearest even
// before the flush, one NaN. Three stages, one product a cycle while en_i.
//
//   1 multiply mantissas | 2, 3 e11_fp_mul_round
`default_nettype none

module e11_fp_mul (
  input  logic        clk_i,
  input  logic        en_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  output logic [31:0] y_o
);

  logic [47:0] product_1q;
  always_ff @(posedge clk_i) begin
    if (en_i) product_1q <= {1'b1, a_i[22:0]} * {1'b1, b_i[22:0]};
  end

  e11_fp_mul_round u_round (
    .clk_i,
    .en_i,
    .a_i,
    .b_i,
    .product_1q_i(product_1q),
    .y_o
  );

endmodule

`default_nettype wire
