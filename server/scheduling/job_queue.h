// The jobs that wait, first come first served, with their sums.

#ifndef INTERPRES_SERVER_SCHEDULING_JOB_QUEUE_H_
#define INTERPRES_SERVER_SCHEDULING_JOB_QUEUE_H_

#include <cstdint>
#include <deque>
#include <memory>

#include "server/base/clock.h"
#include "server/scheduling/job.h"
#include "server/scheduling/queue_policy.h"

namespace interpres {

// The load of a list of jobs.
QueueLoad LoadOf(const JobList& jobs);

// Not thread-safe: Scheduler guards it.
class JobQueue {
 public:
  const QueueLoad& load() const { return load_; }
  bool empty() const { return jobs_.empty(); }

  // Behind all others. Takes the jobs out of the list.
  void PushBack(JobList& jobs);
  // Before all others, in the order of the list.
  void PushFront(JobList& jobs);
  // Up to `limit` jobs, the oldest first.
  JobList PopFront(int64_t limit);
  // The jobs whose deadline has passed. O(1) while none can have.
  JobList TakeExpired(TimePoint now);
  // The jobs that were cancelled. O(jobs).
  JobList TakeCancelled();

 private:
  template <typename Predicate>
  JobList TakeIf(Predicate predicate);

  std::deque<std::unique_ptr<Job>> jobs_;
  QueueLoad load_;
  // No job's deadline is earlier.
  TimePoint earliest_deadline_ = kNever;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_JOB_QUEUE_H_
