// Tested by server_models_test.cc and server_glossaries_test.cc.

#include "server/grpc/admin_service.h"

#include <chrono>
#include <memory>
#include <utility>

#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"
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

absl::Status AdminService::Enter(
    const grpc::CallbackServerContext& server) const {
  INTERPRES_RETURN_IF_ERROR(CheckToken(parts_.tokens, CallInfoOf(server)));
  if (!open_.load()) {
    return WithRetryDelay(
        absl::UnavailableError("the models are being loaded: try again later"),
        std::chrono::seconds(1));
  }
  return absl::OkStatus();
}

GlossaryCalls AdminService::GlossariesOf(
    const grpc::CallbackServerContext& server) const {
  return {parts_.glossaries, OwnerOf(parts_.tokens, CallInfoOf(server))};
}

grpc::ServerUnaryReactor* AdminService::ReloadModels(
    grpc::CallbackServerContext* server,
    const v1::ReloadModelsRequest* /*request*/,
    v1::ReloadModelsResponse* response) {
  grpc::ServerUnaryReactor* reactor = server->DefaultReactor();
  const auto finish = [this, reactor](const absl::Status& status) {
    parts_.metrics.RecordRequest(RpcMethod::kReloadModels,
                                 CanonicalCode(status.code()));
    reactor->Finish(ToGrpcStatus(status));
  };
  const absl::Status entered = Enter(*server);
  if (!entered.ok()) {
    finish(entered);
    return reactor;
  }
  // Shared, because `done` of a reload can be copied.
  const std::shared_ptr<Permits> permit = reloads_.TryTake();
  if (permit == nullptr) {
    finish(WithRetryDelay(
        absl::ResourceExhaustedError(
            "other calls wait for a reload already: try again later"),
        std::chrono::seconds(1)));
    return reactor;
  }
  parts_.manager.RequestReload(
      ModelManager::Mode::kRequested,
      [response, finish, permit,
       calls = GlossariesOf(*server)](const ReloadReport& report) {
        calls.Reload(*response);
        finish(Fill(report, *response));
      });
  return reactor;
}

grpc::ServerUnaryReactor* AdminService::Run(RpcMethod method,
                                            grpc::CallbackServerContext& server,
                                            GlossaryTask task) {
  grpc::ServerUnaryReactor* reactor = server.DefaultReactor();
  const auto finish = [this, method, reactor](const absl::Status& status) {
    parts_.metrics.RecordRequest(method, CanonicalCode(status.code()));
    reactor->Finish(ToGrpcStatus(status));
  };
  const absl::Status entered = Enter(server);
  if (!entered.ok()) {
    finish(entered);
    return reactor;
  }
  const absl::Status posted = glossary_thread_.Post(
      [finish, task = std::move(task), calls = GlossariesOf(server)] {
        finish(WithinMemory(OutOfMemory(), [&] { return task(calls); }));
      });
  if (!posted.ok()) {
    finish(posted);
  }
  return reactor;
}

grpc::ServerUnaryReactor* AdminService::CreateGlossary(
    grpc::CallbackServerContext* server,
    const v1::CreateGlossaryRequest* request, v1::Glossary* response) {
  return Run(RpcMethod::kCreateGlossary, *server,
             [request, response](const GlossaryCalls& calls) {
               return calls.Create(*request, *response);
             });
}

grpc::ServerUnaryReactor* AdminService::GetGlossary(
    grpc::CallbackServerContext* server, const v1::GetGlossaryRequest* request,
    v1::GetGlossaryResponse* response) {
  return Run(RpcMethod::kGetGlossary, *server,
             [request, response](const GlossaryCalls& calls) {
               return calls.Get(*request, *response);
             });
}

grpc::ServerUnaryReactor* AdminService::ListGlossaries(
    grpc::CallbackServerContext* server,
    const v1::ListGlossariesRequest* /*request*/,
    v1::ListGlossariesResponse* response) {
  return Run(
      RpcMethod::kListGlossaries, *server,
      [response](const GlossaryCalls& calls) { return calls.List(*response); });
}

grpc::ServerUnaryReactor* AdminService::UpdateGlossary(
    grpc::CallbackServerContext* server,
    const v1::UpdateGlossaryRequest* request, v1::Glossary* response) {
  return Run(RpcMethod::kUpdateGlossary, *server,
             [request, response](const GlossaryCalls& calls) {
               return calls.Update(*request, *response);
             });
}

grpc::ServerUnaryReactor* AdminService::DeleteGlossary(
    grpc::CallbackServerContext* server,
    const v1::DeleteGlossaryRequest* request,
    v1::DeleteGlossaryResponse* /*response*/) {
  return Run(
      RpcMethod::kDeleteGlossary, *server,
      [request](const GlossaryCalls& calls) { return calls.Delete(*request); });
}

}  // namespace interpres
