// SPDX-License-Identifier: Apache-2.0
#include "context/resource_table.h"

#include <algorithm>

#include "common/log.h"
#include "d3d11/device.h"
#include "e11/regs.h"

namespace e11::umd {
namespace {

class TableBuilder {
 public:
  TableBuilder(CommandStream& stream, const ShaderBinary& binary, const StageBindings& bindings)
      : stream_(stream), binary_(binary), bindings_(bindings) {}

  ResourceTable build();

 private:
  void describe(uint32_t entry, const compiler::Resource& resource);
  void describeConstants(uint32_t entry, const ConstantBufferBinding& binding);
  void describeImmediateConstants(uint32_t entry);
  void describeElement(uint32_t entry, uint32_t inputRegister);
  void describeView(uint32_t entry, const compiler::Resource& resource, const Buffer& buffer,
                    const BufferRange& range);
  void describeCounter(uint32_t entry, const UnorderedAccessView* view);
  void describeInstance(uint32_t entry, uint32_t slot);

  void writeDescriptor(uint32_t entry, const std::shared_ptr<Allocation>& memory, uint64_t offset,
                       uint32_t stride, DXGI_FORMAT format, uint64_t size);
  const UnorderedAccessView* uav(uint32_t slot) const;
  void note(const std::shared_ptr<Allocation>& memory, bool write);
  // Only memory that shaders may write needs ordering between draws.
  void noteRead(const Buffer& buffer);

  CommandStream& stream_;
  const ShaderBinary& binary_;
  const StageBindings& bindings_;
  ResourceTable table_;
};

ResourceTable TableBuilder::build() {
  const auto count = static_cast<uint32_t>(binary_.info.resources.size());
  table_.position = stream_.addData(std::max(count, 1u) * E11_BUFFER_DESCRIPTOR_WORDS,
                                    E11_BUFFER_DESCRIPTOR_WORDS);
  for (uint32_t i = 0; i < count; ++i) {
    describe(table_.position + i * E11_BUFFER_DESCRIPTOR_WORDS, binary_.info.resources[i]);
  }
  return std::move(table_);
}

void TableBuilder::describe(uint32_t entry, const compiler::Resource& resource) {
  using Kind = compiler::ResourceKind;
  switch (resource.kind) {
    case Kind::kConstantBuffer:
      if (resource.slot < kConstantBufferSlots) {
        describeConstants(entry, bindings_.stage.constants[resource.slot]);
      }
      break;
    case Kind::kImmediateConstantBuffer:
      describeImmediateConstants(entry);
      break;
    case Kind::kVertexElement:
      describeElement(entry, resource.slot);
      break;
    case Kind::kShaderBuffer: {
      if (resource.slot >= kShaderResourceSlots) break;
      const ShaderResourceView* view = bindings_.stage.resources[resource.slot].get();
      if (view == nullptr) break;
      const auto& buffer = static_cast<const Buffer&>(view->resource());
      describeView(entry, resource, buffer, view->buffer());
      noteRead(buffer);
      break;
    }
    case Kind::kUnorderedBuffer: {
      const UnorderedAccessView* view = uav(resource.slot);
      if (view == nullptr) break;
      describeView(entry, resource, static_cast<const Buffer&>(view->resource()), view->buffer());
      note(view->resource().memory(), true);
      break;
    }
    case Kind::kCounter:
      describeCounter(entry, uav(resource.slot));
      break;
    case Kind::kClassInstance:
      describeInstance(entry, resource.slot);
      break;
    case Kind::kTexture:
    case Kind::kUnorderedTexture:
    case Kind::kSampler:
      break;  // such shaders are refused at creation
  }
}

const UnorderedAccessView* TableBuilder::uav(uint32_t slot) const {
  return bindings_.uavs != nullptr && slot < kUavSlots ? (*bindings_.uavs)[slot].get() : nullptr;
}

void TableBuilder::note(const std::shared_ptr<Allocation>& memory, bool write) {
  table_.accesses.push_back({memory, write});
}

void TableBuilder::noteRead(const Buffer& buffer) {
  if (buffer.hasBind(D3D11_BIND_UNORDERED_ACCESS)) note(buffer.memory(), false);
}

void TableBuilder::writeDescriptor(uint32_t entry, const std::shared_ptr<Allocation>& memory,
                                   uint64_t offset, uint32_t stride, DXGI_FORMAT format,
                                   uint64_t size) {
  stream_.setDataAddress(entry + E11_BUFFER_DESCRIPTOR_BASE, memory, offset);
  stream_.setData(entry + E11_BUFFER_DESCRIPTOR_INFO,
                  stride << E11_BUFFER_DESCRIPTOR_INFO_STRIDE_LSB |
                      static_cast<uint32_t>(format) << E11_BUFFER_DESCRIPTOR_INFO_FORMAT_LSB);
  stream_.setData(entry + E11_BUFFER_DESCRIPTOR_SIZE, static_cast<uint32_t>(size));
}

void TableBuilder::describeConstants(uint32_t entry, const ConstantBufferBinding& binding) {
  if (!binding.buffer) return;
  constexpr uint64_t kConstantBytes = 16;
  const uint64_t size = binding.buffer->byteSize();
  const uint64_t first = binding.firstConstant * kConstantBytes;
  if (first >= size) return;
  const uint64_t visible = std::min(size - first, binding.constantCount * kConstantBytes);
  writeDescriptor(entry, binding.buffer->memory(), first, 0, DXGI_FORMAT_UNKNOWN, visible);
}

void TableBuilder::describeImmediateConstants(uint32_t entry) {
  if (binary_.immediateConstants == nullptr) return;
  writeDescriptor(entry, binary_.immediateConstants, 0, 0, DXGI_FORMAT_UNKNOWN,
                  binary_.immediateConstants->size());
}

void TableBuilder::describeView(uint32_t entry, const compiler::Resource& resource,
                                const Buffer& buffer, const BufferRange& range) {
  if (range.layout != resource.layout) {
    E11_INVALID_CALL("a view of another kind than the shader declares; it counts as unbound");
    return;
  }
  const bool raw = range.layout == compiler::BufferLayout::kRaw;
  writeDescriptor(entry, buffer.memory(), range.offset, raw ? 0 : range.stride, range.format,
                  raw ? range.bytes() : range.count);
}

void TableBuilder::describeCounter(uint32_t entry, const UnorderedAccessView* view) {
  if (view == nullptr || view->counter() == nullptr) return;
  writeDescriptor(entry, view->counter(), 0, 0, DXGI_FORMAT_UNKNOWN, sizeof(uint32_t));
  note(view->counter(), true);
}

// Not an address: {function table, constants, textures and samplers} (docs/shader-abi.md).
void TableBuilder::describeInstance(uint32_t entry, uint32_t slot) {
  const StageState& stage = bindings_.stage;
  if (slot >= stage.instances.size() || !stage.instances[slot]) return;
  const ClassInstance& instance = *stage.instances[slot];
  const ClassInfo::Table* table = functionTable(*stage.shader, slot, instance);
  if (table == nullptr) return;
  const D3D11_CLASS_INSTANCE_DESC& desc = instance.desc();
  constexpr uint32_t kHalf = 0xffff;
  stream_.setData(entry, table->functions);
  stream_.setData(entry + 1, (desc.ConstantBuffer & kHalf) | desc.BaseConstantBufferOffset << 16);
  stream_.setData(entry + 2, (desc.BaseTexture & kHalf) | desc.BaseSampler << 16);
}

void TableBuilder::describeElement(uint32_t entry, uint32_t inputRegister) {
  if (bindings_.inputs == nullptr || !bindings_.inputs->layout) return;
  const auto& signature = binary_.info.inputs;
  const auto input = std::find_if(signature.begin(), signature.end(), [&](const auto& element) {
    return element.reg == inputRegister && !isGeneratedInput(element);
  });
  const InputLayout::Element* element =
      input != signature.end() ? bindings_.inputs->layout->find(*input) : nullptr;
  if (element == nullptr) return;
  const VertexBufferBinding& binding = bindings_.inputs->vertexBuffers[element->slot];
  if (!binding.buffer) return;
  const FormatInfo& format = *formatInfo(element->format);
  const uint64_t offset = uint64_t{binding.offset} + element->offset;
  const uint64_t size = binding.buffer->byteSize();
  if (offset + format.bytesPerBlock > size) return;
  if (offset % format.elementAlignment != 0 || binding.stride % format.elementAlignment != 0) {
    E11_UNSUPPORTED("vertex data not aligned to its width; such elements read as 0");
    return;
  }
  // Complete elements only; with stride 0 every index reads the first one.
  const uint64_t count =
      binding.stride == 0 ? ~0u : (size - offset - format.bytesPerBlock) / binding.stride + 1;
  writeDescriptor(entry, binding.buffer->memory(), offset, binding.stride, element->format, count);
  noteRead(*binding.buffer);
}

}  // namespace

ResourceTable buildResourceTable(CommandStream& stream, const ShaderBinary& binary,
                                 const StageBindings& bindings) {
  return TableBuilder(stream, binary, bindings).build();
}

}  // namespace e11::umd
