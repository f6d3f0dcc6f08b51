// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 digests of many short messages.
#include "common/compute.h"
#include "sha256_cs.h"

using namespace sample;

namespace {

constexpr uint32_t kMessages = 512, kGroup = 64;
constexpr uint32_t kBlockWords = 16, kDigestWords = 8, kLongest = 55;

struct None {
  uint32_t unused[4];
};

__extension__ typedef unsigned __int128 Wide;

uint32_t rotate(uint32_t x, uint32_t n) {
  return x >> n | x << (32 - n);
}

// The first 32 bits of the fraction of a root of a prime, by whole numbers: the constants are
// computed here, not copied from the shader.
uint32_t rootFraction(uint32_t prime, bool cube) {
  Wide low = 0, high = static_cast<Wide>(prime) << 32;
  while (high - low > 1) {
    const Wide x = (low + high) / 2;  // 32 fraction bits
    const bool below =
        cube ? x * x * x < static_cast<Wide>(prime) << 96 : x * x < static_cast<Wide>(prime) << 64;
    (below ? low : high) = x;
  }
  return static_cast<uint32_t>(low);
}

std::vector<uint32_t> firstPrimes(size_t count) {
  std::vector<uint32_t> primes;
  for (uint32_t n = 2; primes.size() < count; ++n) {
    bool prime = true;
    for (const uint32_t p : primes) prime = prime && n % p != 0;
    if (prime) primes.push_back(n);
  }
  return primes;
}

void hashOnCpu(const uint32_t* block, uint32_t* digest) {
  static const std::vector<uint32_t> primes = firstPrimes(64);
  uint32_t w[64], state[8], h[8];
  for (int i = 0; i < 16; ++i) w[i] = block[i];
  for (int i = 16; i < 64; ++i) {
    const uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ (a >> 3)) + w[i - 7] +
           (rotate(b, 17) ^ rotate(b, 19) ^ (b >> 10));
  }
  for (int i = 0; i < 8; ++i) state[i] = h[i] = rootFraction(primes[static_cast<size_t>(i)], false);
  for (int i = 0; i < 64; ++i) {
    const uint32_t s1 = rotate(h[4], 6) ^ rotate(h[4], 11) ^ rotate(h[4], 25);
    const uint32_t t1 = h[7] + s1 + ((h[4] & h[5]) ^ (~h[4] & h[6])) +
                        rootFraction(primes[static_cast<size_t>(i)], true) + w[i];
    const uint32_t s0 = rotate(h[0], 2) ^ rotate(h[0], 13) ^ rotate(h[0], 22);
    const uint32_t t2 = s0 + ((h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]));
    for (int k = 7; k > 0; --k) h[k] = h[k - 1];
    h[4] += t1;
    h[0] = t1 + t2;
  }
  for (int i = 0; i < 8; ++i) digest[i] = state[i] + h[i];
}

// A message of up to 55 bytes as a padded block.
void pad(const std::string& message, uint32_t* block) {
  for (uint32_t i = 0; i < kBlockWords; ++i) block[i] = 0;
  const auto put = [&](size_t at, uint32_t byte) { block[at / 4] |= byte << (24 - at % 4 * 8); };
  for (size_t i = 0; i < message.size(); ++i) put(i, static_cast<uint8_t>(message[i]));
  put(message.size(), 0x80);
  block[kBlockWords - 1] = static_cast<uint32_t>(message.size() * 8);
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv, Options());
  Random random(options.seed);
  std::vector<uint32_t> blocks(kMessages * kBlockWords);
  pad("abc", &blocks[0]);
  for (uint32_t n = 1; n < kMessages; ++n) {
    std::string message;
    for (uint32_t length = random.word() % (kLongest + 1); length > 0; --length) {
      message.push_back(static_cast<char>(random.word()));
    }
    pad(message, &blocks[n * kBlockWords]);
  }

  Compute compute;
  Ref<ID3D11ComputeShader> shader;
  compute.createShader(sha256_cs, &shader);
  ComputeBuffer messages, digests;
  compute.createBuffer(0, kMessages * kBlockWords, blocks.data(), &messages);
  compute.createBuffer(0, kMessages * kDigestWords, nullptr, &digests);
  for (uint32_t frame = 0; frame < options.frames; ++frame) {
    compute.run(shader, None(), {&messages}, {&digests}, kMessages / kGroup);
  }

  const auto result = compute.read<uint32_t>(digests);
  // FIPS 180-4's example: the digest of "abc" begins with this word.
  if (result[0] != 0xba7816bf) fail("the digest of \"abc\" is wrong");
  for (uint32_t n = 0; n < kMessages; ++n) {
    uint32_t digest[kDigestWords];
    hashOnCpu(&blocks[n * kBlockWords], digest);
    if (std::memcmp(digest, &result[n * kDigestWords], sizeof digest) != 0) {
      fail("digest " + std::to_string(n) + " is wrong");
    }
  }
  report("sha256", uint64_t{kMessages} * options.frames, "blocks");
  return 0;
}
