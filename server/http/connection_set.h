// The open connections of a port.

#ifndef INTERPRES_SERVER_HTTP_CONNECTION_SET_H_
#define INTERPRES_SERVER_HTTP_CONNECTION_SET_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/metrics/metrics.h"

namespace interpres {

class HttpConnection;

// The open connections of an HTTP port. Thread-safe.
class ConnectionSet {
 public:
  explicit ConnectionSet(Metrics& metrics) : metrics_(metrics) {}
  ConnectionSet(const ConnectionSet&) = delete;
  ConnectionSet& operator=(const ConnectionSet&) = delete;

  // Counts a connection in the set and in the metrics as long as the membership
  // lives. REQUIRES: the membership is the first member of the connection, so
  // that the membership is destroyed last. Then nothing of a connection remains
  // when AwaitNone returns true. The set outlives the membership.
  class Membership {
   public:
    explicit Membership(ConnectionSet& set) : set_(set), id_(set.Add()) {}
    ~Membership() { set_.Remove(id_); }
    Membership(const Membership&) = delete;
    Membership& operator=(const Membership&) = delete;
    // Lets ForEach find the connection. Before, the set only counts it.
    void Publish(std::weak_ptr<HttpConnection> connection) {
      set_.Publish(id_, std::move(connection));
    }

   private:
    ConnectionSet& set_;
    const int64_t id_;
  };

  int64_t size() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Calls `visit` for each published connection that still exists, without
  // locks held.
  void ForEach(const std::function<void(HttpConnection&)>& visit) const
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Blocks until no connection exists or `clock` has passed `deadline`. Returns
  // true if no connection exists.
  bool AwaitNone(Clock& clock, TimePoint deadline) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  int64_t Add() ABSL_LOCKS_EXCLUDED(mutex_);
  void Publish(int64_t id, std::weak_ptr<HttpConnection> connection)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void Remove(int64_t id) ABSL_LOCKS_EXCLUDED(mutex_);

  Metrics& metrics_;
  mutable Mutex mutex_;
  CondVar changed_;
  int64_t next_id_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<int64_t, std::weak_ptr<HttpConnection>> connections_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_CONNECTION_SET_H_
