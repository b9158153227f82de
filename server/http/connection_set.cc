// Tested by tests/server/http/http_port_test.cc.

#include "server/http/connection_set.h"

#include <iterator>
#include <utility>
#include <vector>

namespace interpres {

int64_t ConnectionSet::Add() {
  metrics_.AddHttpConnections(1);
  const MutexLock lock(mutex_);
  connections_.emplace(next_id_, std::weak_ptr<HttpConnection>());
  return next_id_++;
}

void ConnectionSet::Publish(int64_t id,
                            std::weak_ptr<HttpConnection> connection) {
  const MutexLock lock(mutex_);
  connections_[id] = std::move(connection);
}

void ConnectionSet::Remove(int64_t id) {
  metrics_.AddHttpConnections(-1);
  const MutexLock lock(mutex_);
  connections_.erase(id);
  // With the lock held, because the set may be destroyed after AwaitNone.
  changed_.NotifyAll();
}

int64_t ConnectionSet::size() const {
  const MutexLock lock(mutex_);
  return std::ssize(connections_);
}

void ConnectionSet::ForEach(
    const std::function<void(HttpConnection&)>& visit) const {
  std::vector<std::weak_ptr<HttpConnection>> connections;
  {
    const MutexLock lock(mutex_);
    for (const auto& [id, connection] : connections_) {
      connections.push_back(connection);
    }
  }
  for (const auto& connection : connections) {
    if (const std::shared_ptr<HttpConnection> held = connection.lock()) {
      visit(*held);
    }
  }
}

bool ConnectionSet::AwaitNone(Clock& clock, TimePoint deadline) {
  const MutexLock lock(mutex_);
  return clock.WaitUntil(mutex_, changed_, deadline, [this] {
    mutex_.AssertHeld();
    return connections_.empty();
  });
}

}  // namespace interpres
