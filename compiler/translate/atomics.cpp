// SPDX-License-Identifier: Apache-2.0
// Atomic operations on buffers, images and thread-group memory, and the counters of views
// (spec 22.17).
#include "translate/translator.h"

namespace e11::translate {
namespace {

using compiler::BufferLayout;
using dxbc::Opcode;
using llvm::Value;

// The order of the instruction set's ATOMIC_* (docs/isa.md, "Atomic operations").
enum Operation : uint32_t {
  kAdd,
  kAnd,
  kOr,
  kXor,
  kImin,
  kImax,
  kUmin,
  kUmax,
  kExchange,
  kCompare
};

struct AtomicOpcode {
  Opcode opcode;
  Operation operation;
  bool returns;  ///< the first operand gets the old value
};

constexpr AtomicOpcode kAtomics[] = {
    {Opcode::AtomicAnd, kAnd, false},           {Opcode::AtomicOr, kOr, false},
    {Opcode::AtomicXor, kXor, false},           {Opcode::AtomicCmpStore, kCompare, false},
    {Opcode::AtomicIadd, kAdd, false},          {Opcode::AtomicImax, kImax, false},
    {Opcode::AtomicImin, kImin, false},         {Opcode::AtomicUmax, kUmax, false},
    {Opcode::AtomicUmin, kUmin, false},         {Opcode::ImmAtomicIadd, kAdd, true},
    {Opcode::ImmAtomicAnd, kAnd, true},         {Opcode::ImmAtomicOr, kOr, true},
    {Opcode::ImmAtomicXor, kXor, true},         {Opcode::ImmAtomicExch, kExchange, true},
    {Opcode::ImmAtomicCmpExch, kCompare, true}, {Opcode::ImmAtomicImax, kImax, true},
    {Opcode::ImmAtomicImin, kImin, true},       {Opcode::ImmAtomicUmax, kUmax, true},
    {Opcode::ImmAtomicUmin, kUmin, true},
};

}  // namespace

Value* Translator::emitAtomic(const Bound& bound, const Operand& operand, uint32_t operation,
                              Value* value, Value* compare) {
  if (bound.view != nullptr && !bound.view->isBuffer()) {
    return imageAtomic(bound, operand, operation, value, compare);
  }
  const bool structured = bound.view == nullptr ? bound.group->stride != 0
                                                 : bound.view->layout == BufferLayout::kStructured;
  const Vector parts = readInt(operand, structured ? 3 : 1);
  const Address address = {parts[0], parts[1]};
  Value* code = emit_.constant(operation);
  const auto effect = Emitter::Effect::ReadWrite;
  if (bound.view == nullptr) {
    return emit_.call("atmlds", emit_.i32(),
                      {code, groupAddress(*bound.group, address), value, compare}, effect);
  }
  if (structured) {
    return emit_.call("atmstruct", emit_.i32(),
                      {code, bound.descriptor, address.index, address.offset, value, compare},
                      effect);
  }
  return emit_.call(bound.view->layout == BufferLayout::kRaw ? "atmraw" : "atmtyped", emit_.i32(),
                    {code, bound.descriptor, address.index, value, compare}, effect);
}

// Operands: [old value,] resource, address, [value to compare with,] value.
bool Translator::atomicOperation(const Instruction& instruction) {
  if (counterOperation(instruction)) return true;
  const AtomicOpcode* found = nullptr;
  for (const AtomicOpcode& atomic : kAtomics) {
    if (atomic.opcode == instruction.opcode) found = &atomic;
  }
  if (found == nullptr) return false;
  const size_t first = found->returns ? 1 : 0;
  const std::vector<Operand>& operands = instruction.operands;
  Bound bound;
  if (!bind(operands[first], &bound)) return true;
  if (bound.view != nullptr && !bound.view->unordered) {
    fail("resource of another kind");
    return true;
  }
  Value* value = readScalar(operands.back());
  Value* compare =
      found->operation == kCompare ? readScalar(operands[first + 2]) : emit_.constant(0);
  Value* old = emitAtomic(bound, operands[first + 1], found->operation, value, compare);
  if (found->returns) write(operands[0], {old, old, old, old});
  return true;
}

// imm_atomic_alloc and imm_atomic_consume (spec 22.17.17, 22.17.18).
bool Translator::counterOperation(const Instruction& instruction) {
  const bool alloc = instruction.opcode == Opcode::ImmAtomicAlloc;
  if (!alloc && instruction.opcode != Opcode::ImmAtomicConsume) return false;
  const Operand& operand = instruction.operands[1];
  Bound bound;
  if (operand.type != dxbc::OperandType::UnorderedAccessView || operand.index[0].relative) {
    fail("impossible resource operand");
    return true;
  }
  if (!bindView(operand, &bound)) return true;
  if (bound.view->layout != BufferLayout::kStructured) {
    fail("resource of another kind");
    return true;
  }
  Value* step = emit_.constant(alloc ? 1 : ~0u);
  Value* value = emit_.call("atmraw", emit_.i32(),
                            {emit_.constant(kAdd), descriptor(bound.view->counterEntry),
                             emit_.constant(0), step, emit_.constant(0)},
                            Emitter::Effect::ReadWrite);
  if (!alloc) value = builder().CreateAdd(value, step);
  write(instruction.operands[0], {value, value, value, value});
  return true;
}

}  // namespace e11::translate
