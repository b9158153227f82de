// Decides whether a request can end before its deadline.

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

// The load that a request would add.
struct RequestLoad {
  QueueLoad load = {};
  // Source tokens of the longest text of the request.
  int64_t longest_tokens = 0;
};

// The state of the server when a request arrives.
struct ServerLoad {
  QueueLoad queued = {};
  // The part of the cost of `queued` that precedes the request (see CostAhead).
  int64_t cost_ahead = 0;
  Throughput throughput = {};
};

// Returns the minimum time in which an idle server could answer, 0 while the
// throughput is unknown. This is a lower bound, so that only hopeless requests
// are refused.
double MinSeconds(const RequestLoad& request, const Throughput& throughput);

// Checks that the request can end in the `remaining` time. Null `remaining`
// means no deadline. Returns
// - DEADLINE_EXCEEDED if not even an idle server could meet the deadline,
// - RESOURCE_EXHAUSTED with a retry delay if the queued jobs take too long,
//   with a fifth of the time in reserve,
// - OK while the throughput is unknown.
absl::Status CheckDeadline(const RequestLoad& request, const ServerLoad& server,
                           std::optional<Duration> remaining);

// Returns the retry delay for a full queue: the time until about half of the
// queue is decoded, from 100 ms to 30 s.
std::chrono::milliseconds DelayForFullQueue(const ServerLoad& server);

}  // namespace interpres

#endif  // INTERPRES_SERVER_ADMISSION_ADMISSION_H_
