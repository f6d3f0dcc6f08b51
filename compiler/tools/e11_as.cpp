// SPDX-License-Identifier: Apache-2.0
// e11-as: assembly to words of machine code.
#include <cstdio>
#include <fstream>
#include <iterator>

#include "driver/assembler.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: e11-as shader.s code.bin\n");
    return 2;
  }
  std::ifstream input(argv[1], std::ios::binary);
  if (!input) {
    std::fprintf(stderr, "e11-as: cannot read %s\n", argv[1]);
    return 1;
  }
  const std::string text((std::istreambuf_iterator<char>(input)), {});
  std::vector<uint32_t> code;
  std::string error;
  if (!e11::compiler::assemble(text, &code, &error)) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return 1;
  }
  std::ofstream output(argv[2], std::ios::binary);
  output.write(reinterpret_cast<const char*>(code.data()),
               static_cast<std::streamsize>(code.size() * 4));
  if (!output.flush()) {
    std::fprintf(stderr, "e11-as: cannot write %s\n", argv[2]);
    return 1;
  }
  return 0;
}
