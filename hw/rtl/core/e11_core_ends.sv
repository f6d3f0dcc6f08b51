// SPDX-License-Identifier: Apache-2.0
//
// What waits for acknowledged writes: ends of vertex and compute waves, and fences.
// Each takes the number of writes sent so far with it into one queue; as both
// numbers only grow, the queue is in the right order. Thread groups are counted
// here, too (e11_core_groups).
`default_nettype none

module e11_core_ends
  import e11_pkg::*;
  import e11_core_pkg::*;
(
    input  logic               clk_i,
    input  logic               rst_ni,
    // A wave starts (phases 0, 1).
    input  logic               start_valid_i,
    input  logic [WAVE_W-1:0]  start_wave_i,
    input  launch_t            start_i,
    output logic               room_o,         // for one wave more
    // bar, fence (phase 2)
    input  logic               bar_i,
    input  logic               fence_i,
    input  logic [WAVE_W-1:0]  ctl_wave_i,
    input  wave_info_t         ctl_info_i,
    output logic [WAVES-1:0]   bar_release_o,
    output logic [WAVES-1:0]   bar_waiting_o,
    output logic               fence_done_o,
    output logic [WAVE_W-1:0]  fence_wave_o,
    // A wave has ended (phase 3).
    input  logic               end_valid_i,
    input  logic [WAVE_W-1:0]  end_wave_i,
    input  wave_info_t         end_info_i,
    // Writes sent and acknowledged, modulo 256
    input  logic [7:0]         writes_sent_i,
    input  logic [7:0]         writes_done_i,
    output logic               vs_done_valid_o,
    output logic [PSSEQ_W-1:0] vs_done_tag_o,
    output logic               cs_done_valid_o,
    output logic [PSSEQ_W-1:0] cs_done_tag_o,
    output logic               busy_o,
    // Thread-group memory of a group
    input  logic [GROUP_W-1:0] lds_group_i,
    output logic [14:0]        lds_base_o,
    output logic [15:0]        lds_size_o
);

  typedef enum logic [1:0] {VERTEX, COMPUTE, FENCE} kind_e;

  typedef struct packed {
    kind_e      kind;
    logic [5:0] id;      // batch, group, wave
    logic [7:0] writes;
  } entry_t;

  entry_t     in, out;
  logic       in_valid, in_ready, out_valid, out_ready, end_pixel;
  logic [7:0] ahead;
  logic       empty;
  logic [$clog2(WAVES):0] waves_q;

  assign end_pixel = end_info_i.stage == STAGE_PIXEL;
  assign in_valid  = fence_i || (end_valid_i && !end_pixel);

  always_comb begin
    in.kind   = end_info_i.stage == STAGE_VERTEX ? VERTEX : COMPUTE;
    in.id     = end_info_i.tag;
    in.writes = writes_sent_i;
    if (fence_i) begin
      in.kind = FENCE;
      in.id   = ctl_wave_i;
    end
  end

  // (What waits for an acknowledgement does not mind a cycle more.)
  e11_fifo_block #(
      .W    ($bits(entry_t)),
      .DEPTH(WAVES)
  ) u_queue (
      .clk_i,
      .rst_ni,
      .in_valid_i (in_valid),
      .in_ready_o (in_ready),
      .in_i       (in),
      .out_valid_o(out_valid),
      .out_ready_i(out_ready),
      .out_o      (out),
      .empty_o    (empty)
  );

  assign ahead           = writes_done_i - out.writes;
  assign out_ready       = !ahead[7];
  assign vs_done_valid_o = out_valid && out_ready && out.kind == VERTEX;
  assign cs_done_valid_o = out_valid && out_ready && out.kind == COMPUTE;
  assign fence_done_o    = out_valid && out_ready && out.kind == FENCE;
  assign vs_done_tag_o   = out.id;
  assign cs_done_tag_o   = out.id;
  assign fence_wave_o    = out.id;
  assign busy_o          = !empty;

  // A wave under way may have one entry; so many, and the queue never overflows.
  logic wave_gone;
  assign wave_gone = vs_done_valid_o || cs_done_valid_o;
  assign room_o    = !waves_q[$clog2(WAVES)];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waves_q <= '0;
    else waves_q <= waves_q + (start_valid_i ? 7'd1 : 7'd0) - (wave_gone ? 7'd1 : 7'd0) -
                    (end_valid_i && end_pixel ? 7'd1 : 7'd0);
  end

  e11_core_groups u_groups (
      .clk_i,
      .rst_ni,
      .start_valid_i       (start_valid_i && start_i.stage == STAGE_COMPUTE),
      .start_wave_i,
      .start_group_i       (start_i.group),
      .start_waves_i       (start_i.waves),
      .start_base_i        (start_i.lds_base),
      .start_size_i        (start_i.lds_size),
      .arrive_valid_i      (bar_i),
      .arrive_wave_i       (ctl_wave_i),
      .arrive_group_valid_i(ctl_info_i.stage == STAGE_COMPUTE),
      .arrive_group_i      (ctl_info_i.tag[GROUP_W-1:0]),
      .end_valid_i         (end_valid_i && end_info_i.stage == STAGE_COMPUTE),
      .end_wave_i,
      .end_group_i         (end_info_i.tag[GROUP_W-1:0]),
      .release_o           (bar_release_o),
      .waiting_o           (bar_waiting_o),
      .lds_group_i,
      .lds_base_o,
      .lds_size_o
  );

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    assert (!in_valid || in_ready) else $error("more ends and fences than waves");
    assert (!(fence_i && end_valid_i)) else $error("a fence and an end meet");
  end
`endif

  logic unused;
  assign unused = &{1'b0, in_ready, ahead[6:0], start_i, ctl_info_i, end_info_i};

endmodule

`default_nettype wire
