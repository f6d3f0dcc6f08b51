// SPDX-License-Identifier: Apache-2.0
//
// Float part of the rasteriser: E1, E2 and z of a quad's four pixels. A pixel a
// cycle, or every second cycle if it needs z, because its two products share a
// multiplier and its two sums an adder. A quad without coverage passes as one
// beat. The whole pipeline stands still while the finished quad at its end is
// not taken.
//
//   quad -> next pixel's q | from_int 3 | mul 3 | add 4 | 1 | add 4 | quad assembled
//   stage:  0               1..3         ..6     ..10    11  ..15
//   A pixel with z is at stage 0 in phase 0 (phases alternate): the first product
//   starts in phase 1, the second in phase 0, the first sum in phase 0, the second
//   in phase 1. e1, e2 wait for z in a ring memory.
`default_nettype none

module e11_raster_pixels
  import e11_pkg::*;
  import e11_fp_pkg::*;
  import e11_raster_pkg::*;
(
  input  logic  clk_i,
  input  logic  rst_ni,
  input  logic  in_valid_i,
  output logic  in_ready_o,
  input  walk_t in_i,
  output logic  out_valid_o,
  input  logic  out_ready_i,
  output quad_t out_o,
  output logic  busy_o
);

  localparam int unsigned E_AT    = FROM_INT_LAT;        // stage with e1, e2
  localparam int unsigned Z0_AT   = E_AT + MUL_LAT;      // first sum starts
  localparam int unsigned SUM2_AT = Z0_AT + ADD_LAT + 1; // second sum starts
  localparam int unsigned END_AT  = SUM2_AT + ADD_LAT;
  localparam int unsigned TRI_W   = 4;                   // number of a triangle in the pipeline

  logic advance, stall, phase_q, meta_ready;
  logic here_q, here_last_q, slow_q;  // the pixel at work; it takes two cycles
  logic [END_AT:1] valid_q, last_q;
  assign stall   = out_valid_o && !out_ready_i;
  assign busy_o  = here_q || |valid_q;
  assign advance = !stall && (in_valid_i || busy_o);

  // --------------------------------------------- 0: the four pixels of a quad
  // q of pixels 0..3 by the steps sx, sy - sx, sx.
  logic signed [1:0][24:0]    sx_q, sy_q;
  logic [1:0][7:0]            c_q;
  logic [1:0]                 pixel_q;
  logic signed [1:0][Q_W-1:0] q_q, q;
  logic                       take, four;
  logic [TRI_W-1:0]           tri_q;     // triangle of the pixel at work
  logic                       leave;     // the pixel at work is done with stage 0
  assign leave      = !slow_q || phase_q;
  assign four       = in_i.cov != '0;
  assign in_ready_o = !stall && (!here_q || (here_last_q && leave)) &&
                      (!four || !in_i.common.depth || phase_q) && meta_ready;
  assign take       = in_valid_i && in_ready_o;

  always_ff @(posedge clk_i) begin
    if (take) begin
      sx_q    <= in_i.sx;
      sy_q    <= in_i.sy;
      c_q     <= in_i.common.c;
      pixel_q <= '0;
      if (in_i.common.kind != TRI_SOLID) begin  // E2 is 0
        sx_q[1] <= '0;
        sy_q[1] <= '0;
        c_q[1]  <= '0;
      end
    end else if (advance && leave) begin
      pixel_q <= pixel_q + 2'd1;
    end
    if (take || (advance && leave)) q_q <= q;
    if (take && in_i.common.kind != TRI_SOLID) q_q[1] <= '0;
  end
  // One adder for both: a quad's first q, and a step to the next pixel.
  always_comb begin
    for (int i = 0; i < 2; i++) begin
      logic signed [Q_W-1:0] from;
      logic signed [25:0]    step;
      from = $signed(take ? in_i.q[i] : q_q[i]);
      step = 26'($signed(sx_q[i]));
      if (pixel_q == 2'd1) step = 26'($signed(sy_q[i])) - 26'($signed(sx_q[i]));
      if (take) step = {25'h0, in_i.common.dec[i]};
      q[i] = from + Q_W'(step);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q     <= '0;
      last_q      <= '0;
      tri_q       <= '0;
      phase_q     <= 1'b0;
      here_q      <= 1'b0;
      here_last_q <= 1'b0;
      slow_q      <= 1'b0;
    end else if (advance) begin
      phase_q <= !phase_q;
      valid_q <= {valid_q[END_AT-1:1], here_q && (!slow_q || !phase_q)};
      last_q  <= {last_q[END_AT-1:1], here_last_q};
      if (take) begin
        here_q      <= 1'b1;
        here_last_q <= !four;
        slow_q      <= four && in_i.common.depth;
      end else if (leave) begin
        here_q      <= here_q && !here_last_q;
        here_last_q <= pixel_q == 2'd2;
      end
      if (take && four && in_i.first) tri_q <= tri_q + 1'b1;
    end
  end

  // z0, dz1, dz2 of the triangles in the pipeline, by number.
  logic [TRI_W-1:0] tri_at_q [Z0_AT];
  logic [TRI_W-1:0] tri_next;
  logic [31:0]      z0, dz1, dz2;
  // Phase 1: first product, of stage E_AT. Phase 0: second product, a stage on.
  assign tri_next = tri_q + {{(TRI_W - 1){1'b0}}, in_i.first};
  always_ff @(posedge clk_i) begin
    if (advance) begin
      tri_at_q[0] <= tri_q;
      for (int i = 1; i < Z0_AT; i++) tri_at_q[i] <= tri_at_q[i-1];
    end
  end
  e11_regfile_1r1w #(.W(64), .DEPTH(2**TRI_W)) u_dz (
    .clk_i, .we_i(take && four), .waddr_i(tri_next), .wdata_i(in_i.common.z[2:1]),
    .raddr_i(phase_q ? tri_at_q[E_AT-1] : tri_at_q[E_AT]), .rdata_o({dz2, dz1}));
  e11_regfile_1r1w #(.W(32), .DEPTH(2**TRI_W)) u_z0 (
    .clk_i, .we_i(take && four), .waddr_i(tri_next), .wdata_i(in_i.common.z[0]),
    .raddr_i(tri_at_q[Z0_AT-1]), .rdata_o(z0));

  // -------------------------------------------------------------- float units
  logic [1:0][31:0] e;
  logic [31:0]      e2_q, product, sum_q, z;
  logic [31:0]      product_q [ADD_LAT];
  for (genvar i = 0; i < 2; i++) begin : gen_e
    e11_fp_from_int #(.W(E_W)) u_from_int (
      .clk_i, .en_i(advance), .a_i($signed({q_q[i], c_q[i]})), .y_o(e[i]));
  end
  e11_fp_mul u_mul (
    .clk_i, .en_i(advance), .a_i(phase_q ? e[0] : e2_q), .b_i(phase_q ? dz1 : dz2), .y_o(product));
  e11_fp_add u_add (
    .clk_i, .en_i(advance), .a_i(phase_q ? sum_q : z0),
    .b_i(phase_q ? product_q[ADD_LAT-1] : product), .y_o(z));
  always_ff @(posedge clk_i) begin
    if (advance) begin
      e2_q         <= e[1];
      sum_q        <= z;
      product_q[0] <= product;
      for (int i = 1; i < ADD_LAT; i++) product_q[i] <= product_q[i-1];
    end
  end

  // e1, e2 again at the end: a ring as a delay line of END_AT - E_AT stages.
  logic [3:0]       ring_q;
  logic [1:0][31:0] e_end;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ring_q <= '0;
    else if (advance) ring_q <= ring_q + 4'd1;
  end
  e11_regfile_1r1w #(.W(64), .DEPTH(16)) u_delay (
    .clk_i, .we_i(advance), .waddr_i(ring_q), .wdata_i(e),
    .raddr_i(ring_q - 4'(END_AT - E_AT)), .rdata_o(e_end));

  // --------------------------------------------------------------- end: quads
  typedef struct packed {
    slot_t             slot;
    logic              front;
    logic              depth;
    logic              end_of_draw;
    logic [COEF_W-1:0] coef;
    logic [PIX_W-2:0]  x;
    logic [PIX_W-2:0]  y;
    logic [3:0]        cov;
  } meta_t;
  meta_t meta_in, meta;
  always_comb begin
    meta_in.slot        = in_i.common.slot;
    meta_in.front       = in_i.common.front;
    meta_in.depth       = in_i.common.depth;
    meta_in.end_of_draw = in_i.common.end_of_draw;
    meta_in.coef        = in_i.common.coef;
    meta_in.x           = in_i.x;
    meta_in.y           = in_i.y;
    meta_in.cov         = in_i.cov;
  end
  // Full only if there is a marker in every stage.
  logic       meta_valid;
  logic [4:0] meta_level;
  e11_fifo #(.W($bits(meta_t)), .DEPTH(16)) u_meta (
    .clk_i, .rst_ni, .in_valid_i(take), .in_ready_o(meta_ready), .in_i(meta_in),
    .out_valid_o(meta_valid), .out_ready_i(out_valid_o && out_ready_i), .out_o(meta),
    .level_o(meta_level));

  logic [31:0]      z_end;
  logic [2:0][31:0] q1_q, q2_q, z_q;  // pixels 0..2, newest highest
  assign z_end = meta.depth ? z : 32'h0;  // the head is the quad of all four beats
  always_ff @(posedge clk_i) begin
    if (advance && valid_q[END_AT]) begin
      q1_q <= {e_end[0], q1_q[2:1]};
      q2_q <= {e_end[1], q2_q[2:1]};
      z_q  <= {z_end, z_q[2:1]};
    end
  end

  assign out_valid_o = valid_q[END_AT] && last_q[END_AT];
  always_comb begin
    out_o             = '0;
    out_o.slot        = meta.slot;
    out_o.end_of_draw = meta.end_of_draw;
    out_o.front       = meta.front;
    out_o.coef        = meta.coef;
    // Without coverage the rest means nothing.
    out_o.x           = {meta.x, 1'b0};
    out_o.y           = {meta.y, 1'b0};
    out_o.e1          = {e_end[0], q1_q};
    out_o.e2          = {e_end[1], q2_q};
    out_o.z           = {z_end, z_q};
    for (int i = 0; i < 4; i++) out_o.cov[i] = {7'h0, meta.cov[i]};
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
    end else begin
      assert (!take || meta_ready) else $error("quad descriptions overflow");
      assert (!out_valid_o || meta_valid) else $error("quad without description");
      assert (meta_level <= 5'd16);
    end
  end
`endif

endmodule

`default_nettype wire
