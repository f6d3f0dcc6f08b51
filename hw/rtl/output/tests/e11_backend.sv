// SPDX-License-Identifier: Apache-2.0
//
// For its bench: raster, pixel and output as the GPU wires them, the core and
// geometry being the bench.
`default_nettype none

module e11_backend
  import e11_pkg::*;
(
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [3:0]        asid_i,
  input  logic              state_wr_valid_i,
  input  state_wr_t         state_wr_i,
  input  logic              tri_valid_i,
  output logic              tri_ready_o,
  input  tri_t              tri_i,
  output logic              launch_valid_o,
  input  logic              launch_ready_i,
  output launch_t           launch_o,
  output logic              row_valid_o,
  input  logic              row_ready_i,
  output row_t              row_o,
  input  logic              pixel_done_valid_i,
  output logic              coef_free_valid_o,
  output logic [COEF_W-1:0] coef_free_o,
  input  logic              exp_valid_i,
  output logic              exp_ready_o,
  input  export_t           exp_i,
  output logic [STATE_SLOTS-1:0] slot_done_o,
  input  logic              flush_i,
  output logic              flush_busy_o,
  output logic              busy_o,
  output logic              idle_o,
  output logic              depth_req_valid_o,
  input  logic              depth_req_ready_i,
  output mem_req_t          depth_req_o,
  input  logic              depth_rsp_valid_i,
  output logic              depth_rsp_ready_o,
  input  mem_rsp_t          depth_rsp_i,
  output logic              color_req_valid_o,
  input  logic              color_req_ready_i,
  output mem_req_t          color_req_o,
  input  logic              color_rsp_valid_i,
  output logic              color_rsp_ready_o,
  input  mem_rsp_t          color_rsp_i,
  output logic [3:0]        cnt_pixels_written_o,
  output logic              cnt_wave_o
);

  logic       quad_valid, quad_ready, early_valid, early_ready, early_rsp, info_valid, info_ready;
  logic       waves_idle, raster_busy, pixel_busy;
  logic [3:0] early_rsp_cov;
  quad_t      quad;
  depth_req_t early;
  quad_info_t info;
  /* verilator lint_off UNUSEDSIGNAL */
  logic       cnt_quads, cnt_zmiss, cnt_cmiss, cnt_raster_stall, cnt_output_stall;
  logic [2:0] cnt_covered;
  /* verilator lint_on UNUSEDSIGNAL */

  e11_raster u_raster (
    .clk_i, .rst_ni, .state_wr_valid_i, .state_wr_i, .tri_valid_i, .tri_ready_o, .tri_i,
    .quad_valid_o(quad_valid), .quad_ready_i(quad_ready), .quad_o(quad), .busy_o(raster_busy),
    .cnt_quads_o(cnt_quads), .cnt_pixels_covered_o(cnt_covered));

  e11_pixel u_pixel (
    .clk_i, .rst_ni, .state_wr_valid_i, .state_wr_i,
    .quad_valid_i(quad_valid), .quad_ready_o(quad_ready), .quad_i(quad),
    .early_valid_o(early_valid), .early_ready_i(early_ready), .early_o(early),
    .early_rsp_valid_i(early_rsp), .early_rsp_cov_i(early_rsp_cov),
    .info_valid_o(info_valid), .info_ready_i(info_ready), .info_o(info),
    .launch_valid_o, .launch_ready_i, .launch_o, .row_valid_o, .row_ready_i, .row_o,
    .pixel_done_valid_i, .coef_free_valid_o, .coef_free_o, .waves_idle_i(waves_idle),
    .busy_o(pixel_busy), .cnt_wave_o, .cnt_stall_o(cnt_raster_stall));

  e11_output u_output (
    .clk_i, .rst_ni, .asid_i, .state_wr_valid_i, .state_wr_i,
    .early_valid_i(early_valid), .early_ready_o(early_ready), .early_i(early),
    .early_rsp_valid_o(early_rsp), .early_rsp_cov_o(early_rsp_cov),
    .info_valid_i(info_valid), .info_ready_o(info_ready), .info_i(info),
    .exp_valid_i, .exp_ready_o, .exp_i, .slot_done_o, .waves_idle_o(waves_idle),
    .flush_i, .flush_busy_o, .idle_o,
    .depth_req_valid_o, .depth_req_ready_i, .depth_req_o,
    .depth_rsp_valid_i, .depth_rsp_ready_o, .depth_rsp_i,
    .color_req_valid_o, .color_req_ready_i, .color_req_o,
    .color_rsp_valid_i, .color_rsp_ready_o, .color_rsp_i,
    .cnt_pixels_written_o, .cnt_zcache_miss_o(cnt_zmiss), .cnt_ccache_miss_o(cnt_cmiss),
    .cnt_stall_o(cnt_output_stall));

  assign busy_o = raster_busy || pixel_busy;

endmodule

`default_nettype wire
