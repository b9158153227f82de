// The monitor between the RPC threads that submit jobs and the workers that
// take them.
//
//   Submit -> queue -> Take -> (worker) -> Complete
//                ^------ Return
//
// Every accepted job completes exactly once: by its worker, or here when it
// expires, is cancelled, or the server gives up.

#ifndef INTERPRES_SERVER_SCHEDULING_SCHEDULER_H_
#define INTERPRES_SERVER_SCHEDULING_SCHEDULER_H_

#include <cstdint>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/scheduling/job.h"
#include "server/scheduling/job_queue.h"
#include "server/scheduling/queue_policy.h"

namespace interpres {

// Thread-safe. Jobs complete outside its lock.
class Scheduler {
 public:
  enum class Wait { kNo, kForWork };

  // The clock must outlive the scheduler. Close it before destruction; jobs
  // still queued then complete with UNAVAILABLE.
  Scheduler(const QueueLimits& limits, Clock& clock);
  ~Scheduler();

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
  int64_t WorkAheadOf(const Flow& flow, int64_t incoming) const
      ABSL_LOCKS_EXCLUDED(mutex_);
  const QueueLimits& limits() const { return limits_; }

  // Told of every job that leaves the queue unfinished, before it completes;
  // for metrics. Set it before the first Submit.
  using DropListener = absl::AnyInvocable<void(const absl::Status&) const>;
  void SetDropListener(DropListener listener);

 private:
  // Waits as asked, then takes what has expired and what comes next. False if
  // there was nothing at all.
  bool PopNext(int64_t limit, Wait wait, JobList& expired, JobList& next)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Completes the jobs; without the lock.
  void Drop(const JobList& jobs, const absl::Status& status)
      ABSL_LOCKS_EXCLUDED(mutex_);

  const QueueLimits limits_;
  Clock& clock_;
  DropListener drop_listener_;  // constant once jobs arrive

  mutable Mutex mutex_;
  CondVar changed_;
  JobQueue queue_ ABSL_GUARDED_BY(mutex_);
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_SCHEDULER_H_
