// SPDX-License-Identifier: Apache-2.0
// The command processor's program: waits for the doorbell and runs the ring.
#include "hardware.h"
#include "packets.h"
#include "work.h"

int main(void) {
  for (;;) {
    while (!readRegister(E11_FW_RING_DOORBELL)) {
    }
    writeRegister(E11_FW_BUSY, 1);
    const uint32_t written = readRegister(E11_REG_RING_WPTR);
    // The host wrote the ring, indirect buffers and what they refer to before
    // it rang: what the caches hold may be older.
    controlCaches(BIT(E11_CACHE_BITS_INVALIDATE_CP) | BIT(E11_CACHE_BITS_INVALIDATE_INSTRUCTION) |
                  BIT(E11_CACHE_BITS_INVALIDATE_SCALAR) | BIT(E11_CACHE_BITS_INVALIDATE_VECTOR));
    runRing(readRegister(E11_REG_RING_RPTR), written);
    writeRegister(E11_FW_BUSY, 0);
  }
}
