# SPDX-License-Identifier: Apache-2.0
"""The tests of the back end's output: compiled, assembled and disassembled text."""
import os

import lit.formats

config.name = "e11"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".s"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.e11_output
config.environment["PATH"] = os.pathsep.join((config.e11_tools, config.llvm_tools,
                                              config.environment["PATH"]))
