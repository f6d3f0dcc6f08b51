// SPDX-License-Identifier: Apache-2.0
//
// Table functions at a quarter of the rate: up to four instructions, whose lanes
// go one by one through e11_fp_table; four results make a quad, which
// waits for a write port.
//
//   quads in -> [ operands: 4 x 4 quads ] -> lane -> table (8 cycles) -> quad -> write
`default_nettype none

module e11_core_table
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
  import e11_fp_pkg::*;
(
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              accept_i,     // front end: one is coming
    output logic              ready_o,
    // X0..X3: its quads
    input  logic              valid_i,
    input  logic [1:0]        quad_i,
    input  instr_t            instr_i,
    input  logic [3:0][31:0]  a_i,
    input  logic [3:0][31:0]  b_i,
    // Results
    output logic              v_valid_o,
    input  logic              v_ready_i,
    output logic [1:0]        v_quad_o,
    output logic [VROW_A-1:0] v_row_o,
    output logic [3:0]        v_lanes_o,
    output logic [3:0][31:0]  v_data_o,
    output logic              s_valid_o,
    input  logic              s_ready_i,
    output logic [SREG_A-1:0] s_reg_o,
    output logic [31:0]       s_data_o,
    output logic              done_o,
    output logic [WAVE_W-1:0] done_wave_o
);

  function automatic table_op_e table_op(input op_e op);
    case (op)
      OP_FRSQ:  return TAB_RSQ;
      OP_FSQRT: return TAB_SQRT;
      OP_FEXP2: return TAB_EXP2;
      OP_FLOG2: return TAB_LOG2;
      OP_FSIN:  return TAB_SIN;
      OP_FCOS:  return TAB_COS;
      OP_FDIV:  return TAB_DIV;
      default:  return TAB_RCP;
    endcase
  endfunction

  typedef struct packed {
    logic              scalar;
    table_op_e         op;
  } input_t;

  typedef struct packed {
    logic [WAVE_W-1:0] wave;
    logic              sat;
    logic              scalar;
    logic [VROW_A-1:0] row;
    logic [SREG_A-1:0] sreg;
    logic [LANES-1:0]  exec;
  } job_t;

  // ------------------------------------------------------------------ instructions
  logic [1:0]  in_q, out_q;       // operand sets: next to fill, in work
  logic [2:0]  count_q;           // accepted and not complete
  logic        input_valid, all_sent, job_valid, complete;
  input_t      input_in, head;
  job_t        job_in, job;
  logic        input_ready, job_ready;
  logic [2:0]  input_level, level;

  assign ready_o = !count_q[2];

  always_comb begin
    input_in.scalar = instr_i.d.scalar_dst;
    input_in.op     = table_op(instr_i.d.op);
    job_in        = '0;
    job_in.wave   = instr_i.wave;
    job_in.sat    = instr_i.d.fmods && instr_i.word[R_MODS_LSB + R_MODS_W - 1];
    job_in.scalar = instr_i.d.scalar_dst;
    job_in.row    = vector_row(instr_i.wave, instr_i.info.size, instr_i.word[R_DST_LSB +: R_DST_W]);
    job_in.sreg   = scalar_reg(instr_i.wave, instr_i.info.size, instr_i.word[R_DST_LSB +: R_DST_W]);
    job_in.exec   = instr_i.exec;
  end

  // What the lanes on their way in need, and what the results need.
  e11_fifo #(
      .W    ($bits(input_t)),
      .DEPTH(4)
  ) u_inputs (
      .clk_i,
      .rst_ni,
      .in_valid_i (valid_i && quad_i == 2'd3),
      .in_ready_o (input_ready),
      .in_i       (input_in),
      .out_valid_o(input_valid),
      .out_ready_i(all_sent),
      .out_o      (head),
      .level_o    (input_level)
  );
  e11_fifo #(
      .W    ($bits(job_t)),
      .DEPTH(4)
  ) u_jobs (
      .clk_i,
      .rst_ni,
      .in_valid_i (valid_i && quad_i == 2'd3),
      .in_ready_o (job_ready),
      .in_i       (job_in),
      .out_valid_o(job_valid),
      .out_ready_i(complete),
      .out_o      (job),
      .level_o    (level)
  );

  // ---------------------------------------------------------------------- operands
  logic [1:0]       lane_quad;
  logic [255:0]     pair;
  logic [3:0][31:0] lane_a, lane_b;

  e11_regfile_1r1w #(
      .W    (256),
      .DEPTH(16)
  ) u_operands (
      .clk_i,
      .we_i   (valid_i),
      .waddr_i({in_q, quad_i}),
      .wdata_i({b_i, a_i}),
      .raddr_i({out_q, lane_quad}),
      .rdata_o(pair)
  );
  assign {lane_b, lane_a} = pair;

  // --------------------------------------------------- lanes in, one a cycle
  // A quad of results is written before the next quad's lanes arrive, or the
  // table stops.
  logic [3:0]               lane_q;        // next lane to send
  logic                     en, send, result_valid, last_lane;
  logic [TABLE_LAT:1]       valid_q;
  logic [TABLE_LAT:1][3:0]  tag_q;
  logic [31:0]              y;
  logic                     quad_full_q;

  assign lane_quad = lane_q[3:2];
  assign send      = input_valid && en;
  assign all_sent  = send && (head.scalar || lane_q == 4'd15);
  assign en        = !(result_valid && quad_full_q);

  e11_fp_table u_table (
      .clk_i,
      .en_i(en),
      .op_i(head.op),
      .a_i (lane_a[lane_q[1:0]]),
      .b_i (lane_b[lane_q[1:0]]),
      .y_o (y)
  );

  assign result_valid = valid_q[TABLE_LAT];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      lane_q  <= '0;
    end else begin
      if (en) begin
        valid_q <= {valid_q[TABLE_LAT-1:1], send};
        if (send) lane_q <= all_sent ? '0 : lane_q + 4'd1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (en) tag_q <= {tag_q[TABLE_LAT-1:1], lane_q};
  end

  // --------------------------------------------------------------------- quads out
  logic [3:0][31:0] quad_data_q;
  logic [1:0]       quad_q;
  logic             written;

  assign last_lane = job.scalar || tag_q[TABLE_LAT][1:0] == 2'd3;
  assign written   = quad_full_q && (job.scalar ? s_ready_i : v_ready_i);
  assign complete  = written && (job.scalar || quad_q == 2'd3);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) quad_full_q <= 1'b0;
    else if (written) quad_full_q <= 1'b0;
    else if (en && result_valid && last_lane) quad_full_q <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (en && result_valid) begin
      quad_data_q[tag_q[TABLE_LAT][1:0]] <= saturate(job.sat, y);
      quad_q                             <= tag_q[TABLE_LAT][3:2];
    end
  end

  assign v_valid_o   = quad_full_q && !job.scalar;
  assign v_quad_o    = quad_q;
  assign v_row_o     = job.row;
  assign v_lanes_o   = job.exec[4*quad_q +: 4];
  assign v_data_o    = quad_data_q;
  assign s_valid_o   = quad_full_q && job.scalar;
  assign s_reg_o     = job.sreg;
  assign s_data_o    = quad_data_q[0];
  assign done_o      = complete;
  assign done_wave_o = job.wave;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_q    <= '0;
      out_q   <= '0;
      count_q <= '0;
    end else begin
      if (valid_i && quad_i == 2'd3) in_q <= in_q + 2'd1;
      if (all_sent) out_q <= out_q + 2'd1;
      count_q <= count_q + (accept_i ? 3'd1 : 3'd0) - (complete ? 3'd1 : 3'd0);
    end
  end

  logic unused;
  assign unused = &{1'b0, job_valid, input_ready, input_level, job_ready, level, instr_i.pc, instr_i.cov, instr_i.info};

endmodule

`default_nettype wire
