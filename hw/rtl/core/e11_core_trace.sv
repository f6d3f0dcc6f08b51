// SPDX-License-Identifier: Apache-2.0
//
// The fields of a core's trace as ports of their own, for C++ (e11/trace_ports.h), which need not know
// where they lie. Simulation only.
`default_nettype none

module e11_core_trace
  import e11_core_pkg::*;
(
    input  trace_t        trace_i,
    output logic          trace_launch_o,
    output logic [5:0]    trace_launch_wave_o,
    output logic [1:0]    trace_launch_stage_o,
    output logic [5:0]    trace_launch_tag_o,
    output logic          trace_issue_o,
    output logic [5:0]    trace_wave_o,
    output logic [31:0]   trace_pc_o,
    output logic [63:0]   trace_word_o,
    output logic [15:0]   trace_exec_o,
    output logic [15:0]   trace_cov_o,
    output logic          trace_ended_o,
    output logic [5:0]    trace_end_wave_o,
    output logic          trace_vmem_order_o,
    output logic [5:0]    trace_vmem_wave_o,
    output logic          trace_lds_order_o,
    output logic [5:0]    trace_lds_wave_o,
    // Vector writes of three ports: lanes, quad, row, four dwords.
    output logic [11:0]   write_lanes_o,
    output logic [5:0]    write_quad_o,
    output logic [47:0]   write_row_o,
    output logic [383:0]  write_data_o,
    output logic [3:0]    swrite_words_o,
    output logic [15:0]   swrite_row_o,
    output logic [127:0]  swrite_data_o
);

  assign trace_launch_o       = trace_i.launch;
  assign trace_launch_wave_o  = trace_i.launch_wave;
  assign trace_launch_stage_o = trace_i.launch_stage;
  assign trace_launch_tag_o   = trace_i.launch_tag;
  assign trace_issue_o        = trace_i.issue;
  assign trace_wave_o         = trace_i.wave;
  assign trace_pc_o           = trace_i.pc;
  assign trace_word_o         = trace_i.word;
  assign trace_exec_o         = trace_i.exec;
  assign trace_cov_o          = trace_i.cov;
  assign trace_ended_o        = trace_i.ended;
  assign trace_end_wave_o     = trace_i.end_wave;
  assign trace_vmem_order_o   = trace_i.vmem_order;
  assign trace_vmem_wave_o    = trace_i.vmem_wave;
  assign trace_lds_order_o    = trace_i.lds_order;
  assign trace_lds_wave_o     = trace_i.lds_wave;
  always_comb begin
    for (int unsigned i = 0; i < 3; i++) begin
      write_lanes_o[4*i+:4]    = trace_i.vector_write[i].lanes;
      write_quad_o[2*i+:2]     = trace_i.vector_write[i].quad;
      write_row_o[16*i+:16]    = 16'(trace_i.vector_write[i].row);
      write_data_o[128*i+:128] = trace_i.vector_write[i].data;
    end
  end
  assign swrite_words_o = trace_i.scalar_write.words;
  assign swrite_row_o   = 16'(trace_i.scalar_write.row);
  assign swrite_data_o  = trace_i.scalar_write.data;

endmodule

`default_nettype wire
