// SPDX-License-Identifier: Apache-2.0
//
// Types inside the memory unit: a client's request on its way to AXI4.
`default_nettype none

package e11_memory_pkg;
  import e11_pkg::*;

  // Ports: the clients of MEM_CLIENTS_*, then instruction, scalar and vector of each further core;
  // then two that have none: the walker and the atomic unit's own accesses.
  localparam int unsigned NAMED    = e11_regs_pkg::MEM_CLIENTS_WALKER;
  localparam int unsigned CLIENTS  = NAMED + 3 * (e11_regs_pkg::CFG_CORES - 1);
  localparam int unsigned ATOMIC   = CLIENTS + 1;
  localparam int unsigned CLIENT_W = $clog2(CLIENTS + 2);
  localparam int unsigned PA_W    = 40;   // physical address

  // A request with its client's number.
  typedef struct packed {
    logic [CLIENT_W-1:0] client;
    mem_req_t            req;
  } client_req_t;

  // After translation. fault: no access takes place, the response is an error. done (behind the
  // atomic unit): neither, the response carries wdata[31:0] in all its dwords.
  typedef struct packed {
    logic             fault;
    logic             done;
    logic             atomic;
    logic [3:0]       op;
    logic             write;
    logic             line;
    logic [CLIENT_W-1:0] client;
    logic [3:0]       asid;
    logic [27:0]      vaddr;    // virtual address >> 4, for the fault registers
    logic [PA_W-1:0]  paddr;
    logic [127:0]     wdata;
    logic [15:0]      wstrb;
    logic [TAG_W-1:0] tag;
  } phys_req_t;

  // The number in MEM_CLIENTS_* of a port.
  function automatic logic [3:0] named(input logic [CLIENT_W-1:0] client);
    logic [31:0] n;
    n = 32'(client);
    if (n >= NAMED) n = e11_regs_pkg::MEM_CLIENTS_INSTRUCTION + (n - NAMED) % 3;
    return n[3:0];
  endfunction

  // The first fault goes to the fault registers.
  typedef struct packed {
    logic        valid;
    logic        write;
    logic [3:0]  client;
    logic [3:0]  asid;
    logic [31:0] addr;
  } fault_t;

endpackage

`default_nettype wire
