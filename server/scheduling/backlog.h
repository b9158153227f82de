// The part of accepted requests that is not in the queue yet.

#ifndef INTERPRES_SERVER_SCHEDULING_BACKLOG_H_
#define INTERPRES_SERVER_SCHEDULING_BACKLOG_H_

#include <cstdint>
#include <map>

#include "server/scheduling/queue_policy.h"

namespace interpres {

// The loads by client. The caller holds the sentences. Not thread-safe: owned
// by JobQueue.
class Backlog {
 public:
  const QueueLoad& load() const { return load_; }
  // Returns the load of the client in this backlog, which is not in the queue
  // yet. The load is zero if the client has no such load.
  QueueLoad LoadOfClient(uint64_t client) const;
  const std::map<uint64_t, QueueLoad>& clients() const { return clients_; }

  void Add(uint64_t client, const QueueLoad& load);
  // REQUIRES: the client has at least this load.
  void Subtract(uint64_t client, const QueueLoad& load);

 private:
  QueueLoad load_;
  std::map<uint64_t, QueueLoad> clients_;  // without zero loads
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_BACKLOG_H_
