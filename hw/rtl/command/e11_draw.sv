// SPDX-License-Identifier: Apache-2.0
//
// Draw unit: takes a draw or a dispatch from the firmware's registers, fetches its state
// block, broadcasts it and hands the draw to geometry, the dispatch to the dispatch unit. State slots are taken round robin: a
// draw waits until its slot is free (slot_done_i of the draw that had it).
//
//   start --> WAIT for a slot --> READ 4 lines --> SEND words (4 per beat) --> HAND over
//
// Draws overlap each other. A dispatch is handed over when all earlier draws and dispatches have
// ended, and nothing is handed over while one runs.
//
// The firmware may set the registers for the next draw while one is loading;
// draw_ready says when it may start it, or a dispatch.
`default_nettype none

module e11_draw
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

    output logic        state_wr_valid_o,
    output state_wr_t   state_wr_o,

    output logic        draw_valid_o,
    input  logic        draw_ready_i,
    output draw_t       draw_o,

    output logic        dispatch_valid_o,
    input  logic        dispatch_ready_i,
    output dispatch_t   dispatch_o,

    input  logic [STATE_SLOTS-1:0] slot_done_i,  // pulse: the draw in that slot has left the pipeline
    input  logic        dispatch_done_i,         // pulse: the dispatch has ended
    output logic        count_draw_o,  // pulse
    output logic        busy_o
);

  localparam int unsigned LINES = STATE_BLOCK_WORDS / 16;

  typedef enum logic [2:0] {IDLE, WAIT, READ, SEND, HAND} state_e;

  state_e      state_q;
  logic [31:0] state_addr_q, count_q, instances_q, first_q, base_vertex_q, start_instance_q;
  draw_t       draw_q;
  logic [25:0] line_q;         // address >> 6 of the next line to ask for
  logic [2:0]  asked_q;        // lines asked for
  logic [5:0]  word_q;
  logic [STATE_SLOTS-1:0] used_q;  // slots in use
  slot_t       slot_q;         // the next draw's slot
  logic        write, start, start_draw, ready;
  logic [2:0][15:0] groups_q;  // z, y, x
  dispatch_t   dispatch_q;
  logic        compute_q;      // what is loading is a dispatch
  logic        running_q;      // a dispatch has been handed over and has not ended
  logic        handed;

  assign write = reg_valid_i && reg_i.write;
  assign ready = state_q == IDLE;
  assign start_draw = reg_i.addr == 12'(FW_DRAW_START);
  assign start = write && (start_draw || reg_i.addr == 12'(FW_DISPATCH_START)) && ready;

  always_comb begin
    unique case (reg_i.addr)
      12'(FW_DRAW_STATE):          reg_rdata_o = state_addr_q;
      12'(FW_DRAW_COUNT):          reg_rdata_o = count_q;
      12'(FW_DRAW_INSTANCES):      reg_rdata_o = instances_q;
      12'(FW_DRAW_FIRST):          reg_rdata_o = first_q;
      12'(FW_DRAW_BASE_VERTEX):    reg_rdata_o = base_vertex_q;
      12'(FW_DRAW_START_INSTANCE): reg_rdata_o = start_instance_q;
      12'(FW_DRAW_READY):          reg_rdata_o = {31'd0, ready};
      12'(FW_DISPATCH_X):          reg_rdata_o = {16'd0, groups_q[0]};
      12'(FW_DISPATCH_Y):          reg_rdata_o = {16'd0, groups_q[1]};
      12'(FW_DISPATCH_Z):          reg_rdata_o = {16'd0, groups_q[2]};
      default:                     reg_rdata_o = '0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_addr_q     <= '0;
      count_q          <= '0;
      instances_q      <= '0;
      first_q          <= '0;
      base_vertex_q    <= '0;
      start_instance_q <= '0;
      groups_q         <= '0;
    end else if (write) begin
      unique case (reg_i.addr)
        12'(FW_DRAW_STATE):          state_addr_q     <= {reg_i.wdata[31:6], 6'd0};
        12'(FW_DRAW_COUNT):          count_q          <= reg_i.wdata;
        12'(FW_DRAW_INSTANCES):      instances_q      <= reg_i.wdata;
        12'(FW_DRAW_FIRST):          first_q          <= reg_i.wdata;
        12'(FW_DRAW_BASE_VERTEX):    base_vertex_q    <= reg_i.wdata;
        12'(FW_DRAW_START_INSTANCE): start_instance_q <= reg_i.wdata;
        12'(FW_DISPATCH_X):          groups_q[0]      <= reg_i.wdata[15:0];
        12'(FW_DISPATCH_Y):          groups_q[1]      <= reg_i.wdata[15:0];
        12'(FW_DISPATCH_Z):          groups_q[2]      <= reg_i.wdata[15:0];
        default: ;
      endcase
    end
  end

  // ------------------------------------------------------------------- memory
  assign mem_req_valid_o = state_q == READ;
  always_comb begin
    mem_req_o      = '0;
    mem_req_o.line = 1'b1;
    mem_req_o.asid = asid_i;
    mem_req_o.addr = {line_q, 6'd0};
  end

  // A beat is four words; it is taken with the last of them.
  logic sending;
  assign sending          = mem_rsp_valid_i && (state_q == READ || state_q == SEND);
  assign mem_rsp_ready_o  = sending && word_q[1:0] == 2'd3;
  assign state_wr_valid_o = sending;
  assign state_wr_o       = '{slot: slot_q, word: word_q, data: mem_rsp_i.rdata[32*word_q[1:0]+:32]};

  assign dispatch_valid_o = state_q == HAND && compute_q && used_q == '0;
  assign dispatch_o       = dispatch_q;
  assign handed           = (draw_valid_o && draw_ready_i) || (dispatch_valid_o && dispatch_ready_i);

  assign draw_valid_o = state_q == HAND && !compute_q && !running_q;
  assign draw_o       = draw_q;
  assign count_draw_o = draw_valid_o && draw_ready_i;
  assign busy_o       = state_q != IDLE || used_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= IDLE;
      used_q    <= '0;
      running_q <= 1'b0;
      slot_q    <= '0;
      asked_q   <= '0;
      word_q    <= '0;
    end else begin
      used_q <= dispatch_done_i ? '0 : used_q & ~slot_done_i;
      if (dispatch_done_i) running_q <= 1'b0;
      if (sending) word_q <= word_q + 1'b1;
      unique case (state_q)
        IDLE: if (start) state_q <= WAIT;
        WAIT: begin
          asked_q <= '0;
          if (!used_q[slot_q]) state_q <= READ;
        end
        READ: begin
          if (mem_req_ready_i) begin
            asked_q <= asked_q + 1'b1;
            if (asked_q == 3'(LINES - 1)) state_q <= SEND;
          end
        end
        SEND: if (sending && word_q == '1) state_q <= HAND;
        HAND: begin
          if (handed) begin
            state_q        <= IDLE;
            running_q      <= compute_q;
            used_q[slot_q] <= 1'b1;
            slot_q         <= slot_q == slot_t'(STATE_SLOTS - 1) ? '0 : slot_q + 1'b1;
          end
        end
        default: state_q <= IDLE;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      compute_q  <= !start_draw;
      dispatch_q <= '{slot: slot_q, x: groups_q[0], y: groups_q[1], z: groups_q[2]};
      line_q <= state_addr_q[31:6];
      draw_q <= '{slot: slot_q, count: count_q, instances: instances_q, first: first_q,
                  base_vertex: base_vertex_q, start_instance: start_instance_q};
    end else if (state_q == READ && mem_req_ready_i) begin
      line_q <= line_q + 1'b1;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (write && (start_draw || reg_i.addr == 12'(FW_DISPATCH_START))) begin
      assert (ready) else $error("draw: started while not ready");
    end
    assert ((slot_done_i & ~used_q) == '0) else $error("draw: a slot ends that is not in use");
  end
`endif

  logic unused;
  assign unused = ^{mem_rsp_i.write, mem_rsp_i.last, mem_rsp_i.error, mem_rsp_i.tag};

endmodule

`default_nettype wire
