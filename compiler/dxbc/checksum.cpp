// SPDX-License-Identifier: Apache-2.0
#include "dxbc/checksum.h"

#include <cassert>

namespace e11::dxbc {
namespace {

constexpr size_t kBlockSize = 64;
using Block = std::array<uint8_t, kBlockSize>;

// RFC 1321: floor(2^32 * |sin(i + 1)|).
constexpr uint32_t kSines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constexpr int kRotations[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

uint32_t rotateLeft(uint32_t value, int count) {
  return value << count | value >> (32 - count);
}

void storeU32(Block* block, size_t offset, uint32_t value) {
  for (size_t i = 0; i < 4; ++i) (*block)[offset + i] = static_cast<uint8_t>(value >> (8 * i));
}

void addBlock(Checksum* state, const uint8_t* block) {
  uint32_t words[16];
  for (size_t i = 0; i < 16; ++i) Bytes(block, kBlockSize).readU32(4 * i, &words[i]);
  auto [a, b, c, d] = *state;
  for (uint32_t i = 0; i < 64; ++i) {
    uint32_t mixed, index;
    switch (i / 16) {
      case 0:
        mixed = (b & c) | (~b & d);
        index = i;
        break;
      case 1:
        mixed = (d & b) | (~d & c);
        index = 5 * i + 1;
        break;
      case 2:
        mixed = b ^ c ^ d;
        index = 3 * i + 5;
        break;
      default:
        mixed = c ^ (b | ~d);
        index = 7 * i;
        break;
    }
    const uint32_t sum = a + mixed + kSines[i] + words[index % 16];
    a = d;
    d = c;
    c = b;
    b += rotateLeft(sum, kRotations[i / 16][i % 4]);
  }
  (*state)[0] += a;
  (*state)[1] += b;
  (*state)[2] += c;
  (*state)[3] += d;
}

}  // namespace

Checksum containerChecksum(Bytes container) {
  assert(container.size() >= kChecksummedFrom);
  const uint8_t* data = container.data() + kChecksummedFrom;
  const size_t size = container.size() - kChecksummedFrom;
  const size_t rest = size % kBlockSize;
  const uint8_t* tail = data + (size - rest);

  Checksum state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  for (const uint8_t* block = data; block != tail; block += kBlockSize) addBlock(&state, block);

  // The last block holds two lengths of 4 bytes; the rest goes between them if it and the
  // terminating 0x80 fit, else into a block of its own.
  Block last = {};
  size_t place = 4;
  if (rest >= kBlockSize - 8) {
    Block full = {};
    std::memcpy(full.data(), tail, rest);
    full[rest] = 0x80;
    addBlock(&state, full.data());
  } else {
    if (rest != 0) std::memcpy(last.data() + place, tail, rest);
    last[place + rest] = 0x80;
  }
  storeU32(&last, 0, static_cast<uint32_t>(size * 8));
  storeU32(&last, kBlockSize - 4, static_cast<uint32_t>(size * 2) | 1);
  addBlock(&state, last.data());
  return state;
}

}  // namespace e11::dxbc
