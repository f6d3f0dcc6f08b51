// SPDX-License-Identifier: Apache-2.0
//
// An FP32 product around the product of the mantissas, which a multiplier outside
// makes (e11_fp_mul; the core's lane shares one with the integer unit): denormals
// flushed on input and output, rounded to nearest even before the flush, one NaN.
// Three stages, one product a cycle while en_i.
//
//   1 (multiply mantissas,) add exponents | 2 normalise, find round bits | 3 round, pack
`default_nettype none

module e11_fp_mul_round (
  input  logic        clk_i,
  input  logic        en_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic [47:0] product_1q_i,  // {1, a_i[22:0]} * {1, b_i[22:0]}, registered
  output      logic [31:0] y_o
);

  // ------------------------------------------------------------ 1: exponents
  logic a_zero, b_zero, a_max, b_max;
  assign a_zero = a_i[30:23] == 8'h00;
  assign b_zero = b_i[30:23] == 8'h00;
  assign a_max  = a_i[30:23] == 8'hff;
  assign b_max  = b_i[30:23] == 8'hff;

  logic        nan_1q, inf_1q, zero_1q, sign_1q;
  logic [9:0]  exp_1q;      // biased, signed

  // a + b - 127 is a + (b - 128) + 1.
  logic [9:0] exp_1;
  logic       unused_carry;
  assign {exp_1, unused_carry} = {2'b00, a_i[30:23], 1'b1} + {{3{~b_i[30]}}, b_i[29:23], 1'b1};

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      exp_1q     <= exp_1;
      sign_1q    <= a_i[31] ^ b_i[31];
      nan_1q     <= (a_max && a_i[22:0] != '0) || (b_max && b_i[22:0] != '0) ||
                    (a_max && b_zero) || (b_max && a_zero);
      inf_1q     <= a_max || b_max;
      zero_1q    <= a_zero || b_zero;
    end
  end

  // ------------------------------------------------------------ 2: normalise
  logic        nan_2q, inf_2q, zero_2q, sign_2q, up_2q;
  logic [9:0]  exp_2q;
  logic [22:0] frac_2q;

  logic [22:0] frac_2d;
  logic        guard_2, sticky_2;
  assign frac_2d  = product_1q_i[47] ? product_1q_i[46:24] : product_1q_i[45:23];
  assign guard_2  = product_1q_i[47] ? product_1q_i[23] : product_1q_i[22];
  assign sticky_2 = (product_1q_i[47] && product_1q_i[22]) || (product_1q_i[21:0] != '0);

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      frac_2q <= frac_2d;
      up_2q   <= guard_2 && (sticky_2 || frac_2d[0]);
      exp_2q  <= exp_1q + {9'b0, product_1q_i[47]};
      sign_2q <= sign_1q;
      nan_2q  <= nan_1q;
      inf_2q  <= inf_1q;
      zero_2q <= zero_1q;
    end
  end

  // ---------------------------------------------------------- 3: round, pack
  logic [23:0] frac_3;      // the carry out of the fraction raises the exponent
  logic [9:0]  exp_3;
  logic        over_3, under_3;
  assign frac_3 = {1'b0, frac_2q} + {23'b0, up_2q};
  assign exp_3   = exp_2q + {9'b0, frac_3[23]};
  assign over_3  = !exp_3[9] && (exp_3[8] || &exp_3[7:0]);  // 255 or more
  assign under_3 = exp_3[9] || exp_3 == '0;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      if (nan_2q) y_o <= e11_fp_pkg::NAN;
      else if (inf_2q || (!zero_2q && over_3)) y_o <= {sign_2q, 8'hff, 23'h0};
      else if (zero_2q || under_3) y_o <= {sign_2q, 31'h0};
      else y_o <= {sign_2q, exp_3[7:0], frac_3[22:0]};
    end
  end

  logic unused;
  assign unused = unused_carry;

endmodule

`default_nettype wire
