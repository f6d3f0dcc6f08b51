// SPDX-License-Identifier: Apache-2.0
// The translation of one shader; see translate.h for the public side. Split by concern:
//   translator.cpp   function, storage of registers, order of work
//   operands.cpp     reading sources, writing destinations
//   constants.cpp    constant buffers
//   inputs.cpp       vertex fetch and interpolation
//   outputs.cpp      vertex records and exports
//   operations.cpp   arithmetic
//   flow.cpp         control flow
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

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

 private:
  using Instruction = dxbc::Instruction;
  using Operand = dxbc::Operand;
  using Slots = std::array<llvm::AllocaInst*, 4>;

  // --- translator.cpp
  void beginFunction();
  llvm::AllocaInst* makeSlot();
  llvm::AllocaInst* slot(std::unordered_map<uint32_t, Slots>* file, uint32_t number,
                         uint32_t component);
  void finishFunction();
  llvm::Value* descriptor(uint32_t resource);
  bool fail(const std::string& reason);
  llvm::BasicBlock* makeBlock(const char* name);
  llvm::IRBuilder<>& builder() { return emit_.builder(); }

  // --- operands.cpp
  /// Raw bits of the operand's components that `mask` names, before modifiers.
  Vector readRaw(const Operand& operand, uint32_t mask);
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
  void writeComponent(const Operand& operand, uint32_t component, llvm::Value* bits);

  // --- constants.cpp
  Vector readConstants(const Operand& operand, uint32_t components);
  Vector loadRow(uint32_t resource, llvm::Value* row, uint32_t components);
  Vector loadStaticRow(uint32_t resource, uint32_t row, uint32_t components);

  // --- inputs.cpp
  void emitInputs();
  void fetchElement(uint32_t number);
  llvm::Value* elementIndex(uint32_t number);
  void emitBarycentrics();
  void storeIndexedInputs();
  llvm::Value* inputComponent(uint32_t number, uint32_t component);
  llvm::Value* interpolate(uint32_t number, uint32_t component);
  llvm::Value* attribute(llvm::Value* i, llvm::Value* j, uint32_t word);
  llvm::Value* pixelPosition(uint32_t component);
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

  // --- flow.cpp
  struct Block {
    enum class Kind { If, Loop, Switch } kind;
    llvm::BasicBlock* after = nullptr;   ///< where endif, endloop, endswitch, break lead
    llvm::BasicBlock* other = nullptr;   ///< If: else side; Loop: latch (continue)
    bool elseSeen = false;               ///< If
    bool hasExit = false;                ///< Loop: a break or return leaves it
    llvm::SwitchInst* dispatch = nullptr;  ///< Switch
    bool defaultSeen = false;
  };
  /// Code of main or of one call: its blocks and where ret leads.
  struct Frame {
    size_t firstBlock = 0;  ///< index into blocks_ of the frame's outermost block
    llvm::BasicBlock* returnTo = nullptr;
    uint32_t depth = 0;     ///< of calls
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
  bool callLabel(const Instruction& instruction, const Frame& frame);
  bool push(Block block, const Frame& frame);
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
  std::string error_;

  std::unordered_map<uint32_t, Slots> temps_;
  std::unordered_map<uint32_t, Slots> arrayTemps_;  ///< statically addressed arrays: see arrayKey
  std::unordered_map<uint32_t, Slots> outputs_;
  llvm::AllocaInst* depth_ = nullptr;
  std::vector<llvm::AllocaInst*> slots_;

  std::map<std::pair<uint32_t, uint32_t>, llvm::Value*> fetched_;  ///< vertex inputs
  std::map<uint32_t, llvm::Value*> descriptors_;

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
  Barycentrics perspective_, linear_;
  llvm::Value* oneOverW_ = nullptr;
  llvm::Value* edge1_ = nullptr;
  llvm::Value* edge2_ = nullptr;

  std::vector<Block> blocks_;
  std::map<uint32_t, size_t> labels_;  ///< label number to index of the instruction behind it
};

}  // namespace e11::translate
