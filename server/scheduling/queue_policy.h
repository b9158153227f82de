// Decisions about the queue: pure functions over plain data.

#ifndef INTERPRES_SERVER_SCHEDULING_QUEUE_POLICY_H_
#define INTERPRES_SERVER_SCHEDULING_QUEUE_POLICY_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "server/scheduling/flow.h"

namespace interpres {

// The size of a list of jobs.
struct QueueLoad {
  int64_t jobs = 0;
  int64_t tokens = 0;  // source tokens of the jobs
  int64_t cost = 0;    // sum of Job::cost()

  friend bool operator==(const QueueLoad&, const QueueLoad&) = default;
};

QueueLoad operator+(const QueueLoad& a, const QueueLoad& b);
QueueLoad operator-(const QueueLoad& a, const QueueLoad& b);

struct QueueLimits {
  int64_t max_jobs = 2048;
  int64_t max_tokens = 262144;
};

// The waiting jobs, as one request sees them.
struct QueueView {
  QueueLoad all = {};
  // The part of `all` that has the priority of the request.
  QueueLoad priority = {};
  // The part of `priority` that belongs to the client of the request.
  QueueLoad client = {};
};

// Returns OK if the queue has room for `incoming`, INVALID_ARGUMENT if an empty
// queue would have no room either, and RESOURCE_EXHAUSTED otherwise.
//
// The queue keeps room for other clients and for interactive jobs (dynamic
// thresholds, Choudhury and Hahne 1998). One client may hold up to four times
// the room that is then free, and all batch jobs together up to three times. So
// a single client fills 80 % of the queue, and batch jobs fill 75 %. With more
// clients, the part of each client is smaller. Only the whole queue limits the
// first request of a client, and the first batch request.
absl::Status CheckRoom(const QueueView& queued, const QueueLoad& incoming,
                       Priority priority, const QueueLimits& limits);

// The cost of the waiting jobs that compete with a new request.
struct Competition {
  // Jobs of the request's own client and priority. They precede the request.
  int64_t own = 0;
  // Jobs of each other client of the request's priority.
  std::vector<int64_t> clients = {};
  // Jobs of the other priority.
  int64_t other_priority = 0;
  // The weight of the other priority, divided by the weight of the request's
  // priority.
  double other_share = 0.0;
};

// Estimates the cost of the waiting jobs that JobQueue serves before the last
// job of a new request with the cost `incoming`.
int64_t CostAhead(const Competition& competition, int64_t incoming);

// Returns the seconds that `queued` takes at `cost_per_second`. Null if the
// throughput is unknown.
std::optional<double> EstimateSeconds(const QueueLoad& queued,
                                      std::optional<double> cost_per_second);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_QUEUE_POLICY_H_
