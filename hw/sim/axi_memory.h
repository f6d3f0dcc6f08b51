// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

namespace e11::sim {

/// A beat of the 128-bit data bus.
using Beat = std::array<uint32_t, 4>;

/// What an AXI4 master drives.
struct AxiMaster {
  bool awvalid, wvalid, bready, arvalid, rready;
  uint64_t awaddr, araddr;
  uint32_t awlen, arlen;  ///< beats - 1
  Beat wdata;
  uint32_t wstrb;
  bool wlast;
};

/// What an AXI4 slave drives.
struct AxiSlave {
  bool awready, wready, bvalid, arready, rvalid;
  uint32_t bresp, rresp;  ///< 0 okay, 3 decode error: outside memory
  Beat rdata;
};

/// Device memory as an AXI4 slave: one id, bursts of whole beats, in order, read data
/// and write responses a fixed number of cycles after their request, one beat a
/// cycle. The same requests always take the same time.
class AxiMemory {
 public:
  static constexpr uint64_t kLatency = 20;  ///< cycles from request to first beat

  explicit AxiMemory(uint64_t bytes);

  std::byte* data() { return storage_.get(); }
  uint64_t size() const { return size_; }

  /// What the slave drives in the coming cycle.
  const AxiSlave& outputs() const { return out_; }
  /// The clock edge: `master` is what was driven together with outputs().
  void clock(const AxiMaster& master);
  /// Forgets requests under way, as at a reset of the bus.
  void reset();

 private:
  static constexpr size_t kQueue = 16;  ///< requests of a kind under way

  struct Free {
    void operator()(std::byte* p) const;
  };
  struct Read {
    uint64_t address, due;
    uint32_t beats;
  };
  struct Write {
    uint64_t address;
    bool failed;
  };
  struct Data {
    Beat value;
    uint32_t strobes;
    bool last;
  };
  struct Response {
    uint64_t due;
    uint32_t resp;
  };

  void acceptRead(const AxiMaster& master);
  void acceptWrite(const AxiMaster& master);
  void acceptData(const AxiMaster& master);
  void writeBeats();
  void driveRead();
  void driveResponse();

  std::unique_ptr<std::byte[], Free> storage_;
  uint64_t size_;
  uint64_t now_ = 0;
  AxiSlave out_{};
  std::deque<Read> reads_;
  std::deque<Write> writes_;  ///< whose data is still coming
  std::deque<Data> data_;     ///< whose address may still be coming
  std::deque<Response> responses_;
};

}  // namespace e11::sim
