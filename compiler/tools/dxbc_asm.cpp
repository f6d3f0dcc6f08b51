// SPDX-License-Identifier: Apache-2.0
// dxbc-asm: text in the syntax of Microsoft's disassembler to a DXBC blob (dxbc/assembler.h).
#include <cstdio>
#include <fstream>
#include <iterator>

#include "dxbc/assembler.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: dxbc-asm shader.txt shader.dxbc\n");
    return 2;
  }
  std::ifstream input(argv[1], std::ios::binary);
  if (!input) {
    std::fprintf(stderr, "dxbc-asm: cannot read %s\n", argv[1]);
    return 1;
  }
  const std::string text((std::istreambuf_iterator<char>(input)), {});
  const auto blob = e11::dxbc::assemble(text);
  if (!blob) {
    std::fprintf(stderr, "%s: %s\n", argv[1], blob.error().message.c_str());
    return 1;
  }
  std::ofstream output(argv[2], std::ios::binary);
  output.write(reinterpret_cast<const char*>(blob->data()),
               static_cast<std::streamsize>(blob->size()));
  if (!output.flush()) {
    std::fprintf(stderr, "dxbc-asm: cannot write %s\n", argv[2]);
    return 1;
  }
  return 0;
}
