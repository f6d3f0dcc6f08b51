// SPDX-License-Identifier: Apache-2.0
//
// The shader core without its caches: wires the front end, the register files, the
// lanes and the memory units together. docs/shader-core.md has the drawing. Most of its length is
// connections; the stages of the read slot are kept here because every unit hangs on them.
//
//   front end      | read slot   | X0..X3       | results
//   choose, decode | R0 .. R3    | quads 0..3   | ALU: X4.. or X7.., others later
//
// The time of everything that is not a memory access follows from `phase`, which
// counts the four cycles of an issue slot.
`default_nettype none

module e11_core_engine
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
  import e11_regs_pkg::*;
(
    input  logic               clk_i,
    input  logic               rst_ni,
    input  logic [3:0]         asid_i,
    // Launches and their rows, from geometry, from pixel and from compute
    input  logic               vs_launch_valid_i,
    output logic               vs_launch_ready_o,
    input  launch_t            vs_launch_i,
    input  logic               vs_row_valid_i,
    output logic               vs_row_ready_o,
    input  row_t               vs_row_i,
    input  logic               ps_launch_valid_i,
    output logic               ps_launch_ready_o,
    input  launch_t            ps_launch_i,
    input  logic               ps_row_valid_i,
    output logic               ps_row_ready_o,
    input  row_t               ps_row_i,
    input  logic               cs_launch_valid_i,
    output logic               cs_launch_ready_o,
    input  launch_t            cs_launch_i,
    input  logic               cs_row_valid_i,
    output logic               cs_row_ready_o,
    input  row_t               cs_row_i,
    // Ends: no ready, one a cycle
    output logic               vs_done_valid_o,
    output logic [PSSEQ_W-1:0] vs_done_tag_o,
    output logic               pixel_done_valid_o,
    output logic [PSSEQ_W-1:0] pixel_done_tag_o,
    output logic               cs_done_valid_o,    // once a wave; its writes are acknowledged
    output logic [PSSEQ_W-1:0] cs_done_tag_o,      // group slot
    // Exports of pixel waves, in launch order
    output logic               export_valid_o,
    input  logic               export_ready_i,
    output export_t            export_o,
    // Broadcasts: state, coefficients
    input  logic               state_wr_valid_i,
    input  state_wr_t          state_wr_i,
    input  logic               coef_wr_valid_i,
    input  coef_wr_t           coef_wr_i,
    // Clients of the instruction, scalar and vector caches
    output logic               imem_req_valid_o,
    input  logic               imem_req_ready_i,
    output mem_req_t           imem_req_o,
    input  logic               imem_rsp_valid_i,
    output logic               imem_rsp_ready_o,
    input  mem_rsp_t           imem_rsp_i,
    output logic               smem_req_valid_o,
    input  logic               smem_req_ready_i,
    output mem_req_t           smem_req_o,
    input  logic               smem_rsp_valid_i,
    output logic               smem_rsp_ready_o,
    input  mem_rsp_t           smem_rsp_i,
    output logic               vmem_req_valid_o,
    input  logic               vmem_req_ready_i,
    output mem_req_t           vmem_req_o,
    input  logic               vmem_rsp_valid_i,
    output logic               vmem_rsp_ready_o,
    input  mem_rsp_t           vmem_rsp_i,
    // A wave trapped (one cycle)
    output logic               trap_valid_o,
    output logic [31:0]        trap_pc_o,
    output logic               busy_o,
    output core_events_t       events_o,
    output trace_t             trace_o
);

  logic [1:0] phase_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) phase_q <= '0;
    else         phase_q <= phase_q + 2'd1;
  end

  // ------------------------------------------------------------------ front end
  logic [WAVES-1:0]   live, have;
  logic               pc_may, pc_we, pc_flush, ibuf_re, ibuf_word;
  logic [WAVE_W-1:0]  pc_wave, ibuf_wave;
  logic [31:0]        pc;
  logic [127:0]       ibuf_data;
  instr_t             fe;
  logic               accept, fe_exports, fe_export_done, fe_counted;
  logic               start_valid, start_ready, start;
  logic [WAVE_W-1:0]  start_wave;
  logic [31:0]        start_pc;
  logic [LANES-1:0]   start_exec, start_cov;
  wave_info_t         start_info;
  logic               vmem_ready, lds_ready, smem_ready, table_ready, export_space;
  logic [PSSEQ_W-1:0] export_tag;
  logic [WAVE_W-1:0]  export_wave;
  logic               vmem_done, lds_done, smem_done, table_done, fence_done;
  logic [WAVE_W-1:0]  vmem_wave, lds_wave, smem_wave, table_wave, fence_wave;
  logic [WAVES-1:0]   bar_release, bar_waiting;
  logic               ctl_bar, ctl_fence;
  wave_info_t         ctl_info;
  core_events_t       front_events;
  logic               ctl_valid, ctl_taken, ctl_die, ctl_swe;
  logic [WAVE_W-1:0]  ctl_wave;
  logic [LANES-1:0]   ctl_exec, ctl_cov;
  logic [31:0]        ctl_target, ctl_sdata;
  logic [SREG_A-1:0]  ctl_sreg;
  logic               end_valid;
  logic [WAVE_W-1:0]  end_wave;
  wave_info_t         end_info;

  e11_core_front u_front (
      .clk_i,
      .rst_ni,
      .phase_i       (phase_q),
      .start_valid_i (start_valid),
      .start_ready_o (start_ready),
      .start_wave_i  (start_wave),
      .start_pc_i    (start_pc),
      .start_exec_i  (start_exec),
      .start_cov_i   (start_cov),
      .start_info_i  (start_info),
      .live_o        (live),
      .have_i        (have),
      .pc_may_o      (pc_may),
      .pc_we_o       (pc_we),
      .pc_flush_o    (pc_flush),
      .pc_wave_o     (pc_wave),
      .pc_o          (pc),
      .ibuf_re_o     (ibuf_re),
      .ibuf_wave_o   (ibuf_wave),
      .ibuf_word_o   (ibuf_word),
      .ibuf_data_i   (ibuf_data),
      .fe_o          (fe),
      .accept_o      (accept),
      .exports_o     (fe_exports),
      .export_done_o (fe_export_done),
      .counted_o     (fe_counted),
      .vmem_ready_i  (vmem_ready),
      .lds_ready_i   (lds_ready),
      .smem_ready_i  (smem_ready),
      .table_ready_i (table_ready),
      .export_space_i(export_space),
      .export_tag_i  (export_tag),
      .export_wave_i (export_wave),
      .vmem_done_i   (vmem_done),
      .vmem_wave_i   (vmem_wave),
      .lds_done_i    (lds_done),
      .lds_wave_i    (lds_wave),
      .smem_done_i   (smem_done),
      .smem_wave_i   (smem_wave),
      .table_done_i  (table_done),
      .table_wave_i  (table_wave),
      .fence_done_i  (fence_done),
      .fence_wave_i  (fence_wave),
      .bar_release_i (bar_release),
      .bar_waiting_i (bar_waiting),
      .ctl_valid_i   (ctl_valid),
      .ctl_wave_i    (ctl_wave),
      .ctl_exec_i    (ctl_exec),
      .ctl_cov_i     (ctl_cov),
      .ctl_taken_i   (ctl_taken),
      .ctl_target_i  (ctl_target),
      .ctl_die_i     (ctl_die),
      .end_valid_o   (end_valid),
      .end_wave_o    (end_wave),
      .end_info_o    (end_info),
      .events_o      (front_events)
  );

  e11_core_fetch u_fetch (
      .clk_i,
      .rst_ni,
      .asid_i,
      .live_i     (live),
      .pc_may_i   (pc_may),
      .pc_we_i    (pc_we),
      .pc_flush_i (pc_flush),
      .pc_wave_i  (pc_wave),
      .pc_i       (pc),
      .have_o     (have),
      .re_i       (ibuf_re),
      .rwave_i    (ibuf_wave),
      .rword_i    (ibuf_word),
      .rdata_o    (ibuf_data),
      .req_valid_o(imem_req_valid_o),
      .req_ready_i(imem_req_ready_i),
      .req_o      (imem_req_o),
      .rsp_valid_i(imem_rsp_valid_i),
      .rsp_ready_o(imem_rsp_ready_o),
      .rsp_i      (imem_rsp_i)
  );

  // ---------------------------------------------------------------- the two slots
  // rs: read slot. `data`: the second read slot of a store. xs: X0..X3.
  instr_t rs_q, xs_q;
  logic   rs_valid_q, rs_data_q, rs_exports_q, rs_done_q, rs_counted_q;
  logic   xs_valid_q, xs_data_q, xs_exports_q, xs_done_q, xs_counted_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rs_valid_q <= 1'b0;
      rs_data_q  <= 1'b0;
      xs_valid_q <= 1'b0;
      xs_data_q  <= 1'b0;
    end else if (phase_q == 2'd3) begin
      rs_valid_q <= accept;
      rs_data_q  <= rs_valid_q && rs_q.d.unit == UNIT_VMEM && rs_q.d.store;
      xs_valid_q <= rs_valid_q;
      xs_data_q  <= rs_data_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (phase_q == 2'd3) begin
      if (accept) begin
        rs_q         <= fe;
        rs_exports_q <= fe_exports;
        rs_done_q    <= fe_export_done;
        rs_counted_q <= fe_counted;
      end
      xs_q         <= rs_q;
      xs_exports_q <= rs_exports_q;
      xs_done_q    <= rs_done_q;
      xs_counted_q <= rs_counted_q;
    end
  end

  // -------------------------------------------------------------------- operands
  logic [3:0][31:0]  early0, a, b, c;
  logic [QUAD_W-1:0] row3;
  logic [127:0]      base_row;
  logic [31:0]       base_word, old_dst;
  logic [2:0][31:0]  coef;

  // ------------------------------------------------------------------------- lanes
  logic              to_alu;
  logic [VROW_A-1:0] dst_row;
  logic [SREG_A-1:0] dst_sreg;
  logic              fp_vwe, fp_swe, int_vwe, int_swe;
  logic [1:0]        fp_quad, int_quad;
  logic [VROW_A-1:0] fp_row, int_row;
  logic [SREG_A-1:0] fp_sreg, int_sreg;
  logic [3:0]        fp_lanes, int_lanes;
  logic [3:0][31:0]  fp_data, int_data;

  assign to_alu   = xs_valid_q && xs_q.d.unit inside {UNIT_INT, UNIT_FP, UNIT_QUAD, UNIT_ITP};
  assign dst_row  = vector_row(xs_q.wave, xs_q.info.size, xs_q.word[R_DST_LSB +: R_DST_W]);
  assign dst_sreg = scalar_reg(xs_q.wave, xs_q.info.size, xs_q.word[R_DST_LSB +: R_DST_W]);

  e11_core_alu u_alu (
      .clk_i,
      .rst_ni,
      .valid_i    (to_alu),
      .quad_i     (phase_q),
      .d_i        (xs_q.d),
      .sat_i      (xs_q.d.fmods && xs_q.word[R_MODS_LSB + R_MODS_W - 1]),
      .coef_sel_i (xs_q.word[R_ATTR_LSB + 12 +: 2]),
      .lanes_i    (xs_q.exec[4*phase_q +: 4]),
      .row_i      (dst_row),
      .sreg_i     (dst_sreg),
      .a_i        (a),
      .b_i        (b),
      .c_i        (c),
      .coef_i     (coef),
      .fp_vwe_o   (fp_vwe),
      .fp_swe_o   (fp_swe),
      .fp_quad_o  (fp_quad),
      .fp_row_o   (fp_row),
      .fp_sreg_o  (fp_sreg),
      .fp_lanes_o (fp_lanes),
      .fp_data_o  (fp_data),
      .int_vwe_o  (int_vwe),
      .int_swe_o  (int_swe),
      .int_quad_o (int_quad),
      .int_row_o  (int_row),
      .int_sreg_o (int_sreg),
      .int_lanes_o(int_lanes),
      .int_data_o (int_data)
  );

  // ----------------------------------------------------------------------- control
  e11_core_control u_control (
      .clk_i,
      .rst_ni,
      .phase_i  (phase_q),
      .exec_r_i (rs_q.exec),
      .valid_i  (xs_valid_q),
      .instr_i  (xs_q),
      .early0_i (early0),
      .old_dst_i(old_dst),
      .valid_o  (ctl_valid),
      .wave_o   (ctl_wave),
      .exec_o   (ctl_exec),
      .cov_o    (ctl_cov),
      .taken_o  (ctl_taken),
      .target_o (ctl_target),
      .bar_o    (ctl_bar),
      .fence_o  (ctl_fence),
      .info_o   (ctl_info),
      .die_o    (ctl_die),
      .trap_o   (trap_valid_o),
      .pc_o     (trap_pc_o),
      .s_we_o   (ctl_swe),
      .s_reg_o  (ctl_sreg),
      .s_data_o (ctl_sdata)
  );

  // ------------------------------------------------------------------------- table
  logic              tab_vvalid, tab_vready, tab_svalid, tab_sready;
  logic [1:0]        tab_quad;
  logic [VROW_A-1:0] tab_row;
  logic [3:0]        tab_lanes;
  logic [3:0][31:0]  tab_data;
  logic [SREG_A-1:0] tab_sreg;
  logic [31:0]       tab_sdata;

  e11_core_table u_table (
      .clk_i,
      .rst_ni,
      .accept_i   (accept && fe.d.unit == UNIT_TAB),
      .ready_o    (table_ready),
      .valid_i    (xs_valid_q && xs_q.d.unit == UNIT_TAB),
      .quad_i     (phase_q),
      .instr_i    (xs_q),
      .a_i        (a),
      .b_i        (b),
      .v_valid_o  (tab_vvalid),
      .v_ready_i  (tab_vready),
      .v_quad_o   (tab_quad),
      .v_row_o    (tab_row),
      .v_lanes_o  (tab_lanes),
      .v_data_o   (tab_data),
      .s_valid_o  (tab_svalid),
      .s_ready_i  (tab_sready),
      .s_reg_o    (tab_sreg),
      .s_data_o   (tab_sdata),
      .done_o     (table_done),
      .done_wave_o(table_wave)
  );

  // ------------------------------------------------------------------------- memory
  logic              mv_valid, mv_ready, sm_valid, sm_ready, mem_busy;
  logic [1:0]        mv_quad;
  logic [VROW_A-1:0] mv_row;
  logic [3:0]        mv_lanes;
  logic [QUAD_W-1:0] mv_data;
  logic [SREG_A-1:0] sm_reg;
  logic [31:0]       sm_data;
  logic [7:0]        writes_sent, writes_done;
  logic              vmem_order, lds_order, lds_conflict;
  logic [WAVE_W-1:0] vmem_order_wave, lds_order_wave;
  logic [14:0]       lds_base;
  logic [15:0]       lds_size;
  logic              lds_we, lds_want, lds_have;
  logic [3:0]        lds_waddr, lds_raddr;
  logic [3:0][QUAD_W-1:0] lds_data;

  e11_core_memory u_memory (
      .clk_i,
      .rst_ni,
      .asid_i,
      .state_wr_valid_i,
      .state_wr_i,
      .accept_i         (accept),
      .accept_d_i       (fe.d),
      .vmem_ready_o     (vmem_ready),
      .lds_ready_o      (lds_ready),
      .smem_ready_o     (smem_ready),
      .valid_i          (xs_valid_q),
      .data_valid_i     (xs_data_q),
      .quad_i           (phase_q),
      .instr_i          (xs_q),
      .a_i              (a),
      .b_i              (b),
      .c_i              (c),
      .row3_i           (row3),
      .base_row_i       (base_row),
      .base_word_i      (base_word),
      .old_dst_i        (old_dst),
      .lds_base_i       (lds_base),
      .lds_size_i       (lds_size),
      .lds_we_o         (lds_we),
      .lds_waddr_o      (lds_waddr),
      .lds_want_o       (lds_want),
      .lds_raddr_o      (lds_raddr),
      .lds_have_i       (lds_have),
      .lds_data_i       (lds_data),
      .v_valid_o        (mv_valid),
      .v_ready_i        (mv_ready),
      .v_quad_o         (mv_quad),
      .v_row_o          (mv_row),
      .v_lanes_o        (mv_lanes),
      .v_data_o         (mv_data),
      .s_valid_o        (sm_valid),
      .s_ready_i        (sm_ready),
      .s_reg_o          (sm_reg),
      .s_data_o         (sm_data),
      .vmem_done_o      (vmem_done),
      .vmem_wave_o      (vmem_wave),
      .lds_done_o       (lds_done),
      .lds_wave_o       (lds_wave),
      .smem_done_o      (smem_done),
      .smem_wave_o      (smem_wave),
      .vmem_order_o     (vmem_order),
      .vmem_order_wave_o(vmem_order_wave),
      .lds_order_o      (lds_order),
      .lds_order_wave_o (lds_order_wave),
      .lds_conflict_o   (lds_conflict),
      .writes_sent_o    (writes_sent),
      .writes_done_o    (writes_done),
      .busy_o           (mem_busy),
      .smem_req_valid_o,
      .smem_req_ready_i,
      .smem_req_o,
      .smem_rsp_valid_i,
      .smem_rsp_ready_o,
      .smem_rsp_i,
      .vmem_req_valid_o,
      .vmem_req_ready_i,
      .vmem_req_o,
      .vmem_rsp_valid_i,
      .vmem_rsp_ready_o,
      .vmem_rsp_i
  );

  // ------------------------------------------------------------------------ launches
  logic              ps_tag_free, launch_busy, room;
  launch_t           start_launch;
  logic              ls_valid, ls_ready, lv_valid, lv_ready;
  logic [SREG_A-1:0] ls_reg;
  logic [127:0]      ls_data;
  logic [1:0]        lv_quad;
  logic [VROW_A-1:0] lv_row;
  logic [QUAD_W-1:0] lv_data;

  assign start = start_valid && start_ready;

  e11_core_launch u_launch (
      .clk_i,
      .rst_ni,
      .vs_valid_i    (vs_launch_valid_i),
      .vs_ready_o    (vs_launch_ready_o),
      .vs_i          (vs_launch_i),
      .vs_row_valid_i,
      .vs_row_ready_o,
      .vs_row_i,
      .ps_valid_i    (ps_launch_valid_i),
      .ps_ready_o    (ps_launch_ready_o),
      .ps_i          (ps_launch_i),
      .ps_row_valid_i,
      .ps_row_ready_o,
      .ps_row_i,
      .ps_tag_free_i (ps_tag_free),
      .cs_valid_i    (cs_launch_valid_i),
      .cs_ready_o    (cs_launch_ready_o),
      .cs_i          (cs_launch_i),
      .cs_row_valid_i,
      .cs_row_ready_o,
      .cs_row_i,
      .room_i        (room),
      .s_valid_o     (ls_valid),
      .s_ready_i     (ls_ready),
      .s_reg_o       (ls_reg),
      .s_data_o      (ls_data),
      .v_valid_o     (lv_valid),
      .v_ready_i     (lv_ready),
      .v_quad_o      (lv_quad),
      .v_row_o       (lv_row),
      .v_data_o      (lv_data),
      .start_valid_o (start_valid),
      .start_ready_i (start_ready),
      .start_wave_o  (start_wave),
      .start_pc_o    (start_pc),
      .start_exec_o  (start_exec),
      .start_cov_o   (start_cov),
      .start_info_o  (start_info),
      .start_launch_o(start_launch),
      .end_valid_i   (end_valid),
      .end_wave_i    (end_wave),
      .end_size_i    (end_info.size),
      .busy_o        (launch_busy)
  );

  // --------------------------------------------------------------------------- ends
  logic end_pixel, ends_busy, export_busy;

  assign end_pixel = end_valid && end_info.stage == STAGE_PIXEL;

  e11_core_ends u_ends (
      .clk_i,
      .rst_ni,
      .start_valid_i(start),
      .start_wave_i (start_wave),
      .start_i      (start_launch),
      .room_o       (room),
      .bar_i        (ctl_bar),
      .fence_i      (ctl_fence),
      .ctl_wave_i   (ctl_wave),
      .ctl_info_i   (ctl_info),
      .bar_release_o(bar_release),
      .bar_waiting_o(bar_waiting),
      .fence_done_o (fence_done),
      .fence_wave_o (fence_wave),
      .end_valid_i  (end_valid),
      .end_wave_i   (end_wave),
      .end_info_i   (end_info),
      .writes_sent_i(writes_sent),
      .writes_done_i(writes_done),
      .vs_done_valid_o,
      .vs_done_tag_o,
      .cs_done_valid_o,
      .cs_done_tag_o,
      .busy_o       (ends_busy),
      .lds_group_i  (xs_q.info.tag[GROUP_W-1:0]),
      .lds_base_o   (lds_base),
      .lds_size_o   (lds_size)
  );

  e11_core_export u_export (
      .clk_i,
      .rst_ni,
      .start_valid_i     (start && start_info.stage == STAGE_PIXEL),
      .start_wave_i      (start_wave),
      .start_tag_i       (start_info.tag),
      .tag_free_o        (ps_tag_free),
      .tag_o             (export_tag),
      .wave_o            (export_wave),
      .space_o           (export_space),
      .accept_i          (accept && fe_exports),
      .last_i            (fe_export_done),
      .valid_i           (xs_valid_q && xs_exports_q),
      .quad_i            (phase_q),
      .instr_i           (xs_q),
      .done_i            (xs_done_q),
      .rows_i            ({row3, c, b, a}),
      .end_valid_i       (end_pixel),
      .end_tag_i         (end_info.tag),
      .lds_we_i          (lds_we),
      .lds_waddr_i       (lds_waddr),
      .lds_want_i        (lds_want),
      .lds_raddr_i       (lds_raddr),
      .lds_have_o        (lds_have),
      .lds_data_o        (lds_data),
      .export_valid_o,
      .export_ready_i,
      .export_o,
      .pixel_done_valid_o,
      .pixel_done_tag_o,
      .busy_o            (export_busy)
  );

  assign busy_o = launch_busy || export_busy || ends_busy || mem_busy;

  always_comb begin
    events_o              = front_events;
    events_o.lds_conflict = lds_conflict;
  end

  // ---------------------------------------------------------------- register files
  vector_write_t       fp_write, int_write, mem_write, tab_write, launch_write;
  vector_write_t [2:0] vector_writes;
  scalar_write_t       scalar_write;

  always_comb begin
    fp_write     = {fp_lanes & {4{fp_vwe}}, fp_quad, fp_row, fp_data};
    int_write    = {int_lanes & {4{int_vwe}}, int_quad, int_row, int_data};
    mem_write    = {mv_lanes, mv_quad, mv_row, mv_data};
    tab_write    = {tab_lanes, tab_quad, tab_row, tab_data};
    launch_write = {4'hf, lv_quad, lv_row, lv_data};
  end

  e11_core_registers u_registers (
      .clk_i,
      .rst_ni,
      .phase_i        (phase_q),
      .instr_i        (rs_q),
      .re_i           (rs_valid_q || rs_data_q),
      .rows_i         (rs_data_q || rs_exports_q),
      .next_i         (fe),
      .early0_o       (early0),
      .a_o            (a),
      .b_o            (b),
      .c_o            (c),
      .row3_o         (row3),
      .base_row_o     (base_row),
      .base_word_o    (base_word),
      .old_dst_o      (old_dst),
      .coef_wr_valid_i,
      .coef_wr_i,
      .coef_o         (coef),
      .fp_i           (fp_write),
      .int_i          (int_write),
      .mem_valid_i    (mv_valid),
      .mem_ready_o    (mv_ready),
      .mem_i          (mem_write),
      .tab_valid_i    (tab_vvalid),
      .tab_ready_o    (tab_vready),
      .tab_i          (tab_write),
      .launch_valid_i (lv_valid),
      .launch_ready_o (lv_ready),
      .launch_i       (launch_write),
      .fp_swe_i       (fp_swe),
      .fp_sreg_i      (fp_sreg),
      .int_swe_i      (int_swe),
      .int_sreg_i     (int_sreg),
      .ctl_swe_i      (ctl_swe),
      .ctl_sreg_i     (ctl_sreg),
      .ctl_sdata_i    (ctl_sdata),
      .mem_svalid_i   (sm_valid),
      .mem_sready_o   (sm_ready),
      .mem_sreg_i     (sm_reg),
      .mem_sdata_i    (sm_data),
      .tab_svalid_i   (tab_svalid),
      .tab_sready_o   (tab_sready),
      .tab_sreg_i     (tab_sreg),
      .tab_sdata_i    (tab_sdata),
      .launch_svalid_i(ls_valid),
      .launch_sready_o(ls_ready),
      .launch_sreg_i  (ls_reg),
      .launch_sdata_i (ls_data),
      .vector_trace_o (vector_writes),
      .scalar_trace_o (scalar_write)
  );

  // -------------------------------------------------------------------------- trace
  always_comb begin
    trace_o              = '0;
    trace_o.launch       = start;
    trace_o.launch_wave  = start_wave;
    trace_o.launch_stage = start_info.stage;
    trace_o.launch_tag   = start_info.tag;
    trace_o.issue        = xs_valid_q && xs_counted_q && phase_q == 2'd0;
    trace_o.wave         = xs_q.wave;
    trace_o.pc           = xs_q.pc;
    trace_o.word         = xs_q.word;
    trace_o.exec         = xs_q.exec;
    trace_o.cov          = xs_q.cov;
    trace_o.ended        = end_valid;
    trace_o.end_wave     = end_wave;
    trace_o.vmem_order   = vmem_order;
    trace_o.vmem_wave    = vmem_order_wave;
    trace_o.lds_order    = lds_order;
    trace_o.lds_wave     = lds_order_wave;
    trace_o.vector_write = vector_writes;
    trace_o.scalar_write = scalar_write;
  end

  logic unused;
  assign unused = &{1'b0, end_info};

endmodule

`default_nettype wire
