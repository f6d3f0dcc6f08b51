// SPDX-License-Identifier: Apache-2.0
//===- E11Intrinsics.cpp - what is known of the @e11.* functions ----------===//

#include "E11Intrinsics.h"
#include "E11ISelLowering.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

static StringMap<E11::IntrinsicInfo> makeTable() {
  using namespace E11;
  using E11::IntrinsicID;
  StringMap<IntrinsicInfo> Table;
#define E11_ALU(Family, Sources, Name)                                         \
  Table[Name] = {IntrinsicID::Alu, Divergence::Default, E11ISD::Family, Sources};
#define E11_VECTOR(Node, Name)                                                 \
  Table[Name] = {IntrinsicID::Vector, Divergence::Divergent, E11ISD::Node, 1};
#define E11_SPECIAL(Id, Name, Result)                                          \
  Table[Name] = {IntrinsicID::Id, Divergence::Result, 0, 0};
#define E11_MEMORY(Id, Name, Result)                                           \
  Table[Name] = {IntrinsicID::Id, Divergence::Result, 0, 0};                   \
  Table[Name ".rw"] = {IntrinsicID::Id, Divergence::Result, 0, 0,              \
                       Access::Mutable};                                       \
  Table[Name ".coherent"] = {IntrinsicID::Id, Divergence::Result, 0, 0,        \
                             Access::Coherent};
#include "E11Intrinsics.def"
  return Table;
}

const E11::IntrinsicInfo *E11::lookupIntrinsic(StringRef Name) {
  static const StringMap<IntrinsicInfo> Table = makeTable();
  if (!Name.consume_front("e11."))
    return nullptr;
  static const IntrinsicInfo Texture = {IntrinsicID::Texture,
                                        Divergence::Divergent, 0, 0};
  if (Name.starts_with("tex."))
    return &Texture;
  auto It = Table.find(Name);
  return It == Table.end() ? nullptr : &It->second;
}

const E11::IntrinsicInfo *E11::getIntrinsic(const Value *V) {
  const auto *Call = dyn_cast<CallBase>(V);
  if (!Call || !Call->getCalledFunction())
    return nullptr;
  return lookupIntrinsic(Call->getCalledFunction()->getName());
}
