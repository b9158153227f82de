#include "server/scheduling/text_pool.h"

#include <algorithm>
#include <utility>

#include "server/base/thread_name.h"

namespace interpres {

void TextQueue::Push(TextTask task) {
  FlowQueue<TextTask>& queue =
      task.stage == TextStage::kAnswer ? answers_ : preparations_;
  const Flow flow = task.flow;
  // A task without text costs a little, so that many of them share fairly too.
  const auto cost = static_cast<double>(std::max<int64_t>(task.bytes, 1));
  queue.Push(flow, cost, std::move(task));
}

TextTask TextQueue::Pop() {
  return answers_.empty() ? preparations_.Pop() : answers_.Pop();
}

TextPool::TextPool(int32_t threads) {
  threads_.reserve(threads);
  for (int32_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this] {
      NameThisThread("text");
      Run();
    });
  }
}

TextPool::~TextPool() {
  {
    const MutexLock lock(mutex_);
    closed_ = true;
  }
  changed_.NotifyAll();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

void TextPool::Post(TextTask task) {
  const MutexLock lock(mutex_);
  tasks_.Push(std::move(task));
  // Notified under the lock, because the task may lead to the destruction of
  // the pool, which waits for this caller only while it holds the lock.
  changed_.NotifyOne();
}

bool TextPool::Next(TextTask& task) {
  const MutexLock lock(mutex_);
  while (tasks_.empty() && !closed_) {
    changed_.Wait(mutex_);
  }
  if (tasks_.empty()) {
    return false;
  }
  task = tasks_.Pop();
  return true;
}

void TextPool::Run() {
  TextTask task;
  while (Next(task)) {
    task.run();
    task = {};  // frees what the task holds before the next wait
  }
}

}  // namespace interpres
