// SPDX-License-Identifier: Apache-2.0
// The committed shaders, for tests that run over all of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace e11::dxbc::test {

struct CorpusShader {
  std::string name;  ///< file name without folder and ".dxbc"
  std::string path;
  std::vector<uint8_t> bytes;
  std::string listing;  ///< Microsoft's disassembly without comments and trailing spaces
};

/// All committed blobs, sorted by name.
const std::vector<CorpusShader>& corpus();

/// The one with this name; a test failure if there is none.
const CorpusShader& corpusShader(const std::string& name);

/// Drops comment lines, trailing spaces and empty lines.
std::string normalised(const std::string& listing);

}  // namespace e11::dxbc::test
