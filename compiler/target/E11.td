// SPDX-License-Identifier: Apache-2.0
//===- E11.td - the E11 shader target -------------------------------------===//

include "llvm/Target/Target.td"
include "llvm/TableGen/SearchableTable.td"

include "E11RegisterInfo.td"
include "E11InstrInfo.td"
include "E11Pseudos.td"
include "E11InstrPatterns.td"
include "E11Schedule.td"

def E11InstrInfo : InstrInfo;

// What the constant registers hold.
def ConstantTable : GenericTable {
  let FilterClass = "E11Const";
  let CppTypeName = "ConstantEntry";
  let Fields = ["HWEncoding", "Value"];
}
def lookupConstantByValue : SearchIndex {
  let Table = ConstantTable;
  let Key = ["Value"];
}

def AtomicTable : GenericTable {
  let FilterClass = "E11Atomic";
  let CppTypeName = "AtomicEntry";
  let Fields = ["Code", "Name"];
}

def E11AsmParser : AsmParser;
def E11AsmParserVariant : AsmParserVariant;
def E11AsmWriter : AsmWriter {
  string AsmWriterClassName = "InstPrinter";
  int PassSubtarget = 0;
}

def : ProcessorModel<"e11", E11SchedModel, []>;

def E11 : Target {
  let InstructionSet = E11InstrInfo;
  let AssemblyWriters = [E11AsmWriter];
  let AssemblyParsers = [E11AsmParser];
  let AssemblyParserVariants = [E11AsmParserVariant];
}
