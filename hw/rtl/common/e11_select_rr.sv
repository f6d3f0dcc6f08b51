// SPDX-License-Identifier: Apache-2.0
//
// Round robin over many requests by number: the first behind the last winner, else the first of all; the last
// winner changes when `advance_i` is high. Where e11_arbiter_rr gives one grant wire for each of a few clients
// and holds it, this one gives the winner's number and may change its mind while nothing advances.
//
// In two levels, by groups of eight: what is left of the last winner's group, else the first of the next group
// that has a request. A mask over all requests would take twice the LUTs.
`default_nettype none

module e11_select_rr #(
    parameter int unsigned N = 64  // a power of two, 16 or more
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic [N-1:0]         req_i,
    input  logic                 advance_i,
    output logic                 valid_o,   // there is a request
    output logic [$clog2(N)-1:0] index_o    // number of the winner
);

  localparam int unsigned Groups = N / 8;
  localparam int unsigned GroupW = $clog2(Groups);

  logic [GroupW-1:0]      group_q, next_group;  // of the last winner; the next one with a request
  logic [2:0]             place_q, place;       // within the group
  logic [Groups-1:0][7:0] req;
  logic [Groups-1:0]      some, behind;
  logic [7:0]             rest, from;
  logic                   stay;                 // in the last winner's group

  assign req    = req_i;
  assign rest   = req[group_q] & (8'hfe << place_q);
  assign stay   = rest != '0;
  assign behind = some & (({Groups{1'b1}} << group_q) << 1);
  assign from   = stay ? rest : req[next_group];

  always_comb begin
    for (int unsigned g = 0; g < Groups; g++) some[g] = req[g] != '0;
  end

  e11_find_first #(
      .N(Groups)
  ) u_group (
      .a_i    (behind != '0 ? behind : some),
      .index_o(next_group)
  );
  e11_find_first #(
      .N(8)
  ) u_place (
      .a_i    (from),
      .index_o(place)
  );

  assign valid_o = some != '0;
  assign index_o = {stay ? group_q : next_group, place};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {group_q, place_q} <= '1;
    else if (advance_i && valid_o) {group_q, place_q} <= index_o;
  end

endmodule

`default_nettype wire
