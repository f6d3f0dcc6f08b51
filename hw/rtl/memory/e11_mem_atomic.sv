// SPDX-License-Identifier: Apache-2.0
//
// Atomic operations, between translation and AXI4: all clients' requests pass here in one
// stream, so what is done here is done at one time for all.
//
//   requests --> LOOKUP ----------------------------> to AXI4 (order queue)
//                  | ^  hit: one operation a cycle; the old value goes with the request
//                  | |       (done = 1) to the order queue, which answers in its turn
//            miss  v |
//              FILL, WAIT: read the word       WRITE: back to memory; dirty words that a request
//                                              meets, or one when the stream is idle or 32 cycles
//                                              after the last one
//
// A buffer of 16 words (four lines of four) keeps the words that were operated on. Another
// access to one of them passes when memory has what is in the buffer: dirty words are written back
// and acknowledged first (AXI4 does not order a read behind a write), and a write drops the word.
// busy_o is high until memory has everything.
`default_nettype none

module e11_mem_atomic
  import e11_pkg::*;
  import e11_isa_pkg::*;
  import e11_memory_pkg::*;
(
    input  logic         clk_i,
    input  logic         rst_ni,

    input  logic         in_valid_i,
    output logic         in_ready_o,
    input  phys_req_t    in_i,
    output logic         out_valid_o,
    input  logic         out_ready_i,
    output phys_req_t    out_o,

    input  logic         writes_i,      // writes of any client are not yet acknowledged
    input  logic         rsp_valid_i,   // a response to client ATOMIC; always taken
    input  logic         rsp_write_i,
    input  logic         rsp_error_i,
    input  logic [127:0] rsp_rdata_i,

    output logic         busy_o,
    output logic         count_o        // an operation was done
);

  localparam int unsigned WORDS = 16;
  localparam int unsigned TW    = PA_W - 8;

  typedef enum logic [2:0] {LOOKUP, WRITE, FILL, WAIT, FAULT} state_e;

  state_e           state_q;
  logic [WORDS-1:0] valid_q, dirty_q;
  logic [4:0]       age_q;            // cycles since a word was dirty and none was written
  logic [5:0]       unacked_q;        // own writes under way

  // ------------------------------------------------------------------ the buffer
  logic [3:0]    word, data_row;      // word looked at by the request; row that is read
  logic [1:0]    line, tag_line;
  logic [TW-1:0] tag, tag_found;
  logic [127:0]  data;
  logic [31:0]   result;              // of the operation
  logic [3:0]    data_we;             // by dword
  logic          filled, tag_we;

  assign word = in_i.paddr[7:4];
  assign line = in_i.paddr[7:6];
  assign tag  = in_i.paddr[PA_W-1:8];

  // An operation writes its dword, a fill all four.
  for (genvar d = 0; d < 4; d++) begin : g_data
    e11_regfile_1r1w #(.W(32), .DEPTH(WORDS)) u_data (
        .clk_i, .we_i(data_we[d]), .waddr_i(word),
        .wdata_i(state_q == WAIT ? rsp_rdata_i[32*d+:32] : result),
        .raddr_i(data_row), .rdata_o(data[32*d+:32]));
  end
  e11_regfile_1r1w #(.W(TW), .DEPTH(4)) u_tags (
      .clk_i, .we_i(tag_we), .waddr_i(line), .wdata_i(tag), .raddr_i(tag_line), .rdata_o(tag_found));

  // ------------------------------------------------------- what the request meets
  logic [WORDS-1:0] in_line, in_word;   // words of the request's line; its own word
  logic [WORDS-1:0] met, met_dirty;     // words of the buffer that it concerns
  logic             same, hit, conflict, execute;

  assign in_line   = WORDS'(15) << {line, 2'b00};
  assign in_word   = WORDS'(1) << word;
  assign same      = tag_found == tag;
  assign hit       = same && (valid_q & in_word) != '0;
  assign conflict  = in_i.atomic && !same && (valid_q & in_line) != '0;
  assign execute   = in_i.atomic && !in_i.fault;
  assign met       = valid_q & (in_i.line ? in_line : in_word) & {WORDS{same && !in_i.fault}};
  assign met_dirty = dirty_q & (execute ? (conflict ? in_line : '0) : met);

  // ------------------------------------------------------------------ the operation
  logic [1:0]  dword, second;
  logic [31:0] old, operand, compare;

  assign dword   = in_i.wstrb[12] ? 2'd3 : in_i.wstrb[8] ? 2'd2 : in_i.wstrb[4] ? 2'd1 : 2'd0;
  assign old     = data[32*dword+:32];
  assign operand = in_i.wdata[32*dword+:32];
  assign second  = dword + 2'd1;
  assign compare = in_i.wdata[32*second+:32];

  e11_atomic_alu u_alu (.op_i(in_i.op), .old_i(old), .operand_i(operand), .compare_i(compare), .result_o(result));

  // ------------------------------------------------------------------- what happens
  logic             idle_write;       // nobody asks for it, but it is time
  logic [WORDS-1:0] candidates, next; // one word is to be written back
  logic [3:0]       next_row, row_q;  // .. is written back
  logic             must_write, drop, operate, pass, written;

  assign must_write = in_valid_i && met_dirty != '0;
  // What waits for out_ready_i stays.
  assign idle_write = dirty_q != '0 && (!out_valid_o || out_ready_i) &&
                      (age_q == '1 || (age_q[4:3] != '0 && !in_valid_i));
  assign candidates = must_write ? met_dirty : dirty_q;
  assign next       = candidates & (~candidates + 1'b1);
  assign written    = state_q == WRITE && out_ready_i;
  always_comb begin
    next_row = '0;
    for (int unsigned i = 0; i < WORDS; i++) begin
      if (next[i]) next_row = next_row | 4'(i);
    end
  end

  always_comb begin
    drop    = 1'b0;
    operate = 1'b0;
    pass    = state_q == FAULT;
    if (state_q == LOOKUP && in_valid_i && !must_write) begin
      if (execute)                              begin operate = hit; drop = conflict; end
      else if (met != '0 && unacked_q != '0)    pass = 1'b0;
      else if (met != '0 && in_i.write)         drop = 1'b1;
      else                                      pass = 1'b1;
    end
  end

  assign data_row = state_q == WRITE ? row_q : word;
  assign tag_line = state_q == WRITE ? row_q[3:2] : line;
  assign filled   = state_q == WAIT && rsp_valid_i && !rsp_write_i;
  assign data_we  = filled ? {4{!rsp_error_i}} : 4'(operate && out_ready_i) << dword;
  assign tag_we   = filled;

  always_comb begin
    out_valid_o = state_q == WRITE || operate || pass || (state_q == FILL && !writes_i);
    out_o       = in_i;
    out_o.atomic = 1'b0;
    if (state_q == WRITE) begin
      out_o        = '0;
      out_o.write  = 1'b1;
      out_o.client = CLIENT_W'(ATOMIC);
      out_o.paddr  = {tag_found, row_q, 4'd0};
      out_o.wdata  = data;
      out_o.wstrb  = '1;
    end else if (operate) begin
      out_o.done        = 1'b1;
      out_o.wdata[31:0] = old;
    end else if (state_q == FILL) begin
      out_o.write  = 1'b0;
      out_o.client = CLIENT_W'(ATOMIC);
    end else if (state_q == FAULT) begin
      out_o.fault = 1'b1;
    end
  end
  assign in_ready_o = (operate || pass) && out_ready_i;
  assign count_o    = operate && out_ready_i;
  assign busy_o     = dirty_q != '0 || unacked_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= LOOKUP;
      valid_q   <= '0;
      dirty_q   <= '0;
      age_q     <= '0;
      unacked_q <= '0;
    end else begin
      if (dirty_q == '0 || written) age_q <= '0;
      else if (age_q != '1)         age_q <= age_q + 1'b1;
      unacked_q <= unacked_q + 6'(written) - 6'(rsp_valid_i && rsp_write_i);
      if (written)                   dirty_q <= dirty_q & ~(WORDS'(1) << row_q);
      if (drop)                      valid_q <= valid_q & ~(execute ? in_line : in_word);
      if (operate && out_ready_i)    dirty_q <= dirty_q | in_word;
      unique case (state_q)
        LOOKUP: begin
          if (must_write || idle_write)                               state_q <= WRITE;
          else if (in_valid_i && execute && !hit && !conflict)        state_q <= FILL;
        end
        WRITE:  if (out_ready_i) state_q <= LOOKUP;
        FILL:   if (out_valid_o && out_ready_i) state_q <= WAIT;
        WAIT: begin
          if (filled) begin
            state_q <= rsp_error_i ? FAULT : LOOKUP;
            if (!rsp_error_i) valid_q <= valid_q | in_word;
          end
        end
        default: if (out_ready_i) state_q <= LOOKUP;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == LOOKUP) row_q <= next_row;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (in_valid_i && execute) assert (in_i.write && !in_i.line) else $error("atomic: no write of a word");
    assert (unacked_q != '1) else $error("atomic: too many writes under way");
  end
`endif

endmodule

`default_nettype wire
