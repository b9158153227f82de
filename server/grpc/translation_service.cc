#include "server/grpc/translation_service.h"

#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/base/status.h"
#include "server/grpc/call_metadata.h"
#include "server/grpc/detect_call.h"
#include "server/grpc/grpc_status.h"
#include "server/grpc/refused_call.h"
#include "server/grpc/stream_call.h"
#include "server/grpc/wire.h"
#include "server/service/language_list.h"
#include "server/service/model_description.h"
#include "server/service/service_call.h"

namespace interpres {
namespace {

grpc::ServerUnaryReactor* FinishImmediately(grpc::CallbackServerContext& server,
                                            const absl::Status& status) {
  grpc::ServerUnaryReactor* reactor = server.DefaultReactor();
  reactor->Finish(ToGrpcStatus(status));
  return reactor;
}

// Starts a TranslateCall or a StreamCall, or refuses it. `context` is null
// while the models are being loaded.
template <typename Call>
TranslationService::Reactor* StartCall(const TranslationContext* context,
                                       RpcMethod method,
                                       grpc::CallbackServerContext& server) {
  absl::StatusOr<std::unique_ptr<ServiceCall>> call =
      ServiceCall::Begin(context, method, CallInfoOf(server));
  if (!call.ok()) {
    return new RefusedCall(call.status());
  }
  return Call::Start(*std::move(call), server);
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
  const absl::Status status = AnswerShortCall(
      context_.load(), RpcMethod::kListModels, CallInfoOf(*server),
      [&](const TranslationContext& context) {
        v1::ListModelsRequest parsed;
        INTERPRES_RETURN_IF_ERROR(ParseMessage(*request, parsed));
        return SerializeMessage(DescribeModels(context.models), *response);
      });
  return FinishImmediately(*server, status);
}

grpc::ServerUnaryReactor* TranslationService::GetModel(
    grpc::CallbackServerContext* server, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  const absl::Status status = AnswerShortCall(
      context_.load(), RpcMethod::kGetModel, CallInfoOf(*server),
      [&](const TranslationContext& context) {
        v1::GetModelRequest parsed;
        INTERPRES_RETURN_IF_ERROR(ParseMessage(*request, parsed));
        INTERPRES_ASSIGN_OR_RETURN(
            const v1::Model model,
            DescribeNamedModel(context.models, parsed.name()));
        return SerializeMessage(model, *response);
      });
  return FinishImmediately(*server, status);
}

grpc::ServerUnaryReactor* TranslationService::DetectLanguage(
    grpc::CallbackServerContext* server, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  absl::StatusOr<std::unique_ptr<ServiceCall>> call = ServiceCall::Begin(
      context_.load(), RpcMethod::kDetectLanguage, CallInfoOf(*server));
  if (!call.ok()) {
    return FinishImmediately(*server, call.status());
  }
  return DetectCall::Start(*std::move(call), *server,
                           {.request = *request, .response = *response});
}

grpc::ServerUnaryReactor* TranslationService::ListLanguages(
    grpc::CallbackServerContext* server, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  const absl::Status status = AnswerShortCall(
      context_.load(), RpcMethod::kListLanguages, CallInfoOf(*server),
      [&](const TranslationContext& context) {
        v1::ListLanguagesRequest parsed;
        INTERPRES_RETURN_IF_ERROR(ParseMessage(*request, parsed));
        return SerializeMessage(
            DescribeLanguages(context.models, context.pivot_languages),
            *response);
      });
  return FinishImmediately(*server, status);
}

}  // namespace interpres
