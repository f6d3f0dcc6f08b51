// SPDX-License-Identifier: Apache-2.0
#include "translate/translator.h"

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "translate/flushing.h"
#include "translate/translate.h"

namespace e11::translate {

Translator::Translator(const dxbc::Shader& shader, const compiler::Options& options,
                       const Layout& layout, llvm::Module* module)
    : shader_(shader),
      program_(shader.program),
      options_(options),
      layout_(layout),
      module_(*module),
      emit_(module) {}

void Translator::refuse(const std::string& reason) {
  if (error_.empty()) error_ = refusal(program_, *current_, reason);
}

// Line n of IR is the program's n-th instruction, declarations included (compiler::SourceLine).
void Translator::setCurrent(const Instruction& instruction) {
  current_ = &instruction;
  const size_t line = 1 + (&instruction - program_.instructions.data());
  builder().SetCurrentDebugLocation(
      llvm::DILocation::get(emit_.context(), static_cast<unsigned>(line), 0, scope_));
}

// Locations need a subprogram. A unit without debug information makes nobody write any.
static llvm::DISubprogram* makeScope(llvm::Module* module) {
  llvm::DIBuilder debug(*module);
  llvm::DIFile* file = debug.createFile("shader", "");
  debug.createCompileUnit(llvm::dwarf::DW_LANG_C, file, "", /*isOptimized=*/true, "", 0, "",
                          llvm::DICompileUnit::NoDebug);
  llvm::DISubprogram* scope = debug.createFunction(
      file, "main", "", file, 0, debug.createSubroutineType(debug.getOrCreateTypeArray({})), 0,
      llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
  debug.finalize();
  return scope;
}

llvm::BasicBlock* Translator::makeBlock(const char* name) {
  return llvm::BasicBlock::Create(emit_.context(), name, function_);
}

void Translator::beginFunction() {
  llvm::FunctionType* type = llvm::FunctionType::get(builder().getVoidTy(), false);
  function_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "main", module_);
  const char* stage = layout_.stage == compiler::Stage::kPixel    ? "pixel"
                      : layout_.stage == compiler::Stage::kVertex ? "vertex"
                                                                  : "compute";
  function_->addFnAttr("e11-stage", stage);
  function_->addFnAttr("denormal-fp-math", "preserve-sign,preserve-sign");
  function_->addFnAttr("e11-scratch", std::to_string(layout_.scratchBytes));
  function_->setDoesNotThrow();
  scope_ = makeScope(&module_);
  function_->setSubprogram(scope_);

  // The entry block ends with a branch to the shader's code; two markers in it separate register
  // storage, inputs, and values that need all lanes.
  entry_ = makeBlock("entry");
  builder().SetInsertPoint(entry_);
  llvm::BasicBlock* code = makeBlock("code");
  inputsEnd_ = builder().CreateBr(code);
  builder().SetInsertPoint(inputsEnd_);
  slotsEnd_ = builder().CreateAlloca(emit_.i32(), nullptr, "marker");
  exit_ = makeBlock("exit");
  builder().SetInsertPoint(inputsEnd_);
  emitInputs();
  builder().SetInsertPoint(code);
}

// Registers start as 0: spec 7.3 leaves them undefined, but an undefined value in LLVM may be
// a different one at each use.
llvm::AllocaInst* Translator::makeSlot() {
  llvm::IRBuilder<> builder(slotsEnd_);
  llvm::AllocaInst* slot = builder.CreateAlloca(emit_.i32());
  builder.CreateStore(emit_.constant(0), slot);
  slots_.push_back(slot);
  return slot;
}

llvm::AllocaInst* Translator::slot(std::unordered_map<uint32_t, Slots>* file, uint32_t number,
                                   uint32_t component) {
  llvm::AllocaInst*& slot = (*file)[number][component];
  if (slot == nullptr) slot = makeSlot();
  return slot;
}

llvm::Value* Translator::loadSlot(llvm::AllocaInst* slot) {
  if (builder().GetInsertBlock() != slotBlock_) flushSlots();
  SlotValue& known = slotValues_[slot];
  if (known.value == nullptr) known = {builder().CreateLoad(emit_.i32(), slot), true};
  return known.value;
}

void Translator::storeSlot(llvm::AllocaInst* slot, llvm::Value* value) {
  if (builder().GetInsertBlock() != slotBlock_) flushSlots();
  slotValues_[slot] = {value, false};
}

// Stores what the block that is left has written, and goes on with the current one.
void Translator::flushSlots() {
  llvm::BasicBlock* next = builder().GetInsertBlock();
  if (slotBlock_ != nullptr) {
    llvm::IRBuilder<>::InsertPointGuard guard(builder());
    llvm::Instruction* end = slotBlock_->getTerminator();
    if (end != nullptr)
      builder().SetInsertPoint(end);
    else
      builder().SetInsertPoint(slotBlock_);
    for (auto& [slot, known] : slotValues_) {
      if (!known.stored) builder().CreateStore(emit_.asBits(known.value), slot);
    }
  }
  slotValues_.clear();
  slotBlock_ = next;
}

// With few resources all descriptors are read once, at the start, where no loop repeats it.
llvm::Value* Translator::descriptor(uint32_t resource) {
  constexpr size_t kKeptDescriptors = 6;
  if (layout_.resources.size() > kKeptDescriptors) return emit_.descriptor(resource);
  llvm::Value*& kept = descriptors_[resource];
  if (kept == nullptr) {
    llvm::IRBuilder<>::InsertPointGuard guard(builder());
    builder().SetInsertPoint(slotsEnd_);
    if (current_ != nullptr) setCurrent(*current_);
    kept = emit_.descriptor(resource);
  }
  return kept;
}

llvm::Value* Translator::descriptorPair(uint32_t resource) {
  constexpr size_t kKeptPairs = 8;
  if (layout_.resources.size() > kKeptPairs) return emit_.descriptorPair(resource);
  llvm::Value*& kept = descriptorPairs_[resource];
  if (kept == nullptr) {
    llvm::IRBuilder<>::InsertPointGuard guard(builder());
    builder().SetInsertPoint(slotsEnd_);
    if (current_ != nullptr) setCurrent(*current_);
    kept = emit_.descriptorPair(resource);
  }
  return kept;
}

void Translator::checkCache() {
  if (builder().GetInsertBlock() == cacheBlock_) return;
  cacheBlock_ = builder().GetInsertBlock();
  rowCache_.clear();
  inputCache_.clear();
}

// Registers are stored as i32, so that floats are cast there and back, and truth values become
// masks that are compared with 0. Returns the value that went in, or null.
static llvm::Value* withoutDetour(llvm::Instruction& instruction) {
  if (auto* back = llvm::dyn_cast<llvm::BitCastInst>(&instruction)) {
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(back->getOperand(0))) {
      return llvm::ConstantExpr::getBitCast(constant, back->getDestTy());
    }
    auto* there = llvm::dyn_cast<llvm::BitCastInst>(back->getOperand(0));
    const bool same = there != nullptr && there->getSrcTy() == back->getDestTy();
    return same ? there->getOperand(0) : nullptr;
  }
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  if (compare == nullptr || compare->getPredicate() != llvm::CmpInst::ICMP_NE) return nullptr;
  auto* zero = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
  auto* mask = llvm::dyn_cast<llvm::SExtInst>(compare->getOperand(0));
  const bool same =
      zero != nullptr && zero->isZero() && mask != nullptr && mask->getSrcTy()->isIntegerTy(1);
  return same ? mask->getOperand(0) : nullptr;
}

// Shaders that want the pixel's number convert its centre: ftou(utof(n) + 0.5). All of that is
// exact for n below 2^23, and n again. Null if the instruction is not such a one.
static llvm::Value* wholeNumber(const llvm::Instruction& instruction) {
  using namespace llvm::PatternMatch;
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* function = call != nullptr ? call->getCalledFunction() : nullptr;
  if (function == nullptr ||
      (function->getName() != "e11.ftou" && function->getName() != "e11.ftoi")) {
    return nullptr;
  }
  llvm::Value* number = nullptr;
  const auto whole = m_UIToFP(m_Value(number));
  if (!match(call->getArgOperand(0), m_CombineOr(whole, m_FAdd(whole, m_SpecificFP(0.5))))) {
    return nullptr;
  }
  constexpr uint64_t kExact = 1u << 23;
  uint64_t bits = 0;
  const bool masked = match(number, m_And(m_Value(), m_ConstantInt(bits))) && bits < kExact;
  const bool shifted =
      match(number, m_LShr(m_Value(), m_ConstantInt(bits))) && bits < 32 && (~0u >> bits) < kExact;
  return masked || shifted ? number : nullptr;
}

// Registers have become values, constants among them.
void Translator::keepFlushing(llvm::Instruction& instruction) {
  if (hasConstantNan(instruction)) {
    instruction.replaceAllUsesWith(emit_.floatConstant(kCanonicalNan));
    return;
  }
  llvm::Value* same = onlyFlushed(instruction);
  const int hidden = same == nullptr ? operandToHide(instruction) : -1;
  if (same == nullptr && hidden < 0) return;
  builder().SetInsertPoint(&instruction);
  if (same != nullptr) {
    instruction.replaceAllUsesWith(emit_.flushed(same));
  } else {
    const auto i = static_cast<unsigned>(hidden);
    instruction.setOperand(i, emit_.flushed(instruction.getOperand(i)));
  }
}

void Translator::finishFunction() {
  flushSlots();
  slotsEnd_->eraseFromParent();
  llvm::EliminateUnreachableBlocks(*function_);
  llvm::DominatorTree dominators(*function_);
  llvm::PromoteMemToReg(slots_, dominators);
  // Jumps that lead to the next instruction only.
  for (auto block = function_->begin(); block != function_->end();) {
    llvm::BasicBlock* current = &*block++;
    llvm::MergeBlockIntoPredecessor(current);
  }
  for (llvm::BasicBlock& block : *function_) {
    for (llvm::Instruction& instruction : block) {
      if (llvm::Value* simpler = withoutDetour(instruction)) {
        instruction.replaceAllUsesWith(simpler);
      } else if (llvm::Value* number = wholeNumber(instruction)) {
        instruction.replaceAllUsesWith(number);
      } else {
        keepFlushing(instruction);
      }
    }
  }
  // Unused loads and interpolations: users come after what they use.
  for (llvm::BasicBlock& block : *function_) {
    for (auto instruction = block.rbegin(); instruction != block.rend();) {
      llvm::Instruction* current = &*instruction++;
      if (llvm::isInstructionTriviallyDead(current)) current->eraseFromParent();
    }
  }
}

bool Translator::run() {
  if (!findBodies()) return false;
  beginFunction();
  Frame frame;
  frame.returnTo = exit_;
  if (layout_.keepsCalls) beginCalls();
  if (!translateCode(0, frame)) return false;
  if (layout_.keepsCalls && !finishCalls()) return false;
  startBlock(exit_);
  emitOutputs();
  builder().CreateRetVoid();
  finishFunction();
  return true;
}

void copySignatures(const dxbc::Shader& shader, compiler::Shader* out) {
  const auto copy = [](const dxbc::Signature& from, std::vector<compiler::SignatureElement>* to) {
    to->clear();
    for (const dxbc::SignatureElement& element : from) {
      to->push_back({element.name, element.semanticIndex, element.systemValue,
                     static_cast<uint32_t>(element.type), element.registerIndex, element.mask,
                     element.usageMask});
    }
  };
  copy(shader.input, &out->inputs);
  copy(shader.output, &out->outputs);
}

namespace {

void describe(const Layout& layout, compiler::Shader* out) {
  out->stage = layout.stage;
  out->resources = layout.resources;
  out->immediateConstants = layout.immediateConstants;
  out->scratchBytesPerLane = layout.scratchBytes;
  out->needs = layout.needs;
  out->usesDiscard = layout.usesDiscard;
  out->writesDepth = layout.depthOutput;
  out->forcesEarlyDepth = layout.forcesEarlyDepth;
  out->writesMemory = layout.writesMemory;
  out->groupBytes = layout.groupBytes;
  std::copy(layout.threadGroup.begin(), layout.threadGroup.end(), out->threadGroup);
  if (layout.stage == compiler::Stage::kCompute) return;
  if (layout.stage == compiler::Stage::kVertex) {
    // Register 0 of a record is the position.
    out->outputRegisters = 1 + layout.highestOutput();
    return;
  }
  for (uint32_t i = 0; i < kMaxRenderTargets; ++i) {
    if (layout.outputs[i].mask != 0) out->colorMask |= 1u << i;
  }
  out->writesColor = out->colorMask != 0;
  for (uint32_t i = 0; i < kMaxShaderRegisters; ++i) {
    if (!layout.inputs[i].uses(InputSource::Attribute)) continue;
    out->inputRegisters = i + 1;
    out->inputMask |= 1u << i;
    if (layout.inputs[i].mode == dxbc::InterpolationMode::Constant)
      out->constantMask |= 1u << i;
    else if (!isPerspective(layout.inputs[i].mode))
      out->noperspectiveMask |= 1u << i;
  }
}

}  // namespace

std::unique_ptr<llvm::Module> translate(const dxbc::Shader& shader,
                                        const compiler::Options& options,
                                        llvm::LLVMContext& context, compiler::Shader* out,
                                        std::string* error) {
  Layout layout;
  if (!makeLayout(shader, &layout, error)) return nullptr;
  auto module = std::make_unique<llvm::Module>("shader", context);
  module->setTargetTriple("e11-unknown-unknown");
  Translator translator(shader, options, layout, module.get());
  if (!translator.run()) {
    *error = translator.error();
    return nullptr;
  }
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(*module, &stream)) {
    *error = "internal error: translation is not valid LLVM IR: " + problems;
    return nullptr;
  }
  copySignatures(shader, out);
  describe(layout, out);
  for (const compiler::Need& need : translator.needs()) {
    addNeed(&out->needs, need.feature, need.what);
  }
  return module;
}

}  // namespace e11::translate
