// SPDX-License-Identifier: Apache-2.0
//
// Takes exports of the core, converts colours, and keeps what two waves have
// exported until the colour part has written it. A beat of colour takes four cycles, one for each
// pixel: 16 for a wave, as long as raster needs for its quads, and less than a program takes that
// fills four registers and exports them.
//
//   exp -> pixel -> 4 converters -> [color: half, quad, row] [depth: half, quad]
`default_nettype none

module e11_output_export
  import e11_pkg::*;
  import e11_output_pkg::*;
(
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 exp_valid_i,
  output logic                 exp_ready_o,
  input  export_t              exp_i,
  // The two halves: complete; coverage of the quads; colour components that
  // were exported; whether depth was.
  output logic [1:0]           full_o,
  output logic [1:0][3:0][3:0] cov_o,
  output logic [1:0][3:0]      mask_o,
  output logic [1:0]           has_depth_o,
  input  logic [1:0]           free_i,
  // Contents.
  input  logic                 color_half_i,
  input  logic [1:0]           color_quad_i,
  input  logic                 color_row_i,
  output logic [1:0][31:0]     color_o,     // red in the lowest byte
  input  logic                 depth_half_i,
  input  logic [1:0]           depth_quad_i,
  output logic [3:0][31:0]     depth_o
);

  logic       half_q, room, write, last;
  logic [1:0] pixel_q;
  logic is_color, is_depth;
  assign room        = !full_o[half_q];
  assign write       = exp_valid_i && room;
  assign exp_ready_o = room && (pixel_q == 2'd3 || !is_color);
  assign last        = exp_valid_i && exp_ready_o;
  assign is_color    = 32'(exp_i.target) == e11_regs_pkg::EXPORT_TARGETS_COLOR0 && exp_i.mask != '0;
  assign is_depth    = 32'(exp_i.target) == e11_regs_pkg::EXPORT_TARGETS_DEPTH && exp_i.mask[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      half_q      <= 1'b0;
      pixel_q     <= '0;
      full_o      <= '0;
      mask_o      <= '0;
      has_depth_o <= '0;
    end else begin
      if (write && is_color) pixel_q <= pixel_q + 2'd1;
      for (int h = 0; h < 2; h++) begin
        if (free_i[h]) begin
          full_o[h]      <= 1'b0;
          mask_o[h]      <= '0;
          has_depth_o[h] <= 1'b0;
        end
      end
      if (last) begin
        if (is_color) mask_o[half_q] <= exp_i.mask;
        if (is_depth) has_depth_o[half_q] <= 1'b1;
        if (exp_i.done && exp_i.quad == 2'd3) begin
          full_o[half_q] <= 1'b1;
          half_q         <= !half_q;
        end
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (last && exp_i.done) cov_o[half_q][exp_i.quad] <= exp_i.cov;
  end

  // ----------------------------------------------------------------- contents
  // A pixel is stored in the cycle after its turn, from registers that are 0 but for it: an OR of four
  // (half of a multiplexer). The colour part looks at a half some cycles after it is full.
  logic [3:0][3:0][31:0] part_q;
  logic [3:0][31:0]      pixel;
  logic [31:0]           color_new;
  logic                  store_q, store_half_q;
  logic [1:0]            store_quad_q, store_pixel_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) store_q <= 1'b0;
    else         store_q <= write && is_color;
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned p = 0; p < 4; p++) part_q[p] <= pixel_q == 2'(p) ? exp_i.data[p] : '0;
    store_half_q  <= half_q;
    store_quad_q  <= exp_i.quad;
    store_pixel_q <= pixel_q;
  end

  assign pixel = part_q[0] | part_q[1] | part_q[2] | part_q[3];
  always_comb begin
    for (int unsigned c = 0; c < 4; c++) color_new[8*c +: 8] = unorm8(pixel[c]);
  end
  for (genvar i = 0; i < 2; i++) begin : g_column
    e11_regfile_1r1w #(.W(32), .DEPTH(16)) u_color (
      .clk_i, .we_i(store_q && store_pixel_q[0] == 1'(i)),
      .waddr_i({store_half_q, store_quad_q, store_pixel_q[1]}), .wdata_i(color_new),
      .raddr_i({color_half_i, color_quad_i, color_row_i}), .rdata_o(color_o[i]));
  end
  e11_regfile_1r1w #(.W(128), .DEPTH(8)) u_depth (
    .clk_i, .we_i(last && is_depth), .waddr_i({half_q, exp_i.quad}),
    .wdata_i({exp_i.data[3][0], exp_i.data[2][0], exp_i.data[1][0], exp_i.data[0][0]}),
    .raddr_i({depth_half_i, depth_quad_i}), .rdata_o(depth_o));

endmodule

`default_nettype wire
