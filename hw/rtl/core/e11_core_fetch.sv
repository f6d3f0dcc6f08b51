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
// A wave has one fetch under way. A start or a taken branch drops what is
// buffered, and what is under way when it arrives. An answer waits while a program counter may
// be written, so that one wave's flags change in a cycle and one decoder does.
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
    input  logic              pc_may_i,    // there may be one in this cycle
    input  logic              pc_we_i,
    input  logic              pc_flush_i,
    input  logic [WAVE_W-1:0] pc_wave_i,
    input  logic [31:0]       pc_i,
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

  logic [WAVES-1:0] have_q;          // the word of pc is buffered
  logic [WAVES-1:0] ahead_q;         // the next word is, or it is not in the line
  logic [WAVES-1:0] busy_q, drop_q;  // fetch under way; its word is not wanted

  assign have_o = have_q;

  // ---------------------------------------------------------------- F0: choose wave
  logic [WAVES-1:0]  need, want, asking, grant_taken;
  logic [WAVE_W-1:0] index;
  logic              any_need, any_asking, f1_valid_q, f1_advance, f1_ahead_q;
  logic [WAVE_W-1:0] f1_wave_q;

  assign need       = live_i & ~busy_q & ~have_q;
  assign want       = live_i & ~busy_q & ~ahead_q;
  assign any_need   = |need;
  assign asking     = any_need ? need : want;
  assign f1_advance = !f1_valid_q || !req_valid_o || req_ready_i;

  e11_select_rr #(
      .N(WAVES)
  ) u_choose (
      .clk_i,
      .rst_ni,
      .req_i    (asking),
      .advance_i(f1_advance),
      .valid_o  (any_asking),
      .index_o  (index)
  );
  assign grant_taken = WAVES'(f1_advance && any_asking) << index;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f1_valid_q <= 1'b0;
    else if (f1_advance) f1_valid_q <= any_asking;
  end
  always_ff @(posedge clk_i) begin
    if (f1_advance) f1_wave_q <= index;
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

  // If nobody lacked one, it has its word, and wants the next; unless it moves on meanwhile. A wave may also
  // step or branch after this; it then gets a word that may not be what it needs. The answer is dropped if it
  // has branched, and the request stays in the line of its pc.
  logic moves, moves_f1;

  assign moves    = pc_we_i && (pc_flush_i || !pc_i[3]);  // a step: to the first instruction of its word
  assign moves_f1 = moves && pc_wave_i == (f1_advance ? index : f1_wave_q);
  always_ff @(posedge clk_i) begin
    f1_ahead_q <= (f1_advance ? !any_need : f1_ahead_q) && !moves_f1;
  end
  always_comb begin
    fetch_word = pc_word;
    if (f1_ahead_q) fetch_word[1:0] = pc_word[1:0] + 2'd1;
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
      req_tag_q  <= {1'b0, fetch_word[0], f1_wave_q};
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
  logic              rsp_word, answered;
  logic [WAVE_W-1:0] rsp_wave;

  assign rsp_ready_o = !pc_may_i;
  assign rsp_word    = rsp_i.tag[WAVE_W];
  assign rsp_wave    = rsp_i.tag[WAVE_W-1:0];
  assign answered    = rsp_valid_i && rsp_ready_o;

  e11_ram_1r1w #(
      .W    (128),
      .DEPTH(2 * WAVES)
  ) u_buffer (
      .clk_i,
      .we_i   (answered),
      .waddr_i({rsp_word, rsp_wave}),
      .wdata_i(rsp_i.error ? {2{TrapWord}} : rsp_i.rdata),
      .re_i,
      .raddr_i({rword_i, rwave_i}),
      .rdata_o
  );

  // --------------------------------------------------------------------------- state
  // A step into the next word: what was ahead is now there, unless the line has ended. An
  // answer is the wave's word or the one ahead.
  logic [WAVES-1:0] changed;      // the wave that moves or is answered
  logic             current, was_ahead, was_dropped, useful, line_start, line_end;
  logic             set_have, set_ahead, have, ahead, drops;

  e11_regfile_1r1w #(
      .W    (1),
      .DEPTH(WAVES)
  ) u_answer_word (
      .clk_i,
      .we_i   (pc_we_i),
      .waddr_i(pc_wave_i),
      .wdata_i(pc_i[4]),
      .raddr_i(rsp_wave),
      .rdata_o(current)
  );

  assign changed     = WAVES'(1) << (pc_may_i ? pc_wave_i : rsp_wave);
  assign was_ahead   = (ahead_q & changed) != '0;
  assign was_dropped = (drop_q & changed) != '0;
  assign useful      = answered && !was_dropped;
  assign line_start  = pc_i[5:4] == 2'd0;
  assign line_end    = pc_i[5:4] == 2'd3;
  assign set_have    = moves || (useful && current == rsp_word);
  assign set_ahead   = moves || (useful && current != rsp_word);
  assign have        = !pc_may_i || (!pc_flush_i && was_ahead && !line_start);
  assign ahead       = !pc_may_i || line_end;
  assign drops       = pc_we_i && pc_flush_i;

  // (That a fetch is to be dropped counts while there is one: it ends where the next begins.)
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      have_q  <= '0;
      ahead_q <= '0;
      busy_q  <= '0;
      drop_q  <= '0;
    end else begin
      busy_q <= (busy_q & ~(answered ? changed : '0)) | grant_taken;
      drop_q <= (drop_q | (drops ? changed : '0)) & ~grant_taken;
      if (set_have) have_q <= have ? have_q | changed : have_q & ~changed;
      if (set_ahead) ahead_q <= ahead ? ahead_q | changed : ahead_q & ~changed;
    end
  end

  logic unused;
  assign unused = &{1'b0, pc_i[2:0], rsp_i.write, rsp_i.last, rsp_i.tag[TAG_W-1:WAVE_W+1]};

endmodule

`default_nettype wire
