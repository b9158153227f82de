// When a failed call is worth sending again, and after how long: a pure
// function of what happened, so that it is tested without a server or a clock.
//
// Two failures are retried:
//   UNAVAILABLE         nobody listens, or the server is draining. Bounded by
//                       max_attempts: a server that is not there must be
//                       reported soon.
//   RESOURCE_EXHAUSTED  the queue is full. With the server's RetryInfo, until
//                       the deadline: it is alive and said when to return.
//                       Without, bounded by max_attempts.
// Nothing else is: the same request would fail again, or its time is over.

#ifndef INTERPRES_CLIENT_RETRY_POLICY_H_
#define INTERPRES_CLIENT_RETRY_POLICY_H_

#include <chrono>
#include <optional>

#include "absl/status/status.h"

namespace interpres {

struct RetryPolicy {
  // How often a request is sent at most, the first time included; at least 1.
  // 1 switches retries off, RetryInfo or not.
  int max_attempts = 6;

  // The wait before the second attempt; it doubles before each further one.
  std::chrono::milliseconds initial_backoff{100};

  // The longest wait of our own. A server's longer delay is honoured.
  std::chrono::milliseconds max_backoff{5000};
};

struct FailedAttempt {
  absl::StatusCode code = absl::StatusCode::kUnknown;

  // How many attempts were made, this one included; at least 1.
  int attempts_made = 1;

  // The server's google.rpc.RetryInfo, if it sent one.
  std::optional<std::chrono::milliseconds> server_delay;

  // The time until the caller's deadline.
  std::chrono::milliseconds remaining{0};
};

// How long to wait before the next attempt; nullopt: give up now. Never as
// long as `failed.remaining`: a wait that ends past the deadline is pointless.
//
// jitter: in [0, 1), drawn by the caller; spreads the clients of a busy server.
// A backoff of ours lies in [1/2, 1] of its nominal length, a server's delay
// in [1, 5/4]: never before the server's time.
std::optional<std::chrono::milliseconds> NextRetryDelay(
    const RetryPolicy& policy, const FailedAttempt& failed, double jitter);

// A jitter for NextRetryDelay. Thread-safe.
double DrawJitter();

}  // namespace interpres

#endif  // INTERPRES_CLIENT_RETRY_POLICY_H_
