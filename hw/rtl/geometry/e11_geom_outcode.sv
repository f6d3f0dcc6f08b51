// SPDX-License-Identifier: Apache-2.0
//
// Outcode of a clip-space position (docs/hw/geometry.md, Vertices). Combinational.
`default_nettype none

module e11_geom_outcode
  import e11_geometry_pkg::*;
(
  input  logic [3:0][31:0] position_i,   // x, y, z, w in [0] .. [3]
  input  logic [3:0]       kx_i,         // guard band exponents
  input  logic [3:0]       ky_i,
  output outcode_t         code_o
);

  // Denormals are zero, and zero has no sign.
  function automatic logic [31:0] flushed(logic [31:0] f);
    return f[30:23] == '0 ? '0 : f;
  endfunction

  function automatic logic [31:0] scaled(logic [31:0] f, logic [3:0] k);
    if (f[30:23] == 8'hff) return f;
    if (f[30:23] <= {4'b0, k}) return '0;
    return {f[31], f[30:23] - {4'b0, k}, f[22:0]};
  endfunction

  // w < v and w < -v.
  function automatic logic [1:0] below(logic [31:0] w, logic [31:0] v);
    logic less, greater, zero;
    less    = w[30:0] < v[30:0];
    greater = w[30:0] > v[30:0];
    zero    = v[30:0] == '0;
    // v zero: both questions are whether w is negative.
    below[0] = zero ? w[31] : (w[31] != v[31] ? w[31] : (w[31] ? greater : less));
    below[1] = zero ? w[31] : (w[31] == v[31] ? w[31] : (w[31] ? greater : less));
  endfunction

  logic [31:0] x, y, z, w;
  logic [1:0]  side_x, side_y, guard_x, guard_y, side_z;

  assign x = flushed(position_i[0]);
  assign y = flushed(position_i[1]);
  assign z = flushed(position_i[2]);
  assign w = flushed(position_i[3]);

  assign side_x  = below(w, x);
  assign side_y  = below(w, y);
  assign side_z  = below(w, z);
  assign guard_x = below(w, scaled(x, kx_i));
  assign guard_y = below(w, scaled(y, ky_i));

  always_comb begin
    code_o = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      if (position_i[i][30:23] == 8'hff && position_i[i][22:0] != '0) code_o.nan = 1'b1;
    end
    code_o.planes[PLANE_W]    = w[31] || w[30:0] == '0;
    code_o.planes[PLANE_NEAR] = z[31];
    code_o.planes[PLANE_FAR]  = side_z[0];
    code_o.planes[PLANE_GL]   = guard_x[1];
    code_o.planes[PLANE_GR]   = guard_x[0];
    code_o.planes[PLANE_GB]   = guard_y[1];
    code_o.planes[PLANE_GT]   = guard_y[0];
    code_o.sides = {side_y, side_x};
  end

  logic unused_ok;
  assign unused_ok = &{1'b0, side_z[1]};

endmodule

`default_nettype wire
