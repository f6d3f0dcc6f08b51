// SPDX-License-Identifier: Apache-2.0
//
// Instruction fetch. Each wave has a buffer of two 16-byte words (two
// instructions each), one for each value of pc[4]. The word that a wave needs is
// fetched first; while nobody lacks one, the next words are. A prefetch never
// leaves the 64-byte line of the program counter, so that code at the end of a
// page causes no fault beyond it.
//
//   F0 choose wave | F1 read its pc | F2 request .. response -> buffer, have bit
//
// A wave has one fetch under way. A taken branch or the wave's end drops what is
// buffered, and what is under way when it arrives.
`default_nettype none

module e11_core_fetch
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
(
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic [3:0]        asid_i,
    input  logic [WAVES-1:0]  live_i,
    // Program counter writes: start and branch drop the buffer, step moves on.
    input  logic              pc_we_i,
    input  logic              pc_flush_i,
    input  logic [WAVE_W-1:0] pc_wave_i,
    input  logic [31:0]       pc_i,
    // A wave has ended.
    input  logic              end_valid_i,
    input  logic [WAVE_W-1:0] end_wave_i,
    output logic [WAVES-1:0]  have_o,      // the instruction at pc is buffered
    // Buffer read: data in the next cycle.
    input  logic              re_i,
    input  logic [WAVE_W-1:0] rwave_i,
    input  logic              rword_i,     // pc[4]
    output logic [127:0]      rdata_o,
    // Instruction cache
    output logic              req_valid_o,
    input  logic              req_ready_i,
    output mem_req_t          req_o,
    input  logic              rsp_valid_i,
    output logic              rsp_ready_o,
    input  mem_rsp_t          rsp_i
);

  // Where code cannot be read, waves trap.
  localparam logic [63:0] TrapWord = {57'b0, OP_TRAP};

  logic [WAVES-1:0] have0_q, have1_q;  // word with pc[4] = 0, 1
  logic [WAVES-1:0] word_q;            // pc[4]
  logic [WAVES-1:0] next_q;            // the next word is in the line
  logic [WAVES-1:0] busy_q, drop_q;    // fetch under way; its word is not wanted

  assign have_o = (have0_q & ~word_q) | (have1_q & word_q);

  // ---------------------------------------------------------------- F0: choose wave
  logic [WAVES-1:0]  need, want, asking, grant, grant_taken;
  logic [WAVE_W-1:0] index, unused_index;
  logic              f1_valid_q, f1_advance, f1_word_q;
  logic [WAVE_W-1:0] f1_wave_q;

  assign need       = live_i & ~busy_q & ~have_o;
  assign want       = live_i & ~busy_q & next_q & ~((have0_q & word_q) | (have1_q & ~word_q));
  assign asking     = |need ? need : want;
  assign f1_advance = !f1_valid_q || !req_valid_o || req_ready_i;

  e11_arbiter_rr #(
      .N(WAVES)
  ) u_choose (
      .clk_i,
      .rst_ni,
      .req_i    (asking),
      .advance_i(f1_advance),
      .grant_o  (grant),
      .index_o  (unused_index)
  );
  assign index       = wave_number(grant);
  assign grant_taken = f1_advance ? grant : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f1_valid_q <= 1'b0;
    else if (f1_advance) f1_valid_q <= |asking;
  end
  always_ff @(posedge clk_i) begin
    if (f1_advance) begin
      f1_wave_q <= index;
      f1_word_q <= word_q[index] ^ have_o[index];
    end
  end

  // --------------------------------------------------- F1: its pc; F2: the request
  logic [27:0] pc_word;
  logic [27:0] fetch_word;

  e11_regfile_1r1w #(
      .W    (28),
      .DEPTH(WAVES)
  ) u_pc (
      .clk_i,
      .we_i   (pc_we_i),
      .waddr_i(pc_wave_i),
      .wdata_i(pc_i[31:4]),
      .raddr_i(f1_wave_q),
      .rdata_o(pc_word)
  );

  // The wave may have stepped into the word meanwhile. (If it has branched, the
  // answer is dropped; the request stays in the line of its pc.)
  always_comb begin
    fetch_word = pc_word;
    if (pc_word[0] != f1_word_q) fetch_word[1:0] = pc_word[1:0] + 2'd1;
  end

  logic              req_valid_q;
  logic [27:0]       req_word_q;
  logic [TAG_W-1:0]  req_tag_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) req_valid_q <= 1'b0;
    else if (!req_valid_q || req_ready_i) req_valid_q <= f1_valid_q;
  end
  always_ff @(posedge clk_i) begin
    if (!req_valid_q || req_ready_i) begin
      req_word_q <= fetch_word;
      req_tag_q  <= {1'b0, f1_word_q, f1_wave_q};
    end
  end

  assign req_valid_o = req_valid_q;
  always_comb begin
    req_o      = '0;
    req_o.asid = asid_i;
    req_o.addr = {req_word_q, 4'b0};
    req_o.tag  = req_tag_q;
  end

  // ------------------------------------------------------------------------ response
  logic              rsp_word;
  logic [WAVE_W-1:0] rsp_wave;

  assign rsp_ready_o = 1'b1;
  assign rsp_word    = rsp_i.tag[WAVE_W];
  assign rsp_wave    = rsp_i.tag[WAVE_W-1:0];

  e11_ram_1r1w #(
      .W    (128),
      .DEPTH(2 * WAVES)
  ) u_buffer (
      .clk_i,
      .we_i   (rsp_valid_i),
      .waddr_i({rsp_word, rsp_wave}),
      .wdata_i(rsp_i.error ? {2{TrapWord}} : rsp_i.rdata),
      .re_i,
      .raddr_i({rword_i, rwave_i}),
      .rdata_o
  );

  // --------------------------------------------------------------------------- state
  // A step out of a word frees it; a branch or the end drops both.
  logic [WAVES-1:0] written, dropped, answered, arrived, now_busy;

  assign written  = WAVES'(pc_we_i) << pc_wave_i;
  assign dropped  = (pc_flush_i ? written : '0) | (WAVES'(end_valid_i) << end_wave_i);
  assign answered = WAVES'(rsp_valid_i) << rsp_wave;
  assign arrived  = answered & ~drop_q;
  assign now_busy = (busy_q & ~answered) | grant_taken;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      have0_q <= '0;
      have1_q <= '0;
      busy_q  <= '0;
      drop_q  <= '0;
    end else begin
      busy_q  <= now_busy;
      drop_q  <= (drop_q | dropped) & now_busy;
      have0_q <= (have0_q | (rsp_word ? '0 : arrived)) & ~(pc_i[4] ? written & ~word_q : '0) & ~dropped;
      have1_q <= (have1_q | (rsp_word ? arrived : '0)) & ~(pc_i[4] ? '0 : written & word_q) & ~dropped;
    end
  end

  always_ff @(posedge clk_i) begin
    word_q <= (word_q & ~written) | (pc_i[4] ? written : '0);
    next_q <= (next_q & ~written) | (pc_i[5:4] != 2'd3 ? written : '0);
  end

  logic unused;
  assign unused = &{1'b0, unused_index, pc_i[3:0], rsp_i.write, rsp_i.last, rsp_i.tag[TAG_W-1:WAVE_W+1]};

endmodule

`default_nettype wire
