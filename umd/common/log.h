// SPDX-License-Identifier: Apache-2.0
//
// Diagnostics of the runtime, on stderr. ELEVEN_LOG sets the verbosity: none, error, warn (the
// default), info or debug.

#pragma once

#include <atomic>

namespace e11::umd {

enum class LogLevel { kNone, kError, kWarn, kInfo, kDebug };

// True if a line of this level would be printed.
bool logEnabled(LogLevel level);

// Prints one line, printf style, without a trailing newline in the format.
void logLine(LogLevel level, const char* format, ...) __attribute__((format(printf, 2, 3)));

// Prints "METHOD: not supported: WHAT" the first time `seen` is passed.
void logUnsupportedOnce(std::atomic<bool>& seen, const char* method, const char* what);

}  // namespace e11::umd

// A method or a use of one that the device does not offer yet: one line, once per place.
#define E11_UNSUPPORTED(what)                             \
  do {                                                    \
    static std::atomic<bool> seen{false};                 \
    ::e11::umd::logUnsupportedOnce(seen, __func__, what); \
  } while (false)

// A call with invalid parameters: void methods drop it, the others return an error (contract
// COM-08). Printed at level info, because applications may do this on purpose.
#define E11_INVALID_CALL(reason) \
  ::e11::umd::logLine(::e11::umd::LogLevel::kInfo, "%s: %s", __func__, reason)
