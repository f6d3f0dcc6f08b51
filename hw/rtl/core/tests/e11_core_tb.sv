// SPDX-License-Identifier: Apache-2.0
//
// The core for its bench: the fields of the structs as ports of their own, so that
// the C++ side need not know where they lie.
`default_nettype none

module e11_core_tb
  import e11_pkg::*;
  import e11_core_pkg::*;
(
    input  logic         clk_i,
    input  logic         rst_ni,
    // Launches: 0 from geometry, 1 from pixel, 2 from compute
    input  logic [2:0]   launch_valid_i,
    output logic [2:0]   launch_ready_o,
    input  logic [1:0]   launch_size_i   [3],
    input  slot_t        launch_slot_i   [3],
    input  logic [31:0]  launch_code_i   [3],
    input  logic [31:0]  launch_s0_i     [3],
    input  logic [31:0]  launch_s1_i     [3],
    input  logic [31:0]  launch_s2_i     [3],
    input  logic [15:0]  launch_exec_i   [3],
    input  logic [15:0]  launch_cov_i    [3],
    input  logic [1:0]   launch_rows_i   [3],
    input  logic [5:0]   launch_tag_i    [3],   // compute: group
    input  logic [39:0]  launch_coef_i   [3],
    input  logic [6:0]   launch_waves_i,        // compute
    input  logic [14:0]  launch_lds_base_i,
    input  logic [15:0]  launch_lds_size_i,
    input  logic [2:0]   row_valid_i,
    output logic [2:0]   row_ready_o,
    input  logic [127:0] row_i           [3],
    output logic         vs_done_valid_o,
    output logic [5:0]   vs_done_tag_o,
    output logic         pixel_done_valid_o,
    output logic [5:0]   pixel_done_tag_o,
    output logic         cs_done_valid_o,
    output logic [5:0]   cs_done_tag_o,
    output logic         export_valid_o,
    input  logic         export_ready_i,
    output logic [1:0]   export_quad_o,
    output logic [3:0]   export_target_o,
    output logic [3:0]   export_mask_o,
    output logic         export_done_o,
    output logic [3:0]   export_cov_o,
    output logic [511:0] export_data_o,
    input  logic         state_valid_i,
    input  slot_t        state_slot_i,
    input  logic [5:0]   state_word_i,
    input  logic [31:0]  state_data_i,
    input  logic         coef_valid_i,
    input  logic [9:0]   coef_addr_i,
    input  logic [95:0]  coef_data_i,
    // Memory: instruction, scalar, vector
    output logic [2:0]   req_valid_o,
    input  logic [2:0]   req_ready_i,
    output logic [2:0]   req_write_o,
    output logic [2:0]   req_line_o,
    output logic [2:0]   req_atomic_o,
    output logic [3:0]   req_op_o        [3],
    output logic [31:0]  req_addr_o      [3],
    output logic [127:0] req_data_o      [3],
    output logic [15:0]  req_strobe_o    [3],
    output logic [7:0]   req_tag_o       [3],
    input  logic [2:0]   rsp_valid_i,
    output logic [2:0]   rsp_ready_o,
    input  logic [2:0]   rsp_write_i,
    input  logic [2:0]   rsp_last_i,
    input  logic [2:0]   rsp_error_i,
    input  logic [127:0] rsp_data_i      [3],
    input  logic [7:0]   rsp_tag_i       [3],
    output logic         trap_valid_o,
    output logic [31:0]  trap_pc_o,
    output logic         busy_o,
    output logic [13:0]  events_o,       // issued, vector, scalar, memory, control; see below
    // The trace (e11_core_trace)
    output logic          trace_launch_o         [1],
    output logic [5:0]    trace_launch_wave_o    [1],
    output logic [1:0]    trace_launch_stage_o   [1],
    output logic [5:0]    trace_launch_tag_o     [1],
    output logic          trace_issue_o          [1],
    output logic [5:0]    trace_wave_o           [1],
    output logic [31:0]   trace_pc_o             [1],
    output logic [63:0]   trace_word_o           [1],
    output logic [15:0]   trace_exec_o           [1],
    output logic [15:0]   trace_cov_o            [1],
    output logic          trace_ended_o          [1],
    output logic [5:0]    trace_end_wave_o       [1],
    output logic          trace_vmem_order_o     [1],
    output logic [5:0]    trace_vmem_wave_o      [1],
    output logic          trace_lds_order_o      [1],
    output logic [5:0]    trace_lds_wave_o       [1],
    output logic [11:0]   write_lanes_o          [1],
    output logic [5:0]    write_quad_o           [1],
    output logic [47:0]   write_row_o            [1],
    output logic [383:0]  write_data_o           [1],
    output logic [3:0]    swrite_words_o         [1],
    output logic [15:0]   swrite_row_o           [1],
    output logic [127:0]  swrite_data_o          [1]
);

  launch_t [2:0]  launch;
  mem_req_t [2:0] req;
  mem_rsp_t [2:0] rsp;
  export_t        exported;
  state_wr_t      state_wr;
  coef_wr_t       coef_wr;
  core_events_t   events;
  trace_t         trace;
  logic           cache_busy;

  always_comb begin
    for (int unsigned i = 0; i < 3; i++) begin
      launch[i]       = '0;
      launch[i].stage = stage_e'(i);
      launch[i].slot  = launch_slot_i[i];
      launch[i].size  = launch_size_i[i];
      launch[i].code  = launch_code_i[i];
      launch[i].s0    = launch_s0_i[i];
      launch[i].s1    = launch_s1_i[i];
      launch[i].s2    = launch_s2_i[i];
      launch[i].exec  = launch_exec_i[i];
      launch[i].cov   = launch_cov_i[i];
      launch[i].rows  = launch_rows_i[i];
      launch[i].tag   = launch_tag_i[i];
      launch[i].coef  = launch_coef_i[i];
    end
    launch[2].group    = launch_tag_i[2][3:0];
    launch[2].waves    = launch_waves_i;
    launch[2].lds_base = launch_lds_base_i;
    launch[2].lds_size = launch_lds_size_i;
    for (int unsigned i = 0; i < 3; i++) begin
      rsp[i] = {rsp_write_i[i], rsp_last_i[i], rsp_error_i[i], rsp_data_i[i], rsp_tag_i[i]};
      req_write_o[i]  = req[i].write;
      req_line_o[i]   = req[i].line;
      req_atomic_o[i] = req[i].atomic;
      req_op_o[i]     = req[i].op;
      req_addr_o[i]   = req[i].addr;
      req_data_o[i]   = req[i].wdata;
      req_strobe_o[i] = req[i].wstrb;
      req_tag_o[i]    = req[i].tag;
    end
    state_wr = {state_slot_i, state_word_i, state_data_i};
    coef_wr  = {coef_addr_i, coef_data_i};
  end

  e11_core u_core (
      .clk_i,
      .rst_ni,
      .asid_i            (4'd0),
      .vs_launch_valid_i (launch_valid_i[0]),
      .vs_launch_ready_o (launch_ready_o[0]),
      .vs_launch_i       (launch[0]),
      .vs_row_valid_i    (row_valid_i[0]),
      .vs_row_ready_o    (row_ready_o[0]),
      .vs_row_i          (row_i[0]),
      .ps_launch_valid_i (launch_valid_i[1]),
      .ps_launch_ready_o (launch_ready_o[1]),
      .ps_launch_i       (launch[1]),
      .ps_row_valid_i    (row_valid_i[1]),
      .ps_row_ready_o    (row_ready_o[1]),
      .ps_row_i          (row_i[1]),
      .cs_launch_valid_i (launch_valid_i[2]),
      .cs_launch_ready_o (launch_ready_o[2]),
      .cs_launch_i       (launch[2]),
      .cs_row_valid_i    (row_valid_i[2]),
      .cs_row_ready_o    (row_ready_o[2]),
      .cs_row_i          (row_i[2]),
      .vs_done_valid_o,
      .vs_done_tag_o,
      .pixel_done_valid_o,
      .pixel_done_tag_o,
      .cs_done_valid_o,
      .cs_done_tag_o,
      .export_valid_o,
      .export_ready_i,
      .export_o          (exported),
      .state_wr_valid_i  (state_valid_i),
      .state_wr_i        (state_wr),
      .coef_wr_valid_i   (coef_valid_i),
      .coef_wr_i         (coef_wr),
      .imem_req_valid_o  (req_valid_o[0]),
      .imem_req_ready_i  (req_ready_i[0]),
      .imem_req_o        (req[0]),
      .imem_rsp_valid_i  (rsp_valid_i[0]),
      .imem_rsp_ready_o  (rsp_ready_o[0]),
      .imem_rsp_i        (rsp[0]),
      .smem_req_valid_o  (req_valid_o[1]),
      .smem_req_ready_i  (req_ready_i[1]),
      .smem_req_o        (req[1]),
      .smem_rsp_valid_i  (rsp_valid_i[1]),
      .smem_rsp_ready_o  (rsp_ready_o[1]),
      .smem_rsp_i        (rsp[1]),
      .vmem_req_valid_o  (req_valid_o[2]),
      .vmem_req_ready_i  (req_ready_i[2]),
      .vmem_req_o        (req[2]),
      .vmem_rsp_valid_i  (rsp_valid_i[2]),
      .vmem_rsp_ready_o  (rsp_ready_o[2]),
      .vmem_rsp_i        (rsp[2]),
      .cache_invalidate_i(3'b000),
      .cache_busy_o      (cache_busy),
      .trap_valid_o,
      .trap_pc_o,
      .busy_o,
      .events_o          (events),
      .trace_o           (trace)
  );

  assign export_quad_o   = exported.quad;
  assign export_target_o = exported.target;
  assign export_mask_o   = exported.mask;
  assign export_done_o   = exported.done;
  assign export_cov_o    = exported.cov;
  assign export_data_o   = exported.data;
  assign events_o = {events.vcache_miss, events.lds_conflict, events.slots_wait_other,
                     events.slots_wait_barrier, events.slots_wait_memory, events.slots_no_wave,
                     events.waves_compute, events.waves_pixel, events.waves_vertex,
                     events.issued_control, events.issued_memory, events.issued_scalar,
                     events.issued_vector, events.issued};

  e11_core_trace u_trace (
      .trace_i                (trace),
      .trace_launch_o         (trace_launch_o[0]),
      .trace_launch_wave_o    (trace_launch_wave_o[0]),
      .trace_launch_stage_o   (trace_launch_stage_o[0]),
      .trace_launch_tag_o     (trace_launch_tag_o[0]),
      .trace_issue_o          (trace_issue_o[0]),
      .trace_wave_o           (trace_wave_o[0]),
      .trace_pc_o             (trace_pc_o[0]),
      .trace_word_o           (trace_word_o[0]),
      .trace_exec_o           (trace_exec_o[0]),
      .trace_cov_o            (trace_cov_o[0]),
      .trace_ended_o          (trace_ended_o[0]),
      .trace_end_wave_o       (trace_end_wave_o[0]),
      .trace_vmem_order_o     (trace_vmem_order_o[0]),
      .trace_vmem_wave_o      (trace_vmem_wave_o[0]),
      .trace_lds_order_o      (trace_lds_order_o[0]),
      .trace_lds_wave_o       (trace_lds_wave_o[0]),
      .write_lanes_o          (write_lanes_o[0]),
      .write_quad_o           (write_quad_o[0]),
      .write_row_o            (write_row_o[0]),
      .write_data_o           (write_data_o[0]),
      .swrite_words_o         (swrite_words_o[0]),
      .swrite_row_o           (swrite_row_o[0]),
      .swrite_data_o          (swrite_data_o[0])
  );

  logic unused;
  assign unused = &{1'b0, req, events, cache_busy};

endmodule

`default_nettype wire
