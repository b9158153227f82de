#include "server/base/periodic_task.h"

#include <utility>

#include "server/base/thread_name.h"

namespace interpres {

PeriodicTask::PeriodicTask(Clock& clock, Duration interval,
                           std::function<void()> task)
    : clock_(clock),
      interval_(interval),
      task_(std::move(task)),
      thread_([this] { Run(); }) {}

PeriodicTask::~PeriodicTask() {
  {
    const MutexLock lock(mutex_);
    ending_ = true;
  }
  changed_.NotifyAll();
  thread_.join();
}

bool PeriodicTask::AwaitNext() {
  const MutexLock lock(mutex_);
  return !clock_.WaitUntil(mutex_, changed_, clock_.Now() + interval_, [this] {
    mutex_.AssertHeld();
    return ending_;
  });
}

void PeriodicTask::Run() {
  NameThisThread("periodic");
  while (AwaitNext()) {
    task_();
  }
}

}  // namespace interpres
