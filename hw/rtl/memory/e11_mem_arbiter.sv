// SPDX-License-Identifier: Apache-2.0
//
// One request stream from all clients, round robin. The register slice behind the
// multiplexer keeps the memory unit's ready out of the clients' own paths.
`default_nettype none

module e11_mem_arbiter
  import e11_pkg::*;
  import e11_memory_pkg::*;
(
    input  logic                   clk_i,
    input  logic                   rst_ni,
    input  logic     [CLIENTS-1:0] req_valid_i,
    output logic     [CLIENTS-1:0] req_ready_o,
    input  mem_req_t [CLIENTS-1:0] req_i,
    output logic                   out_valid_o,
    input  logic                   out_ready_i,
    output client_req_t            out_o
);

  logic [CLIENTS-1:0] grant;
  logic [$clog2(CLIENTS)-1:0] index;
  logic               take;
  client_req_t        chosen;

  assign req_ready_o = take ? grant : '0;

  e11_arbiter_rr #(.N(CLIENTS)) u_rr (
      .clk_i, .rst_ni, .req_i(req_valid_i), .advance_i(take), .grant_o(grant), .index_o(index));

  // AND-OR instead of an index: no priority in the data path.
  always_comb begin
    chosen        = '0;
    chosen.client = CLIENT_W'(index);
    for (int unsigned i = 0; i < CLIENTS; i++) begin
      if (grant[i]) chosen.req = chosen.req | req_i[i];
    end
  end

  e11_skid #(.W($bits(client_req_t))) u_slice (
      .clk_i, .rst_ni, .in_valid_i(|grant), .in_ready_o(take), .in_i(chosen),
      .out_valid_o, .out_ready_i, .out_o);

endmodule

`default_nettype wire
