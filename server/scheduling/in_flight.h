// The translations that workers have, and the jobs that wait for them.

#ifndef INTERPRES_SERVER_SCHEDULING_IN_FLIGHT_H_
#define INTERPRES_SERVER_SCHEDULING_IN_FLIGHT_H_

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "absl/functional/function_ref.h"
#include "server/base/clock.h"
#include "server/scheduling/job.h"
#include "server/scheduling/translation_key.h"

namespace interpres {

// Not thread-safe: Scheduler guards it.
class InFlight {
 public:
  // `max_waiting` is the maximum number of jobs that wait, for all translations
  // together.
  explicit InFlight(int64_t max_waiting) : max_waiting_(max_waiting) {}

  enum class State {
    kAbsent,    // no worker has the translation
    kJoinable,  // a worker has it, and a job may wait for the result
    kFull,      // a worker has it, but the maximum number of jobs wait
  };
  State Find(const SharedKey& key) const;

  // Takes ownership of the job, which then waits for the translation with its
  // key. End, TakeExpired or TakeCancelled returns the job. REQUIRES:
  // Find(job->key()) returns kJoinable.
  void Join(std::unique_ptr<Job> job);

  // Records that a worker gets the translation with this key. Until End, jobs
  // with this key can join while Find returns kJoinable. REQUIRES: Find(key)
  // returns kAbsent.
  void Begin(const SharedKey& key);
  // Removes the translation, and returns the jobs that waited for it. The
  // caller completes these jobs or returns them to the queue. REQUIRES: Begin
  // added the key, and End has not removed it.
  JobList End(const SharedKey& key);

  // Removes and returns the waiting jobs whose deadline has passed at `now`.
  // Completes no job. O(1) while no job can have expired, otherwise O(jobs).
  JobList TakeExpired(TimePoint now);
  // Removes and returns the waiting jobs that were cancelled. Completes no job.
  // O(jobs).
  JobList TakeCancelled();

 private:
  JobList TakeIf(absl::FunctionRef<bool(const Job&)> predicate);

  std::unordered_map<SharedKey, JobList, SharedKeyHash, SharedKeyEqual>
      waiting_;
  const int64_t max_waiting_;
  int64_t waiting_jobs_ = 0;
  // No waiting job has an earlier deadline.
  TimePoint earliest_deadline_ = kNever;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_IN_FLIGHT_H_
