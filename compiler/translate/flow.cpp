// SPDX-License-Identifier: Apache-2.0
// Control flow (spec 22.7). DXBC is structured: a stack of open blocks is all that is needed.
#include "translate/translator.h"

namespace e11::translate {
namespace {

using dxbc::Opcode;

constexpr size_t kMaxNesting = 64;         // spec 22.7.1, per subroutine
constexpr size_t kMaxExpanded = 1u << 16;  // instructions after expanding calls
// Instructions of the IR; beyond, the back end would take too long.
constexpr unsigned kMaxIr = 1000000;

}  // namespace

bool Translator::isFlow(Opcode opcode) const {
  switch (opcode) {
    case Opcode::If:
    case Opcode::Else:
    case Opcode::EndIf:
    case Opcode::Loop:
    case Opcode::EndLoop:
    case Opcode::Break:
    case Opcode::Breakc:
    case Opcode::Continue:
    case Opcode::Continuec:
    case Opcode::Switch:
    case Opcode::Case:
    case Opcode::Default:
    case Opcode::EndSwitch:
    case Opcode::Ret:
    case Opcode::Retc:
    case Opcode::Call:
    case Opcode::Callc:
    case Opcode::InterfaceCall:
      return true;
    default:
      return false;
  }
}

// Translates from instruction `first` to the next label or the end of the program.
bool Translator::translateCode(size_t first, const Frame& frame) {
  Frame inner = frame;
  inner.firstBlock = blocks_.size();
  const std::vector<Instruction>& instructions = program_.instructions;
  for (size_t i = first; i < instructions.size(); ++i) {
    const Instruction& instruction = instructions[i];
    setCurrent(instruction);
    if (instruction.opcode == Opcode::Label) break;
    if (dxbc::findOpcode(static_cast<uint32_t>(instruction.opcode))->isDeclaration()) continue;
    if (++translated_ > kMaxExpanded ||
        (translated_ % 1024 == 0 && function_->getInstructionCount() > kMaxIr)) {
      return fail("program too long");
    }
    const bool good = isFlow(instruction.opcode) ? translateFlow(instruction, inner)
                                                 : translateOperation(instruction);
    if (!good || !error_.empty()) return false;
  }
  if (blocks_.size() != inner.firstBlock) return fail("control flow is not closed before the end");
  builder().CreateBr(frame.returnTo);
  return true;
}

bool Translator::translateFlow(const Instruction& instruction, const Frame& frame) {
  switch (instruction.opcode) {
    case Opcode::If:
      return beginIf(instruction) && push(blocks_.back(), frame);
    case Opcode::Else: {
      Block* block = blocks_.size() > frame.firstBlock ? &blocks_.back() : nullptr;
      if (block == nullptr || block->kind != Block::Kind::If || block->elseSeen) {
        return fail("else without if");
      }
      return beginElse();
    }
    case Opcode::EndIf:
      return endIf(frame);
    case Opcode::Loop:
      return beginLoop() && push(blocks_.back(), frame);
    case Opcode::EndLoop:
      return endLoop(frame);
    case Opcode::Switch:
      return beginSwitch(instruction) && push(blocks_.back(), frame);
    case Opcode::Case:
    case Opcode::Default:
      return switchCase(instruction, frame);
    case Opcode::EndSwitch:
      return endSwitch(frame);
    case Opcode::Break:
    case Opcode::Continue:
    case Opcode::Ret:
      return jump(instruction, frame, false);
    case Opcode::Breakc:
    case Opcode::Continuec:
    case Opcode::Retc:
      return jump(instruction, frame, true);
    case Opcode::InterfaceCall:
      return callInterface(instruction, frame);
    default:
      return callLabel(instruction, frame);
  }
}

// Checks the depth after a block was opened.
bool Translator::push(Block, const Frame& frame) {
  return blocks_.size() - frame.firstBlock <= kMaxNesting || fail("control flow nests too deeply");
}

llvm::Value* Translator::condition(const Instruction& instruction) {
  llvm::Value* value = readScalar(instruction.operands[0]);
  return instruction.testNonZero() ? builder().CreateIsNotNull(value)
                                   : builder().CreateIsNull(value);
}

// Blocks are laid out in the order of the program.
void Translator::startBlock(llvm::BasicBlock* block) {
  if (block != &function_->back()) block->moveAfter(&function_->back());
  builder().SetInsertPoint(block);
}

// Code behind an unconditional jump: translated, because its instructions must be legal, and
// dropped at the end, because nothing leads to it.
void Translator::startDeadCode() {
  startBlock(makeBlock("dead"));
}

bool Translator::beginIf(const Instruction& instruction) {
  llvm::Value* test = condition(instruction);
  llvm::BasicBlock* then = makeBlock("if");
  Block block = {Block::Kind::If};
  block.other = makeBlock("else");
  block.after = makeBlock("endif");
  builder().CreateCondBr(test, then, block.other);
  startBlock(then);
  blocks_.push_back(block);
  return true;
}

bool Translator::beginElse() {
  Block& block = blocks_.back();
  block.elseSeen = true;
  builder().CreateBr(block.after);
  startBlock(block.other);
  return true;
}

bool Translator::endIf(const Frame& frame) {
  if (blocks_.size() == frame.firstBlock || blocks_.back().kind != Block::Kind::If) {
    return fail("endif without if");
  }
  const Block block = blocks_.back();
  blocks_.pop_back();
  builder().CreateBr(block.after);
  if (!block.elseSeen) {
    startBlock(block.other);
    builder().CreateBr(block.after);
  }
  startBlock(block.after);
  return true;
}

bool Translator::beginLoop() {
  Block block = {Block::Kind::Loop};
  llvm::BasicBlock* header = makeBlock("loop");
  block.other = makeBlock("continue");
  block.after = makeBlock("endloop");
  builder().CreateBr(header);
  startBlock(block.other);
  builder().CreateBr(header);
  startBlock(header);
  blocks_.push_back(block);
  return true;
}

bool Translator::endLoop(const Frame& frame) {
  if (blocks_.size() == frame.firstBlock || blocks_.back().kind != Block::Kind::Loop) {
    return fail("endloop without loop");
  }
  const Block block = blocks_.back();
  blocks_.pop_back();
  if (block.hasExit) {
    builder().CreateBr(block.other);
  } else {
    // An endless loop (the watchdog's business). The back end needs an exit to exist: one that is
    // never taken, because the resource table is 16-byte aligned.
    llvm::Value* never = builder().CreateICmpEQ(startScalar(0), emit_.constant(~0u));
    builder().CreateCondBr(never, block.after, block.other);
  }
  startBlock(block.after);
  return true;
}

bool Translator::beginSwitch(const Instruction& instruction) {
  Block block = {Block::Kind::Switch};
  block.after = makeBlock("endswitch");
  llvm::Value* selector = readScalar(instruction.operands[0]);
  block.dispatch = builder().CreateSwitch(selector, block.after);
  // Nothing leads to what stands before the first case.
  startDeadCode();
  blocks_.push_back(block);
  return true;
}

bool Translator::switchCase(const Instruction& instruction, const Frame& frame) {
  if (blocks_.size() == frame.firstBlock || blocks_.back().kind != Block::Kind::Switch) {
    return fail("case without switch");
  }
  Block& block = blocks_.back();
  llvm::BasicBlock* code = makeBlock("case");
  builder().CreateBr(code);  // falls through from the case before
  startBlock(code);
  if (instruction.opcode == Opcode::Default) {
    if (block.defaultSeen) return fail("second default");
    block.defaultSeen = true;
    block.dispatch->setDefaultDest(code);
    return true;
  }
  const Operand& operand = instruction.operands[0];
  if (operand.type != dxbc::OperandType::Immediate32) return fail("case is not a constant");
  llvm::ConstantInt* value = emit_.constant(operand.immediate[0]);
  if (block.dispatch->findCaseValue(value) != block.dispatch->case_default()) {
    return fail("case defined twice");
  }
  block.dispatch->addCase(value, code);
  return true;
}

bool Translator::endSwitch(const Frame& frame) {
  if (blocks_.size() == frame.firstBlock || blocks_.back().kind != Block::Kind::Switch) {
    return fail("endswitch without switch");
  }
  const Block block = blocks_.back();
  blocks_.pop_back();
  builder().CreateBr(block.after);
  startBlock(block.after);
  return true;
}

Translator::Block* Translator::innermost(Block::Kind kind, const Frame& frame) {
  for (size_t i = blocks_.size(); i > frame.firstBlock; --i) {
    if (blocks_[i - 1].kind == kind) return &blocks_[i - 1];
  }
  return nullptr;
}

// Where a break, continue or ret leads; marks the loops that it leaves.
llvm::BasicBlock* Translator::jumpTarget(Opcode opcode, const Frame& frame) {
  if (opcode == Opcode::Continue || opcode == Opcode::Continuec) {
    Block* loop = innermost(Block::Kind::Loop, frame);
    return loop == nullptr ? nullptr : loop->other;
  }
  const bool returns = opcode == Opcode::Ret || opcode == Opcode::Retc;
  for (size_t i = blocks_.size(); i > frame.firstBlock; --i) {
    Block& block = blocks_[i - 1];
    if (block.kind == Block::Kind::Loop) block.hasExit = true;
    if (!returns && block.kind != Block::Kind::If) return block.after;
  }
  return returns ? frame.returnTo : nullptr;
}

bool Translator::jump(const Instruction& instruction, const Frame& frame, bool conditional) {
  llvm::BasicBlock* target = jumpTarget(instruction.opcode, frame);
  if (target == nullptr) return fail("nothing to leave");
  if (!conditional) {
    builder().CreateBr(target);
    startDeadCode();
    return true;
  }
  llvm::BasicBlock* next = makeBlock("next");
  builder().CreateCondBr(condition(instruction), target, next);
  startBlock(next);
  return true;
}

}  // namespace e11::translate
