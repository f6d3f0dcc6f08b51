// SPDX-License-Identifier: Apache-2.0
//
// Scalar memory unit: one instruction at a time. The words that hold dwords
// inside the buffer are requested one after another; answers are written to
// scalar registers a dword a cycle, dwords outside as 0.
//
//   IDLE -> TAKE operands -> ADDRESS -> RUN requests || answers, writes -> IDLE
`default_nettype none

module e11_core_smem
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
(
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic [3:0]        asid_i,
    input  logic              accept_i,
    output logic              ready_o,
    // X0 (quad 0): the instruction and its operands
    input  logic              valid_i,
    input  instr_t            instr_i,
    input  logic [31:0]       offset_i,       // source 0, lane 0
    input  logic [127:0]      base_row_i,     // descriptor
    input  logic [31:0]       base_word_i,    // base register
    input  logic [31:0]       data_i,         // sstscr
    input  logic [31:0]       scratch_base_i, // of the instruction's state slot
    // Scalar registers
    output logic              s_valid_o,
    input  logic              s_ready_i,
    output logic [SREG_A-1:0] s_reg_o,
    output logic [31:0]       s_data_o,
    output logic              done_o,
    output logic [WAVE_W-1:0] done_wave_o,
    output logic              busy_o,         // also: stores not yet acknowledged
    // Scalar cache
    output logic              req_valid_o,
    input  logic              req_ready_i,
    output mem_req_t          req_o,
    input  logic              rsp_valid_i,
    output logic              rsp_ready_o,
    input  mem_rsp_t          rsp_i
);

  typedef enum logic [1:0] {IDLE, TAKE, ADDRESS, RUN} state_e;

  state_e            state_q;
  instr_t            i_q;
  logic [31:0]       offset_q, base_q, size_q, data_q, start_q;
  logic [3:0]        count_q, inside_q;    // dwords to load; of them inside
  logic [3:0]        request_q, dword_q;   // next word to request, next dword to write
  logic [7:0]        unacked_q;

  // ---------------------------------------------------------------------- address
  logic        is_scratch, is_checked, is_store;
  logic [32:0] offset;
  logic [33:0] start;
  logic [31:0] scratch_start;
  logic [34:0] room;
  logic [3:0]  count, loaded;

  assign is_scratch = i_q.d.op inside {OP_SLDSCR, OP_SSTSCR};
  assign is_checked = i_q.d.op == OP_SLDBUF;
  assign is_store   = i_q.d.op == OP_SSTSCR;
  assign offset     = {1'b0, offset_q} + {19'b0, i_q.word[M_OFFSET_LSB +: M_OFFSET_W]};
  assign start      = {2'b0, base_q} + {1'b0, offset};
  assign room       = {3'b0, size_q} - {2'b0, offset};
  assign scratch_start = base_q + {18'b0, i_q.wave, 8'b0} +
                         {18'b0, i_q.word[M_OFFSET_LSB +: M_OFFSET_W]};
  assign count      = is_scratch ? 4'd1 : 4'd1 << i_q.word[M_COUNT_LSB +: M_COUNT_W];

  always_comb begin
    loaded = count;
    if (is_scratch) begin
      loaded = i_q.word[M_OFFSET_LSB + 8 +: M_OFFSET_W - 8] == '0 ? 4'd1 : 4'd0;
    end else begin
      if (is_checked) begin
        if (room[34]) loaded = 4'd0;
        else if (room[33:2] < {28'b0, count}) loaded = room[5:2];
      end
      if (start[33:32] != '0) loaded = 4'd0;
    end
  end

  // ------------------------------------------------------------- requests, answers
  logic [3:0] words;          // to request
  logic [3:0] position;       // of the dword, from the first word's start
  logic       in_memory, last_of_word, step, finished, acknowledge;

  assign words        = inside_q == 4'd0 ? 4'd0 : ({2'b0, start_q[3:2]} + inside_q + 4'd3) >> 2;
  assign position     = {2'b0, start_q[3:2]} + dword_q;
  assign in_memory    = dword_q < inside_q;
  assign last_of_word = position[1:0] == 2'd3 || dword_q + 4'd1 == inside_q;
  assign acknowledge  = rsp_valid_i && rsp_i.write;
  assign s_valid_o    = state_q == RUN && !is_store && dword_q != count_q &&
                        (!in_memory || (rsp_valid_i && !rsp_i.write));
  assign step         = s_valid_o && s_ready_i;
  assign s_reg_o      = scalar_reg(i_q.wave, i_q.info.size,
                                   i_q.word[M_DATA_LSB +: M_DATA_W] + {3'b0, dword_q});
  assign s_data_o     = in_memory ? rsp_i.rdata[32*position[1:0] +: 32] : 32'd0;
  assign rsp_ready_o  = acknowledge || (step && in_memory && last_of_word);
  assign finished     = state_q == RUN &&
                        (is_store ? request_q == words : dword_q == count_q);

  assign req_valid_o = state_q == RUN && request_q != words;
  always_comb begin
    req_o       = '0;
    req_o.write = is_store;
    req_o.asid  = asid_i;
    req_o.addr  = {start_q[31:4] + {24'b0, request_q}, 4'b0};
    req_o.wdata = {4{data_q}};
    req_o.wstrb = 16'hf << {start_q[3:2], 2'b0};
  end

  assign ready_o     = state_q == IDLE;
  assign done_o      = finished;
  assign done_wave_o = i_q.wave;
  assign busy_o      = state_q != IDLE || unacked_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= IDLE;
      request_q <= '0;
      dword_q   <= '0;
      unacked_q <= '0;
    end else begin
      unacked_q <= unacked_q + (req_valid_o && req_ready_i && is_store ? 8'd1 : 8'd0) -
                   (acknowledge ? 8'd1 : 8'd0);
      case (state_q)
        IDLE:    if (accept_i) state_q <= TAKE;
        TAKE:    if (valid_i) state_q <= ADDRESS;
        ADDRESS: begin
          request_q <= '0;
          dword_q   <= '0;
          state_q   <= RUN;
        end
        default: begin
          if (req_valid_o && req_ready_i) request_q <= request_q + 4'd1;
          if (step) dword_q <= dword_q + 4'd1;
          if (finished) state_q <= IDLE;
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == TAKE && valid_i) begin
      i_q      <= instr_i;
      offset_q <= offset_i;
      base_q   <= base_word_i;
      size_q   <= base_row_i[64 +: 32];
      data_q   <= data_i;
      if (instr_i.d.op == OP_SLDBUF) base_q <= base_row_i[0 +: 32];
      if (instr_i.d.op inside {OP_SLDSCR, OP_SSTSCR}) base_q <= scratch_base_i;
    end
    if (state_q == ADDRESS) begin
      start_q  <= is_scratch ? scratch_start : start[31:0];
      count_q  <= count;
      inside_q <= loaded;
    end
  end

  logic unused;
  assign unused = &{1'b0, base_row_i, i_q, rsp_i.last, rsp_i.error, rsp_i.tag, start_q[1:0], room[1:0], position[3:2]};

endmodule

`default_nettype wire
