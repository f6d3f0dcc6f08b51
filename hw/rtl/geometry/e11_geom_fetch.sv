// SPDX-License-Identifier: Apache-2.0
//
// Reads the output records of a shaded batch from its part of the vertex ring:
// positions into the engine's memory, with their outcodes; all other registers
// into the attribute memory. Two batches are held: while one is worked on, the
// next is read. Records of more than 17 registers take the room of both.
//
//   line requests --> beats: record register r of lane l --> attribute row, or
//                                                            position: 4 writes
`default_nettype none

module e11_geom_fetch
  import e11_geometry_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [3:0]            asid_i,
  input  logic                  state_wr_valid_i,
  input  e11_pkg::state_wr_t    state_wr_i,

  input  logic                  batch_valid_i,   // the next batch has been shaded
  output logic                  batch_taken_o,
  input  batch_t                batch_i,
  input  logic [TAG_BITS-1:0]   tag_i,

  output logic                  req_valid_o,
  input  logic                  req_ready_i,
  output e11_pkg::mem_req_t     req_o,
  input  logic                  rsp_valid_i,
  output logic                  rsp_ready_o,
  input  e11_pkg::mem_rsp_t     rsp_i,

  output logic                  write_valid_o,   // a word of the engine's memory
  input  logic                  write_ready_i,
  output logic [8:0]            write_addr_o,
  output logic [31:0]           write_data_o,

  input  logic [2:0][4:0]       outcode_addr_i,  // half, lane
  output outcode_t [2:0]        outcode_o,

  input  logic                  attr_re_i,
  input  logic [8:0]            attr_row_i,
  output logic [127:0]          attr_data_o,

  output logic [1:0]            full_o,          // halves that hold a batch
  output batch_t [1:0]          batch_o,
  output logic [1:0][TAG_BITS-1:0] tag_o,
  output logic                  wide_o,          // attribute row: {reg - 1, lane}, not {half, reg - 1, lane}
  input  logic                  free_i,          // pulse: half free_half_i has been worked off
  input  logic                  free_half_i
);

  // ------------------------------------------------------------------- state
  // What is needed of all slots, in small memories; the words of a slot are written before its draw.
  batch_t      now_q;             // the batch at work
  logic [31:0] ring_base;
  logic [5:0]  out_regs;
  logic [7:0]  exp_x, exp_y, exp_w, exp_h;   // exponents of the viewport

  logic we_ring, we_info, we_x, we_y, we_w, we_h;
  always_comb begin
    {we_ring, we_info, we_x, we_y, we_w, we_h} = '0;
    case ({26'b0, state_wr_i.word})
      e11_regs_pkg::STATE_BLOCK_RING_BASE: we_ring = state_wr_valid_i;
      e11_regs_pkg::STATE_BLOCK_VS_INFO:   we_info = state_wr_valid_i;
      e11_regs_pkg::STATE_BLOCK_VP_X:      we_x    = state_wr_valid_i;
      e11_regs_pkg::STATE_BLOCK_VP_Y:      we_y    = state_wr_valid_i;
      e11_regs_pkg::STATE_BLOCK_VP_HALF_W: we_w    = state_wr_valid_i;
      e11_regs_pkg::STATE_BLOCK_VP_HALF_H: we_h    = state_wr_valid_i;
      default: ;
    endcase
  end

  e11_regfile_1r1w #(.W(32), .DEPTH(e11_pkg::STATE_SLOTS)) u_ring_base (
    .clk_i, .we_i(we_ring), .waddr_i(state_wr_i.slot),
    .wdata_i(state_wr_i.data), .raddr_i(batch_i.slot), .rdata_o(ring_base));
  e11_regfile_1r1w #(.W(6), .DEPTH(e11_pkg::STATE_SLOTS)) u_out_regs (
    .clk_i, .we_i(we_info), .waddr_i(state_wr_i.slot),
    .wdata_i(state_wr_i.data[e11_regs_pkg::STATE_BLOCK_VS_INFO_OUT_REGS_LSB +: 6]),
    .raddr_i(batch_i.slot), .rdata_o(out_regs));
  e11_regfile_1r1w #(.W(8), .DEPTH(e11_pkg::STATE_SLOTS)) u_exp_x (
    .clk_i, .we_i(we_x), .waddr_i(state_wr_i.slot),
    .wdata_i(state_wr_i.data[30:23]), .raddr_i(now_q.slot), .rdata_o(exp_x));
  e11_regfile_1r1w #(.W(8), .DEPTH(e11_pkg::STATE_SLOTS)) u_exp_y (
    .clk_i, .we_i(we_y), .waddr_i(state_wr_i.slot),
    .wdata_i(state_wr_i.data[30:23]), .raddr_i(now_q.slot), .rdata_o(exp_y));
  e11_regfile_1r1w #(.W(8), .DEPTH(e11_pkg::STATE_SLOTS)) u_exp_w (
    .clk_i, .we_i(we_w), .waddr_i(state_wr_i.slot),
    .wdata_i(state_wr_i.data[30:23]), .raddr_i(now_q.slot), .rdata_o(exp_w));
  e11_regfile_1r1w #(.W(8), .DEPTH(e11_pkg::STATE_SLOTS)) u_exp_h (
    .clk_i, .we_i(we_h), .waddr_i(state_wr_i.slot),
    .wdata_i(state_wr_i.data[30:23]), .raddr_i(now_q.slot), .rdata_o(exp_h));

  // ------------------------------------------------------------------- batch
  logic                busy_q, half_q, wide_q;
  logic [1:0]          full_q;
  batch_t [1:0]        batch_q;
  logic [1:0][TAG_BITS-1:0] held_tag_q;
  logic [TAG_BITS-1:0] now_tag_q;
  logic [5:0]          regs;
  logic                wide, can_take, complete;

  assign regs     = out_regs;
  assign wide     = regs > 6'd17;
  assign can_take = batch_valid_i && !busy_q && ((wide || wide_q) ? full_q == '0 : !full_q[half_q]);
  assign batch_taken_o = can_take;

  // ---------------------------------------------------------------- requests
  logic [31:0] line_q;
  logic [7:0]  lines_q;                      // to be requested: at most 16 * 33 / 4
  logic [9:0]  words;
  logic [9:0]  expected_q;                   // beats that will still come

  assign words = times(batch_i.vertices, regs);

  always_comb begin
    req_o      = '0;
    req_o.line = 1'b1;
    req_o.asid = asid_i;
    req_o.addr = line_q;
  end
  assign req_valid_o = lines_q != '0;

  // ------------------------------------------------------------------- beats
  logic [5:0]   reg_q, now_regs_q;
  logic [4:0]   lane_q;
  logic         beat, wanted, is_position;
  logic [3:0][31:0] position_q;
  logic [3:0]   position_lane_q;
  logic [2:0]   word_q;                      // of the position to be written; [2]: none
  logic [3:0]   kx, ky;
  outcode_t     code;

  assign rsp_ready_o = word_q[2];
  assign beat        = rsp_valid_i && rsp_ready_o && expected_q != '0;   // else: from before a reset
  assign wanted      = lane_q < now_q.vertices;
  assign is_position = wanted && reg_q == '0;
  assign complete    = busy_q && lines_q == '0 && expected_q == '0 && word_q[2];

  function automatic logic [3:0] guard(logic [7:0] origin, logic [7:0] half);
    logic [7:0] k;
    k = 8'd140 - half;
    if (origin >= 8'd140 || half >= 8'd140) return 4'd0;
    return k > 8'd15 ? 4'd15 : k[3:0];
  endfunction

  assign kx = guard(exp_x, exp_w);
  assign ky = guard(exp_y, exp_h);

  e11_geom_outcode u_outcode (.position_i(position_q), .kx_i(kx), .ky_i(ky), .code_o(code));

  for (genvar i = 0; i < 3; i++) begin : g_code
    e11_regfile_1r1w #(.W($bits(outcode_t)), .DEPTH(32)) u_codes (
      .clk_i, .we_i(word_q == 3'd0), .waddr_i({half_q, position_lane_q}), .wdata_i(code),
      .raddr_i(outcode_addr_i[i]), .rdata_o(outcode_o[i])
    );
  end

  logic [4:0] row_reg;
  assign row_reg = 5'(reg_q - 6'd1);
  e11_ram_1r1w #(.W(128), .DEPTH(512)) u_attributes (
    .clk_i, .we_i(beat && wanted && !is_position),
    .waddr_i({wide_q ? row_reg : {half_q, row_reg[3:0]}, lane_q[3:0]}), .wdata_i(rsp_i.rdata),
    .re_i(attr_re_i), .raddr_i(attr_row_i), .rdata_o(attr_data_o)
  );

  assign write_valid_o = !word_q[2];
  assign write_addr_o  = {1'b0, half_q, position_lane_q, 1'b0, word_q[1:0]};
  assign write_data_o  = position_q[word_q[1:0]];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q     <= 1'b0;
      half_q     <= 1'b0;
      wide_q     <= 1'b0;
      full_q     <= '0;
      lines_q    <= '0;
      expected_q <= '0;
      word_q     <= 3'd4;
    end else begin
      if (can_take) begin
        busy_q     <= 1'b1;
        wide_q     <= wide;
        lines_q    <= 8'((words + 10'd3) >> 2);
        expected_q <= (words + 10'd3) & 10'h3fc;
      end
      if (req_valid_o && req_ready_i) lines_q <= lines_q - 1'b1;
      if (beat) expected_q <= expected_q - 1'b1;
      if (beat && is_position) word_q <= 3'd0;
      else if (!word_q[2] && write_ready_i) word_q <= word_q + 1'b1;
      if (free_i) full_q[free_half_i] <= 1'b0;
      if (complete) begin
        busy_q         <= 1'b0;
        full_q[half_q] <= 1'b1;
        half_q         <= !half_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (can_take) begin
      now_q      <= batch_i;
      now_tag_q  <= tag_i;
      now_regs_q <= regs;
      reg_q      <= '0;
      lane_q     <= '0;
      line_q     <= ring_base + ring_offset(tag_i, regs);
    end
    if (req_valid_o && req_ready_i) line_q <= line_q + 32'd64;
    if (beat) begin
      if (reg_q + 1'b1 == now_regs_q) begin
        reg_q  <= '0;
        lane_q <= lane_q + 1'b1;
      end else reg_q <= reg_q + 1'b1;
      position_lane_q <= lane_q[3:0];
      if (is_position) position_q <= rsp_i.rdata;
    end
    if (complete) begin
      batch_q[half_q]    <= now_q;
      held_tag_q[half_q] <= now_tag_q;
    end
  end

  assign full_o  = full_q;
  assign batch_o = batch_q;
  assign tag_o   = held_tag_q;
  assign wide_o  = wide_q;

  logic unused_ok;
  assign unused_ok = &{1'b0, rsp_i.write, rsp_i.last, rsp_i.error, rsp_i.tag, row_reg[4]};

endmodule

`default_nettype wire
