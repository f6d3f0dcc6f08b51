// SPDX-License-Identifier: Apache-2.0
//
// Block RAM: one write port with a write enable per lane of W/LANES bits, one
// read port, data one cycle after `re_i` and held until the next read. Reading
// and writing the same row in one cycle is undefined: simulation returns the
// complement of the old lane contents so that a design that relies on it fails.
// Yosys makes distributed RAM of few rows; BLOCK: block RAM all the same, with 512 rows at least.
`default_nettype none

module e11_ram_1r1w #(
    parameter int unsigned W     = 32,
    parameter int unsigned DEPTH = 512,
    parameter int unsigned LANES = 1,
    parameter bit          BLOCK = 1'b0
) (
    input  logic                     clk_i,
    input  logic [LANES-1:0]         we_i,
    input  logic [$clog2(DEPTH)-1:0] waddr_i,
    input  logic [W-1:0]             wdata_i,
    input  logic                     re_i,
    input  logic [$clog2(DEPTH)-1:0] raddr_i,
    output logic [W-1:0]             rdata_o
);

  localparam int unsigned B    = W / LANES;
  localparam int unsigned ROWS = BLOCK && DEPTH < 512 ? 512 : DEPTH;
  localparam int unsigned A    = $clog2(ROWS);

  (* no_rw_check *) logic [W-1:0] mem [ROWS];
  logic [A-1:0] waddr, raddr;

  assign waddr = A'(waddr_i);
  assign raddr = A'(raddr_i);

  always_ff @(posedge clk_i) begin
    for (int unsigned l = 0; l < LANES; l++) begin
      if (we_i[l]) mem[waddr][B*l +: B] <= wdata_i[B*l +: B];
    end
  end

`ifdef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (re_i) rdata_o <= mem[raddr];
  end
`else
  always_ff @(posedge clk_i) begin
    if (re_i) begin
      rdata_o <= mem[raddr];
      for (int unsigned l = 0; l < LANES; l++) begin
        if (we_i[l] && waddr == raddr) rdata_o[B*l +: B] <= ~mem[raddr][B*l +: B];
      end
    end
  end
`endif

endmodule

`default_nettype wire
