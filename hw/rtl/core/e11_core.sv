// SPDX-License-Identifier: Apache-2.0
//
// The shader core: the engine and its three first-level caches.
//
//   geometry, pixel --launch--> [ e11_core_engine ] --export--> output
//                                 |     |     |
//                              icache scache vcache  --> memory
`default_nettype none

module e11_core
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
    // Memory sides of the instruction, scalar and vector caches
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
    // Cache invalidation (cache_bits 0..2: instruction, scalar, vector): pulses; busy
    // until done
    input  logic [2:0]         cache_invalidate_i,
    output logic               cache_busy_o,
    // A wave trapped (one cycle)
    output logic               trap_valid_o,
    output logic [31:0]        trap_pc_o,
    output logic               busy_o,
    output core_events_t       events_o,
    output trace_t             trace_o
);

  logic     i_req_valid, i_req_ready, i_rsp_valid, i_rsp_ready, i_busy;
  mem_req_t i_req;
  mem_rsp_t i_rsp;
  logic     s_req_valid, s_req_ready, s_rsp_valid, s_rsp_ready, s_busy;
  mem_req_t s_req;
  mem_rsp_t s_rsp;
  logic     v_req_valid, v_req_ready, v_rsp_valid, v_rsp_ready, v_busy;
  mem_req_t v_req;
  mem_rsp_t v_rsp;
  core_events_t engine_events;
  logic [2:0]   miss;

  e11_cache #(
      .BYTES(CFG_ICACHE_BYTES)
  ) u_icache (
      .clk_i,
      .rst_ni,
      .req_valid_i    (i_req_valid),
      .req_ready_o    (i_req_ready),
      .req_i          (i_req),
      .rsp_valid_o    (i_rsp_valid),
      .rsp_ready_i    (i_rsp_ready),
      .rsp_o          (i_rsp),
      .mem_req_valid_o(imem_req_valid_o),
      .mem_req_ready_i(imem_req_ready_i),
      .mem_req_o      (imem_req_o),
      .mem_rsp_valid_i(imem_rsp_valid_i),
      .mem_rsp_ready_o(imem_rsp_ready_o),
      .mem_rsp_i      (imem_rsp_i),
      .flush_i        (cache_invalidate_i[CACHE_BITS_INVALIDATE_INSTRUCTION]),
      .busy_o         (i_busy),
      .miss_o         (miss[0])
  );

  e11_cache #(
      .BYTES (CFG_SCACHE_BYTES),
      .WRITES(1'b1)
  ) u_scache (
      .clk_i,
      .rst_ni,
      .req_valid_i    (s_req_valid),
      .req_ready_o    (s_req_ready),
      .req_i          (s_req),
      .rsp_valid_o    (s_rsp_valid),
      .rsp_ready_i    (s_rsp_ready),
      .rsp_o          (s_rsp),
      .mem_req_valid_o(smem_req_valid_o),
      .mem_req_ready_i(smem_req_ready_i),
      .mem_req_o      (smem_req_o),
      .mem_rsp_valid_i(smem_rsp_valid_i),
      .mem_rsp_ready_o(smem_rsp_ready_o),
      .mem_rsp_i      (smem_rsp_i),
      .flush_i        (cache_invalidate_i[CACHE_BITS_INVALIDATE_SCALAR]),
      .busy_o         (s_busy),
      .miss_o         (miss[1])
  );

  e11_cache #(
      .BYTES (CFG_VCACHE_BYTES),
      .WRITES(1'b1)
  ) u_vcache (
      .clk_i,
      .rst_ni,
      .req_valid_i    (v_req_valid),
      .req_ready_o    (v_req_ready),
      .req_i          (v_req),
      .rsp_valid_o    (v_rsp_valid),
      .rsp_ready_i    (v_rsp_ready),
      .rsp_o          (v_rsp),
      .mem_req_valid_o(vmem_req_valid_o),
      .mem_req_ready_i(vmem_req_ready_i),
      .mem_req_o      (vmem_req_o),
      .mem_rsp_valid_i(vmem_rsp_valid_i),
      .mem_rsp_ready_o(vmem_rsp_ready_o),
      .mem_rsp_i      (vmem_rsp_i),
      .flush_i        (cache_invalidate_i[CACHE_BITS_INVALIDATE_VECTOR]),
      .busy_o         (v_busy),
      .miss_o         (miss[2])
  );

  assign cache_busy_o = i_busy || s_busy || v_busy;

  always_comb begin
    events_o             = engine_events;
    events_o.icache_miss = miss[0];
    events_o.scache_miss = miss[1];
    events_o.vcache_miss = miss[2];
  end

  e11_core_engine u_engine (
      .clk_i,
      .rst_ni,
      .asid_i,
      .vs_launch_valid_i,
      .vs_launch_ready_o,
      .vs_launch_i,
      .vs_row_valid_i,
      .vs_row_ready_o,
      .vs_row_i,
      .ps_launch_valid_i,
      .ps_launch_ready_o,
      .ps_launch_i,
      .ps_row_valid_i,
      .ps_row_ready_o,
      .ps_row_i,
      .cs_launch_valid_i,
      .cs_launch_ready_o,
      .cs_launch_i,
      .cs_row_valid_i,
      .cs_row_ready_o,
      .cs_row_i,
      .vs_done_valid_o,
      .vs_done_tag_o,
      .pixel_done_valid_o,
      .pixel_done_tag_o,
      .cs_done_valid_o,
      .cs_done_tag_o,
      .export_valid_o,
      .export_ready_i,
      .export_o,
      .state_wr_valid_i,
      .state_wr_i,
      .coef_wr_valid_i,
      .coef_wr_i,
      .imem_req_valid_o(i_req_valid),
      .imem_req_ready_i(i_req_ready),
      .imem_req_o(i_req),
      .imem_rsp_valid_i(i_rsp_valid),
      .imem_rsp_ready_o(i_rsp_ready),
      .imem_rsp_i(i_rsp),
      .smem_req_valid_o(s_req_valid),
      .smem_req_ready_i(s_req_ready),
      .smem_req_o(s_req),
      .smem_rsp_valid_i(s_rsp_valid),
      .smem_rsp_ready_o(s_rsp_ready),
      .smem_rsp_i(s_rsp),
      .vmem_req_valid_o(v_req_valid),
      .vmem_req_ready_i(v_req_ready),
      .vmem_req_o(v_req),
      .vmem_rsp_valid_i(v_rsp_valid),
      .vmem_rsp_ready_o(v_rsp_ready),
      .vmem_rsp_i(v_rsp),
      .trap_valid_o,
      .trap_pc_o,
      .busy_o,
      .events_o(engine_events),
      .trace_o
  );

endmodule

`default_nettype wire
