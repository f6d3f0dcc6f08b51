// SPDX-License-Identifier: Apache-2.0
#include "lockstep.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "V_gpu.h"
#include "e11/isa.h"
#include "e11/model/atomic.h"
#include "e11/model/trace_ports.h"

namespace e11::sim {

namespace {

using model::Client;
using model::Follower;
using model::Mismatch;

constexpr int kPixel = 1, kCompute = 2, kStages = 3;
constexpr size_t kStores = 4096;  // that a difference can be traced back to

__attribute__((format(printf, 1, 2))) std::string format(const char* pattern, ...) {
  char buffer[400];
  va_list args;
  va_start(args, pattern);
  std::vsnprintf(buffer, sizeof buffer, pattern, args);
  va_end(args);
  return buffer;
}

/// A memory port: the clients of E11_MEM_CLIENTS_*, then instruction, scalar and vector of each
/// further core (e11_memory_pkg.sv).
struct Port {
  explicit Port(unsigned number) : client(number) {
    if (number < E11_MEM_CLIENTS_WALKER) return;
    core = 1 + (number - E11_MEM_CLIENTS_WALKER) / 3;
    client = E11_MEM_CLIENTS_INSTRUCTION + (number - E11_MEM_CLIENTS_WALKER) % 3;
  }
  bool isCore() const {
    return client == E11_MEM_CLIENTS_SCALAR || client == E11_MEM_CLIENTS_VECTOR;
  }
  unsigned core = 0, client;
};

uint32_t field(uint64_t word, isa::Field f) {
  return static_cast<uint32_t>(word >> f.lsb & ((uint64_t{1} << f.width) - 1));
}

}  // namespace

Lockstep::Lockstep(uint64_t memoryBytes, const DeviceOptions& options)
    : disassemble_(options.disassemble),
      source_(options.source),
      fault_(options.lockstepFault),
      memory_(memoryBytes) {
  for (Core& c : cores_) c.core = std::make_unique<model::Core>(memory_);
  // Only the first core has pixel waves.
  cores_[0].core->onExport = [this](const model::Export& e) {
    const Core& c = cores_[0];
    const uint64_t pixel = c.resident[c.follower->active()].pixel;
    Exports& all = exports_.at(pixel - pixelsExported_);
    all.model.push_back(e);
    all.modelDone = e.done;
    all.blame = blame(0, c.follower->active());
    compareExports(pixel);
  };
}

void Lockstep::hostWrite(uint64_t address, const void* data, size_t bytes) {
  memory_.writePhysical(address, data, bytes);
}

/// After a reset both cores are empty; what was under way may have reached memory or not.
void Lockstep::restart(const std::byte* rtlMemory) {
  for (unsigned number = 0; number < kCores; ++number) {
    Core& c = cores_[number];
    if (c.follower) instructions_ += c.follower->issued();
    c.core->abandonGroups();
    c.core->invalidateInstructions();
    c.follower = std::make_unique<Follower>(*c.core, memory_);
    if (kCores > 1) c.follower->leaveAtomics();
    c.follower->onStep = [this, number](unsigned wave, const model::Retired& done) {
      for (const auto& store : done.stores) {
        if (!store.atomic) ++storing_[store.address];
        stores_.push_back({store.address,
                           number,
                           wave,
                           cores_[number].resident[wave].call,
                           {done.pc, done.instruction, done.exec}});
        if (stores_.size() > kStores) stores_.pop_front();
      }
    };
    for (auto& queue : c.launched) queue.clear();
    for (auto& queue : c.atomics) queue.clear();
  }
  storing_.clear();
  stores_.clear();
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
    report(difference.what(), blamed_ ? *blamed_ : blame(looking_, difference.wave));
    return false;
  }
  return true;
}

/// What the cores are told beside launches.
void Lockstep::inputs(const V_gpu& top) {
  memory_.setContext(top.asid_o, top.translate_o, uint64_t{top.page_table_o} << 12);
  for (unsigned c = 0; c < kCores; ++c) {
    model::Core& core = *cores_[c].core;
    if (top.invalidate_code_o) core.invalidateInstructions();
    if (top.state_o[c]) {
      core.writeState(top.state_slot_o[c], top.state_word_o[c], top.state_data_o[c]);
    }
  }
  if (top.coef_o) {
    cores_[0].core->writeCoefficient(top.coef_addr_o, top.coef_data_o[0], top.coef_data_o[1],
                                     top.coef_data_o[2]);
  }
  if (top.draw_o) calls_.at(top.call_slot_o) = {false, draws_++};
  if (top.dispatch_o) calls_.at(top.call_slot_o) = {true, dispatches_++};
}

void Lockstep::launches(const V_gpu& top) {
  for (int i = 0; i < kStages; ++i) {
    if (top.row_o >> i & 1) {
      Core& core = cores_[i == kCompute ? top.row_core_o : 0];
      auto& row = core.launched[i].back().row[core.quads[i] / 4];
      for (unsigned lane = 0; lane < 4; ++lane) {
        row[4 * (core.quads[i] % 4) + lane] = top.row_data_o[i][lane];
      }
      ++core.quads[i];
    }
    if (!(top.launch_o >> i & 1)) continue;
    Core& core = cores_[i == kCompute ? top.launch_core_o : 0];
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
    core.launched[i].push_back(launch);
    core.quads[i] = 0;
  }
}

void Lockstep::begin(const V_gpu& top, unsigned core) {
  Core& c = cores_[core];
  auto& waiting = c.launched.at(top.trace_launch_stage_o[core]);
  const unsigned wave = top.trace_launch_wave_o[core];
  if (waiting.empty()) throw Mismatch("a wave starts that was not launched", wave, 0, 0);
  model::Launch launch = waiting.front();
  waiting.pop_front();
  launch.wave = static_cast<uint8_t>(wave);
  Resident& resident = c.resident.at(wave);
  resident.call = calls_[launch.slot];
  resident.before.reset();
  if (top.trace_launch_stage_o[core] == kPixel) resident.pixel = pixelsStarted_++;
  c.follower->launch(launch);
}

/// Keeps the wave as it was before an instruction that the model executes in `step`.
void Lockstep::execute(unsigned core, unsigned wave, const std::function<void()>& step) {
  auto before = std::make_unique<model::Wave>(cores_[core].follower->wave(wave));
  step();
  cores_[core].resident[wave].before = std::move(before);
}

void Lockstep::trace(const V_gpu& top) {
  for (looking_ = 0; looking_ < kCores; ++looking_) {
    const unsigned core = looking_;
    Follower& follower = *cores_[core].follower;
    if (top.trace_ended_o[core]) {
      forceAtomic(core, top.trace_end_wave_o[core]);
      follower.ended(top.trace_end_wave_o[core]);
    }
    if (top.trace_launch_o[core]) begin(top, core);
    if (top.trace_issue_o[core]) {
      forceAtomic(core, top.trace_wave_o[core]);
      execute(core, top.trace_wave_o[core], [&] { model::followIssue(follower, top, core); });
    }
    if (top.trace_vmem_order_o[core]) orderMemory(core, top.trace_vmem_wave_o[core]);
    if (top.trace_lds_order_o[core]) {
      const unsigned wave = top.trace_lds_wave_o[core];
      execute(core, wave, [&] { follower.order(wave); });
    }
    if (model::followWrites(follower, top, core, faultNow()) > 0 && faultNow()) fault_ = 0;
  }
  looking_ = 0;
}

/// Whether the fault that was asked for goes into the next register written.
bool Lockstep::faultNow() const {
  uint64_t issued = instructions_;
  for (const Core& c : cores_) issued += c.follower->issued();
  return fault_ != 0 && issued >= fault_;
}

// --------------------------------------------------------------------- atomics

/// The model executes a vector memory instruction, or, with several cores, waits with an atomic
/// until memory has done its operations.
void Lockstep::orderMemory(unsigned core, unsigned wave) {
  Core& c = cores_[core];
  if (kCores > 1 && c.follower->atAtomic(wave)) {
    Atomic atomic;
    atomic.operations = c.follower->operations(wave);
    c.atomics[wave].push_back(std::move(atomic));
    if (c.atomics[wave].back().isDone()) forceAtomic(core, wave);
    return;
  }
  execute(core, wave, [&] { c.follower->order(wave); });
}

/// The wave goes on: what it has begun is executed, even if memory has not done all of it (then
/// nobody asks for the old values).
void Lockstep::forceAtomic(unsigned core, unsigned wave) {
  auto& queue = cores_[core].atomics[wave];
  if (!queue.empty() && !queue.back().executed) executeAtomic(core, wave, queue.back());
  while (!queue.empty() && queue.front().executed && queue.front().isDone()) queue.pop_front();
}

void Lockstep::executeAtomic(unsigned core, unsigned wave, Atomic& atomic) {
  Core& c = cores_[core];
  size_t next = 0;
  c.core->onAtomic = [&](uint32_t address, unsigned op, uint32_t operand, uint32_t compare) {
    // What memory has done is in the model's memory already.
    if (next < atomic.old.size()) return atomic.old[next++];
    const uint32_t old = memory_.read32(Client::kVector, address);
    memory_.write32(Client::kVector, address, model::atomicResult(op, old, operand, compare));
    return old;
  };
  execute(core, wave, [&] { c.follower->order(wave); });
  c.core->onAtomic = nullptr;
  atomic.executed = true;
  atomic.step = c.follower->history(wave).back();
}

/// Memory has done one operation: it must be the wave's next one, and it leaves its result.
void Lockstep::acknowledgeAtomic(unsigned core, const Write& write, const V_gpu& top) {
  auto& queue = cores_[core].atomics[write.wave];
  auto waiting = queue.begin();
  while (waiting != queue.end() && waiting->isDone()) ++waiting;
  unsigned dword = 0;
  while (dword < 3 && (write.strobes >> 4 * dword & 15) == 0) ++dword;
  const auto same = [&](const char* what, uint64_t rtl, uint64_t model) {
    if (rtl == model) return;
    blamed_ = std::make_unique<Blame>(blame(core, write.wave));
    if (waiting != queue.end() && waiting->executed) blamed_->history.push_back(waiting->step);
    throw Mismatch(
        format("atomic operation, %s: RTL %#llx, model %#llx", what,
               static_cast<unsigned long long>(rtl), static_cast<unsigned long long>(model)),
        write.wave, 0, 0);
  };
  if (waiting == queue.end()) same("lanes beyond the instruction's", 1, 0);
  const model::AtomicOperation& wanted = waiting->operations[waiting->old.size()];
  const uint32_t operand = write.data[dword], compare = write.data[(dword + 1) % 4];
  same("address", write.address + 4 * dword, wanted.address);
  same("kind", write.op, wanted.op);
  same("operand", operand, wanted.operand);
  if (wanted.op == static_cast<unsigned>(isa::AtomicOp::kCmpxchg)) {
    same("value compared with", compare, wanted.compare);
  }
  const uint32_t old = top.mem_error_o ? 0 : top.mem_old_o[0];
  waiting->old.push_back(old);
  const auto later = storing_.find(wanted.address);
  if (!top.mem_error_o && (later == storing_.end() || later->second == 0)) {
    memory_.write32(Client::kVector, wanted.address,
                    model::atomicResult(write.op, old, operand, compare));
  }
  if (waiting->isDone() && !waiting->executed) executeAtomic(core, write.wave, *waiting);
  while (!queue.empty() && queue.front().executed && queue.front().isDone()) queue.pop_front();
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
  for (unsigned number = 0; number < writes_.size(); ++number) {
    const Port port(number);
    if (port.core >= kCores) break;
    looking_ = port.core;
    auto& queue = writes_[number];
    if ((top.mem_ack_o >> number & 1) && port.isCore()) {
      if (queue.empty()) throw Mismatch("an answer to nothing", Follower::kWaves, 0, 0);
      const Write write = queue.front();
      queue.pop_front();
      acknowledge(port.core, write, top);
    }
    if (!(top.mem_write_o >> number & 1)) continue;
    Write write{top.mem_addr_o[number],
                top.mem_strobe_o[number],
                {},
                (top.mem_atomic_o >> number & 1) != 0,
                top.mem_op_o[number],
                top.mem_tag_o[number] % Follower::kWaves};
    for (int i = 0; i < 4; ++i) write.data[i] = top.mem_data_o[number][i];
    if (port.isCore()) {
      queue.push_back(write);
      continue;
    }
    const auto* bytes = reinterpret_cast<const uint8_t*>(write.data.data());
    for (unsigned i = 0; i < 16; ++i) {
      if (!(write.strobes >> i & 1)) continue;
      memory_.write(static_cast<Client>(port.client), write.address + i, bytes + i, 1);
    }
  }
  looking_ = 0;
}

void Lockstep::acknowledge(unsigned core, const Write& write, const V_gpu& top) {
  if (kCores > 1 && write.atomic) return acknowledgeAtomic(core, write, top);
  if (top.mem_error_o) return;
  for (uint32_t i = 0; i < 4; ++i) {
    const unsigned strobes = write.strobes >> (4 * i) & 15;
    if (strobes == 0) continue;
    const uint32_t address = write.address + 4 * i;
    const uint32_t value = write.atomic
                               ? model::atomicResult(write.op, top.mem_old_o[i], write.data[i],
                                                     write.data[(i + 1) % 4])
                               : write.data[i];
    const auto storing = storing_.find(address);
    if (!write.atomic && storing != storing_.end() && --storing->second == 0) {
      storing_.erase(storing);
    }
    try {
      cores_[core].follower->stored(address, value, strobes);
    } catch (const Mismatch& difference) {
      // The follower names the wave that it looks at, which is another one.
      blameStore(address);
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
    for (looking_ = 0; looking_ < kCores; ++looking_) {
      const Core& c = cores_[looking_];
      for (unsigned wave = 0; wave < Follower::kWaves; ++wave) {
        if (!c.atomics[wave].empty()) {
          throw Mismatch("an atomic instruction that memory has not done", wave, 0, 0);
        }
      }
      c.follower->finish();
    }
    looking_ = 0;
    compareMemory(rtlMemory);
  } catch (const Mismatch& difference) {
    report(difference.what(), blamed_ ? *blamed_ : blame(looking_, difference.wave));
    return false;
  }
  uint64_t instructions = instructions_;
  for (const Core& c : cores_) instructions += c.follower->issued();
  std::fprintf(
      stderr, "eleven: lock step: %llu instructions, %llu draws, %llu dispatches, no difference\n",
      static_cast<unsigned long long>(instructions), static_cast<unsigned long long>(draws_),
      static_cast<unsigned long long>(dispatches_));
  return true;
}

// ---------------------------------------------------------------------- report

std::string Lockstep::text(uint64_t instruction) const {
  if (disassemble_) return disassemble_(instruction);
  return format("%s (%#018llx)", isa::kOpInfo[instruction & 127].mnemonic,
                static_cast<unsigned long long>(instruction));
}

std::string Lockstep::source(uint32_t pc) const {
  return source_ ? source_(pc) : std::string();
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

Lockstep::Blame Lockstep::blame(unsigned core, unsigned wave) const {
  Blame blame;
  if (wave >= Follower::kWaves || core >= kCores) return blame;
  blame.core = core;
  blame.wave = wave;
  blame.call = cores_[core].resident[wave].call;
  blame.history = cores_[core].follower->history(wave);
  return blame;
}

/// A store is compared when memory acknowledges it; the wave has gone on by then.
void Lockstep::blameStore(uint32_t address) {
  blamed_ = std::make_unique<Blame>();
  for (const Store& store : stores_) {
    if (store.address != address) continue;
    blamed_->core = store.core;
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
  const Resident& resident = cores_[blame.core].resident[blame.wave];
  std::fprintf(stderr, "  %s %llu, core %u, wave slot %u\n",
               blame.call.dispatch ? "dispatch" : "draw",
               static_cast<unsigned long long>(blame.call.number), blame.core, blame.wave);
  const auto& history = blame.history;
  if (history.empty()) return;
  const Follower::Step& last = history.back();
  std::fprintf(stderr, "  pc %#x: %s\n", last.pc, text(last.instruction).c_str());
  if (const std::string from = source(last.pc); !from.empty()) {
    std::fprintf(stderr, "  from %s\n", from.c_str());
  }
  if (resident.before != nullptr && !blamed_) {
    std::fputs(operands(*resident.before, last.instruction).c_str(), stderr);
  }
  std::fprintf(stderr, "  the wave's last %zu instructions:\n", history.size());
  std::string shown;
  for (const Follower::Step& step : history) {
    std::string from = source(step.pc);
    if (from != shown && !from.empty()) std::fprintf(stderr, "    ; %s\n", from.c_str());
    shown = std::move(from);
    std::fprintf(stderr, "    %#010x  exec %04x  %s\n", step.pc, step.exec,
                 text(step.instruction).c_str());
  }
}

}  // namespace e11::sim
