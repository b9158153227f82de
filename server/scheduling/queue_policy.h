// The decisions about the queue, as pure functions over plain data.

#ifndef INTERPRES_SERVER_SCHEDULING_QUEUE_POLICY_H_
#define INTERPRES_SERVER_SCHEDULING_QUEUE_POLICY_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"

namespace interpres {

// An amount of queued texts.
struct QueueLoad {
  int64_t jobs = 0;
  int64_t tokens = 0;  // source tokens
  int64_t work = 0;    // source tokens times beam size

  friend bool operator==(const QueueLoad&, const QueueLoad&) = default;
};

QueueLoad operator+(const QueueLoad& a, const QueueLoad& b);
QueueLoad operator-(const QueueLoad& a, const QueueLoad& b);

struct QueueLimits {
  int64_t max_jobs = 2048;
  int64_t max_tokens = 262144;
};

// OK if `incoming` fits on top of `queued`. INVALID_ARGUMENT if it would not
// even fit into an empty queue, RESOURCE_EXHAUSTED if it does not fit now.
absl::Status CheckRoom(const QueueLoad& queued, const QueueLoad& incoming,
                       const QueueLimits& limits);

// Seconds until all of `queued` is done, at `work_per_second`; nothing if the
// throughput is not known yet.
std::optional<double> EstimateSeconds(const QueueLoad& queued,
                                      std::optional<double> work_per_second);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_QUEUE_POLICY_H_
