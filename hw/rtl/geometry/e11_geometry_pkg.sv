// SPDX-License-Identifier: Apache-2.0
//
// Types between the modules of geometry. The programs of its float engine are in
// e11_geometry_rom_pkg.
`default_nettype none

package e11_geometry_pkg;

  localparam int unsigned BATCHES    = e11_regs_pkg::CFG_VERTEX_BATCHES;
  localparam int unsigned TAG_BITS   = $clog2(BATCHES);
  localparam int unsigned PRIMITIVES = 32;   // of a batch, at most

  // ---------------------------------------------------------- input, batches
  typedef enum logic [1:0] {
    TOKEN_VERTEX,     // value: VertexID
    TOKEN_CUT,
    TOKEN_INSTANCE,   // value: InstanceID of what follows
    TOKEN_END         // of the draw
  } token_kind_e;

  typedef struct packed {
    token_kind_e kind;
    logic [31:0] value;
  } token_t;

  typedef struct packed {
    e11_pkg::slot_t  slot;
    logic            last;        // ends the draw
    logic [4:0]      vertices;    // 0: was not launched
    logic [5:0]      primitives;
  } batch_t;

  typedef struct packed {
    logic            restart;     // first of its instance: PrimitiveID 0
    logic [2:0][3:0] lane;        // leading vertex in [0]
  } primitive_t;

  // count * registers, with adders: too small for a multiplier block.
  function automatic logic [9:0] times(logic [4:0] count, logic [5:0] registers);
    logic [9:0] sum;
    sum = '0;
    for (int unsigned i = 0; i < 5; i++) begin
      if (count[i]) sum = sum + ({4'b0, registers} << i);
    end
    return sum;
  endfunction

  // Byte offset of a batch's records in the vertex ring.
  function automatic logic [31:0] ring_offset(logic [TAG_BITS-1:0] tag, logic [5:0] registers);
    return {14'b0, times(5'(tag), registers), 8'b0};
  endfunction

  // --------------------------------------------------------------- outcodes
  localparam int unsigned CLIP_PLANES = 7;

  typedef struct packed {
    logic       nan;
    logic [3:0] sides;            // x > w and so on
    logic [6:0] planes;           // in the order of clipping
  } outcode_t;

  localparam int unsigned PLANE_W    = 0;
  localparam int unsigned PLANE_NEAR = 1;
  localparam int unsigned PLANE_FAR  = 2;
  localparam int unsigned PLANE_GL   = 3;
  localparam int unsigned PLANE_GR   = 4;
  localparam int unsigned PLANE_GB   = 5;
  localparam int unsigned PLANE_GT   = 6;

  // --------------------------------------------------- memory of the engine
  // 64 entries of 8 words. 0..31: vertices of two batches, 32..47 and 56..59:
  // vertices of a clipped primitive, 48..55: constants and intermediate results.
  localparam int unsigned ENTRY_W = 6;
  typedef logic [ENTRY_W-1:0] entry_t;
  localparam entry_t ENTRY_POOL  = 6'd32;
  localparam entry_t ENTRY_POOL_2 = 6'd56;
  localparam entry_t ENTRY_FIXED = 6'd48;
  localparam entry_t ENTRY_DUMMY = 6'd63;   // takes results that nobody wants

  // Seven planes with two crossings each, and the primitive's own vertices, are 17.
  localparam int unsigned POOL = 20;

  // Words of an entry.
  localparam logic [2:0] O_X = 3'd0, O_Y = 3'd1, O_Z = 3'd2, O_W = 3'd3;
  localparam logic [2:0] O_IW = 3'd4, O_DEPTH = 3'd5;
  localparam logic [2:0] O_B1 = 3'd6, O_B2 = 3'd7;       // clipped: weights
  localparam logic [2:0] O_XS = 3'd6, O_YS = 3'd7;       // snapped; clipped: words 0, 1
  localparam logic [2:0] O_DIST = 3'd4;                  // while clipping
  localparam logic [2:0] O_SCALE_X = 3'd4, O_SCALE_Y = 3'd5; // of a vertex made at w = 0
  localparam logic [2:0] O_S1 = 3'd2, O_S2 = 3'd3;       // clipped: screen weights, after transform

  // Fixed words, from ENTRY_FIXED on.
  localparam logic [6:0] K_ZERO = 7'd0, K_ONE = 7'd1, K_256 = 7'd2;
  localparam logic [6:0] K_HALF_W = 7'd3, K_VP_X = 7'd4, K_HALF_H = 7'd5, K_VP_Y = 7'd6;
  localparam logic [6:0] K_MIN_Z = 7'd7, K_DZ = 7'd8;
  localparam logic [6:0] K_BIAS = 7'd9, K_SLOPE = 7'd10, K_CLAMP = 7'd11;
  localparam logic [6:0] K_KX = 7'd12, K_KY = 7'd13;     // 2^kx, 2^ky
  localparam logic [6:0] K_NOISE = 7'd14;                // 2^-20
  localparam logic [6:0] K_PIXEL = 7'd15, K_HALF_LINE = 7'd21; // 2^-8; 0.7
  localparam logic [6:0] T_A = 7'd16, T_RA = 7'd17, T_D1 = 7'd18, T_D2 = 7'd19, T_BIAS = 7'd20;
  localparam logic [6:0] T_W11 = 7'd24, T_W12 = 7'd25, T_W21 = 7'd26, T_W22 = 7'd27;
  localparam logic [6:0] T_0 = 7'd32;                    // 32..63: inside one program
  localparam logic [6:0] T_CORNERS = 7'd48;              // but 48..55: corners of a line's rectangle

  // ---------------------------------------------------------------- microops
  typedef enum logic [3:0] {
    U_NOP,
    U_ADD,      // a + b
    U_ADD_KX,   // a + b / 2^kx
    U_ADD_KY,
    U_MUL,
    U_RCP,
    U_RSQ,
    U_INT,      // integer chosen by b (INT_*) to float
    U_PASS,     // a
    U_MIN,
    U_MAX_ABS,  // of magnitudes
    U_MAX,
    U_POINT,    // snapped a, b become point dst of the triangle
    U_DEPTH     // a takes part in the largest depth
  } unit_e;

  localparam logic [2:0] INT_AREA = 3'd0, INT_DX1 = 3'd1, INT_DX2 = 3'd2, INT_DY1 = 3'd3, INT_DY2 = 3'd4;
  localparam logic [2:0] INT_X0 = 3'd5, INT_Y0 = 3'd6;

  // Operand: a fixed word, or a word of an entry named by the caller.
  typedef struct packed {
    logic       fixed;
    logic [6:0] index;          // fixed: word. else: base [5:3], word of the entry [2:0]
  } operand_t;

  localparam logic [2:0] B_V0 = 3'd0, B_V1 = 3'd1, B_V2 = 3'd2, B_V3 = 3'd3;
  localparam logic [2:0] B_P1 = 3'd4, B_P2 = 3'd5;   // vertices 1 and 2 of the primitive
  localparam logic [2:0] B_EXT = 3'd6;               // EXT_*: a only
  // a: component {index[6], index[2]} (or the caller's) of the attribute of vertex
  // index[1:0]. b: that component of the latest attribute that U_PASS read.
  localparam logic [2:0] B_ATTR = 3'd7;
  localparam logic [2:0] EXT_ID = 3'd0, EXT_FRONT = 3'd1, EXT_UNIT = 3'd2, EXT_ZERO = 3'd3;

  typedef enum logic [2:0] {
    D_NONE,     // to memory
    D_SNAP,     // as 16.8 to memory
    D_WCLAMP,   // not below 2^-126, to memory
    D_DIST,     // to memory, with a report of its side
    D_C0, D_C1, // coefficient; C1 with a held b: that is C0
    D_C2,       // coefficient; the word is complete
    D_C2_LAST   // the same; the triangle is complete
  } target_e;

  typedef enum logic [2:0] {
    P_ALWAYS, P_SLOPE, P_NO_SLOPE, P_FLOAT, P_NO_FLOAT, P_CLAMP_POS, P_CLAMP_NEG, P_NO_BIAS
  } predicate_e;

  typedef struct packed {
    logic       last;           // of the program
    predicate_e pred;
    unit_e      unit;
    operand_t   a;
    operand_t   b;
    logic       neg_b;
    target_e    target;
    operand_t   dst;
  } uop_t;

  // ---------------------------------------------------------------- programs
  localparam int unsigned PC_W = 9;
  typedef logic [PC_W-1:0] pc_t;

  localparam pc_t PC_VERTEX   = 9'd0;     // four vertices V0..V3
  localparam pc_t PC_POINTS   = 9'd48;    // snapped points and depths of V0..V2
  localparam pc_t PC_AREA     = 9'd54;    // A, 1/A, depth differences
  localparam pc_t PC_ATTR     = 9'd58;    // an attribute register
  localparam pc_t PC_CONSTANT = 9'd67;
  localparam pc_t PC_MISSING  = 9'd70;
  localparam pc_t PC_WORDS    = 9'd73;    // coefficient words 0..3
  localparam pc_t PC_BIAS     = 9'd86;    // T_BIAS
  localparam pc_t PC_COPY     = 9'd109;   // V3, P1, P2 to V0, V1, V2 with weights
  localparam pc_t PC_DIST     = 9'd127;   // + plane: distance of V0
  localparam pc_t PC_CROSS    = 9'd134;   // V2 = crossing of V0 (the nearer) and V1
  localparam pc_t PC_SCREEN   = 9'd155;   // screen weights of V0..V3
  localparam pc_t PC_WEIGHTS  = 9'd171;   // weight differences of the piece V0..V2
  localparam pc_t PC_CLIPPED  = 9'd175;   // one component of a clipped primitive
  localparam pc_t PC_NEAR     = 9'd188;   // reports the sum of the distances of V0 and V1
  localparam pc_t PC_PLACE    = 9'd188;   // + plane (not W): puts V2 exactly there
  localparam pc_t PC_PLACE_W  = 9'd195;   // the same for W, and scales of V2 for PC_EYE
  localparam pc_t PC_EYE      = 9'd198;   // V0, V1 made at w = 0: reports 0 if the eye is on an edge or inside
  localparam pc_t PC_EYE_LINE = 9'd232;   // V0 made at w = 0: reports 0 if the eye is on the line
  localparam pc_t PC_CORNERS  = 9'd239;   // of the rectangle around points 0 and 1
  localparam pc_t PC_UPPER    = 9'd264;   // its halves as points 0 .. 2
  localparam pc_t PC_LOWER    = 9'd267;
  localparam pc_t PC_END      = 9'd270;

  // ---------------------------------------------- what a program is started with
  typedef struct packed {
    pc_t              pc;
    entry_t [5:0]     base;        // B_V0 .. B_P2
    logic             alternate;   // clipped: snapped coordinates in words 0 and 1
    logic             screen;      // weights S1, S2 in place of B1, B2
    logic [2:0][8:0]  attr_row;    // rows of the attribute of vertices 0..2
    logic [1:0]       attr_word;   // component
    logic             coef_set;    // coefficient words go to coef and following
    logic [9:0]       coef;
    logic [31:0]      id;
    logic             front;
  } start_t;

  // Of a draw, for control.
  typedef struct packed {
    logic [1:0] cull;              // 1 front, 2 back
    logic       front_ccw;
    logic       depth_clip;
    logic       wireframe;
    logic       quad_lines;
    logic       is_line;           // the topology; else triangles
    logic       is_point;
    logic [5:0] inputs;            // registers of the pixel shader
  } settings_t;

  // Of a draw, for the engine.
  typedef struct packed {
    logic       slope;
    logic       bias_float;
    logic       clamp_positive;
    logic       clamp_negative;
    logic       bias;              // any
    logic [3:0] kx;
    logic [3:0] ky;
  } mode_t;

endpackage

`default_nettype wire
