// SPDX-License-Identifier: Apache-2.0
#include "context/compute_encoder.h"

#include "common/log.h"
#include "d3d11/device.h"
#include "e11/regs.h"

namespace e11::umd {
namespace {

constexpr uint32_t kLanes = 16;
constexpr UINT kMaxGroups = D3D11_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION;
constexpr UINT kCountBytes = 3 * sizeof(uint32_t);

}  // namespace

bool ComputeEncoder::buildBlock(CommandStream& stream, const ShaderBinary& binary) {
  const compiler::Shader& cs = binary.info;
  const DrawMemory::Scratch scratch = device_.drawMemory().scratchFor(cs.scratchBytesPerLane);
  if (scratch.vector == nullptr) return false;  // out of memory, logged
  block_ = stream.addData(E11_COMPUTE_BLOCK_WORDS, E11_COMPUTE_BLOCK_WORDS);
  stream.setDataAddress(block_ + E11_COMPUTE_BLOCK_CS_CODE, binary.code, 0);
  stream.setDataPointer(block_ + E11_COMPUTE_BLOCK_CS_TABLE, table_.position);
  const uint32_t threads = cs.threadGroup[0] * cs.threadGroup[1] * cs.threadGroup[2];
  const uint32_t waves = (threads + kLanes - 1) / kLanes;
  stream.setData(block_ + E11_COMPUTE_BLOCK_CS_INFO,
                 cs.sizeClass << E11_COMPUTE_BLOCK_CS_INFO_SIZE_LSB |
                     waves << E11_COMPUTE_BLOCK_CS_INFO_WAVES_LSB);
  stream.setData(block_ + E11_COMPUTE_BLOCK_CS_GROUP,
                 cs.threadGroup[0] << E11_COMPUTE_BLOCK_CS_GROUP_X_LSB |
                     cs.threadGroup[1] << E11_COMPUTE_BLOCK_CS_GROUP_Y_LSB |
                     cs.threadGroup[2] << E11_COMPUTE_BLOCK_CS_GROUP_Z_LSB);
  stream.setData(block_ + E11_COMPUTE_BLOCK_CS_LDS, cs.groupBytes);
  writeScratch(stream, block_, scratch);
  return true;
}

bool ComputeEncoder::prepare(CommandStream& stream, const ContextState& state, uint32_t* dirty) {
  const StageState& stage = state.stages[kCompute];
  if (!stage.isUsable()) {
    E11_INVALID_CALL("no compute shader is set, or not all its interfaces; nothing runs");
    return false;
  }
  if ((*dirty & kDirtyCompute) != 0) {
    const ShaderBinary& binary = stage.shader->binary();
    table_ = buildResourceTable(stream, binary, {stage, &state.computeUavs, nullptr});
    isUsable_ = buildBlock(stream, binary);
    *dirty &= ~kDirtyCompute;
  }
  return isUsable_;
}

void ComputeEncoder::dispatch(CommandStream& stream, const ContextState& state, uint32_t* dirty,
                              UINT x, UINT y, UINT z) {
  if (x > kMaxGroups || y > kMaxGroups || z > kMaxGroups) {
    E11_INVALID_CALL("more than 65535 thread groups in a dimension");
    return;
  }
  if (x == 0 || y == 0 || z == 0 || !prepare(stream, state, dirty)) return;
  stream.dispatch(block_, x, y, z, table_.accesses);
}

void ComputeEncoder::dispatchIndirect(CommandStream& stream, const ContextState& state,
                                      uint32_t* dirty, const Buffer& counts, UINT offset) {
  if (offset % sizeof(uint32_t) != 0 || uint64_t{offset} + kCountBytes > counts.byteSize()) {
    E11_INVALID_CALL("counts that are misaligned or outside the buffer");
    return;
  }
  if (!prepare(stream, state, dirty)) return;
  std::vector<Access> accesses = table_.accesses;
  accesses.push_back({counts.memory(), false});
  stream.dispatchIndirect(block_, counts.memory(), offset, accesses);
}

}  // namespace e11::umd
