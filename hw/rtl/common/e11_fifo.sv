// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out queue of DEPTH words of W bits (DEPTH a power of two, at
// least 2). The head is readable without delay; a word passes in one cycle.
// It lives in distributed RAM: wide ones of more than 32 words, and all of more than 64,
// belong in block RAM (e11_ram_1r1w with pointers around it).
//
//   in --> [ memory ] --> out (asynchronous read)
`default_nettype none

module e11_fifo #(
    parameter int unsigned W     = 32,
    parameter int unsigned DEPTH = 4
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    input  logic                   in_valid_i,
    output logic                   in_ready_o,
    input  logic [W-1:0]           in_i,
    output logic                   out_valid_o,
    input  logic                   out_ready_i,
    output logic [W-1:0]           out_o,
    output logic [$clog2(DEPTH):0] level_o     // words stored, 0..DEPTH
);

  localparam int unsigned A = $clog2(DEPTH);

  (* no_rw_check *) logic [W-1:0] mem [DEPTH];
  logic [A:0] wptr_q, rptr_q;
  logic       push, pop;

  assign level_o     = wptr_q - rptr_q;
  assign in_ready_o  = level_o != (A + 1)'(DEPTH);
  assign out_valid_o = wptr_q != rptr_q;
  assign push        = in_valid_i && in_ready_o;
  assign pop         = out_valid_o && out_ready_i;
  assign out_o       = mem[rptr_q[A-1:0]];

  always_ff @(posedge clk_i) begin
    if (push) mem[wptr_q[A-1:0]] <= in_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q <= '0;
      rptr_q <= '0;
    end else begin
      if (push) wptr_q <= wptr_q + 1'b1;
      if (pop)  rptr_q <= rptr_q + 1'b1;
    end
  end

endmodule

`default_nettype wire
