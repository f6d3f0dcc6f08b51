// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4) of messages of up to 55 bytes, already padded to one block of 16 big-endian
// words, one message a thread.

static const uint kRounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static const uint4 kStart[2] = {uint4(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a),
                                uint4(0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19)};

ByteAddressBuffer messages : register(t0);
RWByteAddressBuffer digests : register(u0);

uint rotate(uint x, uint n) { return x >> n | x << (32 - n); }

[numthreads(64, 1, 1)] void csMain(uint3 id : SV_DispatchThreadID) {
  uint w[16];
  [unroll] for (uint i = 0; i < 4; ++i) {
    uint4 four = messages.Load4(id.x * 64 + i * 16);
    w[4 * i] = four.x;
    w[4 * i + 1] = four.y;
    w[4 * i + 2] = four.z;
    w[4 * i + 3] = four.w;
  }
  uint4 s = kStart[0], t = kStart[1];
  [unroll] for (uint n = 0; n < 64; ++n) {
    if (n >= 16) {
      uint a = w[(n + 1) % 16], b = w[(n + 14) % 16];
      w[n % 16] += w[(n + 9) % 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) +
                   (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    uint choose = (t.x & t.y) ^ (~t.x & t.z);
    uint majority = (s.x & s.y) ^ (s.x & s.z) ^ (s.y & s.z);
    uint high = t.w + (rotate(t.x, 6) ^ rotate(t.x, 11) ^ rotate(t.x, 25)) + choose + kRounds[n] +
                w[n % 16];
    uint low = (rotate(s.x, 2) ^ rotate(s.x, 13) ^ rotate(s.x, 22)) + majority;
    t = uint4(s.w + high, t.xyz);
    s = uint4(high + low, s.xyz);
  }
  digests.Store4(id.x * 32, s + kStart[0]);
  digests.Store4(id.x * 32 + 16, t + kStart[1]);
}
