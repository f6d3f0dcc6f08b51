// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_MAIN
#if __has_include(<catch2/catch.hpp>)
#include <catch2/catch.hpp>
#endif

#include <verilated.h>

// Verilator's models ask for the time only when they trace through the old interface.
double sc_time_stamp() {
  return 0;
}
