// SPDX-License-Identifier: Apache-2.0
//
// Types that cross unit borders. docs/hw/interfaces.md says what they mean and
// how the handshakes work; nothing here is private to one unit.
`default_nettype none

package e11_pkg;

  // Sizes that types need. The rest is in e11_regs_pkg (hw/defs/config.yaml).
  localparam int unsigned LANES      = 16;
  localparam int unsigned WAVE_W     = 6;           // wave slot number
  localparam int unsigned COEF_W     = 10;          // coefficient word address
  localparam int unsigned TAG_W      = 8;           // memory request tag
  localparam int unsigned PSSEQ_W    = 6;           // pixel wave sequence number
  localparam int unsigned GROUP_W    = 4;           // thread group slot of a core
  localparam int unsigned STATE_SLOTS    = e11_regs_pkg::CFG_STATE_SLOTS;
  localparam int unsigned SLOT_W     = STATE_SLOTS > 1 ? $clog2(STATE_SLOTS) : 1;

  typedef logic [SLOT_W-1:0] slot_t;                // state slot

  // ------------------------------------------------------------------ memory
  // One port type for every client, on both sides of a cache. A read of one
  // 16-byte word, a read of a 64-byte line (4 beats, lowest address first), or
  // a write of one word with byte strobes. Responses come in request order.
  typedef struct packed {
    logic             write;
    logic             line;    // read: 4 beats, addr 64-byte aligned
    logic             bypass;  // coherent: caches pass it on (invalidate on hit)
    logic             atomic;  // with write and bypass: the operation `op` on the dword that wstrb names;
                               // the response has write = 1 and the old dword in its place of rdata
    logic [3:0]       op;      // e11_isa_pkg::ATOMIC_*
    logic [3:0]       asid;
    logic [31:0]      addr;    // virtual, 16-byte aligned
    logic [127:0]     wdata;   // atomic: the operand in its dword; compare value in the dword (i + 1) % 4
    logic [15:0]      wstrb;
    logic [TAG_W-1:0] tag;     // comes back with the response
  } mem_req_t;

  typedef struct packed {
    logic             write;   // acknowledges a write (no data)
    logic             last;    // last beat of the response
    logic             error;   // translation or bus fault: data is 0
    logic [127:0]     rdata;
    logic [TAG_W-1:0] tag;
  } mem_rsp_t;

  // ------------------------------------------------------- register (MMIO) bus
  // Command processor to units: one word, answered in the next cycle or later.
  typedef struct packed {
    logic        write;
    logic [11:0] addr;         // byte offset of docs/registers.md
    logic [31:0] wdata;
  } reg_req_t;

  // ------------------------------------------------------------------- state
  // The state loader broadcasts a block's words to all units; a unit keeps the
  // fields it needs, once per state slot.
  typedef struct packed {
    slot_t       slot;
    logic [5:0]  word;         // e11_regs_pkg::STATE_BLOCK_*
    logic [31:0] data;
  } state_wr_t;

  // A draw, after its state has been loaded into slot.
  typedef struct packed {
    slot_t       slot;
    logic [31:0] count;
    logic [31:0] instances;
    logic [31:0] first;
    logic [31:0] base_vertex;
    logic [31:0] start_instance;
  } draw_t;

  // A dispatch, likewise; thread groups, 1..65535 each.
  typedef struct packed {
    slot_t       slot;
    logic [15:0] x;
    logic [15:0] y;
    logic [15:0] z;
  } dispatch_t;

  // ------------------------------------------------------------- wave launch
  typedef enum logic [1:0] {
    STAGE_VERTEX  = 2'd0,
    STAGE_PIXEL   = 2'd1,
    STAGE_COMPUTE = 2'd2
  } stage_e;

  // Header of a launch; `rows` vector rows (v0, v1, ..) follow on the row
  // channel, in order, each as its quads 0..3.
  typedef struct packed {
    stage_e                 stage;
    slot_t                  slot;
    logic [1:0]             size;     // register size class
    logic [31:0]            code;     // address of the first instruction
    logic [31:0]            s0;
    logic [31:0]            s1;
    logic [31:0]            s2;
    logic [LANES-1:0]       exec;
    logic [LANES-1:0]       cov;
    logic [1:0]             rows;     // rows that follow: 0..3
    logic [PSSEQ_W-1:0]     tag;      // vertex: batch; pixel: sequence number
    logic [3:0][COEF_W-1:0] coef;     // pixel: coefficient base of each quad
    logic [GROUP_W-1:0]     group;    // compute: group slot; the waves of a group come one behind the other
    logic [6:0]             waves;    // compute: waves of the group, 1..64
    logic [14:0]            lds_base; // compute: the group's part of thread-group memory, bytes
    logic [15:0]            lds_size; // compute: its bytes, up to 32,768
  } launch_t;

  typedef logic [3:0][31:0] row_t;

  // ---------------------------------------------------- triangles to rasterise
  typedef struct packed {
    logic signed [23:0] x;            // 16.8
    logic signed [23:0] y;
  } point_t;

  typedef enum logic [1:0] {
    TRI_SOLID = 2'd0,
    TRI_LINE  = 2'd1,                 // from v[0] to v[1]; v[2] is v[0] again
    TRI_POINT = 2'd2                  // v[0], three times
  } tri_kind_e;

  typedef struct packed {
    tri_kind_e         kind;
    slot_t             slot;
    logic              front;
    logic              end_of_draw;   // no triangle: everything of the draw went before
    point_t [2:0]      v;             // triangle: area > 0 in this order, v[0] leads
    logic [31:0]       z0;            // coefficient word 3 of the primitive
    logic [31:0]       dz1;
    logic [31:0]       dz2;
    logic [COEF_W-1:0] coef;          // base of its coefficient words
  } tri_t;

  // ------------------------------------------------------------------- quads
  // Without coverage and end_of_draw it only says that later quads need no
  // coefficient word below coef (a triangle without quads sends one such).
  typedef struct packed {
    slot_t             slot;
    logic              end_of_draw;
    logic              front;
    logic [COEF_W-1:0] coef;
    logic [14:0]       x;             // upper left pixel, even
    logic [14:0]       y;
    logic [3:0][7:0]   cov;           // sample coverage of each pixel; bit 0 alone in use
    logic [2:0]        sample;        // sample the quad is shaded at; 0
    logic [10:0]       array_index;   // 0
    logic [3:0]        viewport;      // 0
    logic [3:0][31:0]  e1;            // float
    logic [3:0][31:0]  e2;
    logic [3:0][31:0]  z;             // float, after bias, before the viewport clamp
  } quad_t;

  // What the output unit must know of a quad in a launched pixel wave; four per
  // wave, in launch order (valid 0 where the wave has no quad). A marker with
  // end_of_draw stands alone: it is not one of a wave's four.
  typedef struct packed {
    logic              valid;
    logic              end_of_draw;
    slot_t             slot;
    logic [14:0]       x;
    logic [14:0]       y;
    logic [3:0][31:0]  z;
  } quad_info_t;

  // Early depth test of a quad; the answer is the covered lanes that pass.
  typedef struct packed {
    slot_t             slot;
    logic [14:0]       x;
    logic [14:0]       y;
    logic [3:0]        cov;
    logic [3:0][31:0]  z;
  } depth_req_t;

  // ------------------------------------------------------------------ export
  // Pixel waves export in launch order; an export is four beats, quads 0..3,
  // of one target. A wave that ends with no export gives four beats with
  // mask 0 and done.
  typedef struct packed {
    logic [1:0]            quad;
    logic [3:0]            target;    // e11_regs_pkg::EXPORT_TARGETS_*
    logic [3:0]            mask;      // components
    logic                  done;      // last export of the wave
    logic [3:0]            cov;       // the quad's covered lanes now (exec too)
    logic [3:0][3:0][31:0] data;      // [lane][component]
  } export_t;

  // ------------------------------------------------------- primitive memory
  // Write port of the coefficient memory in the core.
  typedef struct packed {
    logic [COEF_W-1:0] addr;
    logic [2:0][31:0]  c;             // c2, c1, c0
  } coef_wr_t;

endpackage

`default_nettype wire
