# SPDX-License-Identifier: Apache-2.0
# The linker knows no C suffixes: turns 0x10u of the preprocessed INPUT into 0x10.
file(READ ${INPUT} text)
string(REGEX REPLACE "([^A-Za-z0-9_])(0x[0-9a-fA-F]+|[0-9]+)u" "\\1\\2" text "${text}")
file(WRITE ${OUTPUT} "${text}")
