// SPDX-License-Identifier: Apache-2.0
#include "e11/model/dma.h"

#include <algorithm>
#include <iterator>

#include "e11/regs.h"

namespace e11::model {

namespace {

constexpr uint32_t kChunk = 4096;
constexpr uint32_t kBeatBytes = 16;
constexpr uint32_t kRowCycles = 8;

}  // namespace

void Dma::reset() {
  dst = dstPitch = src = srcPitch = width = height = 0;
}

void Dma::start(uint32_t control) {
  const bool fill = (control >> E11_FW_DMA_START_FILL_LSB & 1) != 0;
  const uint32_t mask = control >> E11_FW_DMA_START_MASK_LSB & 0xf;
  for (uint32_t row = 0; row < height; ++row) {
    const uint32_t to = dst + row * dstPitch;
    if (fill) {
      fillRow(to, mask);
    } else {
      copyRow(to, src + row * srcPitch);
    }
    clock_.advance(kRowCycles + width / kBeatBytes * (fill ? 1 : 2));
  }
}

void Dma::fillRow(uint32_t to, uint32_t mask) {
  uint32_t word[kChunk / 4];
  std::fill(std::begin(word), std::end(word), src);
  for (uint32_t done = 0; done < width;) {
    const uint32_t part = std::min(width - done, kChunk);
    if (mask == 0xf) {
      memory_.write(Client::kDma, to + done, word, part);
    } else {
      for (uint32_t i = 0; i < part; ++i) {
        if ((mask >> (i & 3) & 1) == 0) continue;
        const auto byte = static_cast<uint8_t>(src >> 8 * (i & 3));
        memory_.write(Client::kDma, to + done + i, &byte, 1);
      }
    }
    done += part;
  }
}

void Dma::copyRow(uint32_t to, uint32_t from) {
  uint8_t data[kChunk];
  for (uint32_t done = 0; done < width;) {
    const uint32_t part = std::min(width - done, kChunk);
    memory_.read(Client::kDma, from + done, data, part);
    memory_.write(Client::kDma, to + done, data, part);
    done += part;
  }
}

}  // namespace e11::model
