// SPDX-License-Identifier: Apache-2.0
#include "common/log.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace e11::umd {
namespace {

LogLevel levelFromEnvironment() {
  const char* value = std::getenv("ELEVEN_LOG");
  const std::string text = value != nullptr ? value : "";
  if (text == "none") return LogLevel::kNone;
  if (text == "error") return LogLevel::kError;
  if (text == "info") return LogLevel::kInfo;
  if (text == "debug") return LogLevel::kDebug;
  return LogLevel::kWarn;
}

const char* nameOf(LogLevel level) {
  switch (level) {
    case LogLevel::kError:
      return "error";
    case LogLevel::kWarn:
      return "warning";
    case LogLevel::kInfo:
      return "info";
    default:
      return "debug";
  }
}

}  // namespace

bool logEnabled(LogLevel level) {
  static const LogLevel limit = levelFromEnvironment();
  return level <= limit && level != LogLevel::kNone;
}

void logLine(LogLevel level, const char* format, ...) {
  if (!logEnabled(level)) return;
  char line[1024];
  va_list args;
  va_start(args, format);
  std::vsnprintf(line, sizeof(line), format, args);
  va_end(args);
  std::fprintf(stderr, "eleven: %s: %s\n", nameOf(level), line);
}

void logUnsupportedOnce(std::atomic<bool>& seen, const char* method, const char* what) {
  if (seen.exchange(true)) return;
  logLine(LogLevel::kWarn, "%s: not supported: %s", method, what);
}

}  // namespace e11::umd
