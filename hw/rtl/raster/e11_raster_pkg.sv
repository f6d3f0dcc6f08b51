// SPDX-License-Identifier: Apache-2.0
//
// Types inside e11_raster. An edge function E has 16 fraction bits; at pixel
// centres its lowest 8 bits are the same everywhere, so that the walk adds and
// compares only the upper part q, with E = 256 q + c.
`default_nettype none

package e11_raster_pkg;
  import e11_pkg::*;

  localparam int unsigned Q_W   = 43;        // |E| < 2^49
  localparam int unsigned E_W   = Q_W + 8;
  localparam int unsigned OFF_W = 28;        // 7 (|sx| + |sy|) < 2^28
  localparam int unsigned PIX_W = 15;        // pixel coordinate
  localparam int unsigned BLK_W = PIX_W - 3; // 8x8 block coordinate

  typedef struct packed {
    logic signed [24:0]      sx;   // q's step one pixel to the right
    logic signed [24:0]      sy;   // one pixel down
    logic signed [Q_W-1:0]   q;    // at the first block's first pixel; 1 less where a
                                   // centre on the edge is outside: inside is q >= 0
    logic signed [27:0]      back; // sy - 3 sx: twice this leads from the last quad of a row
                                   // of quads in a block to the first of the next
    logic        [OFF_W-1:0] off;  // q's largest growth within a block
  } edge_t;

  typedef struct packed {
    logic [PIX_W-1:0] x0;        // first and last pixel
    logic [PIX_W-1:0] x1;
    logic [PIX_W-1:0] y0;
    logic [PIX_W-1:0] y1;
  } box_t;

  // What the quads of one triangle, line or point have in common.
  typedef struct packed {
    tri_kind_e               kind;
    slot_t                   slot;
    logic                    front;
    logic                    depth;  // the slot tests depth: z is needed
    logic                    end_of_draw;
    logic [COEF_W-1:0]       coef;
    logic [2:0][31:0]        z;      // dz2, dz1, z0
    logic [1:0][7:0]         c;      // low bits of E2, E1
    logic [1:0]              dec;    // q of edge 2, 1 was lowered by one
  } common_t;

  typedef struct packed {
    common_t     common;
    logic        empty;
    box_t        box;
    edge_t [2:0] e;
  } setup_t;

  // A quad on its way to the float units.
  typedef struct packed {
    common_t                    common;
    logic                       first;  // first quad of its triangle
    logic [PIX_W-2:0]           x;      // in quads
    logic [PIX_W-2:0]           y;
    logic [3:0]                 cov;    // 0: a marker without pixels
    logic signed [1:0][Q_W-1:0] q;      // edges 2, 1
    logic signed [1:0][24:0]    sx;
    logic signed [1:0][24:0]    sy;
  } walk_t;

endpackage

`default_nettype wire
