// SPDX-License-Identifier: Apache-2.0
//
// The GPU with a view of its inside for lock step (hw/sim/lockstep.cpp): what goes into the cores,
// what they say they do, and all writes to memory. Simulation only: it looks through the
// hierarchy. The ports of e11_gpu keep their names, so that the device drives either.
`default_nettype none

module e11_gpu_lockstep
  import e11_pkg::*;
  import e11_regs_pkg::*;
  import e11_memory_pkg::CLIENTS;
  import e11_memory_pkg::PA_W;
(
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic            host_valid_i,
    output logic            host_ready_o,
    input  logic            host_write_i,
    input  logic [11:0]     host_addr_i,
    input  logic [31:0]     host_wdata_i,
    output logic            host_rsp_valid_o,
    output logic [31:0]     host_rdata_o,
    output logic            irq_o,
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
    input  logic [1:0]      axi_rresp_i,

    // Everything below says what happens at the coming clock edge.
    output logic            units_running_o,       // not in reset
    output logic [3:0]      asid_o,
    output logic            translate_o,
    output logic [27:0]     page_table_o,
    output logic            invalidate_code_o,
    output logic            state_o        [CFG_CORES],
    output logic [7:0]      state_slot_o   [CFG_CORES],
    output logic [5:0]      state_word_o   [CFG_CORES],
    output logic [31:0]     state_data_o   [CFG_CORES],
    output logic            coef_o,
    output logic [15:0]     coef_addr_o,
    output logic [95:0]     coef_data_o,
    output logic            draw_o,                // a draw is handed to geometry
    output logic            dispatch_o,            // a dispatch to the dispatch unit
    output logic [7:0]      call_slot_o,           // its state slot

    // Launches: 0 vertex, 1 pixel, 2 compute; the last goes to one of the cores.
    output logic [2:0]      launch_o,
    output logic [7:0]      launch_core_o,         // compute: number of the core
    output logic [7:0]      row_core_o,
    output logic [7:0]      launch_slot_o  [3],
    output logic [1:0]      launch_size_o  [3],
    output logic [31:0]     launch_code_o  [3],
    output logic [31:0]     launch_s0_o    [3],
    output logic [31:0]     launch_s1_o    [3],
    output logic [31:0]     launch_s2_o    [3],
    output logic [15:0]     launch_exec_o  [3],
    output logic [15:0]     launch_cov_o   [3],
    output logic [1:0]      launch_rows_o  [3],
    output logic [39:0]     launch_coef_o,         // pixel
    output logic [7:0]      launch_group_o,        // compute
    output logic [7:0]      launch_waves_o,
    output logic [15:0]     launch_lds_base_o,
    output logic [15:0]     launch_lds_size_o,
    output logic [2:0]      row_o,
    output logic [127:0]    row_data_o     [3],    // a quad

    output logic            export_o,
    output logic [1:0]      export_quad_o,
    output logic [3:0]      export_target_o,
    output logic [3:0]      export_mask_o,
    output logic            export_done_o,
    output logic [3:0]      export_cov_o,
    output logic [511:0]    export_data_o,

    // The cores' traces (e11_core_trace).
    output logic          trace_launch_o         [CFG_CORES],
    output logic [5:0]    trace_launch_wave_o    [CFG_CORES],
    output logic [1:0]    trace_launch_stage_o   [CFG_CORES],
    output logic [5:0]    trace_launch_tag_o     [CFG_CORES],
    output logic          trace_issue_o          [CFG_CORES],
    output logic [5:0]    trace_wave_o           [CFG_CORES],
    output logic [31:0]   trace_pc_o             [CFG_CORES],
    output logic [63:0]   trace_word_o           [CFG_CORES],
    output logic [15:0]   trace_exec_o           [CFG_CORES],
    output logic [15:0]   trace_cov_o            [CFG_CORES],
    output logic          trace_ended_o          [CFG_CORES],
    output logic [5:0]    trace_end_wave_o       [CFG_CORES],
    output logic          trace_vmem_order_o     [CFG_CORES],
    output logic [5:0]    trace_vmem_wave_o      [CFG_CORES],
    output logic          trace_lds_order_o      [CFG_CORES],
    output logic [5:0]    trace_lds_wave_o       [CFG_CORES],
    output logic [11:0]   write_lanes_o          [CFG_CORES],
    output logic [5:0]    write_quad_o           [CFG_CORES],
    output logic [47:0]   write_row_o            [CFG_CORES],
    output logic [383:0]  write_data_o           [CFG_CORES],
    output logic [3:0]    swrite_words_o         [CFG_CORES],
    output logic [15:0]   swrite_row_o           [CFG_CORES],
    output logic [127:0]  swrite_data_o          [CFG_CORES],

    // Writes of the memory clients, by number: taken, and acknowledged (in that order).
    // Behind those of MEM_CLIENTS_* stand instruction, scalar and vector of each further core.
    output logic [31:0]     mem_write_o,
    output logic [31:0]     mem_addr_o     [32],
    output logic [127:0]    mem_data_o     [32],
    output logic [15:0]     mem_strobe_o   [32],
    output logic [7:0]      mem_tag_o      [32],
    output logic [31:0]     mem_atomic_o,
    output logic [3:0]      mem_op_o       [32],
    output logic [31:0]     mem_ack_o,
    output logic            mem_error_o,           // of the acknowledgement
    output logic [127:0]    mem_old_o              // atomic: the old value, in all dwords
);

  e11_gpu u_gpu (.*);

  assign units_running_o   = u_gpu.rst_unit_n;
  assign asid_o            = u_gpu.asid;
  assign translate_o       = u_gpu.translate;
  assign page_table_o      = u_gpu.page_table;
  assign invalidate_code_o = u_gpu.cache_control[CACHE_BITS_INVALIDATE_INSTRUCTION];
  assign coef_o            = u_gpu.coef_wr_valid;
  assign coef_addr_o       = 16'(u_gpu.coef_wr.addr);
  assign coef_data_o       = u_gpu.coef_wr.c;
  assign draw_o            = u_gpu.draw_valid && u_gpu.draw_ready;
  assign dispatch_o        = u_gpu.dispatch_valid && u_gpu.dispatch_ready;
  assign call_slot_o       = dispatch_o ? 8'(u_gpu.dispatch.slot) : 8'(u_gpu.draw.slot);

  // Each core has scratch of its own.
  assign state_o[0]        = u_gpu.state_wr_valid;
  assign state_slot_o[0]   = 8'(u_gpu.state_wr.slot);
  assign state_word_o[0]   = u_gpu.state_wr.word;
  assign state_data_o[0]   = u_gpu.state_wr.data;
  for (genvar c = 1; c < CFG_CORES; c++) begin : g_state
    assign state_o[c]      = u_gpu.g_core[c].state_valid;
    assign state_slot_o[c] = 8'(u_gpu.g_core[c].state.slot);
    assign state_word_o[c] = u_gpu.g_core[c].state.word;
    assign state_data_o[c] = u_gpu.g_core[c].state.data;
  end

  launch_t [2:0] launch;
  row_t    [2:0] row;
  always_comb begin
    launch   = {u_gpu.cs_launch, u_gpu.ps_launch, u_gpu.vs_launch};
    row      = {u_gpu.cs_row, u_gpu.ps_row, u_gpu.vs_row};
    launch_o = {|(u_gpu.cs_launch_valid & u_gpu.cs_launch_ready),
                u_gpu.ps_launch_valid && u_gpu.ps_launch_ready,
                u_gpu.vs_launch_valid && u_gpu.vs_launch_ready};
    row_o    = {|(u_gpu.cs_row_valid & u_gpu.cs_row_ready),
                u_gpu.ps_row_valid && u_gpu.ps_row_ready,
                u_gpu.vs_row_valid && u_gpu.vs_row_ready};
    launch_core_o = '0;
    row_core_o    = '0;
    for (int unsigned c = 0; c < CFG_CORES; c++) begin
      if (u_gpu.cs_launch_valid[c] && u_gpu.cs_launch_ready[c]) launch_core_o = 8'(c);
      if (u_gpu.cs_row_valid[c] && u_gpu.cs_row_ready[c]) row_core_o = 8'(c);
    end
    for (int unsigned i = 0; i < 3; i++) begin
      launch_slot_o[i] = 8'(launch[i].slot);
      launch_size_o[i] = launch[i].size;
      launch_code_o[i] = launch[i].code;
      launch_s0_o[i]   = launch[i].s0;
      launch_s1_o[i]   = launch[i].s1;
      launch_s2_o[i]   = launch[i].s2;
      launch_exec_o[i] = launch[i].exec;
      launch_cov_o[i]  = launch[i].cov;
      launch_rows_o[i] = launch[i].rows;
      row_data_o[i]    = row[i];
    end
    launch_coef_o     = launch[1].coef;
    launch_group_o    = 8'(launch[2].group);
    launch_waves_o    = 8'(launch[2].waves);
    launch_lds_base_o = 16'(launch[2].lds_base);
    launch_lds_size_o = launch[2].lds_size;
  end

  assign export_o        = u_gpu.export_valid && u_gpu.export_ready;
  assign export_quad_o   = u_gpu.exp.quad;
  assign export_target_o = u_gpu.exp.target;
  assign export_mask_o   = u_gpu.exp.mask;
  assign export_done_o   = u_gpu.exp.done;
  assign export_cov_o    = u_gpu.exp.cov;
  assign export_data_o   = u_gpu.exp.data;

  for (genvar c = 0; c < CFG_CORES; c++) begin : g_trace
    e11_core_trace u_trace (
        .trace_i                (u_gpu.core_trace[c]),
        .trace_launch_o         (trace_launch_o[c]),
        .trace_launch_wave_o    (trace_launch_wave_o[c]),
        .trace_launch_stage_o   (trace_launch_stage_o[c]),
        .trace_launch_tag_o     (trace_launch_tag_o[c]),
        .trace_issue_o          (trace_issue_o[c]),
        .trace_wave_o           (trace_wave_o[c]),
        .trace_pc_o             (trace_pc_o[c]),
        .trace_word_o           (trace_word_o[c]),
        .trace_exec_o           (trace_exec_o[c]),
        .trace_cov_o            (trace_cov_o[c]),
        .trace_ended_o          (trace_ended_o[c]),
        .trace_end_wave_o       (trace_end_wave_o[c]),
        .trace_vmem_order_o     (trace_vmem_order_o[c]),
        .trace_vmem_wave_o      (trace_vmem_wave_o[c]),
        .trace_lds_order_o      (trace_lds_order_o[c]),
        .trace_lds_wave_o       (trace_lds_wave_o[c]),
        .write_lanes_o          (write_lanes_o[c]),
        .write_quad_o           (write_quad_o[c]),
        .write_row_o            (write_row_o[c]),
        .write_data_o           (write_data_o[c]),
        .swrite_words_o         (swrite_words_o[c]),
        .swrite_row_o           (swrite_row_o[c]),
        .swrite_data_o          (swrite_data_o[c])
    );
  end

  always_comb begin
    mem_write_o  = '0;
    mem_atomic_o = '0;
    mem_ack_o    = '0;
    for (int unsigned i = 0; i < 32; i++) begin
      mem_addr_o[i]   = '0;
      mem_tag_o[i]    = '0;
      mem_data_o[i]   = '0;
      mem_strobe_o[i] = '0;
      mem_op_o[i]     = '0;
      if (i < CLIENTS) begin
        mem_write_o[i]  = u_gpu.req_valid[i] && u_gpu.req_ready[i] && u_gpu.req[i].write;
        mem_ack_o[i]    = u_gpu.rsp_valid[i] && u_gpu.rsp_ready[i] && u_gpu.rsp.write;
        mem_addr_o[i]   = u_gpu.req[i].addr;
        mem_tag_o[i]    = 8'(u_gpu.req[i].tag);
        mem_data_o[i]   = u_gpu.req[i].wdata;
        mem_strobe_o[i] = u_gpu.req[i].wstrb;
        mem_atomic_o[i] = u_gpu.req[i].atomic;
        mem_op_o[i]     = u_gpu.req[i].op;
      end
    end
  end
  assign mem_error_o = u_gpu.rsp.error;
  assign mem_old_o   = u_gpu.rsp.rdata;

endmodule

`default_nettype wire
