// Counts the Translate calls and streams in flight: bounds them, and lets a
// shutdown wait for the last one.

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
  // At most `limit` calls at once. The metrics must outlive the tracker.
  CallTracker(int64_t limit, Metrics& metrics)
      : limit_(limit), metrics_(metrics) {}

  // OK: the call counts until Leave. RESOURCE_EXHAUSTED (with a retry delay) at
  // the limit; UNAVAILABLE after BeginDrain.
  absl::Status Enter() ABSL_LOCKS_EXCLUDED(mutex_);
  void Leave() ABSL_LOCKS_EXCLUDED(mutex_);

  // Calls `listener` once: in BeginDrain, or here if that was before. With the
  // tracker's lock held, so that it never runs after UnwatchDrain: it must only
  // hand the news on. Returns what UnwatchDrain takes.
  int64_t WatchDrain(std::function<void()> listener)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void UnwatchDrain(int64_t watch) ABSL_LOCKS_EXCLUDED(mutex_);

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
  int64_t next_watch_ ABSL_GUARDED_BY(mutex_) = 1;
  std::map<int64_t, std::function<void()>> watches_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CALL_TRACKER_H_
