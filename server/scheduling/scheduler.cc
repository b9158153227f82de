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
  Drop(jobs, absl::UnavailableError("the server is shutting down"));
}

void Scheduler::SetDropListener(DropListener listener) {
  drop_listener_ = std::move(listener);
}

absl::Status Scheduler::Submit(JobList& jobs) {
  if (jobs.empty()) {
    return absl::OkStatus();
  }
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
    const Flow& flow = jobs.front()->spec().flow;
    absl::Status room =
        CheckRoom(queue_.View(flow), LoadOf(jobs), flow.priority, limits_);
    if (!room.ok()) {
      return room;
    }
    queue_.PushBack(jobs);
  }
  changed_.NotifyAll();
  return absl::OkStatus();
}

bool Scheduler::PopNext(int64_t limit, Wait wait, JobList& expired,
                        JobList& next) {
  const MutexLock lock(mutex_);
  while (wait == Wait::kForWork && queue_.empty() && !closed_) {
    changed_.Wait(mutex_);
  }
  expired = queue_.TakeExpired(clock_.Now());
  next = queue_.PopFront(limit);
  return !next.empty() || !queue_.empty() || !expired.empty();
}

JobList Scheduler::Take(int64_t limit, Wait wait) {
  JobList wanted;
  do {
    JobList expired;
    JobList next;
    if (!PopNext(limit, wait, expired, next)) {
      return {};
    }
    // Cancelled jobs are dropped when they are cancelled; this catches one
    // whose flag was set while a worker held it, before Return.
    JobList cancelled;
    for (auto& job : next) {
      (job->IsCancelled() ? cancelled : wanted).push_back(std::move(job));
    }
    Drop(expired, absl::DeadlineExceededError(
                      "the deadline passed before a slot was free"));
    Drop(cancelled, absl::CancelledError("the call was cancelled"));
  } while (wanted.empty() && wait == Wait::kForWork);
  return wanted;
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
  Drop(expired, absl::DeadlineExceededError(
                    "the deadline passed before a slot was free"));
  Drop(cancelled, absl::CancelledError("the call was cancelled"));
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

int64_t Scheduler::WorkAheadOf(const Flow& flow, int64_t incoming) const {
  Competition competition;
  {
    const MutexLock lock(mutex_);
    competition = queue_.CompetitionOf(flow);
  }
  return WorkAhead(competition, incoming);
}

void Scheduler::Drop(const JobList& jobs, const absl::Status& status) {
  for (const auto& job : jobs) {
    if (drop_listener_) {
      drop_listener_(status);
    }
    job->Complete(status);
  }
}

}  // namespace interpres
