// SPDX-License-Identifier: Apache-2.0
//
// Block RAM with one port: in a cycle with `en_i` it writes the enabled lanes (any
// bit of we_i set) or reads (none set). Data one cycle later, held until the next
// read.
`default_nettype none

module e11_ram_1rw #(
    parameter int unsigned W     = 32,
    parameter int unsigned DEPTH = 512,
    parameter int unsigned LANES = 1
) (
    input  logic                     clk_i,
    input  logic                     en_i,
    input  logic [LANES-1:0]         we_i,
    input  logic [$clog2(DEPTH)-1:0] addr_i,
    input  logic [W-1:0]             wdata_i,
    output logic [W-1:0]             rdata_o
);

  localparam int unsigned B = W / LANES;

  logic [W-1:0] mem [DEPTH];

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      for (int unsigned l = 0; l < LANES; l++) begin
        if (we_i[l]) mem[addr_i][B*l +: B] <= wdata_i[B*l +: B];
      end
      if (we_i == '0) rdata_o <= mem[addr_i];
    end
  end

endmodule

`default_nettype wire
