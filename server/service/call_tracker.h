// Counts the Translate calls and streams in flight, bounds their number, and
// lets a drain wait for the last one.

#ifndef INTERPRES_SERVER_SERVICE_CALL_TRACKER_H_
#define INTERPRES_SERVER_SERVICE_CALL_TRACKER_H_

#include <cstdint>
#include <functional>
#include <map>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/metrics/metrics.h"

namespace interpres {

// Thread-safe.
class CallTracker {
 public:
  // `limit` is the maximum number of concurrent calls; 0 refuses every call.
  // The metrics must outlive the tracker.
  CallTracker(int64_t limit, Metrics& metrics)
      : limit_(limit), metrics_(metrics) {}

  // Counts a call, so that the caller must call Leave when the call ends.
  // Returns RESOURCE_EXHAUSTED with a retry delay at the limit, and UNAVAILABLE
  // after BeginDrain. With an error, the call is not counted, and the metrics
  // record a rejection.
  absl::Status Enter() ABSL_LOCKS_EXCLUDED(mutex_);
  void Leave() ABSL_LOCKS_EXCLUDED(mutex_);

  // Calls `listener` once: in BeginDrain, or immediately if the drain has
  // begun. The tracker's lock is held during the call, so that the listener
  // never runs after UnwatchDrain. So the listener must only post a task. The
  // caller must hold no lock that the listener takes. Returns the argument for
  // UnwatchDrain.
  int64_t WatchDrain(std::function<void()> listener)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void UnwatchDrain(int64_t watch) ABSL_LOCKS_EXCLUDED(mutex_);

  // From now on Enter refuses calls. Calls the listeners of WatchDrain and
  // holds the tracker's lock meanwhile, so the caller must hold no lock that
  // they take.
  void BeginDrain() ABSL_LOCKS_EXCLUDED(mutex_);
  // Blocks until no call is in flight or the deadline has passed. Returns
  // whether no call is in flight.
  bool AwaitNone(Clock& clock, TimePoint deadline) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  const int64_t limit_;
  Metrics& metrics_;
  Mutex mutex_;
  CondVar changed_;
  int64_t calls_ ABSL_GUARDED_BY(mutex_) = 0;
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
  int64_t next_watch_ ABSL_GUARDED_BY(mutex_) = 1;
  std::map<int64_t, std::function<void()>> watches_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CALL_TRACKER_H_
