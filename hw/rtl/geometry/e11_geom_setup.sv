// SPDX-License-Identifier: Apache-2.0
//
// Control of everything behind the vertex shader: takes fetched batches in
// order, has the engine transform their vertices, and decides on each
// primitive: reject, clip, cull, set up (docs/hw/geometry.md, Primitives). The
// engine runs its programs in order, so that a program is started as soon as the
// engine takes it, not when its operands are there. One state machine, kept in
// one file: its states share the vertex lists and the counters.
//
//   batch: LOAD (first of a draw), VERTEX .. VERTEX, then for each primitive
//   NEXT, LANES -+-> POINTS, AREA_WAIT, AREA, (BIAS), ATTRIBUTE .., WORDS
//                +-> COPY, then for each plane PLANE, DISTANCE, SCAN (NEAR, CROSS, PLACE
//                    for each new vertex; EYE after the first plane), at last
//                    TRANSFORM, SCREEN .., FAN: POINTS .. WORDS for each piece
//
// In wireframe mode a piece stops after AREA_WAIT or BIAS, and its edges follow:
// EDGE, POINTS .. WORDS for each that is the primitive's. A line that is drawn as a
// rectangle stops after AREA_WAIT too; then CORNERS, and POINTS .. WORDS for each half.
`default_nettype none

module e11_geom_setup
  import e11_geometry_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  state_wr_valid_i,
  input  e11_pkg::state_wr_t    state_wr_i,

  // Fetched batches.
  input  logic [1:0]            full_i,
  input  batch_t [1:0]          batch_i,
  input  logic [1:0][TAG_BITS-1:0] tag_i,
  input  logic                  wide_i,
  output logic                  free_o,          // pulse: half free_half_o is done
  output logic                  free_half_o,
  output logic                  primitive_re_o,
  output logic [TAG_BITS+4:0]   primitive_addr_o,
  input  primitive_t            primitive_i,     // in the next cycle, held
  output logic [2:0][4:0]       outcode_addr_o,
  input  outcode_t [2:0]        outcode_i,

  // Engine.
  output logic                  start_valid_o,
  input  logic                  start_ready_i,
  output start_t                start_o,
  output mode_t                 mode_o,
  input  logic                  engine_idle_i,
  output logic                  write_valid_o,   // a constant; the engine is idle then
  output logic [8:0]            write_addr_o,
  output logic [31:0]           write_data_o,
  input  logic                  dist_valid_i,
  input  logic                  dist_negative_i,
  input  logic                  dist_zero_i,
  input  logic                  coef_last_i,
  input  logic [2:0][31:0]      coef_i,          // with coef_last_i: word 3

  // Area.
  output logic                  area_clear_o,
  output logic                  area_line_o,
  output logic                  area_single_o,
  input  logic                  area_valid_i,
  input  logic                  negative_i,
  input  logic                  zero_i,
  input  logic                  nan_i,
  input  e11_pkg::point_t [2:0] points_i,

  input  logic                  coef_free_valid_i,
  input  logic [e11_pkg::COEF_W-1:0] coef_free_addr_i,
  output logic                  tri_valid_o,
  input  logic                  tri_ready_i,
  output e11_pkg::tri_t         tri_o,
  output logic                  count_triangle_o,
  output logic                  busy_o
);

  typedef enum logic [4:0] {
    IDLE, LOAD, VERTEX, NEXT, LANES,
    POINTS, AREA_WAIT, AREA, BIAS, WEIGHTS, ATTRIBUTE, WORDS, EDGE, CORNERS,
    COPY, PLANE, DISTANCE, SCAN, NEAR, NEAR_WAIT, CROSS, PLACE, EYE, EYE_WAIT,
    TRANSFORM, SCREEN, FAN,
    END_OF_DRAW, FREE
  } state_e;
  state_e state_q, state_d;

  // ---------------------------------------------------------- the draw's state
  logic        state_re, state_loaded;
  logic [5:0]  state_word;
  logic [31:0] state_data;
  batch_t      batch;
  logic        half_q, loaded_q;
  settings_t   draw;
  mode_t       mode;

  assign batch = batch_i[half_q];

  e11_geom_state u_state (
    .clk_i, .state_wr_valid_i, .state_wr_i, .slot_i(batch.slot), .load_i(state_q == LOAD),
    .loaded_o(state_loaded), .re_i(state_re), .word_i(state_word), .data_o(state_data),
    .settings_o(draw), .mode_o(mode), .write_valid_o, .write_addr_o, .write_data_o
  );

  // A triangle without area has no slope.
  always_comb begin
    mode_o       = mode;
    mode_o.slope = mode.slope && !zero_i;
  end

  // -------------------------------------------------------------- primitives
  logic [4:0]      group_q;            // vertices, by fours; polygon likewise
  logic [5:0]      number_q;           // of the primitive in its batch
  logic [31:0]     id_q;
  logic            clipped_q;
  logic [6:0]      any_planes, all_planes, planes, plane_mask;
  logic [3:0]      all_sides;
  logic            any_nan, reject;
  logic [2:0][3:0] lane;

  assign lane             = primitive_i.lane;
  assign primitive_re_o   = state_q == NEXT;
  assign primitive_addr_o = {tag_i[half_q], number_q[4:0]};
  always_comb begin
    for (int unsigned i = 0; i < 3; i++) outcode_addr_o[i] = {half_q, lane[i]};
    any_planes = outcode_i[0].planes | outcode_i[1].planes | outcode_i[2].planes;
    all_planes = outcode_i[0].planes & outcode_i[1].planes & outcode_i[2].planes;
    all_sides  = outcode_i[0].sides & outcode_i[1].sides & outcode_i[2].sides;
    any_nan    = outcode_i[0].nan || outcode_i[1].nan || outcode_i[2].nan;
    plane_mask = '1;
    plane_mask[PLANE_NEAR] = draw.depth_clip;
    plane_mask[PLANE_FAR]  = draw.depth_clip;
    planes = any_planes & plane_mask;
    reject = any_nan || all_sides != '0 || all_planes[PLANE_W] ||
             (draw.depth_clip && (all_planes[PLANE_NEAR] || all_planes[PLANE_FAR]));
  end

  // ---------------------------------------------------------------- clipping
  logic [15:0][4:0] polygon_q, result_q;       // pool numbers
  logic [15:0]      inside_q;
  logic [4:0]       size_q, made_q, pool_q;    // vertices of both, used pool entries
  logic [4:0]       at_q, answers_q;           // position in the polygon; distances known
  logic [2:0]       plane_q;
  logic [6:0]       planes_q;
  logic [3:0]       at, after;
  logic             is_last, crosses, at_inside;
  logic [15:0]      edge_q, edge_made_q;       // the edge to the next vertex is the primitive's
  logic             near_q;                    // the inside vertex is the nearer one

  assign at        = at_q[3:0];
  assign is_last   = at_q + 1'b1 == size_q;
  assign after     = is_last ? 4'd0 : at + 1'b1;
  assign at_inside = inside_q[at];
  // A line is open: nothing leads from its end to its start.
  assign crosses   = at_inside != inside_q[after] && !(draw.is_line && is_last);

  // The first 16 lie together, the others behind the fixed words.
  function automatic entry_t pool(logic [4:0] number);
    return number[4] ? {ENTRY_POOL_2[5:3], number[2:0]} : {ENTRY_POOL[5:4], number[3:0]};
  endfunction

  // ------------------------------------------------------------------- setup
  logic [4:0]  fan_q;                          // piece: polygon vertices 0, fan_q, fan_q + 1
  logic [3:0]  fan, fan_next;
  entry_t [2:0] corner;                        // of the triangle or line
  entry_t [2:0] piece;                         // what is drawn, before the order is corrected
  logic [1:0]  wire_q;                         // wireframe: edge at work, 0 the piece itself
  logic [1:0]  wire_from, wire_to;
  logic        outline, wire_edge, wire_drawn;
  logic [1:0]  half_line_q;                    // rectangle: 0 the line itself, 1 and 2 its halves
  logic        is_segment, measures;           // a line or edge; only its length is found
  logic        front, front_q, cull, drop, room, more_pieces;
  logic [5:0]  input_q, input_d;
  logic [1:0]  word_q;
  logic [7:0]  map;
  logic [4:0]  map_reg;
  logic        map_missing, map_constant, last_input;
  logic [e11_pkg::COEF_W-1:0] head_q, tail_q, used, words;
  logic        tri_wait_q, tri_valid_q;
  e11_pkg::tri_t tri_q;

  assign fan      = fan_q[3:0];
  // Corners that the piece has as vertices: of a line start, end, start, of the second half of its
  // rectangle end, end, start.
  logic [2:0][1:0] segment;
  logic [1:0]      ends_from, ends_to;

  assign fan_next = fan + 1'b1;
  always_comb begin
    for (int unsigned i = 0; i < 3; i++) corner[i] = {1'b0, half_q, lane[i]};
    if (clipped_q) begin
      corner[0] = pool(polygon_q[0]);
      corner[1] = pool(polygon_q[fan]);
      corner[2] = pool(draw.is_line ? polygon_q[0] : polygon_q[fan_next]);
    end
    piece = corner;
    if (is_segment) piece = {corner[segment[2]], corner[segment[1]], corner[segment[0]]};
  end

  assign ends_from  = wire_edge ? wire_from : 2'd0;
  assign ends_to    = wire_edge ? wire_to : 2'd1;
  assign segment    = {ends_from, ends_to, half_line_q[1] ? ends_to : ends_from};
  assign is_segment = draw.is_line || wire_edge;
  assign measures   = is_segment && draw.quad_lines && half_line_q == 2'd0;

  assign outline   = draw.wireframe && !draw.is_line && !draw.is_point;
  assign wire_edge = wire_q != 2'd0;
  assign wire_from = wire_q - 2'd1;
  assign wire_to   = wire_q == 2'd3 ? 2'd0 : wire_q;
  // Of a fan only the outer edges; of a clipped triangle those of the primitive.
  always_comb begin
    case (wire_q + 2'd1)
      2'd1:    wire_drawn = fan_q == 5'd1 && edge_q[0];
      2'd2:    wire_drawn = edge_q[fan];
      default: wire_drawn = !more_pieces && edge_q[fan_next];
    endcase
    if (!clipped_q) wire_drawn = 1'b1;
  end
  assign area_line_o   = is_segment && half_line_q == 2'd0;
  assign area_single_o = draw.is_point;

  // Without area a triangle shows its back (spec 15.11.1).
  always_comb begin
    front = negative_i == draw.front_ccw && !zero_i;
    if (draw.is_line || draw.is_point) front = 1'b1;
    if (wire_edge) front = front_q;
    cull  = front ? draw.cull == 2'd1 : draw.cull == 2'd2;
    if (draw.is_line || draw.is_point || wire_edge) cull = 1'b0;
  end
  assign drop  = nan_i || (zero_i && !(outline && !wire_edge)) || cull;
  assign words = {2'b0, draw.inputs, 2'b0} + 10'd4;
  assign used  = head_q - tail_q;
  assign room  = {1'b0, used} + {1'b0, words} < 11'(e11_regs_pkg::CFG_COEF_WORDS);
  assign more_pieces = clipped_q && !draw.is_line && fan_q + 5'd2 != size_q;

  assign map          = state_data[{input_q[1:0], 3'b0} +: 8];
  assign map_missing  = map[e11_regs_pkg::STATE_BLOCK_ATTR_MAP_MISSING_LSB];
  assign map_constant = map[e11_regs_pkg::STATE_BLOCK_ATTR_MAP_CONSTANT_LSB];
  assign map_reg      = 5'(map[5:0] - 6'd1);
  assign last_input   = input_q + 1'b1 == draw.inputs;

  logic interpolated, whole, take;
  assign interpolated = map_missing == map_constant;
  assign whole        = interpolated && !clipped_q;    // one program for all four components
  assign take         = start_valid_o && start_ready_i;

  // --------------------------------------------------------------- start channel
  always_comb begin
    start_valid_o     = 1'b0;
    start_o           = '0;
    start_o.alternate = clipped_q;
    start_o.id        = id_q;
    start_o.front     = tri_q.front;
    start_o.attr_word = word_q;
    start_o.coef_set  = 1'b1;
    start_o.coef      = head_q;
    start_o.base      = {pool('0), pool('0), pool('0), piece[2], piece[1], piece[0]};
    for (int unsigned i = 0; i < 3; i++) begin
      start_o.attr_row[i] = {wide_i ? map_reg : {half_q, map_reg[3:0]}, lane[i]};
    end
    // A line or edge that is whole has its ends' attributes, or the leading vertex's.
    if (is_segment && whole) begin
      for (int unsigned i = 0; i < 3; i++) start_o.attr_row[i][3:0] = lane[segment[i]];
    end
    // After AREA_WAIT vertices 1 and 2 are in clockwise order; a clipped
    // primitive's attributes keep theirs.
    if (negative_i && state_q inside {AREA, BIAS, WEIGHTS, ATTRIBUTE, WORDS}) begin
      start_o.base[B_V1] = piece[2];
      start_o.base[B_V2] = piece[1];
      if (!clipped_q) begin
        start_o.attr_row[1][3:0] = is_segment ? lane[segment[2]] : lane[2];
        start_o.attr_row[2][3:0] = is_segment ? lane[segment[1]] : lane[1];
      end
    end
    case (state_q)
      VERTEX: begin
        start_valid_o     = 1'b1;
        start_o.pc        = PC_VERTEX;
        start_o.alternate = 1'b0;
        for (int unsigned i = 0; i < 4; i++) start_o.base[i] = {1'b0, half_q, group_q[3:2], 2'(i)};
      end
      POINTS: begin
        start_valid_o = 1'b1;
        start_o.pc    = half_line_q == 2'd0 ? PC_POINTS : half_line_q[1] ? PC_LOWER : PC_UPPER;
      end
      CORNERS: begin
        start_valid_o = 1'b1;
        start_o.pc    = PC_CORNERS;
      end
      AREA: begin
        start_valid_o = 1'b1;
        start_o.pc    = PC_AREA;
      end
      BIAS: begin
        start_valid_o = 1'b1;
        start_o.pc    = PC_BIAS;
      end
      WEIGHTS: begin
        start_valid_o  = 1'b1;
        start_o.pc     = PC_WEIGHTS;
        start_o.screen = map_missing;
      end
      ATTRIBUTE: begin
        start_valid_o  = 1'b1;
        start_o.screen = map_missing && map_constant;
        start_o.coef   = head_q + 10'd4 + {2'b0, input_q, word_q};
        if (!interpolated) start_o.pc = map_missing ? PC_MISSING : PC_CONSTANT;
        else start_o.pc = clipped_q ? PC_CLIPPED : PC_ATTR;
      end
      WORDS: begin
        start_valid_o = 1'b1;
        start_o.pc    = PC_WORDS;
      end
      COPY: begin
        start_valid_o = 1'b1;
        start_o.pc    = PC_COPY;
        start_o.base  = {{1'b0, half_q, lane[2]}, {1'b0, half_q, lane[1]}, {1'b0, half_q, lane[0]},
                         pool(5'd2), pool(5'd1), pool(5'd0)};
      end
      DISTANCE: begin
        start_valid_o      = at_q != size_q;
        start_o.pc         = PC_DIST + {6'b0, plane_q};
        start_o.base[B_V0] = pool(polygon_q[at]);
      end
      NEAR, CROSS, PLACE: begin
        start_valid_o      = state_q != NEAR || pool_q != 5'(POOL);
        start_o.pc         = state_q == NEAR ? PC_NEAR : PC_CROSS;
        if (state_q == PLACE) begin
          start_o.pc = plane_q == 3'(PLANE_W) ? PC_PLACE_W : PC_PLACE + {6'b0, plane_q};
        end
        // From the nearer end, the inside one if they are as near.
        start_o.base[B_V0] = pool(at_inside == near_q ? polygon_q[at] : polygon_q[after]);
        start_o.base[B_V1] = pool(at_inside == near_q ? polygon_q[after] : polygon_q[at]);
        start_o.base[B_V2] = pool(pool_q);
      end
      EYE: begin
        start_valid_o      = 1'b1;
        start_o.pc         = draw.is_line ? PC_EYE_LINE : PC_EYE;
        start_o.base[B_V0] = pool(5'd3);
        start_o.base[B_V1] = pool(5'd4);
      end
      TRANSFORM, SCREEN: begin
        start_valid_o = 1'b1;
        start_o.pc    = state_q == TRANSFORM ? PC_VERTEX : PC_SCREEN;
        for (int unsigned i = 0; i < 4; i++) begin
          start_o.base[i] = group_q + 5'(i) < size_q ? pool(polygon_q[{group_q[3:2], 2'(i)}]) : ENTRY_DUMMY;
        end
        start_o.base[B_P1] = {1'b0, half_q, lane[1]};
        start_o.base[B_P2] = {1'b0, half_q, lane[2]};
      end
      default: ;
    endcase
  end

  // ------------------------------------------------------------- state machine
  logic decided;                       // AREA_WAIT: the piece is set up
  logic outlined;                      // AREA_WAIT: its edges will be
  logic last_half;                     // nothing more of the line will come
  assign outlined  = state_q == AREA_WAIT && area_valid_i && !drop && outline && !wire_edge;
  assign decided   = state_q == AREA_WAIT && area_valid_i && !drop && !outlined && !measures && room &&
                     !tri_wait_q && (!tri_valid_q || tri_ready_i);
  assign last_half = half_line_q != 2'd1;

  always_comb begin
    state_d    = state_q;
    input_d    = input_q;
    state_re   = 1'b0;
    state_word = '0;
    case (state_q)
      IDLE:
        if (full_i[half_q]) begin
          if (batch.vertices == '0) state_d = FREE;
          else if (loaded_q) state_d = VERTEX;
          else if (engine_idle_i) state_d = LOAD;
        end
      LOAD:      if (state_loaded) state_d = VERTEX;
      VERTEX:    if (take && group_q + 5'd4 >= batch.vertices) state_d = NEXT;
      NEXT:      state_d = number_q == batch.primitives ? FREE : LANES;
      LANES:     state_d = reject ? NEXT : (planes != '0 ? COPY : POINTS);
      POINTS:    if (take) state_d = AREA_WAIT;
      AREA_WAIT: begin
        if (area_valid_i && drop) begin
          state_d = !last_half ? POINTS : wire_edge ? EDGE : more_pieces ? FAN : NEXT;
        end else if (area_valid_i && measures) state_d = CORNERS;
        if (outlined) state_d = mode_o.bias ? AREA : EDGE;
        if (decided) begin
          state_d    = AREA;
          input_d    = '0;
          state_re   = 1'b1;
          state_word = 6'(e11_regs_pkg::STATE_BLOCK_ATTR_MAP);
        end
      end
      AREA:
        if (take) begin
          if (mode_o.bias && !wire_edge) state_d = BIAS;
          else if (draw.inputs == '0) state_d = WORDS;
          else state_d = clipped_q ? WEIGHTS : ATTRIBUTE;
        end
      BIAS:
        if (take) begin
          if (outline) state_d = EDGE;
          else if (draw.inputs == '0) state_d = WORDS;
          else state_d = clipped_q ? WEIGHTS : ATTRIBUTE;
        end
      WEIGHTS:   if (take) state_d = ATTRIBUTE;
      ATTRIBUTE:
        if (take && (whole || word_q == 2'd3)) begin
          input_d    = input_q + 1'b1;
          state_re   = input_d[1:0] == 2'd0;
          state_word = 6'(e11_regs_pkg::STATE_BLOCK_ATTR_MAP) + {2'b0, input_d[5:2]};
          if (last_input) state_d = WORDS;
          else if (clipped_q) state_d = WEIGHTS;
        end
      WORDS: begin
        if (take) state_d = !last_half ? POINTS : outline ? EDGE : more_pieces ? FAN : NEXT;
      end
      CORNERS: if (take) state_d = POINTS;
      EDGE: begin
        if (wire_q == 2'd3) state_d = more_pieces ? FAN : NEXT;
        else if (wire_drawn) state_d = POINTS;
      end
      COPY:      if (take) state_d = PLANE;
      PLANE:
        if (plane_q == 3'(CLIP_PLANES)) state_d = TRANSFORM;
        else if (planes_q[plane_q]) state_d = DISTANCE;
      DISTANCE:  if (at_q == size_q && answers_q == size_q) state_d = SCAN;
      SCAN: begin
        if (at_q == size_q) begin
          if (made_q < (draw.is_line ? 5'd2 : 5'd3)) state_d = NEXT;
          else state_d = plane_q == 3'(PLANE_W) ? EYE : PLANE;
        end else if (crosses) state_d = NEAR;
      end
      NEAR: begin
        if (pool_q == 5'(POOL)) state_d = NEXT;
        else if (take) state_d = NEAR_WAIT;
      end
      NEAR_WAIT: if (dist_valid_i) state_d = CROSS;
      CROSS:     if (take) state_d = PLACE;
      PLACE:     if (take) state_d = SCAN;
      EYE:       if (take) state_d = EYE_WAIT;
      EYE_WAIT:  if (dist_valid_i) state_d = dist_zero_i ? NEXT : PLANE;
      TRANSFORM: if (take) state_d = SCREEN;
      SCREEN:    if (take) state_d = group_q + 5'd4 >= size_q ? POINTS : TRANSFORM;
      FAN:       state_d = POINTS;
      FREE:      state_d = batch.last ? END_OF_DRAW : IDLE;
      default:   if (!tri_wait_q && (!tri_valid_q || tri_ready_i)) state_d = IDLE;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= IDLE;
      half_q   <= 1'b0;
      loaded_q <= 1'b0;
    end else begin
      state_q <= state_d;
      if (state_q == LOAD) loaded_q <= 1'b1;
      if (state_q == END_OF_DRAW) loaded_q <= 1'b0;
      if ((state_q == FREE || state_q == END_OF_DRAW) && state_d == IDLE) half_q <= !half_q;
    end
  end

  // The half is given back with its last primitive; the end of the draw needs it no more.
  e11_pkg::slot_t slot_q;
  assign free_o      = state_q == FREE;
  assign free_half_o = half_q;

  always_ff @(posedge clk_i) begin
    input_q <= input_d;
    case (state_q)
      IDLE: begin
        group_q  <= '0;
        number_q <= '0;
        slot_q   <= batch.slot;
      end
      VERTEX: if (take) group_q <= group_q + 5'd4;
      NEXT: begin
        number_q    <= number_q + 1'b1;
        wire_q      <= '0;
        half_line_q <= '0;
      end
      CORNERS: if (take) half_line_q <= 2'd1;
      WORDS:   if (take && half_line_q != 2'd0) half_line_q <= half_line_q + 2'd1;
      LANES: begin
        id_q      <= primitive_i.restart ? '0 : id_q + 1'b1;
        clipped_q <= planes != '0;
        planes_q  <= planes;
      end
      AREA_WAIT: begin
        word_q <= '0;
        if (outlined) front_q <= front;
        if (area_valid_i && drop && half_line_q != 2'd0) half_line_q <= half_line_q + 2'd1;
      end
      EDGE: begin
        wire_q      <= wire_q + 1'b1;
        half_line_q <= '0;
        if (wire_q == 2'd3) wire_q <= '0;
      end
      ATTRIBUTE: if (take && !whole) word_q <= word_q + 1'b1;
      COPY: begin
        polygon_q[2:0] <= {5'd2, 5'd1, 5'd0};
        edge_q[2:0]    <= '1;
        near_q         <= 1'b1;
        size_q         <= draw.is_line ? 5'd2 : 5'd3;
        pool_q         <= 5'd3;
        plane_q        <= '0;
        fan_q          <= 5'd1;
        group_q        <= '0;
        at_q           <= '0;
        answers_q      <= '0;
      end
      PLANE:
        if (!planes_q[plane_q]) plane_q <= plane_q + 1'b1;
      DISTANCE: begin
        if (take) at_q <= at_q + 1'b1;
        if (dist_valid_i) begin
          inside_q[answers_q[3:0]] <= dist_zero_i ? plane_q != 3'(PLANE_W) : !dist_negative_i;
          answers_q <= answers_q + 1'b1;
        end
        if (state_d == SCAN) at_q <= '0;
        made_q <= '0;
      end
      SCAN:
        if (at_q == size_q) begin
          polygon_q <= result_q;
          edge_q    <= edge_made_q;
          size_q    <= made_q;
          plane_q   <= plane_q + 1'b1;
          at_q      <= '0;
          answers_q <= '0;
        end else begin
          if (at_inside) begin
            result_q[made_q[3:0]]    <= polygon_q[at];
            edge_made_q[made_q[3:0]] <= edge_q[at];
            made_q <= made_q + 1'b1;
          end
          if (!crosses) at_q <= at_q + 1'b1;
        end
      NEAR_WAIT: near_q <= dist_negative_i || dist_zero_i;
      PLACE:
        if (take) begin
          result_q[made_q[3:0]]    <= pool_q;
          edge_made_q[made_q[3:0]] <= inside_q[after] && edge_q[at];
          near_q <= 1'b1;
          made_q <= made_q + 1'b1;
          pool_q <= pool_q + 1'b1;
          at_q   <= at_q + 1'b1;
        end
      SCREEN: if (take) group_q <= group_q + 5'd4;
      FAN:    fan_q <= fan_q + 1'b1;
      default: ;
    endcase
  end

  // ----------------------------------------------------------------- triangle
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tri_wait_q  <= 1'b0;
      tri_valid_q <= 1'b0;
      head_q      <= '0;
      tail_q      <= '0;
    end else begin
      if (tri_valid_q && tri_ready_i) tri_valid_q <= 1'b0;
      if (decided) tri_wait_q <= 1'b1;
      if (coef_last_i) begin
        tri_wait_q  <= 1'b0;
        tri_valid_q <= 1'b1;
      end
      if (state_q == END_OF_DRAW && state_d == IDLE) tri_valid_q <= 1'b1;
      if (state_q == WORDS && take) head_q <= head_q + words;
      if (coef_free_valid_i) tail_q <= coef_free_addr_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (decided) begin
      tri_q.kind        <= draw.is_point ? e11_pkg::TRI_POINT
                                      : area_line_o ? e11_pkg::TRI_LINE : e11_pkg::TRI_SOLID;
      tri_q.slot        <= slot_q;
      tri_q.front       <= front;
      tri_q.end_of_draw <= 1'b0;
      tri_q.v           <= points_i;
      tri_q.coef        <= head_q;
    end
    if (coef_last_i) begin
      tri_q.z0  <= coef_i[0];
      tri_q.dz1 <= coef_i[1];
      tri_q.dz2 <= coef_i[2];
    end
    if (state_q == END_OF_DRAW && state_d == IDLE) begin
      tri_q             <= '0;
      tri_q.slot        <= slot_q;
      tri_q.end_of_draw <= 1'b1;
      tri_q.coef        <= head_q;
    end
  end

  assign tri_valid_o      = tri_valid_q;
  assign tri_o            = tri_q;
  assign count_triangle_o = coef_last_i;
  assign area_clear_o     = state_q == POINTS && take;
  assign busy_o           = state_q != IDLE || tri_wait_q || tri_valid_q;

endmodule

`default_nettype wire
