// Decisions about the queue: pure functions over plain data.

#ifndef INTERPRES_SERVER_SCHEDULING_QUEUE_POLICY_H_
#define INTERPRES_SERVER_SCHEDULING_QUEUE_POLICY_H_

#include <cstdint>
#include <map>
#include <optional>

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

// The loads of the waiting jobs that matter to one new request.
struct QueueView {
  QueueLoad all = {};
  // The load of the waiting jobs that have the priority of the request.
  QueueLoad priority = {};
  // The load of the waiting jobs that have the client and the priority of the
  // request.
  QueueLoad client = {};
};

// Returns OK if the queue has room for the jobs `incoming` of one request.
// Returns INVALID_ARGUMENT if an empty queue would have no room either, and
// RESOURCE_EXHAUSTED otherwise.
//
// The queue keeps room for other clients and for interactive jobs (dynamic
// thresholds, Choudhury and Hahne 1998). Two rules limit jobs and tokens. One
// client's jobs of one priority may be up to four times the room that is then
// free, and all batch jobs together up to three times. So a single client fills
// 80 % of the queue, and batch jobs fill 75 %. With more clients, the part of
// each client is smaller. The first rule does not apply to a client without
// waiting jobs of the request's priority. The second rule does not apply while
// no batch job waits.
absl::Status CheckRoom(const QueueView& queued, const QueueLoad& incoming,
                       Priority priority, const QueueLimits& limits);

// The loads of the backlog that matter to one new request. The backlog is the
// part of accepted requests that is not in the queue yet.
struct BacklogView {
  QueueLoad all = {};
  // The load of the jobs in the backlog that have the client and the priority
  // of the request.
  QueueLoad client = {};
};

// Maximum tokens of the backlog, as a multiple of QueueLimits::max_tokens.
// CheckBacklog does not apply the maximum while the backlog is empty.
inline constexpr int64_t kBacklogFactor = 16;

// Returns OK if the backlog has room for the part `incoming` of one request,
// and RESOURCE_EXHAUSTED otherwise. The backlog has room for kBacklogFactor *
// limits.max_tokens tokens, and an empty backlog for any request. The tokens of
// one client and priority may be up to four times the room that is then free.
// This rule does not apply to a client without jobs in the backlog.
absl::Status CheckBacklog(const BacklogView& backlog, const QueueLoad& incoming,
                          const QueueLimits& limits);

// The costs of the jobs that compete with a new request: the waiting jobs and
// the jobs of the backlog. CostAhead uses the costs.
struct Competition {
  // Total cost of the jobs with the client and the priority of the request.
  // These jobs are served before the request.
  int64_t own = 0;
  // The total cost of the jobs of each other client (Flow::client). Only jobs
  // of the request's priority count.
  std::map<uint64_t, int64_t> clients = {};
  // Total cost of the jobs of the other priority.
  int64_t other_priority = 0;
  // The weight of the other priority, divided by the weight of the request's
  // priority.
  double other_share = 0.0;
};

// Estimates the cost of the other requests' jobs that JobQueue serves before
// the last job of a new request. `incoming` is the total cost of the new
// request's jobs, which the estimate does not include.
int64_t CostAhead(const Competition& competition, int64_t incoming);

// Returns the seconds that the workers need for the jobs `queued` at
// `cost_per_second`. Returns 0 if the cost of `queued` is 0. Otherwise returns
// null if `cost_per_second` is null or not positive.
std::optional<double> EstimateSeconds(const QueueLoad& queued,
                                      std::optional<double> cost_per_second);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_QUEUE_POLICY_H_
