// SPDX-License-Identifier: Apache-2.0
#include "lockstep.h"

#include <cstdarg>
#include <stdexcept>

#include "../../../model/core/tests/assembler.h"
#include "e11/isa.h"
#include "e11/model/atomic.h"
#include "e11/model/trace_ports.h"

namespace e11::bench {

namespace {

constexpr unsigned kWaves = E11_CFG_WAVES;
constexpr int kVectorPort = 2, kPorts = 3;  // 0 instruction, 1 scalar
constexpr int kPixelPort = 1, kComputePort = 2, kLaunchPorts = 3;

std::string text(const char* format, ...) {
  char buffer[512];
  va_list args;
  va_start(args, format);
  std::vsnprintf(buffer, sizeof buffer, format, args);
  va_end(args);
  return buffer;
}

/// E11_VERBOSE=1 prints each instruction and what the model makes of it.
bool verbose() {
  static const bool on = std::getenv("E11_VERBOSE") != nullptr;
  return on;
}

const char* mnemonic(uint64_t word) {
  return isa::kOpInfo[word & 127].mnemonic;
}

}  // namespace

Lockstep::Lockstep(Random& random, const Options& options)
    : random_(random),
      options_(options),
      memory_(kMemoryBytes),
      core_(memory_),
      follower_(core_, memory_),
      ram_(kMemoryBytes / 4),
      slots_(kWaves) {
  core_.onExport = [this](const model::Export& e) {
    expected_[pixelNumber_[slots_[follower_.active()].tag]].push_back(e);
  };
  core_.onTrap = [this](uint32_t) { ++modelTraps_; };
  if (verbose()) {
    follower_.onStep = [this](unsigned index, const model::Retired& done) {
      const model::Wave& wave = follower_.wave(index);
      std::printf("wave %u, pc %#x, %s exec %04x cov %04x", index, done.pc,
                  mnemonic(done.instruction), done.exec, wave.cov);
      for (int i = 0; i < done.vectorCount; ++i) {
        std::printf("\n   v%u:", done.vector[i]);
        for (const uint32_t x : wave.v[done.vector[i]]) std::printf(" %x", x);
      }
      for (int i = 0; i < done.scalarCount; ++i)
        std::printf(" s%u: %x", done.scalar[i], wave.s[done.scalar[i]]);
      std::printf("\n");
    };
  }
  follower_.setUnreadable(options.faultAt);
  top_->launch_valid_i = top_->row_valid_i = 0;
  top_->rsp_valid_i = top_->req_ready_i = 0;
  top_->state_valid_i = top_->coef_valid_i = 0;
  top_->export_ready_i = 0;
  top_.reset();
}

void Lockstep::poke(uint32_t address, const void* data, size_t bytes) {
  memory_.writePhysical(address, data, bytes);
  std::memcpy(reinterpret_cast<uint8_t*>(ram_.data()) + address, data, bytes);
}

void Lockstep::state(int slot, uint32_t word, uint32_t value) {
  core_.writeState(slot, word, value);
  top_->state_valid_i = 1;
  top_->state_slot_i = static_cast<uint8_t>(slot);
  top_->state_word_i = static_cast<uint8_t>(word);
  top_->state_data_i = value;
  top_.settle();
  top_.tick();
  top_->state_valid_i = 0;
}

void Lockstep::coefficient(uint32_t address, uint32_t c0, uint32_t c1, uint32_t c2) {
  core_.writeCoefficient(address, c0, c1, c2);
  top_->coef_valid_i = 1;
  top_->coef_addr_i = static_cast<uint16_t>(address);
  top_->coef_data_i[0] = c0;
  top_->coef_data_i[1] = c1;
  top_->coef_data_i[2] = c2;
  top_.settle();
  top_.tick();
  top_->coef_valid_i = 0;
}

void Lockstep::launch(const model::Launch& launch) {
  launches_[launch.stage == model::Stage::kPixel].push_back(launch);
}

void Lockstep::launchGroup(const std::vector<model::Launch>& waves) {
  groups_.push_back(waves);
}

/// Gives the next group a slot and a part of thread-group memory, if there are such.
bool Lockstep::placeGroup() {
  const uint32_t size = groups_.front().front().ldsSize;
  unsigned slot = 0;
  while (slot < group_.size() && group_[slot].busy) ++slot;
  if (slot == group_.size()) return false;
  // The lowest place; groups begin where others end.
  uint32_t base = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (const Group& g : group_) {
      if (!g.busy || base + size <= g.base || g.base + g.size <= base) continue;
      base = g.base + g.size;
      moved = true;
    }
  }
  if (base + size > E11_CFG_LDS_BYTES) return false;
  Group& g = group_[slot];
  g = Group();
  g.busy = true;
  g.base = base;
  g.size = size;
  g.waves = static_cast<unsigned>(groups_.front().size());
  for (model::Launch l : groups_.front()) {
    l.stage = model::Stage::kCompute;
    l.group = static_cast<uint8_t>(slot);
    l.waves = static_cast<uint8_t>(g.waves);
    l.ldsBase = static_cast<uint16_t>(base);
    launches_[kComputePort].push_back(l);
  }
  groups_.pop_front();
  ++groupsLaunched_;
  return true;
}

void Lockstep::fillRegisters(uint32_t code, const std::function<uint32_t()>& value) {
  constexpr unsigned kVectors = 128, kScalars = 64, kVectorSize = 2;
  const uint32_t end = code + kFillBytes;
  const auto add = [&](const std::vector<uint64_t>& program) {
    const uint32_t at = code, bytes = static_cast<uint32_t>(program.size()) * 8;
    if (bytes > end - at) throw std::logic_error("kFillBytes");
    poke(at, program.data(), bytes);
    code += (bytes + 63) & ~63u;
    return at;
  };
  // Waves that are all resident at once.
  const auto fill = [&](bool vector, unsigned registers, unsigned size) {
    std::vector<uint64_t> program;
    for (unsigned i = 0; i < registers; ++i)
      program.push_back(formL(isa::Op::kMov, vector ? v(i) : s(i), 0, value()));
    program.push_back(formC(isa::Op::kEnd));
    model::Launch l;
    l.stage = model::Stage::kPixel;
    l.size = static_cast<uint8_t>(size);
    l.code = add(program);
    l.exec = 0xffff;
    for (unsigned i = 0; i < kWaves >> size; ++i) launch(l);
    run();
  };
  fill(true, kVectors, kVectorSize);
  fill(false, kScalars, 0);
  // Thread-group memory, 256 bytes with each instruction.
  constexpr uint32_t kStep = 256, kHalf = E11_CFG_LDS_BYTES / 2;  // beyond it: by an offset
  std::vector<uint64_t> program = {formR(isa::Op::kShl, v(0), isa::kSrcLane, k(4)),
                                   formL(isa::Op::kMov, s(8), 0, kHalf)};
  for (uint32_t at = 0; at < E11_CFG_LDS_BYTES; at += kStep)
    program.push_back(formM(isa::Op::kStlds, 1 + at / kStep % 16, v(0), 0, at < kHalf ? k(0) : s(8),
                            3, at % kHalf));
  program.push_back(formC(isa::Op::kEnd));
  model::Launch l;
  l.code = add(program);
  l.exec = l.cov = 0xffff;
  l.ldsSize = E11_CFG_LDS_BYTES;
  launchGroup({l});
  run();
}

void Lockstep::fail(const std::string& what) {
  throw std::runtime_error(
      text("cycle %llu, %s: ", static_cast<unsigned long long>(top_.cycle()), context_.c_str()) +
      what);
}

void Lockstep::expectSame(const std::string& what, uint64_t rtl, uint64_t model) {
  if (rtl == model) return;
  fail(what + text(": RTL %#llx, model %#llx", static_cast<unsigned long long>(rtl),
                   static_cast<unsigned long long>(model)));
}

// ------------------------------------------------------------------ the model follows

void Lockstep::begin(unsigned index) {
  const auto stage = static_cast<model::Stage>(top_->trace_launch_stage_o[0]);
  const unsigned tag = top_->trace_launch_tag_o[0];
  context_ = text("wave %u, start", index);
  model::Launch launch;
  if (stage == model::Stage::kCompute) {
    Group& group = group_.at(tag);
    if (group.starting.empty()) fail("starts what was not launched");
    launch = group.starting.front();
    group.starting.pop_front();
    group.slots.push_back(index);
    ++group.started;
  } else {
    auto& waiting = starting_[stage == model::Stage::kPixel];
    auto it = waiting.find(tag);
    if (it == waiting.end()) fail("starts what was not launched");
    launch = it->second;
    waiting.erase(it);
    if (stage == model::Stage::kVertex) batchWave_[tag] = index;
  }
  launch.wave = static_cast<uint8_t>(index);
  slots_[index] = {stage, static_cast<uint8_t>(tag)};
  follower_.launch(launch);
}

void Lockstep::trace() {
  if (top_->trace_ended_o[0]) {
    const unsigned wave = top_->trace_end_wave_o[0];
    follower_.ended(wave);
    if (slots_[wave].stage == model::Stage::kCompute) ++group_[slots_[wave].tag].ended;
  }
  if (top_->trace_launch_o[0]) begin(top_->trace_launch_wave_o[0]);
  if (top_->trace_issue_o[0]) model::followIssue(follower_, *top_, 0);
  if (top_->trace_vmem_order_o[0]) follower_.order(top_->trace_vmem_wave_o[0]);
  if (top_->trace_lds_order_o[0]) follower_.order(top_->trace_lds_wave_o[0]);
  model::followWrites(follower_, *top_, 0);
}

// ------------------------------------------------------------------------ the ports

void Lockstep::memory(int port) {
  const bool ready = top_->req_ready_i >> port & 1;
  if ((top_->req_valid_o >> port & 1) && ready) {
    Beat beat;
    beat.due = top_.cycle() + options_.latency + random_() % (options_.jitter + 1);
    beat.tag = top_->req_tag_o[port];
    request(port, beat);
  }
  auto& queue = answers_[port];
  if ((top_->rsp_valid_i >> port & 1) && (top_->rsp_ready_o >> port & 1)) queue.pop_front();
}

void Lockstep::request(int port, Beat beat) {
  const uint32_t address = top_->req_addr_o[port];
  context_ = text("memory port %d, address %#x", port, address);
  if (address & 15) fail("address is not aligned");
  const bool inside = address < kMemoryBytes;
  if (!(top_->req_write_o >> port & 1)) {
    const unsigned beats = top_->req_line_o >> port & 1 ? 4 : 1;
    for (unsigned b = 0; b < beats; ++b) {
      const uint32_t at = address + 16 * b;
      beat.error = !inside || (at & ~63u) == options_.faultAt;
      for (unsigned i = 0; i < 4; ++i) beat.data[i] = beat.error ? 0 : ram_[at / 4 + i];
      beat.last = b + 1 == beats;
      if ((at & ~63u) == options_.faultAt && b == 0) ++faults_;
      answers_[port].push_back(beat);
    }
    return;
  }
  if (!inside) fail("a store beyond memory");
  if (verbose())
    std::printf("cycle %llu: write to %#x, bytes %04x, tag %#x\n",
                static_cast<unsigned long long>(top_.cycle()), address, top_->req_strobe_o[port],
                beat.tag);
  const bool atomic = top_->req_atomic_o >> port & 1;
  const auto& data = top_->req_data_o[port];
  for (uint32_t i = 0; i < 4; ++i) {
    const uint32_t strobe = top_->req_strobe_o[port] >> (4 * i) & 15;
    if (!strobe) continue;
    uint32_t& word = ram_[address / 4 + i];
    if (atomic) {
      if (top_->req_strobe_o[port] != 15u << 4 * i) fail("an atomic on more or less than a dword");
      beat.data.fill(word);
      word = model::atomicResult(top_->req_op_o[port], word, data[i], data[(i + 1) % 4]);
    } else {
      for (unsigned b = 0; b < 4; ++b)
        if (strobe >> b & 1) word = (word & ~(0xffu << 8 * b)) | (data[i] & 0xffu << 8 * b);
    }
    follower_.stored(address + 4 * i, word, strobe);
  }
  beat.write = beat.last = true;
  answers_[port].push_back(beat);
}

void Lockstep::takeExport() {
  if (!top_->export_valid_o || !top_->export_ready_i) return;
  context_ = text("export of pixel wave %llu", static_cast<unsigned long long>(exportWave_));
  expectSame("quad", top_->export_quad_o, beat_);
  if (beat_ == 0) {
    beats_ = model::Export();
    beats_.target = top_->export_target_o;
    beats_.mask = top_->export_mask_o;
    beats_.done = top_->export_done_o;
  }
  expectSame("target of a later quad", top_->export_target_o, beats_.target);
  expectSame("mask of a later quad", top_->export_mask_o, beats_.mask);
  expectSame("done of a later quad", top_->export_done_o, beats_.done);
  beats_.cov |= static_cast<uint16_t>(top_->export_cov_o << (4 * beat_));
  for (unsigned l = 0; l < 4; ++l)
    for (unsigned c = 0; c < 4; ++c) beats_.data[4 * beat_ + l][c] = top_->export_data_o[4 * l + c];
  beat_ = (beat_ + 1) % 4;
  if (beat_) return;
  current_.push_back(beats_);
  if (!beats_.done) return;
  // The model may not have executed the last of them yet: compared at the end.
  exports_[exportWave_++] = std::move(current_);
  current_.clear();
}

void Lockstep::driveLaunch(int i) {
  const auto& queue = launches_[i];
  uint8_t valid = top_->launch_valid_i & (1 << i);
  if (!valid && !queue.empty() && (i != 0 || !batchBusy_[vertexTag_])) {
    const model::Launch& l = queue.front();
    top_->launch_size_i[i] = l.size;
    top_->launch_slot_i[i] = l.slot;
    top_->launch_code_i[i] = l.code;
    top_->launch_s0_i[i] = l.s0;
    top_->launch_s1_i[i] = l.s1;
    top_->launch_s2_i[i] = l.s2;
    top_->launch_exec_i[i] = l.exec;
    top_->launch_cov_i[i] = l.cov;
    top_->launch_rows_i[i] = l.rows;
    top_->launch_tag_i[i] = i == kComputePort ? l.group : i == kPixelPort ? pixelTag_ : vertexTag_;
    uint64_t coef = 0;
    for (int q = 0; q < 4; ++q) coef |= uint64_t{l.coef[q]} << (10 * q);
    top_->launch_coef_i[i] = coef;
    if (i == kComputePort) {
      top_->launch_waves_i = l.waves;
      top_->launch_lds_base_i = l.ldsBase;
      top_->launch_lds_size_i = l.ldsSize;
    }
    valid = static_cast<uint8_t>(1 << i);
  }
  top_->launch_valid_i = static_cast<uint8_t>((top_->launch_valid_i & ~(1 << i)) | valid);
  const bool perhaps = !options_.stall || random_() % 4 != 0;
  const bool row = (top_->row_valid_i >> i & 1) || (!rows_[i].empty() && perhaps);
  if (row)
    for (unsigned l = 0; l < 4; ++l) top_->row_i[i][l] = rows_[i].front()[4 * rowQuad_[i] + l];
  top_->row_valid_i = static_cast<uint8_t>((top_->row_valid_i & ~(1 << i)) | row << i);
}

void Lockstep::takeLaunch(int i) {
  if ((top_->row_valid_i >> i & 1) && (top_->row_ready_o >> i & 1)) {
    rowQuad_[i] = (rowQuad_[i] + 1) % 4;
    if (rowQuad_[i] == 0) rows_[i].pop_front();
    rowTaken_ |= static_cast<uint8_t>(1 << i);
  }
  if (!(top_->launch_valid_i >> i & 1) || !(top_->launch_ready_o >> i & 1)) return;
  const model::Launch l = launches_[i].front();
  launches_[i].pop_front();
  launchTaken_ |= static_cast<uint8_t>(1 << i);
  for (int r = 0; r < l.rows; ++r) rows_[i].push_back(l.row[r]);
  if (i == kComputePort) {
    group_[l.group].starting.push_back(l);
    return;
  }
  uint8_t& tag = i == kPixelPort ? pixelTag_ : vertexTag_;
  starting_[i][tag] = l;
  if (i == kPixelPort) {
    pixelNumber_[tag] = pixelLaunched_++;
    tag = (tag + 1) & 63;
  } else {
    batchBusy_[tag] = true;
    ++vertexLaunched_;
    tag = (tag + 1) & 7;
  }
}

void Lockstep::drive() {
  const auto perhaps = [this] { return !options_.stall || random_() % 4 != 0; };
  while (!groups_.empty() && placeGroup()) {
  }
  for (int i = 0; i < kLaunchPorts; ++i) driveLaunch(i);
  top_->export_ready_i = perhaps();
  uint8_t requestReady = 0, valid = 0, write = 0, last = 0, error = 0;
  for (int p = 0; p < kPorts; ++p) {
    requestReady |= static_cast<uint8_t>((answers_[p].size() < 24 && perhaps()) << p);
    const bool held = top_->rsp_valid_i >> p & 1 && !answers_[p].empty();
    if (answers_[p].empty() || answers_[p].front().due > top_.cycle()) continue;
    if (!held && !perhaps()) continue;
    const Beat& beat = answers_[p].front();
    valid |= static_cast<uint8_t>(1 << p);
    write |= static_cast<uint8_t>(beat.write << p);
    last |= static_cast<uint8_t>(beat.last << p);
    error |= static_cast<uint8_t>(beat.error << p);
    top_->rsp_tag_i[p] = beat.tag;
    for (int i = 0; i < 4; ++i) top_->rsp_data_i[p][i] = beat.data[i];
  }
  top_->req_ready_i = requestReady;
  top_->rsp_valid_i = valid;
  top_->rsp_write_i = write;
  top_->rsp_last_i = last;
  top_->rsp_error_i = error;
}

void Lockstep::sample() {
  trace();
  for (int p = 0; p < kPorts; ++p) memory(p);
  takeExport();
  for (size_t i = 0; i < events_.size(); ++i) {
    events_[i] += top_->events_o >> i & 1;
    total_[i] += top_->events_o >> i & 1;
  }
  traps_ += top_->trap_valid_o;
  ends();
  for (int i = 0; i < kLaunchPorts; ++i) takeLaunch(i);
}

void Lockstep::ends() {
  // Unless another wave has had the slot since, nothing of it may be under way.
  const auto expectAcknowledged = [this](unsigned wave, model::Stage stage, unsigned tag) {
    const bool last = slots_[wave].stage == stage && slots_[wave].tag == tag;
    for (const Beat& beat : answers_[kVectorPort])
      if (beat.write && (beat.tag & 63) == wave && last && !follower_.live(wave))
        fail(text("of wave %u before a store is acknowledged, due in cycle %llu", wave,
                  static_cast<unsigned long long>(beat.due)));
  };
  if (top_->vs_done_valid_o) {
    context_ = "vs_done";
    const unsigned tag = top_->vs_done_tag_o;
    if (tag >= 8 || !batchBusy_[tag] || starting_[0].count(tag))
      fail("of a batch that does not run");
    const unsigned wave = batchWave_[tag];
    if (follower_.live(wave) && slots_[wave].stage == model::Stage::kVertex &&
        slots_[wave].tag == tag)
      fail("before the wave's end");
    expectAcknowledged(wave, model::Stage::kVertex, tag);
    batchBusy_[tag] = false;
    ++vertexFinished_;
  }
  if (top_->cs_done_valid_o) {
    context_ = "cs_done";
    Group& group = group_.at(top_->cs_done_tag_o);
    if (!group.busy || ++group.done > group.ended) fail("before the wave's end");
    if (group.done == group.waves) {
      for (const unsigned wave : group.slots)
        expectAcknowledged(wave, model::Stage::kCompute, top_->cs_done_tag_o);
      group.busy = false;
      ++groupsFinished_;
    }
  }
  if (top_->pixel_done_valid_o) {
    context_ = "pixel_done";
    expectSame("order", top_->pixel_done_tag_o, pixelDone_);
    pixelDone_ = (pixelDone_ + 1) & 63;
    ++pixelFinished_;
  }
}

void Lockstep::stuck() {
  context_ = "run";
  std::string state = text(
      "does not come to an end; %zu + %zu + %zu launches wait, done %llu of %llu, %llu of %llu and "
      "%llu of %llu, %llu exported, busy %d, %llu instructions",
      launches_[0].size(), launches_[1].size(), launches_[2].size(),
      static_cast<unsigned long long>(vertexFinished_),
      static_cast<unsigned long long>(vertexLaunched_),
      static_cast<unsigned long long>(pixelFinished_),
      static_cast<unsigned long long>(pixelLaunched_),
      static_cast<unsigned long long>(groupsFinished_),
      static_cast<unsigned long long>(groupsLaunched_),
      static_cast<unsigned long long>(exportWave_), top_->busy_o,
      static_cast<unsigned long long>(issued()));
  for (unsigned w = 0; w < kWaves; ++w)
    if (follower_.live(w)) state += text("; wave %u at %#x", w, follower_.wave(w).pc);
  fail(state);
}

void Lockstep::run(uint64_t maxCycles) {
  expected_.clear();
  exports_.clear();
  const uint64_t end = top_.cycle() + maxCycles;
  unsigned quiet = 0;
  while (quiet < 40) {
    if (top_.cycle() >= end) stuck();
    drive();
    top_.settle();
    sample();
    const bool launched = launches_[0].empty() && launches_[1].empty() && launches_[2].empty();
    const bool idle = launched && groups_.empty() && groupsLaunched_ == groupsFinished_ &&
                      vertexLaunched_ == vertexFinished_ && pixelLaunched_ == pixelFinished_ &&
                      exportWave_ == pixelLaunched_ && !top_->busy_o;
    quiet = idle ? quiet + 1 : 0;
    top_.tick();
    top_->launch_valid_i &= static_cast<uint8_t>(~launchTaken_);
    top_->row_valid_i &= static_cast<uint8_t>(~rowTaken_);
    launchTaken_ = rowTaken_ = 0;
  }
  follower_.finish();
  context_ = "at the end";
  compareMemory();
  compareExports();
  context_ = "counters";
  const model::CoreCounters& n = core_.counters();
  expectSame("traps", traps_, modelTraps_);
  expectSame("issued", total_[kIssued], n.issued);
  expectSame("issued_vector", total_[kVector], n.vector);
  expectSame("issued_scalar", total_[kScalar], n.scalar);
  expectSame("issued_memory", total_[kMemory], n.memory);
  expectSame("issued_control", total_[kControl], n.control);
  expectSame("waves_compute", total_[kWavesCompute], n.wavesCompute);
}

void Lockstep::compareMemory() {
  if (std::memcmp(memory_.data(), ram_.data(), kMemoryBytes) == 0) return;
  for (uint32_t a = 0; a < kMemoryBytes / 4; ++a) {
    uint32_t value;
    std::memcpy(&value, memory_.data() + 4 * size_t{a}, 4);
    expectSame(text("memory at %#x", 4 * a), ram_[a], value);
  }
}

void Lockstep::compareExports() {
  for (; pixelCompared_ < pixelLaunched_; ++pixelCompared_) {
    context_ = text("exports of pixel wave %llu", static_cast<unsigned long long>(pixelCompared_));
    const auto& model = expected_[pixelCompared_];
    const auto& rtl = exports_[pixelCompared_];
    expectSame("number", rtl.size(), model.size());
    for (size_t i = 0; i < rtl.size(); ++i) {
      expectSame("target", rtl[i].target, model[i].target);
      expectSame("mask", rtl[i].mask, model[i].mask);
      expectSame("done", rtl[i].done, model[i].done);
      expectSame("cov", rtl[i].cov, model[i].cov);
      for (int l = 0; l < model::kLanes; ++l)
        for (int c = 0; c < 4; ++c)
          if (model[i].mask >> c & 1)
            expectSame(text("lane %d component %d", l, c), rtl[i].data[l][c], model[i].data[l][c]);
    }
  }
}

}  // namespace e11::bench
