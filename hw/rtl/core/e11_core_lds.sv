// SPDX-License-Identifier: Apache-2.0
//
// Thread-group memory: four banks of dwords, bank = dword address modulo 4, and
// the unit that loads, stores and does atomic operations on it. One instruction
// after another, in it quad by quad, of a quad register by register: a cycle
// each if the four lanes want different banks, or of a bank the same dword.
//
//   X0 sums | inside, base | -> [ 4 instr. x 4 quads ] -> L0 choose lanes, access banks
//   X4 data ------------------> [                    ]    L1 collect | L2 row -> registers
//
// Stores and atomics serve one lane of a bank a cycle, the lowest first, so that
// lanes take effect in ascending order. An atomic takes two cycles a lane: L0
// reads, the next cycle writes.
//
// Store data lie in the memory of the exports (e11_core_export): the quad of a pass is read in the cycle
// before it.
`default_nettype none

module e11_core_lds
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
(
    input  logic               clk_i,
    input  logic               rst_ni,
    input  logic               accept_i,
    output logic               ready_o,
    // X0..X3: the instruction and its operands, quad by quad
    input  logic               valid_i,
    input  logic [1:0]         quad_i,
    input  instr_t             instr_i,
    input  logic [3:0][31:0]   index_i,       // source 0
    input  logic [3:0][31:0]   offset_i,      // source 2
    input  logic [14:0]        base_i,        // the group's part, bytes
    input  logic [15:0]        size_i,
    // X4..X7: store data, four registers of a quad; where they are kept
    input  logic               data_valid_i,
    input  logic [1:0]         data_quad_i,
    output logic [3:0]         data_waddr_o,
    // .. and what is wanted of them, a cycle later
    output logic               data_want_o,
    output logic [3:0]         data_raddr_o,
    input  logic               data_have_i,
    input  logic [3:0][QUAD_W-1:0] data_i,
    // Rows
    output logic               v_valid_o,
    input  logic               v_ready_i,
    output logic [1:0]         v_quad_o,
    output logic [VROW_A-1:0]  v_row_o,
    output logic [3:0]         v_lanes_o,
    output logic [3:0][31:0]   v_data_o,
    output logic               done_o,
    output logic [WAVE_W-1:0]  done_wave_o,
    output logic               order_o,       // an instruction takes its place in the order
    output logic [WAVE_W-1:0]  order_wave_o,
    output logic               conflict_o,    // a cycle lost to a bank conflict
    output logic               busy_o
);

  localparam int unsigned DWORDS = e11_regs_pkg::CFG_LDS_BYTES / 4;
  localparam int unsigned A      = $clog2(DWORDS);

  typedef struct packed {
    logic [A-1:0] dword;
    logic [2:0]   count;  // registers inside
  } place_t;

  typedef struct packed {
    logic [WAVE_W-1:0] wave;
    logic [1:0]        size_class;
    logic              store;
    logic              atomic;
    logic              returns;
    logic [3:0]        op;
    logic [LANES-1:0]  exec;
    logic [6:0]        number;
    logic [1:0]        count;  // registers - 1
  } job_t;

  // -------------------------------------------------- X0, X1: addresses of a quad
  // In dwords; the low two bits of the sum do not count.
  logic [3:0][13:0] sum_q;
  logic [3:0]       beyond_q, active_q;
  logic [1:0]       sum_quad_q;
  logic             sum_valid_q;
  logic [2:0]       wanted_q;
  logic [12:0]      base_q;
  logic [13:0]      size_q;
  place_t [3:0]     places;

  for (genvar l = 0; l < 4; l++) begin : g_sum
    /* verilator lint_off UNUSEDSIGNAL */  // the low two bits
    logic [16:0] sum, part;
    logic [1:0]  carries;
    /* verilator lint_on UNUSEDSIGNAL */
    logic [14:0] room;
    // One adder behind the other: three summands at once would cost more.
    assign {part, carries[0]} = {1'b0, index_i[l][15:0], 1'b1} + {1'b0, offset_i[l][15:0], 1'b0};
    assign {sum, carries[1]}  = {1'b0, part[15:0], 1'b1} + {3'b0, instr_i.word[M_OFFSET_LSB +: M_OFFSET_W], 1'b0};

    always_ff @(posedge clk_i) begin
      sum_q[l]    <= sum[15:2];
      // 2^16 or more: one of the summands is, or their low halves together.
      beyond_q[l] <= index_i[l][31:16] != '0 || offset_i[l][31:16] != '0 || part[16] || sum[16];
      active_q[l] <= instr_i.exec[4*quad_i + l] && (!instr_i.d.store || instr_i.cov[4*quad_i + l]);
    end

    assign room = {1'b0, size_q} - {1'b0, sum_q[l]};
    always_comb begin
      places[l].dword = base_q + sum_q[l][A-1:0];
      places[l].count = wanted_q;
      if (room[13:3] == '0 && room[2:0] < wanted_q) places[l].count = room[2:0];
      if (room[14] || beyond_q[l] || !active_q[l]) places[l].count = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sum_valid_q <= 1'b0;
    else         sum_valid_q <= valid_i;
  end
  always_ff @(posedge clk_i) begin
    sum_quad_q <= quad_i;
    base_q     <= base_i[14:2];
    size_q     <= size_i[15:2];
    wanted_q   <= instr_i.d.atomic ? 3'd1 : {1'b0, instr_i.word[M_COUNT_LSB +: M_COUNT_W]} + 3'd1;
  end

  // ---------------------------------------------------------------- what waits
  logic [1:0]   in_q, data_in, data_in_q, out_d, out_q, quad_d, quad_q;
  logic [1:0]   row_d, row_q, row_read;  // register
  logic         writing_d, writing_q;  // an atomic's second cycle
  place_t [3:0] place;
  logic [QUAD_W-1:0] row_data;

  // A store's data come in the slot behind its operands; in X4 the last of these enter.
  assign data_in = sum_valid_q ? in_q : data_in_q;

  e11_regfile_1r1w #(
      .W    (4 * $bits(place_t)),
      .DEPTH(16)
  ) u_places (
      .clk_i,
      .we_i   (sum_valid_q),
      .waddr_i({in_q, sum_quad_q}),
      .wdata_i(places),
      .raddr_i({out_q, quad_q}),
      .rdata_o(place)
  );
  assign data_waddr_o = {data_in, data_quad_i};
  assign data_raddr_o = {out_d, quad_d};

  // The instruction enters the queue with its first quad's addresses, a store with its data.
  job_t       job_in_q, job;
  logic       push, job_in_ready, job_valid, job_taken;
  logic [2:0] taken_q, level;

  always_ff @(posedge clk_i) begin
    if (valid_i && quad_i == 2'd0) begin
      job_in_q.wave       <= instr_i.wave;
      job_in_q.size_class <= instr_i.info.size;
      job_in_q.store      <= instr_i.d.store;
      job_in_q.atomic     <= instr_i.d.atomic;
      job_in_q.returns    <= instr_i.d.atomic && instr_i.word[M_COHERENT_LSB];
      job_in_q.op         <= instr_i.word[M_OP_LSB +: M_OP_W];
      job_in_q.exec       <= instr_i.exec;
      job_in_q.number     <= instr_i.word[M_DATA_LSB +: M_DATA_W];
      job_in_q.count      <= instr_i.d.atomic ? 2'd0 : instr_i.word[M_COUNT_LSB +: M_COUNT_W];
    end
  end
  assign push = job_in_q.store ? data_valid_i && data_quad_i == 2'd0 : sum_valid_q && sum_quad_q == 2'd0;

  e11_fifo #(
      .W    ($bits(job_t)),
      .DEPTH(4)
  ) u_jobs (
      .clk_i,
      .rst_ni,
      .in_valid_i (push),
      .in_ready_o (job_in_ready),
      .in_i       (job_in_q),
      .out_valid_o(job_valid),
      .out_ready_i(job_taken),
      .out_o      (job),
      .level_o    (level)
  );
  assign ready_o = !taken_q[2];

  // ------------------------------------------------------- L0: lanes of this cycle
  logic              en;          // L1 and L2 move
  logic [3:0]        left_q;      // lanes still to be served, if resumed
  logic              resumed_q;
  logic [3:0]        wanting, todo, served, bank_used, left;
  logic [3:0][A-1:0] address;
  logic [3:0][1:0]   bank_lane;   // lane that a bank works for
  logic [3:0][3:0]   at_bank;     // lanes that want it
  logic              go, pass_done, last_row, last_quad, begins;

  always_comb begin
    for (int unsigned l = 0; l < 4; l++) begin
      wanting[l] = {1'b0, row_q} < place[l].count;
      address[l] = place[l].dword + A'(row_q);
    end
    todo = resumed_q ? left_q : wanting;
    // An atomic: the lowest lane alone.
    if (job.atomic) todo = todo & (~todo + 4'd1);
    for (int unsigned b = 0; b < 4; b++) begin
      for (int unsigned l = 0; l < 4; l++) at_bank[b][l] = todo[l] && address[l][1:0] == 2'(b);
      bank_used[b] = at_bank[b] != '0;
      bank_lane[b] = at_bank[b][0] ? 2'd0 : at_bank[b][1] ? 2'd1 : at_bank[b][2] ? 2'd2 : 2'd3;
    end
    // A lane is served with the lowest lane that wants its bank, if it is this one, or reads the same dword.
    for (int unsigned l = 0; l < 4; l++) begin
      served[l] = todo[l];
      for (int k = int'(l) - 1; k >= 0; k--) begin
        if (todo[k] && address[k][1:0] == address[l][1:0]) begin
          served[l] = todo[l] && (!job.store && address[k][A-1:2] == address[l][A-1:2]);
        end
      end
    end
    left = (resumed_q ? left_q : wanting) & ~served;
  end

  // An atomic reads in its first cycle; in the second its lane counts as served.
  assign go          = job_valid && en && (!job.store || data_have_i);
  assign data_want_o = job_valid && (job.store || job_taken);  // the next one may be a store
  assign pass_done = go && left == '0 && (!job.atomic || writing_q || served == '0);
  assign last_row  = row_q == job.count;
  assign last_quad = quad_q == 2'd3;
  assign job_taken = pass_done && last_row && last_quad;
  assign begins    = go && !resumed_q && !writing_q && row_q == '0 && quad_q == '0;

  assign order_o      = begins;
  assign order_wave_o = job.wave;
  assign conflict_o   = go && left != '0 && !job.atomic;

  always_comb begin
    out_d     = out_q;
    quad_d    = quad_q;
    row_d     = row_q;
    writing_d = writing_q;
    if (job_taken) out_d = out_q + 2'd1;
    if (go) writing_d = job.atomic && !writing_q && served != '0;
    if (pass_done) begin
      row_d = last_row ? 2'd0 : row_q + 2'd1;
      if (last_row) quad_d = quad_q + 2'd1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      row_q     <= '0;
      quad_q    <= '0;
      resumed_q <= 1'b0;
      writing_q <= 1'b0;
      taken_q   <= '0;
      in_q      <= '0;
      data_in_q <= '0;
      out_q     <= '0;
    end else begin
      taken_q <= taken_q + (accept_i ? 3'd1 : 3'd0) - (done_o ? 3'd1 : 3'd0);
      if (sum_valid_q && sum_quad_q == 2'd3) begin
        in_q      <= in_q + 2'd1;
        data_in_q <= in_q;
      end
      out_q     <= out_d;
      quad_q    <= quad_d;
      row_q     <= row_d;
      writing_q <= writing_d;
      if (go && !writing_d) resumed_q <= left != '0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (go && !(job.atomic && !writing_q)) left_q <= left;
  end

  // ---------------------------------------------------------------------- banks
  logic [3:0][31:0] bank_data, lane_data;
  logic [31:0]      row_lane, operand_q;
  logic [3:0]       one;           // an atomic's lane
  logic [1:0]       atomic_lane;
  logic [31:0]      atomic_old, atomic_new;

  for (genvar b = 0; b < 4; b++) begin : g_bank
    logic         we, re;
    logic [A-3:0] row;
    assign row = address[bank_lane[b]][A-1:2];
    assign we = go && bank_used[b] && job.store && (!job.atomic || writing_q);
    assign re = go && bank_used[b] && (!job.store || (job.atomic && !writing_q));

    e11_ram_1r1w #(
        .W    (32),
        .DEPTH(DWORDS / 4)
    ) u_ram (
        .clk_i,
        .we_i   (we),
        .waddr_i(row),
        .wdata_i(job.atomic ? atomic_new : row_data[32*bank_lane[b] +: 32]),
        .re_i   (re),
        .raddr_i(row),
        .rdata_o(bank_data[b])
    );
  end

  assign one = served;
  always_comb begin
    atomic_lane = 2'd3;
    for (int l = 2; l >= 0; l--) begin
      if (one[l]) atomic_lane = 2'(l);
    end
  end
  assign atomic_old = bank_data[address[atomic_lane][1:0]];
  assign row_lane   = row_data[32*atomic_lane +: 32];
  // An atomic's operand in its first cycle, what it compares with in its second.
  assign row_read   = row_q | {1'b0, writing_q};
  assign row_data   = data_i[row_read];

  always_ff @(posedge clk_i) begin
    if (!writing_q) operand_q <= row_lane;
  end

  e11_atomic_alu u_atomic (
      .op_i     (job.op),
      .old_i    (atomic_old),
      .operand_i(operand_q),
      .compare_i(row_lane),
      .result_o (atomic_new)
  );

  // ------------------------------------------------------- L1: collect; L2: a row
  typedef struct packed {
    logic [WAVE_W-1:0] wave;
    logic              writes;  // a row for the registers
    logic              last;    // of the instruction
    logic [1:0]        quad;
    logic [VROW_A-1:0] row;
    logic [3:0]        lanes;
  } row_t;

  row_t             r1, r1_q, r2_q;
  logic             v1_q, v2_q;       // the row is complete
  logic [3:0]       served_q;
  logic [3:0][1:0]  bank_q;
  logic [3:0][31:0] collected, collected_q, row_2q;
  logic             fresh_q, load_q;

  assign en = !(v2_q && r2_q.writes && !v_ready_i);

  always_comb begin
    r1.wave   = job.wave;
    r1.writes = !job.store || job.returns;
    r1.last   = last_row && last_quad;
    r1.quad   = quad_q;
    r1.row    = vector_row(job.wave, job.size_class, job.number + {5'b0, row_q});
    r1.lanes  = job.exec[4*quad_q +: 4];
  end

  // What a bank read in L0 goes to the lanes it served.
  always_comb begin
    for (int unsigned l = 0; l < 4; l++) begin
      lane_data[l] = bank_data[bank_q[l]];
      collected[l] = fresh_q ? 32'd0 : collected_q[l];
      if (load_q && served_q[l]) collected[l] = lane_data[l];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      v1_q    <= 1'b0;
      v2_q    <= 1'b0;
      load_q  <= 1'b0;
      fresh_q <= 1'b1;
    end else if (en) begin
      v1_q    <= pass_done;
      v2_q    <= v1_q;
      load_q  <= go && (!job.store || (job.atomic && !writing_q));
      fresh_q <= v1_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (en) begin
      r1_q        <= r1;
      r2_q        <= r1_q;
      served_q    <= served;
      collected_q <= collected;
      row_2q      <= collected;
      for (int unsigned l = 0; l < 4; l++) bank_q[l] <= address[l][1:0];
    end
  end

  assign v_valid_o   = v2_q && r2_q.writes;
  assign v_quad_o    = r2_q.quad;
  assign v_row_o     = r2_q.row;
  assign v_lanes_o   = r2_q.lanes;
  assign v_data_o    = row_2q;
  assign done_o      = v2_q && r2_q.last && en;
  assign done_wave_o = r2_q.wave;
  assign busy_o      = taken_q != '0;

  logic unused;
  assign unused = &{1'b0, instr_i, job_in_ready, level, base_i[1:0], size_i[1:0], sum_q};

endmodule

`default_nettype wire
