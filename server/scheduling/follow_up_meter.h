// Measures how much work follows the first attempts of sentences.

#ifndef INTERPRES_SERVER_SCHEDULING_FOLLOW_UP_METER_H_
#define INTERPRES_SERVER_SCHEDULING_FOLLOW_UP_METER_H_

#include <cstdint>

#include "absl/base/thread_annotations.h"
#include "server/base/mutex.h"

namespace interpres {

// The mean cost of the further attempts of a sentence, as a share of the cost
// of its first attempt. Recent sentences count more than old ones. Thread-safe.
class FollowUpMeter {
 public:
  // Adds first attempts of this cost (DecodingCost).
  void RecordFirst(int64_t cost) ABSL_LOCKS_EXCLUDED(mutex_);
  // Adds a further attempt of this cost.
  void RecordFollowUp(int64_t cost) ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the share, at least 0. Returns 0 before the first attempts.
  double Share() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  mutable Mutex mutex_;
  // Both sums halve when the first one reaches a limit.
  double first_ ABSL_GUARDED_BY(mutex_) = 0.0;
  double follow_ups_ ABSL_GUARDED_BY(mutex_) = 0.0;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_FOLLOW_UP_METER_H_
