// SPDX-License-Identifier: Apache-2.0
//
// Walks a triangle, line or point: 8x8 blocks row by row, and in each block that an edge does
// not rule out its 16 quads, one a cycle. Covered quads leave, in that order.
// Block walk and quad walk overlap: the next block waits, tested, behind the
// quads of the one before.
//
//   setup -> [block: q, row q] -test-> [quad: q] -coverage of 4 pixels-> out
`default_nettype none

module e11_raster_walk
  import e11_pkg::*;
  import e11_raster_pkg::*;
(
  input  logic   clk_i,
  input  logic   rst_ni,
  input  logic   in_valid_i,
  output logic   in_ready_o,
  input  setup_t in_i,
  output logic   out_valid_o,
  input  logic   out_ready_i,
  output walk_t  out_o
);

  localparam int unsigned NEAR_W = OFF_W + 2;

  logic    tri_q;      // a triangle (or marker) is here
  logic    blocks_q;   // blocks are left
  logic    quads_q;    // quads of a block are left
  logic    sent_q;     // a quad of the triangle has left
  common_t common_q;
  box_t    box_q;
  logic signed [2:0][24:0] sx_q, sy_q;
  logic signed [2:0][27:0] back_q;
  logic        [2:0][OFF_W-1:0] off_q;

  // ------------------------------------------------------------------ blocks
  logic signed [2:0][Q_W-1:0] bq_q, brow_q;
  logic [BLK_W-1:0]           bx_q, by_q;
  logic [2:0]                 miss;
  logic                       row_end, last_row, block_take, block_step;
  // Edges that bound the primitive: all of a triangle, the sides of a line. Within a
  // block q grows by less than 2^28 (off): q + off < 0 needs few bits.
  logic [2:0] bounds;
  assign bounds = common_q.kind == TRI_SOLID ? 3'b111 : common_q.kind == TRI_LINE ? 3'b101 : 3'b000;
  always_comb begin
    for (int i = 0; i < 3; i++) begin
      logic [OFF_W:0] sum;
      sum     = {1'b0, off_q[i]} + {1'b0, bq_q[i][OFF_W-1:0]};
      miss[i] = bounds[i] && bq_q[i][Q_W-1] && !(&bq_q[i][Q_W-1:OFF_W] && sum[OFF_W]);
    end
  end
  assign row_end    = bx_q == box_q.x1[PIX_W-1:3];
  assign last_row   = by_q == box_q.y1[PIX_W-1:3];
  assign block_step = blocks_q && (|miss || block_take);

  // ------------------------------------------------------------------- quads
  logic signed [2:0][Q_W-1:0] qq_q;
  logic [BLK_W-1:0]           qbx_q, qby_q;
  logic [3:0]                 qn_q;  // y, x within the block
  logic [2:0]                 sure_q;  // the whole block is inside the edge
  logic                       left_q, right_q, upper_q, lower_q;  // it is at the box's border
  logic [PIX_W-2:0]           qx, qy;  // in quads
  logic [3:0]                 cov;
  logic                       quad_step, quad_last;
  assign qx = {qbx_q, qn_q[1:0]};
  assign qy = {qby_q, qn_q[3:2]};

  always_comb begin
    logic [1:0] in_x, in_y;
    for (int i = 0; i < 2; i++) begin
      // The box, which only blocks at its border can leave.
      in_x[i] = !(left_q && {qn_q[1:0], i[0]} < box_q.x0[2:0]) &&
                !(right_q && {qn_q[1:0], i[0]} > box_q.x1[2:0]);
      in_y[i] = !(upper_q && {qn_q[3:2], i[0]} < box_q.y0[2:0]) &&
                !(lower_q && {qn_q[3:2], i[0]} > box_q.y1[2:0]);
    end
    cov = {in_x & {2{in_y[1]}}, in_x & {2{in_y[0]}}};
    // In a block that is neither in nor out as a whole, q has few bits.
    for (int i = 0; i < 3; i++) begin
      logic signed [NEAR_W-1:0] here, right, below, both;
      here  = qq_q[i][NEAR_W-1:0];
      right = here + NEAR_W'($signed(sx_q[i]));
      below = here + NEAR_W'($signed(sy_q[i]));
      both  = below + NEAR_W'($signed(sx_q[i]));
      if (!sure_q[i]) begin
        cov = cov & ~{both[NEAR_W-1], below[NEAR_W-1], right[NEAR_W-1], here[NEAR_W-1]};
      end
    end
  end
  assign quad_step  = quads_q && (cov == '0 || out_ready_i);
  assign quad_last  = quad_step && qn_q == 4'd15;
  assign block_take = blocks_q && !(|miss) && (!quads_q || quad_last);

  // ------------------------------------------------------------------ output
  // Without quads a triangle sends one without coverage; so does a marker.
  logic finished, marker;
  assign finished    = tri_q && !blocks_q && !quads_q;
  assign marker      = finished && !sent_q;
  assign out_valid_o = (quads_q && cov != '0) || marker;
  always_comb begin
    out_o        = '0;
    out_o.common = common_q;
    out_o.first  = !sent_q;
    out_o.x      = qx;
    out_o.y      = qy;
    out_o.cov    = quads_q ? cov : 4'h0;
    out_o.q      = qq_q[2:1];
    out_o.sx     = sx_q[2:1];
    out_o.sy     = sy_q[2:1];
  end
  assign in_ready_o = !tri_q || (finished && (sent_q || out_ready_i));

  // ----------------------------------------------------------------- control
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tri_q    <= 1'b0;
      blocks_q <= 1'b0;
      quads_q  <= 1'b0;
      sent_q   <= 1'b0;
    end else begin
      if (in_ready_o) begin
        tri_q    <= in_valid_i;
        blocks_q <= in_valid_i && !in_i.common.end_of_draw && !in_i.empty;
        sent_q   <= 1'b0;
      end else begin
        if (out_valid_o && out_ready_i) sent_q <= 1'b1;
        if (block_step && row_end && last_row) blocks_q <= 1'b0;
        if (block_take) quads_q <= 1'b1;
        else if (quad_last) quads_q <= 1'b0;
      end
    end
  end

  // The next block's q: from the first of the row below's, or from the block before.
  logic                       load;
  logic signed [2:0][Q_W-1:0] bq;
  assign load = in_ready_o && in_valid_i;
  always_comb begin
    for (int i = 0; i < 3; i++) begin
      logic signed [Q_W-1:0] from;
      logic signed [24:0]    step;
      from  = row_end ? brow_q[i] : bq_q[i];
      step  = row_end ? sy_q[i] : sx_q[i];
      bq[i] = load ? in_i.e[i].q : from + Q_W'($signed({step, 3'b000}));
    end
  end

  always_ff @(posedge clk_i) begin
    if (load || block_step) bq_q <= bq;
    if (load || (block_step && row_end)) brow_q <= bq;
    if (load) begin
      common_q <= in_i.common;
      box_q    <= in_i.box;
      bx_q     <= in_i.box.x0[PIX_W-1:3];
      by_q     <= in_i.box.y0[PIX_W-1:3];
      for (int i = 0; i < 3; i++) begin
        sx_q[i]   <= in_i.e[i].sx;
        sy_q[i]   <= in_i.e[i].sy;
        off_q[i]  <= in_i.e[i].off;
        back_q[i] <= in_i.e[i].back;
      end
    end else if (block_step) begin
      bx_q <= row_end ? box_q.x0[PIX_W-1:3] : bx_q + 1'b1;
      if (row_end) by_q <= by_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (block_take) begin
      qbx_q  <= bx_q;
      qby_q  <= by_q;
      qn_q   <= '0;
      qq_q   <= bq_q;
      left_q  <= bx_q == box_q.x0[PIX_W-1:3];
      right_q <= row_end;
      upper_q <= by_q == box_q.y0[PIX_W-1:3];
      lower_q <= last_row;
      for (int i = 0; i < 3; i++) begin
        sure_q[i] <= !bounds[i] || (!bq_q[i][Q_W-1] && |bq_q[i][Q_W-2:OFF_W]);
      end
    end else if (quad_step) begin
      qn_q <= qn_q + 4'd1;
      for (int i = 0; i < 3; i++) begin
        logic signed [27:0] step;
        step    = qn_q[1:0] == 2'd3 ? $signed(back_q[i]) : 28'($signed(sx_q[i]));
        qq_q[i] <= $signed(qq_q[i]) + Q_W'($signed({step, 1'b0}));
      end
    end
  end

endmodule

`default_nettype wire
