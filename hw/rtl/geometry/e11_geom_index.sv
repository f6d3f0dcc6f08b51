// SPDX-License-Identifier: Apache-2.0
//
// Vertices of a draw as a stream of tokens: for each instance a token, then a
// vertex or a cut for each index, at last the end (docs/hw/geometry.md, Input).
// Indices come in lines of 64 bytes, requested ahead, over instance borders too.
//
//   request side: instance, position --> line requests (if in the buffer's bounds)
//   words --> fifo of 4 lines --> take side: instance, position --> token
`default_nettype none

module e11_geom_index
  import e11_geometry_pkg::*;
(
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [3:0]          asid_i,
  // The draw; its parameters stay until the end token has been taken.
  input  logic                start_i,        // pulse, while idle
  input  logic [31:0]         count_i,
  input  logic [31:0]         instances_i,
  input  logic [31:0]         first_i,
  input  logic [1:0]          index_size_i,   // 0: none, 1: 16 bits, else 32
  input  logic                restart_i,
  input  logic [31:0]         index_base_i,
  input  logic [31:0]         index_count_i,

  output logic                req_valid_o,
  input  logic                req_ready_i,
  output e11_pkg::mem_req_t   req_o,
  input  logic                rsp_valid_i,
  output logic                rsp_ready_o,
  input  e11_pkg::mem_rsp_t   rsp_i,

  output logic                token_valid_o,
  input  logic                token_ready_i,
  output token_t              token_o
);

  localparam int unsigned LINES = 4;           // in the fifo or under way

  logic indexed, wide;
  assign indexed = index_size_i != 2'd0;
  assign wide    = index_size_i != 2'd1;

  // Elements from an address to the end of its line; where positions are about
  // to wrap, each stands alone.
  function automatic logic [5:0] rest_of_line(logic [5:1] address, logic alone, logic is_wide);
    if (alone) return 6'd1;
    return is_wide ? 6'd16 - {2'b0, address[5:2]} : 6'd32 - {1'b0, address};
  endfunction

  // ------------------------------------------------------------ request side
  logic        ask_q;
  logic [31:0] ask_left_q;                     // instances, this one included
  logic [31:0] ask_rest_q, ask_position_q;     // of this instance
  logic [31:0] ask_address;
  logic [5:0]  ask_step;
  logic        ask_inside, ask_advance, ask_ends;
  logic [2:0]  credit_q;
  logic        line_taken;

  assign ask_address = index_base_i + (wide ? ask_position_q << 2 : ask_position_q << 1);
  assign ask_step    = rest_of_line(ask_address[5:1], ask_position_q[31:6] == '1, wide);
  assign ask_inside  = ask_position_q < index_count_i;
  assign ask_ends    = ask_rest_q <= {26'b0, ask_step};
  assign req_valid_o = ask_q && ask_inside && credit_q != '0;
  assign ask_advance = ask_q && (!ask_inside || (req_valid_o && req_ready_i));

  always_comb begin
    req_o      = '0;
    req_o.line = 1'b1;
    req_o.asid = asid_i;
    req_o.addr = {ask_address[31:6], 6'b0};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ask_q    <= 1'b0;
      credit_q <= 3'(LINES);
    end else begin
      if (start_i) ask_q <= indexed && count_i != '0 && instances_i != '0;
      else if (ask_advance && ask_ends && ask_left_q == 32'd1) ask_q <= 1'b0;
      credit_q <= credit_q - {2'b0, req_valid_o && req_ready_i} + {2'b0, line_taken};
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      ask_left_q     <= instances_i;
      ask_rest_q     <= count_i;
      ask_position_q <= first_i;
    end else if (ask_advance) begin
      if (ask_ends) begin
        ask_left_q     <= ask_left_q - 1'b1;
        ask_rest_q     <= count_i;
        ask_position_q <= first_i;
      end else begin
        ask_rest_q     <= ask_rest_q - {26'b0, ask_step};
        ask_position_q <= ask_position_q + {26'b0, ask_step};
      end
    end
  end

  // -------------------------------------------------------------------- fifo
  logic         word_valid, word_pop, word_push, fifo_ready;
  logic [4:0]   coming_q;                      // words under way; others are from before a reset
  logic [127:0] word;

  e11_fifo #(.W(128), .DEPTH(4 * LINES)) u_words (
    .clk_i, .rst_ni,
    .in_valid_i(word_push), .in_ready_o(fifo_ready), .in_i(rsp_i.rdata),
    .out_valid_o(word_valid), .out_ready_i(word_pop), .out_o(word),
    /* verilator lint_off PINCONNECTEMPTY */ .level_o() /* verilator lint_on PINCONNECTEMPTY */
  );

  assign word_push   = rsp_valid_i && coming_q != '0;
  assign rsp_ready_o = fifo_ready || coming_q == '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) coming_q <= '0;
    else coming_q <= coming_q + {2'b0, req_valid_o && req_ready_i, 2'b0} - {4'b0, word_push && fifo_ready};
  end

  // --------------------------------------------------------------- take side
  typedef enum logic [2:0] { IDLE, INSTANCE, LINE, ELEMENT, DRAIN, FINISH } state_e;
  state_e      state_q;
  logic [31:0] instance_q, rest_q, position_q;
  logic [5:0]  address;                       // in the line
  logic [2:0]  words_q;                        // of this line, still in the fifo
  logic        has_line_q;
  logic [5:0]  in_line_q;                      // elements of the line left
  logic        in_buffer, present, behind, value_cut, ends;
  logic [31:0] value;

  assign address = index_base_i[5:0] + (wide ? {position_q[3:0], 2'b0} : {position_q[4:0], 1'b0});
  assign in_buffer  = position_q < index_count_i;
  // The fifo's head is word 4 - words_q of the line.
  assign behind  = has_line_q && in_buffer && 3'd4 - words_q != {1'b0, address[5:4]};
  assign present = !indexed || !in_buffer || (has_line_q && word_valid && !behind);
  assign ends    = rest_q == 32'd1;

  always_comb begin
    if (!indexed) value = position_q - first_i;
    else if (!in_buffer) value = '0;
    else if (wide) value = word[{address[3:2], 5'b0} +: 32];
    else value = {16'b0, word[{address[3:1], 4'b0} +: 16]};
  end
  assign value_cut = indexed && restart_i && (wide ? value == '1 : value[15:0] == '1);

  always_comb begin
    token_valid_o = 1'b0;
    token_o       = '{kind: TOKEN_VERTEX, value: value};
    word_pop      = 1'b0;
    case (state_q)
      INSTANCE: begin
        token_valid_o = 1'b1;
        token_o       = '{kind: TOKEN_INSTANCE, value: instance_q};
      end
      ELEMENT: begin
        token_valid_o = present;
        if (value_cut) token_o.kind = TOKEN_CUT;
        word_pop      = behind && indexed;
      end
      DRAIN: word_pop = words_q != '0;
      FINISH: begin
        token_valid_o = 1'b1;
        token_o       = '{kind: TOKEN_END, value: '0};
      end
      default: ;
    endcase
  end
  assign line_taken = word_pop && word_valid && words_q == 3'd1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= IDLE;
    else begin
      case (state_q)
        IDLE:     if (start_i) state_q <= count_i != '0 && instances_i != '0 ? INSTANCE : FINISH;
        INSTANCE: if (token_ready_i) state_q <= indexed ? LINE : ELEMENT;
        LINE:     state_q <= ELEMENT;
        ELEMENT:
          if (token_valid_o && token_ready_i) begin
            if (indexed && (ends || in_line_q == 6'd1)) state_q <= DRAIN;
            else if (ends) state_q <= instance_q + 1'b1 == instances_i ? FINISH : INSTANCE;
          end
        DRAIN:
          if (words_q == '0 || (words_q == 3'd1 && word_valid)) begin
            if (rest_q != '0) state_q <= LINE;
            else state_q <= instance_q == instances_i ? FINISH : INSTANCE;
          end
        default:  if (token_ready_i) state_q <= IDLE;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    case (state_q)
      IDLE: begin
        instance_q <= '0;
        rest_q     <= count_i;
        position_q <= first_i;
        words_q    <= '0;
        has_line_q <= 1'b0;
      end
      LINE: begin
        has_line_q <= in_buffer;
        words_q    <= in_buffer ? 3'd4 : '0;
        in_line_q  <= rest_of_line(address[5:1], position_q[31:6] == '1, wide);
      end
      ELEMENT:
        if (token_valid_o && token_ready_i) begin
          rest_q     <= rest_q - 1'b1;
          position_q <= position_q + 1'b1;
          in_line_q  <= in_line_q - 1'b1;
          if (ends) begin
            instance_q <= instance_q + 1'b1;
            position_q <= first_i;
            if (!indexed) rest_q <= count_i;
          end
        end
      DRAIN:
        // The next instance starts when its last line is gone.
        if (words_q == '0 || (words_q == 3'd1 && word_valid)) begin
          if (rest_q == '0) rest_q <= count_i;
        end
      default: ;
    endcase
    if (word_pop && word_valid) words_q <= words_q - 1'b1;
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, address[0], ask_address[0], rsp_i.write, rsp_i.last, rsp_i.error, rsp_i.tag};

endmodule

`default_nettype wire
