// SPDX-License-Identifier: Apache-2.0
// e11-compile: a DXBC shader to LLVM IR, assembly or machine code.

#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "dxbc/dxbc.h"
#include "dxbc/scalar_operations.h"
#include "e11/compiler.h"
#include "overhead.h"

namespace {

using e11::compiler::Options;
using e11::compiler::Shader;

struct Arguments {
  enum class Output { Summary, Ir, Assembly, Code } output = Output::Summary;
  const char* input = nullptr;
  const char* codePath = nullptr;
  Options options;
};

int usage() {
  std::fprintf(stderr,
               "usage: e11-compile FILE.dxbc [--ir | -S | -o CODE.bin] [--verify]\n"
               "       e11-compile --time FILE.dxbc ..\n"
               "  --ir      print the LLVM IR before the back end\n"
               "  -S        print assembly\n"
               "  -o FILE   write the machine code, little-endian words\n"
               "  --verify  run LLVM's machine verifier\n"
               "  --time    compile each file twice; print the second's, warm, processor time and "
               "the code's size and what overhead it has, one line a file\n"
               "Without an output option: one line with the shader's figures.\n");
  return 2;
}

bool parseArguments(int argc, char** argv, Arguments* arguments) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--ir") == 0) {
      arguments->output = Arguments::Output::Ir;
    } else if (std::strcmp(argv[i], "-S") == 0) {
      arguments->output = Arguments::Output::Assembly;
    } else if (std::strcmp(argv[i], "-o") == 0 && i + 1 < argc) {
      arguments->output = Arguments::Output::Code;
      arguments->codePath = argv[++i];
    } else if (std::strcmp(argv[i], "--verify") == 0) {
      arguments->options.verifyMachineCode = true;
    } else if (argv[i][0] != '-' && arguments->input == nullptr) {
      arguments->input = argv[i];
    } else {
      return false;
    }
  }
  return arguments->input != nullptr;
}

bool writeCode(const char* path, const std::vector<uint32_t>& code) {
  std::ofstream file(path, std::ios::binary);
  for (uint32_t word : code) {
    for (int shift = 0; shift < 32; shift += 8) file.put(static_cast<char>(word >> shift));
  }
  return static_cast<bool>(file);
}

void printSummary(const Shader& shader) {
  std::printf(
      "%s: %zu instructions, size class %u, %u vector and %u scalar registers, %u bytes of scratch "
      "a lane, %zu resources\n",
      shader.stage == e11::compiler::Stage::kPixel    ? "pixel shader"
      : shader.stage == e11::compiler::Stage::kCompute ? "compute shader"
                                                       : "vertex shader",
      shader.code.size() / 2, shader.sizeClass, shader.vectorRegisters, shader.scalarRegisters,
      shader.scratchBytesPerLane, shader.resources.size());
}

bool readFile(const char* path, std::vector<char>* blob) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "e11-compile: cannot read %s\n", path);
    return false;
  }
  blob->assign(std::istreambuf_iterator<char>(file), {});
  return true;
}

void printFigures(const char* path, double milliseconds, const std::vector<char>& blob,
                  const Shader& shader) {
  const auto parsed = e11::dxbc::parse(blob.data(), blob.size());
  std::printf("%s %.3f ms %zu instructions %u operations %u vector %u scalar %u spilled", path,
              milliseconds, shader.code.size() / 2,
              parsed ? e11::dxbc::scalarOperations(parsed->program) : 0, shader.vectorRegisters,
              shader.scalarRegisters, shader.spillBytesPerLane + shader.scalarScratchBytes);
  if (parsed) {
    const e11::compiler::Breakdown parts = e11::compiler::breakDown(parsed->program, shader);
    for (int kind = 0; kind < e11::compiler::kKinds; ++kind) {
      std::printf(" %u %s", parts.overhead[static_cast<size_t>(kind)],
                  kindName(static_cast<e11::compiler::Kind>(kind)));
    }
    std::printf(" %u folded", parts.folded);
  }
  std::printf("\n");
}

// One line a file: what tools/bench reads. A shader that is refused has no time.
int timeShaders(int count, char** paths) {
  for (int i = 0; i < count; ++i) {
    std::vector<char> blob;
    if (!readFile(paths[i], &blob)) return 1;
    double milliseconds = 0;
    Shader shader;
    std::string error;
    bool good = true;
    for (int pass = 0; pass < 2 && good; ++pass) {
      shader = {};
      const std::clock_t start = std::clock();
      good = e11::compiler::compile(blob.data(), blob.size(), {}, &shader, &error);
      milliseconds = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    }
    if (good)
      printFigures(paths[i], milliseconds, blob, shader);
    else
      std::printf("%s refused: %s\n", paths[i], error.c_str());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 && std::strcmp(argv[1], "--time") == 0) return timeShaders(argc - 2, argv + 2);
  Arguments arguments;
  if (!parseArguments(argc, argv, &arguments)) return usage();
  std::vector<char> blob;
  if (!readFile(arguments.input, &blob)) return 1;

  std::string text, error;
  Shader shader;
  bool good = false;
  switch (arguments.output) {
    case Arguments::Output::Ir:
      good = e11::compiler::compileToIr(blob.data(), blob.size(), arguments.options, &text, &error);
      break;
    case Arguments::Output::Assembly:
      good = e11::compiler::compileToAssembly(blob.data(), blob.size(), arguments.options, &text,
                                              &error);
      break;
    default:
      good = e11::compiler::compile(blob.data(), blob.size(), arguments.options, &shader, &error);
      break;
  }
  if (!good) {
    std::fprintf(stderr, "e11-compile: %s: %s\n", arguments.input, error.c_str());
    return 1;
  }
  std::fputs(text.c_str(), stdout);
  if (arguments.output == Arguments::Output::Summary) printSummary(shader);
  if (arguments.codePath != nullptr && !writeCode(arguments.codePath, shader.code)) {
    std::fprintf(stderr, "e11-compile: cannot write %s\n", arguments.codePath);
    return 1;
  }
  return 0;
}
