// SPDX-License-Identifier: Apache-2.0
//
// Requests of a vector memory instruction, quad by quad. A load's request serves
// all lanes of the quad whose access touches the same 16-byte word; a store's
// serves one lane, so that of several lanes the last one wins, and so does an
// atomic's. An access of up to 16 bytes touches a low and perhaps a high word.
// Elements of typed stores with channels of less than 32 bits are made first
// (e11_core_pack); they do not cross words.
//
//   quad -> Q0 choose lane, word, who is served | Q1 data of the lane -> request, match
`default_nettype none

module e11_core_vmem_request
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_formats_pkg::*;
(
    input  logic               clk_i,
    input  logic               rst_ni,
    input  logic [3:0]         asid_i,
    input  logic               hold_i,       // no more requests for now
    input  logic               store_i,      // also atomics
    input  logic               atomic_i,
    input  logic               returns_i,    // the atomic's old values are wanted
    input  logic [3:0]         op_i,
    input  logic               bypass_i,
    input  logic [TAG_W-1:0]   tag_i,
    input  logic               typed_i,      // sttyped
    input  logic               convert_i,    // .. with channels of less than 32 bits
    input  typed_format_t      format_i,
    input  logic [1:0]         registers_i,  // data registers - 1
    input  logic               single_i,     // one dword a lane: register `pass_i`
    input  logic [1:0]         pass_i,
    // Quads
    input  logic               quad_valid_i,
    output logic               quad_ready_o,
    input  logic [1:0]         quad_i,
    input  lane_access_t [3:0] lanes_i,
    output logic               idle_o,
    // Store data: registers of a lane, in the cycle after the read
    output logic               data_re_o,
    output logic [3:0]         data_lane_o,
    input  logic [3:0][31:0]   data_i,
    // For the answers (loads)
    output logic               match_valid_o,
    input  logic               match_ready_i,
    output match_t             match_o,
    // Vector cache
    output logic               req_valid_o,
    input  logic               req_ready_i,
    output mem_req_t           req_o
);

  logic               valid_q;
  logic [1:0]         quad_q;
  lane_access_t [3:0] lanes_q;
  logic [3:0]         low_q, high_q;  // still to be requested

  // ----------------------------------------------- Q0: the first one, and its like
  logic [1:0]  lane;
  logic        use_low, none;
  logic [27:0] first_word, other_word, word;
  logic [3:0]  at_first, at_other;
  logic        unused_carry;
  logic [3:0]  pending, one, low_match, high_match, low_left, high_left;

  assign pending = low_q | high_q;
  assign none    = pending == '0;
  assign use_low = low_q[lane];
  // An access touches its first word and perhaps the next. What is requested is the first one of
  // `lane`, which may be the next one of lanes that begin a word before, or the next one.
  assign first_word = lanes_q[lane].start[31:4];
  assign word       = use_low ? first_word : other_word;
  assign {other_word, unused_carry} = {first_word, 1'b1} + {{28{use_low}}, !use_low};
  assign one     = 4'b0001 << lane;

  always_comb begin
    lane = 2'd3;
    for (int l = 2; l >= 0; l--) begin
      if (pending[l]) lane = 2'(l);
    end
    for (int unsigned l = 0; l < 4; l++) begin
      at_first[l]   = lanes_q[l].start[31:4] == first_word;
      at_other[l]   = lanes_q[l].start[31:4] == other_word;
      low_match[l]  = low_q[l] && (use_low ? at_first[l] : at_other[l]);
      high_match[l] = high_q[l] && (use_low ? at_other[l] : at_first[l]);
    end
    if (store_i) begin
      low_match  = use_low ? one : '0;
      high_match = use_low ? '0 : one;
    end
    low_left  = low_q & ~low_match;
    high_left = high_q & ~high_match;
  end

  // ------------------------------------------------------- Q0 to Q1: what is chosen
  logic        step, finished;         // something, the quad's last goes to Q1
  logic        valid_1q, none_1q, use_low_1q;
  match_t      match_1q;
  logic [27:0] word_1q;
  logic [3:0]  start_1q;
  logic [2:0]  count_1q;
  logic        advance;                // Q1

  assign step         = valid_q && (!valid_1q || advance);
  assign finished     = step && low_left == '0 && high_left == '0;
  assign quad_ready_o = !valid_q || finished;
  assign idle_o       = !valid_q && !valid_1q;
  assign data_re_o    = step;
  assign data_lane_o  = {quad_q, lane};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= 1'b0;
      valid_1q <= 1'b0;
      low_q    <= '0;
      high_q   <= '0;
    end else begin
      if (step) valid_1q <= 1'b1;
      else if (advance) valid_1q <= 1'b0;
      if (quad_ready_o) begin
        valid_q <= quad_valid_i;
        for (int unsigned l = 0; l < 4; l++) begin
          low_q[l]  <= lanes_i[l].low;
          high_q[l] <= lanes_i[l].high;
        end
      end else if (step) begin
        low_q  <= low_left;
        high_q <= high_left;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (quad_ready_o) begin
      quad_q  <= quad_i;
      lanes_q <= lanes_i;
    end
    if (step) begin
      none_1q       <= none;
      use_low_1q    <= use_low;
      word_1q       <= word;
      start_1q      <= lanes_q[lane].start[3:0];
      count_1q      <= lanes_q[lane].count;
      match_1q.quad <= quad_q;
      match_1q.last <= low_left == '0 && high_left == '0;
      match_1q.low  <= none ? '0 : low_match;
      match_1q.high <= none ? '0 : high_match;
    end
  end

  // --------------------------------------------------------------- Q1: store data
  logic [1:0]       shift, turn;
  logic [3:0][1:0]  from;           // dword that goes to a place of the word
  logic [7:0]       enables;        // of the dwords of both words
  logic [3:0]       stored;
  logic             made;           // the element is
  logic [63:0]      element;

  e11_core_pack u_pack (
      .clk_i,
      .rst_ni,
      .run_i    (valid_1q && !none_1q && convert_i),
      .next_i   (advance),
      .format_i,
      .count_i  (registers_i),
      .dwords_i (data_i),
      .done_o   (made),
      .element_o(element)
  );

  assign shift = start_1q[3:2];
  assign turn  = single_i ? shift - pass_i : shift;

  always_comb begin
    stored  = 4'hf >> (3'd4 - (typed_i ? format_i.channels : count_1q));
    enables = {4'b0, stored} << shift;
    req_o       = '0;
    req_o.write = store_i;
    req_o.atomic = atomic_i;
    req_o.op    = op_i;
    req_o.bypass = bypass_i;
    req_o.asid  = asid_i;
    req_o.addr  = {word_1q, 4'b0};
    req_o.tag   = tag_i;
    for (int unsigned p = 0; p < 4; p++) begin
      from[p] = 2'(p) - turn;
      req_o.wdata[32*p +: 32] = data_i[from[p]];
      req_o.wstrb[4*p +: 4]   = {4{use_low_1q ? enables[p] : enables[p+4]}};
    end
    if (convert_i) begin
      req_o.wdata = {2{element}};
      req_o.wstrb = (16'hffff >> (5'd16 - format_i.bytes)) << start_1q;
    end
    // Registers that the instruction does not have count as 0.
    if (typed_i && !convert_i) begin
      for (int unsigned p = 0; p < 4; p++) begin
        if (from[p] > registers_i) req_o.wdata[32*p +: 32] = '0;
      end
    end
  end

  // ---------------------------------------------------------------------- handshakes
  // The request of what has an answer and its match leave together.
  logic answered, both;

  assign match_o       = match_1q;
  assign answered      = !store_i || returns_i;
  assign both          = (match_ready_i || !answered) && !hold_i && (made || !convert_i || none_1q);
  assign req_valid_o   = valid_1q && !none_1q && both;
  assign match_valid_o = valid_1q && answered && !hold_i && (none_1q || req_ready_i);
  assign advance       = valid_1q && both && (none_1q || req_ready_i);

  logic unused;
  assign unused = unused_carry;

endmodule

`default_nettype wire
