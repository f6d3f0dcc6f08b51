// SPDX-License-Identifier: Apache-2.0
//
// The cache: direct-mapped, 64-byte lines, 128-bit words, one miss at a time,
// one hit per cycle. Virtual addresses, tagged with the address space.
//
//   S0 request      S1 look-up                     miss
//   tag read   -->  compare, hit: response   -->   FETCH -> FILL -> REPLAY --> S1
//   data read       (write: bytes)                 (line read)
//
// Tags lie in block RAM, those of few lines in distributed RAM. A line holds if its generation is
// the present one, so that a flush takes a cycle: it begins a new generation. When their numbers
// are used up, and after reset, SWEEP makes every line one of none (0), a cycle each.
//
// WRITES: 0 read only; 1 write-through (a write updates a line that is there and goes
// on to memory, which acknowledges it).
//
// Client side: word requests; responses in request order. bypass: the
// request goes to memory as it is and its line is dropped here. Atomic operations (with
// bypass) go through as writes do, one a cycle; their old values come with the acknowledgements.
// Memory side: line reads, word writes, bypassed words. A fill waits until earlier writes are
// acknowledged: memory does not order a read behind a write.
//
// flush_i (pulse) invalidates. busy_o is high until that is done and every write is acknowledged,
// and during the sweep.
// An error response to a fill is passed on with data 0 and leaves no line behind.
`default_nettype none

module e11_cache
  import e11_pkg::*;
#(
    parameter int unsigned BYTES  = 4096,  // capacity, a power of two, at least 256
    parameter bit          WRITES = 1'b0
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
    output logic     miss_o     // pulse: a line is fetched
);

  localparam int unsigned LINES = BYTES / 64;
  localparam int unsigned IW    = $clog2(LINES);      // line index
  localparam int unsigned TW    = 32 - 6 - IW + 4;    // address tag and address space
  localparam int unsigned PARTS = WRITES ? 16 : 1;    // separately written parts of a word
  localparam int unsigned PW    = 5;                  // counter of writes under way
  localparam int unsigned GW    = 4;                  // generation

  typedef enum logic [2:0] {SWEEP, RUN, FETCH, FILL, REPLAY, BYPASS, BYPASS_WAIT} state_e;

  state_e           state_q;
  logic [GW-1:0]    generation_q;
  logic [IW-1:0]    sweep_q;   // line that the sweep has come to
  logic             flush_q;   // flush asked for, not yet begun
  logic [1:0]       row_q;     // word of the line in a fill
  logic [PW-1:0]    writes_q;  // unacknowledged writes to memory

  // ------------------------------------------------------------------ stage S1
  logic          s1_valid_q;
  mem_req_t      s1_q;
  logic          s1_error_q;   // the fill failed
  logic          s1_hit, s1_done;
  logic [IW-1:0] s1_index;
  logic [TW-1:0] s1_tag;       // its own
  logic [TW-1:0] found_tag;    // at its index
  logic [GW-1:0] found_generation;

  assign s1_tag   = {s1_q.asid, s1_q.addr[31:6+IW]};
  assign s1_index = s1_q.addr[6+:IW];
  assign s1_hit   = {found_generation, found_tag} == {generation_q, s1_tag};

  // ------------------------------------------------------------------ memories
  logic             tag_we, tag_holds, data_re;
  logic [PARTS-1:0] data_we;
  logic [IW+1:0]    data_raddr, data_waddr;
  logic [127:0]     data_write, data_word;
  logic [IW-1:0]    tag_line;

  assign tag_line = state_q == SWEEP ? sweep_q : s1_index;
  e11_ram_1r1w #(.W(GW + TW), .DEPTH(LINES), .BLOCK(LINES > 32)) u_tags (
      .clk_i, .we_i(tag_we), .waddr_i(tag_line),
      .wdata_i({tag_holds ? generation_q : '0, s1_tag}),
      .re_i(data_re), .raddr_i(data_raddr[IW+1:2]), .rdata_o({found_generation, found_tag}));

  e11_ram_1r1w #(.W(128), .DEPTH(LINES * 4), .LANES(PARTS)) u_data (
      .clk_i, .we_i(data_we), .waddr_i(data_waddr), .wdata_i(data_write),
      .re_i(data_re), .raddr_i(data_raddr), .rdata_o(data_word));

  // ------------------------------------------------- what S1 does in this cycle
  logic hit_read, through, need_miss, need_bypass, ack, acked, refuse;

  // Responses must keep their order: a read's waits for the acknowledgements before it.
  assign need_bypass = s1_valid_q && s1_q.bypass && !s1_q.atomic && !s1_error_q;
  assign refuse      = s1_valid_q && !need_bypass && (s1_error_q || (!WRITES && s1_q.write));
  assign hit_read    = s1_valid_q && !need_bypass && !refuse && !s1_q.write && s1_hit;
  assign through     = s1_valid_q && WRITES && !need_bypass && !refuse && s1_q.write;
  assign need_miss   = s1_valid_q && !need_bypass && !refuse && !hit_read && !through;

  // Acknowledgements of writes are passed to the client.
  assign ack   = mem_rsp_valid_i && mem_rsp_i.write && state_q != BYPASS_WAIT;
  assign acked = ack && rsp_ready_i;

  logic answer;   // S1 gives a response in this cycle
  assign answer = state_q == RUN && (hit_read || refuse) && writes_q == '0;

  always_comb begin
    rsp_valid_o = answer;
    rsp_o       = '{write: s1_q.write, last: 1'b1, error: refuse, rdata: refuse ? '0 : data_word,
                    tag: s1_q.tag};
    if (state_q == BYPASS_WAIT || (WRITES && ack)) begin
      rsp_valid_o = mem_rsp_valid_i && (state_q != BYPASS_WAIT || mem_rsp_i.last);
      rsp_o       = mem_rsp_i;
    end
  end

  logic through_go;   // a write is handed to memory
  assign through_go = state_q == RUN && through && mem_req_ready_i && writes_q != '1;

  assign s1_done = (answer && rsp_ready_i) || through_go ||
                   (state_q == BYPASS_WAIT && mem_rsp_valid_i && rsp_ready_i);

  // -------------------------------------------------------------- acceptance, S0
  logic collision;   // S1 writes the row that the new request would read: a word, an atomic the tag
  assign collision   = s1_valid_q && s1_q.write && s1_index == req_i.addr[6+:IW] &&
                       (s1_q.atomic ? s1_hit : s1_q.addr[5:4] == req_i.addr[5:4]);
  assign req_ready_o = state_q == RUN && !flush_q && !collision && (!s1_valid_q || s1_done);

  logic accept;
  assign accept = req_valid_i && req_ready_o;

  // ---------------------------------------------------------------------- memory
  always_comb begin
    mem_req_valid_o = 1'b0;
    mem_req_o       = s1_q;
    mem_req_o.line  = 1'b0;
    unique case (state_q)
      RUN: mem_req_valid_o = through && writes_q != '1;
      FETCH: begin
        mem_req_valid_o = writes_q == '0;
        mem_req_o.write = 1'b0;
        mem_req_o.line  = 1'b1;
        mem_req_o.addr  = {s1_q.addr[31:6], 6'd0};
      end
      BYPASS:  mem_req_valid_o = writes_q == '0;
      default: mem_req_valid_o = 1'b0;
    endcase
  end

  assign mem_rsp_ready_o = state_q == BYPASS_WAIT || ack ? rsp_ready_i : state_q == FILL;
  assign miss_o = state_q == FETCH && mem_req_valid_o && mem_req_ready_i;

  logic beat;        // a word of the line arrives
  assign beat = state_q == FILL && mem_rsp_valid_i && !mem_rsp_i.write;

  // -------------------------------------------------------------- data memory
  always_comb begin
    // Reads: the request in S0; the word again after a fill.
    data_re    = accept || state_q == REPLAY;
    data_raddr = state_q == REPLAY ? s1_q.addr[4+:IW+2] : req_i.addr[4+:IW+2];

    data_we    = '0;
    data_waddr = s1_q.addr[4+:IW+2];
    data_write = s1_q.wdata;
    if (WRITES && state_q == RUN && through_go && s1_hit && !s1_q.atomic) begin
      data_we = PARTS'(s1_q.wstrb);
    end else if (state_q == FILL) begin
      data_we    = beat && !mem_rsp_i.error ? '1 : '0;
      data_waddr = {s1_index, row_q};
      data_write = mem_rsp_i.rdata;
    end
  end

  // A line gets its new tag with its last word.
  logic filled, drop;
  assign filled    = beat && row_q == 2'd3;
  assign drop      = s1_hit && (state_q == BYPASS || (through_go && s1_q.atomic));
  assign tag_we    = filled || drop || state_q == SWEEP;
  assign tag_holds = filled && !mem_rsp_i.error && !s1_error_q;

  // ------------------------------------------------------------------- control
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q      <= SWEEP;
      generation_q <= GW'(1);
      sweep_q      <= '0;
      flush_q      <= 1'b0;
      s1_valid_q   <= 1'b0;
      s1_error_q   <= 1'b0;
      writes_q     <= '0;
      row_q        <= '0;
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

      unique case (state_q)
        SWEEP: begin
          generation_q <= GW'(1);
          sweep_q      <= sweep_q + 1'b1;
          if (sweep_q == '1) state_q <= RUN;
        end
        RUN: begin
          row_q <= '0;
          if (need_bypass) begin
            state_q <= BYPASS;
          end else if (need_miss) begin
            state_q <= FETCH;
          end else if (flush_q && (!s1_valid_q || s1_done)) begin
            flush_q      <= flush_i;
            generation_q <= generation_q + 1'b1;
            if (generation_q == '1) state_q <= SWEEP;
          end
        end
        FETCH: if (mem_req_valid_o && mem_req_ready_i) state_q <= FILL;
        FILL: begin
          if (beat) begin
            row_q <= row_q + 1'b1;
            if (mem_rsp_i.error) s1_error_q <= 1'b1;
            if (filled) state_q <= REPLAY;
          end
        end
        REPLAY:  state_q <= RUN;
        BYPASS:  if (mem_req_valid_o && mem_req_ready_i) state_q <= BYPASS_WAIT;
        BYPASS_WAIT: if (mem_rsp_valid_i && rsp_ready_i) state_q <= RUN;
        default: state_q <= RUN;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept) s1_q <= req_i;
  end

  assign busy_o = flush_i || flush_q || state_q == SWEEP || writes_q != '0;

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (accept) begin
      assert (!req_i.line) else $error("cache: clients ask for words");
      assert (WRITES || !req_i.write) else $error("cache: write to a read-only cache");
    end
  end
`endif

endmodule

`default_nettype wire
