// SPDX-License-Identifier: Apache-2.0
//
// Round robin over many requests by number: the first at or after the pointer, else the
// first of all; the pointer moves behind the winner when `advance_i` is high. Where
// e11_arbiter_rr gives one grant wire for each of a few clients and holds it, this one
// gives the winner's number and may change its mind while nothing advances.
`default_nettype none

module e11_select_rr #(
    parameter int unsigned N = 64  // a power of two
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic [N-1:0]         req_i,
    input  logic                 advance_i,
    output logic                 valid_o,   // there is a request
    output logic [$clog2(N)-1:0] index_o    // number of the winner
);

  logic [N-1:0] mask_q;   // at or after the pointer
  logic [N-1:0] high, from;

  assign high    = req_i & mask_q;
  assign from    = |high ? high : req_i;
  assign valid_o = |req_i;

  e11_find_first #(
      .N(N)
  ) u_find (
      .a_i    (from),
      .index_o(index_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mask_q <= '1;
    else if (advance_i && valid_o) mask_q <= {{(N - 1){1'b1}}, 1'b0} << index_o;
  end

endmodule

`default_nettype wire
