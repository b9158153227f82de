// Threads for tasks that take too long for the thread that posts them, for
// example the reload of a model.

#ifndef INTERPRES_SERVER_BASE_TASK_POOL_H_
#define INTERPRES_SERVER_BASE_TASK_POOL_H_

#include <cstdint>
#include <deque>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "server/base/mutex.h"

namespace interpres {

// A fixed number of threads that run posted tasks. Tasks start in the order in
// which they were posted. Thread-safe.
class TaskPool {
 public:
  using Task = absl::AnyInvocable<void()>;

  // REQUIRES: threads >= 1. `name` names the threads
  // (server/base/thread_name.h). It has at most 15 characters and must outlive
  // the pool.
  explicit TaskPool(int32_t threads, const char* name = "tasks");
  // Runs all posted tasks, then joins the threads.
  ~TaskPool();
  TaskPool(const TaskPool&) = delete;
  TaskPool& operator=(const TaskPool&) = delete;

  // Queues the task. Never waits for a task and never refuses one, so the
  // caller must bound the number of its tasks.
  void Post(Task task) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Blocks until a task is queued, then removes the task and returns it.
  // Returns null if the pool is closed and has no task left.
  Task Next() ABSL_LOCKS_EXCLUDED(mutex_);
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  Mutex mutex_;
  CondVar changed_;
  std::deque<Task> tasks_ ABSL_GUARDED_BY(mutex_);
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;  // constant after construction
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_TASK_POOL_H_
