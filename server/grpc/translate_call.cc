#include "server/grpc/translate_call.h"

#include <grpcpp/server_context.h>

#include <algorithm>
#include <array>
#include <utility>

#include "model/base/status.h"
#include "server/grpc/call_metadata.h"
#include "server/grpc/grpc_status.h"
#include "server/grpc/wire.h"
#include "server/service/call_end.h"

namespace interpres {

TranslateCall* TranslateCall::Start(std::unique_ptr<ServiceCall> service_call,
                                    grpc::CallbackServerContext& server) {
  auto* call = new TranslateCall(std::move(service_call), server);
  call->memory_.Await(
      {.ready = [call](const absl::Status& status) { call->OnRoom(status); },
       .too_slow =
           [call](const absl::Status& status) { call->OnTooSlow(status); }});
  return call;
}

TranslateCall::TranslateCall(std::unique_ptr<ServiceCall> call,
                             grpc::CallbackServerContext& server)
    : call_(std::move(call)),
      context_(call_->context()),
      server_(server),
      memory_(context_.received, call_->client()),
      work_(*call_, call_->deadline(), [this] { Answer(); }) {}

void TranslateCall::OnRoom(const absl::Status& status) {
  if (!status.ok()) {
    phase_.store(Phase::kTaken);
    context_.metrics.RecordRejection(Rejection::kReceiveMemory);
    FinishWith(status);
    return;
  }
  phase_.store(Phase::kReading);
  StartRead(&request_);
}

void TranslateCall::OnTooSlow(const absl::Status& status) {
  Phase reading = Phase::kReading;
  if (!phase_.compare_exchange_strong(reading, Phase::kTaken)) {
    return;
  }
  context_.metrics.RecordRejection(Rejection::kReceiveMemory);
  // Posts a task, because the budget's lock is held here. The pending read
  // fails after the call has finished.
  context_.text_pool.Post({.stage = TextStage::kAnswer,
                           .run = [this, status] { FinishWith(status); }});
}

void TranslateCall::OnReadDone(bool ok) {
  Phase reading = Phase::kReading;
  if (!phase_.compare_exchange_strong(reading, Phase::kTaken)) {
    return;
  }
  if (ok) {
    PostPrepare();
  } else if (call_->cancelled() || server_.IsCancelled()) {
    FinishWith(absl::CancelledError("the call was cancelled"));
  } else {
    FinishWith(absl::InvalidArgumentError(
        "the call has no request message; send one TranslateRequest"));
  }
}

void TranslateCall::PostPrepare() {
  const auto bytes = static_cast<int64_t>(request_.Length());
  memory_.Received(bytes);
  constexpr std::array<int, 1> kPriorityPath = {
      v1::TranslateRequest::kPriorityFieldNumber};
  const Flow flow = {.priority = PeekPriority(request_, kPriorityPath),
                     .client = call_->client()};
  context_.text_pool.Post({.stage = TextStage::kPrepare,
                           .flow = flow,
                           .bytes = std::min(bytes, kTextSliceBytes),
                           .run = [this] { Prepare(); }});
}

void TranslateCall::OnCancel() {
  call_->Cancel();
  if (memory_.Withdraw()) {
    phase_.store(Phase::kTaken);
    FinishWith(absl::CancelledError("the call was cancelled"));
  }
}

void TranslateCall::OnDone() {
  // The call counts as in flight until this object is gone.
  const std::unique_ptr<ServiceCall> call = std::move(call_);
  delete this;
}

void TranslateCall::Prepare() {
  v1::TranslateRequest request;
  const absl::Status status = ParseMessage(request_, request);
  request_.Clear();
  if (!status.ok()) {
    FinishWith(status);
    return;
  }
  // The call may be gone when Start returns.
  work_.Start(std::move(request));
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
  AddTrailer(EndTranslate(*call_, work_, status), server_);
  if (status.ok()) {
    StartWriteAndFinish(&response_, grpc::WriteOptions(), grpc::Status::OK);
  } else {
    Finish(ToGrpcStatus(status));
  }
}

}  // namespace interpres
