#include "server/grpc/translation_service.h"

#include <chrono>

#include "absl/status/status.h"
#include "model/base/status.h"
#include "server/base/retry_delay.h"
#include "server/grpc/authorization.h"
#include "server/grpc/grpc_status.h"
#include "server/grpc/stream_call.h"
#include "server/grpc/wire.h"
#include "server/service/canonical_code.h"
#include "server/service/model_description.h"

namespace interpres {
namespace {

grpc::ServerUnaryReactor* FinishAtOnce(grpc::CallbackServerContext& server,
                                       const absl::Status& status) {
  grpc::ServerUnaryReactor* reactor = server.DefaultReactor();
  reactor->Finish(ToGrpcStatus(status));
  return reactor;
}

// A call that is refused before its first message is read.
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class RefusedCall final : public TranslationService::Reactor {
 public:
  explicit RefusedCall(const absl::Status& status) {
    Finish(ToGrpcStatus(status));
  }
  void OnDone() override { delete this; }

 private:
  ~RefusedCall() override = default;
};

// Counts a call that translates; the call must call CallTracker::Leave.
absl::Status Enter(const TranslationContext& context,
                   const grpc::CallbackServerContext& server) {
  INTERPRES_RETURN_IF_ERROR(CheckToken(context.tokens, server));
  return context.calls.Enter();
}

absl::Status NotLoaded() {
  return WithRetryDelay(
      absl::UnavailableError("the model is being loaded: try again later"),
      std::chrono::seconds(1));
}

// Starts a TranslateCall or a StreamCall, or refuses it. `context` is null
// while the models are being loaded.
template <typename Call>
TranslationService::Reactor* StartCall(const TranslationContext* context,
                                       RpcMethod method,
                                       grpc::CallbackServerContext& server) {
  if (context == nullptr) {
    return new RefusedCall(NotLoaded());
  }
  const absl::Status status = Enter(*context, server);
  if (!status.ok()) {
    context->metrics.RecordRequest(method, CanonicalCode(status.code()));
    return new RefusedCall(status);
  }
  return Call::Start(*context, server);
}

}  // namespace

TranslationService::Reactor* TranslationService::Translate(
    grpc::CallbackServerContext* server) {
  return StartCall<TranslateCall>(context_.load(), RpcMethod::kTranslate,
                                  *server);
}

TranslationService::Reactor* TranslationService::StreamTranslate(
    grpc::CallbackServerContext* server) {
  return StartCall<StreamCall>(context_.load(), RpcMethod::kStreamTranslate,
                               *server);
}

grpc::ServerUnaryReactor* TranslationService::ListModels(
    grpc::CallbackServerContext* server, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  const TranslationContext* context = context_.load();
  if (context == nullptr) {
    return FinishAtOnce(*server, NotLoaded());
  }
  v1::ListModelsRequest parsed;
  absl::Status status = CheckToken(context->tokens, *server);
  if (status.ok()) {
    status = ParseMessage(*request, parsed);
  }
  if (status.ok()) {
    v1::ListModelsResponse models;
    for (const ServedModelPtr& model : context->models.List()) {
      *models.add_models() = DescribeModel(*model);
    }
    status = SerializeMessage(models, *response);
  }
  context->metrics.RecordRequest(RpcMethod::kListModels,
                                 CanonicalCode(status.code()));
  return FinishAtOnce(*server, status);
}

grpc::ServerUnaryReactor* TranslationService::GetModel(
    grpc::CallbackServerContext* server, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  const TranslationContext* context = context_.load();
  if (context == nullptr) {
    return FinishAtOnce(*server, NotLoaded());
  }
  v1::GetModelRequest parsed;
  absl::Status status = CheckToken(context->tokens, *server);
  if (status.ok()) {
    status = ParseMessage(*request, parsed);
  }
  if (status.ok()) {
    const absl::StatusOr<ServedModelPtr> model =
        context->models.ChooseNamed(parsed.name());
    status = model.ok() ? SerializeMessage(DescribeModel(**model), *response)
                        : model.status();
  }
  context->metrics.RecordRequest(RpcMethod::kGetModel,
                                 CanonicalCode(status.code()));
  return FinishAtOnce(*server, status);
}

}  // namespace interpres
