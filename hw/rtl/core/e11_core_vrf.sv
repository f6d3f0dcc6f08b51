// SPDX-License-Identifier: Apache-2.0
//
// Vector register file: rows of 16 lanes in four banks, one for each quad, each
// with one read and one write port. Quad q of an access comes q cycles after
// quad 0, so that a row needs no register wider than a quad.
//
//   cycle        0    1    2    3    4    5    6
//   bank 0 read  src0 src1 src2 row3 |next instruction
//   bank 1            src0 src1 src2 row3
//   bank 2                 src0 src1 src2 row3
//   bank 3                      src0 src1 src2 row3
//
// Writes: results of the FP pipe and of the integer pipe reach a bank in different
// cycles (e11_core_alu); loads, table results and launches share a third port
// that waits for a free cycle of its bank. The hazards between reads and writes
// are the scheduler's: a wave has one instruction in flight.
`default_nettype none

module e11_core_vrf
  import e11_core_pkg::*;
(
    input  logic                         clk_i,
    input  logic                         rst_ni,
    // Row for bank 0; the other banks follow.
    input  logic                         re_i,
    input  logic [VROW_A-1:0]            row_i,
    output logic [3:0][QUAD_W-1:0]       rdata_o,   // bank q: of the row q + 1 cycles ago
    // Results: a quad of a row.
    input  logic                         fp_we_i,
    input  logic [1:0]                   fp_quad_i,
    input  logic [VROW_A-1:0]            fp_row_i,
    input  logic [3:0]                   fp_lanes_i,
    input  logic [QUAD_W-1:0]            fp_data_i,
    input  logic                         int_we_i,
    input  logic [1:0]                   int_quad_i,
    input  logic [VROW_A-1:0]            int_row_i,
    input  logic [3:0]                   int_lanes_i,
    input  logic [QUAD_W-1:0]            int_data_i,
    // The rest: written in a cycle with ready.
    input  logic                         other_valid_i,
    output logic                         other_ready_o,
    input  logic [1:0]                   other_quad_i,
    input  logic [VROW_A-1:0]            other_row_i,
    input  logic [3:0]                   other_lanes_i,
    input  logic [QUAD_W-1:0]            other_data_i,
    output vector_write_t [2:0]          trace_o
);

  logic [3:0]             re;
  logic [3:0][VROW_A-1:0] raddr;
  logic [2:0]             re_q;
  logic [2:0][VROW_A-1:0] raddr_q;

  assign re    = {re_q, re_i};
  assign raddr = {raddr_q, row_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) re_q <= '0;
    else         re_q <= re[2:0];
  end
  always_ff @(posedge clk_i) raddr_q <= raddr[2:0];

  assign other_ready_o = !(fp_we_i && fp_quad_i == other_quad_i) &&
                         !(int_we_i && int_quad_i == other_quad_i);

  for (genvar q = 0; q < 4; q++) begin : g_bank
    logic              fp, integer_result, other;
    logic [3:0]        we;
    logic [VROW_A-1:0] waddr;
    logic [QUAD_W-1:0] wdata;

    assign fp             = fp_we_i && fp_quad_i == 2'(q);
    assign integer_result = int_we_i && int_quad_i == 2'(q);
    assign other          = other_valid_i && other_quad_i == 2'(q) && other_ready_o;

    always_comb begin
      we    = '0;
      waddr = other_row_i;
      wdata = other_data_i;
      if (other) we = other_lanes_i;
      if (integer_result) begin
        we    = int_lanes_i;
        waddr = int_row_i;
        wdata = int_data_i;
      end
      if (fp) begin
        we    = fp_lanes_i;
        waddr = fp_row_i;
        wdata = fp_data_i;
      end
    end

    e11_ram_1r1w #(
        .W    (QUAD_W),
        .DEPTH(e11_regs_pkg::CFG_VGPR_ROWS),
        .LANES(4)
    ) u_ram (
        .clk_i,
        .we_i   (we),
        .waddr_i(waddr),
        .wdata_i(wdata),
        .re_i   (re[q]),
        .raddr_i(raddr[q]),
        .rdata_o(rdata_o[q])
    );
  end

  always_comb begin
    trace_o[0] = {fp_lanes_i & {4{fp_we_i}}, fp_quad_i, fp_row_i, fp_data_i};
    trace_o[1] = {int_lanes_i & {4{int_we_i}}, int_quad_i, int_row_i, int_data_i};
    trace_o[2] = {other_lanes_i & {4{other_valid_i && other_ready_o}}, other_quad_i, other_row_i,
                  other_data_i};
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    assert (!(fp_we_i && int_we_i && fp_quad_i == int_quad_i))
    else $error("both ALU pipes write one bank");
  end
`endif

endmodule

`default_nettype wire
