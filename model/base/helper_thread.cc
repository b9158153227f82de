#include "model/base/helper_thread.h"

namespace interpres {

HelperThread::HelperThread(const std::function<void()>& prepare,
                           std::chrono::microseconds awake)
    : awake_(awake), thread_([this, prepare] { Work(prepare); }) {}

HelperThread::~HelperThread() {
  state_.store(kClosing);
  posts_.fetch_add(1);
  posts_.notify_one();
  thread_.join();
}

void HelperThread::Post(Function function, const void* task) {
  function_ = function;
  task_ = task;
  posts_.fetch_add(1);
  state_.store(kPosted);
  // A call of the system that is not needed while it is awake.
  if (asleep_.load()) {
    posts_.notify_one();
  }
}

bool HelperThread::TakeBack() {
  int expected = kPosted;
  return state_.compare_exchange_strong(expected, kIdle);
}

void HelperThread::Await() const {
  while (state_.load() != kIdle) {
    std::this_thread::yield();
  }
}

void HelperThread::AwaitTask() {
  auto sleep_at = std::chrono::steady_clock::now() + awake_;
  while (state_.load() == kIdle) {
    if (std::chrono::steady_clock::now() < sleep_at) {
      std::this_thread::yield();
      continue;
    }
    const uint32_t seen = posts_.load();
    asleep_.store(true);
    // Post sees that it sleeps, or this what was posted. It wakes for a task
    // that is taken back too, for another will follow.
    if (state_.load() == kIdle) {
      posts_.wait(seen);
    }
    asleep_.store(false);
    sleep_at = std::chrono::steady_clock::now() + awake_;
  }
}

void HelperThread::Work(const std::function<void()>& prepare) {
  prepare();
  while (true) {
    AwaitTask();
    int expected = kPosted;
    if (state_.compare_exchange_strong(expected, kRunning)) {
      function_(task_);
      state_.store(kIdle);
    } else if (expected == kClosing) {
      return;
    }
  }
}

}  // namespace interpres
