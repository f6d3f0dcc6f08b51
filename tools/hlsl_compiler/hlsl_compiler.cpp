// SPDX-License-Identifier: Apache-2.0
// Windows program: compiles a batch of HLSL files with Microsoft's D3DCompile and writes, for each,
// the DXBC blob and its disassembly. tools/hlsl builds it with mingw and runs it under Wine.
//
// Usage: hlsl_compiler.exe JOBS
// Each line of JOBS is tab-separated: input.hlsl, entry point, profile, flags (decimal),
// output.dxbc, output.asm. A line of the form "disassemble<TAB>in.dxbc<TAB>out.asm" only
// disassembles. The macro SM is the shader model, 40, 41 or 50. Exit code 1 if any job failed; the compiler's messages go to stderr.

#include <windows.h>

#include <d3dcompiler.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

class Blob {
 public:
  ~Blob() {
    if (blob_ != nullptr) blob_->Release();
  }
  ID3DBlob** out() { return &blob_; }
  bool empty() const { return blob_ == nullptr; }
  const char* data() const { return static_cast<const char*>(blob_->GetBufferPointer()); }
  size_t size() const { return blob_->GetBufferSize(); }

 private:
  ID3DBlob* blob_ = nullptr;
};

std::vector<std::string> splitTabs(const std::string& line) {
  std::vector<std::string> fields(1);
  for (char c : line) {
    if (c == '\t') {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

bool readFile(const std::string& path, std::string* text) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    return false;
  }
  text->assign(std::istreambuf_iterator<char>(file), {});
  return true;
}

bool writeFile(const std::string& path, const char* data, size_t size) {
  std::ofstream file(path, std::ios::binary);
  file.write(data, static_cast<std::streamsize>(size));
  if (!file) std::fprintf(stderr, "cannot write %s\n", path.c_str());
  return static_cast<bool>(file);
}

bool disassemble(const void* data, size_t size, const std::string& out) {
  Blob text;
  if (FAILED(D3DDisassemble(data, size, 0, nullptr, text.out())) || text.empty()) {
    std::fprintf(stderr, "cannot disassemble into %s\n", out.c_str());
    return false;
  }
  // The blob holds a terminating zero, which is not part of the text.
  return writeFile(out, text.data(), text.size() - 1);
}

bool compileJob(const std::vector<std::string>& job) {
  std::string source;
  if (!readFile(job[0], &source)) return false;
  const std::string name = job[0].substr(job[0].find_last_of("/\\") + 1);
  // "ps_5_0" -> "50"
  const std::string model = {job[2][3], job[2][5]};
  const D3D_SHADER_MACRO macros[] = {{"SM", model.c_str()}, {nullptr, nullptr}};
  Blob code, messages;
  const HRESULT hr = D3DCompile(source.data(), source.size(), name.c_str(), macros, nullptr,
                                job[1].c_str(), job[2].c_str(),
                                static_cast<UINT>(std::stoul(job[3])), 0, code.out(),
                                messages.out());
  if (!messages.empty()) std::fprintf(stderr, "%s", messages.data());
  if (FAILED(hr) || code.empty()) {
    std::fprintf(stderr, "%s (%s, %s): D3DCompile failed, %08lx\n", job[0].c_str(),
                 job[1].c_str(), job[2].c_str(), static_cast<unsigned long>(hr));
    return false;
  }
  return writeFile(job[4], code.data(), code.size()) &&
         disassemble(code.data(), code.size(), job[5]);
}

bool runJob(const std::vector<std::string>& job) {
  if (job.size() == 3 && job[0] == "disassemble") {
    std::string bytes;
    return readFile(job[1], &bytes) && disassemble(bytes.data(), bytes.size(), job[2]);
  }
  if (job.size() == 6 && job[2].size() == 6) return compileJob(job);
  std::fprintf(stderr, "malformed job line for %s\n", job[0].c_str());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: hlsl_compiler JOBS\n");
    return 2;
  }
  std::ifstream jobs(argv[1]);
  if (!jobs) {
    std::fprintf(stderr, "cannot read %s\n", argv[1]);
    return 2;
  }
  bool good = true;
  std::string line;
  while (std::getline(jobs, line)) {
    if (!line.empty()) good = runJob(splitTabs(line)) && good;
  }
  return good ? 0 : 1;
}
