// SPDX-License-Identifier: Apache-2.0
//
// The triangle under setup: its snapped points, its largest depth, and its
// doubled area, exact. Points 0, 1, 2 arrive in this order; four or five cycles
// after the last one area_valid_o is up and stays until clear_i. If the area is
// negative, points 1 and 2 have changed places by then and it is the magnitude.
// Of a line, from point 0 to point 1, it is the square of the length; of a point 1.
//
//   1 dx1 * dy2 | 2 dx2 * dy1 | 3 difference | 4 magnitude, order
//   line: dx1 * dx1, dy1 * dy1, sum
`default_nettype none

module e11_geom_area
  import e11_geometry_pkg::*;
(
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clear_i,        // a new triangle begins
  input  logic                    line_i,         // what it is, steady from then on
  input  logic                    single_i,       // a point
  input  logic                    point_valid_i,
  input  logic [1:0]              point_index_i,
  input  logic [31:0]             point_x_i,      // as e11_geom_snap makes them
  input  logic [31:0]             point_y_i,
  input  logic                    depth_valid_i,
  input  logic [31:0]             depth_i,
  output logic                    area_valid_o,
  output logic                    negative_o,
  output logic                    zero_o,
  output logic                    nan_o,          // in a coordinate or depth so far
  output e11_pkg::point_t [2:0]   points_o,
  output logic [31:0]             depth_unit_o,   // 2^(exponent of the largest depth - 23)
  input  logic [2:0]              int_select_i,   // INT_*
  output logic signed [51:0]      int_o
);

  e11_pkg::point_t [2:0] points_q;
  logic                  nan_q;
  logic [7:0]            exponent_q;     // of the largest depth
  logic [4:0]            phase_q;        // one-hot; [4]: valid

  logic signed [24:0] dx1, dx2, dy1, dy2;
  assign dx1 = 25'(points_q[1].x) - 25'(points_q[0].x);
  assign dx2 = 25'(points_q[2].x) - 25'(points_q[0].x);
  assign dy1 = 25'(points_q[1].y) - 25'(points_q[0].y);
  assign dy2 = 25'(points_q[2].y) - 25'(points_q[0].y);

  // One multiplier for both products.
  logic signed [24:0] factor_a_q, factor_b_q;
  logic signed [49:0] product_q, first_q;
  logic signed [51:0] area_q;
  logic               negative_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) phase_q <= '0;
    else if (clear_i) phase_q <= '0;
    else if (point_valid_i) phase_q <= point_index_i == 2'd2 ? 5'b00001 : '0;
    else if (!phase_q[4]) phase_q <= {phase_q[3:0], 1'b0};
  end

  always_ff @(posedge clk_i) begin
    if (phase_q[0]) begin
      factor_a_q <= dx1;
      factor_b_q <= line_i ? dx1 : dy2;
    end else begin
      factor_a_q <= line_i ? dy1 : dx2;
      factor_b_q <= dy1;
    end
    product_q <= factor_a_q * factor_b_q;
    first_q   <= product_q;
    if (phase_q[3]) begin
      area_q     <= single_i ? 52'd1 : line_i ? 52'(first_q) + 52'(product_q)
                                              : 52'(first_q) - 52'(product_q);
      negative_q <= 1'b0;
    end
    if (point_valid_i) begin
      for (int unsigned i = 0; i < 3; i++) begin
        if (point_index_i == 2'(i)) points_q[i] <= '{x: point_x_i[23:0], y: point_y_i[23:0]};
      end
      nan_q <= (nan_q && point_index_i != 2'd0) || point_x_i[31] || point_y_i[31];
      if (point_index_i == 2'd0) exponent_q <= '0;
    end
    if (depth_valid_i) begin
      if (depth_i[30:23] == 8'hff && depth_i[22:0] != '0) nan_q <= 1'b1;
      if (depth_i[30:23] > exponent_q) exponent_q <= depth_i[30:23];
    end
    // Clockwise from here on.
    if (phase_q[4] && area_q[51]) begin
      area_q     <= -area_q;
      negative_q <= 1'b1;
      points_q[1] <= points_q[2];
      points_q[2] <= points_q[1];
    end
  end

  assign area_valid_o = phase_q[4] && !area_q[51];
  assign negative_o   = negative_q;
  assign zero_o       = area_q == '0;
  assign nan_o        = nan_q;
  assign points_o     = points_q;
  assign depth_unit_o = exponent_q > 8'd23 ? {1'b0, exponent_q - 8'd23, 23'b0} : '0;

  always_comb begin
    case (int_select_i)
      INT_DX1: int_o = 52'(dx1);
      INT_DX2: int_o = 52'(dx2);
      INT_DY1: int_o = 52'(dy1);
      INT_DY2: int_o = 52'(dy2);
      INT_X0:  int_o = 52'(points_q[0].x);
      INT_Y0:  int_o = 52'(points_q[0].y);
      default: int_o = area_q;
    endcase
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, point_x_i[30:24], point_y_i[30:24], depth_i[31]};

endmodule

`default_nettype wire
