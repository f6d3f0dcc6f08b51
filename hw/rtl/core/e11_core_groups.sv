// SPDX-License-Identifier: Apache-2.0
//
// Thread groups: how many waves of each have not ended, how many of those are at a
// barrier, which wave slots are theirs. A barrier opens when all are there. Waves
// that have not been launched yet count as missing, waves that have ended do not
// count.
//
// A table with one entry for each group slot, one access a cycle: waves start in
// phases 0 and 1, arrive in phase 2, end in phase 3.
`default_nettype none

module e11_core_groups
  import e11_pkg::*;
  import e11_core_pkg::*;
(
    input  logic               clk_i,
    input  logic               rst_ni,
    // A compute wave starts (phases 0, 1).
    input  logic               start_valid_i,
    input  logic [WAVE_W-1:0]  start_wave_i,
    input  logic [GROUP_W-1:0] start_group_i,
    input  logic [6:0]         start_waves_i,   // of the group
    input  logic [14:0]        start_base_i,    // thread-group memory
    input  logic [15:0]        start_size_i,
    // A wave executes bar (phase 2).
    input  logic               arrive_valid_i,
    input  logic [WAVE_W-1:0]  arrive_wave_i,
    input  logic               arrive_group_valid_i, // it is a compute wave
    input  logic [GROUP_W-1:0] arrive_group_i,
    // A compute wave ends (phase 3).
    input  logic               end_valid_i,
    input  logic [WAVE_W-1:0]  end_wave_i,
    input  logic [GROUP_W-1:0] end_group_i,
    output logic [WAVES-1:0]   release_o,       // may go on
    output logic [WAVES-1:0]   waiting_o,       // at a barrier
    // Thread-group memory of a group
    input  logic [GROUP_W-1:0] lds_group_i,
    output logic [14:0]        lds_base_o,
    output logic [15:0]        lds_size_o
);

  localparam int unsigned Groups = 1 << GROUP_W;

  typedef struct packed {
    logic [6:0]       left;      // waves that have not ended
    logic [6:0]       arrived;   // of them at a barrier
    logic [WAVES-1:0] members;
  } entry_t;

  logic [Groups-1:0]  active_q;
  logic [GROUP_W-1:0] group;
  entry_t             old, now;
  logic               we, first, opens, alone;
  logic [WAVES-1:0]   waiting_q, arrives, at_barrier, one, kept;

  assign group = start_valid_i ? start_group_i : arrive_valid_i ? arrive_group_i : end_group_i;
  assign we    = start_valid_i || (arrive_valid_i && arrive_group_valid_i) || end_valid_i;

  e11_regfile_1r1w #(
      .W    ($bits(entry_t)),
      .DEPTH(Groups)
  ) u_table (
      .clk_i,
      .we_i   (we),
      .waddr_i(group),
      .wdata_i(now),
      .raddr_i(group),
      .rdata_o(old)
  );

  assign one     = WAVES'(1) << (start_valid_i ? start_wave_i : arrive_valid_i ? arrive_wave_i : end_wave_i);
  assign arrives = arrive_valid_i ? one : '0;
  assign first   = start_valid_i && !active_q[group];
  assign kept    = first ? '0 : old.members;

  always_comb begin
    now = old;
    // A slot of a wave that ends may soon be another group's.
    now.members = start_valid_i ? kept | one : end_valid_i ? kept & ~one : kept;
    if (first) now.left = start_waves_i;
    if (end_valid_i) now.left = old.left - 7'd1;
    if (arrive_valid_i) now.arrived = old.arrived + 7'd1;
    opens = we && !start_valid_i && now.arrived == now.left;
    if (first || opens) now.arrived = '0;
  end

  // Without a group there is nobody to wait for.
  assign at_barrier = waiting_q | arrives;
  assign alone      = arrive_valid_i && !arrive_group_valid_i;
  assign release_o  = at_barrier & ((opens ? old.members : '0) | (alone ? one : '0));
  assign waiting_o = waiting_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q  <= '0;
      waiting_q <= '0;
    end else begin
      waiting_q <= at_barrier & ~release_o;
      if (start_valid_i) active_q[group] <= 1'b1;
      else if (end_valid_i && now.left == '0) active_q[group] <= 1'b0;
    end
  end

  e11_regfile_1r1w #(
      .W    (31),
      .DEPTH(Groups)
  ) u_lds (
      .clk_i,
      .we_i   (start_valid_i),
      .waddr_i(start_group_i),
      .wdata_i({start_base_i, start_size_i}),
      .raddr_i(lds_group_i),
      .rdata_o({lds_base_o, lds_size_o})
  );

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    assert (!(start_valid_i && arrive_valid_i) && !(start_valid_i && end_valid_i) &&
            !(arrive_valid_i && end_valid_i))
    else $error("two changes of the group table meet");
  end
`endif

endmodule

`default_nettype wire
