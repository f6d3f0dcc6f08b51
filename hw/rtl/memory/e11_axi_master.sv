// SPDX-License-Identifier: Apache-2.0
//
// Physical requests to AXI4 (128-bit data, one id) and back. Every request
// leaves an entry in the order queue; responses go to the clients in that
// order, reads, writes and faults alike. So a client's responses are in request order,
// but a read may be performed before an earlier write of the same client that is not
// yet acknowledged: who needs that order waits for the acknowledgement.
//
// A request that is done already (atomic operations) has no access, but its turn.
//
//   request --> AR | AW + W       R | B --+
//      |                                  v
//      +------> order queue ---------> response to client or walker
`default_nettype none

module e11_axi_master
  import e11_pkg::*;
  import e11_memory_pkg::*;
#(
    parameter int unsigned DEPTH = 32   // requests under way
) (
    input  logic               clk_i,
    input  logic               rst_ni,

    input  logic               req_valid_i,
    output logic               req_ready_o,
    input  phys_req_t          req_i,

    output logic [CLIENTS-1:0] rsp_valid_o,
    input  logic [CLIENTS-1:0] rsp_ready_i,
    output mem_rsp_t           rsp_o,           // to whichever rsp_valid_o names
    output logic               walk_rsp_valid_o,
    output logic               atomic_rsp_valid_o,
    output logic               writes_o,        // a write is not yet acknowledged

    output fault_t             fault_o,         // valid for one cycle
    output logic               count_read_o,    // a 16-byte beat was read
    output logic               count_write_o,   // a word was written
    output logic               idle_o,

    output logic               axi_awvalid_o,
    input  logic               axi_awready_i,
    output logic [PA_W-1:0]    axi_awaddr_o,
    output logic               axi_wvalid_o,
    input  logic               axi_wready_i,
    output logic [127:0]       axi_wdata_o,
    output logic [15:0]        axi_wstrb_o,
    input  logic               axi_bvalid_i,
    output logic               axi_bready_o,
    input  logic [1:0]         axi_bresp_i,
    output logic               axi_arvalid_o,
    input  logic               axi_arready_i,
    output logic [PA_W-1:0]    axi_araddr_o,
    output logic [7:0]         axi_arlen_o,     // beats - 1: 0 or 3
    input  logic               axi_rvalid_i,
    output logic               axi_rready_o,
    input  logic [127:0]       axi_rdata_i,
    input  logic [1:0]         axi_rresp_i
);

  typedef struct packed {
    logic             fault;
    logic             done;
    logic             write;
    logic             line;
    logic [CLIENT_W-1:0] client;
    logic [3:0]       asid;
    logic [27:0]      vaddr;
    logic [TAG_W-1:0] tag;
  } order_t;

  // -------------------------------------------------------------------- requests
  order_t push, head;
  logic   push_ready, order_ready, value_ready, head_valid, head_done;
  logic   aw_done_q, w_done_q;   // the half of a write that has been taken
  logic   start, aw_ok, w_ok;

  assign push = '{fault: req_i.fault, done: req_i.done, write: req_i.write, line: req_i.line, client: req_i.client,
                  asid: req_i.asid, vaddr: req_i.vaddr, tag: req_i.tag};

  assign push_ready    = order_ready && (!req_i.done || value_ready);
  assign start         = req_valid_i && push_ready && !req_i.fault && !req_i.done;
  assign axi_arvalid_o = start && !req_i.write;
  assign axi_awvalid_o = start && req_i.write && !aw_done_q;
  assign axi_wvalid_o  = start && req_i.write && !w_done_q;
  assign aw_ok         = aw_done_q || axi_awready_i;
  assign w_ok          = w_done_q || axi_wready_i;
  assign req_ready_o   = push_ready && (req_i.fault || req_i.done || (req_i.write ? aw_ok && w_ok : axi_arready_i));

  assign axi_awaddr_o = req_i.paddr;
  assign axi_araddr_o = req_i.paddr;
  assign axi_arlen_o  = req_i.line ? 8'd3 : 8'd0;
  assign axi_wdata_o  = req_i.wdata;
  assign axi_wstrb_o  = req_i.wstrb;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_done_q <= 1'b0;
      w_done_q  <= 1'b0;
    end else if (req_valid_i) begin
      aw_done_q <= start && req_i.write && aw_ok && !req_ready_o;
      w_done_q  <= start && req_i.write && w_ok && !req_ready_o;
    end
  end

  logic [$clog2(DEPTH):0] level;

  e11_fifo #(.W($bits(order_t)), .DEPTH(DEPTH)) u_order (
      .clk_i, .rst_ni, .in_valid_i(req_valid_i && req_ready_o), .in_ready_o(order_ready), .in_i(push),
      .out_valid_o(head_valid), .out_ready_i(head_done), .out_o(head), .level_o(level));

  // Values of requests that are done.
  logic [31:0] value;
  logic [4:0]  value_level;
  logic        value_valid;

  e11_fifo #(.W(32), .DEPTH(16)) u_values (
      .clk_i, .rst_ni, .in_valid_i(req_valid_i && req_ready_o && req_i.done), .in_ready_o(value_ready),
      .in_i(req_i.wdata[31:0]), .out_valid_o(value_valid), .out_ready_i(head_done && head.done), .out_o(value),
      .level_o(value_level));

  // ------------------------------------------------------------------- responses
  logic       bus_valid, bus_error, offered, taken, walker, atomic, last;
  logic [1:0] beat_q;
  logic [5:0] writes_q;

  assign walker    = head.client == CLIENT_W'(CLIENTS);
  assign atomic    = head.client == CLIENT_W'(ATOMIC);
  assign bus_valid = head.fault || head.done || (head.write ? axi_bvalid_i : axi_rvalid_i);
  assign bus_error = head.fault || (!head.done && (head.write ? axi_bresp_i[1] : axi_rresp_i[1]));
  assign offered   = head_valid && bus_valid;
  assign last      = !head.line || beat_q == 2'd3;
  assign head_done = taken && last;

  always_comb begin
    rsp_valid_o = '0;
    taken       = offered && (walker || atomic);
    for (int unsigned i = 0; i < CLIENTS; i++) begin
      if (head.client == CLIENT_W'(i)) begin
        rsp_valid_o[i] = offered;
        taken          = offered && rsp_ready_i[i];
      end
    end
  end

  assign walk_rsp_valid_o   = offered && walker;
  assign atomic_rsp_valid_o = offered && atomic;
  assign axi_bready_o       = taken && head.write && !head.fault && !head.done;
  assign axi_rready_o       = taken && !head.write && !head.fault;

  always_comb begin
    rsp_o       = '0;
    rsp_o.write = head.write;
    rsp_o.last  = last;
    rsp_o.error = bus_error;
    rsp_o.rdata = head.done ? {4{value}} : bus_error || head.write ? '0 : axi_rdata_i;
    rsp_o.tag   = head.tag;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q   <= '0;
      writes_q <= '0;
    end else begin
      if (taken) beat_q <= last ? '0 : beat_q + 1'b1;
      writes_q <= writes_q + 6'(start && req_i.write && req_ready_o) - 6'(axi_bvalid_i && axi_bready_o);
    end
  end
  assign writes_o = writes_q != '0;

  // A walker's failed read is reported by the request that needed it.
  assign fault_o = '{valid: taken && bus_error && !walker && !atomic, write: head.write, client: named(head.client),
                     asid: head.asid, addr: {head.vaddr, 4'd0}};

  assign count_read_o  = taken && !head.write && !head.fault;
  assign count_write_o = taken && head.write && !head.fault && !head.done;
  assign idle_o        = level == '0 && !req_valid_i;

  logic unused;
  assign unused = ^{axi_bresp_i[0], axi_rresp_i[0], req_i.atomic, req_i.op, value_valid, value_level};

endmodule

`default_nettype wire
