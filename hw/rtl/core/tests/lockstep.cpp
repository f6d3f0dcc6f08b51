// SPDX-License-Identifier: Apache-2.0
#include "lockstep.h"

#include <cstdarg>
#include <stdexcept>

#include "e11/isa.h"

namespace e11::bench {

namespace {

constexpr unsigned kWaves = E11_CFG_WAVES;
constexpr unsigned kRowsPerSlot = E11_CFG_VGPR_ROWS / kWaves;
constexpr unsigned kScalarsPerSlot = E11_CFG_SGPRS_PER_WAVE;
constexpr int kVector = 2, kPorts = 3;  // 0 instruction, 1 scalar

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
      ram_(kMemoryBytes / 4),
      slots_(kWaves),
      shadowRows_(E11_CFG_VGPR_ROWS),
      shadowScalars_(kWaves * kScalarsPerSlot) {
  core_.onExport = [this](const model::Export& e) {
    expected_[static_cast<unsigned>(pixelNumber_[slots_[active_].tag])].push_back(e);
  };
  core_.onTrap = [this](uint32_t) { ++modelTraps_; };
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
  Slot& slot = slots_[index];
  const bool pixel = top_->trace_launch_pixel_o;
  const unsigned tag = top_->trace_launch_tag_o;
  context_ = text("wave %u, start", index);
  if (slot.live) fail("slot in use");
  auto it = starting_[pixel].find(tag);
  if (it == starting_[pixel].end()) fail("starts what was not launched");
  model::Launch launch = it->second;
  starting_[pixel].erase(it);
  launch.wave = static_cast<uint8_t>(index);
  core_.start(slot.wave, launch);
  slot.live = true;
  slot.pending = false;
  slot.pixel = pixel;
  slot.tag = static_cast<uint8_t>(tag);
  if (!pixel) batchWave_[tag] = index;
  slot.rows.clear();
  slot.scalars.clear();
  // What is undefined at start is what the RTL has there.
  for (unsigned r = 0; r <= slot.wave.vectorMask; ++r) {
    const model::Row& row = shadowRows_[index * kRowsPerSlot + r];
    if (r < launch.rows && row != launch.row[r]) fail(text("v%u is not what was launched", r));
    slot.wave.v[r] = row;
  }
  for (unsigned r = 0; r <= slot.wave.scalarMask; ++r) {
    const uint32_t value = shadowScalars_[index * kScalarsPerSlot + r];
    if (r < 3) expectSame(text("s%u", r), value, slot.wave.s[r]);
    slot.wave.s[r] = value;
  }
}

void Lockstep::compare(unsigned index) {
  Slot& slot = slots_[index];
  if (!slot.pending) return;
  slot.pending = false;
  active_ = index;
  model::Retired done;
  core_.step(slot.wave, &done);
  context_ = text("wave %u, pc %#x, instruction %#llx (%s)", index, done.pc,
                  static_cast<unsigned long long>(done.instruction), mnemonic(done.instruction));
  if (verbose()) {
    std::printf("%s exec %04x cov %04x", context_.c_str(), done.exec, slot.wave.cov);
    for (int i = 0; i < done.vectorCount; ++i) {
      std::printf("\n   v%u:", done.vector[i]);
      for (const uint32_t x : slot.wave.v[done.vector[i]]) std::printf(" %x", x);
    }
    for (int i = 0; i < done.scalarCount; ++i)
      std::printf(" s%u: %x", done.scalar[i], slot.wave.s[done.scalar[i]]);
    std::printf("\n");
  }
  for (int i = 0; i < done.vectorCount; ++i) slot.rows.insert(done.vector[i]);
  for (int i = 0; i < done.scalarCount; ++i) slot.scalars.insert(done.scalar[i]);
  for (const uint32_t r : slot.rows) {
    const model::Row& rtl = shadowRows_[index * kRowsPerSlot + r];
    for (int l = 0; l < model::kLanes; ++l)
      expectSame(text("v%u lane %d", r, l), rtl[l], slot.wave.v[r][l]);
  }
  for (const uint32_t r : slot.scalars)
    expectSame(text("s%u", r), shadowScalars_[index * kScalarsPerSlot + r], slot.wave.s[r]);
  slot.rows.clear();
  slot.scalars.clear();
  for (const auto& store : done.stores) written(false, store.address, store.value, context_);
}

void Lockstep::issue(unsigned index, uint32_t pc, uint64_t word, uint16_t exec, uint16_t cov) {
  Slot& slot = slots_[index];
  compare(index);
  if (!slot.live) fail(text("wave %u issues but has not started", index));
  if (slot.wave.ended) fail("the wave goes on where the model's has ended");
  expectSame("next pc", pc, slot.wave.pc);
  expectSame("next exec", exec, slot.wave.exec);
  expectSame("next cov", cov, slot.wave.cov);
  uint64_t expected = 0;
  memory_.read(model::Client::kInstruction, pc, &expected, sizeof expected);
  if ((pc & ~63u) == options_.faultAt) expected = static_cast<uint64_t>(isa::Op::kTrap);
  context_ = text("wave %u, pc %#x", index, pc);
  expectSame("instruction", word, expected);
  slot.pending = true;
  ++issued_;
}

void Lockstep::ended(unsigned index) {
  compare(index);
  Slot& slot = slots_[index];
  if (!slot.live || !slot.wave.ended) fail(text("wave %u ends too early", index));
  slot.live = false;
}

void Lockstep::written(bool rtl, uint32_t address, uint32_t value, const std::string& who) {
  auto& other = unmatched_[!rtl][address];
  if (other.empty()) {
    unmatched_[rtl][address].push_back(value);
    return;
  }
  context_ = who;
  const uint32_t first = other.front();
  other.pop_front();
  expectSame(text("store to %#x", address), rtl ? value : first, rtl ? first : value);
}

// ------------------------------------------------------------------------ the ports

void Lockstep::memory(int port) {
  const bool ready = top_->req_ready_i >> port & 1;
  auto& queue = answers_[port];
  if ((top_->req_valid_o >> port & 1) && ready) {
    const uint32_t address = top_->req_addr_o[port];
    context_ = text("memory port %d, address %#x", port, address);
    if (address & 15) fail("address is not aligned");
    Beat beat;
    beat.due = top_.cycle() + options_.latency + random_() % (options_.jitter + 1);
    beat.tag = top_->req_tag_o[port];
    const bool inside = address < kMemoryBytes;
    if (top_->req_write_o >> port & 1) {
      for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t strobe = top_->req_strobe_o[port] >> (4 * i) & 15;
        if (!strobe) continue;
        if (strobe != 15) fail("a store of less than a dword");
        if (!inside) fail("a store beyond memory");
        ram_[address / 4 + i] = top_->req_data_o[port][i];
        written(true, address + 4 * i, top_->req_data_o[port][i], context_);
      }
      beat.write = beat.last = true;
      queue.push_back(beat);
    } else {
      const unsigned beats = top_->req_line_o >> port & 1 ? 4 : 1;
      for (unsigned b = 0; b < beats; ++b) {
        const uint32_t at = address + 16 * b;
        beat.error = !inside || (at & ~63u) == options_.faultAt;
        for (unsigned i = 0; i < 4; ++i) beat.data[i] = beat.error ? 0 : ram_[at / 4 + i];
        beat.last = b + 1 == beats;
        queue.push_back(beat);
      }
    }
  }
  if ((top_->rsp_valid_i >> port & 1) && (top_->rsp_ready_o >> port & 1)) queue.pop_front();
}

void Lockstep::exports() {
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
  auto& all = expected_[static_cast<unsigned>(exportWave_ | 1u << 30)];
  all = std::move(current_);
  current_.clear();
  ++exportWave_;
}

void Lockstep::registerWrites() {
  for (int port = 0; port < 3; ++port) {
    const unsigned lanes = top_->write_lanes_o[port];
    if (!lanes) continue;
    const unsigned row = top_->write_row_o[port], quad = top_->write_quad_o[port];
    for (unsigned l = 0; l < 4; ++l)
      if (lanes >> l & 1) shadowRows_[row][4 * quad + l] = top_->write_data_o[port][l];
    // Rows of a larger wave belong to its first slot (none: a launch under way).
    for (unsigned w = row / kRowsPerSlot;; --w) {
      Slot& slot = slots_[w];
      if (slot.live && row - w * kRowsPerSlot <= slot.wave.vectorMask) {
        slot.rows.insert(row - w * kRowsPerSlot);
        break;
      }
      if (w % 4 == 0) break;
    }
  }
  for (unsigned i = 0; i < 4; ++i) {
    if (!(top_->swrite_words_o >> i & 1)) continue;
    const unsigned number = 4 * top_->swrite_row_o + i;
    shadowScalars_[number] = top_->swrite_data_o[i];
    for (unsigned w = number / kScalarsPerSlot;; --w) {
      Slot& slot = slots_[w];
      if (slot.live && number - w * kScalarsPerSlot <= slot.wave.scalarMask) {
        slot.scalars.insert(number - w * kScalarsPerSlot);
        break;
      }
      if (w % 4 == 0) break;
    }
  }
}

void Lockstep::drive() {
  const auto perhaps = [this] { return !options_.stall || random_() % 4 != 0; };
  for (int i = 0; i < 2; ++i) {
    auto& queue = launches_[i];
    uint8_t valid = top_->launch_valid_i & (1 << i);
    if (!valid && !queue.empty() && (i == 1 || !batchBusy_[vertexTag_])) {
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
      top_->launch_tag_i[i] = i ? pixelTag_ : vertexTag_;
      uint64_t coef = 0;
      for (int q = 0; q < 4; ++q) coef |= uint64_t{l.coef[q]} << (10 * q);
      top_->launch_coef_i[i] = coef;
      valid = static_cast<uint8_t>(1 << i);
    }
    top_->launch_valid_i = static_cast<uint8_t>((top_->launch_valid_i & ~(1 << i)) | valid);
    const bool row = (top_->row_valid_i >> i & 1) || (!rows_[i].empty() && perhaps());
    if (row)
      for (int l = 0; l < model::kLanes; ++l) top_->row_i[i][l] = rows_[i].front()[l];
    top_->row_valid_i = static_cast<uint8_t>((top_->row_valid_i & ~(1 << i)) | row << i);
  }
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
  // Ends and begins of instructions, then what is written in this cycle.
  if (top_->trace_ended_o) ended(top_->trace_end_wave_o);
  if (top_->trace_launch_o) begin(top_->trace_launch_wave_o);
  if (top_->trace_issue_o)
    issue(top_->trace_wave_o, top_->trace_pc_o, top_->trace_word_o, top_->trace_exec_o,
          top_->trace_cov_o);
  registerWrites();
  for (int p = 0; p < kPorts; ++p) memory(p);
  exports();
  for (int i = 0; i < 5; ++i) events_[i] += top_->events_o >> i & 1;
  traps_ += top_->trap_valid_o;

  if (top_->vs_done_valid_o) {
    context_ = "vs_done";
    const unsigned tag = top_->vs_done_tag_o;
    if (tag >= 8 || !batchBusy_[tag] || starting_[0].count(tag))
      fail("of a batch that does not run");
    for (const Slot& slot : slots_)
      if (slot.live && !slot.pixel && slot.tag == tag) fail("before the wave's end");
    // Unless another wave has the slot by now, nothing of it may be under way.
    const unsigned wave = batchWave_[tag];
    for (const Beat& beat : answers_[kVector])
      if (beat.write && beat.tag == wave && !slots_[wave].live)
        fail("before a store is acknowledged");
    batchBusy_[tag] = false;
    ++vertexFinished_;
  }
  if (top_->pixel_done_valid_o) {
    context_ = "pixel_done";
    expectSame("order", top_->pixel_done_tag_o, pixelDone_);
    pixelDone_ = (pixelDone_ + 1) & 63;
    ++pixelFinished_;
  }
  for (int i = 0; i < 2; ++i) {
    if ((top_->row_valid_i >> i & 1) && (top_->row_ready_o >> i & 1)) {
      rows_[i].pop_front();
      rowTaken_ |= static_cast<uint8_t>(1 << i);
    }
    if (!(top_->launch_valid_i >> i & 1) || !(top_->launch_ready_o >> i & 1)) continue;
    const model::Launch l = launches_[i].front();
    launches_[i].pop_front();
    launchTaken_ |= static_cast<uint8_t>(1 << i);
    for (int r = 0; r < l.rows; ++r) rows_[i].push_back(l.row[r]);
    uint8_t& tag = i ? pixelTag_ : vertexTag_;
    starting_[i][tag] = l;
    if (i) {
      pixelNumber_[tag] = pixelLaunched_++;
      tag = (tag + 1) & 63;
    } else {
      batchBusy_[tag] = true;
      ++vertexLaunched_;
      tag = (tag + 1) & 7;
    }
  }
}

void Lockstep::run(uint64_t maxCycles) {
  const uint64_t end = top_.cycle() + maxCycles;
  unsigned quiet = 0;
  while (quiet < 40) {
    if (top_.cycle() >= end) {
      context_ = "run";
      std::string state = text(
          "does not come to an end; %zu + %zu launches wait, done %llu of %llu and %llu of %llu, "
          "%llu exported, busy %d, %llu instructions",
          launches_[0].size(), launches_[1].size(),
          static_cast<unsigned long long>(vertexFinished_),
          static_cast<unsigned long long>(vertexLaunched_),
          static_cast<unsigned long long>(pixelFinished_),
          static_cast<unsigned long long>(pixelLaunched_),
          static_cast<unsigned long long>(exportWave_), top_->busy_o,
          static_cast<unsigned long long>(issued_));
      for (unsigned w = 0; w < kWaves; ++w)
        if (slots_[w].live) state += text("; wave %u at %#x", w, slots_[w].wave.pc);
      fail(state);
    }
    drive();
    top_.settle();
    sample();
    const bool idle = launches_[0].empty() && launches_[1].empty() &&
                      vertexLaunched_ == vertexFinished_ && pixelLaunched_ == pixelFinished_ &&
                      exportWave_ == pixelLaunched_ && !top_->busy_o;
    quiet = idle ? quiet + 1 : 0;
    top_.tick();
    top_->launch_valid_i &= static_cast<uint8_t>(~launchTaken_);
    top_->row_valid_i &= static_cast<uint8_t>(~rowTaken_);
    launchTaken_ = rowTaken_ = 0;
  }
  context_ = "at the end";
  for (const auto& side : unmatched_)
    for (const auto& [address, values] : side)
      if (!values.empty()) fail(text("a store to %#x has no counterpart", address));
  for (uint32_t a = 0; a < kMemoryBytes / 4; ++a) {
    uint32_t value;
    std::memcpy(&value, memory_.data() + 4 * size_t{a}, 4);
    if (value != ram_[a]) expectSame(text("memory at %#x", 4 * a), ram_[a], value);
  }
  for (unsigned n = 0; n < pixelLaunched_; ++n) {
    context_ = text("exports of pixel wave %u", n);
    const auto& model = expected_[n];
    const auto& rtl = expected_[n | 1u << 30];
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
  context_ = "counters";
  const model::CoreCounters& n = core_.counters();
  expectSame("traps", traps_, modelTraps_);
  expectSame("issued", events_[0], n.issued);
  expectSame("issued_vector", events_[1], n.vector);
  expectSame("issued_scalar", events_[2], n.scalar);
  expectSame("issued_memory", events_[3], n.memory);
  expectSame("issued_control", events_[4], n.control);
}

}  // namespace e11::bench
