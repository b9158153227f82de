#include "server/scheduling/scheduler.h"

#include <limits>
#include <utility>

namespace interpres {

Scheduler::Scheduler(const QueueLimits& limits, Clock& clock)
    : limits_(limits), clock_(clock) {}

Scheduler::~Scheduler() {
  Close();
  JobList jobs;
  {
    const MutexLock lock(mutex_);
    jobs = queue_.PopFront(std::numeric_limits<int64_t>::max());
  }
  Drop(std::move(jobs), absl::UnavailableError("the server is shutting down"));
}

void Scheduler::SetDropListener(DropListener listener) {
  drop_listener_ = std::move(listener);
}

absl::Status Scheduler::Submit(JobList& jobs) {
  const TimePoint now = clock_.Now();
  for (const auto& job : jobs) {
    job->queued_at = now;
  }
  {
    const MutexLock lock(mutex_);
    if (closed_) {
      return absl::UnavailableError(
          "the server is shutting down: send the request to another one");
    }
    absl::Status room = CheckRoom(queue_.load(), LoadOf(jobs), limits_);
    if (!room.ok()) {
      return room;
    }
    queue_.PushBack(jobs);
  }
  changed_.NotifyAll();
  return absl::OkStatus();
}

JobList Scheduler::Take(int64_t limit, Wait wait) {
  JobList expired;
  JobList cancelled;
  JobList taken;
  do {
    {
      const MutexLock lock(mutex_);
      if (wait == Wait::kForWork) {
        while (queue_.empty() && !closed_) {
          changed_.Wait(mutex_);
        }
      }
      expired = queue_.TakeExpired(clock_.Now());
      taken = queue_.PopFront(limit);
      if (taken.empty() && queue_.empty() && expired.empty()) {
        return {};
      }
    }
    // Cancelled jobs are dropped when they are cancelled; this catches one
    // whose flag was set while a worker held it, before Return.
    JobList wanted;
    for (auto& job : taken) {
      (job->IsCancelled() ? cancelled : wanted).push_back(std::move(job));
    }
    taken = std::move(wanted);
    Drop(std::move(expired), absl::DeadlineExceededError(
                                 "the deadline passed before a slot was free"));
    Drop(std::move(cancelled), absl::CancelledError("the call was cancelled"));
    expired.clear();
    cancelled.clear();
  } while (taken.empty() && wait == Wait::kForWork);
  return taken;
}

void Scheduler::Return(JobList jobs) {
  if (jobs.empty()) {
    return;
  }
  {
    const MutexLock lock(mutex_);
    queue_.PushFront(jobs);
  }
  changed_.NotifyAll();
}

void Scheduler::DropCancelled() {
  JobList expired;
  JobList cancelled;
  {
    const MutexLock lock(mutex_);
    // gRPC cancels a call whose deadline passes: that is an expiry.
    expired = queue_.TakeExpired(clock_.Now());
    cancelled = queue_.TakeCancelled();
  }
  Drop(std::move(expired), absl::DeadlineExceededError(
                               "the deadline passed before a slot was free"));
  Drop(std::move(cancelled), absl::CancelledError("the call was cancelled"));
}

void Scheduler::Close() {
  {
    const MutexLock lock(mutex_);
    closed_ = true;
  }
  changed_.NotifyAll();
}

QueueLoad Scheduler::load() const {
  const MutexLock lock(mutex_);
  return queue_.load();
}

void Scheduler::Drop(JobList jobs, const absl::Status& status) {
  for (const auto& job : jobs) {
    if (drop_listener_) {
      drop_listener_(status);
    }
    job->Complete(status);
  }
}

}  // namespace interpres
