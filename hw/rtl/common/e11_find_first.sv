// SPDX-License-Identifier: Apache-2.0
//
// Number of the lowest bit that is set; N - 1 if none is. It keeps a quarter of what is left with
// each two bits of the number: about N LUTs, and a few levels for each step.
`default_nettype none

module e11_find_first #(
    parameter int unsigned N = 64  // a power of two
) (
    input  logic [N-1:0]         a_i,
    output logic [$clog2(N)-1:0] index_o
);

  localparam int unsigned Bits  = $clog2(N);
  localparam int unsigned Steps = (Bits + 1) / 2;
  localparam int unsigned Wide  = 1 << (2 * Steps);

  always_comb begin
    logic [Wide-1:0]    left, quarter;
    /* verilator lint_off UNUSEDSIGNAL */  // a bit more where the number's are odd
    logic [2*Steps-1:0] number;
    /* verilator lint_on UNUSEDSIGNAL */
    logic [2:0]         some;   // anything in the first three quarters
    logic [1:0]         digit;
    left = Wide'(a_i);
    for (int unsigned s = Steps; s > 0; s--) begin
      quarter = (Wide'(1) << (1 << (2 * s - 2))) - 1'b1;
      for (int unsigned q = 0; q < 3; q++) some[q] = ((left >> (q << (2 * s - 2))) & quarter) != '0;
      digit = some[0] ? 2'd0 : some[1] ? 2'd1 : some[2] ? 2'd2 : 2'd3;
      number[2*s-1-:2] = digit;
      left = left >> (32'(digit) << (2 * s - 2));
    end
    index_o = number[Bits-1:0];
  end

endmodule

`default_nettype wire
