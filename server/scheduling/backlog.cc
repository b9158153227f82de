#include "server/scheduling/backlog.h"

namespace interpres {

QueueLoad Backlog::LoadOfClient(uint64_t client) const {
  const auto found = clients_.find(client);
  return found == clients_.end() ? QueueLoad() : found->second;
}

void Backlog::Add(uint64_t client, const QueueLoad& load) {
  if (load == QueueLoad()) {
    return;
  }
  QueueLoad& own = clients_[client];
  own = own + load;
  load_ = load_ + load;
}

void Backlog::Subtract(uint64_t client, const QueueLoad& load) {
  const auto found = clients_.find(client);
  if (found == clients_.end()) {
    return;
  }
  found->second = found->second - load;
  load_ = load_ - load;
  if (found->second == QueueLoad()) {
    clients_.erase(found);
  }
}

}  // namespace interpres
