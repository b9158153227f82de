// A few threads for work that must not run where it arises: tokenisation and
// detokenisation would hold up an RPC thread or a decoder step.

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

// Thread-safe. Tasks start in the order of their Post.
class TaskPool {
 public:
  using Task = absl::AnyInvocable<void()>;

  // `threads` >= 1, whose name (server/base/thread_name.h) outlives the pool.
  explicit TaskPool(int32_t threads, const char* name = "tasks");
  // Runs what was posted, then joins.
  ~TaskPool();
  TaskPool(const TaskPool&) = delete;
  TaskPool& operator=(const TaskPool&) = delete;

  // Never blocks for long and never refuses: a call in flight must be able to
  // finish. Whoever posts bounds the number of its tasks.
  void Post(Task task) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Waits for a task; null after the last one, once the pool is closed.
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
