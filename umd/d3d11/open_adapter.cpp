// SPDX-License-Identifier: Apache-2.0
#include "d3d11/open_adapter.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "common/log.h"
#include "d3d11/shader_sources.h"
#include "driver/assembler.h"
#include "e11/regs.h"

namespace e11::umd {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Writes cycles and performance counters as JSON: what tools/run and tools/bench read.
void writeStatistics(kmd::Adapter& adapter, const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) {
    logLine(LogLevel::kWarn, "ELEVEN_STATS: cannot write %s", path.c_str());
    return;
  }
  std::fprintf(file, "{\"device\": \"%s\", \"cycles\": %llu, \"counters\": {",
               adapter.caps().deviceName.c_str(),
               static_cast<unsigned long long>(adapter.cycles()));
  const char* separator = "";
#define E11_WRITE_COUNTER(number, name)                                   \
  std::fprintf(file, "%s\"" #name "\": %llu", separator,                  \
               static_cast<unsigned long long>(adapter.counter(number))); \
  separator = ", ";
  E11_COUNTER_LIST(E11_WRITE_COUNTER)
#undef E11_WRITE_COUNTER
  std::fprintf(file, "}}\n");
  std::fclose(file);
}

// Cycles and simulated speed since the first report.
void reportProgress(uint64_t cycles) {
  using Clock = std::chrono::steady_clock;
  static const Clock::time_point start = Clock::now();
  static const uint64_t first = cycles;
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const double kilohertz = seconds > 0 ? static_cast<double>(cycles - first) / seconds / 1000 : 0;
  std::fprintf(stderr, "eleven: %llu GPU cycles, %.1f kHz\n",
               static_cast<unsigned long long>(cycles), kilohertz);
}

// An instruction in words, for the report of lock step.
std::string disassemble(uint64_t instruction) {
  std::string text = compiler::disassemble(
      {static_cast<uint32_t>(instruction), static_cast<uint32_t>(instruction >> 32)});
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

kmd::OpenOptions optionsFromEnvironment(std::string* why) {
  kmd::OpenOptions options;
  const std::string device = variable("ELEVEN_DEVICE");
  if (!device.empty()) options.device.kind = device;
  *why = device.empty() ? "the default; ELEVEN_DEVICE is not set" : "ELEVEN_DEVICE=" + device;
  options.device.window = variable("ELEVEN_WINDOW") != "0";
  options.device.waveFile = variable("ELEVEN_WAVE");
  options.device.disassemble = disassemble;
  options.device.source = [](uint32_t address) {
    return ShaderSources::instance().describe(address);
  };
  options.device.lockstepFault =
      std::strtoull(variable("ELEVEN_LOCKSTEP_FAULT").c_str(), nullptr, 10);
  if (device == "lockstep") ShaderSources::instance().remember();
  const std::string watchdog = variable("ELEVEN_WATCHDOG");
  if (!watchdog.empty()) {
    char* end = nullptr;
    const unsigned long long cycles = std::strtoull(watchdog.c_str(), &end, 10);
    if (*end == '\0' && cycles != 0) {
      options.watchdogCycles = cycles;
    } else {
      logLine(LogLevel::kWarn, "ELEVEN_WATCHDOG is no number of cycles; ignored");
    }
  }
  if (variable("ELEVEN_PROGRESS") == "1") options.progress = reportProgress;
  return options;
}

}  // namespace

std::shared_ptr<kmd::Adapter> openAdapter() {
  static std::mutex mutex;
  static std::weak_ptr<kmd::Adapter> opened;
  std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<kmd::Adapter> adapter = opened.lock();
  if (adapter != nullptr) return adapter;
  std::string why;
  const kmd::OpenOptions options = optionsFromEnvironment(&why);
  std::string error;
  adapter = kmd::Adapter::open(options, &error);
  if (adapter == nullptr) {
    logLine(LogLevel::kError, "cannot open device \"%s\" (%s): %s", options.device.kind.c_str(),
            why.c_str(), error.c_str());
    return nullptr;
  }
  static bool announced = false;
  if (!announced) {
    std::fprintf(stderr, "eleven: device %s (%s)\n", adapter->caps().deviceName.c_str(),
                 why.c_str());
  }
  announced = true;
  if (const std::string path = variable("ELEVEN_STATS"); !path.empty()) {
    // The last user of the adapter writes its counters.
    adapter = std::shared_ptr<kmd::Adapter>(
        adapter.get(), [adapter, path](kmd::Adapter* last) { writeStatistics(*last, path); });
  }
  opened = adapter;
  return adapter;
}

}  // namespace e11::umd
