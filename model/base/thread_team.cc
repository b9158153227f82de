#include "model/base/thread_team.h"

#include <utility>

namespace interpres {

ThreadTeam::ThreadTeam(int threads) {
  try {
    Start(threads);
  } catch (...) {
    // A thread that was not joined would end the process.
    Join();
    throw;
  }
}

ThreadTeam::~ThreadTeam() { Join(); }

void ThreadTeam::Start(int threads) {
  for (int worker = 0; worker < threads; ++worker) {
    threads_.emplace_back([this, worker] { Work(worker); });
  }
}

void ThreadTeam::Join() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

void ThreadTeam::Run(const std::function<void(int)>& task) {
  std::unique_lock lock(mutex_);
  task_ = &task;
  running_ = size();
  ++round_;
  changed_.notify_all();
  changed_.wait(lock, [this] { return running_ == 0; });
  task_ = nullptr;
  if (error_ != nullptr) {
    std::rethrow_exception(std::exchange(error_, nullptr));
  }
}

void ThreadTeam::Work(int worker) {
  int64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return closing_ || round_ != seen; });
    if (closing_) {
      return;
    }
    seen = round_;
    const std::function<void(int)>& task = *task_;
    lock.unlock();
    std::exception_ptr error;
    try {
      task(worker);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    if (error_ == nullptr) {
      error_ = std::move(error);
    }
    if (--running_ == 0) {
      changed_.notify_all();
    }
  }
}

}  // namespace interpres
