// The monitor between the RPC threads that submit jobs and the workers that
// take them.
//
//   Submit -> queue -> Take -> (worker) -> Complete
//                ^------ Return
//
// Every accepted job completes exactly once: by its worker, or here when it
// expires, is cancelled, or the server gives up.
//
// With room for results, a translation is computed once: a job whose turn comes
// completes with the cached result of an equal one, or waits for the equal one
// that a worker has in hand. Should that one fail, those that waited for it get
// their turn back.

#ifndef INTERPRES_SERVER_SCHEDULING_SCHEDULER_H_
#define INTERPRES_SERVER_SCHEDULING_SCHEDULER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/scheduling/in_flight.h"
#include "server/scheduling/job.h"
#include "server/scheduling/job_queue.h"
#include "server/scheduling/queue_policy.h"
#include "server/scheduling/result_cache.h"

namespace interpres {

// Thread-safe. Jobs complete outside its lock.
class Scheduler {
 public:
  enum class Wait { kNo, kForWork };

  // The clock must outlive the scheduler. Jobs that are still queued at its
  // destruction complete with UNAVAILABLE; the destructor calls no listener.
  // `cache_bytes` bounds the results that are kept; 0: every job is handed out.
  Scheduler(const QueueLimits& limits, Clock& clock, int64_t cache_bytes = 0);
  // Whether equal translations are computed once. Those whose attention is
  // wanted never are: their results are large.
  bool reuses() const { return cache_bytes_ > 0; }
  ~Scheduler();

  // Completes the jobs whose results are cached, and takes them out of the
  // list.
  void CompleteCached(JobList& jobs) ABSL_LOCKS_EXCLUDED(mutex_);

  // Queues all jobs of the list, which are of one flow, and empties it; or
  // none: then the caller still owns them. The errors of CheckRoom, or
  // UNAVAILABLE after Close.
  absl::Status Submit(JobList& jobs) ABSL_LOCKS_EXCLUDED(mutex_);

  // Up to `limit` jobs, in the queue's order, without those that have expired
  // or were cancelled (they complete). With kForWork it blocks until there is a
  // job or the scheduler is closed: an empty list then means that no job will
  // come.
  JobList Take(int64_t limit, Wait wait) ABSL_LOCKS_EXCLUDED(mutex_);

  // Puts back, at their turn, jobs that a worker took and has no room for.
  void Return(JobList jobs) ABSL_LOCKS_EXCLUDED(mutex_);

  // Completes the waiting jobs that were cancelled. Call it after setting
  // JobSpec::cancelled, so that they make room at once.
  void DropCancelled() ABSL_LOCKS_EXCLUDED(mutex_);

  // No job is accepted any more; those accepted are still handed out.
  void Close() ABSL_LOCKS_EXCLUDED(mutex_);

  QueueLoad load() const ABSL_LOCKS_EXCLUDED(mutex_);
  // See queue_policy.h.
  int64_t CostAheadOf(const Flow& flow, int64_t incoming) const
      ABSL_LOCKS_EXCLUDED(mutex_);
  const QueueLimits& limits() const { return limits_; }

  // Told of every job that leaves the queue unfinished, before it completes;
  // for metrics. Set it before the first Submit.
  using DropListener = absl::AnyInvocable<void(const absl::Status&) const>;
  void SetDropListener(DropListener listener);

  // Likewise, of every job that completes without a worker's work.
  enum class Reuse { kCached, kShared };
  using ReuseListener = absl::AnyInvocable<void(Reuse) const>;
  void SetReuseListener(ReuseListener listener);

 private:
  struct Cached {
    std::unique_ptr<Job> job;
    std::vector<Hypothesis> hypotheses;
  };
  // What left the queue at once.
  struct Popped {
    JobList expired;
    JobList cancelled;
    std::vector<Cached> cached;
    JobList wanted;
  };

  // Waits as asked, then takes what has expired and what comes next. False if
  // there was nothing at all.
  bool PopNext(int64_t limit, Wait wait, Popped& popped)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Decides where the next job of the queue goes. Jobs that need no worker are
  // not charged.
  void DispatchNext(Popped& popped) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // A job that its worker has no room for.
  void PutBack(std::unique_ptr<Job> job) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Called before a worker gets the job: lets equal jobs wait for its result.
  void BeginInFlight(TranslationKey key, Job& job)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::vector<Cached> TakeCached(JobList& jobs) ABSL_LOCKS_EXCLUDED(mutex_);
  // The observer of a job that a worker had in hand.
  void EndInFlight(const TranslationKey& key, const JobOutcome& outcome)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // The next complete jobs; without the lock.
  void CompleteWith(Job& job, std::vector<Hypothesis> hypotheses, Reuse reuse)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void Drop(const JobList& jobs, const absl::Status& status)
      ABSL_LOCKS_EXCLUDED(mutex_);

  const QueueLimits limits_;
  const int64_t cache_bytes_;
  Clock& clock_;
  // Constant once jobs arrive.
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
