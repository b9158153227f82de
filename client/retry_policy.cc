#include "client/retry_policy.h"

#include <algorithm>
#include <random>

namespace interpres {
namespace {

using std::chrono::milliseconds;

bool MayRetry(const RetryPolicy& policy, const FailedAttempt& failed) {
  if (policy.max_attempts == 1) {
    return false;
  }
  const bool attempts_left =
      policy.max_attempts == 0 || failed.attempts_made < policy.max_attempts;
  switch (failed.code) {
    case absl::StatusCode::kUnavailable:
      return attempts_left;
    case absl::StatusCode::kResourceExhausted:
      return failed.server_delay.has_value();
    default:
      return false;
  }
}

// The nominal wait. The loop ends at the maximum, so it cannot overflow.
milliseconds Backoff(const RetryPolicy& policy, const FailedAttempt& failed) {
  milliseconds backoff = policy.initial_backoff;
  for (int i = 1; i < failed.attempts_made && backoff < policy.max_backoff;
       ++i) {
    backoff *= 2;
  }
  const milliseconds latest =
      std::max(policy.initial_backoff, failed.remaining / 2);
  return std::min({backoff, policy.max_backoff, latest});
}

milliseconds Scale(milliseconds duration, double factor) {
  return milliseconds(static_cast<milliseconds::rep>(
      static_cast<double>(duration.count()) * factor));
}

}  // namespace

std::optional<milliseconds> NextRetryDelay(const RetryPolicy& policy,
                                           const FailedAttempt& failed,
                                           double jitter) {
  if (!MayRetry(policy, failed)) {
    return std::nullopt;
  }
  milliseconds delay = Scale(Backoff(policy, failed), 0.5 + 0.5 * jitter);
  if (failed.server_delay) {
    delay = std::max(delay, Scale(*failed.server_delay, 1.0 + 0.25 * jitter));
  }
  if (delay >= failed.remaining) {
    return std::nullopt;
  }
  return delay;
}

double DrawJitter() {
  thread_local std::minstd_rand generator{std::random_device{}()};
  return std::uniform_real_distribution<double>(0.0, 1.0)(generator);
}

}  // namespace interpres
