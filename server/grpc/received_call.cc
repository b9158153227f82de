// Tested by receive_memory_test.cc.

#include "server/grpc/received_call.h"

#include <grpcpp/server_context.h>

#include <algorithm>
#include <utility>

#include "server/grpc/call_metadata.h"
#include "server/grpc/grpc_status.h"
#include "server/grpc/wire.h"

namespace interpres {

ReceivedCall::ReceivedCall(std::unique_ptr<ServiceCall> call,
                           grpc::CallbackServerContext& server)
    : call_(std::move(call)),
      context_(call_->context()),
      server_(server),
      memory_(context_.received, call_->client()) {}

void ReceivedCall::Begin() {
  memory_.Await(
      {.ready = [this](const absl::Status& status) { OnRoom(status); },
       .too_slow = [this](const absl::Status& status) { OnTooSlow(status); }});
}

void ReceivedCall::OnRoom(const absl::Status& status) {
  if (!status.ok()) {
    phase_.store(Phase::kTaken);
    context_.metrics.RecordRejection(Rejection::kReceiveMemory);
    FinishWithError(status);
    return;
  }
  phase_.store(Phase::kReading);
  StartRead(&request_);
}

void ReceivedCall::OnTooSlow(const absl::Status& status) {
  Phase reading = Phase::kReading;
  if (!phase_.compare_exchange_strong(reading, Phase::kTaken)) {
    return;
  }
  context_.metrics.RecordRejection(Rejection::kReceiveMemory);
  // Posts a task, because the budget's lock is held here. The pending read
  // fails after the call has finished.
  context_.text_pool.Post({.stage = TextStage::kAnswer,
                           .run = [this, status] { FinishWithError(status); }});
}

void ReceivedCall::OnReadDone(bool ok) {
  Phase reading = Phase::kReading;
  if (!phase_.compare_exchange_strong(reading, Phase::kTaken)) {
    return;
  }
  if (ok) {
    PostPrepare();
  } else if (call_->cancelled() || server_.IsCancelled()) {
    FinishWithError(absl::CancelledError("the call was cancelled"));
  } else {
    FinishWithError(absl::InvalidArgumentError(
        "the call has no request message; send one message"));
  }
}

void ReceivedCall::PostPrepare() {
  const auto bytes = static_cast<int64_t>(request_.Length());
  memory_.Received(bytes);
  const Flow flow = {.priority = PriorityOf(request_),
                     .client = call_->client()};
  context_.text_pool.Post({.stage = TextStage::kPrepare,
                           .flow = flow,
                           .bytes = std::min(bytes, kTextSliceBytes),
                           .run = [this] {
                             grpc::ByteBuffer request;
                             request.Swap(&request_);
                             // The call may be gone when Prepare returns.
                             Prepare(request);
                           }});
}

void ReceivedCall::OnCancel() {
  call_->Cancel();
  if (memory_.Withdraw()) {
    phase_.store(Phase::kTaken);
    FinishWithError(absl::CancelledError("the call was cancelled"));
  }
}

void ReceivedCall::OnDone() {
  // The call counts as in flight until this object is gone.
  const std::unique_ptr<ServiceCall> call = std::move(call_);
  delete this;
}

void ReceivedCall::FinishWith(absl::Status status,
                              const google::protobuf::Message& response) {
  if (status.ok()) {
    status = SerializeMessage(response, response_);
  }
  if (!status.ok()) {
    FinishWithError(status);
    return;
  }
  AddTrailer(End(status), server_);
  StartWriteAndFinish(&response_, grpc::WriteOptions(), grpc::Status::OK);
}

void ReceivedCall::FinishWithError(const absl::Status& status) {
  AddTrailer(End(status), server_);
  Finish(ToGrpcStatus(status));
}

}  // namespace interpres
