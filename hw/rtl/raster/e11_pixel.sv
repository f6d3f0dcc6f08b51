// SPDX-License-Identifier: Apache-2.0
//
// Pixel packer: quads through the early depth test into waves of four
// (docs/hw/raster.md). Ports: docs/hw/interfaces.md.
//
//   quad -+-> queue of 16 --------> pack (3 cycles a quad, a row each) -> header, rows -> core
//         +-> early -> answers ---/   \-> quad_info -> output       (double buffer)
`default_nettype none

module e11_pixel
  import e11_pkg::*;
  import e11_regs_pkg::*;
(
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              state_wr_valid_i,
  input  state_wr_t         state_wr_i,
  input  logic              quad_valid_i,
  output logic              quad_ready_o,
  /* verilator lint_off UNUSEDSIGNAL */  // parts for more samples and viewports
  input  quad_t             quad_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // Early depth: requests, and answers in their order (there always is room).
  output logic              early_valid_o,
  input  logic              early_ready_i,
  output depth_req_t        early_o,
  input  logic              early_rsp_valid_i,
  input  logic [3:0]        early_rsp_cov_i,
  output logic              info_valid_o,
  input  logic              info_ready_i,
  output quad_info_t        info_o,
  output logic              launch_valid_o,
  input  logic              launch_ready_i,
  output launch_t           launch_o,
  output logic              row_valid_o,
  input  logic              row_ready_i,
  output row_t              row_o,
  // A pixel wave has ended, in launch order.
  input  logic              pixel_done_valid_i,
  // Coefficient words before the address are free (a ring).
  output logic              coef_free_valid_o,
  output logic [COEF_W-1:0] coef_free_o,
  // Output: everything launched so far is written.
  input  logic              waves_idle_i,
  output logic              busy_o,
  output logic              cnt_wave_o,
  output logic              cnt_stall_o
);

  localparam int unsigned FLIGHT_W = PSSEQ_W;  // waves in flight: at most 2**PSSEQ_W - 1

  // ------------------------------------------------------- state of all slots
  // All words of a slot are written before its first quad comes.
  // One memory for code and table: the code is read when a wave is handed over, the table
  // while its header waits.
  slot_t       l_slot_q, slot_q;  // of the wave that leaves, of the one being built
  logic        header_q, rows_q;  // of the wave that leaves: its header waits, its rows do
  logic        state_wr_table;
  logic [31:0] code_q, program_word;
  assign state_wr_table = state_wr_i.word == 6'(STATE_BLOCK_PS_TABLE);
  e11_regfile_1r1w #(.W(32), .DEPTH(2 * STATE_SLOTS)) u_program (
    .clk_i,
    .we_i(state_wr_valid_i && (state_wr_table || state_wr_i.word == 6'(STATE_BLOCK_PS_CODE))),
    .waddr_i({state_wr_table, state_wr_i.slot}), .wdata_i(state_wr_i.data),
    .raddr_i(header_q ? {1'b1, l_slot_q} : {1'b0, slot_q}), .rdata_o(program_word));
  logic [STATE_SLOTS-1:0][1:0]  size_q;
  logic [STATE_SLOTS-1:0]       shade_q, late_q, test_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      size_q  <= '0;
      shade_q <= '0;
      late_q  <= '0;
      test_q  <= '0;
    end else if (state_wr_valid_i) begin
      unique case (state_wr_i.word)
        6'(STATE_BLOCK_PS_INFO): begin
          size_q[state_wr_i.slot]  <= state_wr_i.data[STATE_BLOCK_PS_INFO_SIZE_LSB +: 2];
          shade_q[state_wr_i.slot] <= state_wr_i.data[STATE_BLOCK_PS_INFO_ENABLE_LSB];
          late_q[state_wr_i.slot]  <= state_wr_i.data[STATE_BLOCK_PS_INFO_ENABLE_LSB] &&
              (state_wr_i.data[STATE_BLOCK_PS_INFO_LATE_DEPTH_LSB] ||
               state_wr_i.data[STATE_BLOCK_PS_INFO_WRITES_DEPTH_LSB]);
        end
        6'(STATE_BLOCK_DEPTH_INFO): begin
          test_q[state_wr_i.slot] <= state_wr_i.data[STATE_BLOCK_DEPTH_INFO_TEST_LSB];
        end
        default: ;
      endcase
    end
  end

  // ------------------------------------------------------------- quads arrive
  // What is kept of a quad: one sample, one viewport.
  typedef struct packed {
    slot_t             slot;
    logic              end_of_draw;
    logic              early;
    logic [COEF_W-1:0] coef;
    logic [13:0]       x;   // in quads
    logic [13:0]       y;
    logic [3:0]        cov;
    logic [3:0][31:0]  e1;
    logic [3:0][31:0]  e2;
    logic [3:0][31:0]  z;
  } item_t;

  item_t      item, head;
  logic [3:0] cov_in;
  logic       early_in, hold, room, push;
  logic       head_valid, head_pop;
  logic       late_left_q;  // quads or waves with a late test may still be on their way
  logic       drained;
  assign cov_in   = {quad_i.cov[3][0], quad_i.cov[2][0], quad_i.cov[1][0], quad_i.cov[0][0]};
  assign early_in = cov_in != '0 && !quad_i.end_of_draw && test_q[quad_i.slot] &&
                    !late_q[quad_i.slot];
  assign hold     = early_in && late_left_q;

  assign early_valid_o = quad_valid_i && early_in && !hold && room;
  assign early_o       = '{slot: quad_i.slot, x: quad_i.x, y: quad_i.y, cov: cov_in, z: quad_i.z};
  assign quad_ready_o  = room && !hold && (!early_in || early_ready_i);
  assign push          = quad_valid_i && quad_ready_o;

  always_comb begin
    item.slot        = quad_i.slot;
    item.end_of_draw = quad_i.end_of_draw;
    item.early       = early_in;
    item.coef        = quad_i.coef;
    item.x           = quad_i.x[14:1];
    item.y           = quad_i.y[14:1];
    item.cov         = cov_in;
    item.e1          = quad_i.e1;
    item.e2          = quad_i.e2;
    item.z           = quad_i.z;
  end

  /* verilator lint_off UNUSEDSIGNAL */
  logic [4:0] answers_level;
  logic       answers_ready;
  /* verilator lint_on UNUSEDSIGNAL */
  logic       items_empty;
  e11_fifo_block #(.W($bits(item_t)), .DEPTH(16)) u_items (
    .clk_i, .rst_ni, .in_valid_i(push), .in_ready_o(room), .in_i(item),
    .out_valid_o(head_valid), .out_ready_i(head_pop), .out_o(head), .empty_o(items_empty));

  logic       answer_valid;
  logic [3:0] answer;
  e11_fifo #(.W(4), .DEPTH(16)) u_answers (
    .clk_i, .rst_ni, .in_valid_i(early_rsp_valid_i), .in_ready_o(answers_ready),
    .in_i(early_rsp_cov_i), .out_valid_o(answer_valid), .out_ready_i(head_pop && head.early),
    .out_o(answer), .level_o(answers_level));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) late_left_q <= 1'b0;
    else if (push && cov_in != '0 && test_q[quad_i.slot] && late_q[quad_i.slot]) begin
      late_left_q <= 1'b1;
    end else if (drained) late_left_q <= 1'b0;
  end

  // ----------------------------------------------------------------- packing
  logic [2:0]             count_q;   // quads (and padding) of the wave being built
  logic [1:0]             row_q;     // row of the head quad that is written now
  logic                   half_q;    // half of the row memory being filled
  logic [3:0]             there_q;
  logic [3:0][3:0]        cov_q;
  logic [3:0][COEF_W-1:0] coef_q;
  logic [COEF_W-1:0]      last_coef_q;

  logic              full, far, pad, known, drop, pack, marker, hand_over;
  logic [COEF_W-1:0] distance;
  logic [3:0]        cov;
  assign full     = count_q == 3'd4;
  assign distance = head.coef - coef_q[0];
  assign far      = distance[COEF_W-1];
  assign pad      = head_valid && !full && count_q != '0 && (head.end_of_draw || far);
  assign marker   = head_valid && head.end_of_draw && count_q == '0;
  assign known    = head_valid && !head.end_of_draw && !full && !pad &&
                    (!head.early || answer_valid);
  assign cov      = head.early ? answer : head.cov;
  assign drop     = known && (cov == '0 || !shade_q[head.slot]);
  assign pack     = known && !drop;

  assign info_valid_o = pad || marker || (pack && row_q == 2'd2);
  always_comb begin
    info_o             = '0;
    info_o.valid       = pack;
    info_o.end_of_draw = marker;
    info_o.slot        = pad ? slot_q : head.slot;
    info_o.x           = {head.x, 1'b0};  // the rest means nothing unless valid
    info_o.y           = {head.y, 1'b0};
    info_o.z           = head.z;
  end
  assign head_pop = drop || (info_valid_o && info_ready_i && !pad);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q     <= '0;
      row_q       <= '0;
      half_q      <= 1'b0;
      there_q     <= '0;
      cov_q       <= '0;
      last_coef_q <= '0;
    end else begin
      if (pack && row_q != 2'd2) row_q <= row_q + 2'd1;
      if (head_pop) begin
        row_q <= '0;
        if (!head.end_of_draw) last_coef_q <= head.coef;
      end
      if (info_valid_o && info_ready_i && !marker) begin
        count_q <= count_q + 3'd1;
        there_q[count_q[1:0]] <= pack;
        cov_q[count_q[1:0]]   <= pack ? cov : 4'h0;
      end
      if (hand_over) begin
        count_q <= '0;
        half_q  <= !half_q;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (pack) begin
      slot_q                <= head.slot;
      coef_q[count_q[1:0]]  <= head.coef;
    end
  end

  // Rows, a quad a word: two halves of four rows of four quads. A wave's read address is
  // there while its header waits, so that the memory has the first quad when that is taken.
  localparam logic [3:0] LAST_READ = 4'd11;    // row 2, quad 3
  logic [3:0][31:0] row_new;
  logic             read_half_q;
  logic [3:0]       read_q, read;
  always_comb begin
    for (int i = 0; i < 4; i++) begin
      unique case (row_q)
        2'd0:    row_new[i] = head.e1[i];
        2'd1:    row_new[i] = head.e2[i];
        default: row_new[i] = {1'b0, head.y, i[1], 1'b0, head.x, i[0]};
      endcase
    end
  end
  e11_ram_1r1w #(.W(128), .DEPTH(32), .BLOCK(1'b1)) u_rows (
    .clk_i, .we_i(pack), .waddr_i({half_q, row_q, count_q[1:0]}), .wdata_i(row_new),
    .re_i(header_q || rows_q), .raddr_i({read_half_q, read}), .rdata_o(row_o));

  // ------------------------------------------------------------------ launch
  logic [3:0]             l_there_q;
  logic [3:0][3:0]        l_cov_q;
  logic [3:0][COEF_W-1:0] l_coef_q;
  logic [PSSEQ_W-1:0]     tag_q;
  logic [FLIGHT_W-1:0]    flight_q;  // waves handed over and not ended
  assign hand_over = full && !header_q && !rows_q && flight_q != '1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      header_q    <= 1'b0;
      rows_q      <= 1'b0;
      read_half_q <= 1'b0;
      read_q      <= '0;
      tag_q       <= '1;
      flight_q    <= '0;
    end else begin
      if (hand_over) begin
        header_q    <= 1'b1;
        read_half_q <= half_q;
        read_q      <= '0;
        tag_q       <= tag_q + 1'b1;
      end else if (header_q && launch_ready_i) begin
        header_q <= 1'b0;
        rows_q   <= 1'b1;
      end else if (rows_q && row_ready_i) begin
        read_q <= read;
        rows_q <= read_q != LAST_READ;
      end
      flight_q <= flight_q + FLIGHT_W'(hand_over) - FLIGHT_W'(pixel_done_valid_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (hand_over) begin
      l_slot_q  <= slot_q;
      code_q    <= program_word;
      l_there_q <= there_q;
      l_cov_q   <= cov_q;
      l_coef_q  <= coef_q;
    end
  end

  assign launch_valid_o = header_q;
  assign row_valid_o    = rows_q;
  assign read           = read_q + 4'(rows_q && row_ready_i);
  always_comb begin
    launch_o       = '0;
    launch_o.stage = STAGE_PIXEL;
    launch_o.slot  = l_slot_q;
    launch_o.size  = size_q[l_slot_q];
    launch_o.code  = code_q;
    launch_o.s0    = program_word;
    launch_o.cov   = l_cov_q;
    launch_o.rows  = 2'd3;
    launch_o.tag   = tag_q;
    for (int q = 0; q < 4; q++) begin
      launch_o.exec[4*q +: 4] = {4{l_there_q[q]}};
      launch_o.coef[q]        = l_coef_q[q];
    end
  end

  // ------------------------------------------------- coefficient words to free
  logic [PSSEQ_W-1:0] oldest_q;
  logic [COEF_W-1:0]  oldest_coef, needed, sent_q;
  e11_regfile_1r1w #(.W(COEF_W), .DEPTH(2**PSSEQ_W)) u_first (
    .clk_i, .we_i(hand_over), .waddr_i(tag_q + 1'b1), .wdata_i(coef_q[0]),
    .raddr_i(oldest_q), .rdata_o(oldest_coef));
  always_comb begin
    needed = last_coef_q;
    if (count_q != '0) needed = coef_q[0];
    if (flight_q != '0) needed = oldest_coef;
  end
  assign coef_free_valid_o = needed != sent_q;
  assign coef_free_o       = needed;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      oldest_q <= '0;
      sent_q   <= '0;
    end else begin
      sent_q <= needed;
      if (pixel_done_valid_i) oldest_q <= oldest_q + 1'b1;
    end
  end

  // ------------------------------------------------------------------- status
  assign drained     = items_empty && count_q == '0 && !header_q && !rows_q && waves_idle_i;
  assign busy_o      = quad_valid_i || !items_empty || count_q != '0 || header_q || rows_q ||
                       flight_q != '0;
  assign cnt_wave_o  = hand_over;
  assign cnt_stall_o = (header_q && !launch_ready_i) || (rows_q && !row_ready_i);

`ifndef SYNTHESIS
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
    end else begin
      assert (!pixel_done_valid_i || flight_q != '0) else $error("a wave ended that was not there");
      assert (answers_ready || !early_rsp_valid_i) else $error("early answers overflow");
    end
  end
`endif

endmodule

`default_nettype wire
