// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "e11/model/follower.h"

/// What the tops with the ports of e11_core_trace.sv (an array of each, by core) tell a follower.
namespace e11::model {

/// The register writes of a cycle; how many vector writes there were. `fault`: they are taken for
/// others.
template <typename Top>
unsigned followWrites(Follower& follower, const Top& top, unsigned core, bool fault = false) {
  constexpr unsigned kPorts = 3;
  unsigned count = 0;
  for (unsigned port = 0; port < kPorts; ++port) {
    const unsigned lanes = top.write_lanes_o[core] >> 4 * port & 15;
    if (lanes == 0) continue;
    const unsigned row = static_cast<unsigned>(top.write_row_o[core] >> 16 * port & 0xffff);
    uint32_t data[4];
    for (unsigned i = 0; i < 4; ++i)
      data[i] = top.write_data_o[core][4 * port + i] ^ (fault ? 1 : 0);
    follower.vectorWrite(row, top.write_quad_o[core] >> 2 * port & 3, lanes, data);
    ++count;
  }
  if (top.swrite_words_o[core] != 0) {
    follower.scalarWrite(top.swrite_row_o[core], top.swrite_words_o[core],
                         &top.swrite_data_o[core][0]);
  }
  return count;
}

template <typename Top>
void followIssue(Follower& follower, const Top& top, unsigned core) {
  follower.issue(top.trace_wave_o[core], top.trace_pc_o[core], top.trace_word_o[core],
                 top.trace_exec_o[core], top.trace_cov_o[core]);
}

}  // namespace e11::model
