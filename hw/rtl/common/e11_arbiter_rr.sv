// SPDX-License-Identifier: Apache-2.0
//
// Round-robin arbiter, combinational grant: among N requests the first one at or
// after the pointer wins; the pointer moves behind the winner when `advance_i` is
// high (the transfer took place). A grant does not move to another client
// while the winner keeps requesting and nothing advances.
`default_nettype none

module e11_arbiter_rr #(
    parameter int unsigned N = 4
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic [N-1:0]         req_i,
    input  logic                 advance_i,
    output logic [N-1:0]         grant_o,   // one-hot, 0 if no request
    output logic [$clog2(N)-1:0] index_o    // number of the granted client
);

  logic [N-1:0] mask_q;    // clients at or after the pointer
  logic         held_q;    // last cycle's grant did not advance
  logic [N-1:0] grant_q;
  logic [N-1:0] high, pick;

  assign high = req_i & mask_q;
  // The lowest set bit of a word is word & -word.
  assign pick = |high ? high & (~high + 1'b1) : req_i & (~req_i + 1'b1);

  assign grant_o = (held_q && |(grant_q & req_i)) ? grant_q : pick;

  always_comb begin
    index_o = '0;
    for (int unsigned i = 0; i < N; i++) begin
      if (grant_o[i]) index_o = index_o | ($clog2(N))'(i);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mask_q  <= '1;
      held_q  <= 1'b0;
      grant_q <= '0;
    end else begin
      held_q  <= |grant_o && !advance_i;
      grant_q <= grant_o;
      // All bits above the winner.
      if (advance_i && |grant_o) mask_q <= ~(grant_o | (grant_o - 1'b1));
    end
  end

endmodule

`default_nettype wire
