// SPDX-License-Identifier: Apache-2.0
// Hostile blobs: every truncation and single-byte changes of the committed shaders, as they are and
// with the checksum repaired, through parser, listing and translator. There is nothing to compare: the
// process must survive (under sanitizers), refusals must have a text, and what is accepted must be
// valid IR (translate() verifies it).
#include <iostream>

#include "dxbc/checksum.h"
#include "dxbc/container_writer.h"
#include "dxbc/dxbc.h"
#include "dxbc/listing.h"
#include "dxbc/tests/catch.h"
#include "dxbc/tests/corpus.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "translate/translate.h"

using namespace e11;

namespace {

// Instrumented code is several times slower: fewer places of each blob.
#if defined(__SANITIZE_ADDRESS__)
constexpr size_t kStep = 43, kTruncationStep = 31;
#else
constexpr size_t kStep = 7, kTruncationStep = 1;
#endif

struct Counts {
  size_t tried = 0, parsed = 0, translated = 0;
};

// `bytes` is a vector of exact size, so that reads behind it are seen by the address sanitizer.
void tryBlob(const std::vector<uint8_t>& bytes, Counts* counts) {
  ++counts->tried;
  const auto parsed = dxbc::parse(bytes.data(), bytes.size());
  if (!parsed) {
    if (parsed.error().message.empty()) FAIL("refused without a reason");
    return;
  }
  ++counts->parsed;
  if (dxbc::list(parsed->program).empty()) FAIL("empty listing");
  llvm::LLVMContext context;
  compiler::Shader shader;
  std::string error;
  const auto module = translate::translate(*parsed, {}, context, &shader, &error);
  if (module != nullptr) {
    ++counts->translated;
  } else if (error.empty() || error.find("internal error") != std::string::npos) {
    FAIL("refused with: " << error);
  }
}

void setSize(std::vector<uint8_t>* bytes) {
  constexpr size_t kSizeOffset = 24;
  for (size_t i = 0; i < 4 && kSizeOffset + i < bytes->size(); ++i) {
    (*bytes)[kSizeOffset + i] = static_cast<uint8_t>(bytes->size() >> (8 * i));
  }
}

void truncate(const std::vector<uint8_t>& blob, Counts* counts) {
  for (size_t size = 0; size < blob.size(); size += kTruncationStep) {
    std::vector<uint8_t> part(blob.begin(), blob.begin() + static_cast<std::ptrdiff_t>(size));
    tryBlob(part, counts);
    setSize(&part);
    dxbc::repairChecksum(&part);
    tryBlob(part, counts);
  }
}

// Changes byte `at` in each of the given ways.
void change(const std::vector<uint8_t>& blob, size_t at, const std::vector<int>& flips,
            Counts* counts) {
  std::vector<uint8_t> copy = blob;
  for (int flip : flips) {
    copy[at] = static_cast<uint8_t>(blob[at] ^ flip);
    tryBlob(copy, counts);
    dxbc::repairChecksum(&copy);
    tryBlob(copy, counts);
    std::copy(blob.begin(), blob.begin() + dxbc::kChecksummedFrom, copy.begin());
  }
}

void report(const Counts& counts) {
  std::cout << counts.tried << " blobs tried, " << counts.parsed << " parsed, "
            << counts.translated << " translated\n";
  // The changes must reach behind the checksum and behind the parser.
  CHECK(counts.parsed > counts.tried / 20);
  CHECK(counts.translated > counts.tried / 50);
}

}  // namespace

TEST_CASE("Truncations and some changes of every blob") {
  Counts counts;
  size_t number = 0;
  for (const auto& shader : dxbc::test::corpus()) {
    INFO(shader.name);
    truncate(shader.bytes, &counts);
    // Another bit and another start for each blob, so that together they cover much.
    const std::vector<int> flips = {1 << number % 8};
    for (size_t at = number % kStep; at < shader.bytes.size(); at += kStep) {
      change(shader.bytes, at, flips, &counts);
    }
    ++number;
  }
  report(counts);
}

TEST_CASE("Every bit and byte of every blob, of long ones of every 64th byte", "[.full]") {
  constexpr size_t kLong = 16384;  // each change of such a one is translated for a long time
  Counts counts;
  for (const auto& shader : dxbc::test::corpus()) {
    INFO(shader.name);
    const size_t step = shader.bytes.size() > kLong ? 64 : 1;
    for (size_t at = 0; at < shader.bytes.size(); at += step) {
      INFO("byte " << at);
      change(shader.bytes, at, {1, 2, 4, 8, 16, 32, 64, 128, 0x7f, 0xff}, &counts);
    }
  }
  report(counts);
}
