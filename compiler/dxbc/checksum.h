// SPDX-License-Identifier: Apache-2.0
// The 128-bit checksum of a DXBC container.
#pragma once

#include <array>
#include <cstdint>

#include "dxbc/bytes.h"

namespace e11::dxbc {

using Checksum = std::array<uint32_t, 4>;

/// Offset and size of the header part that the checksum does not cover ("DXBC" and the sum itself).
inline constexpr size_t kChecksumOffset = 4;
inline constexpr size_t kChecksummedFrom = 20;

/// Checksum of a whole container (at least kChecksummedFrom bytes): MD5 (RFC 1321) over the bytes
/// from kChecksummedFrom on, except that the last block is laid out differently: the length in bits
/// comes first in it and its last word is twice the length in bytes plus one.
Checksum containerChecksum(Bytes container);

}  // namespace e11::dxbc
