// SPDX-License-Identifier: Apache-2.0
//
// One request stream from all clients, round robin. The client that is chosen has its request
// in a register of its own, all others' are 0 (synchronous reset, no LUT): an OR joins them for
// less than half of what a multiplexer before one register takes. The register slice behind
// keeps the memory unit's ready out of the clients' own paths.
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
    output client_req_t            out_o,
    output logic                   busy_o         // a request is in here
);

  logic [CLIENTS-1:0]         grant;
  logic [$clog2(CLIENTS)-1:0] index;
  logic                       take, joined_valid_q, slice_ready;
  mem_req_t [CLIENTS-1:0]     part_q;
  client_req_t                joined;
  logic [CLIENT_W-1:0]        client_q;

  assign take        = !joined_valid_q || slice_ready;
  assign req_ready_o = take ? grant : '0;
  assign busy_o      = joined_valid_q || out_valid_o;

  e11_arbiter_rr #(.N(CLIENTS)) u_rr (
      .clk_i, .rst_ni, .req_i(req_valid_i), .advance_i(take), .grant_o(grant), .index_o(index));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) joined_valid_q <= 1'b0;
    else if (take) joined_valid_q <= grant != '0;
  end
  always_ff @(posedge clk_i) begin
    if (take) begin
      client_q <= CLIENT_W'(index);
      for (int unsigned i = 0; i < CLIENTS; i++) part_q[i] <= grant[i] ? req_i[i] : '0;
    end
  end

  always_comb begin
    joined        = '0;
    joined.client = client_q;
    for (int unsigned i = 0; i < CLIENTS; i++) joined.req = joined.req | part_q[i];
  end

  e11_skid #(.W($bits(client_req_t))) u_slice (
      .clk_i, .rst_ni, .in_valid_i(joined_valid_q), .in_ready_o(slice_ready), .in_i(joined),
      .out_valid_o, .out_ready_i, .out_o);

endmodule

`default_nettype wire
