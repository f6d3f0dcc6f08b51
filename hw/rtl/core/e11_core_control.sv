// SPDX-License-Identifier: Apache-2.0
//
// Control instructions: they see which lanes of source 0 are not zero, quad by
// quad, and change masks, the program counter and one scalar register.
//
//   R2 quad 0 | R3 quad 1 | X0 quad 2 | X1 quad 3, decide | X2 (phase 2) results
`default_nettype none

module e11_core_control
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
(
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic [1:0]        phase_i,
    input  logic [LANES-1:0]  exec_r_i,   // exec of the instruction in its read slot
    input  logic              valid_i,    // X0..X3: there is an instruction
    input  instr_t            instr_i,
    input  logic [3:0][31:0]  early0_i,   // source 0 of quad q at R2 + q
    input  logic [31:0]       old_dst_i,  // X1: scalar destination before
    // X2: results
    output logic              valid_o,
    output logic [WAVE_W-1:0] wave_o,
    output logic [LANES-1:0]  exec_o,
    output logic [LANES-1:0]  cov_o,
    output logic              taken_o,
    output logic [31:0]       target_o,
    output logic              bar_o,      // the wave is at a barrier
    output logic              fence_o,    // the wave waits for its writes
    output wave_info_t        info_o,
    output logic              die_o,      // the wave is to end
    output logic              trap_o,     // .. because of a trap at pc_o
    output logic [31:0]       pc_o,
    output logic              s_we_o,
    output logic [SREG_A-1:0] s_reg_o,
    output logic [31:0]       s_data_o
);

  // --------------------------------------------------------------- what source 0 is
  function automatic logic [3:0] first_lane(input logic [LANES-1:0] exec);
    first_lane = '0;
    for (int i = LANES - 1; i >= 0; i--) begin
      if (exec[i]) first_lane = 4'(i);
    end
  endfunction

  logic [1:0]  quad;
  logic [3:0]  nz_now, first_q;
  logic [11:0] nz_q;
  logic [31:0] scalar_q, first_value_q, first_value;
  logic        is_first;

  assign quad        = phase_i - 2'd2;
  assign is_first    = first_q[3:2] == quad;
  assign first_value = is_first ? early0_i[first_q[1:0]] : first_value_q;

  always_comb begin
    for (int unsigned l = 0; l < 4; l++) nz_now[l] = |early0_i[l];
  end

  always_ff @(posedge clk_i) begin
    if (phase_i == 2'd1) first_q <= first_lane(exec_r_i);
    if (phase_i == 2'd2) scalar_q <= early0_i[0];
    if (phase_i != 2'd1) nz_q <= {nz_now, nz_q[11:4]};
    if (is_first) first_value_q <= early0_i[first_q[1:0]];
  end

  // ------------------------------------------------------------------- X1: decide
  logic [LANES-1:0] nz, exec_d, cov_d, hit;
  logic             decides, taken, die, trap, s_we;
  logic [31:0]      s_data, target;

  assign decides = phase_i == 2'd1 && valid_i && instr_i.d.unit == UNIT_CTL;
  assign nz     = {nz_now, nz_q} ^ {LANES{instr_i.word[C_INV_LSB]}};
  assign hit    = instr_i.exec & nz;
  assign target = instr_i.pc + 32'd8 + {instr_i.word[C_TARGET_LSB +: 29], 3'b0};

  always_comb begin
    exec_d = instr_i.exec;
    cov_d  = instr_i.cov;
    taken  = 1'b0;
    die    = 1'b0;
    trap   = 1'b0;
    s_we   = 1'b0;
    s_data = {16'b0, hit};
    case (instr_i.d.op)
      OP_BR:      taken = 1'b1;
      OP_BRZ:     taken = scalar_q == '0;
      OP_BRNZ:    taken = scalar_q != '0;
      OP_IF: begin
        s_we   = 1'b1;
        s_data = {16'b0, instr_i.exec & ~nz};
        exec_d = hit;
        taken  = hit == '0;
      end
      OP_ELSE: begin
        s_we   = 1'b1;
        s_data = {16'b0, instr_i.exec};
        exec_d = old_dst_i[LANES-1:0];
        taken  = old_dst_i[LANES-1:0] == '0;
      end
      OP_LOOP: begin
        exec_d = instr_i.exec & ~scalar_q[LANES-1:0];
        taken  = exec_d != '0;
      end
      OP_BRK: begin
        s_we   = 1'b1;
        s_data = old_dst_i | {16'b0, hit};
      end
      OP_EXECOR:  exec_d = instr_i.exec | scalar_q[LANES-1:0];
      OP_SETEXEC: exec_d = scalar_q[LANES-1:0];
      OP_BALLOT:  s_we = 1'b1;
      OP_RDFIRST: begin
        s_we   = 1'b1;
        s_data = first_value;
      end
      OP_DISCARD: begin
        cov_d = instr_i.cov & ~hit;
        die   = cov_d == '0;
      end
      OP_TRAP: begin
        cov_d = '0;
        die   = 1'b1;
        trap  = 1'b1;
      end
      default: ;  // nop, bar, fence
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      taken_o <= 1'b0;
      bar_o   <= 1'b0;
      fence_o <= 1'b0;
      die_o   <= 1'b0;
      trap_o  <= 1'b0;
      s_we_o  <= 1'b0;
    end else begin
      valid_o <= decides;
      taken_o <= decides && taken;
      bar_o   <= decides && instr_i.d.op == OP_BAR;
      fence_o <= decides && instr_i.d.op == OP_FENCE;
      die_o   <= decides && die;
      trap_o  <= decides && trap;
      s_we_o  <= decides && s_we;
    end
  end

  always_ff @(posedge clk_i) begin
    if (phase_i == 2'd1) begin
      wave_o   <= instr_i.wave;
      info_o   <= instr_i.info;
      exec_o   <= exec_d;
      cov_o    <= cov_d;
      target_o <= target;
      pc_o     <= instr_i.pc;
      s_reg_o  <= scalar_reg(instr_i.wave, instr_i.info.size, instr_i.word[C_DST_LSB +: C_DST_W]);
      s_data_o <= s_data;
    end
  end

endmodule

`default_nettype wire
