// SPDX-License-Identifier: Apache-2.0
//
// Block RAM of rows of PARTS * W bits: a row is written at once and read part by part, data one cycle
// after `re_i` and held until the next read. The memory's ports are of different widths, which makes
// the multiplexer that would choose the part. Reading a part in the cycle in which its row is written
// is undefined: simulation returns the complement of the old contents so that a design that relies
// on it fails. Of 512 rows at least, for Yosys makes distributed RAM of fewer.
`default_nettype none

module e11_ram_parts #(
    parameter int unsigned W     = 32,
    parameter int unsigned PARTS = 4,     // a power of two
    parameter int unsigned DEPTH = 512    // rows
) (
    input  logic                           clk_i,
    input  logic                           we_i,
    input  logic [$clog2(DEPTH)-1:0]       waddr_i,
    input  logic [PARTS*W-1:0]             wdata_i,
    input  logic                           re_i,
    input  logic [$clog2(DEPTH*PARTS)-1:0] raddr_i,  // row, part
    output logic [W-1:0]                   rdata_o
);

  localparam int unsigned P    = $clog2(PARTS);
  localparam int unsigned ROWS = DEPTH < 512 ? 512 : DEPTH;
  localparam int unsigned A    = $clog2(ROWS);

  (* no_rw_check *) logic [W-1:0] mem [ROWS*PARTS];
  logic [A-1:0]   waddr;
  logic [A+P-1:0] raddr;

  assign waddr = A'(waddr_i);
  assign raddr = (A + P)'(raddr_i);

  always_ff @(posedge clk_i) begin
    if (we_i) begin
      for (int unsigned p = 0; p < PARTS; p++) mem[{waddr, P'(p)}] <= wdata_i[W*p +: W];
    end
  end

`ifdef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (re_i) rdata_o <= mem[raddr];
  end
`else
  always_ff @(posedge clk_i) begin
    if (re_i) rdata_o <= we_i && waddr == raddr[A+P-1:P] ? ~mem[raddr] : mem[raddr];
  end
`endif

endmodule

`default_nettype wire
