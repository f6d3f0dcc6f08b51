// SPDX-License-Identifier: Apache-2.0
//
// The shader core without its caches: wires the front end, the register files, the
// lanes and the memory units together. docs/hw/core.md has the drawing.
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
    // Launches and their rows, from geometry and from pixel
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
    // Ends: no ready, one a cycle
    output logic               vs_done_valid_o,
    output logic [PSSEQ_W-1:0] vs_done_tag_o,
    output logic               pixel_done_valid_o,
    output logic [PSSEQ_W-1:0] pixel_done_tag_o,
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

  // --------------------------------------------------------- state words in use
  logic [CFG_STATE_SLOTS-1:0][31:0] scratch_base_q, sscratch_base_q;
  logic [CFG_STATE_SLOTS-1:0][15:0] scratch_lane_q;

  always_ff @(posedge clk_i) begin
    if (state_wr_valid_i) begin
      case ({26'b0, state_wr_i.word})
        STATE_BLOCK_SCRATCH_BASE:  scratch_base_q[state_wr_i.slot]  <= state_wr_i.data;
        STATE_BLOCK_SCRATCH_LANE:  scratch_lane_q[state_wr_i.slot]  <= state_wr_i.data[15:0];
        STATE_BLOCK_SSCRATCH_BASE: sscratch_base_q[state_wr_i.slot] <= state_wr_i.data;
        default: ;
      endcase
    end
  end

  // ------------------------------------------------------------------ front end
  logic [WAVES-1:0]   live, have;
  logic               pc_we, pc_flush, ibuf_re, ibuf_word;
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
  logic               vmem_ready, smem_ready, table_ready, export_space;
  logic [PSSEQ_W-1:0] export_tag;
  logic [WAVE_W-1:0]  export_wave;
  logic               vmem_done, smem_done, table_done;
  logic [WAVE_W-1:0]  vmem_wave, smem_wave, table_wave;
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
      .smem_ready_i  (smem_ready),
      .table_ready_i (table_ready),
      .export_space_i(export_space),
      .export_tag_i  (export_tag),
      .export_wave_i (export_wave),
      .vmem_done_i   (vmem_done),
      .vmem_wave_i   (vmem_wave),
      .smem_done_i   (smem_done),
      .smem_wave_i   (smem_wave),
      .table_done_i  (table_done),
      .table_wave_i  (table_wave),
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
      .events_o
  );

  e11_core_fetch u_fetch (
      .clk_i,
      .rst_ni,
      .asid_i,
      .live_i     (live),
      .pc_we_i    (pc_we),
      .pc_flush_i (pc_flush),
      .pc_wave_i  (pc_wave),
      .pc_i       (pc),
      .end_valid_i(end_valid),
      .end_wave_i (end_wave),
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

  // ------------------------------------------------------------------ register reads
  logic [8:0]             code;
  logic [6:0]             vreg;
  logic                   row_access;
  logic [VROW_A-1:0]      vrow;
  logic [3:0][QUAD_W-1:0] bank;
  logic [SREG_A-1:0]      sreg;
  logic [127:0]           srow;
  logic [31:0]            sword;

  assign code       = source_code(rs_q.word, rs_q.d.literal, phase_q);
  assign row_access = rs_data_q || rs_exports_q;
  assign vreg       = row_access ? rs_q.word[E_DATA_LSB +: E_DATA_W] + {5'b0, phase_q} : code[6:0];
  assign vrow       = vector_row(rs_q.wave, rs_q.info.size, vreg);

  // Scalars a phase ahead: sources 0, 1, 2, then the destination's old value.
  logic [8:0] scode;
  always_comb begin
    scode = source_code(rs_q.word, rs_q.d.literal, phase_q + 2'd1);
    sreg  = scalar_reg(rs_q.wave, rs_q.info.size, scode[6:0]);
    if (phase_q == 2'd2) sreg = scalar_reg(rs_q.wave, rs_q.info.size, rs_q.word[R_DST_LSB +: R_DST_W]);
    if (phase_q == 2'd3) begin
      scode = source_code(fe.word, fe.d.literal, 2'd0);
      sreg  = scalar_reg(fe.wave, fe.info.size, scode[6:0]);
    end
  end

  logic [127:0] base_row_q;
  logic [31:0]  base_word_q, old_dst_q;
  always_ff @(posedge clk_i) begin
    if (phase_q == 2'd1) begin
      base_row_q  <= srow;
      base_word_q <= sword;
    end
    if (phase_q == 2'd3) old_dst_q <= sword;
  end

  logic [3:0][31:0]  early0, a, b, c;
  logic [QUAD_W-1:0] row3;

  e11_core_operands u_operands (
      .clk_i,
      .phase_i  (phase_q),
      .instr_i  (rs_q),
      .rows_i   (row_access),
      .scalar_i (sword),
      .bank_i   (bank),
      .early0_o (early0),
      .a_o      (a),
      .b_o      (b),
      .c_o      (c),
      .row3_o   (row3)
  );

  // ------------------------------------------------------------------ coefficients
  logic [3:0][COEF_W-1:0] coef_base_q;
  logic [13:0]            attr_q;
  logic [1:0]             coef_quad;
  logic [COEF_W-1:0]      coef_addr;
  logic [2:0][31:0]       coef;

  always_ff @(posedge clk_i) begin
    if (phase_q == 2'd2) begin
      coef_base_q <= rs_q.info.coef;
      attr_q      <= rs_q.word[R_ATTR_LSB +: R_ATTR_W];
    end
  end
  assign coef_quad = phase_q - 2'd3;
  assign coef_addr = coef_base_q[coef_quad] + attr_q[COEF_W-1:0];

  e11_ram_1r1w #(
      .W    (96),
      .DEPTH(CFG_COEF_WORDS)
  ) u_coef (
      .clk_i,
      .we_i   (coef_wr_valid_i),
      .waddr_i(coef_wr_i.addr),
      .wdata_i(coef_wr_i.c),
      .re_i   (1'b1),
      .raddr_i(coef_addr),
      .rdata_o(coef)
  );

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
      .old_dst_i(old_dst_q),
      .valid_o  (ctl_valid),
      .wave_o   (ctl_wave),
      .exec_o   (ctl_exec),
      .cov_o    (ctl_cov),
      .taken_o  (ctl_taken),
      .target_o (ctl_target),
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

  // ------------------------------------------------------------------ vector memory
  logic              vm_valid, vm_ready, vm_busy;
  slot_t             vm_slot;
  logic [1:0]        vm_quad;
  logic [VROW_A-1:0] vm_row;
  logic [3:0]        vm_lanes;
  logic [3:0][31:0]  vm_data;
  logic [7:0]        writes_sent, writes_done;

  e11_core_vmem u_vmem (
      .clk_i,
      .rst_ni,
      .asid_i,
      .accept_i      (accept && fe.d.unit == UNIT_VMEM),
      .ready_o       (vmem_ready),
      .valid_i       (xs_valid_q && xs_q.d.unit == UNIT_VMEM),
      .quad_i        (phase_q),
      .instr_i       (xs_q),
      .index_i       (a),
      .offset_i      (c),
      .base_row_i    (base_row_q),
      .base_word_i   (base_word_q),
      .slot_o        (vm_slot),
      .scratch_base_i(scratch_base_q[vm_slot]),
      .scratch_lane_i(scratch_lane_q[vm_slot]),
      .data_valid_i  (xs_data_q),
      .data_quad_i   (phase_q),
      .data_i        ({row3, c, b, a}),
      .v_valid_o     (vm_valid),
      .v_ready_i     (vm_ready),
      .v_quad_o      (vm_quad),
      .v_row_o       (vm_row),
      .v_lanes_o     (vm_lanes),
      .v_data_o      (vm_data),
      .done_o        (vmem_done),
      .done_wave_o   (vmem_wave),
      .writes_sent_o (writes_sent),
      .writes_done_o (writes_done),
      .busy_o        (vm_busy),
      .req_valid_o   (vmem_req_valid_o),
      .req_ready_i   (vmem_req_ready_i),
      .req_o         (vmem_req_o),
      .rsp_valid_i   (vmem_rsp_valid_i),
      .rsp_ready_o   (vmem_rsp_ready_o),
      .rsp_i         (vmem_rsp_i)
  );

  // ------------------------------------------------------------------ scalar memory
  logic              sm_valid, sm_ready, sm_busy;
  logic [SREG_A-1:0] sm_reg;
  logic [31:0]       sm_data;

  e11_core_smem u_smem (
      .clk_i,
      .rst_ni,
      .asid_i,
      .accept_i      (accept && fe.d.unit == UNIT_SMEM),
      .ready_o       (smem_ready),
      .valid_i       (xs_valid_q && xs_q.d.unit == UNIT_SMEM && phase_q == 2'd0),
      .instr_i       (xs_q),
      .offset_i      (a[0]),
      .base_row_i    (base_row_q),
      .base_word_i   (base_word_q),
      .data_i        (old_dst_q),
      .scratch_base_i(sscratch_base_q[xs_q.info.slot]),
      .s_valid_o     (sm_valid),
      .s_ready_i     (sm_ready),
      .s_reg_o       (sm_reg),
      .s_data_o      (sm_data),
      .done_o        (smem_done),
      .done_wave_o   (smem_wave),
      .busy_o        (sm_busy),
      .req_valid_o   (smem_req_valid_o),
      .req_ready_i   (smem_req_ready_i),
      .req_o         (smem_req_o),
      .rsp_valid_i   (smem_rsp_valid_i),
      .rsp_ready_o   (smem_rsp_ready_o),
      .rsp_i         (smem_rsp_i)
  );

  // ------------------------------------------------------------------------ launches
  logic              ps_tag_free, launch_busy;
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
      .end_valid_i   (end_valid),
      .end_wave_i    (end_wave),
      .end_size_i    (end_info.size),
      .busy_o        (launch_busy)
  );

  // --------------------------------------------------------------------------- ends
  logic       end_pixel, end_vertex, vs_end_valid, vs_end_ready, export_busy;
  logic [7:0] vs_end_writes, vs_ahead;
  logic [3:0] vs_end_level;

  assign end_pixel  = end_valid && end_info.stage == STAGE_PIXEL;
  assign end_vertex = end_valid && end_info.stage == STAGE_VERTEX;

  e11_core_export u_export (
      .clk_i,
      .rst_ni,
      .start_valid_i     (start && start_info.stage == STAGE_PIXEL),
      .start_wave_i      (start_wave),
      .start_tag_i       (start_info.tag),
      .query_tag_i       (ps_launch_i.tag),
      .query_free_o      (ps_tag_free),
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
      .export_valid_o,
      .export_ready_i,
      .export_o,
      .pixel_done_valid_o,
      .pixel_done_tag_o,
      .busy_o            (export_busy)
  );

  // A vertex wave is done when all writes sent before its end are acknowledged.
  e11_fifo #(
      .W    (PSSEQ_W + 8),
      .DEPTH(8)
  ) u_vs_ends (
      .clk_i,
      .rst_ni,
      .in_valid_i (end_vertex),
      .in_ready_o (vs_end_ready),
      .in_i       ({end_info.tag, writes_sent}),
      .out_valid_o(vs_end_valid),
      .out_ready_i(vs_done_valid_o),
      .out_o      ({vs_done_tag_o, vs_end_writes}),
      .level_o    (vs_end_level)
  );
  assign vs_ahead        = writes_done - vs_end_writes;
  assign vs_done_valid_o = vs_end_valid && !vs_ahead[7];

  assign busy_o = launch_busy || export_busy || vs_end_valid || vm_busy || sm_busy;

  // ------------------------------------------------------------------- register files
  vector_write_t [2:0] vector_writes;
  scalar_write_t       scalar_write;
  logic              other_valid, other_ready;
  logic [1:0]        other_quad;
  logic [VROW_A-1:0] other_row;
  logic [3:0]        other_lanes;
  logic [QUAD_W-1:0] other_data;

  always_comb begin
    other_valid = lv_valid;
    other_quad  = lv_quad;
    other_row   = lv_row;
    other_lanes = 4'hf;
    other_data  = lv_data;
    if (tab_vvalid) begin
      other_valid = 1'b1;
      other_quad  = tab_quad;
      other_row   = tab_row;
      other_lanes = tab_lanes;
      other_data  = tab_data;
    end
    if (vm_valid) begin
      other_valid = 1'b1;
      other_quad  = vm_quad;
      other_row   = vm_row;
      other_lanes = vm_lanes;
      other_data  = vm_data;
    end
  end
  assign vm_ready   = other_ready;
  assign tab_vready = other_ready && !vm_valid;
  assign lv_ready   = other_ready && !vm_valid && !tab_vvalid;

  e11_core_vrf u_vrf (
      .clk_i,
      .rst_ni,
      .re_i         (rs_valid_q || rs_data_q),
      .row_i        (vrow),
      .rdata_o      (bank),
      .fp_we_i      (fp_vwe),
      .fp_quad_i    (fp_quad),
      .fp_row_i     (fp_row),
      .fp_lanes_i   (fp_lanes),
      .fp_data_i    (fp_data),
      .int_we_i     (int_vwe),
      .int_quad_i   (int_quad),
      .int_row_i    (int_row),
      .int_lanes_i  (int_lanes),
      .int_data_i   (int_data),
      .other_valid_i(other_valid),
      .other_ready_o(other_ready),
      .other_quad_i (other_quad),
      .other_row_i  (other_row),
      .other_lanes_i(other_lanes),
      .other_data_i (other_data),
      .trace_o      (vector_writes)
  );

  e11_core_srf u_srf (
      .clk_i,
      .re_i          (1'b1),
      .raddr_i       (sreg),
      .row_o         (srow),
      .word_o        (sword),
      .fp_we_i       (fp_swe),
      .fp_reg_i      (fp_sreg),
      .fp_data_i     (fp_data[0]),
      .int_we_i      (int_swe),
      .int_reg_i     (int_sreg),
      .int_data_i    (int_data[0]),
      .ctl_we_i      (ctl_swe),
      .ctl_reg_i     (ctl_sreg),
      .ctl_data_i    (ctl_sdata),
      .mem_valid_i   (sm_valid),
      .mem_ready_o   (sm_ready),
      .mem_reg_i     (sm_reg),
      .mem_data_i    (sm_data),
      .tab_valid_i   (tab_svalid),
      .tab_ready_o   (tab_sready),
      .tab_reg_i     (tab_sreg),
      .tab_data_i    (tab_sdata),
      .launch_valid_i(ls_valid),
      .launch_ready_o(ls_ready),
      .launch_reg_i  (ls_reg),
      .launch_data_i (ls_data),
      .trace_o       (scalar_write)
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
    trace_o.vector_write = vector_writes;
    trace_o.scalar_write = scalar_write;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    assert (!end_vertex || vs_end_ready) else $error("more vertex waves end than there are batches");
  end
`endif

  logic unused;
  assign unused = &{1'b0, vs_end_ready, vs_end_level, vs_ahead[6:0], attr_q[13:COEF_W], end_info, code[8:7], scode[8:7]};

endmodule

`default_nettype wire
