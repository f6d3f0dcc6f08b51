// SPDX-License-Identifier: Apache-2.0
//
// The command processor: RV32IM core, its local memory, its cache, the registers.
//
//                    host --+
//                           v
//   e11_rv32 --bus--+--> registers --> units (draw, dma), caches, reset
//                   +--> local memory (one port; the host's window while halted)
//                   +--> cache --> memory port
//
// Addresses (CP_*_BASE): local memory from 0, registers (loads and stores of words only) from
// 0x40000000, virtual memory from 0x80000000. Everything else is a bus error, which
// traps the core. The host's register accesses go before the core's.
//
// Reset: rst_unit_no resets the core and is meant for all units but the memory unit. It falls
// at power-up and when the host writes the reset register, and stays low until the
// memory unit has had all its responses (they must be taken meanwhile: the top gives
// ready for every client).
`default_nettype none

module e11_command
  import e11_pkg::*;
  import e11_regs_pkg::*;
  import e11_memory_pkg::fault_t;
(
    input  logic        clk_i,
    input  logic        rst_ni,            // power-up
    output logic        rst_unit_no,

    input  logic        host_valid_i,
    output logic        host_ready_o,
    input  logic        host_write_i,
    input  logic [11:0] host_addr_i,
    input  logic [31:0] host_wdata_i,
    output logic        host_rsp_valid_o,  // for reads and writes
    output logic [31:0] host_rdata_o,
    output logic        irq_o,

    output logic        unit_reg_valid_o,  // registers of draw and dma
    output reg_req_t    unit_reg_o,
    input  logic [31:0] unit_rdata_i,      // of both, OR-ed; same cycle

    output logic        mem_req_valid_o,
    input  logic        mem_req_ready_i,
    output mem_req_t    mem_req_o,
    input  logic        mem_rsp_valid_i,
    output logic        mem_rsp_ready_o,
    input  mem_rsp_t    mem_rsp_i,
    input  logic        mem_idle_i,        // the memory unit has nothing under way

    input  logic [7:0]  unit_busy_i,       // BUSY_UNIT_*
    output logic [4:0]  cache_control_o,   // pulses, CACHE_BITS_*
    input  logic        error_i,           // pulse: a shader trapped
    input  fault_t      fault_i,
    output logic [4:0]  counter_select_o,
    input  logic [63:0] counter_value_i,

    output logic [3:0]  asid_o,
    output logic        translate_o,
    output logic [27:0] page_table_o,
    output logic        flush_tlb_o
);

  localparam int unsigned RAM_WORDS = CFG_CP_RAM_BYTES / 4;
  localparam int unsigned RA        = $clog2(RAM_WORDS);

  // ----------------------------------------------------------------------- reset
  logic       rst_unit_q, released_q, ready_q, reset_request;
  logic [3:0] reset_count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rst_unit_q    <= 1'b0;
      released_q    <= 1'b0;
      ready_q       <= 1'b0;
      reset_count_q <= '1;
    end else if (reset_request) begin
      rst_unit_q    <= 1'b0;
      released_q    <= 1'b0;
      ready_q       <= 1'b0;
      reset_count_q <= '1;
    end else if (reset_count_q != '0) begin
      reset_count_q <= reset_count_q - 4'(mem_idle_i);
    end else begin
      rst_unit_q <= 1'b1;
      released_q <= 1'b1;
      ready_q    <= released_q;   // one cycle later: the host may come
    end
  end
  assign rst_unit_no = rst_unit_q;

  // ------------------------------------------------------------------------ core
  logic        run, trapped;
  logic [31:0] pc;
  logic        bus_valid, bus_ready, bus_write, bus_data, bus_rsp_valid, bus_rsp_error;
  logic [31:0] bus_addr, data_addr, bus_wdata, bus_rsp_rdata;
  logic [1:0]  bus_size;
  logic [3:0]  bus_wstrb;

  e11_rv32 u_core (
      .clk_i, .rst_ni(rst_unit_q), .run_i(run), .bus_valid_o(bus_valid), .bus_ready_i(bus_ready),
      .bus_write_o(bus_write), .bus_addr_o(bus_addr), .bus_data_o(bus_data), .data_addr_o(data_addr),
      .bus_size_o(bus_size), .bus_wdata_o(bus_wdata), .bus_wstrb_o(bus_wstrb),
      .bus_rsp_valid_i(bus_rsp_valid), .bus_rsp_error_i(bus_rsp_error), .bus_rsp_rdata_i(bus_rsp_rdata), .pc_o(pc), .trapped_o(trapped));

  typedef enum logic [1:0] {RAM, REGS, MEMORY, NOTHING} target_e;
  target_e target, target_q;
  logic    data_is_reg;
  logic    pending_q;        // the core waits for a response of target_q
  logic [1:0] dword_q;

  always_comb begin
    target = NOTHING;
    if (bus_addr[31])                                           target = MEMORY;
    else if (bus_addr < CFG_CP_RAM_BYTES)                       target = RAM;
    else if (data_is_reg)                                       target = REGS;
  end
  // Not from bus_addr, which waits for the sum of a branch: registers are in every unit.
  assign data_is_reg = bus_data && data_addr[31:12] == CP_REGISTERS_BASE[31:12] && bus_size == 2'd2;

  // ------------------------------------------------------------------- registers
  logic        host_take, core_reg_take, reg_host_q, fw_q;
  reg_req_t    reg_req;
  logic [31:0] reg_rdata, fw_addr, host_ram_rdata;
  logic        fw_valid, unit_valid;
  logic [4:0]  cache_control;
  logic [7:0]  unit_busy;

  assign host_ready_o  = ready_q;
  assign host_take     = host_valid_i && ready_q;
  assign core_reg_take = data_is_reg && !host_take;

  assign reg_req = host_take ? '{write: host_write_i, addr: {host_addr_i[11:2], 2'd0}, wdata: host_wdata_i}
                             : '{write: bus_write, addr: {data_addr[11:2], 2'd0}, wdata: bus_wdata};

  e11_command_regs u_regs (
      .clk_i, .rst_ni(rst_unit_q), .rst_power_ni(rst_ni), .valid_i(host_take || core_reg_take), .host_i(host_take),
      .req_i(reg_req), .rdata_o(reg_rdata), .irq_o, .reset_o(reset_request), .run_o(run), .trapped_i(trapped),
      .pc_i(pc), .fw_valid_o(fw_valid), .fw_addr_o(fw_addr), .unit_valid_o(unit_valid), .unit_rdata_i,
      .unit_busy_i(unit_busy), .cache_control_o(cache_control), .error_i, .fault_i, .counter_select_o,
      .counter_value_i, .asid_o, .translate_o, .page_table_o, .flush_tlb_o);

  assign unit_reg_valid_o = unit_valid;
  assign unit_reg_o       = reg_req;
  assign cache_control_o  = cache_control;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reg_host_q <= 1'b0;
    else         reg_host_q <= host_take;
  end
  assign host_rsp_valid_o = reg_host_q;
  assign host_rdata_o     = fw_q ? host_ram_rdata : reg_rdata;

  // --------------------------------------------------------------- local memory
  logic          fw_ok, fw_ok_q, ram_en;
  logic [3:0]    ram_we;
  logic [RA-1:0] ram_addr;
  logic [31:0]   ram_wdata, ram_rdata;
  logic          ram_take;

  assign fw_ok          = fw_valid && !run && fw_addr < CFG_CP_RAM_BYTES;
  assign ram_take       = bus_valid && target == RAM;
  assign ram_en         = ram_take || fw_ok;
  assign ram_addr       = fw_ok ? fw_addr[RA+1:2] : bus_addr[RA+1:2];
  assign ram_wdata      = fw_ok ? host_wdata_i : bus_wdata;
  assign ram_we         = fw_ok ? {4{host_write_i}} : (bus_write ? bus_wstrb : '0);
  assign host_ram_rdata = fw_ok_q ? ram_rdata : '0;

  e11_ram_1rw #(.W(32), .DEPTH(RAM_WORDS), .LANES(4)) u_ram (
      .clk_i, .en_i(ram_en), .we_i(ram_we), .addr_i(ram_addr), .wdata_i(ram_wdata), .rdata_o(ram_rdata));

  always_ff @(posedge clk_i) begin
    fw_q    <= fw_valid;
    fw_ok_q <= fw_ok;
  end

  // ---------------------------------------------------------------------- memory
  mem_req_t cache_req;
  mem_rsp_t cache_rsp;
  logic     cache_ready, cache_rsp_valid, cache_busy, cache_miss;

  always_comb begin
    cache_req       = '0;
    cache_req.write = bus_write;
    cache_req.asid  = asid_o;
    cache_req.addr  = {1'b0, bus_addr[30:4], 4'd0};
    cache_req.wdata = {4{bus_wdata}};
    cache_req.wstrb = 16'(bus_wstrb) << {bus_addr[3:2], 2'd0};
  end

  e11_cache #(.BYTES(CFG_CP_CACHE_BYTES), .WRITES(1'b1)) u_cache (
      .clk_i, .rst_ni(rst_unit_q), .req_valid_i(bus_valid && target == MEMORY), .req_ready_o(cache_ready),
      .req_i(cache_req), .rsp_valid_o(cache_rsp_valid), .rsp_ready_i(1'b1), .rsp_o(cache_rsp),
      .mem_req_valid_o, .mem_req_ready_i, .mem_req_o, .mem_rsp_valid_i, .mem_rsp_ready_o, .mem_rsp_i,
      .flush_i(cache_control[CACHE_BITS_INVALIDATE_CP]), .busy_o(cache_busy), .miss_o(cache_miss));

  always_comb begin
    unit_busy = unit_busy_i;
    if (cache_busy) unit_busy[BUSY_UNIT_CACHES] = 1'b1;
  end

  // ---------------------------------------------------------------- core's bus
  logic accept;

  always_comb begin
    unique case (target)
      RAM:     bus_ready = !fw_ok;
      REGS:    bus_ready = core_reg_take;
      MEMORY:  bus_ready = cache_ready;
      default: bus_ready = 1'b1;
    endcase
  end
  assign accept = bus_valid && bus_ready;

  always_comb begin
    bus_rsp_valid = pending_q && (target_q != MEMORY || cache_rsp_valid);
    // A fault reads 0 and is recorded in the fault registers; it does not stop the firmware.
    bus_rsp_error = target_q == NOTHING;
    unique case (target_q)
      RAM:     bus_rsp_rdata = ram_rdata;
      REGS:    bus_rsp_rdata = reg_rdata;
      default: bus_rsp_rdata = cache_rsp.rdata[32*dword_q+:32];
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_unit_q) begin
    if (!rst_unit_q) pending_q <= 1'b0;
    else             pending_q <= accept || (pending_q && !bus_rsp_valid);
  end
  always_ff @(posedge clk_i) begin
    if (accept) begin
      target_q <= target;
      dword_q  <= bus_addr[3:2];
    end
  end

  logic unused;
  assign unused = ^{cache_miss, cache_rsp.write, cache_rsp.last, cache_rsp.error, cache_rsp.tag,
                    host_addr_i[1:0], data_addr[1:0]};

endmodule

`default_nettype wire
