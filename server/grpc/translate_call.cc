#include "server/grpc/translate_call.h"

#include <grpcpp/server_context.h>

#include <algorithm>
#include <array>
#include <utility>

#include "model/base/status.h"
#include "server/grpc/call_metadata.h"
#include "server/grpc/deadline.h"
#include "server/grpc/grpc_status.h"
#include "server/grpc/trailing_metadata.h"
#include "server/grpc/wire.h"
#include "server/service/canonical_code.h"
#include "server/service/request_log.h"

namespace interpres {

TranslateCall* TranslateCall::Start(const TranslationContext& context,
                                    grpc::CallbackServerContext& server) {
  auto* call = new TranslateCall(context, server);
  call->memory_.Await(
      {.ready = [call](const absl::Status& status) { call->OnRoom(status); },
       .too_slow =
           [call](const absl::Status& status) { call->OnTooSlow(status); }});
  return call;
}

TranslateCall::TranslateCall(const TranslationContext& context,
                             grpc::CallbackServerContext& server)
    : context_(context),
      server_(server),
      identity_(IdentityOf(server)),
      started_at_(context.clock.Now()),
      memory_(context.received, ClientKeyOf(server, context.tokens != nullptr)),
      work_(context,
            {.client = ClientKeyOf(server, context.tokens != nullptr),
             .deadline = DeadlineOf(server, started_at_),
             .cancelled = cancelled_,
             .memory = &memory_},
            [this] { Answer(); }) {}

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
  // A task, because the budget's lock is held here. The read that is under way
  // fails once the call has finished.
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
  } else if (cancelled_.load() || server_.IsCancelled()) {
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
  const Flow flow = {
      .priority = PeekPriority(request_, kPriorityPath),
      .client = ClientKeyOf(server_, context_.tokens != nullptr)};
  context_.text_pool.Post({.stage = TextStage::kPrepare,
                           .flow = flow,
                           .bytes = std::min(bytes, kTextSliceBytes),
                           .run = [this] { Prepare(); }});
}

void TranslateCall::OnCancel() {
  cancelled_.store(true);
  if (memory_.Withdraw()) {
    phase_.store(Phase::kTaken);
    FinishWith(absl::CancelledError("the call was cancelled"));
    return;
  }
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
  if (status.ok()) {
    StartWriteAndFinish(&response_, grpc::WriteOptions(), grpc::Status::OK);
  } else {
    Finish(ToGrpcStatus(status));
  }
}

}  // namespace interpres
