// interpres.v1.AdminService over gRPC's callback API.

#ifndef INTERPRES_SERVER_GRPC_ADMIN_SERVICE_H_
#define INTERPRES_SERVER_GRPC_ADMIN_SERVICE_H_

#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <cstdint>

#include "absl/status/status.h"
#include "interpres/v1/admin.grpc.pb.h"
#include "server/metrics/metrics.h"
#include "server/registry/model_manager.h"
#include "server/security/bearer_tokens.h"

namespace interpres {

// Thread-safe. Answers UNAVAILABLE until it is opened; no handler blocks.
class AdminService final : public v1::AdminService::CallbackService {
 public:
  // Reloads that may wait for each other.
  static constexpr int64_t kMostReloads = 8;

  // `tokens` is null if callers need none. All outlive the gRPC server.
  AdminService(const BearerTokens* tokens, ModelManager& manager,
               Metrics& metrics)
      : tokens_(tokens), manager_(manager), metrics_(metrics) {}

  // The models are loaded.
  void Open() { open_.store(true); }

  grpc::ServerUnaryReactor* ReloadModels(
      grpc::CallbackServerContext* server,
      const v1::ReloadModelsRequest* request,
      v1::ReloadModelsResponse* response) override;

 private:
  // OK: the call counts as one of the reloads.
  absl::Status Enter(const grpc::CallbackServerContext& server);

  const BearerTokens* const tokens_;
  ModelManager& manager_;
  Metrics& metrics_;
  std::atomic<bool> open_ = false;
  std::atomic<int64_t> reloads_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_ADMIN_SERVICE_H_
