// SPDX-License-Identifier: Apache-2.0
//
// Launches: finds wave slots, writes a wave's first registers, starts it. Pixel
// waves go first, compute waves last. Vertex waves leave the last four slots to
// pixel waves, so that any size of pixel wave can always start. Compute waves may
// take every slot: nothing that they wait for needs one, as the waves of a group
// are launched one behind the other, and draws wait for earlier dispatches.
//
//   IDLE take a header, choose slots | SCALARS s0..s3 | ROWS v0.. | START
`default_nettype none

module e11_core_launch
  import e11_pkg::*;
  import e11_core_pkg::*;
(
    input  logic              clk_i,
    input  logic              rst_ni,
    // From geometry
    input  logic              vs_valid_i,
    output logic              vs_ready_o,
    input  launch_t           vs_i,
    input  logic              vs_row_valid_i,
    output logic              vs_row_ready_o,
    input  row_t              vs_row_i,
    // From pixel
    input  logic              ps_valid_i,
    output logic              ps_ready_o,
    input  launch_t           ps_i,
    input  logic              ps_row_valid_i,
    output logic              ps_row_ready_o,
    input  row_t              ps_row_i,
    input  logic              ps_tag_free_i,   // ps_i.tag, the next in order, is not in use
    // From compute
    input  logic              cs_valid_i,
    output logic              cs_ready_o,
    input  launch_t           cs_i,
    input  logic              cs_row_valid_i,
    output logic              cs_row_ready_o,
    input  row_t              cs_row_i,
    input  logic              room_i,          // one wave more may be under way
    // Registers
    output logic              s_valid_o,
    input  logic              s_ready_i,
    output logic [SREG_A-1:0] s_reg_o,
    output logic [127:0]      s_data_o,
    output logic              v_valid_o,
    input  logic              v_ready_i,
    output logic [1:0]        v_quad_o,
    output logic [VROW_A-1:0] v_row_o,
    output logic [QUAD_W-1:0] v_data_o,
    // Start
    output logic              start_valid_o,
    input  logic              start_ready_i,
    output logic [WAVE_W-1:0] start_wave_o,
    output logic [31:0]       start_pc_o,
    output logic [LANES-1:0]  start_exec_o,
    output logic [LANES-1:0]  start_cov_o,
    output wave_info_t        start_info_o,
    output launch_t           start_launch_o,
    // End: its slots are free again.
    input  logic              end_valid_i,
    input  logic [WAVE_W-1:0] end_wave_i,
    input  logic [1:0]        end_size_i,
    output logic              busy_o           // slots in use, or a launch under way
);

  typedef enum logic [1:0] {IDLE, SCALARS, ROWS, START} state_e;

  // Slots of a wave: 1, 2 or 4 of an aligned four.
  localparam int unsigned FOURS = WAVES / 4;
  function automatic logic [3:0] slots(input logic [1:0] wave, input logic [1:0] size);
    return size[1] ? 4'b1111 : size[0] ? (wave[1] ? 4'b1100 : 4'b0011) : 4'b0001 << wave;
  endfunction

  state_e            state_q;
  launch_t           l_q;
  logic [WAVE_W-1:0] wave_q;
  logic [FOURS-1:0][3:0] used_q;
  logic [FOURS-1:0]  one, two, four, candidates;          // fours with room for a wave, by size class
  logic [2:0]        any, any_vertex;                     // by size class
  logic [WAVE_W-3:0] first;                               // the lowest such four
  logic [1:0]        place;
  logic [2:0]        taken;                               // its slots, but the last
  logic [1:0]        row_q, quad_q;
  logic              idle, take_ps, take_vs, take_cs;
  launch_t           header;
  logic              row_valid, row_taken, row_done;
  row_t              row;

  // ------------------------------------------------------------ header and slots
  function automatic logic fits(input logic [2:0] there_is, input logic [1:0] size);
    return size[1] ? there_is[2] : size[0] ? there_is[1] : there_is[0];
  endfunction

  always_comb begin
    for (int unsigned i = 0; i < FOURS; i++) begin
      one[i]  = used_q[i] != 4'b1111;
      two[i]  = used_q[i][3:2] == 2'b00 || used_q[i][1:0] == 2'b00;
      four[i] = used_q[i] == 4'b0000;
    end
  end
  // The last four is for pixel waves.
  assign any        = {|four, |two, |one};
  assign any_vertex = {|four[FOURS-2:0], |two[FOURS-2:0], |one[FOURS-2:0]};
  assign idle       = state_q == IDLE && room_i;
  assign take_ps    = idle && ps_valid_i && ps_tag_free_i && fits(any, ps_i.size);
  assign take_vs    = idle && vs_valid_i && fits(any_vertex, vs_i.size) && !take_ps;
  assign take_cs    = idle && cs_valid_i && fits(any, cs_i.size) && !take_ps && !take_vs;
  assign ps_ready_o = take_ps;
  assign vs_ready_o = take_vs;
  assign cs_ready_o = take_cs;
  assign header     = take_ps ? ps_i : take_vs ? vs_i : cs_i;
  // The lowest: for a vertex wave it is below the last four, as there is one.
  assign candidates = header.size[1] ? four : header.size[0] ? two : one;

  e11_find_first #(
      .N(FOURS)
  ) u_first (
      .a_i    (candidates),
      .index_o(first)
  );

  assign taken = used_q[first][2:0];
  always_comb begin
    place = 2'd0;
    if (header.size == 2'd0) place = !taken[0] ? 2'd0 : !taken[1] ? 2'd1 : !taken[2] ? 2'd2 : 2'd3;
    if (header.size == 2'd1) place = {taken[1:0] != 2'b00, 1'b0};
  end

  // ---------------------------------------------------------------------- registers
  assign s_valid_o = state_q == SCALARS;
  assign s_reg_o   = {wave_q, 6'b0};
  assign s_data_o  = {32'b0, l_q.s2, l_q.s1, l_q.s0};

  always_comb begin
    case (l_q.stage)
      STAGE_PIXEL:  {row_valid, row} = {ps_row_valid_i, ps_row_i};
      STAGE_VERTEX: {row_valid, row} = {vs_row_valid_i, vs_row_i};
      default:      {row_valid, row} = {cs_row_valid_i, cs_row_i};
    endcase
  end
  assign v_valid_o      = state_q == ROWS && row_valid;
  assign v_quad_o       = quad_q;
  assign v_row_o        = {wave_q, 3'b0, row_q};
  assign v_data_o       = row;
  assign row_taken      = state_q == ROWS && v_ready_i;
  assign row_done       = row_taken && row_valid && quad_q == 2'd3;
  assign ps_row_ready_o = row_taken && l_q.stage == STAGE_PIXEL;
  assign vs_row_ready_o = row_taken && l_q.stage == STAGE_VERTEX;
  assign cs_row_ready_o = row_taken && l_q.stage == STAGE_COMPUTE;

  // -------------------------------------------------------------------------- start
  assign start_valid_o = state_q == START;
  assign start_wave_o  = wave_q;
  assign start_pc_o    = l_q.code;
  assign start_exec_o  = l_q.exec;
  assign start_cov_o   = l_q.cov;
  assign start_info_o  = {l_q.stage, l_q.slot, l_q.size,
                          l_q.stage == STAGE_COMPUTE ? PSSEQ_W'(l_q.group) : l_q.tag, l_q.coef};
  assign start_launch_o = l_q;
  assign busy_o        = used_q != '0 || state_q != IDLE;

  // The slots of the wave at work; those of a wave that ends.
  logic       claim;
  logic [3:0] claimed, ended;
  assign claim   = state_q == SCALARS;
  assign claimed = slots(wave_q[1:0], l_q.size);
  assign ended   = slots(end_wave_i[1:0], end_size_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      used_q  <= '0;
      row_q   <= '0;
      quad_q  <= '0;
      wave_q  <= '0;
    end else begin
      for (int unsigned i = 0; i < FOURS; i++) begin
        used_q[i] <= (used_q[i] | (claim && wave_q[WAVE_W-1:2] == (WAVE_W - 2)'(i) ? claimed : 4'b0000)) &
                     ~(end_valid_i && end_wave_i[WAVE_W-1:2] == (WAVE_W - 2)'(i) ? ended : 4'b0000);
      end
      case (state_q)
        IDLE: begin
          wave_q <= {first, place};
          row_q  <= '0;
          quad_q <= '0;
          if (take_ps || take_vs || take_cs) state_q <= SCALARS;
        end
        SCALARS: begin
          if (s_ready_i) state_q <= l_q.rows == 2'd0 ? START : ROWS;
        end
        ROWS: begin
          if (row_taken && row_valid) quad_q <= quad_q + 2'd1;
          if (row_done) begin
            row_q <= row_q + 2'd1;
            if (row_q + 2'd1 == l_q.rows) state_q <= START;
          end
        end
        default: if (start_ready_i) state_q <= IDLE;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == IDLE) l_q <= header;
  end

endmodule

`default_nettype wire
