// SPDX-License-Identifier: Apache-2.0
#include "lockstep.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "V_gpu.h"
#include "e11/isa.h"
#include "e11/model/atomic.h"

namespace e11::sim {

namespace {

using model::Client;
using model::Follower;
using model::Mismatch;

constexpr int kPixel = 1, kStages = 3;
constexpr size_t kStores = 4096;  // that a difference can be traced back to

__attribute__((format(printf, 1, 2))) std::string format(const char* pattern, ...) {
  char buffer[400];
  va_list args;
  va_start(args, pattern);
  std::vsnprintf(buffer, sizeof buffer, pattern, args);
  va_end(args);
  return buffer;
}

bool isCore(unsigned client) {
  return client == E11_MEM_CLIENTS_SCALAR || client == E11_MEM_CLIENTS_VECTOR;
}

uint32_t field(uint64_t word, isa::Field f) {
  return static_cast<uint32_t>(word >> f.lsb & ((uint64_t{1} << f.width) - 1));
}

}  // namespace

Lockstep::Lockstep(uint64_t memoryBytes, Disassemble disassemble)
    : disassemble_(std::move(disassemble)), memory_(memoryBytes), core_(memory_) {
  core_.onExport = [this](const model::Export& e) {
    const uint64_t pixel = resident_[follower_->active()].pixel;
    Exports& all = exports_.at(pixel - pixelsExported_);
    all.model.push_back(e);
    all.modelDone = e.done;
    all.blame = blame(follower_->active());
    compareExports(pixel);
  };
}

void Lockstep::hostWrite(uint64_t address, const void* data, size_t bytes) {
  memory_.writePhysical(address, data, bytes);
}

/// After a reset both cores are empty; what was under way may have reached memory or not.
void Lockstep::restart(const std::byte* rtlMemory) {
  if (follower_) instructions_ += follower_->issued();
  core_.abandonGroups();
  core_.invalidateInstructions();
  follower_ = std::make_unique<Follower>(core_, memory_);
  follower_->onStep = [this](unsigned wave, const model::Retired& done) {
    for (const auto& store : done.stores) {
      stores_.push_back(
          {store.address, wave, resident_[wave].call, {done.pc, done.instruction, done.exec}});
      if (stores_.size() > kStores) stores_.pop_front();
    }
  };
  stores_.clear();
  for (auto& queue : launched_) queue.clear();
  for (auto& queue : writes_) queue.clear();
  exports_.clear();
  pixelsStarted_ = pixelsExported_ = 0;
  constexpr uint64_t kPage = 4096;
  for (uint64_t at = 0; at < memory_.size(); at += kPage) {
    if (std::memcmp(memory_.data() + at, rtlMemory + at, kPage) != 0) {
      std::memcpy(memory_.data() + at, rtlMemory + at, kPage);
    }
  }
}

bool Lockstep::cycle(const V_gpu& top, uint64_t cycle, const std::byte* rtlMemory) {
  cycle_ = cycle;
  if (!top.units_running_o) {
    running_ = false;
    return true;
  }
  if (!running_) restart(rtlMemory);
  running_ = true;
  try {
    inputs(top);
    trace(top);
    launches(top);
    exports(top);
    memory(top);
  } catch (const Mismatch& difference) {
    report(difference.what(), blamed_ ? *blamed_ : blame(difference.wave));
    return false;
  }
  return true;
}

/// What the core is told beside launches.
void Lockstep::inputs(const V_gpu& top) {
  memory_.setContext(top.asid_o, top.translate_o, uint64_t{top.page_table_o} << 12);
  if (top.invalidate_code_o) core_.invalidateInstructions();
  if (top.state_o) core_.writeState(top.state_slot_o, top.state_word_o, top.state_data_o);
  if (top.coef_o) {
    core_.writeCoefficient(top.coef_addr_o, top.coef_data_o[0], top.coef_data_o[1],
                           top.coef_data_o[2]);
  }
  if (top.draw_o) calls_.at(top.call_slot_o) = {false, draws_++};
  if (top.dispatch_o) calls_.at(top.call_slot_o) = {true, dispatches_++};
}

void Lockstep::launches(const V_gpu& top) {
  for (int i = 0; i < kStages; ++i) {
    if (top.row_o >> i & 1) {
      for (int lane = 0; lane < model::kLanes; ++lane) {
        launched_[i].back().row[rows_[i]][lane] = top.row_data_o[i][lane];
      }
      ++rows_[i];
    }
    if (!(top.launch_o >> i & 1)) continue;
    model::Launch launch;
    launch.stage = static_cast<model::Stage>(i);
    launch.slot = top.launch_slot_o[i];
    launch.size = top.launch_size_o[i];
    launch.code = top.launch_code_o[i];
    launch.s0 = top.launch_s0_o[i];
    launch.s1 = top.launch_s1_o[i];
    launch.s2 = top.launch_s2_o[i];
    launch.exec = top.launch_exec_o[i];
    launch.cov = top.launch_cov_o[i];
    launch.rows = top.launch_rows_o[i];
    if (launch.stage == model::Stage::kPixel) {
      for (int q = 0; q < 4; ++q) launch.coef[q] = top.launch_coef_o >> (10 * q) & 1023;
      exports_.emplace_back();
    } else if (launch.stage == model::Stage::kCompute) {
      launch.group = top.launch_group_o;
      launch.waves = top.launch_waves_o;
      launch.ldsBase = top.launch_lds_base_o;
      launch.ldsSize = top.launch_lds_size_o;
    }
    launched_[i].push_back(launch);
    rows_[i] = 0;
  }
}

void Lockstep::begin(const V_gpu& top) {
  auto& waiting = launched_.at(top.trace_launch_stage_o);
  const unsigned wave = top.trace_launch_wave_o;
  if (waiting.empty()) throw Mismatch("a wave starts that was not launched", wave, 0, 0);
  model::Launch launch = waiting.front();
  waiting.pop_front();
  launch.wave = static_cast<uint8_t>(wave);
  Resident& resident = resident_.at(wave);
  resident.call = calls_[launch.slot];
  resident.before.reset();
  if (top.trace_launch_stage_o == kPixel) resident.pixel = pixelsStarted_++;
  follower_->launch(launch);
}

/// Keeps the wave as it was before an instruction that the model executes in `step`.
void Lockstep::execute(unsigned wave, const std::function<void()>& step) {
  auto before = std::make_unique<model::Wave>(follower_->wave(wave));
  step();
  resident_[wave].before = std::move(before);
}

void Lockstep::trace(const V_gpu& top) {
  if (top.trace_ended_o) follower_->ended(top.trace_end_wave_o);
  if (top.trace_launch_o) begin(top);
  if (top.trace_issue_o) {
    execute(top.trace_wave_o, [&] {
      follower_->issue(top.trace_wave_o, top.trace_pc_o, top.trace_word_o, top.trace_exec_o,
                       top.trace_cov_o);
    });
  }
  if (top.trace_vmem_order_o) {
    execute(top.trace_vmem_wave_o, [&] { follower_->order(top.trace_vmem_wave_o); });
  }
  if (top.trace_lds_order_o) {
    execute(top.trace_lds_wave_o, [&] { follower_->order(top.trace_lds_wave_o); });
  }
  for (int port = 0; port < 3; ++port) {
    if (top.write_lanes_o[port] == 0) continue;
    follower_->vectorWrite(top.write_row_o[port], top.write_quad_o[port], top.write_lanes_o[port],
                           &top.write_data_o[port][0]);
  }
  if (top.swrite_words_o != 0) {
    follower_->scalarWrite(top.swrite_row_o, top.swrite_words_o, &top.swrite_data_o[0]);
  }
}

// --------------------------------------------------------------------- exports

/// Pixel waves export in the order of their launches, four beats each time.
void Lockstep::exports(const V_gpu& top) {
  if (!top.export_o) return;
  const unsigned quad = top.export_quad_o;
  if (quad == 0) beats_ = model::Export();
  beats_.target = top.export_target_o;
  beats_.mask = top.export_mask_o;
  beats_.done = top.export_done_o;
  beats_.cov = static_cast<uint16_t>(beats_.cov | top.export_cov_o << (4 * quad));
  for (unsigned i = 0; i < 16; ++i) beats_.data[4 * quad + i / 4][i % 4] = top.export_data_o[i];
  if (quad != 3) return;
  uint64_t pixel = pixelsExported_;
  while (pixel - pixelsExported_ < exports_.size() && exports_[pixel - pixelsExported_].rtlDone) {
    ++pixel;
  }
  if (pixel - pixelsExported_ >= exports_.size()) {
    throw Mismatch("an export of no wave", Follower::kWaves, 0, 0);
  }
  Exports& all = exports_[pixel - pixelsExported_];
  all.rtl.push_back(beats_);
  all.rtlDone = beats_.done;
  compareExports(pixel);
  while (!exports_.empty() && exports_.front().rtlDone && exports_.front().modelDone &&
         exports_.front().rtl.empty() && exports_.front().model.empty()) {
    exports_.pop_front();
    ++pixelsExported_;
  }
}

void Lockstep::compareExports(uint64_t pixel) {
  Exports& all = exports_.at(pixel - pixelsExported_);
  while (!all.rtl.empty() && !all.model.empty()) {
    const model::Export rtl = all.rtl.front(), model = all.model.front();
    all.rtl.pop_front();
    all.model.pop_front();
    const auto same = [&](const std::string& what, uint64_t a, uint64_t b) {
      if (a == b) return;
      blamed_ = std::make_unique<Blame>(all.blame);
      throw Mismatch(format("export of pixel wave %llu, %s: RTL %#llx, model %#llx",
                            static_cast<unsigned long long>(pixel), what.c_str(),
                            static_cast<unsigned long long>(a), static_cast<unsigned long long>(b)),
                     all.blame.wave, 0, 0);
    };
    same("target", rtl.target, model.target);
    same("mask", rtl.mask, model.mask);
    same("done", rtl.done, model.done);
    same("cov", rtl.cov, model.cov);
    for (int lane = 0; lane < model::kLanes; ++lane) {
      for (int c = 0; c < 4; ++c) {
        if (!(model.mask >> c & 1)) continue;
        same(format("lane %d component %d", lane, c), rtl.data[lane][c], model.data[lane][c]);
      }
    }
  }
}

// ---------------------------------------------------------------------- memory

/// Others' writes go to the model's memory as they are asked for: whoever must see them waits for
/// the acknowledgement. The core's own are executed by the model and compared here.
void Lockstep::memory(const V_gpu& top) {
  for (unsigned client = 0; client < writes_.size(); ++client) {
    if ((top.mem_ack_o >> client & 1) && isCore(client)) {
      if (writes_[client].empty()) throw Mismatch("an answer to nothing", Follower::kWaves, 0, 0);
      const Write write = writes_[client].front();
      writes_[client].pop_front();
      acknowledge(write, top);
    }
    if (!(top.mem_write_o >> client & 1)) continue;
    Write write{top.mem_addr_o[client],
                top.mem_strobe_o[client],
                {},
                (top.mem_atomic_o >> client & 1) != 0,
                top.mem_op_o[client]};
    for (int i = 0; i < 4; ++i) write.data[i] = top.mem_data_o[client][i];
    if (isCore(client)) {
      writes_[client].push_back(write);
      continue;
    }
    const auto* bytes = reinterpret_cast<const uint8_t*>(write.data.data());
    for (unsigned i = 0; i < 16; ++i) {
      if (!(write.strobes >> i & 1)) continue;
      memory_.write(static_cast<Client>(client), write.address + i, bytes + i, 1);
    }
  }
}

void Lockstep::acknowledge(const Write& write, const V_gpu& top) {
  if (top.mem_error_o) return;
  for (uint32_t i = 0; i < 4; ++i) {
    const unsigned strobes = write.strobes >> (4 * i) & 15;
    if (strobes == 0) continue;
    const uint32_t value = write.atomic
                               ? model::atomicResult(write.op, top.mem_old_o[i], write.data[i],
                                                     write.data[(i + 1) % 4])
                               : write.data[i];
    try {
      follower_->stored(write.address + 4 * i, value, strobes);
    } catch (const Mismatch& difference) {
      // The follower names the wave that it looks at, which is another one.
      blameStore(write.address + 4 * i);
      const std::string what = difference.what();
      const size_t at = what.find("): ");
      throw Mismatch(at == std::string::npos ? what : what.substr(at + 3), blamed_->wave, 0, 0);
    }
  }
}

void Lockstep::compareMemory(const std::byte* rtlMemory) {
  for (uint64_t at = 0; at < memory_.size(); at += 4) {
    if (at % 4096 == 0 && std::memcmp(memory_.data() + at, rtlMemory + at, 4096) == 0) {
      at += 4092;
      continue;
    }
    uint32_t rtl, model;
    std::memcpy(&rtl, rtlMemory + at, 4);
    std::memcpy(&model, memory_.data() + at, 4);
    if (rtl == model) continue;
    throw Mismatch(format("memory at %#llx: RTL %#x, model %#x",
                          static_cast<unsigned long long>(at), rtl, model),
                   Follower::kWaves, 0, 0);
  }
}

bool Lockstep::finish(const std::byte* rtlMemory) {
  if (!running_) return true;
  try {
    follower_->finish();
    compareMemory(rtlMemory);
  } catch (const Mismatch& difference) {
    report(difference.what(), blamed_ ? *blamed_ : blame(difference.wave));
    return false;
  }
  std::fprintf(
      stderr, "eleven: lock step: %llu instructions, %llu draws, %llu dispatches, no difference\n",
      static_cast<unsigned long long>(instructions_ + follower_->issued()),
      static_cast<unsigned long long>(draws_), static_cast<unsigned long long>(dispatches_));
  return true;
}

// ---------------------------------------------------------------------- report

std::string Lockstep::text(uint64_t instruction) const {
  if (disassemble_) return disassemble_(instruction);
  return format("%s (%#018llx)", isa::kOpInfo[instruction & 127].mnemonic,
                static_cast<unsigned long long>(instruction));
}

/// The source operands of an instruction, in all lanes.
std::string Lockstep::operands(const model::Wave& wave, uint64_t instruction) const {
  const isa::OpInfo& info = isa::kOpInfo[instruction & 127];
  const bool literal = (instruction >> 7 & 1) != 0 && info.form != isa::Form::kM;
  const isa::Field fields[] = {isa::kRSrc0, isa::kRSrc1, isa::kRSrc2};
  std::string all = format("  exec %04x cov %04x\n", wave.exec, wave.cov);
  for (int i = 0; i < 3; ++i) {
    if (!(info.sources >> i & 1)) continue;
    if (literal && i == 1) {
      all += format("  src1 = %#x\n", field(instruction, isa::kLLit));
      continue;
    }
    const uint32_t code = literal ? field(instruction, i == 0 ? isa::kLSrc0 : isa::kLSrc2)
                                  : field(instruction, fields[i]);
    if (code < isa::kSrcScalar) {
      all += format("  src%d = v%u:", i, code);
      for (const uint32_t value : wave.v[code & wave.vectorMask]) all += format(" %x", value);
      all += '\n';
    } else if (code < isa::kSrcConstant) {
      const uint32_t number = code - isa::kSrcScalar;
      all += format("  src%d = s%u: %x\n", i, number, wave.s[number & wave.scalarMask]);
    }
  }
  return all;
}

Lockstep::Blame Lockstep::blame(unsigned wave) const {
  Blame blame;
  if (wave >= Follower::kWaves) return blame;
  blame.wave = wave;
  blame.call = resident_[wave].call;
  blame.history = follower_->history(wave);
  return blame;
}

/// A store is compared when memory acknowledges it; the wave has gone on by then.
void Lockstep::blameStore(uint32_t address) {
  blamed_ = std::make_unique<Blame>();
  for (const Store& store : stores_) {
    if (store.address != address) continue;
    blamed_->wave = store.wave;
    blamed_->call = store.call;
    blamed_->history = {store.step};
  }
}

void Lockstep::report(const std::string& what, const Blame& blame) {
  std::fprintf(stderr, "eleven: lock step: %s\n", what.c_str());
  std::fprintf(stderr, "  cycle %llu (waveform time %llu)\n",
               static_cast<unsigned long long>(cycle_),
               static_cast<unsigned long long>(2 * cycle_));
  if (blame.wave >= Follower::kWaves) return;
  const Resident& resident = resident_[blame.wave];
  std::fprintf(stderr, "  %s %llu, wave slot %u\n", blame.call.dispatch ? "dispatch" : "draw",
               static_cast<unsigned long long>(blame.call.number), blame.wave);
  const auto& history = blame.history;
  if (history.empty()) return;
  const Follower::Step& last = history.back();
  std::fprintf(stderr, "  pc %#x: %s\n", last.pc, text(last.instruction).c_str());
  if (resident.before != nullptr && !blamed_) {
    std::fputs(operands(*resident.before, last.instruction).c_str(), stderr);
  }
  std::fprintf(stderr, "  the wave's last %zu instructions:\n", history.size());
  for (const Follower::Step& step : history) {
    std::fprintf(stderr, "    %#010x  exec %04x  %s\n", step.pc, step.exec,
                 text(step.instruction).c_str());
  }
}

}  // namespace e11::sim
