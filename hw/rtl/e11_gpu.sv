// SPDX-License-Identifier: Apache-2.0
//
// The GPU: all units and the wires between them (docs/hw/interfaces.md). Longer than other files because it
// is nothing but connections: every port of every unit stands here once.
`default_nettype none

module e11_gpu
  import e11_pkg::*;
  import e11_regs_pkg::*;
  import e11_core_pkg::core_events_t;
  import e11_core_pkg::trace_t;
  import e11_memory_pkg::CLIENTS;
  import e11_memory_pkg::NAMED;
  import e11_memory_pkg::PA_W;
  import e11_memory_pkg::fault_t;
(
    input  logic         clk_i,
    input  logic         rst_ni,

    // Host register bus: a request is taken when valid and ready are high; one
    // response for each, in the next cycle or later.
    input  logic         host_valid_i,
    output logic         host_ready_o,
    input  logic         host_write_i,
    input  logic [11:0]  host_addr_i,
    input  logic [31:0]  host_wdata_i,
    output logic         host_rsp_valid_o,
    output logic [31:0]  host_rdata_o,
    output logic         irq_o,

    // AXI4 master, 128 bits: bursts of one or four beats for reads, single beats
    // for writes, one id. Fixed: size 16 bytes, burst type INCR.
    output logic            axi_awvalid_o,
    input  logic            axi_awready_i,
    output logic [PA_W-1:0] axi_awaddr_o,
    output logic [7:0]      axi_awlen_o,
    output logic [2:0]      axi_awsize_o,
    output logic [1:0]      axi_awburst_o,
    output logic            axi_wvalid_o,
    input  logic            axi_wready_i,
    output logic [127:0]    axi_wdata_o,
    output logic [15:0]     axi_wstrb_o,
    output logic            axi_wlast_o,
    input  logic            axi_bvalid_i,
    output logic            axi_bready_o,
    input  logic [1:0]      axi_bresp_i,
    output logic            axi_arvalid_o,
    input  logic            axi_arready_i,
    output logic [PA_W-1:0] axi_araddr_o,
    output logic [7:0]      axi_arlen_o,
    output logic [2:0]      axi_arsize_o,
    output logic [1:0]      axi_arburst_o,
    input  logic            axi_rvalid_i,
    output logic            axi_rready_o,
    input  logic [127:0]    axi_rdata_i,
    input  logic [1:0]      axi_rresp_i
);

  // A reset that the host asks for leaves the memory unit alone: it finishes what
  // is under way, and nobody waits for the responses.
  logic rst_unit_n;

  // Memory clients, by their numbers MEM_CLIENTS_*.
  logic     [CLIENTS-1:0] req_valid, req_ready, rsp_valid, rsp_ready, unit_rsp_ready;
  mem_req_t [CLIENTS-1:0] req;
  mem_rsp_t               rsp;

  assign rsp_ready = rst_unit_n ? unit_rsp_ready : '1;

  // --------------------------------------------------------- between the units
  logic       state_wr_valid;
  state_wr_t  state_wr;
  logic       draw_valid, draw_ready;
  draw_t      draw;
  logic [STATE_SLOTS-1:0] slot_done;
  logic       dispatch_valid, dispatch_ready, dispatch_done, dispatch_busy;
  dispatch_t  dispatch;

  logic               vs_launch_valid, vs_launch_ready, vs_row_valid, vs_row_ready;
  launch_t            vs_launch;
  row_t               vs_row;
  logic               ps_launch_valid, ps_launch_ready, ps_row_valid, ps_row_ready;
  launch_t            ps_launch;
  row_t               ps_row;
  logic [CFG_CORES-1:0]              cs_launch_valid, cs_launch_ready, cs_row_valid, cs_row_ready;
  launch_t                           cs_launch;
  row_t                              cs_row;
  logic [CFG_CORES-1:0]              cs_done_valid;
  logic [CFG_CORES-1:0][PSSEQ_W-1:0] cs_done_tag;
  logic               vs_done_valid, pixel_done_valid;
  logic [PSSEQ_W-1:0] vs_done_tag;
  logic               coef_wr_valid, coef_free_valid;
  coef_wr_t           coef_wr;
  logic [COEF_W-1:0]  coef_free;
  logic               tri_valid, tri_ready, quad_valid, quad_ready;
  tri_t               triangle;
  quad_t              quad;
  logic               early_valid, early_ready, early_rsp_valid;
  depth_req_t         early;
  logic [3:0]         early_rsp_cov;
  logic               info_valid, info_ready, export_valid, export_ready;
  quad_info_t         info;
  export_t            exp;
  logic               waves_idle;

  // ------------------------------------------------------------ common signals
  logic [3:0]   asid;
  logic         translate, flush_tlb, memory_idle;
  logic [27:0]  page_table;
  fault_t       fault;
  logic         unit_reg_valid;
  reg_req_t     unit_reg;
  logic [31:0]  draw_rdata, dma_rdata;
  logic [4:0]   cache_control;  // pulses, CACHE_BITS_*; the processor's own is done inside
  logic [7:0]   unit_busy;
  logic         draw_busy, dma_busy, geometry_busy, core_busy, raster_busy, pixel_busy;
  logic         core_cache_busy, flush_busy, output_idle, atomic_busy;
  logic         trap_valid;
  logic [31:0]  trap_pc;
  logic [PSSEQ_W-1:0] pixel_done_tag;
  trace_t       trace;

  logic         [CFG_CORES-1:0] core_busy_each, core_cache_busy_each, trap_each;
  core_events_t [CFG_CORES-1:0] core_events;
  trace_t       [CFG_CORES-1:0] core_trace;

  // Counter events.
  logic         count_draw, count_geometry_draw, count_batch, count_primitive_in;
  logic         count_primitive_out, count_quad, count_pixel_wave, count_raster_stall;
  logic         count_zmiss, count_cmiss, count_output_stall, count_read, count_write, count_atomic, count_group;
  logic [2:0]   count_covered;
  logic [3:0]   count_written;
  logic [4:0]   count_vertices;
  logic [31:0][4:0] count;
  logic [4:0]   counter_select;
  logic [63:0]  counter_value;

  always_comb begin
    unit_busy                     = '0;
    unit_busy[BUSY_UNIT_DRAW]     = draw_busy;
    unit_busy[BUSY_UNIT_GEOMETRY] = geometry_busy;
    unit_busy[BUSY_UNIT_CORE]     = core_busy;
    unit_busy[BUSY_UNIT_RASTER]   = raster_busy || pixel_busy;
    unit_busy[BUSY_UNIT_OUTPUT]   = !output_idle;
    unit_busy[BUSY_UNIT_DMA]      = dma_busy;
    unit_busy[BUSY_UNIT_DISPATCH] = dispatch_busy;
    unit_busy[BUSY_UNIT_CACHES]   = core_cache_busy || flush_busy || atomic_busy;
  end

  always_comb begin
    count                              = '0;
    count[COUNTERS_CYCLES]             = 5'd1;
    for (int unsigned c = 0; c < CFG_CORES; c++) begin
      count[COUNTERS_ISSUED]             += 5'(core_events[c].issued);
      count[COUNTERS_ISSUED_VECTOR]      += 5'(core_events[c].issued_vector);
      count[COUNTERS_ISSUED_SCALAR]      += 5'(core_events[c].issued_scalar);
      count[COUNTERS_ISSUED_MEMORY]      += 5'(core_events[c].issued_memory);
      count[COUNTERS_ISSUED_CONTROL]     += 5'(core_events[c].issued_control);
      count[COUNTERS_SLOTS_NO_WAVE]      += 5'(core_events[c].slots_no_wave);
      count[COUNTERS_SLOTS_WAIT_MEMORY]  += 5'(core_events[c].slots_wait_memory);
      count[COUNTERS_SLOTS_WAIT_OTHER]   += 5'(core_events[c].slots_wait_other);
      count[COUNTERS_WAVES_VERTEX]       += 5'(core_events[c].waves_vertex);
      count[COUNTERS_WAVES_PIXEL]        += 5'(core_events[c].waves_pixel);
      count[COUNTERS_WAVES_COMPUTE]      += 5'(core_events[c].waves_compute);
      count[COUNTERS_SLOTS_WAIT_BARRIER] += 5'(core_events[c].slots_wait_barrier);
      count[COUNTERS_LDS_CONFLICT]       += 5'(core_events[c].lds_conflict);
      count[COUNTERS_ICACHE_MISS]        += 5'(core_events[c].icache_miss);
      count[COUNTERS_SCACHE_MISS]        += 5'(core_events[c].scache_miss);
      count[COUNTERS_VCACHE_MISS]        += 5'(core_events[c].vcache_miss);
    end
    count[COUNTERS_VERTICES]           = count_batch ? count_vertices : 5'd0;
    count[COUNTERS_PRIMITIVES_IN]      = 5'(count_primitive_in);
    count[COUNTERS_PRIMITIVES_OUT]     = 5'(count_primitive_out);
    count[COUNTERS_QUADS]              = 5'(count_quad);
    count[COUNTERS_PIXELS_COVERED]     = 5'(count_covered);
    count[COUNTERS_PIXELS_WRITTEN]     = 5'(count_written);
    count[COUNTERS_DRAWS]              = 5'(count_draw);
    count[COUNTERS_ZCACHE_MISS]        = 5'(count_zmiss);
    count[COUNTERS_CCACHE_MISS]        = 5'(count_cmiss);
    count[COUNTERS_MEM_READS]          = 5'(count_read);
    count[COUNTERS_MEM_WRITES]         = 5'(count_write);
    count[COUNTERS_GROUPS]             = 5'(count_group);
    count[COUNTERS_ATOMICS]            = 5'(count_atomic);
    count[COUNTERS_OUTPUT_STALL]       = 5'(core_events[0].output_stall || count_output_stall);
    count[COUNTERS_RASTER_STALL]       = 5'(count_raster_stall);
  end

  e11_counters u_counters (
      .clk_i,
      .rst_ni  (rst_unit_n),
      .inc_i   (count),
      .select_i(counter_select),
      .value_o (counter_value)
  );

  e11_command u_command (
      .clk_i,
      .rst_ni,
      .rst_unit_no     (rst_unit_n),
      .host_valid_i,
      .host_ready_o,
      .host_write_i,
      .host_addr_i,
      .host_wdata_i,
      .host_rsp_valid_o,
      .host_rdata_o,
      .irq_o,
      .unit_reg_valid_o(unit_reg_valid),
      .unit_reg_o      (unit_reg),
      .unit_rdata_i    (draw_rdata | dma_rdata),
      .mem_req_valid_o (req_valid[MEM_CLIENTS_CP]),
      .mem_req_ready_i (req_ready[MEM_CLIENTS_CP]),
      .mem_req_o       (req[MEM_CLIENTS_CP]),
      .mem_rsp_valid_i (rsp_valid[MEM_CLIENTS_CP]),
      .mem_rsp_ready_o (unit_rsp_ready[MEM_CLIENTS_CP]),
      .mem_rsp_i       (rsp),
      .mem_idle_i      (memory_idle),
      .unit_busy_i     (unit_busy),
      .cache_control_o (cache_control),
      .error_i         (trap_valid),
      .fault_i         (fault),
      .counter_select_o(counter_select),
      .counter_value_i (counter_value),
      .asid_o          (asid),
      .translate_o     (translate),
      .page_table_o    (page_table),
      .flush_tlb_o     (flush_tlb)
  );

  e11_draw u_draw (
      .clk_i,
      .rst_ni          (rst_unit_n),
      .reg_valid_i     (unit_reg_valid),
      .reg_i           (unit_reg),
      .reg_rdata_o     (draw_rdata),
      .asid_i          (asid),
      .mem_req_valid_o (req_valid[MEM_CLIENTS_STATE]),
      .mem_req_ready_i (req_ready[MEM_CLIENTS_STATE]),
      .mem_req_o       (req[MEM_CLIENTS_STATE]),
      .mem_rsp_valid_i (rsp_valid[MEM_CLIENTS_STATE]),
      .mem_rsp_ready_o (unit_rsp_ready[MEM_CLIENTS_STATE]),
      .mem_rsp_i       (rsp),
      .state_wr_valid_o(state_wr_valid),
      .state_wr_o      (state_wr),
      .draw_valid_o    (draw_valid),
      .draw_ready_i    (draw_ready),
      .draw_o          (draw),
      .dispatch_valid_o(dispatch_valid),
      .dispatch_ready_i(dispatch_ready),
      .dispatch_o      (dispatch),
      .slot_done_i     (slot_done),
      .dispatch_done_i (dispatch_done),
      .count_draw_o    (count_draw),
      .busy_o          (draw_busy)
  );

  e11_dma u_dma (
      .clk_i,
      .rst_ni         (rst_unit_n),
      .reg_valid_i    (unit_reg_valid),
      .reg_i          (unit_reg),
      .reg_rdata_o    (dma_rdata),
      .asid_i         (asid),
      .mem_req_valid_o(req_valid[MEM_CLIENTS_DMA]),
      .mem_req_ready_i(req_ready[MEM_CLIENTS_DMA]),
      .mem_req_o      (req[MEM_CLIENTS_DMA]),
      .mem_rsp_valid_i(rsp_valid[MEM_CLIENTS_DMA]),
      .mem_rsp_ready_o(unit_rsp_ready[MEM_CLIENTS_DMA]),
      .mem_rsp_i      (rsp),
      .busy_o         (dma_busy)
  );

  e11_dispatch u_dispatch (
      .clk_i,
      .rst_ni          (rst_unit_n),
      .state_wr_valid_i(state_wr_valid),
      .state_wr_i      (state_wr),
      .dispatch_valid_i(dispatch_valid),
      .dispatch_ready_o(dispatch_ready),
      .dispatch_i      (dispatch),
      .done_o          (dispatch_done),
      .launch_valid_o  (cs_launch_valid),
      .launch_ready_i  (cs_launch_ready),
      .launch_o        (cs_launch),
      .row_valid_o     (cs_row_valid),
      .row_ready_i     (cs_row_ready),
      .row_o           (cs_row),
      .cs_done_valid_i (cs_done_valid),
      .cs_done_tag_i   (cs_done_tag),
      .count_group_o   (count_group),
      .busy_o          (dispatch_busy)
  );

  e11_geometry u_geometry (
      .clk_i,
      .rst_ni               (rst_unit_n),
      .asid_i               (asid),
      .state_wr_valid_i     (state_wr_valid),
      .state_wr_i           (state_wr),
      .draw_valid_i         (draw_valid),
      .draw_ready_o         (draw_ready),
      .draw_i               (draw),
      .index_req_valid_o    (req_valid[MEM_CLIENTS_INDEX]),
      .index_req_ready_i    (req_ready[MEM_CLIENTS_INDEX]),
      .index_req_o          (req[MEM_CLIENTS_INDEX]),
      .index_rsp_valid_i    (rsp_valid[MEM_CLIENTS_INDEX]),
      .index_rsp_ready_o    (unit_rsp_ready[MEM_CLIENTS_INDEX]),
      .index_rsp_i          (rsp),
      .vertex_req_valid_o   (req_valid[MEM_CLIENTS_VERTEX]),
      .vertex_req_ready_i   (req_ready[MEM_CLIENTS_VERTEX]),
      .vertex_req_o         (req[MEM_CLIENTS_VERTEX]),
      .vertex_rsp_valid_i   (rsp_valid[MEM_CLIENTS_VERTEX]),
      .vertex_rsp_ready_o   (unit_rsp_ready[MEM_CLIENTS_VERTEX]),
      .vertex_rsp_i         (rsp),
      .launch_valid_o       (vs_launch_valid),
      .launch_ready_i       (vs_launch_ready),
      .launch_o             (vs_launch),
      .row_valid_o          (vs_row_valid),
      .row_ready_i          (vs_row_ready),
      .row_o                (vs_row),
      .vs_done_valid_i      (vs_done_valid),
      .vs_done_tag_i        (vs_done_tag),
      .coef_wr_valid_o      (coef_wr_valid),
      .coef_wr_o            (coef_wr),
      .coef_free_valid_i    (coef_free_valid),
      .coef_free_addr_i     (coef_free),
      .tri_valid_o          (tri_valid),
      .tri_ready_i          (tri_ready),
      .tri_o                (triangle),
      .busy_o               (geometry_busy),
      .count_draw_o         (count_geometry_draw),
      .count_wave_o         (count_batch),
      .count_vertices_o     (count_vertices),
      .count_primitive_in_o (count_primitive_in),
      .count_primitive_out_o(count_primitive_out)
  );

  e11_raster u_raster (
      .clk_i,
      .rst_ni              (rst_unit_n),
      .state_wr_valid_i    (state_wr_valid),
      .state_wr_i          (state_wr),
      .tri_valid_i         (tri_valid),
      .tri_ready_o         (tri_ready),
      .tri_i               (triangle),
      .quad_valid_o        (quad_valid),
      .quad_ready_i        (quad_ready),
      .quad_o              (quad),
      .busy_o              (raster_busy),
      .cnt_quads_o         (count_quad),
      .cnt_pixels_covered_o(count_covered)
  );

  e11_pixel u_pixel (
      .clk_i,
      .rst_ni            (rst_unit_n),
      .state_wr_valid_i  (state_wr_valid),
      .state_wr_i        (state_wr),
      .quad_valid_i      (quad_valid),
      .quad_ready_o      (quad_ready),
      .quad_i            (quad),
      .early_valid_o     (early_valid),
      .early_ready_i     (early_ready),
      .early_o           (early),
      .early_rsp_valid_i (early_rsp_valid),
      .early_rsp_cov_i   (early_rsp_cov),
      .info_valid_o      (info_valid),
      .info_ready_i      (info_ready),
      .info_o            (info),
      .launch_valid_o    (ps_launch_valid),
      .launch_ready_i    (ps_launch_ready),
      .launch_o          (ps_launch),
      .row_valid_o       (ps_row_valid),
      .row_ready_i       (ps_row_ready),
      .row_o             (ps_row),
      .pixel_done_valid_i(pixel_done_valid),
      .coef_free_valid_o (coef_free_valid),
      .coef_free_o       (coef_free),
      .waves_idle_i      (waves_idle),
      .busy_o            (pixel_busy),
      .cnt_wave_o        (count_pixel_wave),
      .cnt_stall_o       (count_raster_stall)
  );

  // ------------------------------------------------------------------------ cores
  // Draws use core 0; thread groups are spread over all.
  e11_core u_core (
      .clk_i,
      .rst_ni            (rst_unit_n),
      .asid_i            (asid),
      .vs_launch_valid_i (vs_launch_valid),
      .vs_launch_ready_o (vs_launch_ready),
      .vs_launch_i       (vs_launch),
      .vs_row_valid_i    (vs_row_valid),
      .vs_row_ready_o    (vs_row_ready),
      .vs_row_i          (vs_row),
      .ps_launch_valid_i (ps_launch_valid),
      .ps_launch_ready_o (ps_launch_ready),
      .ps_launch_i       (ps_launch),
      .ps_row_valid_i    (ps_row_valid),
      .ps_row_ready_o    (ps_row_ready),
      .ps_row_i          (ps_row),
      .cs_launch_valid_i (cs_launch_valid[0]),
      .cs_launch_ready_o (cs_launch_ready[0]),
      .cs_launch_i       (cs_launch),
      .cs_row_valid_i    (cs_row_valid[0]),
      .cs_row_ready_o    (cs_row_ready[0]),
      .cs_row_i          (cs_row),
      .cs_done_valid_o   (cs_done_valid[0]),
      .cs_done_tag_o     (cs_done_tag[0]),
      .vs_done_valid_o   (vs_done_valid),
      .vs_done_tag_o     (vs_done_tag),
      .pixel_done_valid_o(pixel_done_valid),
      .pixel_done_tag_o  (pixel_done_tag),
      .export_valid_o    (export_valid),
      .export_ready_i    (export_ready),
      .export_o          (exp),
      .state_wr_valid_i  (state_wr_valid),
      .state_wr_i        (state_wr),
      .coef_wr_valid_i   (coef_wr_valid),
      .coef_wr_i         (coef_wr),
      .imem_req_valid_o  (req_valid[MEM_CLIENTS_INSTRUCTION]),
      .imem_req_ready_i  (req_ready[MEM_CLIENTS_INSTRUCTION]),
      .imem_req_o        (req[MEM_CLIENTS_INSTRUCTION]),
      .imem_rsp_valid_i  (rsp_valid[MEM_CLIENTS_INSTRUCTION]),
      .imem_rsp_ready_o  (unit_rsp_ready[MEM_CLIENTS_INSTRUCTION]),
      .imem_rsp_i        (rsp),
      .smem_req_valid_o  (req_valid[MEM_CLIENTS_SCALAR]),
      .smem_req_ready_i  (req_ready[MEM_CLIENTS_SCALAR]),
      .smem_req_o        (req[MEM_CLIENTS_SCALAR]),
      .smem_rsp_valid_i  (rsp_valid[MEM_CLIENTS_SCALAR]),
      .smem_rsp_ready_o  (unit_rsp_ready[MEM_CLIENTS_SCALAR]),
      .smem_rsp_i        (rsp),
      .vmem_req_valid_o  (req_valid[MEM_CLIENTS_VECTOR]),
      .vmem_req_ready_i  (req_ready[MEM_CLIENTS_VECTOR]),
      .vmem_req_o        (req[MEM_CLIENTS_VECTOR]),
      .vmem_rsp_valid_i  (rsp_valid[MEM_CLIENTS_VECTOR]),
      .vmem_rsp_ready_o  (unit_rsp_ready[MEM_CLIENTS_VECTOR]),
      .vmem_rsp_i        (rsp),
      .cache_invalidate_i(cache_control[CACHE_BITS_INVALIDATE_VECTOR:CACHE_BITS_INVALIDATE_INSTRUCTION]),
      .cache_busy_o      (core_cache_busy_each[0]),
      .trap_valid_o      (trap_each[0]),
      .trap_pc_o         (trap_pc),
      .busy_o            (core_busy_each[0]),
      .events_o          (core_events[0]),
      .trace_o           (core_trace[0])
  );

  assign core_busy       = |core_busy_each;
  assign core_cache_busy = |core_cache_busy_each;
  assign trap_valid      = |trap_each;
  assign trace           = core_trace[0];

  for (genvar c = 1; c < CFG_CORES; c++) begin : g_core
    localparam int unsigned Port = NAMED + 3 * (c - 1);   // its memory clients
    logic      state_valid;
    state_wr_t state;
    logic      unused;

    e11_core_state #(.CORE(c)) u_state (
        .clk_i,
        .valid_i(state_wr_valid),
        .state_i(state_wr),
        .valid_o(state_valid),
        .state_o(state)
    );

    // Only compute waves come here.
    logic               vs_ready, vs_row_taken, ps_ready, ps_row_taken, vs_done, ps_done, exp_valid;
    logic [PSSEQ_W-1:0] vs_tag, ps_tag;
    export_t            exp_none;
    logic [31:0]        pc;

    e11_core u_core (
        .clk_i,
        .rst_ni            (rst_unit_n),
        .asid_i            (asid),
        .vs_launch_valid_i (1'b0),
        .vs_launch_ready_o (vs_ready),
        .vs_launch_i       ('0),
        .vs_row_valid_i    (1'b0),
        .vs_row_ready_o    (vs_row_taken),
        .vs_row_i          ('0),
        .ps_launch_valid_i (1'b0),
        .ps_launch_ready_o (ps_ready),
        .ps_launch_i       ('0),
        .ps_row_valid_i    (1'b0),
        .ps_row_ready_o    (ps_row_taken),
        .ps_row_i          ('0),
        .cs_launch_valid_i (cs_launch_valid[c]),
        .cs_launch_ready_o (cs_launch_ready[c]),
        .cs_launch_i       (cs_launch),
        .cs_row_valid_i    (cs_row_valid[c]),
        .cs_row_ready_o    (cs_row_ready[c]),
        .cs_row_i          (cs_row),
        .vs_done_valid_o   (vs_done),
        .vs_done_tag_o     (vs_tag),
        .pixel_done_valid_o(ps_done),
        .pixel_done_tag_o  (ps_tag),
        .cs_done_valid_o   (cs_done_valid[c]),
        .cs_done_tag_o     (cs_done_tag[c]),
        .export_valid_o    (exp_valid),
        .export_ready_i    (1'b1),
        .export_o          (exp_none),
        .state_wr_valid_i  (state_valid),
        .state_wr_i        (state),
        .coef_wr_valid_i   (1'b0),
        .coef_wr_i         ('0),
        .imem_req_valid_o  (req_valid[Port]),
        .imem_req_ready_i  (req_ready[Port]),
        .imem_req_o        (req[Port]),
        .imem_rsp_valid_i  (rsp_valid[Port]),
        .imem_rsp_ready_o  (unit_rsp_ready[Port]),
        .imem_rsp_i        (rsp),
        .smem_req_valid_o  (req_valid[Port+1]),
        .smem_req_ready_i  (req_ready[Port+1]),
        .smem_req_o        (req[Port+1]),
        .smem_rsp_valid_i  (rsp_valid[Port+1]),
        .smem_rsp_ready_o  (unit_rsp_ready[Port+1]),
        .smem_rsp_i        (rsp),
        .vmem_req_valid_o  (req_valid[Port+2]),
        .vmem_req_ready_i  (req_ready[Port+2]),
        .vmem_req_o        (req[Port+2]),
        .vmem_rsp_valid_i  (rsp_valid[Port+2]),
        .vmem_rsp_ready_o  (unit_rsp_ready[Port+2]),
        .vmem_rsp_i        (rsp),
        .cache_invalidate_i(cache_control[CACHE_BITS_INVALIDATE_VECTOR:CACHE_BITS_INVALIDATE_INSTRUCTION]),
        .cache_busy_o      (core_cache_busy_each[c]),
        .trap_valid_o      (trap_each[c]),
        .trap_pc_o         (pc),
        .busy_o            (core_busy_each[c]),
        .events_o          (core_events[c]),
        .trace_o           (core_trace[c])
    );

    assign unused = ^{vs_ready, vs_row_taken, ps_ready, ps_row_taken, vs_done, vs_tag, ps_done, ps_tag,
                      exp_valid, exp_none, pc, core_trace[c]};
  end

  e11_output u_output (
      .clk_i,
      .rst_ni              (rst_unit_n),
      .asid_i              (asid),
      .state_wr_valid_i    (state_wr_valid),
      .state_wr_i          (state_wr),
      .early_valid_i       (early_valid),
      .early_ready_o       (early_ready),
      .early_i             (early),
      .early_rsp_valid_o   (early_rsp_valid),
      .early_rsp_cov_o     (early_rsp_cov),
      .info_valid_i        (info_valid),
      .info_ready_o        (info_ready),
      .info_i              (info),
      .exp_valid_i         (export_valid),
      .exp_ready_o         (export_ready),
      .exp_i               (exp),
      .slot_done_o         (slot_done),
      .waves_idle_o        (waves_idle),
      .flush_i             (cache_control[CACHE_BITS_FLUSH_OUTPUT]),
      .flush_busy_o        (flush_busy),
      .idle_o              (output_idle),
      .depth_req_valid_o   (req_valid[MEM_CLIENTS_DEPTH]),
      .depth_req_ready_i   (req_ready[MEM_CLIENTS_DEPTH]),
      .depth_req_o         (req[MEM_CLIENTS_DEPTH]),
      .depth_rsp_valid_i   (rsp_valid[MEM_CLIENTS_DEPTH]),
      .depth_rsp_ready_o   (unit_rsp_ready[MEM_CLIENTS_DEPTH]),
      .depth_rsp_i         (rsp),
      .color_req_valid_o   (req_valid[MEM_CLIENTS_COLOR]),
      .color_req_ready_i   (req_ready[MEM_CLIENTS_COLOR]),
      .color_req_o         (req[MEM_CLIENTS_COLOR]),
      .color_rsp_valid_i   (rsp_valid[MEM_CLIENTS_COLOR]),
      .color_rsp_ready_o   (unit_rsp_ready[MEM_CLIENTS_COLOR]),
      .color_rsp_i         (rsp),
      .cnt_pixels_written_o(count_written),
      .cnt_zcache_miss_o   (count_zmiss),
      .cnt_ccache_miss_o   (count_cmiss),
      .cnt_stall_o         (count_output_stall)
  );

  e11_memory u_memory (
      .clk_i,
      .rst_ni,
      .req_valid_i  (req_valid),
      .req_ready_o  (req_ready),
      .req_i        (req),
      .rsp_valid_o  (rsp_valid),
      .rsp_ready_i  (rsp_ready),
      .rsp_o        (rsp),
      .translate_i  (translate),
      .page_table_i (page_table),
      .flush_tlb_i  (flush_tlb),
      .fault_o      (fault),
      .count_read_o (count_read),
      .count_write_o(count_write),
      .count_atomic_o(count_atomic),
      .atomic_busy_o(atomic_busy),
      .idle_o       (memory_idle),
      .axi_awvalid_o,
      .axi_awready_i,
      .axi_awaddr_o,
      .axi_wvalid_o,
      .axi_wready_i,
      .axi_wdata_o,
      .axi_wstrb_o,
      .axi_bvalid_i,
      .axi_bready_o,
      .axi_bresp_i,
      .axi_arvalid_o,
      .axi_arready_i,
      .axi_araddr_o,
      .axi_arlen_o,
      .axi_rvalid_i,
      .axi_rready_o,
      .axi_rdata_i,
      .axi_rresp_i
  );

  assign axi_awlen_o   = 8'd0;
  assign axi_awsize_o  = 3'd4;
  assign axi_awburst_o = 2'd1;
  assign axi_wlast_o   = 1'b1;
  assign axi_arsize_o  = 3'd4;
  assign axi_arburst_o = 2'd1;

  // For benches and waveforms only.
  logic unused;
  assign unused = ^{trace, trap_pc, pixel_done_tag, count_geometry_draw, count_pixel_wave,
                    cache_control[CACHE_BITS_INVALIDATE_CP]};

endmodule

`default_nettype wire
