// Decides whether a failed call is sent again, and after which wait. The
// decision is a pure function, so that tests need neither a server nor a clock.
//
// Two errors are retried:
//   UNAVAILABLE         The server refuses connections, drains or loads. The
//                       request was not answered. Calls are idempotent, except
//                       CreateGlossary and DeleteGlossary: if the answer of
//                       their first attempt was lost, the second one reports
//                       ALREADY_EXISTS or NOT_FOUND.
//   RESOURCE_EXHAUSTED  with a retry delay: the queue of the server is full.
// Every other error is final: the same request would fail in the same way, or
// its deadline has passed. RESOURCE_EXHAUSTED without a retry delay means that
// a quota is used up, or that a response is too large.
//
// Retries end at the deadline, or after UNAVAILABLE earlier, after
// `max_attempts` attempts. A busy server is asked until the deadline, because
// that server is alive.

#ifndef INTERPRES_CLIENT_RETRY_POLICY_H_
#define INTERPRES_CLIENT_RETRY_POLICY_H_

#include <chrono>
#include <optional>

#include "absl/status/status.h"

namespace interpres {

struct RetryPolicy {
  // Maximum number of attempts, the first one included. 0 means unlimited:
  // retries end at the deadline. 1 disables all retries. A maximum above 1 does
  // not apply to RESOURCE_EXHAUSTED. Such calls are retried until the deadline.
  int max_attempts = 6;

  // Maximum of the client's wait before the second attempt (NextRetryDelay).
  // The maximum doubles before each further attempt, up to `max_backoff`.
  std::chrono::milliseconds initial_backoff{100};

  // Maximum of the waits that the client chooses. A longer retry delay of the
  // server is honoured.
  std::chrono::milliseconds max_backoff{2000};
};

struct FailedAttempt {
  absl::StatusCode code = absl::StatusCode::kUnknown;

  // Number of attempts so far, this attempt included; at least 1.
  int attempts_made = 1;

  // The retry delay of the server's google.rpc.RetryInfo. Null if absent.
  std::optional<std::chrono::milliseconds> server_delay;

  // The time until the caller's deadline.
  std::chrono::milliseconds remaining{0};
};

// Returns the wait before the next attempt. Returns null if the caller must
// give up, because
// - the code is neither UNAVAILABLE nor RESOURCE_EXHAUSTED with a retry delay,
// - `policy.max_attempts` is reached (see there for RESOURCE_EXHAUSTED), or
// - the wait would not be shorter than `failed.remaining`.
//
// The client's own wait is `initial_backoff`, doubled for each further attempt
// up to `max_backoff`, times a factor in [1/2, 1]. It is at most half of the
// remaining time, or `initial_backoff` if that is longer. So attempts continue
// until the remaining time is about `initial_backoff`. A server's retry delay
// is stretched by a factor in [1, 5/4]. The longer of both waits is returned.
//
// `jitter` is in [0, 1) and drawn by the caller. It chooses the factors and so
// spreads the clients of a busy server.
std::optional<std::chrono::milliseconds> NextRetryDelay(
    const RetryPolicy& policy, const FailedAttempt& failed, double jitter);

// Returns a jitter for NextRetryDelay. Thread-safe.
double DrawJitter();

}  // namespace interpres

#endif  // INTERPRES_CLIENT_RETRY_POLICY_H_
