// SPDX-License-Identifier: Apache-2.0
//
// Scalar register file: rows of four registers, so that a descriptor is read in
// one cycle; written a register at a time (a launch writes s0..s3 together).
//
// Writes: the FP pipe, the integer pipe and control instructions each have a
// phase of their own; scalar loads, table results and launches share what is
// left, in this order.
`default_nettype none

module e11_core_srf
  import e11_core_pkg::*;
(
    input  logic              clk_i,
    input  logic              re_i,
    input  logic [SREG_A-1:0] raddr_i,
    output logic [127:0]      row_o,      // the aligned four registers
    output logic [31:0]       word_o,     // the one addressed
    input  logic              fp_we_i,
    input  logic [SREG_A-1:0] fp_reg_i,
    input  logic [31:0]       fp_data_i,
    input  logic              int_we_i,
    input  logic [SREG_A-1:0] int_reg_i,
    input  logic [31:0]       int_data_i,
    input  logic              ctl_we_i,
    input  logic [SREG_A-1:0] ctl_reg_i,
    input  logic [31:0]       ctl_data_i,
    input  logic              mem_valid_i,
    output logic              mem_ready_o,
    input  logic [SREG_A-1:0] mem_reg_i,
    input  logic [31:0]       mem_data_i,
    input  logic              tab_valid_i,
    output logic              tab_ready_o,
    input  logic [SREG_A-1:0] tab_reg_i,
    input  logic [31:0]       tab_data_i,
    input  logic              launch_valid_i,
    output logic              launch_ready_o,
    input  logic [SREG_A-1:0] launch_reg_i,   // s0 of the wave
    input  logic [127:0]      launch_data_i,
    output scalar_write_t     trace_o
);

  logic              fixed;
  logic [3:0]        we;
  logic [SREG_A-1:0] wreg;
  logic [31:0]       wword;
  logic [127:0]      wdata;
  logic [1:0]        sel_q;

  assign fixed          = fp_we_i || int_we_i || ctl_we_i;
  assign mem_ready_o    = !fixed;
  assign tab_ready_o    = !fixed && !mem_valid_i;
  assign launch_ready_o = !fixed && !mem_valid_i && !tab_valid_i;

  always_comb begin
    wreg  = launch_reg_i;
    wword = mem_data_i;
    if (tab_valid_i) begin
      wreg  = tab_reg_i;
      wword = tab_data_i;
    end
    if (mem_valid_i) begin
      wreg  = mem_reg_i;
      wword = mem_data_i;
    end
    if (ctl_we_i) begin
      wreg  = ctl_reg_i;
      wword = ctl_data_i;
    end
    if (int_we_i) begin
      wreg  = int_reg_i;
      wword = int_data_i;
    end
    if (fp_we_i) begin
      wreg  = fp_reg_i;
      wword = fp_data_i;
    end
    wdata = {4{wword}};
    we    = 4'b0001 << wreg[1:0];
    if (!(fixed || mem_valid_i || tab_valid_i)) begin
      wdata = launch_data_i;
      we    = {4{launch_valid_i}};
    end
  end

  e11_ram_1r1w #(
      .W    (128),
      .DEPTH(1 << (SREG_A - 2)),
      .LANES(4)
  ) u_ram (
      .clk_i,
      .we_i   (we),
      .waddr_i(wreg[SREG_A-1:2]),
      .wdata_i(wdata),
      .re_i,
      .raddr_i(raddr_i[SREG_A-1:2]),
      .rdata_o(row_o)
  );

  always_ff @(posedge clk_i) begin
    if (re_i) sel_q <= raddr_i[1:0];
  end
  assign word_o = row_o[32*sel_q +: 32];

  assign trace_o = {we, wreg[SREG_A-1:2], wdata};

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    assert (!(fp_we_i && int_we_i) && !(fp_we_i && ctl_we_i) && !(int_we_i && ctl_we_i))
    else $error("two fixed writers of the scalar registers meet");
  end
`endif

endmodule

`default_nettype wire
