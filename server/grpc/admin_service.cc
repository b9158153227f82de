// Tested by server_models_test.cc.

#include "server/grpc/admin_service.h"

#include <chrono>

#include "model/base/status.h"
#include "server/base/retry_delay.h"
#include "server/grpc/call_metadata.h"
#include "server/grpc/grpc_status.h"
#include "server/service/canonical_code.h"
#include "server/service/service_call.h"

namespace interpres {
namespace {

v1::ModelReload::Outcome ToProto(ReloadOutcome outcome) {
  switch (outcome) {
    case ReloadOutcome::kUnchanged:
      return v1::ModelReload::OUTCOME_UNCHANGED;
    case ReloadOutcome::kLoaded:
      return v1::ModelReload::OUTCOME_LOADED;
    case ReloadOutcome::kRejected:
      return v1::ModelReload::OUTCOME_REJECTED;
    case ReloadOutcome::kUnloaded:
      return v1::ModelReload::OUTCOME_UNLOADED;
  }
  return v1::ModelReload::OUTCOME_UNSPECIFIED;
}

absl::Status Fill(const ReloadReport& report,
                  v1::ReloadModelsResponse& response) {
  if (!report.ok()) {
    return report.status();
  }
  for (const ModelReload& model : *report) {
    v1::ModelReload& added = *response.add_models();
    added.set_name(model.name);
    added.set_outcome(ToProto(model.outcome));
    added.set_version(model.version);
    added.set_reason(model.reason);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status AdminService::Enter(const grpc::CallbackServerContext& server) {
  INTERPRES_RETURN_IF_ERROR(CheckToken(tokens_, CallInfoOf(server)));
  if (!open_.load()) {
    return WithRetryDelay(
        absl::UnavailableError("the models are being loaded: try again later"),
        std::chrono::seconds(1));
  }
  if (reloads_.fetch_add(1) >= kMaxReloads) {
    reloads_.fetch_sub(1);
    return WithRetryDelay(
        absl::ResourceExhaustedError(
            "other calls wait for a reload already: try again later"),
        std::chrono::seconds(1));
  }
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* AdminService::ReloadModels(
    grpc::CallbackServerContext* server,
    const v1::ReloadModelsRequest* /*request*/,
    v1::ReloadModelsResponse* response) {
  grpc::ServerUnaryReactor* reactor = server->DefaultReactor();
  const auto finish = [this, reactor](const absl::Status& status) {
    metrics_.RecordRequest(RpcMethod::kReloadModels,
                           CanonicalCode(status.code()));
    reactor->Finish(ToGrpcStatus(status));
  };
  const absl::Status entered = Enter(*server);
  if (!entered.ok()) {
    finish(entered);
    return reactor;
  }
  manager_.RequestReload(ModelManager::Mode::kRequested,
                         [this, response, finish](const ReloadReport& report) {
                           reloads_.fetch_sub(1);
                           finish(Fill(report, *response));
                         });
  return reactor;
}

}  // namespace interpres
