// SPDX-License-Identifier: Apache-2.0
//
// Shifts a word left until its highest bit is one, and counts the places. A
// logarithmic chain: each stage moves by half of the one before. A zero word
// stays zero (count is then the sum of all stages). W is at least 2.
`default_nettype none

module e11_normalize #(
  parameter int unsigned W = 32,
  localparam int unsigned CW = $clog2(W)
) (
  input  logic [W-1:0]  a_i,
  output      logic [W-1:0]  y_o,
  output      logic [CW-1:0] count_o
);

  always_comb begin
    y_o = a_i;
    for (int s = CW - 1; s >= 0; s--) begin
      // Step 2**s; the highest 2**s bits are all zero: move up.
      count_o[s] = (y_o >> (W - (1 << s))) == '0;
      if (count_o[s]) y_o = y_o << (1 << s);
    end
  end

endmodule

`default_nettype wire
