// SPDX-License-Identifier: Apache-2.0
//
// The front end: chooses a wave every four cycles, reads its state and its
// instruction, decides whether the instruction can go.
//
//   phase 0  choose among waves that are idle and have their instruction
//   phase 1  read pc, masks, instruction buffer
//   phase 2  decode
//   phase 3  accept: the read slot begins in the next cycle; or park the wave
//            until the unit that it wants is free (or its turn to export comes)
//
// A wave has one instruction in flight. It is idle again
//   - three slots after it was accepted, if the pipeline's length is fixed
//     (four for scalar results of the adder: scalars are read a phase early),
//   - when the table or memory unit, the barrier or the fence says so.
// A store takes a second read slot for its data: the slot after next stays empty.
`default_nettype none

module e11_core_front
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
(
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic [1:0]        phase_i,
    // A wave starts (taken in phases 0 and 1).
    input  logic              start_valid_i,
    output logic              start_ready_o,
    input  logic [WAVE_W-1:0] start_wave_i,
    input  logic [31:0]       start_pc_i,
    input  logic [LANES-1:0]  start_exec_i,
    input  logic [LANES-1:0]  start_cov_i,
    input  wave_info_t        start_info_i,
    // Instruction buffer
    output logic [WAVES-1:0]  live_o,
    input  logic [WAVES-1:0]  have_i,
    output logic              pc_may_o,     // pc_we_o may come in this cycle (known early)
    output logic              pc_we_o,
    output logic              pc_flush_o,
    output logic [WAVE_W-1:0] pc_wave_o,
    output logic [31:0]       pc_o,
    output logic              ibuf_re_o,
    output logic [WAVE_W-1:0] ibuf_wave_o,
    output logic              ibuf_word_o,
    input  logic [127:0]      ibuf_data_i,
    // Phase 3: the instruction, and whether it goes.
    output instr_t            fe_o,
    output logic              accept_o,
    output logic              exports_o,     // it sends an export
    output logic              export_done_o, // .. the wave's last
    output logic              counted_o,     // it is one of the program's
    // Units
    input  logic              vmem_ready_i,
    input  logic              lds_ready_i,
    input  logic              smem_ready_i,
    input  logic              table_ready_i,
    input  logic              export_space_i,
    input  logic [PSSEQ_W-1:0] export_tag_i,  // whose turn it is
    input  logic [WAVE_W-1:0] export_wave_i,  // the wave of that tag
    input  logic              vmem_done_i,
    input  logic [WAVE_W-1:0] vmem_wave_i,
    input  logic              lds_done_i,
    input  logic [WAVE_W-1:0] lds_wave_i,
    input  logic              smem_done_i,
    input  logic [WAVE_W-1:0] smem_wave_i,
    input  logic              table_done_i,
    input  logic [WAVE_W-1:0] table_wave_i,
    input  logic              fence_done_i,
    input  logic [WAVE_W-1:0] fence_wave_i,
    input  logic [WAVES-1:0]  bar_release_i,
    input  logic [WAVES-1:0]  bar_waiting_i,
    // Control results (phase 2)
    input  logic              ctl_valid_i,
    input  logic [WAVE_W-1:0] ctl_wave_i,
    input  logic [LANES-1:0]  ctl_exec_i,
    input  logic [LANES-1:0]  ctl_cov_i,
    input  logic              ctl_taken_i,
    input  logic [31:0]       ctl_target_i,
    input  logic              ctl_die_i,
    // A wave has ended (all of its instructions are complete).
    output logic              end_valid_o,
    output logic [WAVE_W-1:0] end_wave_o,
    output wave_info_t        end_info_o,
    output core_events_t      events_o
);

  logic [WAVES-1:0] live_q, idle_q;
  logic             steal_q;

  assign live_o = live_q;

  function automatic logic [WAVES-1:0] onehot(input logic valid, input logic [WAVE_W-1:0] wave);
    return WAVES'(valid) << wave;
  endfunction

  // -------------------------------------------------------------- phase 0: choose
  logic [WAVES-1:0]  ready;
  logic [WAVE_W-1:0] index;
  logic              any_ready, choose, fe_valid_q;
  logic [WAVE_W-1:0] fe_wave_q;

  assign choose = phase_i == 2'd0 && !steal_q;
  assign ready  = live_q & idle_q & have_i;

  e11_select_rr #(
      .N(WAVES)
  ) u_choose (
      .clk_i,
      .rst_ni,
      .req_i    (ready),
      .advance_i(choose),
      .valid_o  (any_ready),
      .index_o  (index)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fe_valid_q <= 1'b0;
    else if (phase_i == 2'd0) fe_valid_q <= choose && any_ready;
  end
  always_ff @(posedge clk_i) begin
    if (phase_i == 2'd0) fe_wave_q <= index;
  end

  // ----------------------------------------------------- phase 1: state of the wave
  logic             start;
  logic             read_state, pc_word;
  logic [31:0]      pc_q;
  logic [LANES-1:0] exec_q, cov_q;
  wave_info_t       info_q;
  logic             fe_dying_q, fe_done_q, done_read, export_ends;

  assign start_ready_o = !phase_i[1];
  assign start         = start_valid_i && start_ready_o;
  assign read_state    = phase_i == 2'd1;
  assign pc_q[2:0]     = '0;

  // Block RAM: what a wave that was chosen has is written in phases 2 and 3 only.
  e11_ram_1r1w #(
      .W    (29),
      .DEPTH(WAVES)
  ) u_pc (
      .clk_i,
      .we_i   (pc_we_o),
      .waddr_i(pc_wave_o),
      .wdata_i(pc_o[31:3]),
      .re_i   (read_state),
      .raddr_i(fe_wave_q),
      .rdata_o(pc_q[31:3])
  );
  // pc[4] is wanted a cycle earlier.
  e11_regfile_1r1w #(
      .W    (1),
      .DEPTH(WAVES)
  ) u_word (
      .clk_i,
      .we_i   (pc_we_o),
      .waddr_i(pc_wave_o),
      .wdata_i(pc_o[4]),
      .raddr_i(fe_wave_q),
      .rdata_o(pc_word)
  );
  // .. and that no lane of it is left: it is to end.
  e11_ram_1r1w #(
      .W    (1 + 2 * LANES),
      .DEPTH(WAVES)
  ) u_masks (
      .clk_i,
      .we_i   (start || ctl_valid_i),
      .waddr_i(ctl_valid_i ? ctl_wave_i : start_wave_i),
      .wdata_i(ctl_valid_i ? {ctl_die_i, ctl_exec_i, ctl_cov_i} : {1'b0, start_exec_i, start_cov_i}),
      .re_i   (read_state),
      .raddr_i(fe_wave_q),
      .rdata_o({fe_dying_q, exec_q, cov_q})
  );
  e11_ram_1r1w #(
      .W    ($bits(wave_info_t)),
      .DEPTH(WAVES)
  ) u_info (
      .clk_i,
      .we_i   (start),
      .waddr_i(start_wave_i),
      .wdata_i(start_info_i),
      .re_i   (read_state),
      .raddr_i(fe_wave_q),
      .rdata_o(info_q)
  );

  // The wave has sent its last export: cleared at its start, set in phase 3.
  e11_regfile_1r1w #(
      .W    (1),
      .DEPTH(WAVES)
  ) u_done (
      .clk_i,
      .we_i   (start || export_ends),
      .waddr_i(start ? start_wave_i : fe_wave_q),
      .wdata_i(!start),
      .raddr_i(fe_wave_q),
      .rdata_o(done_read)
  );

  always_ff @(posedge clk_i) begin
    if (read_state) fe_done_q <= done_read;
  end

  assign ibuf_re_o   = read_state;
  assign ibuf_wave_o = fe_wave_q;
  assign ibuf_word_o = pc_word;

  // ------------------------------------------------------------- phase 2: decode
  logic [63:0] word, word_q;
  decoded_t    d_q;

  // A wave that is to end gets an end instruction of its own.
  assign word = fe_dying_q ? {57'b0, OP_END} : pc_q[3] ? ibuf_data_i[127:64] : ibuf_data_i[63:0];

  always_ff @(posedge clk_i) begin
    if (phase_i == 2'd2) begin
      word_q <= word;
      d_q    <= decode(word);
    end
  end

  // ------------------------------------------------------------- phase 3: accept
  logic now, is_exp, is_end, can, ends, turn;
  logic to_vmem, to_lds, to_smem, to_table, is_bar, is_fence, fixed, park;

  always_comb begin
    fe_o      = '0;
    fe_o.wave = fe_wave_q;
    fe_o.info = info_q;
    fe_o.pc   = pc_q;
    fe_o.exec = exec_q;
    fe_o.cov  = cov_q;
    fe_o.word = word_q;
    fe_o.d    = d_q;
  end

  assign now       = phase_i == 2'd3 && fe_valid_q;
  assign is_exp    = d_q.unit == UNIT_EXP;
  assign is_end    = d_q.op == OP_END;
  assign is_bar    = d_q.op == OP_BAR;
  assign is_fence  = d_q.op == OP_FENCE;
  assign to_vmem   = d_q.unit == UNIT_VMEM && !d_q.lds;
  assign to_lds    = d_q.unit == UNIT_VMEM && d_q.lds;
  assign to_smem   = d_q.unit == UNIT_SMEM;
  assign to_table  = d_q.unit == UNIT_TAB;
  assign fixed     = !(to_vmem || to_lds || to_smem || to_table || is_bar || is_fence);
  assign ends      = is_end || (is_exp && word_q[E_END_LSB]);
  assign turn      = info_q.tag == export_tag_i && export_space_i;
  assign exports_o = (is_exp || is_end) && info_q.stage == STAGE_PIXEL && !fe_done_q;
  assign export_done_o = ends || word_q[E_DONE_LSB];
  assign export_ends   = accept_o && exports_o && export_done_o;

  always_comb begin
    can = 1'b1;
    if (to_vmem)   can = vmem_ready_i;
    if (to_lds)    can = lds_ready_i;
    if (to_smem)   can = smem_ready_i;
    if (to_table)  can = table_ready_i;
    if (exports_o) can = turn;
  end
  assign accept_o  = now && can;
  assign park      = now && !can;
  assign counted_o = !fe_dying_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) steal_q <= 1'b0;
    else if (phase_i == 2'd3) steal_q <= accept_o && d_q.unit == UNIT_VMEM && d_q.store;
  end

  // Program counter: start, control (phase 2), step (phase 3). Behind its end a wave needs no instruction:
  // a step would fetch beyond the code.
  always_comb begin
    pc_may_o   = start || ctl_valid_i || now;
    pc_we_o    = start || (ctl_valid_i && ctl_taken_i) || (accept_o && !ends);
    pc_flush_o = !accept_o;
    pc_wave_o  = start_wave_i;
    pc_o       = start_pc_i;
    if (ctl_valid_i) begin
      pc_wave_o = ctl_wave_i;
      pc_o      = ctl_target_i;
    end
    if (now) begin
      pc_wave_o = fe_wave_q;
      pc_o      = pc_q + 32'd8;
    end
  end

  // -------------------------------------------------- fixed-length instructions end
  typedef struct packed {
    logic              valid;
    logic              slow;   // one slot more
    logic              ends;
    logic [WAVE_W-1:0] wave;
    wave_info_t        info;
  } flight_t;

  flight_t flight1_q, flight2_q, flight3_q;
  logic    rearm2, rearm3;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flight1_q <= '0;
      flight2_q <= '0;
      flight3_q <= '0;
    end else if (phase_i == 2'd3) begin
      flight1_q <= {accept_o && fixed, d_q.scalar_dst && d_q.unit == UNIT_FP, ends, fe_wave_q, info_q};
      flight2_q <= flight1_q;
      flight3_q <= flight2_q;
      if (!flight2_q.slow) flight3_q.valid <= 1'b0;
    end
  end
  assign rearm2      = phase_i == 2'd3 && flight2_q.valid && !flight2_q.slow && !flight2_q.ends;
  assign rearm3      = phase_i == 2'd3 && flight3_q.valid;
  assign end_valid_o = phase_i == 2'd3 && flight2_q.valid && flight2_q.ends;
  assign end_wave_o  = flight2_q.wave;
  assign end_info_o  = flight2_q.info;

  // -------------------------- parked waves: a queue for each unit, served in its phase
  logic [3:0]        unit_ready, wants;
  logic              release_parked, table_parked;
  logic [WAVE_W-1:0] parked_wave;

  assign unit_ready = {lds_ready_i, table_ready_i, smem_ready_i, vmem_ready_i};
  assign wants      = {to_lds, to_table, to_smem, to_vmem};

  e11_core_parked u_parked (
      .clk_i,
      .rst_ni,
      .phase_i,
      .park_i     (park ? wants : '0),
      .park_wave_i(fe_wave_q),
      .ready_i    (unit_ready),
      .release_o  (release_parked),
      .wave_o     (parked_wave),
      .queue2_o   (table_parked)
  );

  // Waves that wait for their turn to export; looked at in phase 2.
  logic export_waits, export_parks, export_release;

  assign export_parks   = park && exports_o;
  // (The bit of a slot that has never had a wave says nothing.)
  assign export_release = phase_i == 2'd2 && export_space_i && export_waits && live_q[export_wave_i];

  e11_regfile_1r1w #(
      .W    (1),
      .DEPTH(WAVES)
  ) u_export_waits (
      .clk_i,
      .we_i   (start || export_parks || export_release),
      .waddr_i(start ? start_wave_i : export_parks ? fe_wave_q : export_wave_i),
      .wdata_i(export_parks),
      .raddr_i(export_wave_i),
      .rdata_o(export_waits)
  );

  // --------------------------------------------------------------- flags of the waves
  logic [WAVES-1:0]  woken, started, ended, chosen, edge_mask;
  logic              at_edge;
  logic [WAVE_W-1:0] edge_wave;

  // One decoder for what happens in different phases: a wave starts (0, 1), may export
  // (2), ends or goes on (3).
  assign at_edge   = start || export_release || (phase_i == 2'd3 && flight2_q.valid);
  assign edge_wave = start ? start_wave_i : export_release ? export_wave_i : flight2_q.wave;
  assign edge_mask = onehot(at_edge, edge_wave);
  assign started   = start ? edge_mask : '0;
  assign ended     = end_valid_o ? edge_mask : '0;
  assign chosen    = onehot(choose && any_ready, index);
  assign woken     = (start || export_release || rearm2 ? edge_mask : '0) |
                     onehot(release_parked, parked_wave) | onehot(rearm3, flight3_q.wave) |
                     onehot(vmem_done_i, vmem_wave_i) | onehot(smem_done_i, smem_wave_i) |
                     onehot(lds_done_i, lds_wave_i) | onehot(fence_done_i, fence_wave_i) |
                     onehot(table_done_i, table_wave_i) | bar_release_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q <= '0;
      idle_q <= '0;
    end else begin
      live_q <= (live_q | started) & ~ended;
      idle_q <= (idle_q & ~chosen) | woken;
    end
  end

  // --------------------------------------------------------------------------- events
  logic            empty_slot, counted, issued_mem, at_work, at_barrier;
  logic [1:0]      bar_q;             // bar on its way
  logic [WAVE_W:0] in_table_q, parked_q;  // waves in the table unit; waiting to export

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bar_q      <= '0;
      in_table_q <= '0;
      parked_q   <= '0;
    end else begin
      if (phase_i == 2'd3) bar_q <= {bar_q[0], accept_o && is_bar};
      in_table_q <= in_table_q + (WAVE_W + 1)'(accept_o && to_table) - (WAVE_W + 1)'(table_done_i);
      parked_q   <= parked_q + (WAVE_W + 1)'(export_parks) - (WAVE_W + 1)'(export_release);
    end
  end

  // Of an empty slot: the waves that are neither idle without their instruction nor in memory (or
  // parked for it) nor at a barrier are at work, or parked for the table unit or to export.
  assign empty_slot = choose && !any_ready;
  assign at_work    = flight1_q.valid || flight2_q.valid || flight3_q.valid || bar_q != '0 || table_parked ||
                      in_table_q != '0 || parked_q != '0;
  assign at_barrier = bar_waiting_i != '0;
  assign counted    = accept_o && counted_o;
  assign issued_mem = d_q.unit == UNIT_VMEM || to_smem || is_exp;

  always_comb begin
    events_o                   = '0;
    events_o.issued            = counted;
    events_o.issued_memory     = counted && issued_mem;
    events_o.issued_control    = counted && d_q.unit == UNIT_CTL;
    events_o.issued_scalar     = counted && d_q.scalar_dst && !issued_mem && d_q.unit != UNIT_CTL;
    events_o.issued_vector     = counted && !d_q.scalar_dst && !issued_mem && d_q.unit != UNIT_CTL;
    events_o.slots_no_wave     = empty_slot && live_q == '0;
    events_o.slots_wait_memory = empty_slot && live_q != '0 && !at_work && !at_barrier;
    events_o.slots_wait_barrier = empty_slot && !at_work && at_barrier;
    events_o.slots_wait_other  = empty_slot && at_work;
    events_o.waves_vertex      = start && start_info_i.stage == STAGE_VERTEX;
    events_o.waves_pixel       = start && start_info_i.stage == STAGE_PIXEL;
    events_o.waves_compute     = start && start_info_i.stage == STAGE_COMPUTE;
    events_o.output_stall      = phase_i == 2'd3 && !export_space_i;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    assert (!(export_release && parked_q == '0)) else $error("a wave is woken for its export that does not wait");
  end
`endif

  logic unused;
  assign unused = &{1'b0, flight3_q, start_pc_i[2:0], ctl_target_i[2:0]};

endmodule

`default_nettype wire
