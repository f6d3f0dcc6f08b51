// SPDX-License-Identifier: Apache-2.0
// The translation of one shader; see translate.h for the public side. Split by concern:
//   translator.cpp   function, storage of registers, order of work
//   operands.cpp     reading sources, writing destinations
//   constants.cpp    constant buffers
//   inputs.cpp       vertex fetch and interpolation
//   outputs.cpp      vertex records and exports
//   operations.cpp   arithmetic
//   flow.cpp         control flow
//   calls.cpp        subroutines and interface calls
//   buffers.cpp      loads and stores of buffers and thread-group memory, barriers
//   atomics.cpp      atomic operations
//   textures.cpp     instructions of the texture unit
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "llvm/ADT/MapVector.h"
#include "translate/emitter.h"
#include "translate/layout.h"

namespace e11::translate {

/// Up to four component values; null where the component is not wanted.
using Vector = std::array<llvm::Value*, 4>;

class Translator {
 public:
  Translator(const dxbc::Shader& shader, const compiler::Options& options, const Layout& layout,
             llvm::Module* module);

  /// Builds @main. False with a line in error() if an instruction is refused.
  bool run();
  const std::string& error() const { return error_; }
  /// What the instructions need beyond the declarations.
  const std::vector<compiler::Need>& needs() const { return needs_; }

 private:
  using Instruction = dxbc::Instruction;
  using Operand = dxbc::Operand;
  using Slots = std::array<llvm::AllocaInst*, 4>;

  // --- translator.cpp
  void beginFunction();
  llvm::AllocaInst* makeSlot();
  llvm::AllocaInst* slot(std::unordered_map<uint32_t, Slots>* file, uint32_t number,
                         uint32_t component);
  /// Registers keep values of either type, i32 or float, bit for bit.
  llvm::Value* loadSlot(llvm::AllocaInst* slot);
  void storeSlot(llvm::AllocaInst* slot, llvm::Value* value);
  void flushSlots();
  void keepFlushing(llvm::Instruction& instruction);
  void finishFunction();
  llvm::Value* descriptor(uint32_t resource);
  llvm::Value* descriptorPair(uint32_t resource);
  void need(compiler::Feature feature) { addNeed(&needs_, feature, place(*current_)); }
  /// Keeps the first reason. Always false.
  bool fail(const std::string& reason) {
    refuse(reason);
    return false;
  }
  void refuse(const std::string& reason);
  /// What errors name and what IR comes from, from here on.
  void setCurrent(const Instruction& instruction);
  llvm::BasicBlock* makeBlock(const char* name);
  llvm::IRBuilder<>& builder() { return emit_.builder(); }

  // --- operands.cpp
  /// Raw bits of the operand's components that `mask` names, before modifiers.
  Vector readRaw(const Operand& operand, uint32_t mask);
  /// The same, each as the type that it was written as: i32 or float.
  Vector readStored(const Operand& operand, uint32_t mask);
  /// With modifiers, as i32.
  Vector readInt(const Operand& operand, uint32_t mask);
  /// With modifiers, as float.
  Vector readFloat(const Operand& operand, uint32_t mask);
  /// With float modifiers, as i32, bits kept where there are none.
  Vector readMoved(const Operand& operand, uint32_t mask);
  /// One component of a scalar source (conditions, indices).
  llvm::Value* readScalar(const Operand& operand);
  /// The register number that an index names: its immediate, plus a register.
  llvm::Value* indexValue(const dxbc::OperandIndex& index);
  Vector readRegister(const Operand& operand, uint32_t components);
  Vector readArray(const Operand& operand, uint32_t components);
  Vector readInput(const Operand& operand, uint32_t components);
  llvm::Value* arrayAddress(const TempArray& array, const dxbc::OperandIndex& index);
  llvm::Value* fileAddress(uint32_t base, const dxbc::OperandIndex& index);
  bool checkArray(const Operand& operand, const TempArray** array);
  /// Components that a destination writes; 0 for null.
  uint32_t destinationMask(const Operand& operand);
  void write(const Operand& operand, const Vector& values);
  void writeComponent(const Operand& operand, uint32_t component, llvm::Value* value);

  /// this[i].xyzw (spec 22.7.20).
  Vector readInstance(const Operand& operand, uint32_t components);
  /// vThreadID and its like; vCoverage.
  Vector readSpecialInput(const Operand& operand, uint32_t components);
  /// An index that the language wants to be the same in all lanes.
  llvm::Value* uniformIndex(const dxbc::OperandIndex& index);

  // --- constants.cpp
  /// Descriptor of one of several entries, chosen at run time by slot; null if there is none.
  llvm::Value* chooseDescriptor(const std::map<uint32_t, uint32_t>& entryOfSlot, llvm::Value* slot,
                                bool pair);
  Vector readConstants(const Operand& operand, uint32_t components);
  Vector loadRow(llvm::Value* descriptor, llvm::Value* row, uint32_t components);
  Vector loadStaticRow(uint32_t resource, uint32_t row, uint32_t components);

  // --- inputs.cpp
  void emitInputs();
  void fetchElement(uint32_t number);
  llvm::Value* elementIndex(uint32_t number);
  void storeIndexedInputs();
  llvm::Value* inputComponent(uint32_t number, uint32_t component);
  llvm::Value* interpolate(uint32_t number, uint32_t component);
  llvm::Value* attribute(llvm::Value* i, llvm::Value* j, uint32_t word);
  llvm::Value* pixelPosition(uint32_t component);
  llvm::Value* threadInGroup(uint32_t component);
  llvm::Value* groupNumber(uint32_t component);
  llvm::Value* startVector(uint32_t number);
  llvm::Value* startScalar(uint32_t number);

  // --- outputs.cpp
  void emitOutputs();
  void emitRecord();
  void emitExports();
  llvm::Value* outputComponent(uint32_t number, uint32_t component);
  llvm::Value* gather(const Vector& values);

  // --- operations.cpp
  bool translateOperation(const Instruction& instruction);
  bool floatOperation(const Instruction& instruction);
  bool intOperation(const Instruction& instruction);
  bool bitOperation(const Instruction& instruction);
  bool conversion(const Instruction& instruction);
  bool moveOperation(const Instruction& instruction);
  bool pairOperation(const Instruction& instruction);
  bool derivative(const Instruction& instruction);
  void dotProduct(const Instruction& instruction, uint32_t components);
  void compareFloat(const Instruction& instruction, llvm::CmpInst::Predicate predicate);
  void compareInt(const Instruction& instruction, llvm::CmpInst::Predicate predicate);
  template <typename Function>
  void mapFloat(const Instruction& instruction, Function function);
  template <typename Function>
  void mapInt(const Instruction& instruction, Function function);
  void writeFloat(const Instruction& instruction, const Operand& destination, Vector values);

  // --- buffers.cpp
  /// A resource operand: what it names and its descriptor.
  struct Bound {
    const ResourceView* view = nullptr;  ///< null for thread-group memory, and after an error
    const GroupMemory* group = nullptr;
    llvm::Value* descriptor = nullptr;
  };
  bool bufferOperation(const Instruction& instruction);
  bool bind(const Operand& operand, Bound* bound);
  bool bindView(const Operand& operand, Bound* bound);
  /// An address within a buffer: bytes (raw), element (typed), element and byte (structured).
  struct Address {
    llvm::Value* index = nullptr;
    llvm::Value* offset = nullptr;  ///< structured
  };
  llvm::Value* groupAddress(const GroupMemory& group, const Address& address);
  /// `count` dwords from `skip` dwords behind the address.
  llvm::Value* loadDwords(const Bound& bound, const Address& address, uint32_t skip,
                          uint32_t count);
  void storeDwords(const Bound& bound, const Address& address, uint32_t skip, llvm::Value* values);
  bool loadBuffer(const Instruction& instruction, bool structured, bool status);
  bool storeBuffer(const Instruction& instruction, bool structured);
  bool loadTyped(const Instruction& instruction, bool status);
  bool storeTyped(const Instruction& instruction);
  bool elementCount(const Instruction& instruction);
  bool synchronize(const Instruction& instruction);
  /// Writes loaded components through the swizzle of the resource operand.
  void writeSwizzled(const Operand& destination, const Operand& resource, const Vector& loaded);
  /// Components of the resource that a destination takes through its swizzle.
  uint32_t wantedComponents(const Operand& destination, const Operand& resource);
  void writeStatus(const Operand& destination, llvm::Value* status);
  bool isMutable(const ResourceView& view) const;
  const char* accessSuffix(const ResourceView& view) const;

  // --- atomics.cpp
  bool atomicOperation(const Instruction& instruction);
  bool counterOperation(const Instruction& instruction);
  llvm::Value* emitAtomic(const Bound& bound, const Operand& address, uint32_t operation,
                          llvm::Value* value, llvm::Value* compare);

  // --- textures.cpp
  /// The arguments of an instruction of form T.
  struct TextureCall {
    const char* name = nullptr;
    const ResourceView* view = nullptr;
    llvm::Value* resource = nullptr;
    llvm::Value* sampler = nullptr;
    uint32_t mask = 0;
    uint32_t word = 0;  ///< bits 63:51 of the instruction
    std::vector<llvm::Value*> data, address, extra;
    uint32_t results = 0;
    bool gathers = false;  ///< four results; the mask is a channel
    bool derivatives = false;
    bool writes = false;
  };
  bool textureOperation(const Instruction& instruction);
  bool sampleTexture(const Instruction& instruction);
  bool gatherTexture(const Instruction& instruction);
  bool loadTexel(const Instruction& instruction);
  bool queryTexture(const Instruction& instruction);
  bool querySamples(const Instruction& instruction);
  bool loadImage(const Instruction& instruction, const Bound& bound, bool status);
  bool storeImage(const Instruction& instruction, const Bound& bound);
  llvm::Value* imageAtomic(const Bound& bound, const Operand& address, uint32_t operation,
                           llvm::Value* value, llvm::Value* compare);
  bool bindSampler(const Operand& operand, llvm::Value** sampler);
  void appendInts(const Operand& operand, uint32_t count, std::vector<llvm::Value*>* values);
  void appendFloats(const Operand& operand, uint32_t count, std::vector<llvm::Value*>* values);
  llvm::Value* callTexture(const TextureCall& call);
  void writeTexels(const Instruction& instruction, const Operand& resource, bool status,
                   const TextureCall& call, llvm::Value* result);
  bool evaluate(const Instruction& instruction);

  // --- flow.cpp
  struct Block {
    enum class Kind { If, Loop, Switch } kind;
    llvm::BasicBlock* after = nullptr;     ///< where endif, endloop, endswitch, break lead
    llvm::BasicBlock* other = nullptr;     ///< If: else side; Loop: latch (continue)
    bool elseSeen = false;                 ///< If
    bool hasExit = false;                  ///< Loop: a break or return leaves it
    llvm::SwitchInst* dispatch = nullptr;  ///< Switch
    bool defaultSeen = false;
  };
  /// Code of main or of one call: its blocks and where ret leads.
  struct Frame {
    size_t firstBlock = 0;  ///< index into blocks_ of the frame's outermost block
    llvm::BasicBlock* returnTo = nullptr;
    uint32_t depth = 0;  ///< of calls
  };
  bool translateCode(size_t first, const Frame& frame);
  bool translateFlow(const Instruction& instruction, const Frame& frame);
  bool isFlow(dxbc::Opcode opcode) const;
  llvm::Value* condition(const Instruction& instruction);
  bool beginIf(const Instruction& instruction);
  bool beginElse();
  bool endIf(const Frame& frame);
  bool beginLoop();
  bool endLoop(const Frame& frame);
  bool beginSwitch(const Instruction& instruction);
  bool switchCase(const Instruction& instruction, const Frame& frame);
  bool endSwitch(const Frame& frame);
  bool jump(const Instruction& instruction, const Frame& frame, bool conditional);
  llvm::BasicBlock* jumpTarget(dxbc::Opcode opcode, const Frame& frame);
  bool push(Block block, const Frame& frame);

  // --- calls.cpp
  bool findBodies();
  bool callLabel(const Instruction& instruction, const Frame& frame);
  bool callInterface(const Instruction& instruction, const Frame& frame);
  void beginCalls();
  bool finishCalls();
  bool jumpToLabel(const Instruction& instruction, uint32_t label);
  llvm::BasicBlock* addPlace(llvm::BasicBlock* block, uint32_t* number);
  llvm::Value* stackAddress(llvm::Value* depth);
  bool callBody(const Instruction& instruction, size_t body, llvm::BasicBlock* after,
                const Frame& frame);
  Block* innermost(Block::Kind kind, const Frame& frame);
  void startBlock(llvm::BasicBlock* block);
  void startDeadCode();

  const dxbc::Shader& shader_;
  const dxbc::Program& program_;
  const compiler::Options& options_;
  const Layout& layout_;
  llvm::Module& module_;
  Emitter emit_;
  llvm::Function* function_ = nullptr;
  llvm::BasicBlock* entry_ = nullptr;
  llvm::BasicBlock* exit_ = nullptr;
  llvm::Instruction* slotsEnd_ = nullptr;   ///< allocas and their zeros go before this
  llvm::Instruction* inputsEnd_ = nullptr;  ///< what must run with all lanes goes before this
  const Instruction* current_ = nullptr;
  llvm::DISubprogram* scope_ = nullptr;  ///< of locations
  std::string error_;
  std::vector<compiler::Need> needs_;

  std::unordered_map<uint32_t, Slots> temps_;
  std::unordered_map<uint32_t, Slots> arrayTemps_;  ///< statically addressed arrays: see arrayKey
  std::unordered_map<uint32_t, Slots> outputs_;
  llvm::AllocaInst* depth_ = nullptr;
  llvm::AllocaInst* coverage_ = nullptr;
  llvm::AllocaInst* stencil_ = nullptr;
  std::vector<llvm::AllocaInst*> slots_;
  /// What registers hold in the block that is being built: memory has it when the block is left.
  struct SlotValue {
    llvm::Value* value = nullptr;
    bool stored = false;
  };
  llvm::BasicBlock* slotBlock_ = nullptr;
  llvm::MapVector<llvm::AllocaInst*, SlotValue> slotValues_;

  std::map<std::pair<uint32_t, uint32_t>, llvm::Value*> fetched_;  ///< vertex inputs
  std::map<uint32_t, llvm::Value*> descriptors_;
  std::map<uint32_t, llvm::Value*> descriptorPairs_;

  // Values kept for reuse within one basic block.
  llvm::BasicBlock* cacheBlock_ = nullptr;
  struct CachedRow {
    Vector values = {};
    size_t age = 0;  ///< instruction count at the last use
  };
  std::map<std::pair<uint32_t, uint32_t>, CachedRow> rowCache_;
  std::map<std::pair<uint32_t, uint32_t>, llvm::Value*> inputCache_;
  void checkCache();
  size_t translated_ = 0;  ///< instructions so far, calls expanded

  struct Barycentrics {
    llvm::Value* i = nullptr;
    llvm::Value* j = nullptr;
  };
  /// At one point of the pixel.
  struct Weights {
    Barycentrics perspective, linear;
    llvm::Value* oneOverW = nullptr;
  };
  Weights weightsAt(llvm::Value* edge1, llvm::Value* edge2);
  llvm::Value* interpolateAt(const Weights& weights, uint32_t number, uint32_t component);
  Vector evaluateSnapped(const Operand& source, uint32_t mask, const Vector& offset);
  Weights centre_;
  llvm::Value* edge1_ = nullptr;
  llvm::Value* edge2_ = nullptr;

  std::vector<Block> blocks_;
  std::map<uint32_t, size_t> labels_;  ///< label number to index of the instruction behind it
  std::map<uint32_t, size_t> bodies_;  ///< fb# likewise
  // Where calls are kept (calls.cpp).
  std::vector<llvm::BasicBlock*> places_;
  std::map<uint32_t, uint32_t> placeOfLabel_;
  llvm::BasicBlock* dispatch_ = nullptr;
  llvm::AllocaInst* callDepth_ = nullptr;
  llvm::AllocaInst* nextPlace_ = nullptr;
};

}  // namespace e11::translate
