// The translations that workers have in hand, and the jobs that wait for the
// same.

#ifndef INTERPRES_SERVER_SCHEDULING_IN_FLIGHT_H_
#define INTERPRES_SERVER_SCHEDULING_IN_FLIGHT_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include "absl/hash/hash.h"
#include "server/base/clock.h"
#include "server/scheduling/job.h"
#include "server/scheduling/translation_key.h"

namespace interpres {

// Not thread-safe: Scheduler guards it.
class InFlight {
 public:
  // At most so many jobs wait at once.
  explicit InFlight(int64_t max_waiting) : max_waiting_(max_waiting) {}

  enum class Place {
    kNone,     // this translation is not in hand
    kWaiting,  // it is: the job was taken, and waits for the result
    kFull,     // it is, and there is no room to wait
  };
  Place Join(const TranslationKey& key, std::unique_ptr<Job>& job);

  // A worker gets it in hand. The key stays where it is until End.
  const TranslationKey& Begin(TranslationKey key);

  struct Ended {
    TranslationKey key;
    JobList waiting;
  };
  // It was in hand.
  Ended End(const TranslationKey& key);

  // The waiting jobs whose deadline has passed. O(1) while none can have.
  JobList TakeExpired(TimePoint now);
  // The waiting jobs that were cancelled. O(jobs).
  JobList TakeCancelled();

 private:
  template <typename Predicate>
  JobList TakeIf(Predicate predicate);

  std::unordered_map<TranslationKey, JobList, absl::Hash<TranslationKey>>
      waiting_;
  const int64_t max_waiting_;
  int64_t waiting_jobs_ = 0;
  // No waiting job's deadline is earlier.
  TimePoint earliest_deadline_ = kNever;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_IN_FLIGHT_H_
