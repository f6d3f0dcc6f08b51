// SPDX-License-Identifier: Apache-2.0
//
// Queue of quad_info_t in block RAM, with the oldest one in front.
//
//   in -> RAM of DEPTH words -> head (the RAM's output register)
`default_nettype none

module e11_output_queue
  import e11_pkg::*;
#(
  parameter int unsigned DEPTH = 256
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       in_valid_i,
  output logic       in_ready_o,
  input  quad_info_t in_i,
  output logic       out_valid_o,
  input  logic       out_ready_i,
  output quad_info_t out_o,
  output logic       empty_o
);

  localparam int unsigned A = $clog2(DEPTH);

  logic [A:0] wptr_q, rptr_q;  // rptr_q: next word to read
  logic       push, read;
  assign in_ready_o = wptr_q - rptr_q != (A + 1)'(DEPTH);
  assign empty_o    = wptr_q == rptr_q && !out_valid_o;
  assign push       = in_valid_i && in_ready_o;
  assign read       = wptr_q != rptr_q && (!out_valid_o || out_ready_i);

  e11_ram_1r1w #(.W($bits(quad_info_t)), .DEPTH(DEPTH)) u_ram (
    .clk_i, .we_i(push), .waddr_i(wptr_q[A-1:0]), .wdata_i(in_i),
    .re_i(read), .raddr_i(rptr_q[A-1:0]), .rdata_o(out_o));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q      <= '0;
      rptr_q      <= '0;
      out_valid_o <= 1'b0;
    end else begin
      if (push) wptr_q <= wptr_q + 1'b1;
      if (read) begin
        rptr_q      <= rptr_q + 1'b1;
        out_valid_o <= 1'b1;
      end else if (out_ready_i) out_valid_o <= 1'b0;
    end
  end

endmodule

`default_nettype wire
