// SPDX-License-Identifier: Apache-2.0
//
// The cache: direct-mapped, 64-byte lines, 128-bit words, one miss at a time,
// one hit per cycle. Virtual addresses, tagged with the address space.
//
//   S0 request      S1 look-up                     miss
//   tag read   -->  compare, hit: response   -->   EVICT -> FETCH -> FILL -> REPLAY --> S1
//   data read       (write: lanes)                 (dirty)  (line read)
//
// KIND: 0 read only; 1 write-through (a write updates a line that is there and goes
// on to memory, which acknowledges it); 2 write-back (a write is acknowledged when it is
// in the cache; a byte mask per word tells what is dirty, so that lines which are only
// written are never read, and eviction writes dirty bytes alone).
//
// Client side: word requests; responses in request order. bypass (KIND 0 and 1): the
// request goes to memory as it is and its line is dropped here. Atomic operations (KIND 1, with
// bypass) go through as writes do, one a cycle; their old values come with the acknowledgements.
// Memory side: line reads, word writes, bypassed words. A fill waits until earlier writes that could matter are
// acknowledged: memory does not order a read behind a write.
//
// flush_i (pulse): KIND 0, 1: invalidates; KIND 2: writes dirty lines back, then
// invalidates. busy_o is high until that is done and every write is acknowledged.
// An error response to a fill is passed on with data 0 and leaves no line behind.
`default_nettype none

module e11_cache
  import e11_pkg::*;
#(
    parameter int unsigned BYTES = 4096,  // capacity, a power of two, at least 256
    parameter int unsigned KIND  = 0
) (
    input  logic     clk_i,
    input  logic     rst_ni,

    input  logic     req_valid_i,
    output logic     req_ready_o,
    input  mem_req_t req_i,
    output logic     rsp_valid_o,
    input  logic     rsp_ready_i,
    output mem_rsp_t rsp_o,

    output logic     mem_req_valid_o,
    input  logic     mem_req_ready_i,
    output mem_req_t mem_req_o,
    input  logic     mem_rsp_valid_i,
    output logic     mem_rsp_ready_o,
    input  mem_rsp_t mem_rsp_i,

    input  logic     flush_i,
    output logic     busy_o,
    output logic     dirty_o,   // a line is dirty or a write unacknowledged
    output logic     miss_o     // pulse: a line is fetched
);

  localparam int unsigned LINES = BYTES / 64;
  localparam int unsigned IW    = $clog2(LINES);      // line index
  localparam int unsigned TW    = 32 - 6 - IW + 4;    // address tag and address space
  localparam int unsigned LANE  = KIND == 2 ? 9 : 8;  // {dirty, byte} or byte
  localparam int unsigned ROW   = 16 * LANE;
  localparam int unsigned PW    = 5;                  // counter of writes under way

  typedef enum logic [3:0] {
    RUN, EVICT_READ, EVICT_WRITE, CLEAR, FETCH, FILL_READ, FILL, REPLAY, BYPASS, BYPASS_WAIT, SCAN
  } state_e;

  state_e           state_q;
  logic [LINES-1:0] valid_q;   // the tag holds
  logic [LINES-1:0] full_q;    // KIND 2: bytes that are not dirty are memory's
  logic [LINES-1:0] dirty_q;   // KIND 2: some byte is dirty
  logic             flush_q;   // flush asked for, not yet begun
  logic [IW-1:0]    scan_q;    // line of a flush
  logic             scanning_q;
  logic [1:0]       row_q;     // word of the line in a fill or an eviction
  logic [PW-1:0]    writes_q;  // unacknowledged writes to memory

  // ------------------------------------------------------------------ stage S1
  logic          s1_valid_q;
  mem_req_t      s1_q;
  logic [TW-1:0] s1_tag_q;     // tag found at its index
  logic          s1_error_q;   // the fill failed
  logic          s1_hit, s1_done, s1_full;
  logic [IW-1:0] s1_index;
  logic [TW-1:0] s1_tag;       // its own

  assign s1_tag   = {s1_q.asid, s1_q.addr[31:6+IW]};
  assign s1_index = s1_q.addr[6+:IW];
  assign s1_full  = full_q[s1_index];
  assign s1_hit   = valid_q[s1_index] && s1_tag_q == s1_tag;

  // ------------------------------------------------------------------ memories
  logic          tag_we;
  logic [TW-1:0] tag_read;

  e11_regfile_1r1w #(.W(TW), .DEPTH(LINES)) u_tags (
      .clk_i, .we_i(tag_we), .waddr_i(s1_index), .wdata_i(s1_tag),
      .raddr_i(scanning_q ? scan_q : (s1_valid_q && !s1_done ? s1_index : req_i.addr[6+:IW])),
      .rdata_o(tag_read));

  logic            data_re;
  logic [15:0]     data_we;
  logic [IW+1:0]   data_raddr, data_waddr;
  logic [ROW-1:0]  data_wrow, data_row;
  logic [127:0]    data_word;
  logic [15:0]     data_mask;   // dirty bytes of the row that was read

  e11_ram_1r1w #(.W(ROW), .DEPTH(LINES * 4), .LANES(16)) u_data (
      .clk_i, .we_i(data_we), .waddr_i(data_waddr), .wdata_i(data_wrow),
      .re_i(data_re), .raddr_i(data_raddr), .rdata_o(data_row));

  always_comb begin
    for (int i = 0; i < 16; i++) begin
      data_word[8*i+:8] = data_row[LANE*i+:8];
      data_mask[i]      = KIND == 2 ? data_row[LANE*i+LANE-1] : 1'b0;
    end
  end

  // ------------------------------------------------- what S1 does in this cycle
  logic hit_read, hit_write, through, need_miss, need_bypass, ack, acked, refuse;

  // Responses must keep their order: a read's waits for the acknowledgements before it.
  assign need_bypass = s1_valid_q && KIND != 2 && s1_q.bypass && !s1_q.atomic && !s1_error_q;
  assign refuse      = s1_valid_q && !need_bypass && (s1_error_q || (KIND == 0 && s1_q.write));
  assign hit_read    = s1_valid_q && !need_bypass && !refuse && !s1_q.write && s1_hit &&
                       (KIND != 2 || s1_full || data_mask == '1);
  assign hit_write   = s1_valid_q && KIND == 2 && !refuse && s1_q.write && s1_hit;
  assign through     = s1_valid_q && KIND == 1 && !need_bypass && !refuse && s1_q.write;
  assign need_miss   = s1_valid_q && !need_bypass && !refuse && !hit_read && !hit_write && !through;

  // Acknowledgements of writes: passed to the client (KIND 1), only counted (KIND 2).
  assign ack   = mem_rsp_valid_i && mem_rsp_i.write && state_q != BYPASS_WAIT;
  assign acked = ack && mem_rsp_ready_o;

  logic answer;   // S1 gives a response in this cycle
  assign answer = state_q == RUN && (hit_read || hit_write || refuse) && (KIND == 2 || writes_q == '0);

  always_comb begin
    rsp_valid_o = answer;
    rsp_o       = '{write: s1_q.write, last: 1'b1, error: refuse, rdata: refuse || s1_q.write ? '0 : data_word,
                    tag: s1_q.tag};
    if (state_q == BYPASS_WAIT || (KIND == 1 && ack)) begin
      rsp_valid_o = mem_rsp_valid_i && (state_q != BYPASS_WAIT || mem_rsp_i.last);
      rsp_o       = mem_rsp_i;
    end
  end

  logic through_go;   // a write is handed to memory
  assign through_go = state_q == RUN && through && mem_req_ready_i && writes_q != '1;

  assign s1_done = (answer && rsp_ready_i) || through_go ||
                   (state_q == BYPASS_WAIT && mem_rsp_valid_i && rsp_ready_i);

  // -------------------------------------------------------------- acceptance, S0
  logic collision;   // S1 writes the row that the new request would read
  assign collision   = s1_valid_q && s1_q.write && s1_q.addr[4+:IW+2] == req_i.addr[4+:IW+2];
  assign req_ready_o = state_q == RUN && !flush_q && !scanning_q && !collision && (!s1_valid_q || s1_done);

  logic accept;
  assign accept = req_valid_i && req_ready_o;

  // ------------------------------------------------------------- eviction, fill
  logic          victim_dirty;
  logic [IW-1:0] line;          // line being evicted or filled
  logic [TW-1:0] line_tag;
  logic          evict_word;    // this row has dirty bytes
  logic          fetch_ok;
  logic [TW-1:0] evicted_tag_q;
  logic [IW-1:0] evicted_line_q;
  logic          several_q;     // writes of more than one evicted line are under way

  assign line         = scanning_q ? scan_q : s1_index;
  assign line_tag     = scanning_q ? tag_read : s1_tag_q;
  assign victim_dirty = KIND == 2 && valid_q[line] && dirty_q[line];
  assign evict_word   = data_mask != '0;
  assign fetch_ok     = writes_q == '0 ||
                        (KIND == 2 && !several_q &&
                         {evicted_tag_q, evicted_line_q} != {s1_tag, s1_index});

  always_comb begin
    mem_req_valid_o = 1'b0;
    mem_req_o       = s1_q;
    mem_req_o.line  = 1'b0;
    unique case (state_q)
      RUN: mem_req_valid_o = through && writes_q != '1;
      EVICT_WRITE: begin
        mem_req_valid_o  = evict_word && writes_q != '1;
        mem_req_o        = '0;
        mem_req_o.write  = 1'b1;
        mem_req_o.asid   = line_tag[TW-1-:4];
        mem_req_o.addr   = {line_tag[TW-5:0], line, row_q, 4'd0};
        mem_req_o.wdata  = data_word;
        mem_req_o.wstrb  = data_mask;
      end
      FETCH: begin
        mem_req_valid_o = fetch_ok;
        mem_req_o.write = 1'b0;
        mem_req_o.line  = 1'b1;
        mem_req_o.addr  = {s1_q.addr[31:6], 6'd0};
      end
      BYPASS:  mem_req_valid_o = writes_q == '0;
      default: mem_req_valid_o = 1'b0;
    endcase
  end

  assign mem_rsp_ready_o = state_q == BYPASS_WAIT ? rsp_ready_i
                         : ack                    ? KIND == 2 || rsp_ready_i
                                                  : state_q == FILL;
  assign miss_o = state_q == FETCH && mem_req_valid_o && mem_req_ready_i;

  logic beat;        // a word of the line arrives
  logic evict_next;  // the row is out of the way
  assign beat       = state_q == FILL && mem_rsp_valid_i && !mem_rsp_i.write;
  assign evict_next = state_q == EVICT_WRITE && (!evict_word || (mem_req_valid_o && mem_req_ready_i));

  // -------------------------------------------------------------- data memory
  always_comb begin
    // Reads: the request in S0; a row to evict or to merge; the word again after a fill.
    data_re    = accept;
    data_raddr = req_i.addr[4+:IW+2];
    if (state_q == EVICT_READ || state_q == FILL_READ) begin
      data_re    = 1'b1;
      data_raddr = {line, row_q};
    end else if (state_q == REPLAY) begin
      data_re    = 1'b1;
      data_raddr = s1_q.addr[4+:IW+2];
    end

    data_we    = '0;
    data_waddr = s1_q.addr[4+:IW+2];
    for (int i = 0; i < 16; i++) data_wrow[LANE*i+:LANE] = LANE'({1'b1, s1_q.wdata[8*i+:8]});
    if (state_q == RUN) begin
      if (KIND == 2 && answer && hit_write && rsp_ready_i) data_we = s1_q.wstrb;
      if (KIND == 1 && through_go && s1_hit && !s1_q.atomic) data_we = s1_q.wstrb;
    end else if (state_q == CLEAR) begin
      data_we    = '1;
      data_waddr = {line, row_q};
      data_wrow  = '0;
    end else if (state_q == FILL) begin
      data_we    = beat && !mem_rsp_i.error ? ~data_mask : '0;
      data_waddr = {line, row_q};
      for (int i = 0; i < 16; i++) data_wrow[LANE*i+:LANE] = LANE'({1'b0, mem_rsp_i.rdata[8*i+:8]});
    end
  end

  // A line gets its new tag when nothing of the old one is needed any more.
  assign tag_we = state_q == CLEAR || (state_q == FETCH && KIND != 2);

  // ------------------------------------------------------------------- control
  logic merge;   // KIND 2: the line is here in part: fill it around its dirty bytes
  assign merge = KIND == 2 && s1_hit;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= RUN;
      valid_q    <= '0;
      full_q     <= '0;
      dirty_q    <= '0;
      flush_q    <= 1'b0;
      scanning_q <= 1'b0;
      scan_q     <= '0;
      s1_valid_q <= 1'b0;
      s1_error_q <= 1'b0;
      writes_q   <= '0;
      several_q  <= 1'b0;
      row_q      <= '0;
    end else begin
      if (flush_i) flush_q <= 1'b1;
      if (accept) begin
        s1_valid_q <= 1'b1;
        s1_error_q <= 1'b0;
      end else if (s1_done) begin
        s1_valid_q <= 1'b0;
      end
      writes_q <= writes_q + PW'(mem_req_valid_o && mem_req_ready_i && mem_req_o.write && state_q != BYPASS)
                           - PW'(acked);
      if (KIND == 2 && answer && hit_write && rsp_ready_i && s1_q.wstrb != '0) dirty_q[s1_index] <= 1'b1;
      if (writes_q == '0) several_q <= 1'b0;

      unique case (state_q)
        RUN: begin
          row_q <= '0;
          if (through_go && s1_q.atomic && s1_hit) valid_q[s1_index] <= 1'b0;
          if (need_bypass) begin
            state_q <= BYPASS;
          end else if (need_miss) begin
            if (merge)             state_q <= FETCH;
            else if (victim_dirty) state_q <= EVICT_READ;
            else if (KIND == 2)    state_q <= CLEAR;
            else                   state_q <= FETCH;
          end else if (flush_q && (!s1_valid_q || s1_done)) begin
            flush_q <= flush_i;
            if (KIND == 2) begin
              scanning_q <= 1'b1;
              scan_q     <= '0;
              state_q    <= SCAN;
            end else begin
              valid_q <= '0;
            end
          end
        end
        // Flush: one line after the other.
        SCAN: begin
          row_q <= '0;
          if (victim_dirty) begin
            state_q <= EVICT_READ;
          end else begin
            valid_q[scan_q] <= 1'b0;
            scan_q          <= scan_q + 1'b1;
            if (scan_q == '1) begin
              scanning_q <= 1'b0;
              state_q    <= RUN;
            end
          end
        end
        EVICT_READ: begin
          if (row_q == '0 && writes_q != '0) several_q <= 1'b1;
          state_q <= EVICT_WRITE;
        end
        EVICT_WRITE: begin
          if (evict_next) begin
            row_q   <= row_q + 1'b1;
            state_q <= EVICT_READ;
            if (row_q == 2'd3) begin
              dirty_q[line] <= 1'b0;
              valid_q[line] <= 1'b0;
              state_q       <= scanning_q ? SCAN : CLEAR;
            end
          end
        end
        // KIND 2: a new line begins with no dirty byte and nothing known.
        CLEAR: begin
          row_q <= row_q + 1'b1;
          if (row_q == 2'd3) begin
            valid_q[line] <= 1'b1;
            full_q[line]  <= 1'b0;
            state_q       <= s1_q.write ? REPLAY : FETCH;
          end
        end
        FETCH: begin
          if (KIND != 2) valid_q[line] <= 1'b0;
          if (mem_req_valid_o && mem_req_ready_i) state_q <= KIND == 2 ? FILL_READ : FILL;
        end
        FILL_READ: state_q <= FILL;
        FILL: begin
          if (beat) begin
            row_q   <= row_q + 1'b1;
            state_q <= KIND == 2 ? FILL_READ : FILL;
            if (mem_rsp_i.error) s1_error_q <= 1'b1;
            if (row_q == 2'd3) begin
              state_q <= REPLAY;
              if (!mem_rsp_i.error && !s1_error_q) begin
                valid_q[line] <= 1'b1;
                full_q[line]  <= 1'b1;
              end
            end
          end
        end
        REPLAY:  state_q <= RUN;
        BYPASS: begin
          if (s1_hit) valid_q[s1_index] <= 1'b0;
          if (mem_req_valid_o && mem_req_ready_i) state_q <= BYPASS_WAIT;
        end
        BYPASS_WAIT: if (mem_rsp_valid_i && rsp_ready_i) state_q <= RUN;
        default: state_q <= RUN;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept) s1_q <= req_i;
    if (accept || state_q == REPLAY) s1_tag_q <= tag_read;
    if (state_q == EVICT_READ && row_q == '0) begin
      evicted_tag_q  <= line_tag;
      evicted_line_q <= line;
    end
  end

  assign busy_o  = flush_i || flush_q || scanning_q || (writes_q != '0);
  assign dirty_o = dirty_q != '0 || writes_q != '0 || s1_valid_q;

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (accept) begin
      assert (!req_i.line) else $error("cache: clients ask for words");
      assert (KIND != 2 || !req_i.bypass) else $error("cache: a write-back cache cannot be bypassed");
      assert (KIND != 0 || !req_i.write) else $error("cache: write to a read-only cache");
    end
  end
`endif

endmodule

`default_nettype wire
