#include "server/rpc/translate_call.h"

#include <grpcpp/server_context.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "server/base/logging.h"
#include "server/base/retry_delay.h"
#include "server/rpc/deadline.h"
#include "server/rpc/grpc_status.h"
#include "server/rpc/wire.h"

namespace interpres {
namespace {

RequestLoad LoadOfRequest(const JobList& jobs) {
  RequestLoad request = {.load = LoadOf(jobs), .longest_tokens = 0};
  for (const auto& job : jobs) {
    request.longest_tokens = std::max(request.longest_tokens, job->tokens());
  }
  return request;
}

}  // namespace

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
      request_(request),
      response_(response),
      started_at_(context.clock.Now()) {
  const std::optional<Duration> remaining =
      RemainingTime(server.deadline(), std::chrono::system_clock::now());
  if (remaining.has_value()) {
    deadline_ = started_at_ + *remaining;
  }
}

void TranslateCall::OnCancel() {
  cancelled_.store(true);
  // Jobs that decode are dropped by their worker at its next step.
  context_.scheduler.DropCancelled();
}

void TranslateCall::OnDone() {
  CallTracker& calls = context_.calls;
  delete this;
  calls.Leave();
}

void TranslateCall::Prepare() {
  const absl::Status status = Submit();
  if (!status.ok()) {
    FinishWith(status);
    return;
  }
  Release();
}

absl::Status TranslateCall::Submit() {
  v1::TranslateRequest request;
  INTERPRES_RETURN_IF_ERROR(ParseMessage(request_, request));
  INTERPRES_RETURN_IF_ERROR(Validate(request));
  const TimePoint start = context_.clock.Now();
  JobList jobs;
  absl::Status status = Tokenize(request, jobs);
  context_.metrics.RecordPhase(Phase::kTokenize,
                               Seconds(context_.clock.Now() - start));
  if (status.ok() && !jobs.empty()) {
    status = Admit(jobs);
  }
  if (!status.ok()) {
    // A job that is destroyed completes; the call ends with `status` alone.
    for (const auto& job : jobs) {
      job->Abandon();
    }
  }
  return status;
}

absl::Status TranslateCall::Validate(const v1::TranslateRequest& request) {
  INTERPRES_RETURN_IF_ERROR(CheckShape(request, context_.request_limits));
  INTERPRES_RETURN_IF_ERROR(
      CheckModelName(request.model(), context_.model.name()));
  INTERPRES_ASSIGN_OR_RETURN(
      tag_, context_.model.ResolveTag(request.source_language(),
                                      request.target_language()));
  INTERPRES_ASSIGN_OR_RETURN(
      decoding_, ResolveOptions(request.options(), context_.decoding_limits));
  token_scores_ = request.options().return_token_scores();
  return absl::OkStatus();
}

absl::StatusOr<std::vector<int32_t>> TranslateCall::Encode(
    const std::string& text, TextOutcome& outcome) const {
  const auto bytes = static_cast<int64_t>(text.size());
  if (bytes > context_.request_limits.max_text_bytes) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the text has %d bytes: this server takes at most %d; split it into "
        "sentences",
        bytes, context_.request_limits.max_text_bytes));
  }
  INTERPRES_ASSIGN_OR_RETURN(
      std::vector<int32_t> source,
      context_.model.tokenizer().EncodeSource(text, tag_));
  const auto tokens = static_cast<int64_t>(source.size());
  outcome.source_tokens = static_cast<int32_t>(tokens);
  const int64_t most = context_.model.config().max_position_embeddings;
  if (tokens > most) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the text has %d tokens: the model takes at most %d; split it into "
        "sentences",
        tokens, most));
  }
  // A tag and the end symbol around nothing: empty, or spaces only.
  if (tokens <= (tag_.empty() ? 1 : 2)) {
    outcome.is_empty = true;
    source.clear();
  }
  return source;
}

absl::Status TranslateCall::Tokenize(const v1::TranslateRequest& request,
                                     JobList& jobs) {
  texts_.resize(request.texts_size());
  for (int i = 0; i < request.texts_size(); ++i) {
    if (cancelled_.load(std::memory_order_relaxed)) {
      return absl::CancelledError("the call was cancelled");
    }
    TextOutcome& text = texts_[i];
    absl::StatusOr<std::vector<int32_t>> source =
        Encode(request.texts(i), text);
    if (!source.ok()) {
      text.outcome.status = source.status();
      continue;
    }
    if (text.is_empty) {
      continue;
    }
    jobs.push_back(std::make_unique<Job>(JobSpec{.source = *std::move(source),
                                                 .options = decoding_,
                                                 .deadline = deadline_,
                                                 .cancelled = &cancelled_},
                                         [this, &text](JobOutcome outcome) {
                                           text.outcome = std::move(outcome);
                                           Release();
                                         }));
  }
  return absl::OkStatus();
}

absl::Status TranslateCall::Admit(JobList& jobs) {
  const RequestLoad request = LoadOfRequest(jobs);
  const ServerLoad server = {.queued = context_.scheduler.load(),
                             .throughput = context_.meter.Read()};
  std::optional<Duration> remaining;
  if (deadline_ != kNever) {
    remaining = deadline_ - context_.clock.Now();
  }
  absl::Status status = CheckDeadline(request, server, remaining);
  if (!status.ok()) {
    context_.metrics.RecordRejection(Rejection::kDeadline);
    return status;
  }
  // Completions may arrive before Submit returns.
  pending_.fetch_add(request.load.jobs, std::memory_order_relaxed);
  status = context_.scheduler.Submit(jobs);
  if (status.ok()) {
    context_.metrics.RecordSourceTokens(request.load.tokens);
  } else if (absl::IsResourceExhausted(status)) {
    context_.metrics.RecordRejection(Rejection::kQueueFull);
    status = WithRetryDelay(std::move(status), DelayForFullQueue(server));
  } else if (absl::IsUnavailable(status)) {
    context_.metrics.RecordRejection(Rejection::kDraining);
  }
  return status;
}

void TranslateCall::Release() {
  // acq_rel: Answer sees what every completion wrote.
  if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    context_.text_pool.Post([this] { Answer(); });
  }
}

void TranslateCall::Answer() {
  absl::Status status = CallStatus(texts_);
  if (status.ok()) {
    v1::TranslateResponse response;
    response.set_model(context_.model.name());
    FillResults(texts_, context_.model.tokenizer(),
                {.token_scores = token_scores_}, response);
    status = SerializeMessage(response, response_);
  }
  FinishWith(status);
}

void TranslateCall::FinishWith(const absl::Status& status) {
  context_.metrics.RecordRequest(RpcMethod::kTranslate,
                                 CanonicalCode(status.code()));
  context_.metrics.RecordPhase(Phase::kTotal,
                               Seconds(context_.clock.Now() - started_at_));
  if (absl::IsInternal(status)) {
    Log(LogLevel::kError, "a request failed",
        {{"texts", static_cast<int64_t>(texts_.size())}});
  }
  Finish(ToGrpcStatus(status));
}

}  // namespace interpres
