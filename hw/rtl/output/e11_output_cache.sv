// SPDX-License-Identifier: Apache-2.0
//
// Write-back cache for pixels: 64 lines of 64 bytes, direct mapped, 8 bytes an
// access. Each byte has a dirty bit, the ninth of its lane in block RAM; what
// is not dirty is never written to memory. FILL 0: lines are not read from
// memory either, so only what was written may be looked at.
//
//   acc -tags-> hit -> RAM word -> rdata, and wr in that same next cycle
//           \-> miss: read line (FILL), and the hinted one if it is missing too
//               | old line's dirty words to the request queue | fill | the same for the hinted
//
// Dirty bits are 0 outside valid lines: they are cleared after reset and when a
// line leaves. The reading of a line waits until all writes are acknowledged,
// since it might be one that has just left.
`default_nettype none

module e11_output_cache
  import e11_pkg::*;
#(
  parameter bit FILL = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [3:0]  asid_i,
  // Access: when ready, data (FILL) and the write turn come one cycle later.
  input  logic        acc_valid_i,
  output logic        acc_ready_o,
  input  logic [31:2] acc_addr_i,
  // A line that will be wanted soon; used when the access misses.
  input  logic        hint_valid_i,
  input  logic [31:6] hint_line_i,
  output logic [63:0] rdata_o,
  // Only in the cycle after an access: bytes to write there.
  input  logic [7:0]  wr_be_i,
  input  logic [63:0] wr_data_i,
  // Write back and invalidate everything; busy until it is in memory.
  input  logic        flush_i,
  output logic        flush_busy_o,
  output logic        empty_o,     // no line, clean ones neither; nothing unacknowledged
  output logic        miss_o,      // counts lines
  output logic        mem_req_valid_o,
  input  logic        mem_req_ready_i,
  output mem_req_t    mem_req_o,
  input  logic        mem_rsp_valid_i,
  output logic        mem_rsp_ready_o,
  /* verilator lint_off UNUSEDSIGNAL */  // errors give 0, tags are not used
  input  mem_rsp_t    mem_rsp_i
  /* verilator lint_on UNUSEDSIGNAL */
);

  localparam int unsigned LINE_W = 26;  // line number: address / 64
  localparam int unsigned OUT_W  = 7;   // writes under way

  typedef enum logic [2:0] {CLEAR, RUN, FETCH, PROBE, LEAVE, FILLING, FLUSH, DRAIN} state_e;
  state_e     state_q, state_d;
  logic [7:0] step_q;   // words within CLEAR, LEAVE, FILLING
  logic [5:0] sweep_q;  // set that a flush has come to

  // -------------------------------------------------------------------- tags
  typedef struct packed {
    logic              valid;
    logic [LINE_W-1:0] line;
  } tag_t;
  logic [LINE_W-1:0] line, new_q;
  tag_t              tag, tag_new, old_q;
  logic [5:0]        set, set_q, look, tag_set;
  logic              tag_we;
  logic              hit, clash, accept, turn_q;
  logic              flush_q;     // asked for
  logic              flushing_q;  // at work
  logic              used_q;      // there was an access since the last flush
  // The hinted line: asked for, second to be fetched, and whom it drives out.
  logic              hint_q, second_q, hint_set_free;
  logic [LINE_W-1:0] hint_line_q, wanted;
  logic [5:0]        hint_set, second_set_q;
  tag_t              second_old_q;

  // Rows of a target differ in these groups whatever the pitch.
  function automatic logic [5:0] set_of(logic [17:0] l);
    return l[5:0] ^ l[11:6] ^ l[17:12];
  endfunction
  assign line     = acc_addr_i[31:6];
  assign set      = set_of(line[17:0]);
  assign hint_set = set_of(hint_line_q[17:0]);
  always_comb begin
    look   = set;
    wanted = line;
    if (state_q == FLUSH) look = sweep_q;
    if (FILL && state_q == PROBE) begin
      look   = hint_set;
      wanted = hint_line_q;
    end
  end
  assign hit           = tag.valid && tag.line == wanted;
  assign hint_set_free = hint_set != set_q;

  e11_regfile_1r1w #(.W($bits(tag_t)), .DEPTH(64)) u_tags (
    .clk_i, .we_i(tag_we), .waddr_i(tag_set), .wdata_i(tag_new), .raddr_i(look), .rdata_o(tag));

  // ---------------------------------------------------------------- data RAM
  // 256 words of 16 lanes: dirty bit and byte.
  logic [15:0]      ram_we;
  logic [7:0]       ram_waddr, ram_raddr;
  logic [15:0][8:0] ram_wdata, ram_rdata;
  logic             ram_re;
  logic [7:0]       word_q;      // of the access whose write turn is now
  logic [1:0]       pixel_q;
  logic             leave_push, fill_beat;
  e11_ram_1r1w #(.W(144), .DEPTH(256), .LANES(16)) u_ram (
    .clk_i, .we_i(ram_we), .waddr_i(ram_waddr), .wdata_i(ram_wdata),
    .re_i(ram_re), .raddr_i(ram_raddr), .rdata_o(ram_rdata));

  always_comb begin
    // Write turn of the last access.
    ram_we    = {wr_be_i & {8{pixel_q[1]}}, wr_be_i & {8{!pixel_q[1]}}};
    ram_waddr = word_q;
    for (int i = 0; i < 16; i++) ram_wdata[i] = {1'b1, wr_data_i[8*(i%8) +: 8]};
    if (state_q == CLEAR || leave_push || fill_beat) begin
      ram_we    = '1;
      ram_waddr = state_q == CLEAR ? step_q : {set_q, step_q[1:0]};
      if (leave_push) ram_waddr = {set_q, step_q[1:0] - 2'd1};
      for (int i = 0; i < 16; i++) begin
        ram_wdata[i] = fill_beat ? {1'b0, mem_rsp_i.rdata[8*i +: 8]} : 9'h000;
      end
    end
    ram_re    = (FILL && accept) || (state_q == LEAVE && !step_q[2]);
    ram_raddr = state_q == LEAVE ? {set_q, step_q[1:0]} : {set, acc_addr_i[5:4]};
    for (int i = 0; i < 8; i++) rdata_o[8*i +: 8] = ram_rdata[pixel_q[1] ? i + 8 : i][7:0];
  end

  // A read of the pixel whose write turn it is must wait. Others of its row may
  // be read: a pixel's four lanes are a block RAM of their own.
  assign clash       = FILL && turn_q && word_q == {set, acc_addr_i[5:4]} &&
                       pixel_q == acc_addr_i[3:2];
  assign acc_ready_o = state_q == RUN && hit && !clash && !flush_q;
  assign accept      = acc_valid_i && acc_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) turn_q <= 1'b0;
    else turn_q <= accept;
  end
  always_ff @(posedge clk_i) begin
    if (accept) begin
      word_q  <= {set, acc_addr_i[5:4]};
      pixel_q <= acc_addr_i[3:2];
    end
  end

  // ----------------------------------------------------------- request queue
  // Writes of lines that leave, and reads: through one queue, so that nothing
  // here waits for memory to take a request while memory waits for an answer
  // to be taken.
  typedef struct packed {
    logic         read;  // of a line
    logic [31:4]  addr;
    logic [15:0]  strb;
    logic [127:0] data;
  } request_t;
  request_t         request, queue_head;
  logic             queue_room, leave_write, fetch_go, fetch_second;
  logic [4:0]       queue_level;
  logic [OUT_W-1:0] unacked_q;  // writes not acknowledged, queued ones included
  assign leave_push   = state_q == LEAVE && step_q != 8'd0;
  assign leave_write  = leave_push && request.strb != '0;
  assign fetch_go     = FILL && state_q == FETCH && unacked_q == '0;
  assign fetch_second = FILL && state_q == PROBE && !hit && hint_set_free;
  always_comb begin
    request.read = !leave_push;
    request.addr = {old_q.line, step_q[1:0] - 2'd1};
    if (!leave_push) request.addr = {state_q == PROBE ? hint_line_q : new_q, 2'b00};
    for (int i = 0; i < 16; i++) begin
      request.strb[i]        = ram_rdata[i][8];
      request.data[8*i +: 8] = ram_rdata[i][7:0];
    end
  end
  e11_fifo #(.W($bits(request_t)), .DEPTH(16)) u_queue (
    .clk_i, .rst_ni, .in_valid_i(leave_write || fetch_go || fetch_second),
    .in_ready_o(queue_room), .in_i(request),
    .out_valid_o(mem_req_valid_o), .out_ready_i(mem_req_ready_i), .out_o(queue_head),
    .level_o(queue_level));

  always_comb begin
    mem_req_o       = '0;
    mem_req_o.asid  = asid_i;
    mem_req_o.write = !queue_head.read;
    mem_req_o.line  = queue_head.read;
    mem_req_o.addr  = {queue_head.addr, 4'h0};
    mem_req_o.wdata = queue_head.data;
    mem_req_o.wstrb = queue_head.strb;
  end

  logic acked;
  assign mem_rsp_ready_o = mem_rsp_i.write || state_q == FILLING;
  assign acked           = mem_rsp_valid_i && mem_rsp_i.write;
  assign fill_beat       = state_q == FILLING && mem_rsp_valid_i && !mem_rsp_i.write;

  // ----------------------------------------------------------------- control
  // LEAVE starts only with room for a whole line, so that it never waits for
  // memory: a fill's data may already be there. Write turns come in RUN only.
  logic leave_ok, fill_last, left;
  assign leave_ok  = queue_level <= 5'd12;
  assign fill_last = fill_beat && mem_rsp_i.last;
  assign left      = state_q == LEAVE && step_q == 8'd4;

  assign tag_we  = state_q == CLEAR || (left && flushing_q) ||
                   (FILL ? fill_last : state_q == FETCH);
  assign tag_set = state_q == CLEAR ? step_q[5:0] : set_q;
  assign tag_new = '{valid: state_q != CLEAR && !flushing_q, line: new_q};

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      CLEAR: if (step_q == 8'hff) state_d = RUN;
      RUN: begin
        if (flush_q) state_d = FLUSH;
        else if (acc_valid_i && !hit) begin
          if (FILL || !tag.valid) state_d = FETCH;
          else if (leave_ok) state_d = LEAVE;
        end
      end
      // FILL: asks for the line, then lets the old line leave. Otherwise the old
      // line has left and the new one becomes valid.
      FETCH: begin
        if (!FILL) state_d = RUN;
        else if (fetch_go) state_d = hint_q ? PROBE : old_q.valid ? LEAVE : FILLING;
      end
      PROBE: state_d = old_q.valid ? LEAVE : FILLING;
      LEAVE: if (left) state_d = flushing_q ? FLUSH : FILL ? FILLING : FETCH;
      FILLING: if (fill_last) state_d = !second_q ? RUN : second_old_q.valid ? LEAVE : FILLING;
      FLUSH: begin
        if (tag.valid) begin
          if (leave_ok) state_d = LEAVE;
        end else if (sweep_q == 6'd63) state_d = DRAIN;
      end
      DRAIN:   if (unacked_q == '0) state_d = RUN;
      default: state_d = RUN;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= CLEAR;
      step_q     <= '0;
      sweep_q    <= '0;
      flush_q    <= 1'b0;
      flushing_q <= 1'b0;
      unacked_q  <= '0;
      second_q   <= 1'b0;
      used_q     <= 1'b0;
    end else begin
      state_q <= state_d;
      if (state_d != state_q) step_q <= '0;
      else if (state_q != FILLING || fill_beat) step_q <= step_q + 8'd1;

      if (flush_i) flush_q <= 1'b1;
      else if (state_q == DRAIN && state_d == RUN) flush_q <= 1'b0;
      if (state_d == FLUSH) flushing_q <= 1'b1;
      else if (state_d == DRAIN) flushing_q <= 1'b0;
      // Back at 0 after the last.
      if (state_q == FLUSH && !tag.valid) sweep_q <= sweep_q + 6'd1;
      if (accept) used_q <= 1'b1;
      else if (state_q == DRAIN) used_q <= 1'b0;
      unacked_q <= unacked_q + OUT_W'(leave_write) - OUT_W'(acked);
      if (fetch_second) second_q <= 1'b1;
      else if (fill_last) second_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == RUN || state_q == FLUSH) begin
      set_q <= look;
      old_q <= tag;
    end
    if (state_q == RUN) begin
      new_q       <= line;
      hint_q      <= hint_valid_i;
      hint_line_q <= hint_line_i;
    end
    if (state_q == PROBE) begin
      second_set_q <= look;
      second_old_q <= tag;
    end
    // The first line is there; now the hinted one.
    if (fill_last && second_q) begin
      set_q <= second_set_q;
      old_q <= second_old_q;
      new_q <= hint_line_q;
    end
  end

  assign flush_busy_o = flush_q;
  assign empty_o      = !used_q && unacked_q == '0;
  assign miss_o       = (state_q == RUN && (state_d == FETCH || state_d == LEAVE)) || fetch_second;

`ifndef SYNTHESIS
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
    end else begin
      assert (!(leave_write || fetch_go || fetch_second) || queue_room)
      else $error("request queue overflow");
      assert (!acked || unacked_q != '0) else $error("acknowledgement without a write");
      assert (wr_be_i == '0 || (state_q == RUN && turn_q)) else $error("write without an access");
    end
  end
`endif

endmodule

`default_nettype wire
