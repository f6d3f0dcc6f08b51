// SPDX-License-Identifier: Apache-2.0
//
// Signed integer of W bits to FP32, nearest even. Three stages.
//
//   1 | 2 normalise | 3 round, pack
//
// A negative number's magnitude is its complement plus one. The one needs no adder: it is
// what a fraction of endless ones after the complement is worth. They are shifted in by the
// normalisation, and make the round bit and what is below it either a tie (0, then ones
// only), or the carry (ones only, rounded up), or what these bits say.
`default_nettype none

module e11_fp_from_int #(
  parameter int unsigned W = 32
) (
  input  logic                clk_i,
  input  logic                en_i,
  input  logic signed [W-1:0] a_i,
  output      logic [31:0]         y_o
);

  // At least 26 bits, so that there always are bits to round.
  localparam int unsigned MW = W < 26 ? 26 : W;
  localparam int unsigned CW = $clog2(MW);

  logic signed [MW-1:0] a_1q;
  logic                 sign_1;
  always_ff @(posedge clk_i) begin
    if (en_i) a_1q <= MW'(a_i);
  end
  assign sign_1 = a_1q[MW-1];

  // Shifts of 2**s, 32 first. What no later one moves up to the round bit is not kept: it
  // matters only whether all of it is as what comes in from below.
  logic [MW-1:0] norm_2;
  logic [CW-1:0] count_2;
  logic          other_2;
  always_comb begin
    norm_2  = a_1q ^ {MW{sign_1}};
    other_2 = 1'b0;
    for (int s = CW - 1; s >= 0; s--) begin
      count_2[s] = (norm_2 >> (MW - (1 << s))) == '0;
      for (int i = 0; i + 24 + (1 << s) < MW; i++) begin
        if (!count_2[s] && i + 24 + (2 << s) >= MW) other_2 = other_2 || norm_2[i] != sign_1;
      end
      if (count_2[s]) norm_2 = (norm_2 << (1 << s)) | ({MW{sign_1}} & ~({MW{1'b1}} << (1 << s)));
      for (int i = 0; i + 24 + (1 << s) < MW; i++) norm_2[i] = sign_1;
    end
  end

  logic        sign_2q, zero_2q, up_2q, tie_2;
  logic [7:0]  exp_2q;
  logic [22:0] frac_2q;
  assign tie_2 = norm_2[MW-25] != sign_1 && !other_2;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      sign_2q <= sign_1;
      zero_2q <= !norm_2[MW-1];
      frac_2q <= norm_2[MW-2 -: 23];
      up_2q   <= tie_2 ? norm_2[MW-24] : norm_2[MW-25];
      exp_2q  <= 8'(127 + MW - 1) - 8'(count_2);
    end
  end

  logic [23:0] frac_3;
  assign frac_3 = {1'b0, frac_2q} + {23'b0, up_2q};
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      y_o <= zero_2q ? 32'h0 : {sign_2q, exp_2q + {7'b0, frac_3[23]}, frac_3[22:0]};
    end
  end

endmodule

`default_nettype wire
