// SPDX-License-Identifier: Apache-2.0
//
// Types inside the memory unit: a client's request on its way to AXI4.
`default_nettype none

package e11_memory_pkg;
  import e11_pkg::*;

  localparam int unsigned CLIENTS = 10;   // ports; the walker is client number CLIENTS
  localparam int unsigned ATOMIC  = CLIENTS + 1;   // accesses of the atomic unit's own
  localparam int unsigned PA_W    = 40;   // physical address

  // A request with its client's number.
  typedef struct packed {
    logic [3:0] client;
    mem_req_t   req;
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
    logic [3:0]       client;
    logic [3:0]       asid;
    logic [27:0]      vaddr;    // virtual address >> 4, for the fault registers
    logic [PA_W-1:0]  paddr;
    logic [127:0]     wdata;
    logic [15:0]      wstrb;
    logic [TAG_W-1:0] tag;
  } phys_req_t;

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
