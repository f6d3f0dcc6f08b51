// SPDX-License-Identifier: Apache-2.0
//
// Number of the lowest bit that is set; N - 1 if none is. It halves what is left with each bit
// of the number, which takes N multiplexers in all and no carry chain.
`default_nettype none

module e11_find_first #(
    parameter int unsigned N = 64  // a power of two
) (
    input  logic [N-1:0]         a_i,
    output logic [$clog2(N)-1:0] index_o
);

  localparam int unsigned Bits = $clog2(N);

  always_comb begin
    logic [N-1:0] left;
    left = a_i;
    for (int unsigned b = Bits; b > 0; b--) begin
      // The low half of the 2^b bits that are left, if anything is set in it.
      index_o[b-1] = (left & ((N'(1) << (1 << (b - 1))) - 1'b1)) == '0;
      if (index_o[b-1]) left = left >> (1 << (b - 1));
    end
  end

endmodule

`default_nettype wire
