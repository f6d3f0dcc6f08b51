// SPDX-License-Identifier: Apache-2.0
//
// Vector memory unit: a queue, and one instruction at a time, its requests pipelined.
//
//   operands, data -> [ 4 x 4 quads ] -> address (a lane a cycle) -> request -> cache
//                                                                   |match queue
//   rows <- return (a lane a cycle, then a row a cycle) <- answers <-'
//
// A load is done when its last row is written, and so is an atomic that returns the
// old value. A store is done when its last request has left; the cache takes
// requests in order, so that later ones see it, and write acknowledgements are
// counted by sequence number for ends of waves and fences. Scratch dwords lie 64
// bytes apart: each takes a pass of its own.
`default_nettype none

module e11_core_vmem
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
  import e11_formats_pkg::*;
(
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic [3:0]        asid_i,
    input  logic              accept_i,
    output logic              ready_o,
    // X0..X3: the instruction and its operands, quad by quad
    input  logic              valid_i,
    input  logic [1:0]        quad_i,
    input  instr_t            instr_i,
    input  logic [3:0][31:0]  index_i,         // source 0
    input  logic [3:0][31:0]  offset_i,        // source 2
    input  logic [127:0]      base_row_i,      // descriptor
    input  logic [31:0]       base_word_i,     // base register
    output slot_t             slot_o,          // state slot of the instruction in work
    input  logic [31:0]       scratch_base_i,
    input  logic [15:0]       scratch_lane_i,
    // X4..X7: store data, four registers of a quad
    input  logic              data_valid_i,
    input  logic [1:0]        data_quad_i,
    input  logic [3:0][QUAD_W-1:0] data_i,
    // Rows
    output logic              v_valid_o,
    input  logic              v_ready_i,
    output logic [1:0]        v_quad_o,
    output logic [VROW_A-1:0] v_row_o,
    output logic [3:0]        v_lanes_o,
    output logic [3:0][31:0]  v_data_o,
    output logic              done_o,
    output logic [WAVE_W-1:0] done_wave_o,
    output logic              order_o,         // an instruction takes its place in the order
    output logic [WAVE_W-1:0] order_wave_o,
    // Writes sent and acknowledged so far, modulo 256
    output logic [7:0]        writes_sent_o,
    output logic [7:0]        writes_done_o,
    output logic              busy_o,
    // Vector cache
    output logic              req_valid_o,
    input  logic              req_ready_i,
    output mem_req_t          req_o,
    input  logic              rsp_valid_i,
    output logic              rsp_ready_o,
    input  mem_rsp_t          rsp_i
);

  typedef enum logic [1:0] {IDLE, BEGIN, RUN} state_e;

  typedef struct packed {
    logic [WAVE_W-1:0] wave;
    logic [1:0]        size_class;
    slot_t             slot;
    op_e               op;
    logic              store;
    logic              atomic;
    logic              returns;     // .. the old value
    logic [3:0]        atomic_op;
    logic [LANES-1:0]  exec;
    logic [LANES-1:0]  cov;
    logic [6:0]        number;
    logic [1:0]        count;       // registers - 1
    logic              coherent;
    logic [13:0]       constant;    // offset in the instruction
    logic [31:0]       base;        // of the descriptor or the base register
    logic [15:0]       stride;
    logic [7:0]        format;
    logic [31:0]       size;
  } job_t;

  state_e        state_q;
  address_cfg_t  cfg, cfg_q;
  typed_format_t format_q;
  logic [21:0]   scratch_part_q;  // in units of 16 bytes
  logic [1:0]    pass_q;
  logic [2:0]    quads_q;      // of the pass, complete

  // ------------------------------------------------------------------ operands
  logic [1:0]       operand_quad;
  logic [3:0]       data_lane;
  logic             data_re;
  logic [1:0]       in_q, data_in_q, out_q;  // operand sets: to fill, to get data, in work
  logic [255:0]     operands;
  logic [3:0][3:0][31:0] data_in;            // by lanes
  logic [3:0][31:0] data;                    // of a lane

  e11_regfile_1r1w #(
      .W    (256),
      .DEPTH(16)
  ) u_operands (
      .clk_i,
      .we_i   (valid_i),
      .waddr_i({in_q, quad_i}),
      .wdata_i({offset_i, index_i}),
      .raddr_i({out_q, operand_quad}),
      .rdata_o(operands)
  );
  always_comb begin
    for (int unsigned l = 0; l < 4; l++) begin
      for (int unsigned c = 0; c < 4; c++) data_in[l][c] = data_i[c][32*l +: 32];
    end
  end

  e11_ram_parts #(
      .W    (128),
      .PARTS(4),
      .DEPTH(16)
  ) u_data (
      .clk_i,
      .we_i   (data_valid_i),
      .waddr_i({data_in_q, data_quad_i}),
      .wdata_i(data_in),
      .re_i   (data_re),
      .raddr_i({out_q, data_lane}),
      .rdata_o(data)
  );

  // ------------------------------------------------------------------------- queue
  // Four instructions; the front end is told of room as if those on their way
  // were here already.
  job_t       job_in, job;
  logic       job_valid, job_ready;
  logic [2:0] taken_q, level;

  always_comb begin
    job_in.wave       = instr_i.wave;
    job_in.size_class = instr_i.info.size;
    job_in.slot       = instr_i.info.slot;
    job_in.op         = instr_i.d.op;
    job_in.store      = instr_i.d.store;
    job_in.atomic     = instr_i.d.atomic;
    job_in.returns    = instr_i.d.atomic && instr_i.word[M_COHERENT_LSB];
    job_in.atomic_op  = instr_i.word[M_OP_LSB +: M_OP_W];
    job_in.exec       = instr_i.exec;
    job_in.cov        = instr_i.cov;
    job_in.number     = instr_i.word[M_DATA_LSB +: M_DATA_W];
    job_in.count      = instr_i.word[M_COUNT_LSB +: M_COUNT_W];
    job_in.coherent   = instr_i.word[M_COHERENT_LSB];
    job_in.constant   = instr_i.word[M_OFFSET_LSB +: M_OFFSET_W];
    job_in.base       = instr_i.d.op inside {OP_LDGLB, OP_STGLB} ? base_word_i : base_row_i[0 +: 32];
    job_in.stride     = base_row_i[32 +: 16];
    job_in.format     = base_row_i[48 +: 8];
    job_in.size       = base_row_i[64 +: 32];
  end

  e11_fifo #(
      .W    ($bits(job_t)),
      .DEPTH(4)
  ) u_jobs (
      .clk_i,
      .rst_ni,
      .in_valid_i (valid_i && quad_i == 2'd0),
      .in_ready_o (job_ready),
      .in_i       (job_in),
      .out_valid_o(job_valid),
      .out_ready_i(done_o),
      .out_o      (job),
      .level_o    (level)
  );
  assign ready_o     = !taken_q[2];
  assign slot_o      = job.slot;

  // ------------------------------------------------------------- the instruction
  typed_format_t format;
  logic [2:0]    dwords, wanted;
  logic          one_dword;  // R32_UINT, R32_SINT (xchg: R32_FLOAT): what atmtyped works on
  logic          narrow, narrow_q;

  assign format    = typed_format(job.format);
  assign dwords    = job.atomic ? 3'd1 : {1'b0, job.count} + 3'd1;
  assign wanted    = format.channels < dwords ? format.channels : dwords;
  assign narrow    = format.layout != LAYOUT_PLAIN || format.log2_bytes != 2'd2;
  assign one_dword = format.channels == 3'd1 && !narrow &&
                     (format.kind != CHANNEL_FLOAT || job.atomic_op == ATOMIC_XCHG);

  always_comb begin
    cfg            = '0;
    cfg.mode       = AT_RAW;
    cfg.base       = job.base;
    cfg.stride     = job.stride;
    cfg.size       = job.size;
    cfg.lane_bytes = scratch_lane_i;
    cfg.offset     = job.constant;
    cfg.dwords     = dwords;
    cfg.bytes      = {2'b0, wanted} << format.log2_bytes;
    cfg.log2_bytes = 2'd2;
    if (job.store || format.layout != LAYOUT_PLAIN) cfg.bytes = format.bytes;
    case (job.op)
      OP_LDTYPED: begin
        cfg.mode       = AT_TYPED;
        cfg.log2_bytes = format.log2_bytes;
      end
      OP_STTYPED: begin
        cfg.mode       = AT_TYPED;
        cfg.log2_bytes = format.log2_bytes;
        // Elements that are converted are aligned as a whole.
        if (narrow && format.bytes[1]) cfg.log2_bytes = 2'd1;
        if (narrow && format.bytes[2]) cfg.log2_bytes = 2'd2;
        if (narrow && format.bytes[3]) cfg.log2_bytes = 2'd3;
      end
      OP_ATMTYPED: begin
        cfg.mode  = AT_TYPED;
        cfg.bytes = 5'd4;
        if (!one_dword) cfg.size = '0;
      end
      OP_LDSTRUCT, OP_STSTRUCT, OP_ATMSTRUCT: cfg.mode = AT_STRUCT;
      OP_LDGLB, OP_STGLB: cfg.mode = AT_GLOBAL;
      OP_LDSCR, OP_STSCR: begin
        cfg.mode = AT_SCRATCH;
        cfg.base = scratch_base_i;
      end
      default: ;
    endcase
  end

  logic scratch, last_pass;
  assign scratch   = cfg_q.mode == AT_SCRATCH;
  assign last_pass = !scratch || {1'b0, pass_q} + 3'd1 == cfg_q.dwords;

  // ------------------------------------------------------------------- addresses
  logic               begin_pass, quad_valid, quad_ready, quad_taken;
  logic [1:0]         quad;
  lane_access_t [3:0] lanes;
  logic [LANES-1:0]   mask;
  address_cfg_t       cfg_pass;

  assign begin_pass = state_q == BEGIN;
  assign mask       = job.store && !scratch ? job.exec & job.cov : job.exec;
  always_comb begin
    cfg_pass      = cfg_q;
    cfg_pass.pass = pass_q;
  end

  e11_core_vmem_address u_address (
      .clk_i,
      .rst_ni,
      .start_i       (begin_pass),
      .cfg_i         (cfg_pass),
      .mask_i        (mask),
      .operand_quad_o(operand_quad),
      .index_i       (operands[127:0]),
      .offset_i      (operands[255:128]),
      .quad_valid_o  (quad_valid),
      .quad_ready_i  (quad_ready),
      .quad_o        (quad),
      .lanes_o       (lanes)
  );
  assign quad_taken = quad_valid && quad_ready;

  // -------------------------------------------------------------------- requests
  logic [7:0] unacked;
  assign unacked = writes_sent_o - writes_done_o;

  logic   request_idle, match_in_valid, match_in_ready, match_valid, match_ready;
  match_t match_in, match;
  logic [3:0] match_level;

  e11_core_vmem_request u_request (
      .clk_i,
      .rst_ni,
      .asid_i,
      .hold_i       (job.store && unacked[7:5] == 3'd3),
      .store_i      (job.store),
      .atomic_i     (job.atomic),
      .returns_i    (job.returns),
      .op_i         (job.atomic_op),
      .bypass_i     (job.atomic || (job.coherent && !scratch)),
      .tag_i        ({1'b0, job.returns, job.wave}),
      .convert_i    (job.op == OP_STTYPED && narrow_q),
      .typed_i      (job.op == OP_STTYPED),
      .format_i     (format_q),
      .registers_i  (job.count),
      .single_i     (scratch),
      .pass_i       (pass_q),
      .quad_valid_i (quad_valid),
      .quad_ready_o (quad_ready),
      .quad_i       (quad),
      .lanes_i      (lanes),
      .idle_o       (request_idle),
      .data_re_o    (data_re),
      .data_lane_o  (data_lane),
      .data_i       (data),
      .match_valid_o(match_in_valid),
      .match_ready_i(match_in_ready),
      .match_o      (match_in),
      .req_valid_o,
      .req_ready_i,
      .req_o
  );

  e11_fifo #(
      .W    ($bits(match_t)),
      .DEPTH(8)
  ) u_matches (
      .clk_i,
      .rst_ni,
      .in_valid_i (match_in_valid),
      .in_ready_o (match_in_ready),
      .in_i       (match_in),
      .out_valid_o(match_valid),
      .out_ready_i(match_ready),
      .out_o      (match),
      .level_o    (match_level)
  );

  // --------------------------------------------------------------------- answers
  lane_shift_t [3:0] shifts_in, shifts;
  mem_rsp_t          rsp;
  logic              rsp_valid, rsp_ready, for_return, acknowledge, load_ready, quad_done;
  logic [6:0]        row_mask;

  always_comb begin
    for (int unsigned l = 0; l < 4; l++) begin
      shifts_in[l].shift = lanes[l].start[3:0];
      shifts_in[l].count = lanes[l].count;
    end
  end

  e11_regfile_1r1w #(
      .W    (4 * $bits(lane_shift_t)),
      .DEPTH(4)
  ) u_shifts (
      .clk_i,
      .we_i   (quad_taken),
      .waddr_i(quad),
      .wdata_i(shifts_in),
      .raddr_i(match.quad),
      .rdata_o(shifts)
  );

  // Cuts the way from the cache's comparison through the unit for answers to its next request.
  e11_skid #(
      .W($bits(mem_rsp_t))
  ) u_answers (
      .clk_i,
      .rst_ni,
      .in_valid_i (rsp_valid_i),
      .in_ready_o (rsp_ready_o),
      .in_i       (rsp_i),
      .out_valid_o(rsp_valid),
      .out_ready_i(rsp_ready),
      .out_o      (rsp)
  );

  // The answer of an atomic that returns is data, too.
  assign for_return  = !rsp.write || rsp.tag[WAVE_W];
  assign rsp_ready   = for_return ? load_ready : 1'b1;
  assign acknowledge = rsp_valid && rsp_ready && rsp.write;
  assign row_mask    = {job.size_class[1], |job.size_class, 5'b11111};

  e11_core_vmem_return u_return (
      .clk_i,
      .rst_ni,
      .typed_i      (cfg_q.mode == AT_TYPED && !job.atomic),
      .format_i     (format_q),
      .dwords_i     (scratch ? 3'd1 : cfg_q.dwords),
      .row_base_i   ({job.wave, 5'b0}),
      .row_mask_i   (row_mask),
      .data_i       (job.number + (scratch ? {5'b0, pass_q} : 7'd0)),
      .exec_i       (job.exec),
      .match_valid_i(match_valid),
      .match_ready_o(match_ready),
      .match_i      (match),
      .shifts_i     (shifts),
      .rsp_valid_i  (rsp_valid && for_return),
      .rsp_ready_o  (load_ready),
      .rsp_data_i   (rsp.rdata),
      .v_valid_o,
      .v_ready_i,
      .v_quad_o,
      .v_row_o,
      .v_lanes_o,
      .v_data_o,
      .quad_done_o  (quad_done)
  );

  // --------------------------------------------------------------------- sequence
  logic pass_done, last_quad, by_rows;

  assign last_quad   = quads_q == 3'd4;
  // Loads count quads written, stores quads whose requests have left.
  assign by_rows     = !job.store || job.returns;
  assign pass_done   = state_q == RUN && last_quad && (by_rows || request_idle);
  assign order_o      = state_q == BEGIN && pass_q == 2'd0;
  assign order_wave_o = job.wave;
  assign done_o      = pass_done && last_pass;
  assign done_wave_o = job.wave;
  assign busy_o      = taken_q != '0 || writes_sent_o != writes_done_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q       <= IDLE;
      pass_q        <= '0;
      quads_q       <= '0;
      writes_sent_o <= '0;
      writes_done_o <= '0;
      taken_q       <= '0;
      in_q          <= '0;
      out_q         <= '0;
      data_in_q     <= '0;
    end else begin
      taken_q <= taken_q + (accept_i ? 3'd1 : 3'd0) - (done_o ? 3'd1 : 3'd0);
      // A store's data come in the slot behind its operands.
      if (valid_i && quad_i == 2'd3) begin
        in_q      <= in_q + 2'd1;
        data_in_q <= in_q;
      end
      if (done_o) out_q <= out_q + 2'd1;
      if (req_valid_o && req_ready_i && job.store) writes_sent_o <= writes_sent_o + 8'd1;
      if (acknowledge) writes_done_o <= writes_done_o + 8'd1;
      if (by_rows ? quad_done : quad_taken) quads_q <= quads_q + 3'd1;
      case (state_q)
        IDLE: begin
          pass_q <= '0;
          if (job_valid) state_q <= BEGIN;
        end
        BEGIN: begin
          quads_q <= '0;
          state_q <= RUN;
        end
        default: if (pass_done) begin
          pass_q  <= pass_q + 2'd1;
          state_q <= last_pass ? IDLE : BEGIN;
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == IDLE) begin
      cfg_q          <= cfg;
      format_q       <= format;
      narrow_q       <= narrow;
      scratch_part_q <= {16'b0, job.wave} * {6'b0, scratch_lane_i};
    end
    // In time: the address unit adds its base three cycles later.
    if (order_o && scratch) cfg_q.base <= cfg_q.base + {6'b0, scratch_part_q, 4'b0};
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    assert (unacked < 8'd128) else $error("too many writes under way");
  end
`endif

  logic unused;
  assign unused = &{1'b0, match_level, base_row_i, instr_i, job_ready, level, rsp.last, rsp.error, rsp.tag};

endmodule

`default_nettype wire
