// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace e11::model {

/// A function that runs in strict alternation with its owner, and may be
/// suspended anywhere: a coroutine on a thread of its own. At any time one of
/// the two runs, the other waits, so that nothing they share needs a lock.
class Worker {
 public:
  /// `body` runs at the first resume(), and again at each resume() after it
  /// has returned.
  explicit Worker(std::function<void()> body);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Owner: lets the worker run until it suspends or its body returns.
  void resume();
  /// Owner: ends a suspended body; suspend() throws in it.
  void abandon();

  /// Worker: gives control back to the owner.
  void suspend();

 private:
  struct Abandoned {};

  void loop();
  void handOver(bool toWorker);

  std::function<void()> body_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool workerRuns_ = false;
  bool suspended_ = false;  ///< the body is in suspend()
  bool abandon_ = false;
  bool quit_ = false;
  std::thread thread_;
};

}  // namespace e11::model
