// Measures how much work follows the first attempts of sentences.

#ifndef INTERPRES_SERVER_SCHEDULING_FOLLOW_UP_METER_H_
#define INTERPRES_SERVER_SCHEDULING_FOLLOW_UP_METER_H_

#include <cstdint>

#include "absl/base/thread_annotations.h"
#include "server/base/mutex.h"

namespace interpres {

// Measures the mean cost of the further attempts to translate a sentence, as a
// share of the cost of its first attempt. Recent sentences count more than old
// sentences. Thread-safe.
class FollowUpMeter {
 public:
  // Records first attempts to translate sentences. `cost` is the sum of their
  // DecodingCost.
  void RecordFirst(int64_t cost) ABSL_LOCKS_EXCLUDED(mutex_);
  // Records a further attempt to translate a sentence, with its DecodingCost.
  void RecordFollowUp(int64_t cost) ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the cost of further attempts divided by the cost of first attempts,
  // at least 0. Returns 0 if no first attempt has been recorded.
  double Share() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  mutable Mutex mutex_;
  // The sums of the recorded costs. Both halve when first_ exceeds a limit, so
  // that old attempts count less.
  double first_ ABSL_GUARDED_BY(mutex_) = 0.0;
  double follow_ups_ ABSL_GUARDED_BY(mutex_) = 0.0;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_FOLLOW_UP_METER_H_
