// SPDX-License-Identifier: Apache-2.0
//
// Virtual to physical: identity while the context does not translate, else a
// look-up table of 16 pages in front of the two-level walker. Requests keep
// their order; a walk holds up those behind it.
//
//   request --> look-up --> register --> out
//                 | miss       ^ walker's reads (client number CLIENTS)
//                 +--> WALK1 --+--> WALK2 --> look-up again
//
// An entry of the table maps 4 KiB, also for parts of a 4 MiB page. Whatever
// lies beyond the device's memory faults like an invalid page (also without
// translation, and for page tables).
`default_nettype none

module e11_mem_translate
  import e11_pkg::*;
  import e11_regs_pkg::*;
  import e11_memory_pkg::*;
(
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         translate_i,
    input  logic [27:0]  page_table_i,   // physical address >> 12 of the first level
    input  logic         flush_i,        // pulse: the tables or the context have changed

    input  logic         in_valid_i,
    output logic         in_ready_o,
    input  client_req_t  in_i,
    output logic         out_valid_o,
    input  logic         out_ready_i,
    output phys_req_t    out_o,

    input  logic         walk_rsp_valid_i,   // a walker's read has come back
    input  logic         walk_rsp_error_i,
    input  logic [127:0] walk_rsp_rdata_i
);

  localparam int unsigned ENTRIES = 16;

  typedef enum logic [2:0] {LOOKUP, WALK1, WAIT1, WALK2, WAIT2, FAULT} state_e;

  typedef struct packed {
    logic [15:0] tag;     // address bits 31:16
    logic        write;
    logic [27:0] frame;
  } entry_t;

  state_e              state_q;
  logic [ENTRIES-1:0]  valid_q;
  logic [31:0]         vaddr;
  logic [3:0]          row;
  entry_t              found, fill;
  logic                fill_we, hit, stale_q;

  assign vaddr = in_i.req.addr;
  assign row   = vaddr[15:12];

  e11_regfile_1r1w #(.W($bits(entry_t)), .DEPTH(ENTRIES)) u_table (
      .clk_i, .we_i(fill_we), .waddr_i(row), .wdata_i(fill), .raddr_i(row), .rdata_o(found));

  assign hit = valid_q[row] && found.tag == vaddr[31:16];

  // ------------------------------------------------------------------- entries
  logic [31:0] pte;
  logic        pte_valid, pte_large;
  logic [27:0] pte_frame;
  logic [27:0] table_q;      // second-level table
  logic [9:0]  pte_index;
  logic [1:0]  dword;

  assign pte_index = state_q == WALK1 || state_q == WAIT1 ? vaddr[31:22] : vaddr[21:12];
  assign dword     = pte_index[1:0];
  assign pte       = walk_rsp_rdata_i[32*dword+:32];
  assign pte_valid = pte[PAGE_TABLE_ENTRY_PTE_VALID_LSB] && !walk_rsp_error_i;
  assign pte_large = pte[PAGE_TABLE_ENTRY_PTE_LARGE_LSB] && state_q == WAIT1;
  assign pte_frame = pte[PAGE_TABLE_ENTRY_PTE_FRAME_LSB+:28];

  assign fill.tag   = vaddr[31:16];
  assign fill.write = pte[PAGE_TABLE_ENTRY_PTE_WRITE_LSB];
  assign fill.frame = pte_large ? {pte_frame[27:10], vaddr[21:12]} : pte_frame;
  assign fill_we    = walk_rsp_valid_i && pte_valid && (pte_large || state_q == WAIT2);

  // ----------------------------------------------------------------- the result
  logic        go;          // the request moves to the output register
  logic        space;
  phys_req_t   result, out_q;
  logic        out_valid_q;
  logic        walking;
  logic [27:0] frame;
  logic        denied;

  assign space   = !out_valid_q || out_ready_i;
  assign frame   = translate_i ? found.frame : {8'd0, vaddr[31:12]};
  assign denied  = translate_i && in_i.req.write && !found.write;
  assign go      = in_valid_i && space &&
                   ((state_q == LOOKUP && (!translate_i || hit)) || state_q == FAULT);
  assign walking = space && (state_q == WALK1 || state_q == WALK2);
  assign in_ready_o = go;

  function automatic logic beyond(input logic [PA_W-1:0] paddr);
    return paddr >= PA_W'(CFG_MEMORY_BYTES);
  endfunction

  always_comb begin
    result        = '0;
    result.line   = in_i.req.line;
    result.write  = in_i.req.write;
    result.atomic = in_i.req.atomic;
    result.op     = in_i.req.op;
    result.client = in_i.client;
    result.asid   = in_i.req.asid;
    result.vaddr  = vaddr[31:4];
    result.paddr  = {frame, vaddr[11:4], 4'd0};
    result.wdata  = in_i.req.wdata;
    result.wstrb  = in_i.req.wstrb;
    result.tag    = in_i.req.tag;
    result.fault  = state_q == FAULT || denied;
    if (walking) begin
      result.line   = 1'b0;
      result.write  = 1'b0;
      result.atomic = 1'b0;
      result.client = CLIENT_W'(CLIENTS);
      result.paddr  = {state_q == WALK1 ? page_table_i : table_q, pte_index[9:2], 4'd0};
      result.fault  = 1'b0;
    end
    if (beyond(result.paddr)) result.fault = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q     <= LOOKUP;
      valid_q     <= '0;
      out_valid_q <= 1'b0;
      stale_q     <= 1'b0;
    end else begin
      if (space) out_valid_q <= go || walking;
      unique case (state_q)
        LOOKUP: begin
          stale_q <= 1'b0;
          if (in_valid_i && translate_i && !hit) state_q <= WALK1;
        end
        WALK1: if (space) state_q <= WAIT1;
        WAIT1: begin
          if (walk_rsp_valid_i) state_q <= !pte_valid ? FAULT : (pte_large ? LOOKUP : WALK2);
        end
        WALK2: if (space) state_q <= WAIT2;
        WAIT2: if (walk_rsp_valid_i) state_q <= pte_valid ? LOOKUP : FAULT;
        FAULT: if (go) state_q <= LOOKUP;
        default: state_q <= LOOKUP;
      endcase
      if (fill_we) valid_q[row] <= !stale_q;
      if (flush_i) begin
        // A walk under way may have read what was there before.
        valid_q <= '0;
        stale_q <= state_q != LOOKUP;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (space && (go || walking)) out_q <= result;
    if (state_q == WAIT1 && walk_rsp_valid_i) table_q <= pte_frame;
  end

  assign out_valid_o = out_valid_q;
  assign out_o       = out_q;

  // A word request addresses 16 bytes, a coherent request is one like any other here.
  logic unused;
  assign unused = ^{in_i.req.bypass, vaddr[3:0]};

endmodule

`default_nettype wire
