// SPDX-License-Identifier: Apache-2.0
// e11-dis: words of machine code to assembly.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include "driver/assembler.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: e11-dis code.bin\n");
    return 2;
  }
  std::ifstream input(argv[1], std::ios::binary);
  if (!input) {
    std::fprintf(stderr, "e11-dis: cannot read %s\n", argv[1]);
    return 1;
  }
  const std::string bytes((std::istreambuf_iterator<char>(input)), {});
  if (bytes.size() % 8 != 0) {
    std::fprintf(stderr, "e11-dis: %s is not a whole number of instructions\n", argv[1]);
    return 1;
  }
  std::vector<uint32_t> code(bytes.size() / 4);
  std::memcpy(code.data(), bytes.data(), bytes.size());
  std::fputs(e11::compiler::disassemble(code).c_str(), stdout);
  return 0;
}
