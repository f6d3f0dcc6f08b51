// SPDX-License-Identifier: Apache-2.0
//
// Rasteriser: triangles to covered quads with barycentrics and depth
// (docs/hw/raster.md). Ports: docs/hw/interfaces.md.
//
//   tri -> setup -> walk -> pixels -> quad
`default_nettype none

module e11_raster
  import e11_pkg::*;
  import e11_raster_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       state_wr_valid_i,
  input  state_wr_t  state_wr_i,
  input  logic       tri_valid_i,
  output logic       tri_ready_o,
  input  tri_t       tri_i,
  output logic       quad_valid_o,
  input  logic       quad_ready_i,
  output quad_t      quad_o,
  output logic       busy_o,
  // What performance counters add in this cycle.
  output logic       cnt_quads_o,
  output logic [2:0] cnt_pixels_covered_o
);

  // ------------------------------------------------------- state of all slots
  // All words of a slot are written before its first triangle comes.
  logic [31:0] rect;
  logic        rect_max, rect_wr_max;
  logic [STATE_SLOTS-1:0] depth_q;
  slot_t slot_q;
  // rect_min and rect_max: setup looks at one in a cycle.
  assign rect_wr_max = state_wr_i.word == 6'(e11_regs_pkg::STATE_BLOCK_RECT_MAX);
  e11_regfile_1r1w #(.W(32), .DEPTH(2 * STATE_SLOTS)) u_rect (
    .clk_i,
    .we_i(state_wr_valid_i &&
          (rect_wr_max || state_wr_i.word == 6'(e11_regs_pkg::STATE_BLOCK_RECT_MIN))),
    .waddr_i({rect_wr_max, state_wr_i.slot}), .wdata_i(state_wr_i.data),
    .raddr_i({rect_max, slot_q}), .rdata_o(rect));
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) depth_q <= '0;
    else if (state_wr_valid_i &&
             state_wr_i.word == 6'(e11_regs_pkg::STATE_BLOCK_DEPTH_INFO)) begin
      depth_q[state_wr_i.slot] <= state_wr_i.data[e11_regs_pkg::STATE_BLOCK_DEPTH_INFO_TEST_LSB];
    end
  end

  // The slot's state stands while its draw is in the pipeline, so setup may look
  // at it in the cycles after the triangle's.
  always_ff @(posedge clk_i) begin
    if (tri_valid_i && tri_ready_o) slot_q <= tri_i.slot;
  end

  logic   setup_valid, setup_ready, walk_valid, walk_ready, pixels_busy;
  setup_t setup;
  walk_t  walk;

  e11_raster_setup u_setup (
    .clk_i, .rst_ni,
    .rect_max_o(rect_max), .rect_i(rect), .depth_i(depth_q[tri_i.slot]),
    .tri_valid_i, .tri_ready_o, .tri_i,
    .out_valid_o(setup_valid), .out_ready_i(setup_ready), .out_o(setup));

  e11_raster_walk u_walk (
    .clk_i, .rst_ni,
    .in_valid_i(setup_valid), .in_ready_o(setup_ready), .in_i(setup),
    .out_valid_o(walk_valid), .out_ready_i(walk_ready), .out_o(walk));

  e11_raster_pixels u_pixels (
    .clk_i, .rst_ni,
    .in_valid_i(walk_valid), .in_ready_o(walk_ready), .in_i(walk),
    .out_valid_o(quad_valid_o), .out_ready_i(quad_ready_i), .out_o(quad_o),
    .busy_o(pixels_busy));

  // The walk is busy exactly when it does not want a triangle, or has one to send.
  assign busy_o = !tri_ready_o || !setup_ready || walk_valid || pixels_busy;

  assign cnt_quads_o          = walk_valid && walk_ready && walk.cov != '0;
  assign cnt_pixels_covered_o = cnt_quads_o ? 3'($countones(walk.cov)) : 3'd0;

endmodule

`default_nettype wire
