// SPDX-License-Identifier: Apache-2.0
// dxbc-dump: listing of a DXBC shader in the syntax of Microsoft's disassembler.

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "dxbc/dxbc.h"
#include "dxbc/listing.h"

namespace {

using e11::dxbc::Signature;

void printSignature(const char* title, const Signature& signature) {
  std::printf("// %s\n", title);
  for (const auto& element : signature) {
    std::string mask;
    for (int i = 0; i < 4; ++i) mask += (element.mask >> i & 1) != 0 ? "xyzw"[i] : ' ';
    std::printf("//   %-24s %2u  %s  reg %2d  sysvalue %u  type %u\n", element.name.c_str(),
                element.semanticIndex, mask.c_str(), static_cast<int>(element.registerIndex),
                element.systemValue, static_cast<unsigned>(element.type));
  }
}

int usage() {
  std::fprintf(stderr,
               "usage: dxbc-dump [--offsets] [--signatures] FILE.dxbc\n"
               "  --offsets     token offset before each instruction\n"
               "  --signatures  input and output signature, as comments\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  e11::dxbc::ListingOptions options;
  bool signatures = false;
  const char* path = nullptr;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--offsets") == 0) {
      options.tokenOffsets = true;
    } else if (std::strcmp(argv[i], "--signatures") == 0) {
      signatures = true;
    } else if (argv[i][0] != '-' && path == nullptr) {
      path = argv[i];
    } else {
      return usage();
    }
  }
  if (path == nullptr) return usage();

  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "dxbc-dump: cannot read %s\n", path);
    return 1;
  }
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  const auto shader = e11::dxbc::parse(bytes.data(), bytes.size());
  if (!shader) {
    std::fprintf(stderr, "dxbc-dump: %s: %s\n", path, shader.error().text().c_str());
    return 1;
  }
  if (signatures) {
    printSignature("Input signature", shader->input);
    printSignature("Output signature", shader->output);
    if (!shader->patchConstant.empty()) {
      printSignature("Patch constant signature", shader->patchConstant);
    }
  }
  std::fputs(e11::dxbc::list(shader->program, options).c_str(), stdout);
  return 0;
}
