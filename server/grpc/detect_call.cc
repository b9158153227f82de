// Tested by tests/integration/server_languages_test.cc.

#include "server/grpc/detect_call.h"

#include <grpcpp/server_context.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "server/grpc/call_metadata.h"
#include "server/grpc/grpc_status.h"
#include "server/grpc/wire.h"
#include "server/service/call_end.h"

namespace interpres {

DetectCall* DetectCall::Start(std::unique_ptr<ServiceCall> service_call,
                              grpc::CallbackServerContext& server,
                              const Messages& messages) {
  auto* call = new DetectCall(std::move(service_call), server, messages);
  const auto bytes = static_cast<int64_t>(messages.request.Length());
  const absl::Status held = call->memory_.TryHold(bytes);
  const TranslationContext& context = call->call_->context();
  if (!held.ok()) {
    context.metrics.RecordRejection(Rejection::kReceiveMemory);
    call->FinishWith(held);
    return call;
  }
  context.text_pool.Post({.stage = TextStage::kPrepare,
                          .flow = {.client = call->call_->client()},
                          .bytes = std::min(bytes, kTextSliceBytes),
                          .run = [call] { call->Prepare(); }});
  return call;
}

DetectCall::DetectCall(std::unique_ptr<ServiceCall> call,
                       grpc::CallbackServerContext& server,
                       const Messages& messages)
    : call_(std::move(call)),
      server_(server),
      messages_(messages),
      memory_(call_->context().received, call_->client()),
      work_(*call_, [this] { Answer(); }) {}

void DetectCall::OnDone() {
  // The call counts as in flight until this object is gone.
  const std::unique_ptr<ServiceCall> call = std::move(call_);
  delete this;
}

void DetectCall::Prepare() {
  v1::DetectLanguageRequest request;
  const absl::Status status = ParseMessage(messages_.request, request);
  if (!status.ok()) {
    FinishWith(status);
    return;
  }
  // The call may be gone when Start returns.
  work_.Start(std::move(request));
}

void DetectCall::Answer() {
  absl::Status status = work_.status();
  if (status.ok()) {
    status = SerializeMessage(work_.response(), messages_.response);
  }
  FinishWith(status);
}

void DetectCall::FinishWith(const absl::Status& status) {
  AddTrailer(EndOtherCall(*call_, work_.texts(), status), server_);
  Finish(ToGrpcStatus(status));
}

}  // namespace interpres
