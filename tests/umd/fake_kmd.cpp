// SPDX-License-Identifier: Apache-2.0
#include "fake_kmd.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "e11/regs.h"

namespace e11::test {

using kmd::Result;

kmd::Result FakeContext::allocate(uint64_t bytes, uint64_t alignment, kmd::BufferHandle* out) {
  if (status_ != Result::kOk) return Result::kDeviceRemoved;
  if (outOfMemory) return Result::kOutOfMemory;
  const uint64_t page = alignment < 4096 ? 4096 : alignment;
  Memory memory;
  memory.address = (nextAddress_ + page - 1) / page * page;
  memory.bytes.resize((bytes + page - 1) / page * page);
  nextAddress_ = memory.address + memory.bytes.size() + page;  // a gap, to catch overruns
  *out = nextHandle_++;
  memories_[*out] = std::move(memory);
  return Result::kOk;
}

void FakeContext::release(kmd::BufferHandle buffer) {
  memories_.erase(buffer);
}

uint64_t FakeContext::gpuAddress(kmd::BufferHandle buffer) const {
  return memories_.at(buffer).address;
}

uint64_t FakeContext::size(kmd::BufferHandle buffer) const {
  return memories_.at(buffer).bytes.size();
}

kmd::Result FakeContext::write(kmd::BufferHandle buffer, uint64_t offset, const void* data,
                               uint64_t bytes) {
  Memory& memory = memories_.at(buffer);
  if (offset > memory.bytes.size() || bytes > memory.bytes.size() - offset) {
    return Result::kInvalidArgument;
  }
  std::memcpy(memory.bytes.data() + offset, data, bytes);
  bytesWritten += bytes;
  return Result::kOk;
}

kmd::Result FakeContext::read(kmd::BufferHandle buffer, uint64_t offset, void* data,
                              uint64_t bytes) {
  const Memory& memory = memories_.at(buffer);
  if (offset > memory.bytes.size() || bytes > memory.bytes.size() - offset) {
    return Result::kInvalidArgument;
  }
  std::memcpy(data, memory.bytes.data() + offset, bytes);
  bytesRead += bytes;
  return Result::kOk;
}

std::byte* FakeContext::map(kmd::BufferHandle buffer) {
  return window_ ? memories_.at(buffer).bytes.data() : nullptr;
}

std::byte* FakeContext::at(uint64_t address, uint64_t bytes) const {
  for (auto& [handle, memory] : memories_) {
    if (address >= memory.address && address + bytes <= memory.address + memory.bytes.size()) {
      return memory.bytes.data() + (address - memory.address);
    }
  }
  std::fprintf(stderr, "a packet names memory that is not there\n");
  std::abort();
}

std::vector<uint32_t> FakeContext::words(uint64_t address, size_t count) const {
  std::vector<uint32_t> out(count);
  std::memcpy(out.data(), at(address, count * 4), count * 4);
  return out;
}

kmd::Result FakeContext::submit(const kmd::Submission& submission, uint64_t* fence) {
  if (status_ != Result::kOk) return Result::kDeviceRemoved;
  std::vector<uint32_t> words = submission.words;
  for (const kmd::Relocation& r : submission.relocations) {
    const auto it = memories_.find(r.buffer);
    if (it == memories_.end() || r.word + (r.wide ? 1 : 0) >= words.size() ||
        r.offset > it->second.bytes.size()) {
      return Result::kInvalidArgument;
    }
    const uint64_t address = it->second.address + r.offset;
    words[r.word] = static_cast<uint32_t>(address);
    if (r.wide) words[r.word + 1] = static_cast<uint32_t>(address >> 32);
  }
  ++submissions;
  ++lastFence_;
  queue_.emplace_back(lastFence_, std::move(words));
  if (fence != nullptr) *fence = lastFence_;
  return Result::kOk;
}

void FakeContext::runNext() {
  run(queue_.front().second);
  completed_ = queue_.front().first;
  queue_.pop_front();
}

kmd::Result FakeContext::wait(uint64_t fence, uint64_t) {
  ++waits;
  if (status_ != Result::kOk) return status_;
  while (!queue_.empty() && completed_ < fence) runNext();
  return Result::kOk;
}

uint64_t FakeContext::completedFence(uint64_t pollCycles) {
  if (pollCycles != 0 && ++polls_ >= pollsUntilDone) {
    polls_ = 0;
    if (status_ == Result::kOk && !queue_.empty()) runNext();
  }
  return completed_;
}

void FakeContext::run(const std::vector<uint32_t>& words) {
  size_t i = 0;
  while (i < words.size()) {
    const uint32_t opcode = words[i] & 0xff;
    const uint32_t flags = words[i] >> 8 & 0xff;
    const uint32_t length = words[i] >> 16;
    const uint32_t* p = &words[i];
    const auto address = [&](uint32_t w) { return p[w] | uint64_t{p[w + 1]} << 32; };
    opcodes.push_back(p[0]);
    switch (opcode) {
      case E11_PKT_NOP:
      case E11_PKT_BARRIER:
        break;
      case E11_PKT_DRAW: {
        RecordedDraw draw;
        draw.packet.assign(p, p + length);
        draw.state = this->words(address(E11_PKT_DRAW_W_STATE), E11_STATE_BLOCK_WORDS);
        draws.push_back(std::move(draw));
        break;
      }
      case E11_PKT_DISPATCH:
      case E11_PKT_DISPATCH_INDIRECT: {
        RecordedDispatch dispatch;
        dispatch.packet.assign(p, p + length);
        dispatch.state = this->words(address(E11_PKT_DISPATCH_W_STATE), E11_COMPUTE_BLOCK_WORDS);
        dispatch.groups = opcode == E11_PKT_DISPATCH
                              ? std::vector<uint32_t>(p + E11_PKT_DISPATCH_W_X, p + length)
                              : this->words(address(E11_PKT_DISPATCH_INDIRECT_W_ADDRESS), 3);
        dispatch.position = opcodes.size() - 1;
        dispatches.push_back(std::move(dispatch));
        break;
      }
      case E11_PKT_FILL:
        for (uint32_t y = 0; y < p[E11_PKT_FILL_W_HEIGHT]; ++y) {
          const uint64_t row =
              address(E11_PKT_FILL_W_ADDRESS) + uint64_t{y} * p[E11_PKT_FILL_W_PITCH];
          std::byte* out = at(row, p[E11_PKT_FILL_W_WIDTH]);
          for (uint32_t x = 0; x < p[E11_PKT_FILL_W_WIDTH]; ++x) {
            if (flags >> (x & 3) & 1) {
              out[x] = static_cast<std::byte>(p[E11_PKT_FILL_W_VALUE] >> 8 * (x & 3));
            }
          }
        }
        break;
      case E11_PKT_COPY:
        for (uint32_t y = 0; y < p[E11_PKT_COPY_W_HEIGHT]; ++y) {
          const uint32_t width = p[E11_PKT_COPY_W_WIDTH];
          std::memcpy(
              at(address(E11_PKT_COPY_W_DST) + uint64_t{y} * p[E11_PKT_COPY_W_DST_PITCH], width),
              at(address(E11_PKT_COPY_W_SRC) + uint64_t{y} * p[E11_PKT_COPY_W_SRC_PITCH], width),
              width);
        }
        break;
      default:
        std::fprintf(stderr, "unexpected packet %u\n", opcode);
        std::abort();
    }
    i += length;
  }
}

FakeAdapter::FakeAdapter(bool window) {
  caps_.cores = 1;
  caps_.waves = E11_CFG_WAVES;
  caps_.memoryBytes = E11_CFG_MEMORY_BYTES;
  caps_.clockKhz = E11_CFG_CLOCK_KHZ;
  caps_.deviceName = "fake";
  caps_.directWindow = window;
}

std::unique_ptr<kmd::Context> FakeAdapter::createContext() {
  auto made = std::make_unique<FakeContext>(caps_.directWindow);
  context = made.get();
  return made;
}

}  // namespace e11::test
