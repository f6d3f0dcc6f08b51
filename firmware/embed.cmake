# SPDX-License-Identifier: Apache-2.0
# Writes the binary INPUT as the array of e11/firmware.h to OUTPUT.
file(READ ${INPUT} hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR padding "(8 - ${digits} % 8) % 8")
string(REPEAT "0" ${padding} zeros)
string(APPEND hex "${zeros}")
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1,\n" words "${hex}")
file(WRITE ${OUTPUT} "// Generated from the firmware's binary. Do not edit.
#include \"e11/firmware.h\"

namespace e11 {
namespace {
constexpr uint32_t kWords[] = {
${words}};
}  // namespace
const uint32_t* const kFirmware = kWords;
const size_t kFirmwareWords = sizeof kWords / sizeof kWords[0];
}  // namespace e11
")
