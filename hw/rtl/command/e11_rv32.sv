// SPDX-License-Identifier: Apache-2.0
//
// RV32IM core without interrupts or control registers. What is not an RV32IM
// instruction (ecall and ebreak included), a misaligned access and an error on
// the bus stop it with trapped_o and pc_o at the instruction.
//
//   FETCH --> DECODE --> EXEC --------------------------> (fetch of the next one) DECODE ..
//   request   registers  ALU, branch, write-back
//                          \--> MEM --> WAIT ----------->
//                          \--> MULDIV ----------------->
//
// Two cycles per instruction from memory that answers in one; loads and stores
// four, multiplies eight, divides 35. run_i = 0 holds it in reset (after the
// response of a request under way); on its rise the 32 registers are cleared,
// then it starts at address 0. A trapped core keeps pc_o until run_i rises again.
//
// Bus: one request at a time, a transfer when valid and ready are high, the
// response (reads and writes alike) in a later cycle. Write data is replicated
// so that it lies in its byte lanes; read data comes as a whole word.
`default_nettype none

module e11_rv32 (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        run_i,

    output logic        bus_valid_o,
    input  logic        bus_ready_i,
    output logic        bus_write_o,
    output logic [31:0] bus_addr_o,
    output logic        bus_data_o,   // a load or store: bus_addr_o is data_addr_o, which comes from a register
    output logic [31:0] data_addr_o,
    output logic [1:0]  bus_size_o,   // 1 << size bytes
    output logic [31:0] bus_wdata_o,
    output logic [3:0]  bus_wstrb_o,
    input  logic        bus_rsp_valid_i,
    input  logic        bus_rsp_error_i,
    input  logic [31:0] bus_rsp_rdata_i,

    output logic [31:0] pc_o,
    output logic        trapped_o
);

  typedef enum logic [2:0] {
    RESET  = 3'd0,   // clears the registers
    FETCH  = 3'd1,
    DECODE = 3'd2,   // waits for the instruction
    EXEC   = 3'd3,
    MEM    = 3'd4,   // offers the data request
    WAIT   = 3'd5,
    MULDIV = 3'd6,
    TRAP   = 3'd7
  } state_e;

  // Major opcodes, bits 6:2 (RISC-V unprivileged manual, table "RISC-V base opcode map").
  localparam logic [4:0] LOAD   = 5'h00;
  localparam logic [4:0] FENCE  = 5'h03;
  localparam logic [4:0] OP_IMM = 5'h04;
  localparam logic [4:0] AUIPC  = 5'h05;
  localparam logic [4:0] STORE  = 5'h08;
  localparam logic [4:0] OP     = 5'h0c;
  localparam logic [4:0] LUI    = 5'h0d;
  localparam logic [4:0] BRANCH = 5'h18;
  localparam logic [4:0] JALR   = 5'h19;
  localparam logic [4:0] JAL    = 5'h1b;

  state_e      state_q;
  logic [31:0] pc_q, ir_q, a_q, b_q, addr_q;
  logic [4:0]  clear_q;
  logic        run_q;

  // ------------------------------------------------------------------- decode
  logic [4:0] opcode;
  logic [2:0] funct3;
  logic [6:0] funct7;
  logic [31:0] imm_i, imm_s, imm_b, imm_u, imm_j;

  assign opcode = ir_q[6:2];
  assign funct3 = ir_q[14:12];
  assign funct7 = ir_q[31:25];
  assign imm_i  = {{20{ir_q[31]}}, ir_q[31:20]};
  assign imm_s  = {{20{ir_q[31]}}, ir_q[31:25], ir_q[11:7]};
  assign imm_b  = {{20{ir_q[31]}}, ir_q[7], ir_q[30:25], ir_q[11:8], 1'b0};
  assign imm_u  = {ir_q[31:12], 12'd0};
  assign imm_j  = {{12{ir_q[31]}}, ir_q[19:12], ir_q[20], ir_q[30:21], 1'b0};

  logic is_muldiv, is_memory, is_store, legal;

  assign is_store  = opcode == STORE;
  assign is_memory = opcode == LOAD || is_store;
  assign is_muldiv = opcode == OP && funct7 == 7'd1;

  always_comb begin
    legal = 1'b0;
    unique case (opcode)
      LUI, AUIPC, JAL: legal = 1'b1;
      JALR:            legal = funct3 == 3'd0;
      BRANCH:          legal = funct3[2:1] != 2'b01;
      LOAD:            legal = funct3[1:0] != 2'b11 && funct3 != 3'b110;
      STORE:           legal = !funct3[2] && funct3[1:0] != 2'b11;
      FENCE:           legal = funct3[2:1] == 2'b00;
      OP_IMM: begin
        unique case (funct3)
          3'b001:  legal = funct7 == 7'h00;
          3'b101:  legal = (funct7 & 7'h5f) == 7'h00;
          default: legal = 1'b1;
        endcase
      end
      OP: begin
        legal = funct7 == 7'h00 || funct7 == 7'h01 ||
                (funct7 == 7'h20 && (funct3 == 3'b000 || funct3 == 3'b101));
      end
      default: legal = 1'b0;
    endcase
    if (ir_q[1:0] != 2'b11) legal = 1'b0;
  end

  // -------------------------------------------------------------- register file
  logic        rf_we;
  logic [4:0]  rf_waddr;
  logic [31:0] rf_wdata, rs1, rs2;

  e11_regfile_1r1w #(.W(32), .DEPTH(32)) u_rf_a (
      .clk_i, .we_i(rf_we), .waddr_i(rf_waddr), .wdata_i(rf_wdata),
      .raddr_i(bus_rsp_rdata_i[19:15]), .rdata_o(rs1));
  e11_regfile_1r1w #(.W(32), .DEPTH(32)) u_rf_b (
      .clk_i, .we_i(rf_we), .waddr_i(rf_waddr), .wdata_i(rf_wdata),
      .raddr_i(bus_rsp_rdata_i[24:20]), .rdata_o(rs2));

  // ----------------------------------------------------------------------- ALU
  logic        subtract;
  logic [31:0] op2, address_imm;
  logic [32:0] sum;
  logic        equal, less_unsigned, less_signed, less;
  logic [31:0] shifted, alu;

  assign address_imm = is_store ? imm_s : imm_i;
  assign op2 = opcode == OP || opcode == BRANCH ? b_q : address_imm;
  // Every comparison is a subtraction; so is OP with bit 30 (sub, sra: the shifter does that).
  assign subtract = opcode == BRANCH ||
                    (opcode == OP && ir_q[30]) ||
                    ((opcode == OP || opcode == OP_IMM) && funct3[2:1] == 2'b01);
  assign sum = {1'b0, a_q} + {1'b0, op2 ^ {32{subtract}}} + 33'(subtract);
  assign equal = a_q == op2;
  assign less_unsigned = !sum[32];
  assign less_signed   = a_q[31] != op2[31] ? a_q[31] : !sum[32];
  // Bit 13 for branches (bltu 110, bgeu 111), bit 12 for slt 010 and sltu 011.
  assign less = (opcode == BRANCH ? funct3[1] : funct3[0]) ? less_unsigned : less_signed;

  // One right shifter; left shifts turn the word around before and after.
  logic [31:0]        shift_in;
  logic signed [32:0] shift_wide;
  logic [31:0]        shift_out;
  always_comb begin
    for (int i = 0; i < 32; i++) shift_in[i] = funct3[2] ? a_q[i] : a_q[31-i];
    shift_wide = {funct3[2] & ir_q[30] & a_q[31], shift_in};
    shift_out  = 32'(shift_wide >>> op2[4:0]);
    for (int i = 0; i < 32; i++) shifted[i] = funct3[2] ? shift_out[i] : shift_out[31-i];
  end

  always_comb begin
    unique case (funct3)
      3'b000:         alu = sum[31:0];
      3'b001, 3'b101: alu = shifted;
      3'b010, 3'b011: alu = {31'd0, less};
      3'b100:         alu = a_q ^ op2;
      3'b110:         alu = a_q | op2;
      default:        alu = a_q & op2;
    endcase
  end

  // ------------------------------------------------------------------ next pc
  logic        taken;
  logic [31:0] pc_plus4, pc_imm, next_pc, target_imm;

  assign pc_plus4 = pc_q + 32'd4;
  always_comb begin
    unique case (opcode)
      BRANCH:  target_imm = imm_b;
      JAL:     target_imm = imm_j;
      default: target_imm = imm_u;
    endcase
  end
  assign pc_imm = pc_q + target_imm;

  always_comb begin
    // funct3[2]: less than, else equal; funct3[0] inverts.
    taken = (funct3[2] ? less : equal) ^ funct3[0];
    unique case (opcode)
      JAL:     next_pc = pc_imm;
      JALR:    next_pc = {sum[31:1], 1'b0};
      BRANCH:  next_pc = taken ? pc_imm : pc_plus4;
      default: next_pc = pc_plus4;
    endcase
  end

  // ------------------------------------------------------------- multiply, divide
  logic        md_start, md_done;
  logic [31:0] md_result;

  e11_rv32_muldiv u_muldiv (
      .clk_i, .rst_ni, .start_i(md_start), .funct3_i(funct3), .a_i(a_q), .b_i(b_q),
      .done_o(md_done), .result_o(md_result));

  // ----------------------------------------------------------------- load data
  logic [31:0] load_shifted, load_data;

  always_comb begin
    load_shifted = bus_rsp_rdata_i >> {addr_q[1:0], 3'd0};
    unique case (funct3)
      3'b000:  load_data = {{24{load_shifted[7]}}, load_shifted[7:0]};
      3'b001:  load_data = {{16{load_shifted[15]}}, load_shifted[15:0]};
      3'b100:  load_data = {24'd0, load_shifted[7:0]};
      3'b101:  load_data = {16'd0, load_shifted[15:0]};
      default: load_data = load_shifted;
    endcase
  end

  // ------------------------------------------------------------------- control
  logic exec_ok, exec_ends, wait_ends, finish, misaligned, stop_waits;
  logic [31:0] fetch_pc;

  assign exec_ok    = state_q == EXEC && legal;
  assign exec_ends  = exec_ok && !is_memory && !is_muldiv && !next_pc[1];
  assign md_start   = exec_ok && is_muldiv;
  assign wait_ends  = state_q == WAIT && bus_rsp_valid_i && !bus_rsp_error_i;
  // The instruction ends in this cycle; the fetch of the next one is offered at once.
  assign finish     = exec_ends || wait_ends || (state_q == MULDIV && md_done);
  assign fetch_pc   = state_q == FETCH ? pc_q : (state_q == EXEC ? next_pc : pc_plus4);
  // A request under way must get its response before the core may stop.
  assign stop_waits = (bus_valid_o && bus_ready_i) ||
                      ((state_q == DECODE || state_q == WAIT) && !bus_rsp_valid_i);
  assign misaligned = (funct3[0] && sum[0]) || (funct3[1] && sum[1:0] != 2'b00);

  assign bus_valid_o = finish || state_q == FETCH || state_q == MEM;
  assign bus_write_o = bus_data_o && is_store;
  assign bus_addr_o  = bus_data_o ? addr_q : fetch_pc;
  assign bus_data_o  = state_q == MEM;
  assign data_addr_o = addr_q;
  assign bus_size_o  = bus_data_o ? funct3[1:0] : 2'd2;

  always_comb begin
    unique case (funct3[1:0])
      2'd0: begin
        bus_wdata_o = {4{b_q[7:0]}};
        bus_wstrb_o = 4'b0001 << addr_q[1:0];
      end
      2'd1: begin
        bus_wdata_o = {2{b_q[15:0]}};
        bus_wstrb_o = addr_q[1] ? 4'b1100 : 4'b0011;
      end
      default: begin
        bus_wdata_o = b_q;
        bus_wstrb_o = 4'b1111;
      end
    endcase
  end

  // Write-back: registers of the ALU instructions in EXEC, loads and products when they arrive.
  always_comb begin
    rf_waddr = state_q == RESET ? clear_q : ir_q[11:7];
    rf_we    = state_q == RESET;
    rf_wdata = '0;
    if (state_q != RESET) begin
      unique case (opcode)
        LUI:       rf_wdata = imm_u;
        AUIPC:     rf_wdata = pc_imm;
        JAL, JALR: rf_wdata = pc_plus4;
        LOAD:      rf_wdata = load_data;
        default:   rf_wdata = is_muldiv ? md_result : alu;
      endcase
      if (ir_q[11:7] != 5'd0 && opcode != STORE && opcode != BRANCH && opcode != FENCE) begin
        // A jump to a misaligned address has happened: the trap is the target's.
        rf_we = finish || (exec_ok && (opcode == JAL || opcode == JALR));
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= RESET;
      pc_q    <= '0;
      clear_q <= '0;
      run_q   <= 1'b0;
    end else if (state_q == TRAP ? run_i && !run_q : !run_i) begin
      run_q   <= run_i;
      state_q <= stop_waits ? DECODE : RESET;
      pc_q    <= '0;
      clear_q <= '0;
    end else begin
      run_q <= run_i;
      unique case (state_q)
        RESET: begin
          clear_q <= clear_q + 1'b1;
          if (clear_q == 5'd31) state_q <= FETCH;
        end
        FETCH: if (bus_ready_i) state_q <= DECODE;
        DECODE: if (bus_rsp_valid_i) state_q <= bus_rsp_error_i ? TRAP : EXEC;
        EXEC: begin
          if (!legal || (is_memory && misaligned)) begin
            state_q <= TRAP;
          end else if (is_memory) begin
            state_q <= MEM;
          end else if (is_muldiv) begin
            state_q <= MULDIV;
          end else begin
            pc_q    <= next_pc;
            state_q <= next_pc[1] ? TRAP : (bus_ready_i ? DECODE : FETCH);
          end
        end
        MEM: if (bus_ready_i) state_q <= WAIT;
        WAIT: begin
          if (bus_rsp_valid_i && bus_rsp_error_i) begin
            state_q <= TRAP;
          end else if (bus_rsp_valid_i) begin
            pc_q    <= pc_plus4;
            state_q <= bus_ready_i ? DECODE : FETCH;
          end
        end
        MULDIV: begin
          if (md_done) begin
            pc_q    <= pc_plus4;
            state_q <= bus_ready_i ? DECODE : FETCH;
          end
        end
        default: state_q <= TRAP;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == DECODE && bus_rsp_valid_i) begin
      ir_q <= bus_rsp_rdata_i;
      a_q  <= rs1;
      b_q  <= rs2;
    end
    if (state_q == EXEC) addr_q <= sum[31:0];
  end

  assign pc_o      = pc_q;
  assign trapped_o = state_q == TRAP;

endmodule

`default_nettype wire
