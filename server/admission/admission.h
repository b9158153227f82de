// Whether to accept a request: its size, and whether it can end in time.

#ifndef INTERPRES_SERVER_ADMISSION_ADMISSION_H_
#define INTERPRES_SERVER_ADMISSION_ADMISSION_H_

#include <chrono>
#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "server/base/clock.h"
#include "server/scheduling/queue_policy.h"
#include "server/scheduling/throughput_meter.h"

namespace interpres {

// What a request would add.
struct RequestLoad {
  QueueLoad load = {};
  // Source tokens of its longest text.
  int64_t longest_tokens = 0;
};

// What is known when a request arrives.
struct ServerLoad {
  QueueLoad queued = {};
  // The part of its cost that precedes the request (see CostAhead).
  int64_t cost_ahead = 0;
  Throughput throughput = {};
};

// The shortest time in which even an idle server could answer; zero while
// nothing has been measured. A lower bound on purpose: it refuses only what is
// hopeless.
double LeastSeconds(const RequestLoad& request, const Throughput& throughput);

// Whether the deadline can be met. `remaining` is nothing without a deadline.
// DEADLINE_EXCEEDED: not even by an idle server. RESOURCE_EXHAUSTED: not after
// what is queued, with a fifth of the time in reserve; carries the delay after
// which to retry (RetryDelay). OK while the throughput is not known.
absl::Status CheckDeadline(const RequestLoad& request, const ServerLoad& server,
                           std::optional<Duration> remaining);

// How long to wait before retrying when the queue was found full: until about
// half of it is gone, between 100 ms and 30 s.
std::chrono::milliseconds DelayForFullQueue(const ServerLoad& server);

}  // namespace interpres

#endif  // INTERPRES_SERVER_ADMISSION_ADMISSION_H_
