#include "server/grpc/stream_call.h"

#include <grpcpp/server_context.h>

#include <algorithm>
#include <array>
#include <utility>

#include "model/base/status.h"
#include "server/grpc/call_metadata.h"
#include "server/grpc/grpc_status.h"
#include "server/grpc/wire.h"
#include "server/service/call_end.h"
#include "server/service/stream_message.h"

namespace interpres {
namespace {

constexpr PartialResultsWords kPartialResultsWords = {
    .condition = "partial_results is true and ",
    .remedy = "leave partial_results out"};

}  // namespace

StreamCall* StreamCall::Start(std::unique_ptr<ServiceCall> service_call,
                              grpc::CallbackServerContext& server) {
  const TranslationContext& context = service_call->context();
  auto* call = new StreamCall(std::move(service_call), server);
  context.metrics.AddStreamsInFlight(1);
  // gRPC delays operations until this function has returned. So OnDone cannot
  // run before.
  call->drain_watch_ = context.calls.WatchDrain([call] { call->OnDrain(); });
  call->ReadOn();
  return call;
}

StreamCall::StreamCall(std::unique_ptr<ServiceCall> call,
                       grpc::CallbackServerContext& server)
    : call_(std::move(call)), context_(call_->context()), server_(server) {}

void StreamCall::OnReadDone(bool ok) {
  {
    const MutexLock lock(mutex_);
    reading_ = false;
    // A message that comes after the end of the input gets no result.
    accepting_ = ok && !input_over_;
    input_over_ = input_over_ || !ok;
    if (accepting_) {
      PostAccept();
      return;
    }
    if (!ClaimPump()) {
      return;
    }
  }
  Pump();
}

void StreamCall::PostAccept() {
  constexpr std::array<int, 2> kPriorityPath = {
      v1::StreamTranslateRequest::kRequestFieldNumber,
      v1::TranslateRequest::kPriorityFieldNumber};
  const auto bytes = static_cast<int64_t>(incoming_.Length());
  incoming_memory_ =
      std::make_unique<MessageMemory>(context_.received, call_->client());
  incoming_status_ = incoming_memory_->TryHold(bytes);
  if (!incoming_status_.ok()) {
    context_.metrics.RecordRejection(Rejection::kReceiveMemory);
  }
  context_.text_pool.Post(
      {.stage = TextStage::kPrepare,
       .flow = {.priority = PeekPriority(incoming_, kPriorityPath),
                .client = call_->client()},
       .bytes = std::min(bytes, kTextSliceBytes),
       .run = [this] { Accept(); }});
}

void StreamCall::OnWriteDone(bool ok) {
  if (!ok) {
    OnCancel();  // the client no longer reads
  }
  {
    const MutexLock lock(mutex_);
    writing_ = false;
    weight_in_flight_ -= outgoing_.weight;
    outgoing_ = {};
    if (!ClaimPump()) {
      return;
    }
  }
  Pump();
}

void StreamCall::OnCancel() {
  call_->Cancel();
  {
    const MutexLock lock(mutex_);
    input_over_ = true;
    results_.clear();
    if (!ClaimPump()) {
      return;
    }
  }
  Pump();
}

void StreamCall::OnDone() {
  context_.calls.UnwatchDrain(drain_watch_);
  context_.metrics.AddStreamsInFlight(-1);
  // The call counts as in flight until this object is gone.
  const std::unique_ptr<ServiceCall> call = std::move(call_);
  delete this;
}

void StreamCall::OnDrain() {
  const MutexLock lock(mutex_);
  if (finished_) {
    return;
  }
  ++notices_;
  context_.text_pool.Post({.stage = TextStage::kAnswer,
                           .flow = {.client = call_->client()},
                           .run = [this] { StopForDrain(); }});
}

void StreamCall::StopForDrain() {
  {
    const MutexLock lock(mutex_);
    --notices_;
    StopReading(absl::UnavailableError(
        "the server is shutting down: send the messages without a result to "
        "another one"));
    if (!ClaimPump()) {
      return;
    }
  }
  Pump();
}

void StreamCall::StopReading(const absl::Status& status) {
  if (!input_over_) {
    input_over_ = true;
    end_status_ = status;
  }
}

void StreamCall::ReadOn() {
  {
    const MutexLock lock(mutex_);
    if (!ClaimPump()) {
      return;
    }
  }
  Pump();
}

bool StreamCall::ClaimPump() {
  // The thread that pumps looks at the state again.
  return !std::exchange(pumping_, true);
}

void StreamCall::Pump() {
  for (Step step = NextStep(); step != Step::kNone; step = NextStep()) {
    switch (step) {
      case Step::kRead:
        StartRead(&incoming_);
        break;
      case Step::kWrite:
        StartWrite(&outgoing_.bytes);
        break;
      case Step::kFinish:
        FinishCall();
        return;  // the call may be gone
      case Step::kNone:
        break;
    }
  }
}

StreamCall::Step StreamCall::NextStep() {
  const MutexLock lock(mutex_);
  if (!writing_ && !results_.empty()) {
    writing_ = true;
    outgoing_ = std::move(results_.front());
    results_.pop_front();
    return Step::kWrite;
  }
  if (!reading_ && !accepting_ && !input_over_ &&
      weight_in_flight_ < context_.request_limits.max_stream_texts) {
    reading_ = true;
    return Step::kRead;
  }
  if (MayFinish()) {
    finished_ = true;  // pumping_ stays true, because no step follows
    return Step::kFinish;
  }
  pumping_ = false;
  return Step::kNone;
}

bool StreamCall::MayFinish() const {
  return input_over_ && !accepting_ && !writing_ && results_.empty() &&
         messages_.empty() && notices_ == 0;
}

void StreamCall::FinishCall() {
  absl::Status status;
  std::string version;
  {
    const MutexLock lock(mutex_);
    status = end_status_;
    version = version_;
  }
  if (call_->cancelled()) {
    status = context_.clock.Now() >= call_->deadline()
                 ? absl::DeadlineExceededError("the deadline passed")
                 : absl::CancelledError("the call was cancelled");
  }
  AddTrailer(EndStream(*call_, version, status), server_);
  Finish(ToGrpcStatus(status));
}

std::optional<uint64_t> StreamCall::ParseIncoming(
    v1::StreamTranslateRequest& request, absl::Status& status) {
  constexpr std::array<int, 1> kIdPath = {
      v1::StreamTranslateRequest::kIdFieldNumber};
  status = incoming_status_;
  if (status.ok()) {
    status = ParseMessage(incoming_, request);
  }
  if (status.ok()) {
    return request.id();
  }
  // Drops the fields that were parsed before the defect.
  request.Clear();
  return FindVarint(incoming_, kIdPath);
}

void StreamCall::Accept() {
  v1::StreamTranslateRequest request;
  absl::Status status;
  const std::optional<uint64_t> id = ParseIncoming(request, status);
  incoming_.Clear();
  if (!id.has_value()) {
    Reject(status);
    return;
  }
  request.set_id(*id);
  const MessageList::iterator message = Register(request);
  // The message keeps the call alive, so that ReadOn cannot end the call.
  ReadOn();
  if (status.ok()) {
    StartWork(request, message);
  } else {
    v1::StreamTranslateResponse response;
    Complete(message, status, response);
  }
}

void StreamCall::Reject(const absl::Status& status) {
  {
    const MutexLock lock(mutex_);
    accepting_ = false;
    StopReading(status);
    if (!ClaimPump()) {
      return;
    }
  }
  Pump();
}

StreamCall::MessageList::iterator StreamCall::Register(
    const v1::StreamTranslateRequest& request) {
  const TimePoint now = context_.clock.Now();
  const MutexLock lock(mutex_);
  accepting_ = false;
  const int64_t weight = StreamWeight(request.request());
  weight_in_flight_ += weight;
  messages_.emplace_back();
  const auto message = std::prev(messages_.end());
  message->id = request.id();
  message->texts = request.request().texts_size();
  message->weight = weight;
  message->arrived_at = now;
  message->memory = std::move(incoming_memory_);
  return message;
}

void StreamCall::StartWork(v1::StreamTranslateRequest& request,
                           MessageList::iterator message) {
  v1::StreamTranslateResponse response;
  const absl::StatusOr<TimePoint> deadline =
      DeadlineOfMessage(request, message->arrived_at, call_->deadline());
  absl::Status status = deadline.status();
  if (request.partial_results()) {
    status.Update(CheckPartialResults(request.request(), kPartialResultsWords));
  }
  if (!status.ok()) {
    Complete(message, status, response);
    return;
  }
  message->work.emplace(*call_, *deadline,
                        [this, message] { Answer(message); });
  if (request.partial_results()) {
    message->work->SetPartialListener(
        [this, id = request.id()](v1::PartialResult partial) {
          SendPartial(id, std::move(partial));
        });
  }
  // The call may be gone when Start returns.
  message->work->Start(std::move(*request.mutable_request()));
}

void StreamCall::SendPartial(uint64_t id, v1::PartialResult partial) {
  v1::StreamTranslateResponse response;
  response.set_id(id);
  *response.mutable_partial() = std::move(partial);
  Result result;
  if (!SerializeMessage(response, result.bytes).ok()) {
    return;
  }
  {
    const MutexLock lock(mutex_);
    if (!call_->cancelled()) {
      results_.push_back(std::move(result));
    }
  }
  // The message of the sentence keeps the call alive.
  ReadOn();
}

void StreamCall::Answer(MessageList::iterator message) {
  v1::StreamTranslateResponse response;
  const absl::Status status =
      message->work->Answer(*response.mutable_response());
  Complete(message, status, response);
}

void StreamCall::Complete(MessageList::iterator message,
                          const absl::Status& status,
                          v1::StreamTranslateResponse& response) {
  response.set_id(message->id);
  if (!status.ok()) {
    FillError(status, *response.mutable_error());
  }
  Result result = {.bytes = {}, .weight = message->weight, .permit = nullptr};
  const absl::Status serialized = SerializeMessage(response, result.bytes);
  if (!serialized.ok()) {
    FillError(serialized, *response.mutable_error());
    SerializeMessage(response, result.bytes)
        .IgnoreError();  // an error is small
  }
  TranslationWork* work = message->work.has_value() ? &*message->work : nullptr;
  EndStreamMessage(*call_, {.status = status,
                            .code = response.error().code(),
                            .texts = message->texts,
                            .arrived_at = message->arrived_at,
                            .work = work});
  std::string version;
  if (work != nullptr) {
    result.permit = work->TakePermit();
    version = work->model_version();
  }
  // The call may be gone, and the server with it, once the message has left
  // messages_. So the message gives its memory back before.
  message->work.reset();
  message->memory.reset();
  {
    const MutexLock lock(mutex_);
    if (!version.empty()) {
      version_ = std::move(version);
    }
    messages_.erase(message);
    if (!call_->cancelled()) {
      results_.push_back(std::move(result));
    }
    if (!ClaimPump()) {
      return;
    }
  }
  Pump();
}

}  // namespace interpres
