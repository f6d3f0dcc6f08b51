// SPDX-License-Identifier: Apache-2.0
//
// Copy and fill engine: rows of bytes at any alignment (docs/registers.md, dma_*).
//
//   reader: source words, rows ahead --> queue --> rotate --+--> merge with the word before --> write
//                                                 fill value +
//
// Destination word k of a row is made of source words k and k + 1 (of a row that
// may begin with a word that does not exist): each is turned once by the difference of the
// alignments, and a byte comes from one or the other. Writes carry strobes; nothing is
// read that the row does not need. Source and destination must not overlap. busy_o
// falls when every write is acknowledged. A failed read gives zeros.
`default_nettype none

module e11_dma
  import e11_pkg::*;
  import e11_regs_pkg::*;
(
    input  logic        clk_i,
    input  logic        rst_ni,

    input  logic        reg_valid_i,
    input  reg_req_t    reg_i,
    output logic [31:0] reg_rdata_o,   // same cycle; 0 for registers that are not here

    input  logic [3:0]  asid_i,
    output logic        mem_req_valid_o,
    input  logic        mem_req_ready_i,
    output mem_req_t    mem_req_o,
    input  logic        mem_rsp_valid_i,
    output logic        mem_rsp_ready_o,
    input  mem_rsp_t    mem_rsp_i,

    output logic        busy_o
);

  localparam int unsigned DEPTH = 16;  // words read ahead

  // ------------------------------------------------------------------- registers
  logic [31:0] dst_q, dst_pitch_q, src_q, src_pitch_q, width_q, height_q;
  logic        write, start;

  assign write = reg_valid_i && reg_i.write;
  assign start = write && reg_i.addr == 12'(FW_DMA_START);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      dst_q       <= '0;
      dst_pitch_q <= '0;
      src_q       <= '0;
      src_pitch_q <= '0;
      width_q     <= '0;
      height_q    <= '0;
    end else if (write) begin
      unique case (reg_i.addr)
        12'(FW_DMA_DST):       dst_q       <= reg_i.wdata;
        12'(FW_DMA_DST_PITCH): dst_pitch_q <= reg_i.wdata;
        12'(FW_DMA_SRC):       src_q       <= reg_i.wdata;
        12'(FW_DMA_SRC_PITCH): src_pitch_q <= reg_i.wdata;
        12'(FW_DMA_WIDTH):     width_q     <= reg_i.wdata;
        12'(FW_DMA_HEIGHT):    height_q    <= reg_i.wdata;
        default: ;
      endcase
    end
  end

  always_comb begin
    unique case (reg_i.addr)
      12'(FW_DMA_DST):       reg_rdata_o = dst_q;
      12'(FW_DMA_DST_PITCH): reg_rdata_o = dst_pitch_q;
      12'(FW_DMA_SRC):       reg_rdata_o = src_q;
      12'(FW_DMA_SRC_PITCH): reg_rdata_o = src_pitch_q;
      12'(FW_DMA_WIDTH):     reg_rdata_o = width_q;
      12'(FW_DMA_HEIGHT):    reg_rdata_o = height_q;
      default:               reg_rdata_o = '0;
    endcase
  end

  // ---------------------------------------------------------------------- reader
  // Words of 16 bytes that `width` bytes at `offset` of the first word touch.
  function automatic logic [28:0] words_of(input logic [3:0] offset, input logic [31:0] width);
    return 29'((33'(width) + 33'(offset) + 33'd15) >> 4);
  endfunction

  logic        fill_q;
  logic [3:0]  mask_q;
  logic [31:0] rd_row_q;       // source of the reader's row
  logic [31:0] rd_rows_q;      // rows not begun by the reader
  logic [28:0] rd_words_q;     // words of its row still to be asked for
  logic [27:0] rd_addr_q;
  logic [4:0]  credit_q;       // free places of the queue that nothing is on the way for
  logic        rd_hold_q;      // a read is offered and must stay
  logic        rd_valid, rd_take;

  logic         q_valid, q_pop;
  logic [127:0] q_word;
  logic         q_in_ready;
  logic [$clog2(DEPTH):0] q_level;

  e11_fifo #(.W(128), .DEPTH(DEPTH)) u_queue (
      .clk_i, .rst_ni, .in_valid_i(mem_rsp_valid_i && !mem_rsp_i.write), .in_ready_o(q_in_ready),
      .in_i(mem_rsp_i.rdata), .out_valid_o(q_valid), .out_ready_i(q_pop), .out_o(q_word), .level_o(q_level));

  assign mem_rsp_ready_o = 1'b1;   // there is a place for each read, acknowledgements are counted
  assign rd_valid        = rd_words_q != '0 && credit_q != '0;

  // ---------------------------------------------------------------------- writer
  typedef enum logic [1:0] {IDLE, ROW, PRIME, WORDS} state_e;

  state_e       state_q;
  logic [31:0]  wr_dst_q;              // of the row
  logic [3:0]   wr_src_q;              // its source's place in a word
  logic [31:0]  wr_rows_q;             // rows not begun by the writer
  logic [28:0]  wr_words_q;            // destination words to go
  logic [27:0]  wr_addr_q;
  logic         first_q;
  logic [127:0] prev_q;
  logic [5:0]   acks_q;                // writes under way

  // Of the row: bytes to the right, place of its last byte in a word, whether its last word needs one
  // from the queue or can be made of the source word before alone.
  logic [3:0]   turn, turn_q, end_byte, end_byte_q;
  logic         last_queued_q;
  logic [127:0] turned, merged;
  logic [15:0]  strobe, low, high;
  logic         last_word, from_queue, wr_valid, wr_take;

  assign turn     = wr_src_q - wr_dst_q[3:0];
  assign end_byte = 4'(wr_dst_q[3:0] + width_q[3:0] - 4'd1);

  always_comb begin
    logic [127:0] t;
    t = q_word;
    if (turn_q[3]) t = {t[63:0], t[127:64]};
    if (turn_q[2]) t = {t[31:0], t[127:32]};
    if (turn_q[1]) t = {t[15:0], t[127:16]};
    if (turn_q[0]) t = {t[7:0], t[127:8]};
    turned = t;
    for (int unsigned i = 0; i < 16; i++) begin
      // Byte i lies in the next source word if i + turn_q reaches beyond this one.
      merged[8*i+:8] = turn_q != '0 && 5'(i) + 5'(turn_q) < 5'd16 ? prev_q[8*i+:8] : turned[8*i+:8];
    end
    if (fill_q) merged = {4{src_q}};
  end

  assign low      = first_q ? 16'hffff << wr_dst_q[3:0] : 16'hffff;
  assign high     = last_word ? 16'hffff >> (4'd15 - end_byte_q) : 16'hffff;
  assign strobe   = low & high & (fill_q ? {4{mask_q}} : 16'hffff);

  assign last_word  = wr_words_q == 29'd1;
  assign from_queue = !fill_q && (!last_word || last_queued_q);
  assign wr_valid   = state_q == WORDS && !rd_hold_q && acks_q != '1 && (!from_queue || q_valid);
  assign wr_take    = wr_valid && mem_req_ready_i;
  assign rd_take    = rd_valid && !wr_valid && mem_req_ready_i;
  assign q_pop      = (wr_take && from_queue) || (state_q == PRIME && q_valid);

  always_comb begin
    mem_req_o      = '0;
    mem_req_o.asid = asid_i;
    if (wr_valid) begin
      mem_req_o.write = 1'b1;
      mem_req_o.addr  = {wr_addr_q, 4'd0};
      mem_req_o.wdata = merged;
      mem_req_o.wstrb = strobe;
    end else begin
      mem_req_o.addr  = {rd_addr_q, 4'd0};
    end
  end
  assign mem_req_valid_o = wr_valid || rd_valid;

  logic rd_next_row;
  assign rd_next_row = rd_words_q == '0 && rd_rows_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= IDLE;
      rd_words_q <= '0;
      rd_rows_q  <= '0;
      credit_q   <= 5'(DEPTH);
      acks_q     <= '0;
      rd_hold_q  <= 1'b0;
    end else begin
      rd_hold_q <= rd_valid && !wr_valid && !mem_req_ready_i;
      credit_q <= credit_q - 5'(rd_take) + 5'(q_pop);
      acks_q   <= acks_q + 6'(wr_take) - 6'(mem_rsp_valid_i && mem_rsp_i.write);

      if (start && width_q != '0) begin
        rd_rows_q <= reg_i.wdata[FW_DMA_START_FILL_LSB] ? '0 : height_q;
      end else if (rd_next_row) begin
        rd_rows_q  <= rd_rows_q - 1'b1;
        rd_words_q <= words_of(rd_row_q[3:0], width_q);
      end else if (rd_take) begin
        rd_words_q <= rd_words_q - 1'b1;
      end

      unique case (state_q)
        IDLE: if (start && width_q != '0 && height_q != '0) state_q <= ROW;
        ROW: begin
          // With the source further right in its word, a row begins with two source words.
          state_q <= !fill_q && wr_src_q > wr_dst_q[3:0] ? PRIME : WORDS;
        end
        PRIME: if (q_valid) state_q <= WORDS;
        WORDS: begin
          if (wr_take && last_word) state_q <= wr_rows_q == '0 ? IDLE : ROW;
        end
        default: state_q <= IDLE;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      fill_q    <= reg_i.wdata[FW_DMA_START_FILL_LSB];
      mask_q    <= reg_i.wdata[FW_DMA_START_MASK_LSB+:4];
      rd_row_q  <= src_q;
      wr_dst_q  <= dst_q;
      wr_src_q  <= src_q[3:0];
      wr_rows_q <= height_q - 1'b1;
    end
    if (rd_next_row) begin
      rd_addr_q <= rd_row_q[31:4];
      rd_row_q  <= rd_row_q + src_pitch_q;
    end else if (rd_take) begin
      rd_addr_q <= rd_addr_q + 1'b1;
    end
    if (state_q == ROW) begin
      wr_words_q    <= words_of(wr_dst_q[3:0], width_q);
      wr_addr_q     <= wr_dst_q[31:4];
      first_q       <= 1'b1;
      turn_q        <= turn;
      end_byte_q    <= end_byte;
      last_queued_q <= turn == '0 || 5'(end_byte) + 5'(turn) >= 5'd16;
    end
    if (q_pop) prev_q <= turned;
    if (wr_take) begin
      wr_words_q <= wr_words_q - 1'b1;
      wr_addr_q  <= wr_addr_q + 1'b1;
      first_q    <= 1'b0;
      if (last_word) begin
        wr_dst_q  <= wr_dst_q + dst_pitch_q;
        wr_src_q  <= wr_src_q + src_pitch_q[3:0];
        wr_rows_q <= wr_rows_q - 1'b1;
      end
    end
  end

  assign busy_o = state_q != IDLE || acks_q != '0;

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (start) assert (!busy_o) else $error("dma: started while busy");
    if (mem_rsp_valid_i && !mem_rsp_i.write) assert (q_in_ready) else $error("dma: queue overflow");
  end
`endif

  logic unused;
  assign unused = ^{q_level, q_in_ready, mem_rsp_i.last, mem_rsp_i.error, mem_rsp_i.tag};

endmodule

`default_nettype wire
