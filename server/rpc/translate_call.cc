#include "server/rpc/translate_call.h"

#include <grpcpp/server_context.h>

#include "model/base/status.h"
#include "server/rpc/client_key.h"
#include "server/rpc/deadline.h"
#include "server/rpc/grpc_status.h"
#include "server/rpc/request_log.h"
#include "server/rpc/trailing_metadata.h"
#include "server/rpc/wire.h"

namespace interpres {

TranslateCall* TranslateCall::Start(const TranslationContext& context,
                                    grpc::CallbackServerContext& server,
                                    const grpc::ByteBuffer& request,
                                    grpc::ByteBuffer& response) {
  auto* call = new TranslateCall(context, server, request, response);
  // The call lives until OnDone, which follows the Finish of this task or of
  // those that come of it.
  context.text_pool.Post([call] { call->Prepare(); });
  return call;
}

TranslateCall::TranslateCall(const TranslationContext& context,
                             grpc::CallbackServerContext& server,
                             const grpc::ByteBuffer& request,
                             grpc::ByteBuffer& response)
    : context_(context),
      server_(server),
      request_(request),
      response_(response),
      identity_(IdentityOf(server)),
      started_at_(context.clock.Now()),
      work_(context,
            {.client = ClientKeyOf(server, context.tokens != nullptr),
             .deadline = DeadlineOf(server, started_at_),
             .cancelled = cancelled_},
            [this] { Answer(); }) {}

void TranslateCall::OnCancel() {
  cancelled_.store(true);
  // Jobs that decode are dropped by their worker at its next step.
  context_.models.DropCancelled();
}

void TranslateCall::OnDone() {
  CallTracker& calls = context_.calls;
  delete this;
  calls.Leave();
}

void TranslateCall::Prepare() {
  v1::TranslateRequest request;
  absl::Status status = ParseMessage(request_, request);
  if (status.ok()) {
    // The call may be gone when Start returns OK.
    status = work_.Start(request);
  }
  if (!status.ok()) {
    FinishWith(status);
  }
}

void TranslateCall::Answer() {
  v1::TranslateResponse response;
  absl::Status status = work_.Answer(response);
  if (status.ok()) {
    status = SerializeMessage(response, response_);
  }
  FinishWith(status);
}

void TranslateCall::FinishWith(const absl::Status& status) {
  const double total = Seconds(context_.clock.Now() - started_at_);
  context_.metrics.RecordRequest(RpcMethod::kTranslate,
                                 CanonicalCode(status.code()));
  work_.RecordTotal(total);
  LogRequest({.method = "Translate",
              .identity = identity_,
              .status = status,
              .texts = work_.texts(),
              .seconds = total});
  AddRequestId(identity_.request_id, server_);
  AddTimes(work_.times(), server_);
  AddTotalAndVersion(total, work_.model_version(), server_);
  Finish(ToGrpcStatus(status));
}

}  // namespace interpres
