// SPDX-License-Identifier: Apache-2.0
//
// Signed integer of W bits to FP32, nearest even. Three stages.
//
//   1 magnitude | 2 normalise | 3 round, pack
`default_nettype none

module e11_fp_from_int #(
  parameter int unsigned W = 32
) (
  input  logic                clk_i,
  input  logic                en_i,
  input  logic signed [W-1:0] a_i,
  output      logic [31:0]         y_o
);

  // Magnitude in at least 26 bits, so that there always are bits to round.
  localparam int unsigned MW = W < 26 ? 26 : W;
  localparam int unsigned CW = $clog2(MW);

  logic          sign_1q;
  logic [MW-1:0] mag_1q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      sign_1q <= a_i[W-1];
      mag_1q  <= MW'(unsigned'(a_i[W-1] ? -a_i : a_i));
    end
  end

  logic [MW-1:0] norm_2;
  logic [CW-1:0] count_2;
  e11_normalize #(.W(MW)) u_normalize (.a_i(mag_1q), .y_o(norm_2), .count_o(count_2));

  logic        sign_2q, zero_2q, up_2q;
  logic [7:0]  exp_2q;
  logic [22:0] frac_2q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      sign_2q <= sign_1q;
      zero_2q <= !norm_2[MW-1];
      frac_2q <= norm_2[MW-2 -: 23];
      up_2q   <= norm_2[MW-25] && (norm_2[MW-26:0] != '0 || norm_2[MW-24]);
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
