// SPDX-License-Identifier: Apache-2.0
//
// Scalar memory unit: a queue, and one instruction at a time. The words that hold
// dwords inside the buffer are requested one after another; answers are written to
// scalar registers a dword a cycle, dwords outside as 0.
//
//   queue -> IDLE -> ADDRESS -> RUN requests || answers, writes -> IDLE
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

  typedef enum logic [1:0] {IDLE, ADDRESS, RUN} state_e;

  typedef struct packed {
    logic [WAVE_W-1:0] wave;
    logic [1:0]        size_class;
    op_e               op;
    logic [6:0]        number;
    logic [1:0]        count;     // log2 of the registers
    logic [13:0]       constant;  // offset in the instruction
    logic [31:0]       offset;    // source 0; scratch: of the wave
    logic [31:0]       base;
    logic [31:0]       size;      // sldbuf
    logic [31:0]       data;      // sstscr
  } job_t;

  state_e      state_q;
  logic [31:0] start_q;
  logic [3:0]  count_q, inside_q;    // dwords to load; of them inside
  logic [3:0]  request_q, dword_q;   // next word to request, next dword to write
  logic [7:0]  unacked_q;
  logic        finished;

  // ------------------------------------------------------------------------- queue
  // Four instructions; the front end is told of room as if those on their way
  // were here already.
  job_t       job_in, job;
  logic       job_valid, job_ready;
  logic [2:0] taken_q, level;

  always_comb begin
    job_in            = '0;
    job_in.wave       = instr_i.wave;
    job_in.size_class = instr_i.info.size;
    job_in.op         = instr_i.d.op;
    job_in.number     = instr_i.word[M_DATA_LSB +: M_DATA_W];
    job_in.count      = instr_i.word[M_COUNT_LSB +: M_COUNT_W];
    job_in.constant   = instr_i.word[M_OFFSET_LSB +: M_OFFSET_W];
    job_in.offset     = offset_i;
    job_in.base       = base_word_i;
    job_in.size       = base_row_i[64 +: 32];
    job_in.data       = data_i;
    if (instr_i.d.op == OP_SLDBUF) job_in.base = base_row_i[0 +: 32];
    if (instr_i.d.op inside {OP_SLDSCR, OP_SSTSCR}) begin
      job_in.base   = scratch_base_i;
      job_in.offset = {18'b0, instr_i.wave, 8'b0};
    end
  end

  e11_fifo #(
      .W    ($bits(job_t)),
      .DEPTH(4)
  ) u_jobs (
      .clk_i,
      .rst_ni,
      .in_valid_i (valid_i),
      .in_ready_o (job_ready),
      .in_i       (job_in),
      .out_valid_o(job_valid),
      .out_ready_i(finished),
      .out_o      (job),
      .level_o    (level)
  );
  assign ready_o = !taken_q[2];

  // ---------------------------------------------------------------------- address
  logic        is_scratch, is_checked, is_store;
  logic [32:0] offset;
  logic [33:0] start;
  logic [34:0] room;
  logic [3:0]  count, loaded;

  assign is_scratch = job.op inside {OP_SLDSCR, OP_SSTSCR};
  assign is_checked = job.op == OP_SLDBUF;
  assign is_store   = job.op == OP_SSTSCR;
  assign offset     = {1'b0, job.offset} + {19'b0, job.constant};
  assign start      = {2'b0, job.base} + {1'b0, offset};
  assign room       = {3'b0, job.size} - {2'b0, offset};
  assign count      = is_scratch ? 4'd1 : 4'd1 << job.count;

  always_comb begin
    loaded = count;
    if (is_scratch) begin
      loaded = job.constant[13:8] == '0 ? 4'd1 : 4'd0;
    end else begin
      if (is_checked) begin
        if (room[34]) loaded = 4'd0;
        else if (room[33:6] == '0 && room[5:2] < count) loaded = room[5:2];
      end
      if (start[33:32] != '0) loaded = 4'd0;
    end
  end

  // ------------------------------------------------------------- requests, answers
  logic [3:0] words;          // to request
  logic [3:0] position;       // of the dword, from the first word's start
  logic       in_memory, last_of_word, step, acknowledge;

  assign words        = inside_q == 4'd0 ? 4'd0 : ({2'b0, start_q[3:2]} + inside_q + 4'd3) >> 2;
  assign position     = {2'b0, start_q[3:2]} + dword_q;
  assign in_memory    = dword_q < inside_q;
  assign last_of_word = position[1:0] == 2'd3 || dword_q + 4'd1 == inside_q;
  assign acknowledge  = rsp_valid_i && rsp_i.write;
  assign s_valid_o    = state_q == RUN && !is_store && dword_q != count_q &&
                        (!in_memory || (rsp_valid_i && !rsp_i.write));
  assign step         = s_valid_o && s_ready_i;
  assign s_reg_o      = scalar_reg(job.wave, job.size_class, job.number + {3'b0, dword_q});
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
    req_o.wdata = {4{job.data}};
    req_o.wstrb = 16'hf << {start_q[3:2], 2'b0};
  end

  assign done_o      = finished;
  assign done_wave_o = job.wave;
  assign busy_o      = taken_q != '0 || unacked_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= IDLE;
      request_q <= '0;
      dword_q   <= '0;
      unacked_q <= '0;
      taken_q   <= '0;
    end else begin
      taken_q   <= taken_q + (accept_i ? 3'd1 : 3'd0) - (finished ? 3'd1 : 3'd0);
      unacked_q <= unacked_q + (req_valid_o && req_ready_i && is_store ? 8'd1 : 8'd0) -
                   (acknowledge ? 8'd1 : 8'd0);
      case (state_q)
        IDLE:    if (job_valid) state_q <= ADDRESS;
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
    if (state_q == ADDRESS) begin
      start_q  <= start[31:0];
      count_q  <= count;
      inside_q <= loaded;
    end
  end

  logic unused;
  assign unused = &{1'b0, base_row_i, instr_i, job_ready, level, rsp_i.last, rsp_i.error, rsp_i.tag, start_q[1:0], room[1:0], position[3:2]};

endmodule

`default_nettype wire
