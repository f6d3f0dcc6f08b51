// SPDX-License-Identifier: Apache-2.0
#include "e11/model/worker.h"

#include <utility>

namespace e11::model {

Worker::Worker(std::function<void()> body) : body_(std::move(body)), thread_([this] { loop(); }) {}

Worker::~Worker() {
  abandon();
  quit_ = true;
  handOver(true);
  thread_.join();
}

void Worker::handOver(bool toWorker) {
  std::unique_lock<std::mutex> lock(mutex_);
  workerRuns_ = toWorker;
  changed_.notify_all();
  // When it quits the worker hands over for the last time: the owner returns.
  changed_.wait(lock, [&] { return workerRuns_ != toWorker; });
}

void Worker::resume() {
  handOver(true);
}

void Worker::abandon() {
  if (!suspended_) return;
  abandon_ = true;
  resume();
  abandon_ = false;
}

void Worker::suspend() {
  suspended_ = true;
  handOver(false);
  suspended_ = false;
  if (abandon_) throw Abandoned();
}

void Worker::loop() {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return workerRuns_; });
  }
  while (!quit_) {
    try {
      body_();
    } catch (const Abandoned&) {
    }
    handOver(false);
  }
  std::lock_guard<std::mutex> lock(mutex_);
  workerRuns_ = false;
  changed_.notify_all();
}

}  // namespace e11::model
