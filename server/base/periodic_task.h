// Repeats a task on its own thread.

#ifndef INTERPRES_SERVER_BASE_PERIODIC_TASK_H_
#define INTERPRES_SERVER_BASE_PERIODIC_TASK_H_

#include <functional>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"

namespace interpres {

// Runs a task on a separate thread. The first run begins one interval after the
// construction. Each further run begins one interval after the end of the
// previous run.
class PeriodicTask {
 public:
  // REQUIRES: `interval` > 0, and the clock and the objects that the task uses
  // outlive this object.
  PeriodicTask(Clock& clock, Duration interval, std::function<void()> task);
  // Waits for the current run.
  ~PeriodicTask();
  PeriodicTask(const PeriodicTask&) = delete;
  PeriodicTask& operator=(const PeriodicTask&) = delete;

 private:
  void Run();
  // Waits for one interval and returns true. Returns false immediately when the
  // destructor has started.
  bool AwaitNext() ABSL_LOCKS_EXCLUDED(mutex_);

  Clock& clock_;
  const Duration interval_;
  const std::function<void()> task_;
  Mutex mutex_;
  CondVar changed_;
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;  // declared last because it uses the other members
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_PERIODIC_TASK_H_
