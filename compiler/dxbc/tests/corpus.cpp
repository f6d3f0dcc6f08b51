// SPDX-License-Identifier: Apache-2.0
#include "corpus.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace e11::dxbc::test {
namespace {

std::string readText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<CorpusShader> load() {
  std::vector<CorpusShader> shaders;
  std::stringstream folders(E11_CORPUS);
  std::string folder;
  while (std::getline(folders, folder, ':')) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".dxbc") continue;
      CorpusShader shader;
      shader.name = entry.path().stem().string();
      shader.path = entry.path().string();
      const std::string bytes = readText(entry.path());
      shader.bytes.assign(bytes.begin(), bytes.end());
      std::filesystem::path listing = entry.path();
      shader.listing = normalised(readText(listing.replace_extension(".asm")));
      shaders.push_back(std::move(shader));
    }
  }
  std::sort(shaders.begin(), shaders.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return shaders;
}

}  // namespace

const std::vector<CorpusShader>& corpus() {
  static const std::vector<CorpusShader> shaders = load();
  return shaders;
}

const CorpusShader& corpusShader(const std::string& name) {
  for (const CorpusShader& shader : corpus()) {
    if (shader.name == name) return shader;
  }
  throw std::runtime_error("no committed shader is called " + name);
}

std::string normalised(const std::string& listing) {
  std::stringstream lines(listing);
  std::string line, text;
  while (std::getline(lines, line)) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (!line.empty() && line.compare(0, 2, "//") != 0) text += line + "\n";
  }
  return text;
}

}  // namespace e11::dxbc::test
