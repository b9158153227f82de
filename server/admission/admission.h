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
  // Number of source tokens of the longest text of the request.
  int64_t longest_tokens = 0;
};

// The queue and the speed of the server when a request arrives.
struct ServerLoad {
  QueueLoad queued = {};
  // The part of the cost of `queued` that the server decodes before the last
  // text of the request (see CostAhead). An estimate.
  int64_t cost_ahead = 0;
  Throughput throughput = {};
  // Seconds of the work that usually follows the first translation of the
  // texts: further attempts, and a second model. An estimate.
  double follow_up_seconds = 0.0;
};

// The work that follows first attempts.
struct FollowUpWork {
  int64_t first_cost = 0;  // of the first attempts
  // Expected cost of further attempts, as a share of first_cost: the result of
  // FollowUpMeter::Share.
  double share = 0.0;
  // Throughput of the second model, which translates the results of the first
  // model. Null means that no second model translates the results.
  std::optional<Throughput> next_model = std::nullopt;
};

// Returns the estimated time, in seconds, of the work that follows the first
// attempts of a model: further attempts, and a second model. `throughput` is
// the throughput of the first model. The estimate for the second model uses the
// cost of the first attempts. Work of unknown speed counts 0.
double FollowUpSeconds(const FollowUpWork& work, const Throughput& throughput);

// Returns a lower bound, in seconds, on the time in which an idle server could
// answer the request. Returns 0 while the throughput is unknown. The bound is
// low, so that only hopeless requests are refused.
double MinSeconds(const RequestLoad& request, const Throughput& throughput);

// Checks that the request can end in the `remaining` time until its deadline.
// Null `remaining` means no deadline. Returns
// - DEADLINE_EXCEEDED if no time remains, or less than MinSeconds,
// - RESOURCE_EXHAUSTED with a retry delay if jobs precede the request, and
//   these jobs, the request and its follow-up work would take more than four
//   fifths of `remaining`,
// - OK otherwise, for example if the throughput is unknown and time remains.
absl::Status CheckDeadline(const RequestLoad& request, const ServerLoad& server,
                           std::optional<Duration> remaining);

// Returns the retry delay for a full queue: the time until about half of the
// queue is decoded, from 100 ms to 30 s. Returns 1 s while the throughput is
// unknown.
std::chrono::milliseconds DelayForFullQueue(const ServerLoad& server);

}  // namespace interpres

#endif  // INTERPRES_SERVER_ADMISSION_ADMISSION_H_
