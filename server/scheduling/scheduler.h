// The monitor between the threads that submit jobs and the workers that take
// them.
//
//   Submit -> queue -> Take -> (worker) -> Complete
//                ^------ Return
//
// Every accepted job completes exactly once: by its worker, or by the scheduler
// if the job expires, is cancelled, or has a result to reuse.
//
// With a cache, equal jobs are translated once. A job completes with the cached
// result of an equal job, or waits for the equal job that a worker has. If that
// job fails, the jobs that waited for it return to the queue.

#ifndef INTERPRES_SERVER_SCHEDULING_SCHEDULER_H_
#define INTERPRES_SERVER_SCHEDULING_SCHEDULER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/scheduling/in_flight.h"
#include "server/scheduling/job.h"
#include "server/scheduling/job_queue.h"
#include "server/scheduling/queue_policy.h"
#include "server/scheduling/result_cache.h"

namespace interpres {

// Thread-safe. Jobs complete without its lock.
class Scheduler {
 public:
  // kForWork blocks until there is a job or the scheduler is closed and empty.
  enum class Wait { kNo, kForWork };

  // The clock must outlive the scheduler. `cache_bytes` bounds the size of the
  // result cache. 0 disables the reuse of results.
  Scheduler(const QueueLimits& limits, Clock& clock, int64_t cache_bytes = 0);
  // Jobs that are still queued complete with UNAVAILABLE. Calls no listener.
  ~Scheduler();

  // Decides whether to accept the jobs of a request. Gets the jobs whose
  // results are not cached, at least one.
  using AdmissionCheck = absl::FunctionRef<absl::Status(const JobList&)>;

  // Completes the jobs whose results are cached, then queues all other jobs, or
  // none of them. Cached jobs need no admission: they complete even if the
  // queue is full or the scheduler is closed. REQUIRES: the jobs have one flow.
  //
  // Returns the error of `check` or CheckRoom, or UNAVAILABLE after Close.
  // After an error the list has the jobs that the caller still owns. Otherwise
  // the list is empty.
  absl::Status Submit(JobList& jobs, AdmissionCheck check)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Accepts all jobs that the queue has room for.
  absl::Status Submit(JobList& jobs) ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns up to `limit` jobs in the order of the queue. Completes expired,
  // cancelled and cached jobs instead of returning them. With kForWork, an
  // empty list means that no job will come.
  JobList Take(int64_t limit, Wait wait) ABSL_LOCKS_EXCLUDED(mutex_);

  // Puts back jobs that a worker took but has no room for. They keep their
  // turn.
  void Return(JobList jobs) ABSL_LOCKS_EXCLUDED(mutex_);

  // Completes the cancelled jobs that wait. Call it after JobSpec::cancelled
  // was set, so that the jobs make room immediately.
  void DropCancelled() ABSL_LOCKS_EXCLUDED(mutex_);

  // From now on no job is accepted. Take still returns the accepted jobs.
  void Close() ABSL_LOCKS_EXCLUDED(mutex_);

  QueueLoad load() const ABSL_LOCKS_EXCLUDED(mutex_);
  // See CostAhead in queue_policy.h.
  int64_t CostAheadOf(const Flow& flow, int64_t incoming) const
      ABSL_LOCKS_EXCLUDED(mutex_);
  const QueueLimits& limits() const { return limits_; }

  // Called for every job that expires or is cancelled while it waits, before it
  // completes. REQUIRES: no job has been submitted.
  using DropListener = absl::AnyInvocable<void(const absl::Status&) const>;
  void SetDropListener(DropListener listener);

  // Called for every job that completes with the result of an equal job, before
  // it completes. REQUIRES: no job has been submitted.
  enum class Reuse {
    kCached,  // the equal job had completed before
    kShared,  // the job waited for the equal job
  };
  using ReuseListener = absl::AnyInvocable<void(Reuse) const>;
  void SetReuseListener(ReuseListener listener);

 private:
  struct Cached {
    std::unique_ptr<Job> job;
    SharedHypotheses hypotheses;
  };
  // The jobs that left the queue in one call of Take.
  struct Dispatched {
    JobList expired;
    JobList cancelled;
    std::vector<Cached> cached;
    JobList taken;  // for the worker
  };

  bool reuses() const { return cache_bytes_ > 0; }
  // Removes the jobs whose results are cached from the list.
  std::vector<Cached> RemoveCached(JobList& jobs) ABSL_LOCKS_EXCLUDED(mutex_);
  // Waits according to `wait`, then removes the expired jobs and up to `limit`
  // jobs for the worker from the queue. Returns false if no job was there.
  bool Dispatch(int64_t limit, Wait wait, Dispatched& dispatched)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Decides where the next job of the queue goes. Jobs that need no worker are
  // not charged.
  void DispatchNext(Dispatched& dispatched)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Lets equal jobs wait for the result of a job that a worker gets.
  void BeginInFlight(Job& job) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Called when a job with BeginInFlight completes.
  void EndInFlight(const SharedKey& key, const JobOutcome& outcome)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void PutBack(std::unique_ptr<Job> job) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // These complete jobs, so they are called without the lock.
  void CompleteWith(Job& job, const SharedHypotheses& hypotheses, Reuse reuse)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void Drop(const JobList& jobs, const absl::Status& status)
      ABSL_LOCKS_EXCLUDED(mutex_);

  const QueueLimits limits_;
  const int64_t cache_bytes_;
  Clock& clock_;
  // Constant after the first Submit.
  DropListener drop_listener_;
  ReuseListener reuse_listener_;

  mutable Mutex mutex_;
  CondVar changed_;
  JobQueue queue_ ABSL_GUARDED_BY(mutex_);
  InFlight in_flight_ ABSL_GUARDED_BY(mutex_);
  ResultCache cache_ ABSL_GUARDED_BY(mutex_);
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_SCHEDULER_H_
