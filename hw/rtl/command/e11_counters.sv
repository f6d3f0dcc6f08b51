// SPDX-License-Identifier: Apache-2.0
//
// The performance counters (docs/registers.md, counters). Each counter collects
// its increments in a few bits of its own; a walker adds them to the 64-bit sums,
// one counter a cycle, so that a sum is at most 32 cycles behind.
//
//   inc_i -> pending (8 bits each) --walker--> sums (2 x 32 x 64 distributed RAM) -> value_o
`default_nettype none

module e11_counters (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [31:0][4:0] inc_i,     // what each counter adds in this cycle
    input  logic [4:0]       select_i,
    output logic [63:0]      value_o    // the selected sum
);

  // A counter adds at most 7 in the mean of 32 cycles: 16 vertices come with a
  // wave, whose launch takes more than 3 cycles.
  localparam int unsigned PENDING_W = 8;

  logic [31:0][PENDING_W-1:0] pending_q;
  logic [4:0]                 walk_q;
  logic                       clear_q;  // the first round after reset sets the sums to 0
  logic [63:0]                sum, next;

  e11_regfile_1r1w #(
      .W    (64),
      .DEPTH(32)
  ) u_sums (
      .clk_i,
      .we_i   (1'b1),
      .waddr_i(walk_q),
      .wdata_i(next),
      .raddr_i(walk_q),
      .rdata_o(sum)
  );

  // The same sums for the reader: distributed RAM has one read port.
  e11_regfile_1r1w #(
      .W    (64),
      .DEPTH(32)
  ) u_read (
      .clk_i,
      .we_i   (1'b1),
      .waddr_i(walk_q),
      .wdata_i(next),
      .raddr_i(select_i),
      .rdata_o(value_o)
  );

  assign next = clear_q ? 64'd0 : sum + 64'(pending_q[walk_q]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q <= '0;
      walk_q    <= '0;
      clear_q   <= 1'b1;
    end else begin
      walk_q <= walk_q + 5'd1;
      if (walk_q == 5'd31) clear_q <= 1'b0;
      for (int unsigned i = 0; i < 32; i++) begin
        pending_q[i] <= (walk_q == 5'(i) && !clear_q ? '0 : pending_q[i]) + PENDING_W'(inc_i[i]);
      end
    end
  end

endmodule

`default_nettype wire
