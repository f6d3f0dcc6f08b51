// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace e11::model {

/// The model's time. Units run one after another on one thread and report what
/// their work costs (an estimate, docs/hw/command.md); whoever lets the GPU run
/// gets control back when the deadline has passed. A unit may thus be
/// suspended inside advance(), and be told there to give up its work by an
/// exception (reset): advance() must be called where that is safe.
class Clock {
 public:
  virtual ~Clock() = default;

  void advance(uint64_t cycles) {
    now_ += cycles;
    if (now_ >= deadline_) expired();
  }
  uint64_t now() const { return now_; }
  /// Gives control back at the next advance(): the interrupt line went up.
  void stopSoon() { deadline_ = 0; }

 protected:
  virtual void expired() {}

  uint64_t now_ = 0;
  uint64_t deadline_ = ~uint64_t{0};
};

}  // namespace e11::model
