// SPDX-License-Identifier: Apache-2.0
//
// Setup of a triangle, line or point: the box of pixels that may be covered, and
// the three edge functions at the first pixel centre of the box's first 8x8
// block, exact.
//
//   take triangle | 3 cycles: bounds | line: 2 cycles: ends | 4: box | 8 cycles: two products an
//   edge, through one multiplier: operands -> product -> difference, shifted into e[2] (so e[0]
//   is edge 0 at last)
//
// A line's vertices are start, end, start: edges 0 and 2 are the line there and
// back, moved outwards by half a pixel of the minor axis, and edge 1, which has no
// length, gives way to the distance along the line.
`default_nettype none

module e11_raster_setup
  import e11_pkg::*;
  import e11_raster_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        depth_i,       // of the slot that tri_i names
  // Of the slot of the triangle that was taken: rect_max or rect_min.
  output logic        rect_max_o,
  input  logic [31:0] rect_i,
  input  logic        tri_valid_i,
  output logic        tri_ready_o,
  input  tri_t        tri_i,
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output setup_t      out_o
);

  typedef enum logic [2:0] {IDLE, BOUNDS, ENDS, BOX, EDGES, DONE} state_e;
  state_e     state_q;
  logic [2:0] count_q;

  point_t [2:0] v_q;  // rotated: the edge at work goes from v_q[1] to v_q[2]
  setup_t       out_q;
  logic         is_line, is_point;
  assign is_line  = out_q.common.kind == TRI_LINE;
  assign is_point = out_q.common.kind == TRI_POINT;

  assign tri_ready_o = state_q == IDLE;
  assign out_valid_o = state_q == DONE;
  assign out_o       = out_q;

  // -------------------------------------------------------------------- box
  // A vertex a cycle, as the vertices rotate once around.
  logic signed [23:0] min_x_q, max_x_q, min_y_q, max_y_q;
  always_ff @(posedge clk_i) begin
    if (state_q == BOUNDS) begin
      if (count_q == 3'd0 || v_q[0].x < min_x_q) min_x_q <= v_q[0].x;
      if (count_q == 3'd0 || v_q[0].x > max_x_q) max_x_q <= v_q[0].x;
      if (count_q == 3'd0 || v_q[0].y < min_y_q) min_y_q <= v_q[0].y;
      if (count_q == 3'd0 || v_q[0].y > max_y_q) max_y_q <= v_q[0].y;
    end
  end

  // Lines. How many columns (rows, if y is the major axis) before or behind the one
  // that an end lies in is the last whose diamond the line has left there (spec 3.4.3).
  logic        x_major, forward;
  logic [23:0] extent_x, extent_y;
  logic [7:0]  u, v;                           // of the end at work, within its pixel
  logic [8:0]  distance;                       // from the centre, both axes together
  logic        diamond, beyond, corner;
  logic [1:0]  left;                           // two's complement
  logic [1:0][1:0] left_q;                     // of the start, of the end
  logic        x_major_q, forward_q;
  assign extent_x = max_x_q - min_x_q;
  assign extent_y = max_y_q - min_y_q;
  assign x_major  = extent_x >= extent_y;
  assign forward  = x_major ? v_q[0].x == min_x_q : v_q[0].y == min_y_q;  // if it has a length
  always_comb begin
    point_t at;
    at       = count_q[0] ? v_q[1] : v_q[0];
    u        = x_major ? at.x[7:0] : at.y[7:0];
    v        = x_major ? at.y[7:0] : at.x[7:0];
    distance = {1'b0, u[7] ? {1'b0, u[6:0]} : 8'h80 - u} +
               {1'b0, v[7] ? {1'b0, v[6:0]} : 8'h80 - v};
    // Of its border a diamond has the lower sides.
    diamond  = distance < 9'd128 ||
               (distance == 9'd128 && (x_major ? v > 8'h80 : u > 8'h80));
    beyond   = (forward ? u > 8'h80 : u < 8'h80) && !diamond;
    corner   = !x_major && forward && u == 8'h00 && v == 8'h80;
    if (forward) left = corner ? 2'b10 : (beyond ? 2'b00 : 2'b11);
    else left = beyond ? 2'b00 : 2'b01;
  end
  always_ff @(posedge clk_i) begin
    if (state_q == ENDS) begin
      left_q    <= {left_q[0], left};
      x_major_q <= x_major;
      forward_q <= forward;
    end
  end

  // First and last pixel between the 16.8 bounds, to which something is added, and between
  // rect_min and rect_max - 1: x0, x1, y0, y1, one a cycle. Triangles: centres within the
  // bounds. A line or point has its centre up to half a pixel beyond the pixel's, or on its
  // lower or right border.
  logic               high, along_y;
  logic        [1:0]  columns;
  logic signed [9:0]  offset;
  logic signed [23:0] bound;
  logic        [15:0] limit;
  logic        [7:0]  unused_fraction;
  logic signed [16:0] pixel, rect, value_box, low_q;
  logic               none, empty;
  assign high    = count_q[0];
  assign along_y = count_q[1];
  assign bound   = along_y ? (high ? max_y_q : min_y_q) : (high ? max_x_q : min_x_q);
  assign limit   = along_y ? rect_i[31:16] : rect_i[15:0];
  assign rect_max_o = high;
  always_comb begin
    // left_q[1] is that of the start, left_q[0] of the end.
    if (high) columns = forward_q ? left_q[0] : left_q[1] - 2'd1;
    else columns = forward_q ? left_q[1] + 2'd1 : left_q[0];
    offset = high ? -10'sd128 : 10'sd127;
    if (is_line || is_point) offset = is_line && x_major_q != along_y ? {columns, 8'h00} : -10'sd1;
  end
  assign {pixel, unused_fraction} = 25'(bound) + 25'(offset);
  assign rect      = $signed({1'b0, limit}) - $signed({16'b0, high});
  assign value_box = (pixel < rect) == high ? pixel : rect;
  assign none      = low_q > value_box;
  assign empty     = out_q.empty || none;   // at y1
  always_ff @(posedge clk_i) begin
    low_q <= value_box;
  end

  // ------------------------------------------------------------------- edges
  // Even counts: (b.x - a.x) (p.y - a.y); odd counts: (a.y - b.y) (a.x - p.x).
  // Along a line (edge 1): (b.y - a.y) (p.y - a.y); (b.x - a.x) (a.x - p.x).
  logic               odd, along;
  logic signed [23:0] from, to;
  logic signed [24:0] centre, ahead, behind;
  logic               shifted, up;
  logic        [11:0] block;
  assign odd   = count_q[0];
  assign along = is_line && count_q[2:1] == 2'd1;
  assign from  = along ? (odd ? v_q[1].x : v_q[1].y) : (odd ? v_q[2].y : v_q[1].x);
  assign to    = along ? (odd ? v_q[0].x : v_q[0].y) : (odd ? v_q[1].y : v_q[2].x);
  assign block = odd ? out_q.box.x0[PIX_W-1:3] : out_q.box.y0[PIX_W-1:3];
  // Edges 0 (from end to start) and 2 (from start to end) of a line: E + 128 |extent of the
  // line along its axis| is E at a point half a pixel further along the other axis.
  assign shifted = is_line && !along && odd != x_major_q;
  assign up      = count_q[2] ^ forward_q ^ !odd;
  assign centre  = $signed({2'b00, block, 2'b00, shifted && up, !shifted, 7'h00});
  assign ahead   = odd ? 25'($signed(v_q[1].x)) : centre;
  assign behind  = odd ? centre : 25'($signed(v_q[1].y));

  logic signed [24:0] a_q, a1_q, a2_q, b_q;
  logic signed [49:0] product_q, product1_q;
  always_ff @(posedge clk_i) begin
    if (state_q == EDGES) begin
      a_q        <= 25'(to) - 25'(from);
      b_q        <= ahead - behind;
      a1_q       <= a_q;
      a2_q       <= a1_q;
      product_q  <= a_q * b_q;
      product1_q <= product_q;
    end
  end

  // An edge is complete at counts 3, 5, 7: product1_q and a2_q are those of the
  // even count, product_q and a1_q of the odd one.
  logic signed [24:0]    dx, rise;
  logic                  exclude, is_along;
  logic signed [E_W-1:0] value;   // E, less one if a centre on the edge is outside
  logic                  unused_borrow;
  logic        [24:0]    growth;  // below 2^25
  edge_t                 edge_new;
  logic                  dec;
  assign dx       = a2_q;
  assign rise     = a1_q;
  assign is_along = is_line && count_q == 3'd5;  // the edge that is complete
  // A line's diamonds have their lower and their right corners.
  always_comb begin
    exclude = !(rise > 0 || (rise == 0 && dx > 0));
    if (is_line) exclude = !is_along && (x_major_q ? dx < 0 : rise < 0);
  end
  assign {value, unused_borrow} = {E_W'(product1_q), 1'b0} - {E_W'(product_q), exclude};
  assign dec     = exclude && value[7:0] == 8'hff;
  assign growth  = {1'b0, rise[24] ? 24'h0 : rise[23:0]} + {1'b0, dx[24] ? 24'h0 : dx[23:0]};
  always_comb begin
    edge_new.sx  = rise;
    edge_new.sy  = dx;
    edge_new.q   = $signed(value[E_W-1:8]);
    edge_new.back = 28'(dx) - (28'(rise) + $signed({{2{rise[24]}}, rise, 1'b0}));
    edge_new.off = {growth, 3'b000} - {3'b000, growth};
  end

  // ----------------------------------------------------------------- control
  logic shift_in;
  assign shift_in = state_q == EDGES && odd && count_q != 3'd1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      count_q <= '0;
    end else begin
      unique case (state_q)
        IDLE:   if (tri_valid_i) state_q <= tri_i.end_of_draw ? DONE : BOUNDS;
        BOUNDS: if (count_q == 3'd2) state_q <= is_line ? ENDS : BOX;
        ENDS:   if (count_q == 3'd1) state_q <= BOX;
        BOX:    if (count_q == 3'd3) state_q <= empty ? DONE : EDGES;
        EDGES:  if (count_q == 3'd7) state_q <= DONE;
        DONE:   if (out_ready_i) state_q <= IDLE;
        default: state_q <= IDLE;
      endcase
      count_q <= '0;
      if (state_q == EDGES || (state_q == BOUNDS && count_q != 3'd2) ||
          (state_q == ENDS && count_q == '0) || (state_q == BOX && count_q != 3'd3)) begin
        count_q <= count_q + 3'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (tri_ready_o && tri_valid_i) begin
      v_q                      <= tri_i.v;
      out_q.common.kind        <= tri_i.kind;
      out_q.common.slot        <= tri_i.slot;
      out_q.common.front       <= tri_i.front;
      out_q.common.depth       <= depth_i;
      out_q.common.end_of_draw <= tri_i.end_of_draw;
      out_q.common.coef        <= tri_i.coef;
      out_q.common.z           <= {tri_i.dz2, tri_i.dz1, tri_i.z0};
    end
    if (state_q == BOX) begin
      unique case (count_q[1:0])
        2'd0: out_q.box.x0 <= value_box[PIX_W-1:0];
        2'd1: begin
          out_q.box.x1 <= value_box[PIX_W-1:0];
          out_q.empty  <= none;
        end
        2'd2: out_q.box.y0 <= value_box[PIX_W-1:0];
        default: begin
          out_q.box.y1 <= value_box[PIX_W-1:0];
          out_q.empty  <= empty;
        end
      endcase
    end
    if (state_q == BOUNDS || (state_q == EDGES && odd)) v_q <= {v_q[0], v_q[2], v_q[1]};
    if (shift_in) begin
      out_q.e          <= {edge_new, out_q.e[2:1]};
      out_q.common.c   <= {value[7:0] + {7'h00, exclude}, out_q.common.c[1]};
      out_q.common.dec <= {dec, out_q.common.dec[1]};
    end
  end

endmodule

`default_nettype wire
