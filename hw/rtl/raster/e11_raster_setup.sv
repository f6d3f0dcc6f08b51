// SPDX-License-Identifier: Apache-2.0
//
// Triangle setup: the box of pixels that may be covered, and the three edge
// functions at the first pixel centre of the box's first 8x8 block, exact.
//
//   take triangle | 3 cycles: bounds | box | 8 cycles: two products an edge, through one
//   multiplier: operands -> product -> difference, shifted into e[2] (so e[0] is edge 0 at last)
`default_nettype none

module e11_raster_setup
  import e11_pkg::*;
  import e11_raster_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  // Of the slot that tri_i names.
  input  logic [31:0] rect_min_i,
  input  logic [31:0] rect_max_i,
  input  logic        depth_i,
  input  logic        tri_valid_i,
  output logic        tri_ready_o,
  input  tri_t        tri_i,
  output logic        out_valid_o,
  input  logic        out_ready_i,
  output setup_t      out_o
);

  typedef enum logic [2:0] {IDLE, BOUNDS, BOX, EDGES, DONE} state_e;
  state_e     state_q;
  logic [2:0] count_q;

  point_t [2:0] v_q;  // rotated: the edge at work goes from v_q[1] to v_q[2]
  setup_t       out_q;

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

  // First and last pixel with its centre between two 16.8 bounds and between
  // rect_min and rect_max - 1.
  function automatic logic signed [17:0] first_pixel(logic signed [23:0] bound,
                                                     logic [15:0] limit);
    logic signed [24:0] up;
    logic signed [17:0] pixel, rect;
    up    = 25'(bound) + 25'sd127;
    pixel = 18'(up >>> 8);
    rect  = $signed({2'b00, limit});
    return pixel > rect ? pixel : rect;
  endfunction

  function automatic logic signed [17:0] last_pixel(logic signed [23:0] bound,
                                                    logic [15:0] limit);
    logic signed [24:0] down;
    logic signed [17:0] pixel, rect;
    down  = 25'(bound) - 25'sd128;
    pixel = 18'(down >>> 8);
    rect  = $signed({2'b00, limit}) - 18'sd1;
    return pixel < rect ? pixel : rect;
  endfunction

  logic signed [17:0] x0, x1, y0, y1;
  logic               empty;
  assign x0    = first_pixel(min_x_q, rect_min_i[15:0]);
  assign y0    = first_pixel(min_y_q, rect_min_i[31:16]);
  assign x1    = last_pixel(max_x_q, rect_max_i[15:0]);
  assign y1    = last_pixel(max_y_q, rect_max_i[31:16]);
  assign empty = x0 > x1 || y0 > y1;

  // ------------------------------------------------------------------- edges
  // Even counts: (b.x - a.x) (p.y - a.y); odd counts: (b.y - a.y) (p.x - a.x).
  logic               odd;
  logic signed [23:0] from, to, away;
  logic signed [24:0] centre;
  assign odd    = count_q[0];
  assign from   = odd ? v_q[1].y : v_q[1].x;
  assign to     = odd ? v_q[2].y : v_q[2].x;
  assign away   = odd ? v_q[1].x : v_q[1].y;
  assign centre = $signed({2'b00, odd ? out_q.box.x0[PIX_W-1:3] : out_q.box.y0[PIX_W-1:3],
                           3'b000, 8'h80});

  logic signed [24:0] a_q, a1_q, a2_q, b_q;
  logic signed [49:0] product_q, product1_q;
  always_ff @(posedge clk_i) begin
    if (state_q == EDGES) begin
      a_q        <= 25'(to) - 25'(from);
      b_q        <= centre - 25'(away);
      a1_q       <= a_q;
      a2_q       <= a1_q;
      product_q  <= a_q * b_q;
      product1_q <= product_q;
    end
  end

  // An edge is complete at counts 3, 5, 7: product1_q and a2_q are those of the
  // even count, product_q and a1_q of the odd one.
  logic signed [24:0]    dx, dy, rise;
  logic                  exclude;
  logic signed [E_W-1:0] value;
  logic        [24:0]    growth;  // below 2^25
  edge_t                 edge_new;
  logic                  dec;
  assign dx      = a2_q;
  assign dy      = a1_q;
  assign rise    = -dy;
  assign exclude = !(dy < 0 || (dy == 0 && dx > 0));
  assign value   = E_W'(product1_q) - E_W'(product_q);
  assign dec     = exclude && value[7:0] == 8'h00;
  assign growth  = {1'b0, rise[24] ? 24'h0 : rise[23:0]} + {1'b0, dx[24] ? 24'h0 : dx[23:0]};
  always_comb begin
    edge_new.sx  = rise;
    edge_new.sy  = dx;
    // (E - exclude) >> 8
    edge_new.q   = $signed(value[E_W-1:8]) - $signed({{(Q_W - 1){1'b0}}, dec});
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
        BOUNDS: if (count_q == 3'd2) state_q <= BOX;
        BOX:    state_q <= empty ? DONE : EDGES;
        EDGES:  if (count_q == 3'd7) state_q <= DONE;
        DONE:   if (out_ready_i) state_q <= IDLE;
        default: state_q <= IDLE;
      endcase
      count_q <= state_q == BOUNDS || state_q == EDGES ? count_q + 3'd1 : 3'd0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (tri_ready_o && tri_valid_i) begin
      v_q                      <= tri_i.v;
      out_q.common.slot        <= tri_i.slot;
      out_q.common.front       <= tri_i.front;
      out_q.common.depth       <= depth_i;
      out_q.common.end_of_draw <= tri_i.end_of_draw;
      out_q.common.coef        <= tri_i.coef;
      out_q.common.z           <= {tri_i.dz2, tri_i.dz1, tri_i.z0};
    end
    if (state_q == BOX) begin
      out_q.empty <= empty;
      out_q.box   <= '{x0: x0[PIX_W-1:0], x1: x1[PIX_W-1:0], y0: y0[PIX_W-1:0],
                       y1: y1[PIX_W-1:0]};
    end
    if (state_q == BOUNDS || (state_q == EDGES && odd)) v_q <= {v_q[0], v_q[2], v_q[1]};
    if (shift_in) begin
      out_q.e          <= {edge_new, out_q.e[2:1]};
      out_q.common.c   <= {value[7:0], out_q.common.c[1]};
      out_q.common.dec <= {dec, out_q.common.dec[1]};
    end
  end

endmodule

`default_nettype wire
