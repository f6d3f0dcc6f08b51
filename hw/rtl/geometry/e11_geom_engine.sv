// SPDX-License-Identifier: Apache-2.0
//
// Float engine of geometry: runs short straight-line programs of the ROM
// (e11_geometry_rom_pkg) on a memory of 512 words. One operation a
// cycle, in order; a read of a word whose new value is under way waits. All
// operations take the same time, so that results return in order, except the
// reciprocal (of the square root), which takes four cycles more (an operation that would collide
// with its return waits a cycle).
//
//   ROM | issue: resolve operands, hazards, read | p0 operands | p1 .. p3 | p4 write
//                                                  reciprocal:   p1 .. p7 | p8 write
//
// A program is started by a transfer on the start channel; the next one follows
// without a gap. Memory words come from outside through the aux channel, which
// waits for free write cycles.
`default_nettype none

module e11_geom_engine
  import e11_geometry_pkg::*;
(
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               start_valid_i,
  output logic               start_ready_o,
  input  start_t             start_i,
  input  mode_t              mode_i,           // steady while programs run
  output logic               idle_o,           // nothing issued or under way

  input  logic               aux_valid_i,
  output logic               aux_ready_o,
  input  logic [8:0]         aux_addr_i,
  input  logic [31:0]        aux_data_i,

  output logic               attr_re_o,        // attribute memory, data in the next cycle
  output logic [8:0]         attr_row_o,
  input  logic [3:0][31:0]   attr_data_i,

  output logic               point_valid_o,    // to e11_geom_area
  output logic [1:0]         point_index_o,
  output logic               depth_valid_o,
  output logic [31:0]        operand_a_o,
  output logic [31:0]        operand_b_o,
  output logic [2:0]         int_select_o,
  input  logic signed [51:0] int_i,
  input  logic [31:0]        depth_unit_i,

  output logic               dist_valid_o,     // results of PC_DIST, in order
  output logic               dist_negative_o,
  output logic               dist_zero_o,

  output logic               coef_wr_valid_o,
  output e11_pkg::coef_wr_t  coef_wr_o,
  output logic               coef_last_o       // with the last word of a triangle
);

  localparam int unsigned STAGES = 9;          // p0 .. p8
  localparam int unsigned WRITE  = 4;          // stage that writes
  localparam int unsigned WRITE_RCP = 8;

  typedef struct packed {
    logic       valid;
    unit_e      unit;
    logic       wr;
    logic       held;          // b was a held attribute
    target_e    target;
    logic [8:0] addr;
  } flight_t;

  // --------------------------------------------------------------- sequencer
  localparam int unsigned UOP_W = $bits(uop_t);

  logic [UOP_W-1:0] rom [2**PC_W];
  initial begin
    for (int unsigned i = 0; i < 2**PC_W; i++) rom[i] = e11_geometry_rom_pkg::microcode(PC_W'(i));
  end

  uop_t   uop_q;
  logic   uop_valid_q;
  pc_t    pc_q, pc_d;
  start_t context_q;
  logic   advance, issue_ok, take;

  assign advance       = !uop_valid_q || issue_ok;
  assign start_ready_o = advance && (!uop_valid_q || uop_q.last);
  assign take          = start_valid_i && start_ready_o;
  assign pc_d          = take ? start_i.pc : pc_q + 1'b1;

  always_ff @(posedge clk_i) begin
    if (advance) begin
      uop_q <= rom[pc_d];
      pc_q  <= pc_d;
    end
    if (take) context_q <= start_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) uop_valid_q <= 1'b0;
    else if (advance) uop_valid_q <= take || (uop_valid_q && !uop_q.last);
  end

  // ------------------------------------------------------------------- issue
  logic skip;
  always_comb begin
    case (uop_q.pred)
      P_SLOPE:     skip = !mode_i.slope;
      P_NO_SLOPE:  skip = mode_i.slope;
      P_FLOAT:     skip = !mode_i.bias_float;
      P_NO_FLOAT:  skip = mode_i.bias_float;
      P_CLAMP_POS: skip = !mode_i.clamp_positive;
      P_CLAMP_NEG: skip = !mode_i.clamp_negative;
      P_NO_BIAS:   skip = mode_i.bias;
      default:     skip = 1'b0;
    endcase
    if (uop_q.unit == U_NOP) skip = 1'b1;
  end

  function automatic logic [8:0] resolve(operand_t o, entry_t [5:0] base, logic to_low, logic to_screen);
    logic [2:0] word;
    entry_t     found;
    word  = o.index[2:0];
    found = '0;
    if (word[2:1] == 2'b11 && to_low) word[2:1] = 2'b00;
    else if (word[2:1] == 2'b11 && to_screen) word[2:1] = 2'b01;
    for (int unsigned i = 0; i < 6; i++) begin
      if (o.index[5:3] == 3'(i)) found = base[i];
    end
    return o.fixed ? {ENTRY_FIXED[5:4], o.index} : {found, word};
  endfunction

  logic       reads_b, result, writes, a_is_ext, a_is_attr, b_is_held;
  logic [8:0] addr_a, addr_b, addr_d;
  logic       hazard, collision;
  flight_t [STAGES-1:0] p_q;
  flight_t    entering;

  assign a_is_ext  = !uop_q.a.fixed && uop_q.a.index[5:3] == B_EXT;
  assign a_is_attr = !uop_q.a.fixed && uop_q.a.index[5:3] == B_ATTR;
  assign b_is_held = !uop_q.b.fixed && uop_q.b.index[5:3] == B_ATTR;
  assign reads_b   = !(uop_q.unit inside {U_RCP, U_RSQ, U_INT, U_PASS, U_DEPTH}) && !b_is_held;
  assign writes    = uop_q.target inside {D_NONE, D_SNAP, D_WCLAMP, D_DIST};
  assign result    = !(uop_q.unit inside {U_NOP, U_POINT, U_DEPTH});
  assign addr_a    = resolve(uop_q.a, context_q.base, uop_q.unit == U_POINT && context_q.alternate, context_q.screen);
  assign addr_b    = resolve(uop_q.b, context_q.base, uop_q.unit == U_POINT && context_q.alternate, context_q.screen);
  assign addr_d    = resolve(uop_q.dst, context_q.base, uop_q.target == D_SNAP && context_q.alternate, 1'b0);

  always_comb begin
    hazard = 1'b0;
    for (int unsigned i = 0; i < STAGES; i++) begin
      if (p_q[i].valid && p_q[i].wr) begin
        if (p_q[i].addr == addr_a && !a_is_ext && !a_is_attr) hazard = 1'b1;
        if (p_q[i].addr == addr_b && reads_b) hazard = 1'b1;
      end
    end
    // In the stage whose reciprocal reaches p8 when this operation reaches p4.
    collision = p_q[WRITE_RCP-WRITE-1].valid && p_q[WRITE_RCP-WRITE-1].unit inside {U_RCP, U_RSQ} &&
                result && !(uop_q.unit inside {U_RCP, U_RSQ});
  end

  assign issue_ok = uop_valid_q && (skip || !(hazard || collision));

  always_comb begin
    entering        = '0;
    entering.valid  = issue_ok && !skip && result;
    entering.unit   = uop_q.unit;
    entering.wr     = writes;
    entering.held   = b_is_held;
    entering.target = uop_q.target;
    entering.addr   = addr_d;
  end

  // Coefficient words leave in order: their addresses are counted at issue.
  logic [9:0]      coef_q;
  logic [4:0][9:0] coef_addr_q;
  always_ff @(posedge clk_i) begin
    if (take && start_i.coef_set) coef_q <= start_i.coef;
    else if (entering.valid && uop_q.target inside {D_C2, D_C2_LAST}) coef_q <= coef_q + 1'b1;
    coef_addr_q <= {coef_addr_q[3:0], coef_q};
  end

  assign attr_re_o  = issue_ok && a_is_attr;
  always_comb begin
    case (uop_q.a.index[1:0])
      2'd0:    attr_row_o = context_q.attr_row[0];
      2'd1:    attr_row_o = context_q.attr_row[1];
      default: attr_row_o = context_q.attr_row[2];
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) p_q <= '0;
    else begin
      p_q[0] <= entering;
      for (int unsigned i = 1; i < STAGES; i++) begin
        p_q[i] <= p_q[i-1];
        if (i == WRITE + 1 && !(p_q[i-1].unit inside {U_RCP, U_RSQ})) p_q[i] <= '0;
      end
    end
  end

  // ---------------------------------------------------------------- operands
  logic        p0_any_q, p0_ext_q, p0_attr_q, p0_neg_q, p0_hold_q;
  logic [2:0]  p0_index_q;      // EXT_*
  logic [2:0]  p0_int_q;        // INT_*
  logic [1:0]  p0_point_q, p0_word_q;
  unit_e       p0_unit_q;
  logic [31:0] p0_id_q;
  logic        p0_front_q;

  always_ff @(posedge clk_i) begin
    p0_ext_q      <= a_is_ext;
    p0_attr_q     <= a_is_attr;
    p0_index_q    <= uop_q.a.index[2:0];
    p0_int_q      <= uop_q.b.index[2:0];
    p0_point_q    <= uop_q.dst.index[1:0];
    p0_word_q     <= context_q.attr_word | (a_is_attr ? {uop_q.a.index[6], uop_q.a.index[2]} : 2'd0);
    p0_neg_q      <= uop_q.neg_b;
    p0_hold_q     <= b_is_held;
    p0_unit_q     <= uop_q.unit;
    p0_id_q       <= context_q.id;
    p0_front_q    <= context_q.front;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) p0_any_q <= 1'b0;
    else p0_any_q <= issue_ok && !skip;
  end

  logic [31:0] mem_a, mem_b, ext, a, b;
  logic [3:0][31:0] hold_q;      // all components of the latest attribute passed
  always_comb begin
    case (p0_index_q)
      EXT_ID:    ext = p0_id_q;
      EXT_FRONT: ext = {32{p0_front_q}};
      EXT_UNIT:  ext = depth_unit_i;
      default:   ext = '0;
    endcase
    a = mem_a;
    if (p0_ext_q) a = ext;
    if (p0_attr_q) a = attr_data_i[p0_word_q];
  end

  function automatic logic [31:0] scaled(logic [31:0] f, logic [3:0] k);
    if (f[30:23] == 8'hff) return f;
    if (f[30:23] <= {4'b0, k}) return {f[31], 31'b0};
    return {f[31], f[30:23] - {4'b0, k}, f[22:0]};
  endfunction

  logic [31:0] a_mod, b_mod;
  logic [3:0]  k;
  always_comb begin
    b     = p0_hold_q ? hold_q[p0_word_q] : mem_b;
    a_mod = a;
    b_mod = b;
    k     = p0_unit_q == U_ADD_KX ? mode_i.kx : mode_i.ky;
    case (p0_unit_q)
      U_ADD_KX, U_ADD_KY: b_mod = scaled(b, k);
      U_MAX_ABS: begin
        a_mod[31] = 1'b0;
        b_mod[31] = 1'b0;
      end
      default: ;
    endcase
    if (p0_neg_q) b_mod[31] = !b_mod[31];
  end

  always_ff @(posedge clk_i) begin
    if (p0_any_q && p0_attr_q && p0_unit_q == U_PASS) hold_q <= attr_data_i;
  end

  assign point_valid_o = p0_any_q && p0_unit_q == U_POINT;
  assign point_index_o = p0_point_q;
  assign depth_valid_o = p0_any_q && p0_unit_q == U_DEPTH;
  assign operand_a_o   = a;
  assign operand_b_o   = mem_b;
  assign int_select_o  = p0_int_q;

  // ------------------------------------------------------------------- units
  logic [31:0] y_add, y_mul, y_int, y_rcp, y_other, y_choice;
  logic [31:0] other1_q, other2_q, other3_q, short_q;
  logic        enable;

  assign enable = p0_any_q || !idle_o;

  e11_fp_add u_add (.clk_i, .en_i(enable), .a_i(a_mod), .b_i(b_mod), .y_o(y_add));
  e11_fp_mul u_mul (.clk_i, .en_i(enable), .a_i(a_mod), .b_i(b_mod), .y_o(y_mul));
  e11_fp_from_int #(.W(52)) u_int (.clk_i, .en_i(enable), .a_i(int_i), .y_o(y_int));
  e11_fp_table #(.OPS(8'h03)) u_rcp (
    .clk_i, .en_i(enable), .op_i(p0_unit_q == U_RSQ ? e11_fp_pkg::TAB_RSQ : e11_fp_pkg::TAB_RCP),
    .a_i(a_mod), .b_i('0), .y_o(y_rcp)
  );

  function automatic logic [31:0] flushed(logic [31:0] f);
    return f[30:23] == '0 ? {f[31], 31'b0} : f;
  endfunction

  // One NaN loses against a number; -0 is below +0 (e11/fp.h, min and max).
  function automatic logic [31:0] choice(logic [31:0] p, logic [31:0] q, logic want_max);
    logic p_nan, q_nan, less;
    p_nan = p[30:0] > 31'h7f800000;
    q_nan = q[30:0] > 31'h7f800000;
    less  = p[31] != q[31] ? p[31] : (p[31] ? p[30:0] > q[30:0] : p[30:0] < q[30:0]);
    if (p_nan && q_nan) return e11_fp_pkg::NAN;
    if (p_nan) return q;
    if (q_nan) return p;
    return less != want_max ? p : q;
  endfunction

  always_comb begin
    y_choice = choice(flushed(a_mod), flushed(b_mod), p0_unit_q != U_MIN);
    y_other  = y_choice;
    if (p0_unit_q == U_PASS) y_other = a;
    else if (p0_hold_q) y_other = b;     // beside the sum
  end

  always_ff @(posedge clk_i) begin
    if (enable) begin
      other1_q <= y_other;
      other2_q <= other1_q;
      other3_q <= other2_q;
      case (p_q[WRITE-1].unit)
        U_MUL:   short_q <= y_mul;
        U_INT:   short_q <= y_int;
        default: short_q <= other3_q;
      endcase
    end
  end

  // ------------------------------------------------------------------- write
  flight_t     done;
  logic [31:0] value, snapped, stored;
  logic        we;

  always_comb begin
    done  = p_q[WRITE];
    value = p_q[WRITE].unit inside {U_ADD, U_ADD_KX, U_ADD_KY} ? y_add : short_q;
    if (p_q[WRITE].unit inside {U_RCP, U_RSQ}) done = '0;
    if (p_q[WRITE_RCP].valid) begin
      done  = p_q[WRITE_RCP];
      value = y_rcp;
    end
  end

  e11_geom_snap u_snap (.a_i(value), .y_o(snapped));

  always_comb begin
    stored = value;
    if (done.target == D_SNAP) stored = snapped;
    if (done.target == D_WCLAMP && (value[31] || value == '0)) stored = 32'h00800000;
  end

  assign we              = done.valid && done.wr;
  assign aux_ready_o     = !we;
  assign dist_valid_o    = done.valid && done.target == D_DIST;
  assign dist_negative_o = value[31];
  assign dist_zero_o     = value[30:0] == '0;

  logic        mem_we;
  logic [8:0]  mem_waddr;
  logic [31:0] mem_wdata;
  assign mem_we    = we || aux_valid_i;
  assign mem_waddr = we ? done.addr : aux_addr_i;
  assign mem_wdata = we ? stored : aux_data_i;

  e11_ram_1r1w #(.W(32), .DEPTH(512)) u_mem_a (
    .clk_i, .we_i(mem_we), .waddr_i(mem_waddr), .wdata_i(mem_wdata),
    .re_i(issue_ok), .raddr_i(addr_a), .rdata_o(mem_a)
  );
  e11_ram_1r1w #(.W(32), .DEPTH(512)) u_mem_b (
    .clk_i, .we_i(mem_we), .waddr_i(mem_waddr), .wdata_i(mem_wdata),
    .re_i(issue_ok), .raddr_i(addr_b), .rdata_o(mem_b)
  );

  logic [31:0] c0_q, c1_q, c2_q;
  logic [9:0]  word_q;
  logic        word_valid_q, word_last_q;
  always_ff @(posedge clk_i) begin
    if (done.valid && done.target == D_C0) c0_q <= value;
    if (done.valid && done.target == D_C1 && done.held) c0_q <= short_q;
    if (done.valid && done.target == D_C1) c1_q <= value;
    if (done.valid && done.target inside {D_C2, D_C2_LAST}) c2_q <= value;
    word_q <= coef_addr_q[4];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      word_valid_q <= 1'b0;
      word_last_q  <= 1'b0;
    end else begin
      word_valid_q <= done.valid && done.target inside {D_C2, D_C2_LAST};
      word_last_q  <= done.valid && done.target == D_C2_LAST;
    end
  end

  assign coef_wr_valid_o = word_valid_q;
  assign coef_wr_o       = '{addr: word_q, c: {c2_q, c1_q, c0_q}};
  assign coef_last_o     = word_last_q;

  // -------------------------------------------------------------------- idle
  logic any_flight;
  always_comb begin
    any_flight = p0_any_q || word_valid_q;
    for (int unsigned i = 0; i < STAGES; i++) any_flight = any_flight || p_q[i].valid;
  end
  assign idle_o = !uop_valid_q && !any_flight;

  logic unused_ok;
  assign unused_ok = &{1'b0, context_q.pc, context_q.coef, context_q.coef_set, done.unit};

endmodule

`default_nettype wire
