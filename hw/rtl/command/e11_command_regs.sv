// SPDX-License-Identifier: Apache-2.0
//
// The registers of docs/registers.md: the host's window and what the firmware
// sees of it, one access a cycle (the caller chooses whose), read data one cycle later.
// Registers of the draw unit and the copy engine are outside, on the unit bus.
`default_nettype none

module e11_command_regs
  import e11_pkg::*;
  import e11_regs_pkg::*;
  import e11_memory_pkg::fault_t;
(
    input  logic        clk_i,
    input  logic        rst_ni,          // units: clears all but the cycle counter
    input  logic        rst_power_ni,    // power-up

    input  logic        valid_i,
    input  logic        host_i,          // the access is the host's
    input  reg_req_t    req_i,
    output logic [31:0] rdata_o,         // one cycle after valid_i

    output logic        irq_o,
    output logic        reset_o,         // pulse: the host wrote reset

    // Processor core.
    output logic        run_o,
    input  logic        trapped_i,
    input  logic [31:0] pc_i,
    output logic        fw_valid_o,      // access to local memory at fw_addr_o, in this cycle
    output logic [31:0] fw_addr_o,

    // Units.
    output logic        unit_valid_o,    // the access concerns a unit's register
    input  logic [31:0] unit_rdata_i,
    input  logic [7:0]  unit_busy_i,     // BUSY_UNIT_*
    output logic [4:0]  cache_control_o, // pulses, CACHE_BITS_*
    input  logic        error_i,         // pulse: a shader trapped
    input  fault_t      fault_i,
    output logic [4:0]  counter_select_o,
    input  logic [63:0] counter_value_i,

    // Context of all memory accesses.
    output logic [3:0]  asid_o,
    output logic        translate_o,
    output logic [27:0] page_table_o,
    output logic        flush_tlb_o      // pulse
);

  logic [63:0] cycle_q;
  logic [31:0] cycle_hi_q, counter_hi_q, counter_select_q;
  logic        run_q, busy_q, trapped_q;
  logic        trapped;   // the core has just trapped
  logic [31:0] fw_addr_q, irq_enable_q, debug_q;
  logic [3:0]  irq_q;
  logic [31:0] ring_base_q, ring_size_q, ring_wptr_q, ring_rptr_q, page_table_q;
  logic [4:0]  context_q;
  fault_t      fault_q;

  // ------------------------------------------------------------------- decoding
  logic        shared, write, read, fw_write;
  logic [31:0] wdata, read_data;
  logic [63:0] counter;
  logic [3:0]  irq_set;

  assign trapped  = trapped_i && !trapped_q;
  assign wdata    = req_i.wdata;
  assign shared   = req_i.addr < 12'(FW_RING_DOORBELL);   // both sides have it
  assign write    = valid_i && req_i.write && shared;
  assign read     = valid_i && !req_i.write && shared;
  assign fw_write = valid_i && req_i.write && !shared && !host_i;

  assign fw_valid_o       = valid_i && host_i && req_i.addr == 12'(REG_CP_FW_DATA);
  assign fw_addr_o        = fw_addr_q;
  assign unit_valid_o     = valid_i && !host_i && req_i.addr >= 12'(FW_DRAW_STATE) &&
                            req_i.addr <= 12'(FW_DMA_START);
  assign reset_o          = write && host_i && req_i.addr == 12'(REG_RESET) && wdata[0];
  assign cache_control_o  = fw_write && req_i.addr == 12'(FW_CACHE_CONTROL) ? wdata[4:0] : '0;
  assign counter_select_o = counter_select_q[4:0];
  assign counter          = counter_select_q[31:5] == '0 ? counter_value_i : '0;

  always_comb begin
    unique case (req_i.addr)
      12'(REG_ID):              read_data = 32'h0045_3131;
      12'(REG_VERSION):         read_data = 32'd1;
      12'(REG_CAP_CORES):       read_data = CFG_CORES;
      12'(REG_CAP_WAVES):       read_data = CFG_WAVES;
      12'(REG_CAP_VGPR_ROWS):   read_data = CFG_VGPR_ROWS;
      12'(REG_CAP_MEMORY_KB):   read_data = CFG_MEMORY_BYTES / 1024;
      12'(REG_CAP_CLOCK_KHZ):   read_data = CFG_CLOCK_KHZ;
      12'(REG_CAP_CP_RAM):      read_data = CFG_CP_RAM_BYTES;
      12'(REG_CYCLE_LO):        read_data = cycle_q[31:0];
      12'(REG_CYCLE_HI):        read_data = cycle_hi_q;
      12'(REG_CP_CTRL):         read_data = 32'(run_q) << REG_CP_CTRL_RUN_LSB;
      12'(REG_CP_STATUS):       read_data = 32'(!run_q) << REG_CP_STATUS_HALTED_LSB |
                                            32'(trapped_i) << REG_CP_STATUS_TRAPPED_LSB |
                                            32'(busy_q) << REG_CP_STATUS_BUSY_LSB;
      12'(REG_CP_FW_ADDR):      read_data = fw_addr_q;
      12'(REG_CP_PC):           read_data = pc_i;
      12'(REG_IRQ_STATUS):      read_data = 32'(irq_q);
      12'(REG_IRQ_ENABLE):      read_data = irq_enable_q;
      12'(REG_FAULT_ADDR):      read_data = fault_q.addr;
      12'(REG_FAULT_INFO):      read_data = 32'(fault_q.valid) << REG_FAULT_INFO_VALID_LSB |
                                            32'(fault_q.client) << REG_FAULT_INFO_CLIENT_LSB |
                                            32'(fault_q.asid) << REG_FAULT_INFO_ASID_LSB |
                                            32'(fault_q.write) << REG_FAULT_INFO_WRITE_LSB;
      12'(REG_DEBUG_BUSY):      read_data = 32'(unit_busy_i);
      12'(REG_COUNTER_SELECT):  read_data = counter_select_q;
      12'(REG_COUNTER_LO):      read_data = counter[31:0];
      12'(REG_COUNTER_HI):      read_data = counter_hi_q;
      12'(REG_RING_BASE):       read_data = ring_base_q;
      12'(REG_RING_SIZE):       read_data = ring_size_q;
      12'(REG_RING_WPTR):       read_data = ring_wptr_q;
      12'(REG_RING_RPTR):       read_data = ring_rptr_q;
      12'(REG_RING_CONTEXT):    read_data = 32'(context_q);
      12'(REG_RING_PAGE_TABLE): read_data = page_table_q;
      12'(FW_RING_DOORBELL):    read_data = 32'(ring_wptr_q != ring_rptr_q);
      12'(FW_BUSY):             read_data = 32'(busy_q);
      12'(FW_UNIT_BUSY):        read_data = 32'(unit_busy_i);
      12'(FW_DEBUG_WORD):       read_data = debug_q;
      default:                  read_data = unit_rdata_i;
    endcase
    if (!shared && host_i) read_data = '0;
  end

  always_ff @(posedge clk_i) begin
    if (valid_i) rdata_o <= read_data;
  end

  // ----------------------------------------------------------------- power-up
  always_ff @(posedge clk_i or negedge rst_power_ni) begin
    if (!rst_power_ni) cycle_q <= '0;
    else               cycle_q <= cycle_q + 64'd1;
  end

  // ------------------------------------------------------------------ registers
  always_comb begin
    irq_set = '0;
    if (fw_write && req_i.addr == 12'(FW_RAISE_IRQ)) irq_set = wdata[3:0];
    if (fault_i.valid)      irq_set[CAUSES_FAULT]   = 1'b1;
    if (error_i)            irq_set[CAUSES_ERROR]   = 1'b1;
    if (trapped)            irq_set[CAUSES_CP_TRAP] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_hi_q       <= '0;
      counter_hi_q     <= '0;
      counter_select_q <= '0;
      run_q            <= 1'b0;
      trapped_q        <= 1'b0;
      busy_q           <= 1'b0;
      fw_addr_q        <= '0;
      irq_q            <= '0;
      irq_enable_q     <= '0;
      debug_q          <= '0;
      ring_base_q      <= '0;
      ring_size_q      <= '0;
      ring_wptr_q      <= '0;
      ring_rptr_q      <= '0;
      context_q        <= '0;
      page_table_q     <= '0;
      fault_q          <= '0;
    end else begin
      irq_q <= (irq_q & ~(write && req_i.addr == 12'(REG_IRQ_STATUS) ? wdata[3:0] : '0)) | irq_set;
      trapped_q <= trapped_i;
      if (trapped) run_q <= 1'b0;
      if (fault_i.valid && !fault_q.valid) fault_q <= fault_i;
      if (read && req_i.addr == 12'(REG_CYCLE_LO))   cycle_hi_q   <= cycle_q[63:32];
      if (read && req_i.addr == 12'(REG_COUNTER_LO)) counter_hi_q <= counter[63:32];
      if (fw_valid_o) fw_addr_q <= fw_addr_q + 32'd4;

      if (write) begin
        unique case (req_i.addr)
          12'(REG_CP_CTRL):         run_q            <= wdata[REG_CP_CTRL_RUN_LSB];
          12'(REG_CP_FW_ADDR):      fw_addr_q        <= {wdata[31:2], 2'd0};
          12'(REG_IRQ_ENABLE):      irq_enable_q     <= wdata;
          12'(REG_COUNTER_SELECT):  counter_select_q <= wdata;
          12'(REG_RING_BASE):       ring_base_q      <= wdata;
          12'(REG_RING_SIZE):       ring_size_q      <= wdata;
          12'(REG_RING_WPTR):       ring_wptr_q      <= wdata;
          12'(REG_RING_CONTEXT):    context_q        <= wdata[4:0];
          12'(REG_RING_PAGE_TABLE): page_table_q     <= wdata;
          default: ;
        endcase
      end
      if (fw_write) begin
        unique case (req_i.addr)
          12'(FW_SET_RPTR):   ring_rptr_q <= wdata;
          12'(FW_BUSY):       busy_q      <= wdata[0];
          12'(FW_DEBUG_WORD): debug_q     <= wdata;
          default: ;
        endcase
      end
    end
  end

  // A new context, or the host's doorbell: page tables may have changed.
  assign flush_tlb_o = write && (req_i.addr == 12'(REG_RING_CONTEXT) || req_i.addr == 12'(REG_RING_PAGE_TABLE) ||
                                 req_i.addr == 12'(REG_RING_WPTR));

  assign irq_o        = (irq_q & irq_enable_q[3:0]) != '0;
  assign run_o        = run_q;
  assign asid_o       = context_q[REG_RING_CONTEXT_ASID_LSB+:4];
  assign translate_o  = context_q[REG_RING_CONTEXT_TRANSLATE_LSB];
  assign page_table_o = page_table_q[27:0];

endmodule

`default_nettype wire
