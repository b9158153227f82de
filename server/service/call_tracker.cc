#include "server/service/call_tracker.h"

#include <chrono>
#include <utility>

#include "absl/strings/str_format.h"
#include "server/base/retry_delay.h"

namespace interpres {

absl::Status CallTracker::Enter() {
  {
    const MutexLock lock(mutex_);
    if (!draining_ && calls_ < limit_) {
      ++calls_;
      metrics_.AddCallsInFlight(1);
      return absl::OkStatus();
    }
    if (draining_) {
      metrics_.RecordRejection(Rejection::kDraining);
      return absl::UnavailableError(
          "the server is shutting down: send the request to another one");
    }
  }
  metrics_.RecordRejection(Rejection::kTooManyCalls);
  return WithRetryDelay(
      absl::ResourceExhaustedError(absl::StrFormat(
          "%d requests are being served, the maximum of this server: "
          "try again later",
          limit_)),
      std::chrono::seconds(1));
}

void CallTracker::Leave() {
  const MutexLock lock(mutex_);
  --calls_;
  metrics_.AddCallsInFlight(-1);
  // Notifies under the lock, because the tracker may be destroyed as soon as
  // AwaitNone has returned.
  changed_.NotifyAll();
}

int64_t CallTracker::WatchDrain(std::function<void()> listener) {
  const MutexLock lock(mutex_);
  if (draining_) {
    listener();
  } else {
    watches_[next_watch_] = std::move(listener);
  }
  return next_watch_++;
}

void CallTracker::UnwatchDrain(int64_t watch) {
  const MutexLock lock(mutex_);
  watches_.erase(watch);
}

void CallTracker::BeginDrain() {
  const MutexLock lock(mutex_);
  draining_ = true;
  for (const auto& [watch, listener] : watches_) {
    listener();
  }
  watches_.clear();
}

bool CallTracker::AwaitNone(Clock& clock, TimePoint deadline) {
  const MutexLock lock(mutex_);
  return clock.WaitUntil(mutex_, changed_, deadline, [this] {
    mutex_.AssertHeld();
    return calls_ == 0;
  });
}

}  // namespace interpres
