// The standard health service, grpc.health.v1.Health.
//
// gRPC's own health service answers SERVING as soon as the port is open. A
// probe could then regard a server as ready while its model is still being
// loaded.

#ifndef INTERPRES_SERVER_GRPC_HEALTH_SERVICE_H_
#define INTERPRES_SERVER_GRPC_HEALTH_SERVICE_H_

#include <grpcpp/support/server_callback.h>

#include <list>
#include <set>
#include <string>

#include "absl/base/thread_annotations.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "server/base/mutex.h"

namespace interpres {

// The gRPC health service. Thread-safe. Knows the whole server, whose name is
// "", and the given services. All have the same status, which is NOT_SERVING
// until SetServing. For other names, Check returns NOT_FOUND, and Watch
// sends SERVICE_UNKNOWN. Health checks need no token, so the number of
// concurrent Watch calls is limited: further ones get RESOURCE_EXHAUSTED.
class HealthService final : public grpc::health::v1::Health::CallbackService {
 public:
  static constexpr size_t kMaxWatches = 1024;

  explicit HealthService(std::set<std::string> services,
                         size_t max_watches = kMaxWatches);
  ~HealthService() override;

  void SetServing(bool serving) ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends all current and later Watch calls with UNAVAILABLE, so that they do
  // not delay a shutdown.
  void EndWatches() ABSL_LOCKS_EXCLUDED(mutex_);

  grpc::ServerUnaryReactor* Check(
      grpc::CallbackServerContext* server,
      const grpc::health::v1::HealthCheckRequest* request,
      grpc::health::v1::HealthCheckResponse* response) override;
  grpc::ServerWriteReactor<grpc::health::v1::HealthCheckResponse>* Watch(
      grpc::CallbackServerContext* server,
      const grpc::health::v1::HealthCheckRequest* request) override;

 private:
  class WatchCall;
  class RefusedWatch;
  using ServingStatus = grpc::health::v1::HealthCheckResponse::ServingStatus;

  ServingStatus StatusOf(bool is_known) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Remove(WatchCall* watch) ABSL_LOCKS_EXCLUDED(mutex_);

  const std::set<std::string> services_;
  const size_t max_watches_;
  Mutex mutex_;  // taken before the mutex of a WatchCall
  bool serving_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
  std::list<WatchCall*> watches_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_HEALTH_SERVICE_H_
