// Counts the Translate calls in flight: bounds them, and lets a shutdown wait
// for the last one.

#ifndef INTERPRES_SERVER_RPC_CALL_TRACKER_H_
#define INTERPRES_SERVER_RPC_CALL_TRACKER_H_

#include <cstdint>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/metrics/metrics.h"

namespace interpres {

// Thread-safe.
class CallTracker {
 public:
  // At most `limit` calls at once. The metrics must outlive the tracker.
  CallTracker(int64_t limit, Metrics& metrics)
      : limit_(limit), metrics_(metrics) {}

  // OK: the call counts until Leave. RESOURCE_EXHAUSTED (with a retry delay) at
  // the limit; UNAVAILABLE after BeginDrain.
  absl::Status Enter() ABSL_LOCKS_EXCLUDED(mutex_);
  void Leave() ABSL_LOCKS_EXCLUDED(mutex_);

  // No call enters any more.
  void BeginDrain() ABSL_LOCKS_EXCLUDED(mutex_);
  // Blocks until no call is in flight, or the deadline; whether none is.
  bool AwaitNone(Clock& clock, TimePoint deadline) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  const int64_t limit_;
  Metrics& metrics_;
  Mutex mutex_;
  CondVar changed_;
  int64_t calls_ ABSL_GUARDED_BY(mutex_) = 0;
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_RPC_CALL_TRACKER_H_
