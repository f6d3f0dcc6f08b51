// SPDX-License-Identifier: Apache-2.0
// Subroutines: call, callc, label (spec 22.7.10), and interface calls (spec 22.7.19). A body is
// expanded where it is called. Where that is impossible (circles) or too much, every subroutine is
// translated once, and a loop around all of them goes to the place that a lane's number names: the
// beginning of a subroutine, or behind a call. The places to return to are on a stack in scratch.
#include <set>

#include "translate/translator.h"

namespace e11::translate {
namespace {

using dxbc::Opcode;
using dxbc::OperandType;

}  // namespace

// Labels name subroutines (l#) or function bodies (fb#).
bool Translator::findBodies() {
  for (size_t i = 0; i < program_.instructions.size(); ++i) {
    const Instruction& instruction = program_.instructions[i];
    if (instruction.opcode != Opcode::Label) continue;
    current_ = &instruction;
    const Operand& label = instruction.operands[0];
    const bool body = label.type == OperandType::FunctionBody;
    if ((label.type != OperandType::Label && !body) || label.indexCount != 1 ||
        label.index[0].relative) {
      return fail("impossible label");
    }
    auto& known = body ? bodies_ : labels_;
    if (!known.emplace(static_cast<uint32_t>(label.index[0].immediate), i + 1).second) {
      return fail("label defined twice");
    }
  }
  return true;
}

// The code of one call, which goes on behind `after`.
bool Translator::callBody(const Instruction& instruction, size_t body, llvm::BasicBlock* after,
                          const Frame& frame) {
  Frame inner;
  inner.depth = frame.depth + 1;
  inner.returnTo = after;
  if (!translateCode(body, inner)) return false;
  setCurrent(instruction);
  return true;
}

// Places are numbered: subroutines by the order of their labels, then the ends of calls.
llvm::BasicBlock* Translator::addPlace(llvm::BasicBlock* block, uint32_t* number) {
  *number = static_cast<uint32_t>(places_.size());
  places_.push_back(block);
  return block;
}

void Translator::beginCalls() {
  dispatch_ = makeBlock("dispatch");
  callDepth_ = makeSlot();
  nextPlace_ = makeSlot();
  for (const auto& [label, body] : labels_) {
    addPlace(makeBlock("subroutine"), &placeOfLabel_[label]);
  }
}

// The subroutines themselves, the return from them, and the loop.
bool Translator::finishCalls() {
  llvm::BasicBlock* leave = makeBlock("leave");
  for (const auto& [label, body] : labels_) {
    startBlock(places_[placeOfLabel_[label]]);
    Frame frame;
    frame.returnTo = leave;
    if (!translateCode(body, frame)) return false;
  }
  auto& b = builder();
  startBlock(leave);
  llvm::Value* depth = b.CreateSub(b.CreateLoad(emit_.i32(), callDepth_), emit_.constant(1));
  b.CreateStore(depth, callDepth_);
  b.CreateStore(emit_.loadScratch(stackAddress(depth)), nextPlace_);
  b.CreateBr(dispatch_);
  startBlock(dispatch_);
  llvm::SwitchInst* dispatch =
      b.CreateSwitch(b.CreateLoad(emit_.i32(), nextPlace_), places_.front());
  for (uint32_t i = 1; i < places_.size(); ++i) dispatch->addCase(emit_.constant(i), places_[i]);
  return true;
}

llvm::Value* Translator::stackAddress(llvm::Value* depth) {
  return builder().CreateAdd(builder().CreateShl(depth, 2), emit_.constant(layout_.callScratch));
}

bool Translator::jumpToLabel(const Instruction& instruction, uint32_t label) {
  auto& b = builder();
  uint32_t place = 0;
  llvm::BasicBlock* after = addPlace(makeBlock("return"), &place);
  llvm::BasicBlock* code = makeBlock("call");
  llvm::Value* depth = b.CreateLoad(emit_.i32(), callDepth_);
  // The call beyond the deepest allowed one is skipped (spec 22.7.10).
  llvm::Value* called = b.CreateICmpULT(depth, emit_.constant(kMaxCallDepth));
  if (instruction.opcode == Opcode::Callc) {
    called = b.CreateAnd(called, condition(instruction));
  }
  b.CreateCondBr(called, code, after);
  startBlock(code);
  emit_.storeScratch(emit_.constant(place), stackAddress(depth));
  b.CreateStore(b.CreateAdd(depth, emit_.constant(1)), callDepth_);
  b.CreateStore(emit_.constant(placeOfLabel_.at(label)), nextPlace_);
  b.CreateBr(dispatch_);
  startBlock(after);
  return true;
}

bool Translator::callLabel(const Instruction& instruction, const Frame& frame) {
  const Operand& label = instruction.operands.back();
  const auto found =
      label.type == OperandType::Label && label.indexCount == 1 && !label.index[0].relative
          ? labels_.find(static_cast<uint32_t>(label.index[0].immediate))
          : labels_.end();
  if (found == labels_.end()) return fail("label not found");
  if (layout_.keepsCalls) return jumpToLabel(instruction, found->first);
  // The call beyond the deepest allowed one is skipped (spec 22.7.10).
  if (frame.depth >= kMaxCallDepth) return true;
  llvm::BasicBlock* after = makeBlock("return");
  if (instruction.opcode == Opcode::Callc) {
    llvm::BasicBlock* code = makeBlock("call");
    builder().CreateCondBr(condition(instruction), code, after);
    startBlock(code);
  }
  if (!callBody(instruction, found->second, after, frame)) return false;
  startBlock(after);
  return true;
}

// The instance's function table is one of those that the interface may have; an element that is
// chosen at run time is the same in all lanes. A table that is none of them is undefined: no call.
bool Translator::callInterface(const Instruction& instruction, const Frame& frame) {
  const Operand& operand = instruction.operands[0];
  if (operand.type != OperandType::Interface || operand.indexCount != 2 ||
      operand.index[0].relative || operand.index[0].immediate >= kMaxInterfaces) {
    return fail("impossible fp# operand");
  }
  const uint32_t number = static_cast<uint32_t>(operand.index[0].immediate);
  const dxbc::OperandIndex& element = operand.index[1];
  // fp4[2] is fp5[1] (spec 22.7.19): the declaration is the one that covers the number.
  auto found = layout_.interfaces.upper_bound(number);
  if (found == layout_.interfaces.begin()) return fail("fp# is not declared");
  --found;
  const Interface& interface = found->second;
  if (number - found->first >= interface.length ||
      (!element.relative && element.immediate >= layout_.instanceCount - number)) {
    return fail("fp# is not declared");
  }
  if (instruction.functionIndex >= interface.functions) return fail("no such function");
  if (frame.depth >= kMaxCallDepth) return true;

  llvm::Value* words = nullptr;
  if (element.relative) {
    llvm::Value* index = emit_.llvmCall(
        llvm::Intrinsic::umin, {builder().CreateAdd(uniformIndex(element), emit_.constant(number)),
                                emit_.constant(layout_.instanceCount - 1)});
    llvm::Value* offset = builder().CreateAdd(builder().CreateShl(index, 4),
                                              emit_.constant(16 * layout_.instanceResource));
    words = emit_.call("desc.at", emit_.dwords(4), {offset});
  } else {
    words =
        descriptor(layout_.instanceResource + number + static_cast<uint32_t>(element.immediate));
  }
  llvm::BasicBlock* after = makeBlock("return");
  llvm::SwitchInst* dispatch = builder().CreateSwitch(emit_.component(words, 0), after);
  std::map<uint32_t, llvm::BasicBlock*> codeOfBody;
  // One table may be listed more than once (spec 22.3.51).
  for (uint32_t table : std::set<uint32_t>(interface.tables.begin(), interface.tables.end())) {
    const uint32_t body = layout_.functionTables.at(table)[instruction.functionIndex];
    const auto code = bodies_.find(body);
    if (code == bodies_.end()) return fail("function body not found");
    llvm::BasicBlock*& block = codeOfBody[body];
    if (block == nullptr) {
      block = makeBlock("body");
      startBlock(block);
      if (!callBody(instruction, code->second, after, frame)) return false;
    }
    dispatch->addCase(emit_.constant(table), block);
  }
  startBlock(after);
  return true;
}

}  // namespace e11::translate
