// Does something now and then.

#ifndef INTERPRES_SERVER_BASE_PERIODIC_TASK_H_
#define INTERPRES_SERVER_BASE_PERIODIC_TASK_H_

#include <functional>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"

namespace interpres {

// Runs a task on a thread of its own, first after the interval, then an
// interval after the end of each run.
class PeriodicTask {
 public:
  // `interval` > 0. The clock and what the task refers to outlive this.
  PeriodicTask(Clock& clock, Duration interval, std::function<void()> task);
  // Waits for a task that runs.
  ~PeriodicTask();
  PeriodicTask(const PeriodicTask&) = delete;
  PeriodicTask& operator=(const PeriodicTask&) = delete;

 private:
  void Run();
  // Returns after the interval; false if it all ends.
  bool AwaitNext() ABSL_LOCKS_EXCLUDED(mutex_);

  Clock& clock_;
  const Duration interval_;
  const std::function<void()> task_;
  Mutex mutex_;
  CondVar changed_;
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;  // last: uses all others
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_PERIODIC_TASK_H_
