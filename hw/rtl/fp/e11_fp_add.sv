// SPDX-License-Identifier: Apache-2.0
//
// FP32 sum: denormals flushed on input and output, nearest even, one NaN. Four
// stages, one sum a cycle while en_i.
//
//   1 order by magnitude | 2 align, add | 3 normalise | 4 round, pack
`default_nettype none

module e11_fp_add (
  input  logic        clk_i,
  input  logic        en_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  output      logic [31:0] y_o
);

  // ---------------------------------------------------- 1: order by magnitude
  logic        a_zero, b_zero, a_nan, b_nan, a_inf, b_inf, swap;
  logic [7:0]  big_exp, small_exp;
  assign a_zero = a_i[30:23] == 8'h00;
  assign b_zero = b_i[30:23] == 8'h00;
  assign a_inf  = a_i[30:0] == 31'h7f80_0000;
  assign b_inf  = b_i[30:0] == 31'h7f80_0000;
  assign a_nan  = a_i[30:23] == 8'hff && a_i[22:0] != '0;
  assign b_nan  = b_i[30:23] == 8'hff && b_i[22:0] != '0;
  assign swap   = a_i[30:0] < b_i[30:0];
  assign big_exp   = swap ? b_i[30:23] : a_i[30:23];
  assign small_exp = swap ? a_i[30:23] : b_i[30:23];

  logic        nan_1q, inf_1q, sign_1q, zsign_1q, sub_1q, zero_1q;
  logic        alone_1q;  // the smaller one is zero
  logic [7:0]  exp_1q, diff_1q;
  logic [22:0] big_1q, small_1q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      big_1q   <= swap ? b_i[22:0] : a_i[22:0];
      small_1q <= swap ? a_i[22:0] : b_i[22:0];
      exp_1q   <= big_exp;
      diff_1q  <= big_exp - small_exp;
      zero_1q  <= a_zero && b_zero;
      alone_1q <= a_zero || b_zero;
      sign_1q  <= swap ? b_i[31] : a_i[31];
      zsign_1q <= a_i[31] && b_i[31];
      sub_1q   <= a_i[31] ^ b_i[31];
      nan_1q   <= a_nan || b_nan || (a_inf && b_inf && (a_i[31] ^ b_i[31]));
      inf_1q   <= a_inf || b_inf;
    end
  end

  // ------------------------------------------------------------ 2: align, add
  // Three bits below the mantissa: guard, round, sticky.
  logic [26:0] small_2;
  logic        lost;
  always_comb begin
    small_2 = {1'b1, small_1q, 3'b000};
    lost    = 1'b0;
    for (int s = 0; s < 5; s++) begin
      if (diff_1q[s]) begin
        lost    = lost || (small_2 & 27'((32'd1 << (1 << s)) - 32'd1)) != '0;
        small_2 = small_2 >> (1 << s);
      end
    end
    if (diff_1q[7:5] != '0) begin
      lost    = 1'b1;
      small_2 = '0;
    end
    small_2[0] = small_2[0] || lost;
    if (alone_1q) small_2 = '0;
  end

  logic [27:0] sum_2;
  logic        unused_carry;
  assign {sum_2, unused_carry} = {2'b01, big_1q, 3'b000, 1'b1} +
                                 {sub_1q, small_2 ^ {27{sub_1q}}, sub_1q};

  logic        nan_2q, inf_2q, sign_2q, zsign_2q, zero_2q;
  logic [7:0]  exp_2q;
  logic [27:0] sum_2q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      sum_2q   <= sum_2;
      zero_2q  <= zero_1q;
      exp_2q   <= exp_1q;
      sign_2q  <= sign_1q;
      zsign_2q <= zsign_1q;
      nan_2q   <= nan_1q;
      inf_2q   <= inf_1q;
    end
  end

  // ------------------------------------------------------------- 3: normalise
  logic [27:0] norm_3;
  logic [4:0]  count_3;
  e11_normalize #(.W(28)) u_normalize (.a_i(sum_2q), .y_o(norm_3), .count_o(count_3));

  logic              nan_3q, inf_3q, zero_3q, sign_3q, up_3q;
  logic signed [9:0] exp_3q;
  logic [22:0]       frac_3q;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      frac_3q <= norm_3[26:4];
      up_3q   <= norm_3[3] && (norm_3[2:0] != '0 || norm_3[4]);
      exp_3q  <= $signed({2'b00, exp_2q}) + 10'sd1 - $signed({5'b00000, count_3});
      zero_3q <= zero_2q || !norm_3[27];
      sign_3q <= norm_3[27] && !zero_2q ? sign_2q : zsign_2q;
      nan_3q  <= nan_2q;
      inf_3q  <= inf_2q;
    end
  end

  // ----------------------------------------------------------- 4: round, pack
  logic [23:0]       frac_4;
  logic signed [9:0] exp_4;
  logic              over_4, under_4;
  assign frac_4 = {1'b0, frac_3q} + {23'b0, up_3q};
  assign exp_4   = exp_3q + $signed({9'b0, frac_4[23]});
  assign over_4  = !exp_4[9] && (exp_4[8] || &exp_4[7:0]);  // 255 or more
  assign under_4 = exp_4[9] || exp_4 == '0;

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      if (nan_3q) y_o <= e11_fp_pkg::NAN;
      else if (inf_3q || (!zero_3q && over_4)) y_o <= {sign_3q, 8'hff, 23'h0};
      else if (zero_3q || under_4) y_o <= {sign_3q, 31'h0};
      else y_o <= {sign_3q, exp_4[7:0], frac_4[22:0]};
    end
  end

  logic unused;
  assign unused = unused_carry;

endmodule

`default_nettype wire
