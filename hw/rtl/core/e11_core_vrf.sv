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
// that waits for a cycle in which one of the pipes writes nothing and its bank is free, and
// then take that pipe's way to the banks: each bank has two writers to choose from, not three. (An
// instruction is written in four cycles by one pipe, and one begins in four cycles: one of the
// pipes writes nothing half of the time at the least.) The hazards between reads and writes
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

  logic          fp_we, int_we;
  vector_write_t first, second, other;  // the two ways: FP or other, integer or other

  assign fp_we         = fp_i.lanes != '0;
  assign int_we        = int_i.lanes != '0;
  assign other_ready_o = fp_we ? !int_we && fp_i.quad != other_i.quad : !(int_we && int_i.quad == other_i.quad);

  always_comb begin
    other = other_i;
    if (!(other_valid_i && other_ready_o)) other.lanes = '0;
    first  = fp_we ? fp_i : other;
    second = int_we ? int_i : other;
  end

  for (genvar q = 0; q < 4; q++) begin : g_bank
    logic              is_first, is_second;
    logic [3:0]        we;
    logic [VROW_A-1:0] waddr;
    logic [QUAD_W-1:0] wdata;

    assign is_first  = first.lanes != '0 && first.quad == 2'(q);
    assign is_second = second.lanes != '0 && second.quad == 2'(q);
    assign we        = is_first ? first.lanes : is_second ? second.lanes : '0;
    assign waddr     = is_first ? first.row : second.row;
    assign wdata     = is_first ? first.data : second.data;

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
