#include "server/base/task_pool.h"

#include <utility>

#include "server/base/thread_name.h"

namespace interpres {

TaskPool::TaskPool(int32_t threads, const char* name) {
  threads_.reserve(threads);
  for (int32_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this, name] {
      NameThisThread(name);
      Run();
    });
  }
}

TaskPool::~TaskPool() {
  {
    const MutexLock lock(mutex_);
    closed_ = true;
  }
  changed_.NotifyAll();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

void TaskPool::Post(Task task) {
  const MutexLock lock(mutex_);
  tasks_.push_back(std::move(task));
  // Notifies under the lock, because the task may lead to the destruction of
  // the pool, which waits for this caller only while it holds the lock.
  changed_.NotifyOne();
}

TaskPool::Task TaskPool::Next() {
  const MutexLock lock(mutex_);
  while (tasks_.empty() && !closed_) {
    changed_.Wait(mutex_);
  }
  if (tasks_.empty()) {
    return nullptr;
  }
  Task task = std::move(tasks_.front());
  tasks_.pop_front();
  return task;
}

void TaskPool::Run() {
  while (Task task = Next()) {
    task();
  }
}

}  // namespace interpres
