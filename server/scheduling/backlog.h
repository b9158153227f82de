// The part of accepted requests that is not in the queue yet.

#ifndef INTERPRES_SERVER_SCHEDULING_BACKLOG_H_
#define INTERPRES_SERVER_SCHEDULING_BACKLOG_H_

#include <cstdint>
#include <map>

#include "server/scheduling/queue_policy.h"

namespace interpres {

// The load, by client, of the jobs of accepted requests that are not in the
// queue yet. The requests hold the sentences. Not thread-safe: owned by
// JobQueue.
class Backlog {
 public:
  const QueueLoad& load() const { return load_; }
  // Returns the load of the client's jobs in this backlog. The load is zero if
  // the client has no job in the backlog.
  QueueLoad LoadOfClient(uint64_t client) const;
  const std::map<uint64_t, QueueLoad>& clients() const { return clients_; }

  void Add(uint64_t client, const QueueLoad& load);
  // Subtracts a part of the client's load, or the whole. REQUIRES: the client
  // has at least this load.
  void Subtract(uint64_t client, const QueueLoad& load);

 private:
  QueueLoad load_;
  std::map<uint64_t, QueueLoad> clients_;  // without zero loads
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_BACKLOG_H_
