// SPDX-License-Identifier: Apache-2.0
//
// The memory unit: every client's port, address translation, AXI4 master. Client
// i is the one with number i in e11_regs_pkg::MEM_CLIENTS_* (further cores: e11_memory_pkg); tie the ports
// of absent clients to 0.
//
//   clients --> arbiter --> translate --> atomic --> AXI4 master --> memory
//      ^                       ^  walker's   ^  its words   |
//      +----------- responses -+------ reads +--------------+
//
// Responses reach each client in its request order. There is one address space
// at a time: translate_i and page_table_i may change while the unit is idle, with
// flush_tlb_i in the same cycle or later. Order of reads behind writes: e11_axi_master.
`default_nettype none

module e11_memory
  import e11_pkg::*;
  import e11_memory_pkg::*;
(
    input  logic                   clk_i,
    input  logic                   rst_ni,

    input  logic     [CLIENTS-1:0] req_valid_i,
    output logic     [CLIENTS-1:0] req_ready_o,
    input  mem_req_t [CLIENTS-1:0] req_i,
    output logic     [CLIENTS-1:0] rsp_valid_o,
    input  logic     [CLIENTS-1:0] rsp_ready_i,
    output mem_rsp_t               rsp_o,         // to whichever rsp_valid_o names

    input  logic                   translate_i,
    input  logic [27:0]            page_table_i,  // physical address >> 12
    input  logic                   flush_tlb_i,
    output fault_t                 fault_o,       // valid for one cycle per failed access
    output logic                   count_read_o,
    output logic                   count_write_o,
    output logic                   count_atomic_o,
    output logic                   atomic_busy_o, // results of atomic operations are not yet in memory
    output logic                   idle_o,

    output logic                   axi_awvalid_o,
    input  logic                   axi_awready_i,
    output logic [PA_W-1:0]        axi_awaddr_o,
    output logic                   axi_wvalid_o,
    input  logic                   axi_wready_i,
    output logic [127:0]           axi_wdata_o,
    output logic [15:0]            axi_wstrb_o,
    input  logic                   axi_bvalid_i,
    output logic                   axi_bready_o,
    input  logic [1:0]             axi_bresp_i,
    output logic                   axi_arvalid_o,
    input  logic                   axi_arready_i,
    output logic [PA_W-1:0]        axi_araddr_o,
    output logic [7:0]             axi_arlen_o,
    input  logic                   axi_rvalid_i,
    output logic                   axi_rready_o,
    input  logic [127:0]           axi_rdata_i,
    input  logic [1:0]             axi_rresp_i
);

  client_req_t chosen;
  phys_req_t   phys, bus;
  logic        chosen_valid, chosen_ready, phys_valid, phys_ready, bus_valid, bus_ready;
  logic        walk_valid, atomic_valid, writes, arbiter_busy, master_idle;

  e11_mem_arbiter u_arbiter (
      .clk_i, .rst_ni, .req_valid_i, .req_ready_o, .req_i,
      .out_valid_o(chosen_valid), .out_ready_i(chosen_ready), .out_o(chosen), .busy_o(arbiter_busy));

  e11_mem_translate u_translate (
      .clk_i, .rst_ni, .translate_i, .page_table_i, .flush_i(flush_tlb_i),
      .in_valid_i(chosen_valid), .in_ready_o(chosen_ready), .in_i(chosen),
      .out_valid_o(phys_valid), .out_ready_i(phys_ready), .out_o(phys),
      .walk_rsp_valid_i(walk_valid), .walk_rsp_error_i(rsp_o.error), .walk_rsp_rdata_i(rsp_o.rdata));

  e11_mem_atomic u_atomic (
      .clk_i, .rst_ni, .in_valid_i(phys_valid), .in_ready_o(phys_ready), .in_i(phys),
      .out_valid_o(bus_valid), .out_ready_i(bus_ready), .out_o(bus), .writes_i(writes),
      .rsp_valid_i(atomic_valid), .rsp_write_i(rsp_o.write), .rsp_error_i(rsp_o.error),
      .rsp_rdata_i(rsp_o.rdata), .busy_o(atomic_busy_o), .count_o(count_atomic_o));

  e11_axi_master u_master (
      .clk_i, .rst_ni, .req_valid_i(bus_valid), .req_ready_o(bus_ready), .req_i(bus),
      .rsp_valid_o, .rsp_ready_i, .rsp_o, .walk_rsp_valid_o(walk_valid), .atomic_rsp_valid_o(atomic_valid),
      .writes_o(writes),
      .fault_o, .count_read_o, .count_write_o, .idle_o(master_idle),
      .axi_awvalid_o, .axi_awready_i, .axi_awaddr_o, .axi_wvalid_o, .axi_wready_i, .axi_wdata_o,
      .axi_wstrb_o, .axi_bvalid_i, .axi_bready_o, .axi_bresp_i, .axi_arvalid_o, .axi_arready_i,
      .axi_araddr_o, .axi_arlen_o, .axi_rvalid_i, .axi_rready_o, .axi_rdata_i, .axi_rresp_i);

  assign idle_o = master_idle && !arbiter_busy && !atomic_busy_o && req_valid_i == '0;

endmodule

`default_nettype wire
