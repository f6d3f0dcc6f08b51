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
    // Results: a quad of a row, lanes 0 for none.
    input  vector_write_t                fp_i,
    input  vector_write_t                int_i,
    // The rest: written in a cycle with ready.
    input  logic                         other_valid_i,
    output logic                         other_ready_o,
    input  vector_write_t                other_i,
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

  logic fp_we, int_we;
  assign fp_we         = fp_i.lanes != '0;
  assign int_we        = int_i.lanes != '0;
  assign other_ready_o = !(fp_we && fp_i.quad == other_i.quad) && !(int_we && int_i.quad == other_i.quad);

  for (genvar q = 0; q < 4; q++) begin : g_bank
    logic              fp, integer_result, other;
    logic [3:0]        we;
    logic [VROW_A-1:0] waddr;
    logic [QUAD_W-1:0] wdata;

    assign fp             = fp_we && fp_i.quad == 2'(q);
    assign integer_result = int_we && int_i.quad == 2'(q);
    assign other          = other_valid_i && other_i.quad == 2'(q) && other_ready_o;

    always_comb begin
      we    = '0;
      waddr = other_i.row;
      wdata = other_i.data;
      if (other) we = other_i.lanes;
      if (integer_result) begin
        we    = int_i.lanes;
        waddr = int_i.row;
        wdata = int_i.data;
      end
      if (fp) begin
        we    = fp_i.lanes;
        waddr = fp_i.row;
        wdata = fp_i.data;
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
    trace_o = {other_i, int_i, fp_i};
    if (!(other_valid_i && other_ready_o)) trace_o[2].lanes = '0;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    assert (!(fp_we && int_we && fp_i.quad == int_i.quad))
    else $error("both ALU pipes write one bank");
  end
`endif

endmodule

`default_nettype wire
