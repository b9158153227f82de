// The decisions about the queue, as pure functions over plain data.

#ifndef INTERPRES_SERVER_SCHEDULING_QUEUE_POLICY_H_
#define INTERPRES_SERVER_SCHEDULING_QUEUE_POLICY_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "server/scheduling/flow.h"

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

// The queue as one request finds it. Each part includes the next.
struct QueueView {
  QueueLoad all = {};
  QueueLoad priority = {};  // of the request's priority
  QueueLoad client = {};    // and of its client
};

// OK if `incoming` fits on top of what is queued. INVALID_ARGUMENT if it would
// not even fit into an empty queue, RESOURCE_EXHAUSTED if it does not fit now.
//
// Some room is kept for others: a client may hold up to four times, and all
// batch work together up to three times, what is free then (dynamic thresholds,
// Choudhury and Hahne 1998). One client alone fills 80 % of the queue, batch
// work alone 75 %; the more there are, the less each. The first request of a
// client, and of batch work, may be as large as the room.
absl::Status CheckRoom(const QueueView& queued, const QueueLoad& incoming,
                       Priority priority, const QueueLimits& limits);

// The work that waits beside a new request.
struct Competition {
  // Of its own client and priority: it comes first.
  int64_t own = 0;
  // Of each other client of its priority.
  std::vector<int64_t> clients = {};
  int64_t other_priority = 0;
  // The other priority's weight over that of its own.
  double other_share = 0.0;
};

// About how much of the waiting work is done before a new request of `incoming`
// is, under the shares of JobQueue. All of it where one client is alone.
int64_t WorkAhead(const Competition& competition, int64_t incoming);

// Seconds until all of `queued` is done, at `work_per_second`; nothing if the
// throughput is not known yet.
std::optional<double> EstimateSeconds(const QueueLoad& queued,
                                      std::optional<double> work_per_second);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_QUEUE_POLICY_H_
