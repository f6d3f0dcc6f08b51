// SPDX-License-Identifier: Apache-2.0
//
// Types inside the shader core, and the taking apart of instruction words.
// The pipeline that they travel through is drawn in docs/shader-core.md.
`default_nettype none

package e11_core_pkg;

  import e11_pkg::*;
  import e11_isa_pkg::*;

  localparam int unsigned WAVES  = e11_regs_pkg::CFG_WAVES;
  localparam int unsigned VROW_A = $clog2(e11_regs_pkg::CFG_VGPR_ROWS);
  localparam int unsigned SREG_A = WAVE_W + $clog2(e11_regs_pkg::CFG_SGPRS_PER_WAVE);
  localparam int unsigned QUAD_W = 128;  // four lanes of a row

  // What a launch fixes for a wave's life.
  typedef struct packed {
    stage_e                 stage;
    slot_t                  slot;
    logic [1:0]             size;  // 0, 1, 2: one, two, four wave slots' registers
    logic [PSSEQ_W-1:0]     tag;   // compute: the group slot
    logic [3:0][COEF_W-1:0] coef;
  } wave_info_t;

  // An instruction word, classified. Words that are none are traps.
  typedef struct packed {
    op_e        op;
    unit_e      unit;
    logic [2:0] srcs;
    logic       literal;     // form L
    logic       fmods;       // neg, abs, sat count
    logic       store;       // VMEM: registers are read in a second slot
    logic       atomic;      // .. with a load and a store in one
    logic       lds;         // VMEM: thread-group memory
    logic       scalar_dst;  // ALU: result goes to s#
  } decoded_t;

  // An instruction on its way through the pipeline.
  typedef struct packed {
    logic [WAVE_W-1:0] wave;
    wave_info_t        info;
    logic [31:0]       pc;
    logic [LANES-1:0]  exec;
    logic [LANES-1:0]  cov;
    logic [63:0]       word;
    decoded_t          d;
  } instr_t;

  // A write to the vector registers, and one to the scalar registers.
  typedef struct packed {
    logic [3:0]        lanes;      // 0: none
    logic [1:0]        quad;
    logic [VROW_A-1:0] row;
    logic [QUAD_W-1:0] data;
  } vector_write_t;

  typedef struct packed {
    logic [3:0]        words;      // of the four registers of a row; 0: none
    logic [SREG_A-3:0] row;
    logic [127:0]      data;
  } scalar_write_t;

  // What happens in the core, for lock step and for debugging. A bench reads it;
  // nothing in the GPU does.
  typedef struct packed {
    logic              launch;     // wave starts: wave, stage, tag
    logic [WAVE_W-1:0] launch_wave;
    stage_e            launch_stage;
    logic [PSSEQ_W-1:0] launch_tag;
    logic              issue;      // an instruction begins; the wave's earlier ones are complete
    logic [WAVE_W-1:0] wave;
    logic [31:0]       pc;
    logic [63:0]       word;
    logic [LANES-1:0]  exec;
    logic [LANES-1:0]  cov;
    logic              ended;      // the wave ends; its instructions are complete
    logic [WAVE_W-1:0] end_wave;
    logic              vmem_order; // the wave's vector memory instruction takes its place among
    logic [WAVE_W-1:0] vmem_wave;  // .. those of the core: all requests of earlier ones have left
    logic              lds_order;  // the same for thread-group memory
    logic [WAVE_W-1:0] lds_wave;
    vector_write_t [2:0] vector_write;  // FP pipe, integer pipe, the rest
    scalar_write_t     scalar_write;
  } trace_t;

  // Events for the performance counters (docs/registers.md, counters): one bit,
  // one cycle, one count.
  typedef struct packed {
    logic issued;
    logic issued_vector;
    logic issued_scalar;
    logic issued_memory;
    logic issued_control;
    logic slots_no_wave;
    logic slots_wait_memory;
    logic slots_wait_other;
    logic slots_wait_barrier;
    logic waves_vertex;
    logic waves_pixel;
    logic waves_compute;
    logic lds_conflict;
    logic output_stall;
    logic icache_miss;
    logic scache_miss;
    logic vcache_miss;
  } core_events_t;

  function automatic decoded_t decode(input logic [63:0] w);
    op_info_t info;
    logic     vector_only, legal;
    decoded_t d;
    info        = op_info(w[6:0]);
    vector_only = info.unit == UNIT_QUAD || info.unit == UNIT_ITP;
    legal       = info.valid && !(w[7] && !info.literal) && !(vector_only && w[15]);
    d.op         = legal ? op_e'(w[6:0]) : OP_TRAP;
    d.unit       = legal ? info.unit : UNIT_CTL;
    d.srcs       = legal ? info.srcs : 3'b000;
    d.literal    = w[7];
    d.fmods      = info.fmods && !w[7];
    d.store      = legal && info.store;
    d.atomic     = legal && info.store && info.load;
    d.lds        = legal && w[6:0] inside {OP_LDLDS, OP_STLDS, OP_ATMLDS};
    d.scalar_dst = w[15];
    return d;
  endfunction

  // The 9-bit code of a source; the literal form has 8 bits.
  function automatic logic [8:0] source_code(input logic [63:0] w, input logic literal,
                                             input logic [1:0] n);
    case (n)
      2'd0:    return literal ? {1'b0, w[L_SRC0_LSB +: L_SRC0_W]} : w[R_SRC0_LSB +: R_SRC0_W];
      2'd1:    return w[R_SRC1_LSB +: R_SRC1_W];
      default: return literal ? {1'b0, w[L_SRC2_LSB +: L_SRC2_W]} : w[R_SRC2_LSB +: R_SRC2_W];
    endcase
  endfunction

  // The literal stands for source 1, for source 0 where that is the only one.
  function automatic logic is_literal(input decoded_t d, input logic [1:0] n);
    return d.literal && n == (d.srcs == 3'b001 ? 2'd0 : 2'd1);
  endfunction

  // Clamps a float to 0..1, NaN to 0 (spec 22.10).
  function automatic logic [31:0] saturate(input logic on, input logic [31:0] v);
    logic nan, one;
    nan = &v[30:23] && |v[22:0];
    one = v[30] || &v[29:23];   // or more
    if (!on) return v;
    if (nan || v[31] || v[30:23] == 8'h0) return 32'h0;
    return one ? 32'h3f80_0000 : v;
  endfunction

  // A wave's register number wraps within its budget; slot i owns rows 32 i ..
  // and scalar registers 64 i .., a larger wave those of its aligned slots.
  function automatic logic [VROW_A-1:0] vector_row(input logic [WAVE_W-1:0] wave,
                                                   input logic [1:0] size, input logic [6:0] r);
    return {wave, 5'b0} | {4'b0, r & {size[1], |size, 5'b11111}};
  endfunction

  function automatic logic [SREG_A-1:0] scalar_reg(input logic [WAVE_W-1:0] wave,
                                                   input logic [1:0] size, input logic [6:0] r);
    return {wave, 6'b0} | {5'b0, r & {|size, 6'b111111}};
  endfunction

  // ---------------------------------------------------------- vector memory unit
  // One instruction's address arithmetic (docs/shader-core.md, addresses).
  typedef enum logic [2:0] {AT_RAW, AT_TYPED, AT_STRUCT, AT_GLOBAL, AT_SCRATCH} address_mode_e;

  typedef struct packed {
    address_mode_e mode;
    logic [31:0]   base;        // scratch: of the wave
    logic [15:0]   stride;
    logic [31:0]   size;
    logic [15:0]   lane_bytes;  // scratch
    logic [13:0]   offset;
    logic [2:0]    dwords;      // registers 1..4
    logic [4:0]    bytes;       // typed: bytes of the element that are wanted
    logic [1:0]    log2_bytes;  // alignment of what is accessed
    logic [1:0]    pass;        // scratch: its dwords lie apart, one pass for each
  } address_cfg_t;

  // Where a lane's access goes: bytes from start on, the dwords below count
  // inside; low: in the word of start, high: also in the next.
  typedef struct packed {
    logic [31:0] start;
    logic [2:0]  count;
    logic        low;
    logic        high;
  } lane_access_t;

  // What the answers need to know of a lane.
  typedef struct packed {
    logic [3:0] shift;  // start[3:0]
    logic [2:0] count;
  } lane_shift_t;

  // A request, or the end of a quad without one.
  typedef struct packed {
    logic [1:0] quad;
    logic       last;  // of the quad
    logic [3:0] low;   // lanes served, by the low or the high word of their access
    logic [3:0] high;
  } match_t;

endpackage

`default_nettype wire
