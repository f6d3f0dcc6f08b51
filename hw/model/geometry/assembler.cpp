// SPDX-License-Identifier: Apache-2.0
#include "assembler.h"

namespace e11::model {

namespace {
constexpr unsigned kNotIndexed = 0, k16Bits = 1;
}

void Geometry::Assembler::run() {
  const uint32_t info = state_.word[E11_STATE_BLOCK_IA_INFO];
  const unsigned indexSize = E11_GET(info, E11_STATE_BLOCK_IA_INFO_INDEX_SIZE);
  const bool restart = E11_GET(info, E11_STATE_BLOCK_IA_INFO_RESTART);
  const uint32_t cutIndex = indexSize == k16Bits ? 0xffffu : 0xffffffffu;

  for (instance_ = 0; draw_.count != 0 && instance_ < draw_.instances; ++instance_) {
    if (geometry_.sinks_.progress) geometry_.sinks_.progress();
    primitiveId_ = 0;
    instanceLane_ = batch_.vertices;
    cut();
    for (uint32_t i = 0; i < draw_.count; ++i) {
      if (geometry_.sinks_.progress) geometry_.sinks_.progress();
      if (indexSize == kNotIndexed) {
        vertex(i);
        continue;
      }
      const uint32_t value = index(draw_.first + i);
      if (restart && value == cutIndex) {
        cut();
      } else {
        vertex(value);
      }
    }
  }
  close(true);
}

uint32_t Geometry::Assembler::index(uint32_t position) {
  if (position >= state_.word[E11_STATE_BLOCK_INDEX_COUNT]) return 0;
  const uint32_t info = state_.word[E11_STATE_BLOCK_IA_INFO];
  const bool wide = E11_GET(info, E11_STATE_BLOCK_IA_INFO_INDEX_SIZE) != k16Bits;
  const uint32_t address = state_.word[E11_STATE_BLOCK_INDEX_BASE] + (position << (wide ? 2 : 1));
  uint32_t value = 0;
  geometry_.memory_.read(Client::kIndex, address, &value, wide ? 4 : 2);
  return value;
}

/// The topology: when does a vertex complete a primitive, and of which
/// vertices in which order (leading vertex first).
void Geometry::Assembler::vertex(uint32_t vertexId) {
  const uint32_t info = state_.word[E11_STATE_BLOCK_IA_INFO];
  switch (E11_GET(info, E11_STATE_BLOCK_IA_INFO_TOPOLOGY)) {
    case E11_TOPOLOGY_POINT_LIST:
      complete({vertexId, vertexId, vertexId});
      break;
    case E11_TOPOLOGY_LINE_LIST:
    case E11_TOPOLOGY_LINE_STRIP: {
      if (seen_ == 1) complete({window_[0], vertexId, window_[0]});
      const bool strip = E11_GET(info, E11_STATE_BLOCK_IA_INFO_TOPOLOGY) == E11_TOPOLOGY_LINE_STRIP;
      seen_ = seen_ == 0 || strip ? 1 : 0;
      window_[0] = vertexId;
      break;
    }
    case E11_TOPOLOGY_TRIANGLE_LIST:
      window_[seen_++] = vertexId;
      if (seen_ == 3) {
        complete(window_);
        seen_ = 0;
      }
      break;
    case E11_TOPOLOGY_TRIANGLE_STRIP: {
      // seen_ is 0, 1, then 2 before even and 3 before odd triangles.
      if (seen_ < 2) {
        window_[seen_++] = vertexId;
        break;
      }
      const bool odd = seen_ == 3;
      if (odd) {
        complete({window_[0], vertexId, window_[1]});
      } else {
        complete({window_[0], window_[1], vertexId});
      }
      window_ = {window_[1], vertexId, 0};
      seen_ = odd ? 2 : 3;
      break;
    }
    default:
      break;
  }
}

void Geometry::Assembler::complete(const std::array<uint32_t, 3>& vertexIds) {
  ++geometry_.counters_.primitivesIn;
  if (!add(vertexIds)) {
    close(false);
    add(vertexIds);
  }
  ++primitiveId_;
}

/// False if the primitive does not fit; the batch is then as before.
bool Geometry::Assembler::add(const std::array<uint32_t, 3>& vertexIds) {
  if (batch_.primitives == kBatchPrimitives) return false;
  const bool indexed =
      E11_GET(state_.word[E11_STATE_BLOCK_IA_INFO], E11_STATE_BLOCK_IA_INFO_INDEX_SIZE) != 0;
  const uint32_t offset = indexed ? draw_.baseVertex : draw_.first;
  unsigned count = batch_.vertices;
  Primitive p;
  p.id = primitiveId_;
  for (int i = 0; i < 3; ++i) {
    auto& rows = batch_.wave.rows;
    unsigned lane = instanceLane_;
    while (lane < count && rows[1][lane] != vertexIds[i]) ++lane;
    if (lane == kBatchVertices) return false;
    if (lane == count) {
      rows[0][lane] = vertexIds[i] + offset;
      rows[1][lane] = vertexIds[i];
      rows[2][lane] = instance_;
      ++count;
    }
    p.lane[i] = lane;
  }
  batch_.vertices = count;
  batch_.primitive[batch_.primitives++] = p;
  return true;
}

void Geometry::Assembler::close(bool last) {
  for (unsigned lane = batch_.vertices; lane < kBatchVertices; ++lane) {
    for (auto& row : batch_.wave.rows) row[lane] = 0;
  }
  geometry_.finishBatch(batch_, draw_, last);
  batch_ = Batch();
  instanceLane_ = 0;
}

}  // namespace e11::model
