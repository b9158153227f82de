#include "server/rpc/translation_service.h"

#include <chrono>

#include "absl/status/status.h"
#include "model/base/status.h"
#include "server/base/retry_delay.h"
#include "server/rpc/authorization.h"
#include "server/rpc/grpc_status.h"
#include "server/rpc/stream_call.h"
#include "server/rpc/wire.h"

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

v1::Model DescribeModel(const ServedModel& served) {
  const TranslationModel& model = served.model();
  const DecodingLimits& limits = served.decoding_limits();
  v1::Model description;
  description.set_name(served.name());
  for (const LanguageDirection& direction : model.directions()) {
    v1::LanguageDirection& added = *description.add_directions();
    added.set_source_language(direction.source);
    added.set_target_language(direction.target);
  }
  description.set_max_source_tokens(
      static_cast<int32_t>(model.config().max_position_embeddings));
  description.set_max_target_tokens(limits.max_length);
  description.set_default_beam_size(limits.defaults.beam_size);
  description.set_default_length_penalty(limits.defaults.length_penalty);
  description.set_compute_type(std::string(model.compute_type()));
  description.set_parameters(CountParameters(model.config()));
  description.set_version(model.version());
  description.set_has_shortlist(limits.has_shortlist);
  return description;
}

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
