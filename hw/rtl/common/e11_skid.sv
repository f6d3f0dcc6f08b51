// SPDX-License-Identifier: Apache-2.0
//
// Register slice for a valid/ready channel: cuts all paths in both directions,
// passes one word per cycle. Two registers: `out` and the spare `skid` that
// takes the word which arrives while the receiver stalls.
`default_nettype none

module e11_skid #(
    parameter int unsigned W = 32
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         in_valid_i,
    output logic         in_ready_o,
    input  logic [W-1:0] in_i,
    output logic         out_valid_o,
    input  logic         out_ready_i,
    output logic [W-1:0] out_o
);

  logic         out_valid_q, skid_valid_q;
  logic [W-1:0] out_q, skid_q;
  logic         advance;

  assign in_ready_o  = !skid_valid_q;
  assign out_valid_o = out_valid_q;
  assign out_o       = out_q;
  assign advance     = out_ready_i || !out_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_q  <= 1'b0;
      skid_valid_q <= 1'b0;
    end else if (advance) begin
      out_valid_q  <= skid_valid_q || in_valid_i;
      skid_valid_q <= 1'b0;
    end else if (in_valid_i) begin
      skid_valid_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (advance) out_q <= skid_valid_q ? skid_q : in_i;
    if (!skid_valid_q) skid_q <= in_i;
  end

endmodule

`default_nettype wire
