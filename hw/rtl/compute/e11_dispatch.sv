// SPDX-License-Identifier: Apache-2.0
//
// Dispatch unit: cuts a dispatch into thread groups and launches their waves on the cores, the
// waves of a group one behind the other on one core. Groups go in order, x fastest.
//
//   IDLE --> PLACES --> GROUP --> FILL 4 cycles --> HEADER --> ROW 4 quads --+--> DRAIN --> IDLE (done)
//            bases of    next group  which of the    launch    v0: local ids |
//            the places  and place   16 lanes run                            +--> next wave, next group
//
// A core has up to GROUP_SLOTS places for groups, as many as share its thread-group memory: place
// i has the bytes i * cs_lds .. A place is taken from the launch of the group's first wave until
// its last wave has ended (cs_done). A group goes to the core with the fewest waves that has a free
// place. Groups of a shader that does not fit at all are not run.
//
// The state words are taken from the broadcast; those that came last before dispatch_i are its own.
`default_nettype none

module e11_dispatch
  import e11_pkg::*;
  import e11_regs_pkg::*;
#(
    parameter int unsigned CORES = CFG_CORES
) (
    input  logic                          clk_i,
    input  logic                          rst_ni,

    input  logic                          state_wr_valid_i,
    input  state_wr_t                     state_wr_i,
    input  logic                          dispatch_valid_i,
    output logic                          dispatch_ready_o,
    input  dispatch_t                     dispatch_i,
    output logic                          done_o,             // pulse: all groups have ended

    output logic    [CORES-1:0]           launch_valid_o,
    input  logic    [CORES-1:0]           launch_ready_i,
    output launch_t                       launch_o,           // to whichever launch_valid_o names
    output logic    [CORES-1:0]           row_valid_o,
    input  logic    [CORES-1:0]           row_ready_i,
    output row_t                          row_o,
    input  logic    [CORES-1:0]           cs_done_valid_i,    // a wave has ended, its writes are acknowledged
    input  logic    [CORES-1:0][PSSEQ_W-1:0] cs_done_tag_i,   // its group's place

    output logic                          count_group_o,
    output logic                          busy_o
);

  localparam int unsigned PLACES = CFG_GROUP_SLOTS;
  localparam int unsigned CW     = CORES > 1 ? $clog2(CORES) : 1;

  typedef enum logic [2:0] {IDLE, PLACE, GROUP, FILL, HEADER, ROW, DRAIN} state_e;

  // Counters of local and group ids hold the last value, not the count.
  typedef struct packed {
    logic [9:0] x;
    logic [9:0] y;
    logic [5:0] z;
  } local_t;

  typedef struct packed {
    logic [31:0] code;
    logic [31:0] s0;
    logic [1:0]  size;
    logic [6:0]  waves;
    local_t      last;
    logic [15:0] lds;
  } shader_t;

  // ------------------------------------------------------------------- the state
  shader_t loaded_q, cs_q;

  always_ff @(posedge clk_i) begin
    if (state_wr_valid_i) begin
      unique case (state_wr_i.word)
        6'(COMPUTE_BLOCK_CS_CODE):  loaded_q.code <= state_wr_i.data;
        6'(COMPUTE_BLOCK_CS_TABLE): loaded_q.s0   <= state_wr_i.data;
        6'(COMPUTE_BLOCK_CS_INFO): begin
          loaded_q.size  <= state_wr_i.data[COMPUTE_BLOCK_CS_INFO_SIZE_LSB+:2];
          loaded_q.waves <= state_wr_i.data[COMPUTE_BLOCK_CS_INFO_WAVES_LSB+:7];
        end
        6'(COMPUTE_BLOCK_CS_GROUP): begin
          loaded_q.last.x <= 10'(state_wr_i.data[COMPUTE_BLOCK_CS_GROUP_X_LSB+:11] - 11'd1);
          loaded_q.last.y <= 10'(state_wr_i.data[COMPUTE_BLOCK_CS_GROUP_Y_LSB+:11] - 11'd1);
          loaded_q.last.z <= 6'(state_wr_i.data[COMPUTE_BLOCK_CS_GROUP_Z_LSB+:7] - 7'd1);
        end
        6'(COMPUTE_BLOCK_CS_LDS):   loaded_q.lds  <= state_wr_i.data[15:0];
        default: ;
      endcase
    end
  end

  // ---------------------------------------------------------------------- places
  state_e                        state_q;
  logic [PLACES-1:0]             usable_q;
  logic [CORES-1:0][PLACES-1:0]  active_q;
  logic [CORES-1:0][6:0]         waves_q;       // waves of a core that have not ended
  logic [GROUP_W-1:0]            index_q;       // place being set up, then the group's
  logic [CW-1:0]                 core_q;        // the group's core
  logic [16:0]                   sum_q, sum;    // bytes of the places so far
  logic [14:0]                   lds_base;

  assign sum = sum_q + {1'b0, cs_q.lds};

  e11_regfile_1r1w #(.W(15), .DEPTH(PLACES)) u_bases (
      .clk_i, .we_i(state_q == PLACE), .waddr_i(index_q), .wdata_i(sum_q[14:0]),
      .raddr_i(index_q), .rdata_o(lds_base));

  // The core with the fewest waves that has a place, and its first place.
  logic [CORES-1:0][PLACES-1:0] vacant;
  logic [CW-1:0]                best_core;
  logic [6:0]                   best_waves;
  logic                         found;
  logic [GROUP_W-1:0]           first;

  always_comb begin
    best_core  = '0;
    best_waves = '1;
    found      = 1'b0;
    for (int unsigned c = 0; c < CORES; c++) begin
      vacant[c] = usable_q & ~active_q[c];
      if (vacant[c] != '0 && (!found || waves_q[c] < best_waves)) begin
        found      = 1'b1;
        best_core  = CW'(c);
        best_waves = waves_q[c];
      end
    end
    first = '0;
    for (int unsigned i = PLACES; i > 0; i--) begin
      if (vacant[best_core][i-1]) first = GROUP_W'(i - 1);
    end
  end

  // ------------------------------------------------------------ waves that end
  // Waves of each place that have ended; the place is free when all have.
  logic [CORES-1:0]      begin_group, freed;
  logic                  start_group;
  logic [CORES-1:0][6:0] ended;

  always_comb begin
    for (int unsigned c = 0; c < CORES; c++) begin
      begin_group[c] = start_group && best_core == CW'(c);
      freed[c]       = cs_done_valid_i[c] && ended[c] + 7'd1 == cs_q.waves;
    end
  end
  // Its count is cleared at its start: not in the cycle of a wave's end.
  assign start_group = state_q == GROUP && found && !cs_done_valid_i[best_core];

  for (genvar c = 0; c < CORES; c++) begin : g_core
    e11_regfile_1r1w #(.W(7), .DEPTH(PLACES)) u_ended (
        .clk_i,
        .we_i   (cs_done_valid_i[c] || begin_group[c]),
        .waddr_i(cs_done_valid_i[c] ? cs_done_tag_i[c][GROUP_W-1:0] : first),
        .wdata_i(cs_done_valid_i[c] ? ended[c] + 7'd1 : 7'd0),
        .raddr_i(cs_done_tag_i[c][GROUP_W-1:0]),
        .rdata_o(ended[c])
    );
  end

  // ------------------------------------------------------------------ local ids
  // A wave's threads are walked twice: for exec, which goes with the header, and for the ids.
  local_t                 at_q, start_q;    // the next thread; the wave's first
  logic                   past_q;           // there is none
  logic                   start_past_q;
  logic [1:0]             quad_q;
  logic [LANES-1:0]       exec_q;
  logic [3:0][25:0]       ids_q;            // of the quad that is sent
  local_t [3:0]           walk;             // the next four
  logic [3:0]             walk_past;
  local_t                 after;
  logic                   after_past;

  function automatic logic [26:0] next_id(input logic past, input local_t at, input local_t last);
    local_t n;
    logic   end_x, end_y, end_z;
    n     = at;
    end_x = at.x == last.x;
    end_y = end_x && at.y == last.y;
    end_z = end_y && at.z == last.z;
    n.x   = end_x ? '0 : at.x + 1'b1;
    if (end_x) n.y = end_y ? '0 : at.y + 1'b1;
    if (end_y) n.z = end_z ? '0 : at.z + 1'b1;
    return {past || end_z, n};
  endfunction

  always_comb begin
    after      = at_q;
    after_past = past_q;
    for (int unsigned i = 0; i < 4; i++) begin
      walk[i]      = after;
      walk_past[i] = after_past;
      {after_past, after} = next_id(after_past, after, cs_q.last);
    end
  end

  // --------------------------------------------------------------------- launch
  dispatch_t   groups_q;                   // the last group's numbers
  logic [15:0] gx_q, gy_q, gz_q;
  logic [5:0]  wave_q;
  logic        last_wave, last_group, header_taken, quad_taken, row_taken;

  assign last_wave  = {1'b0, wave_q} + 7'd1 == cs_q.waves;
  assign last_group = {gx_q, gy_q, gz_q} == {groups_q.x, groups_q.y, groups_q.z};

  always_comb begin
    launch_o          = '0;
    launch_o.stage    = STAGE_COMPUTE;
    launch_o.slot     = groups_q.slot;
    launch_o.size     = cs_q.size;
    launch_o.code     = cs_q.code;
    launch_o.s0       = cs_q.s0;
    launch_o.s1       = {gy_q, gx_q};
    launch_o.s2       = {6'd0, wave_q, 4'd0, gz_q};
    launch_o.exec     = exec_q;
    launch_o.cov      = exec_q;
    launch_o.rows     = 2'd1;
    launch_o.tag      = PSSEQ_W'(index_q);
    launch_o.group    = index_q;
    launch_o.waves    = cs_q.waves;
    launch_o.lds_base = lds_base;
    launch_o.lds_size = cs_q.lds;
    for (int unsigned i = 0; i < 4; i++) row_o[i] = {6'd0, ids_q[i]};
    launch_valid_o = '0;
    row_valid_o    = '0;
    launch_valid_o[core_q] = state_q == HEADER;
    row_valid_o[core_q]    = state_q == ROW;
  end

  assign header_taken     = state_q == HEADER && launch_ready_i[core_q];
  assign quad_taken       = state_q == ROW && row_ready_i[core_q];
  assign row_taken        = quad_taken && quad_q == 2'd3;
  assign dispatch_ready_o = state_q == IDLE;
  assign done_o           = state_q == DRAIN && active_q == '0;
  assign count_group_o    = start_group;
  assign busy_o           = state_q != IDLE;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= IDLE;
      usable_q <= '0;
      active_q <= '0;
      waves_q  <= '0;
      index_q  <= '0;
    end else begin
      for (int unsigned c = 0; c < CORES; c++) begin
        if (freed[c])       active_q[c][cs_done_tag_i[c][GROUP_W-1:0]] <= 1'b0;
        if (begin_group[c]) active_q[c][first] <= 1'b1;
        waves_q[c] <= waves_q[c] + 7'(header_taken && core_q == CW'(c)) - 7'(cs_done_valid_i[c]);
      end
      unique case (state_q)
        IDLE: begin
          usable_q <= '0;
          index_q  <= '0;
          if (dispatch_valid_i) state_q <= PLACE;
        end
        PLACE: begin
          index_q <= index_q + 1'b1;
          // waves = 0: there is nothing to run.
          usable_q[index_q] <= sum <= 17'(CFG_LDS_BYTES) && cs_q.waves != '0;
          if (index_q == GROUP_W'(PLACES - 1)) state_q <= usable_q[0] ? GROUP : DRAIN;
        end
        GROUP: begin
          if (start_group) begin
            state_q <= FILL;
            index_q <= first;
          end
        end
        FILL:   if (quad_q == 2'd3) state_q <= HEADER;
        HEADER: if (header_taken) state_q <= ROW;
        ROW:    if (row_taken) state_q <= !last_wave ? FILL : last_group ? DRAIN : GROUP;
        DRAIN:  if (done_o) state_q <= IDLE;
        default: state_q <= IDLE;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == IDLE) begin
      cs_q       <= loaded_q;
      groups_q   <= '{slot: dispatch_i.slot, x: dispatch_i.x - 1'b1, y: dispatch_i.y - 1'b1, z: dispatch_i.z - 1'b1};
      gx_q       <= '0;
      gy_q       <= '0;
      gz_q       <= '0;
      sum_q      <= '0;
    end
    // From the first place that does not fit on, none is usable.
    if (state_q == PLACE && sum <= 17'(CFG_LDS_BYTES)) sum_q <= sum;
    if (start_group) begin
      core_q <= best_core;
      wave_q <= '0;
      at_q   <= '0;
      past_q <= 1'b0;
      quad_q <= '0;
    end
    if (state_q == FILL) begin
      quad_q <= quad_q + 1'b1;
      at_q   <= after;
      past_q <= after_past;
      if (quad_q == 2'd0) begin
        start_q      <= at_q;
        start_past_q <= past_q;
      end
      if (quad_q == 2'd3) begin
        at_q   <= start_q;
        past_q <= start_past_q;
      end
      exec_q <= {~walk_past, exec_q[LANES-1:4]};
    end
    if (quad_taken) quad_q <= quad_q + 1'b1;
    if (header_taken || (quad_taken && !row_taken)) begin
      at_q   <= after;
      past_q <= after_past;
      for (int unsigned i = 0; i < 4; i++) begin
        ids_q[i] <= walk_past[i] ? '0 : {walk[i].z, walk[i].y, walk[i].x};
      end
    end
    if (row_taken) begin
      wave_q <= wave_q + 1'b1;
      if (last_wave) begin
        gx_q <= gx_q == groups_q.x ? '0 : gx_q + 1'b1;
        if (gx_q == groups_q.x) gy_q <= gy_q == groups_q.y ? '0 : gy_q + 1'b1;
        if (gx_q == groups_q.x && gy_q == groups_q.y) gz_q <= gz_q + 1'b1;
      end
    end
  end

  logic unused;
  always_comb begin
    unused = ^state_wr_i.slot;
    for (int unsigned c = 0; c < CORES; c++) unused = unused ^ (^cs_done_tag_i[c]);
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    for (int unsigned c = 0; c < CORES; c++) begin
      assert (!cs_done_valid_i[c] || active_q[c][cs_done_tag_i[c][GROUP_W-1:0]])
        else $error("dispatch: a wave ends in a place that is free");
    end
  end
`endif

endmodule

`default_nettype wire
