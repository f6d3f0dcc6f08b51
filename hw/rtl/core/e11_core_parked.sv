// SPDX-License-Identifier: Apache-2.0
//
// Waves that were refused by a unit, in a queue for each of four units: queue n is looked at in
// phase n, when its head wave is let go if the unit is ready. One wave a slot is parked (in phase 3).
// All queues lie in one block RAM: it is read a phase ahead, the wave that is parked in the very
// cycle of a read not seen by it.
`default_nettype none

module e11_core_parked
  import e11_pkg::*;
  import e11_core_pkg::*;
(
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic [1:0]        phase_i,
    input  logic [3:0]        park_i,     // to this queue (at most one)
    input  logic [WAVE_W-1:0] park_wave_i,
    input  logic [3:0]        ready_i,    // the units are
    output logic              release_o,  // the head of this phase's queue goes on
    output logic [WAVE_W-1:0] wave_o,
    output logic              queue2_o    // phase 0: somebody is in queue 2
);

  // Pointers go round with the phases: [0] is that of the next phase's queue, [3] that of this
  // phase's. (A bit more than a wave's number, to tell full from empty: a wave is parked once.)
  logic [3:0][WAVE_W:0] wptr_q, rptr_q;
  logic [WAVE_W:0]      wptr;
  logic [1:0]           park, next;
  logic                 there_q;

  assign next      = phase_i + 2'd1;
  assign park      = {park_i[3] || park_i[2], park_i[3] || park_i[1]};
  assign wptr      = wptr_q[park];  // in phase 3 each is at its queue's place
  assign release_o = there_q && ready_i[phase_i];
  assign queue2_o  = wptr_q[1] != rptr_q[1];

  e11_ram_1r1w #(
      .W    (WAVE_W),
      .DEPTH(4 * WAVES),
      .BLOCK(1'b1)
  ) u_ram (
      .clk_i,
      .we_i   (park_i != '0),
      .waddr_i({park, wptr[WAVE_W-1:0]}),
      .wdata_i(park_wave_i),
      .re_i   (1'b1),
      .raddr_i({next, rptr_q[0][WAVE_W-1:0]}),
      .rdata_o(wave_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q  <= '0;
      rptr_q  <= '0;
      there_q <= 1'b0;
    end else begin
      there_q <= wptr_q[0] != rptr_q[0];
      for (int unsigned u = 0; u < 4; u++) wptr_q[2'(u - 1)] <= park_i[u] ? wptr + 1'b1 : wptr_q[u];
      rptr_q <= {rptr_q[0], rptr_q[3] + (WAVE_W + 1)'(release_o), rptr_q[2:1]};
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    assert (park_i == '0 || phase_i == 2'd3) else $error("a wave is parked in another phase");
  end
`endif

endmodule

`default_nettype wire
