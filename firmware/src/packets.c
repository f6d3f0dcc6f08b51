// SPDX-License-Identifier: Apache-2.0
// The packets of docs/registers.md.
#include "packets.h"

#include "stream.h"
#include "work.h"

// What fail() reports: the packet's first word, so that the driver can name it.
static void bad(uint32_t header) __attribute__((noreturn));
static void bad(uint32_t header) {
  fail(header);
}

// Words 1 and 2 of a packet as an address that this processor can reach.
static uint32_t reachableAddress(Packet p, uint32_t header, uint32_t alignment) {
  const uint32_t address = p[1];
  if (!memoryReachable(address, p[2]) || (address & (alignment - 1))) bad(header);
  return address;
}

static void writePair(uint32_t address, uint32_t low, uint32_t high) {
  // Low word first: whoever reads between the two sees a smaller value.
  *memoryWord(address) = low;
  *memoryWord(address + 4) = high;
}

static inline void draw(Packet p, uint32_t header) {
  prepareForDraw();
  const uint32_t state = p[E11_PKT_DRAW_W_STATE];
  const uint32_t stateHigh = p[E11_PKT_DRAW_W_STATE_HI];
  const uint32_t count = p[E11_PKT_DRAW_W_COUNT];
  const uint32_t instances = p[E11_PKT_DRAW_W_INSTANCES];
  const uint32_t first = p[E11_PKT_DRAW_W_FIRST];
  const uint32_t baseVertex = p[E11_PKT_DRAW_W_BASE_VERTEX];
  const uint32_t startInstance = p[E11_PKT_DRAW_W_START_INSTANCE];
  if (stateHigh != 0 || (state & 63)) bad(header);
  if (count == 0 || instances == 0) return;
  while (!readRegister(E11_FW_DRAW_READY)) {
  }
  writeRegister(E11_FW_DRAW_STATE, state);
  writeRegister(E11_FW_DRAW_COUNT, count);
  writeRegister(E11_FW_DRAW_INSTANCES, instances);
  writeRegister(E11_FW_DRAW_FIRST, first);
  writeRegister(E11_FW_DRAW_BASE_VERTEX, baseVertex);
  writeRegister(E11_FW_DRAW_START_INSTANCE, startInstance);
  writeRegister(E11_FW_DRAW_START, 1);
}

// Thread groups of a dispatch in one dimension.
enum { kMostGroups = 65535 };

static void startDispatch(uint32_t state, uint32_t x, uint32_t y, uint32_t z) {
  if (x == 0 || y == 0 || z == 0) return;
  prepareForDraw();
  while (!readRegister(E11_FW_DRAW_READY)) {
  }
  writeRegister(E11_FW_DRAW_STATE, state);
  writeRegister(E11_FW_DISPATCH_X, x);
  writeRegister(E11_FW_DISPATCH_Y, y);
  writeRegister(E11_FW_DISPATCH_Z, z);
  writeRegister(E11_FW_DISPATCH_START, 1);
}

static void dispatch(Packet p, uint32_t header) {
  const uint32_t state = p[E11_PKT_DISPATCH_W_STATE];
  const uint32_t x = p[E11_PKT_DISPATCH_W_X];
  const uint32_t y = p[E11_PKT_DISPATCH_W_Y];
  const uint32_t z = p[E11_PKT_DISPATCH_W_Z];
  if (p[E11_PKT_DISPATCH_W_STATE_HI] != 0 || (state & 63)) bad(header);
  if (x > kMostGroups || y > kMostGroups || z > kMostGroups) bad(header);
  startDispatch(state, x, y, z);
}

// The counts are the application's: what is too much runs nothing.
static void dispatchIndirect(Packet p, uint32_t header) {
  const uint32_t state = p[E11_PKT_DISPATCH_INDIRECT_W_STATE];
  const uint32_t address = p[E11_PKT_DISPATCH_INDIRECT_W_ADDRESS];
  if (p[E11_PKT_DISPATCH_INDIRECT_W_STATE_HI] != 0 || (state & 63)) bad(header);
  if (!memoryReachable(address, p[E11_PKT_DISPATCH_INDIRECT_W_ADDRESS_HI])) bad(header);
  if ((address & 3) || !memoryReachable(address + 8, 0)) bad(header);
  waitForWork();
  controlCaches(BIT(E11_CACHE_BITS_INVALIDATE_CP));
  const uint32_t x = memoryWord(address)[0];
  const uint32_t y = memoryWord(address)[1];
  const uint32_t z = memoryWord(address)[2];
  if (x > kMostGroups || y > kMostGroups || z > kMostGroups) return;
  startDispatch(state, x, y, z);
}

static void fence(Packet p, uint32_t header) {
  const uint32_t address = reachableAddress(p, header, 8);
  const uint32_t low = p[E11_PKT_FENCE_W_VALUE];
  const uint32_t high = p[E11_PKT_FENCE_W_VALUE_HI];
  waitForWork();
  writePair(address, low, high);
  if (flagsOf(header) & E11_PACKET_FLAGS_FENCE_IRQ) {
    writeRegister(E11_FW_RAISE_IRQ, BIT(E11_CAUSES_FENCE));
  }
}

static void timestamp(Packet p, uint32_t header) {
  const uint32_t address = reachableAddress(p, header, 8);
  waitForWork();
  const uint32_t low = readRegister(E11_REG_CYCLE_LO);
  const uint32_t high = readRegister(E11_REG_CYCLE_HI);
  writePair(address, low, high);
}

static void barrier(uint32_t header) {
  waitForWork();
  if (flagsOf(header)) controlCaches(flagsOf(header));
}

static void fill(Packet p, uint32_t header) {
  const uint32_t address = p[E11_PKT_FILL_W_ADDRESS];
  const uint32_t pitch = p[E11_PKT_FILL_W_PITCH];
  const uint32_t width = p[E11_PKT_FILL_W_WIDTH];
  const uint32_t height = p[E11_PKT_FILL_W_HEIGHT];
  if (p[E11_PKT_FILL_W_ADDRESS_HI] != 0) bad(header);
  if ((address | pitch | width) & 3) bad(header);
  if (width == 0 || height == 0) return;
  waitForWork();
  writeRegister(E11_FW_DMA_DST, address);
  writeRegister(E11_FW_DMA_DST_PITCH, pitch);
  writeRegister(E11_FW_DMA_SRC, p[E11_PKT_FILL_W_VALUE]);
  writeRegister(E11_FW_DMA_WIDTH, width);
  writeRegister(E11_FW_DMA_HEIGHT, height);
  writeRegister(E11_FW_DMA_START, BIT(E11_FW_DMA_START_FILL_LSB) |
                                      (flagsOf(header) & 0xf) << E11_FW_DMA_START_MASK_LSB);
  noteMemoryChanged();
}

static void copy(Packet p, uint32_t header) {
  const uint32_t width = p[E11_PKT_COPY_W_WIDTH];
  const uint32_t height = p[E11_PKT_COPY_W_HEIGHT];
  if (p[E11_PKT_COPY_W_DST_HI] != 0) bad(header);
  if (p[E11_PKT_COPY_W_SRC_HI] != 0) bad(header);
  if (width == 0 || height == 0) return;
  waitForWork();
  writeRegister(E11_FW_DMA_DST, p[E11_PKT_COPY_W_DST]);
  writeRegister(E11_FW_DMA_DST_PITCH, p[E11_PKT_COPY_W_DST_PITCH]);
  writeRegister(E11_FW_DMA_SRC, p[E11_PKT_COPY_W_SRC]);
  writeRegister(E11_FW_DMA_SRC_PITCH, p[E11_PKT_COPY_W_SRC_PITCH]);
  writeRegister(E11_FW_DMA_WIDTH, width);
  writeRegister(E11_FW_DMA_HEIGHT, height);
  writeRegister(E11_FW_DMA_START, 0);
  noteMemoryChanged();
}

static void write(Packet p, uint32_t header) {
  const uint32_t address = reachableAddress(p, header, 4);
  waitForWork();
  for (uint32_t i = E11_PKT_WRITE_WORDS; i < lengthOf(header); ++i) {
    memoryWord(address)[i - E11_PKT_WRITE_WORDS] = p[i];
  }
  noteMemoryChanged();
}

static void runStream(Packet p, Packet end, int inRing);

static void indirect(Packet p, uint32_t header) {
  const uint32_t address = reachableAddress(p, header, 4);
  const uint32_t words = p[E11_PKT_INDIRECT_W_WORDS];
  if (words > (E11_CP_MEMORY_BASE - address) >> 2) bad(header);
  runStream(memoryWord(address), memoryWord(address) + words, 0);
}

// Words that a packet of each opcode has at least; 0: there is no such packet.
static uint32_t leastLength(uint32_t opcode) {
  static const uint8_t kWords[] = {
      [E11_PKT_NOP] = E11_PKT_NOP_WORDS,
      [E11_PKT_INDIRECT] = E11_PKT_INDIRECT_WORDS,
      [E11_PKT_DRAW] = E11_PKT_DRAW_WORDS,
      [E11_PKT_FENCE] = E11_PKT_FENCE_WORDS,
      [E11_PKT_BARRIER] = E11_PKT_BARRIER_WORDS,
      [E11_PKT_FILL] = E11_PKT_FILL_WORDS,
      [E11_PKT_COPY] = E11_PKT_COPY_WORDS,
      [E11_PKT_WRITE] = E11_PKT_WRITE_WORDS,
      [E11_PKT_TIMESTAMP] = E11_PKT_TIMESTAMP_WORDS,
      [E11_PKT_DISPATCH] = E11_PKT_DISPATCH_WORDS,
      [E11_PKT_DISPATCH_INDIRECT] = E11_PKT_DISPATCH_INDIRECT_WORDS,
  };
  return opcode < sizeof kWords ? kWords[opcode] : 0;
}

static void runPacket(Packet p, uint32_t header, int inRing) {
  switch (opcodeOf(header)) {
    case E11_PKT_NOP:
      break;
    case E11_PKT_INDIRECT:
      if (!inRing) bad(header);
      indirect(p, header);
      break;
    case E11_PKT_FENCE:
      fence(p, header);
      break;
    case E11_PKT_BARRIER:
      barrier(header);
      break;
    case E11_PKT_FILL:
      fill(p, header);
      break;
    case E11_PKT_COPY:
      copy(p, header);
      break;
    case E11_PKT_WRITE:
      write(p, header);
      break;
    case E11_PKT_DISPATCH:
      dispatch(p, header);
      break;
    case E11_PKT_DISPATCH_INDIRECT:
      dispatchIndirect(p, header);
      break;
    case E11_PKT_TIMESTAMP:
      timestamp(p, header);
      break;
    default:
      bad(header);
  }
}

static void runStream(Packet p, Packet end, int inRing) {
  while (p != end) {
    const uint32_t header = p[0];
    const uint32_t length = lengthOf(header);
    if (length > (uint32_t)(end - p)) bad(header);
    // The draw comes first: it is what there are thousands of.
    if (opcodeOf(header) == E11_PKT_DRAW && length >= E11_PKT_DRAW_WORDS) {
      draw(p, header);
    } else {
      const uint32_t least = leastLength(opcodeOf(header));
      if (least == 0 || length < least) bad(header);
      runPacket(p, header, inRing);
    }
    p += length;
    if (inRing) writeRegister(E11_FW_SET_RPTR, readRegister(E11_REG_RING_RPTR) + length);
  }
}

void runRing(uint32_t from, uint32_t to) {
  const uint32_t base = readRegister(E11_REG_RING_BASE);
  const uint32_t size = readRegister(E11_REG_RING_SIZE);
  if (!memoryReachable(base, 0) || to - from > size) fail(E11_REG_RING_BASE);
  while (from != to) {
    // Up to the ring's end, then from its start.
    const uint32_t start = from & (size - 1);
    const uint32_t words = to - from < size - start ? to - from : size - start;
    runStream(memoryWord(base) + start, memoryWord(base) + start + words, 1);
    from += words;
  }
}
