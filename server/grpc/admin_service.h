// interpres.v1.AdminService over gRPC's callback API.

#ifndef INTERPRES_SERVER_GRPC_ADMIN_SERVICE_H_
#define INTERPRES_SERVER_GRPC_ADMIN_SERVICE_H_

#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "interpres/v1/admin.grpc.pb.h"
#include "server/base/permits.h"
#include "server/glossary/glossary_store.h"
#include "server/metrics/metrics.h"
#include "server/registry/model_manager.h"
#include "server/security/bearer_tokens.h"
#include "server/service/glossary_calls.h"
#include "server/service/glossary_thread.h"

namespace interpres {

// The parts of the server that AdminService uses. All must outlive the gRPC
// server.
struct AdminParts {
  // Null means that callers need no token.
  const BearerTokens* tokens = nullptr;
  ModelManager& manager;
  // Null means that the server has no glossaries.
  GlossaryStore* glossaries = nullptr;
  // Maximum size of the content of a glossary.
  int64_t max_glossary_bytes = 0;
  Metrics& metrics;
};

// The gRPC service interpres.v1.AdminService: reloads models, and keeps the
// glossaries of clients. Answers UNAUTHENTICATED if the call lacks a token that
// the server requires, and UNAVAILABLE until Open. Answers a call when its work
// has ended. No handler blocks. Thread-safe.
class AdminService final : public v1::AdminService::CallbackService {
 public:
  // Maximum number of concurrent ReloadModels calls, whose reloads run one
  // after another. Further calls get RESOURCE_EXHAUSTED.
  static constexpr int64_t kMaxReloads = 8;

  explicit AdminService(const AdminParts& parts) : parts_(parts) {}

  // Makes the service answer calls. Called when the models are loaded.
  void Open() { open_.store(true); }

  grpc::ServerUnaryReactor* ReloadModels(
      grpc::CallbackServerContext* server,
      const v1::ReloadModelsRequest* request,
      v1::ReloadModelsResponse* response) override;
  grpc::ServerUnaryReactor* CreateGlossary(
      grpc::CallbackServerContext* server,
      const v1::CreateGlossaryRequest* request,
      v1::Glossary* response) override;
  grpc::ServerUnaryReactor* GetGlossary(
      grpc::CallbackServerContext* server,
      const v1::GetGlossaryRequest* request,
      v1::GetGlossaryResponse* response) override;
  grpc::ServerUnaryReactor* ListGlossaries(
      grpc::CallbackServerContext* server,
      const v1::ListGlossariesRequest* request,
      v1::ListGlossariesResponse* response) override;
  grpc::ServerUnaryReactor* UpdateGlossary(
      grpc::CallbackServerContext* server,
      const v1::UpdateGlossaryRequest* request,
      v1::Glossary* response) override;
  grpc::ServerUnaryReactor* DeleteGlossary(
      grpc::CallbackServerContext* server,
      const v1::DeleteGlossaryRequest* request,
      v1::DeleteGlossaryResponse* response) override;

 private:
  using GlossaryTask = std::function<absl::Status(const GlossaryCalls&)>;

  // Checks that the call may be answered. Returns UNAUTHENTICATED if the call
  // lacks a token that the server requires. Returns UNAVAILABLE with a retry
  // delay before Open.
  absl::Status Enter(const grpc::CallbackServerContext& server) const;
  // Runs the task on glossary_thread_ and then answers the call with the status
  // of the task. Answers without the task if Enter returns an error, or with
  // RESOURCE_EXHAUSTED if too many tasks wait. Returns the reactor for gRPC.
  grpc::ServerUnaryReactor* Run(RpcMethod method,
                                grpc::CallbackServerContext& server,
                                GlossaryTask task);
  // Returns the object that answers glossary calls of the client that makes the
  // call `server`.
  GlossaryCalls GlossariesOf(const grpc::CallbackServerContext& server) const;

  const AdminParts parts_;
  std::atomic<bool> open_ = false;
  Permits reloads_{kMaxReloads};
  GlossaryThread glossary_thread_;  // last, because its tasks use the others
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_ADMIN_SERVICE_H_
