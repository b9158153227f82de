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

// Implements the RPC ReloadModels for operators. Thread-safe. Until Open,
// answers UNAVAILABLE, unless the call lacks a token that the server requires.
// Answers a call when its reload has ended. No handler blocks.
class AdminService final : public v1::AdminService::CallbackService {
 public:
  // Maximum number of concurrent ReloadModels calls, whose reloads run one
  // after another. Further calls get RESOURCE_EXHAUSTED.
  static constexpr int64_t kMaxReloads = 8;

  // Null `tokens` mean that callers need no token. All arguments must outlive
  // the gRPC server.
  AdminService(const BearerTokens* tokens, ModelManager& manager,
               Metrics& metrics)
      : tokens_(tokens), manager_(manager), metrics_(metrics) {}

  // Makes the service answer calls. Called when the models are loaded.
  void Open() { open_.store(true); }

  grpc::ServerUnaryReactor* ReloadModels(
      grpc::CallbackServerContext* server,
      const v1::ReloadModelsRequest* request,
      v1::ReloadModelsResponse* response) override;

 private:
  // Checks the token, that the models are loaded, and the number of calls. OK
  // means that reloads_ counts the call, so that the caller must subtract the
  // call later. Otherwise returns UNAUTHENTICATED, UNAVAILABLE or
  // RESOURCE_EXHAUSTED.
  absl::Status Enter(const grpc::CallbackServerContext& server);

  const BearerTokens* const tokens_;
  ModelManager& manager_;
  Metrics& metrics_;
  std::atomic<bool> open_ = false;
  std::atomic<int64_t> reloads_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_ADMIN_SERVICE_H_
