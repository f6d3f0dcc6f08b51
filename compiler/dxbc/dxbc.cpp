// SPDX-License-Identifier: Apache-2.0
#include "dxbc/dxbc.h"

namespace e11::dxbc {
namespace {

constexpr uint32_t kProgramTags[] = {chunkTag('S', 'H', 'E', 'X'), chunkTag('S', 'H', 'D', 'R')};

Signature* signatureOf(Shader* shader, uint32_t tag) {
  switch (tag & 0xff) {
    case 'I':
      return &shader->input;
    case 'O':
      return &shader->output;
    default:
      return &shader->patchConstant;
  }
}

}  // namespace

Result<Shader> parse(const void* data, size_t size) {
  Result<Container> container = parseContainer(Bytes(data, size));
  if (!container) return container.error();

  Shader shader;
  const Chunk* programChunk = nullptr;
  for (uint32_t tag : kProgramTags) {
    if (programChunk == nullptr) programChunk = container->find(tag);
  }
  if (programChunk == nullptr) return Error{"container holds no shader program", 0};
  Result<Program> program = decodeProgram(programChunk->data);
  if (!program) return program.error();
  shader.program = std::move(*program);

  bool haveInput = false, haveOutput = false;
  for (const Chunk& chunk : container->chunks) {
    if (isSignatureTag(chunk.tag)) {
      Result<Signature> signature = parseSignature(chunk);
      if (!signature) return signature.error();
      *signatureOf(&shader, chunk.tag) = std::move(*signature);
      haveInput = haveInput || (chunk.tag & 0xff) == 'I';
      haveOutput = haveOutput || (chunk.tag & 0xff) == 'O';
    } else if (chunk.tag == chunkTag('S', 'F', 'I', '0')) {
      uint32_t low = 0, high = 0;
      if (!chunk.data.readU32(0, &low) || !chunk.data.readU32(4, &high)) {
        return Error{"feature chunk is shorter than 8 bytes", chunk.offset};
      }
      shader.featureFlags = uint64_t{high} << 32 | low;
    }
  }
  if (!haveInput || !haveOutput) return Error{"container lacks a signature", 0};
  return shader;
}

}  // namespace e11::dxbc
