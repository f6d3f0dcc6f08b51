// SPDX-License-Identifier: Apache-2.0
//
// Small memory in distributed RAM (up to 64 rows): one write port, one
// asynchronous read port. A read in the cycle of a write gives the old word.
`default_nettype none

module e11_regfile_1r1w #(
    parameter int unsigned W     = 32,
    parameter int unsigned DEPTH = 32
) (
    input  logic                     clk_i,
    input  logic                     we_i,
    input  logic [$clog2(DEPTH)-1:0] waddr_i,
    input  logic [W-1:0]             wdata_i,
    input  logic [$clog2(DEPTH)-1:0] raddr_i,
    output logic [W-1:0]             rdata_o
);

  logic [W-1:0] mem [DEPTH];

  assign rdata_o = mem[raddr_i];

  always_ff @(posedge clk_i) begin
    if (we_i) mem[waddr_i] <= wdata_i;
  end

endmodule

`default_nettype wire
