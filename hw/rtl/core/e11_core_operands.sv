// SPDX-License-Identifier: Apache-2.0
//
// Operand collection. Register rows leave the banks skewed by a cycle per quad;
// here each source's quad is picked from the bank whose turn it is, replaced by a
// scalar or a constant where the source is one, modified, and delayed so that
// the three sources of a quad meet.
//
//   cycle     R0      R1      R2      R3      X0      X1 ..
//   bank 0    read 0  read 1  read 2  read 3
//   source 0          quad 0  . . . . . . . > quad 0
//   source 1                  quad 0  . . . > quad 0
//   source 2                          quad 0> quad 0
//   row 3                                     quad 0
//
// R0 is phase 0. Scalars are read a phase ahead of the rows and then held for the
// instruction's four quads.
`default_nettype none

module e11_core_operands
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
(
    input  logic                   clk_i,
    input  logic [1:0]             phase_i,
    input  instr_t                 instr_i,   // in its read slot (R0..R3)
    input  logic                   rows_i,    // export or store data: four plain rows
    input  logic [31:0]            scalar_i,  // scalar register of source `phase_i`
    input  logic [3:0][QUAD_W-1:0] bank_i,
    output logic [3:0][31:0]       early0_o,  // R2 + q: source 0 of quad q
    output logic [3:0][31:0]       a_o,       // X0 + q: sources of quad q
    output logic [3:0][31:0]       b_o,
    output logic [3:0][31:0]       c_o,
    output logic [QUAD_W-1:0]      row3_o     // X0 + q: fourth row read
);

  // What a source is, held while its quads pass.
  typedef struct packed {
    logic        row;
    logic        lane;    // lane number
    logic        neg;
    logic        abs;
    logic [31:0] value;   // of all lanes, if neither; else 0
  } source_t;

  // What each bank gives to a source in a cycle: a row's quad, in its turn. Only one of the four is not 0,
  // so that their registers are joined by an OR: half of what a multiplexer before one register takes.
  // What is not a row comes with bank 0, in all turns.
  function automatic logic [3:0][QUAD_W-1:0] parts(input logic row, input logic lane, input logic [31:0] value,
                                                   input logic [3:0][QUAD_W-1:0] bank, input logic [1:0] quad);
    logic [3:0][QUAD_W-1:0] r;
    for (int unsigned q = 0; q < 4; q++) r[q] = row && quad == 2'(q) ? bank[q] : '0;
    for (int unsigned l = 0; l < 4; l++) begin
      r[0][32*l +: 32] = r[0][32*l +: 32] | value | (lane ? {28'b0, quad, 2'(l)} : '0);
    end
    return r;
  endfunction

  function automatic logic [3:0][31:0] join_parts(input logic [3:0][QUAD_W-1:0] part, input logic neg,
                                                  input logic abs);
    logic [3:0][31:0] r;
    r = part[0] | part[1] | part[2] | part[3];
    for (int unsigned l = 0; l < 4; l++) r[l][31] = (r[l][31] && !abs) ^ neg;
    return r;
  endfunction

  // ------------------------------------------------ the source of this phase (R0..R2)
  logic [8:0] code;
  logic [2:0] neg, abs;
  source_t    now;

  always_comb begin
    code = source_code(instr_i.word, instr_i.d.literal, phase_i);
    neg  = instr_i.word[R_MODS_LSB +: 3];
    abs  = instr_i.word[R_MODS_LSB + 3 +: 3];

    now        = '0;
    now.row = code[8:7] == 2'b00;
    now.lane   = code == SRC_LANE;
    now.neg    = 1'b0;
    now.abs    = 1'b0;
    if (instr_i.d.fmods) begin
      now.neg = neg[phase_i];
      now.abs = abs[phase_i];
    end
    if (code[8:7] == 2'b01)    now.value = scalar_i;
    if (code[8:7] == 2'b10)    now.value = constant_value(code[6:0]);
    if (code == SRC_EXEC)      now.value = {16'b0, instr_i.exec};
    if (code == SRC_COV)       now.value = {16'b0, instr_i.cov};
    if (is_literal(instr_i.d, phase_i)) begin
      now.row = 1'b0;
      now.lane   = 1'b0;
      now.value  = instr_i.word[L_LIT_LSB +: L_LIT_W];
    end
    if (rows_i) begin
      now        = '0;
      now.row = 1'b1;
    end
  end

  source_t s0_q, s1_q, s2_q;
  always_ff @(posedge clk_i) begin
    if (phase_i == 2'd0) s0_q <= now;
    if (phase_i == 2'd1) s1_q <= now;
    if (phase_i == 2'd2) s2_q <= now;
  end

  // --------------------------------------------- quads: source n of quad q at R1 + n + q
  logic [1:0]       quad0, quad1, quad2;
  logic [3:0][QUAD_W-1:0] a_part_q, b_part_q, c_part_q;
  logic [2:0]             neg_q, abs_q;
  logic [3:0][31:0]       a_1, b_1, a_2q, a_3q, b_2q;

  assign quad0 = phase_i - 2'd1;
  assign quad1 = phase_i - 2'd2;
  assign quad2 = phase_i - 2'd3;
  assign a_1   = join_parts(a_part_q, neg_q[0], abs_q[0]);
  assign b_1   = join_parts(b_part_q, neg_q[1], abs_q[1]);

  always_ff @(posedge clk_i) begin
    neg_q    <= {s2_q.neg, s1_q.neg, s0_q.neg};
    abs_q    <= {s2_q.abs, s1_q.abs, s0_q.abs};
    a_part_q <= parts(s0_q.row, s0_q.lane, s0_q.value, bank_i, quad0);
    a_2q     <= a_1;
    a_3q     <= a_2q;
    b_part_q <= parts(s1_q.row, s1_q.lane, s1_q.value, bank_i, quad1);
    b_2q     <= b_1;
    c_part_q <= parts(s2_q.row, s2_q.lane, s2_q.value, bank_i, quad2);
  end

  assign early0_o = a_1;
  assign a_o      = a_3q;
  assign b_o      = b_2q;
  assign c_o      = join_parts(c_part_q, neg_q[2], abs_q[2]);
  assign row3_o   = bank_i[phase_i];

  logic unused;
  assign unused = &{1'b0, instr_i.wave, instr_i.info, instr_i.pc};

endmodule

`default_nettype wire
