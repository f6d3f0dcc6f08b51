// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out queue of DEPTH words of W bits (DEPTH a power of two, 2..512) in block
// RAM, for wide words. A word is at the head two cycles after it came; then one a cycle passes.
//
//   in --> [ memory ] --> out: what the memory has read, the head
`default_nettype none

module e11_fifo_block #(
    parameter int unsigned W     = 128,
    parameter int unsigned DEPTH = 16
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         in_valid_i,
    output logic         in_ready_o,
    input  logic [W-1:0] in_i,
    output logic         out_valid_o,
    input  logic         out_ready_i,
    output logic [W-1:0] out_o,
    output logic         empty_o
);

  localparam int unsigned A = $clog2(DEPTH);

  logic [A:0] wptr_q, rptr_q, rptr;
  logic       push, valid_q;

  assign empty_o     = wptr_q == rptr_q;
  assign in_ready_o  = wptr_q != {!rptr_q[A], rptr_q[A-1:0]};
  assign push        = in_valid_i && in_ready_o;
  assign out_valid_o = valid_q;
  // The memory reads the next head; a word that is written in this cycle is none yet.
  assign rptr        = rptr_q + (A + 1)'(valid_q && out_ready_i);

  e11_ram_1r1w #(
      .W    (W),
      .DEPTH(DEPTH),
      .BLOCK(1'b1)
  ) u_ram (
      .clk_i,
      .we_i   (push),
      .waddr_i(wptr_q[A-1:0]),
      .wdata_i(in_i),
      .re_i   (wptr_q != rptr),
      .raddr_i(rptr[A-1:0]),
      .rdata_o(out_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q  <= '0;
      rptr_q  <= '0;
      valid_q <= 1'b0;
    end else begin
      if (push) wptr_q <= wptr_q + 1'b1;
      rptr_q  <= rptr;
      valid_q <= wptr_q != rptr;
    end
  end

endmodule

`default_nettype wire
