// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace e11::model {

/// Which units have work (E11_BUSY_UNIT_*), as the host sees it while the model is suspended in the
/// middle of something.
class BusyUnits {
 public:
  uint32_t bits() const { return bits_; }

  /// The unit is busy while this lives.
  class Scope {
   public:
    Scope(BusyUnits& units, unsigned unit) : units_(units), before_(units.bits_) {
      units_.bits_ |= 1u << unit;
    }
    ~Scope() { units_.bits_ = before_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    BusyUnits& units_;
    uint32_t before_;
  };

 private:
  uint32_t bits_ = 0;
};

}  // namespace e11::model
