// SPDX-License-Identifier: Apache-2.0
#include "dxbc/container.h"

#include "catch.h"
#include "corpus.h"
#include "dxbc/checksum.h"
#include "dxbc/container_writer.h"
#include "dxbc/dxbc.h"

using namespace e11::dxbc;

namespace {

void putU32(std::vector<uint8_t>* bytes, size_t offset, uint32_t value) {
  for (size_t i = 0; i < 4; ++i) (*bytes)[offset + i] = static_cast<uint8_t>(value >> (8 * i));
}

std::string errorOf(std::vector<uint8_t> bytes, bool repair = true) {
  if (repair) repairChecksum(&bytes);
  const auto container = parseContainer(Bytes(bytes.data(), bytes.size()));
  return container ? "" : container.error().message;
}

}  // namespace

TEST_CASE("Every committed blob has the checksum we compute") {
  for (const test::CorpusShader& shader : test::corpus()) {
    INFO(shader.name);
    std::vector<uint8_t> copy = shader.bytes;
    for (size_t i = 0; i < 16; ++i) copy[kChecksumOffset + i] = 0;
    repairChecksum(&copy);
    CHECK(copy == shader.bytes);
  }
}

TEST_CASE("The writer rebuilds a blob from its chunks") {
  // Microsoft's blobs end with the last chunk and have no gaps, so that bytes must be equal.
  for (const char* name : {"triangle_vs", "cube_ps", "flow.switch_.ps_4_0"}) {
    INFO(name);
    const test::CorpusShader& shader = test::corpusShader(name);
    const auto container = parseContainer(Bytes(shader.bytes.data(), shader.bytes.size()));
    REQUIRE(container);
    ContainerWriter writer;
    for (const Chunk& chunk : container->chunks) {
      writer.addChunk(chunk.tag, std::vector<uint8_t>(chunk.data.data(),
                                                      chunk.data.data() + chunk.data.size()));
    }
    CHECK(writer.finish() == shader.bytes);
  }
}

TEST_CASE("Checksum of every tail length") {
  // 56 and more left-over bytes take a block of their own. A blob of each length must be accepted
  // and one changed bit anywhere must be noticed.
  for (size_t length = 0; length < 70; ++length) {
    ContainerWriter writer;
    writer.addChunk(chunkTag('T', 'E', 'S', 'T'), std::vector<uint8_t>(length * 4, 0x5a));
    std::vector<uint8_t> bytes = writer.finish();
    CHECK(errorOf(bytes, false).empty());
    bytes.back() ^= 1;
    CHECK(errorOf(bytes, false) == "container checksum is wrong");
  }
}

TEST_CASE("Damaged headers are refused") {
  const std::vector<uint8_t>& good = test::corpusShader("triangle_ps").bytes;
  REQUIRE(errorOf(good, false).empty());
  const auto damaged = [&](size_t offset, uint32_t value) {
    std::vector<uint8_t> bytes = good;
    putU32(&bytes, offset, value);
    return errorOf(bytes);
  };
  CHECK(damaged(0, 0) == "not a DXBC container");
  CHECK(damaged(20, 2) == "unknown container version 2");
  CHECK(damaged(24, 0x7fffffff).find("container size field") == 0);
  CHECK(damaged(24, 31).find("container size field") == 0);
  CHECK(damaged(28, 0xffffffff) == "chunk table exceeds the container");
  CHECK(damaged(32, 0xfffffffc) == "chunk 0 exceeds the container");
  CHECK(damaged(32, static_cast<uint32_t>(good.size() - 4)) == "chunk 0 exceeds the container");
  CHECK(errorOf({}, false) == "container is shorter than its header");
  std::vector<uint8_t> wrongSum = good;
  wrongSum[4] ^= 1;
  CHECK(errorOf(wrongSum, false) == "container checksum is wrong");
}

TEST_CASE("Every truncation is refused") {
  for (const test::CorpusShader& shader : test::corpus()) {
    for (size_t size = 0; size < shader.bytes.size(); ++size) {
      // A copy of exact size, so that the address sanitizer sees reads behind the end.
      const std::vector<uint8_t> part(shader.bytes.begin(),
                                      shader.bytes.begin() + static_cast<std::ptrdiff_t>(size));
      if (parse(part.data(), part.size())) FAIL(shader.name << " cut to " << size << " bytes");
    }
  }
}

TEST_CASE("Signatures") {
  const std::vector<uint8_t>& bytes = test::corpusShader("cube_vs").bytes;
  const auto shader = parse(bytes.data(), bytes.size());
  REQUIRE(shader);
  // The HLSL: POSITION, NORMAL, COLOR in; SV_Position and a colour out.
  REQUIRE(shader->input.size() == 3);
  CHECK(shader->input[1].name == "NORMAL");
  CHECK(shader->input[1].registerIndex == 1);
  CHECK(shader->input[1].mask == 7);
  CHECK(shader->input[1].type == ComponentType::Float);
  REQUIRE(shader->output.size() == 2);
  CHECK(shader->output[0].name == "SV_Position");
  CHECK(shader->output[0].systemValue == static_cast<uint32_t>(SystemValue::Position));
  CHECK(shader->output[1].registerIndex == 1);
}
