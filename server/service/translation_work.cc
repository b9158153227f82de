#include "server/service/translation_work.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <unordered_set>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"
#include "server/base/retry_delay.h"
#include "server/scheduling/translation_key.h"

namespace interpres {
namespace {

constexpr std::chrono::seconds kAttentionRetryDelay{1};

// Returns the load of the jobs. Counts equal jobs once if they share a result.
RequestLoad LoadOfRequest(const JobList& jobs) {
  RequestLoad request;
  std::unordered_set<SharedKey, SharedKeyHash, SharedKeyEqual> seen;
  for (const auto& job : jobs) {
    if (job->key() != nullptr && !seen.insert(job->key()).second) {
      continue;
    }
    request.load.jobs += 1;
    request.load.tokens += job->tokens();
    request.load.cost += job->cost();
    request.longest_tokens = std::max(request.longest_tokens, job->tokens());
  }
  return request;
}

}  // namespace

TranslationWork::TranslationWork(const ServiceCall& call, TimePoint deadline,
                                 MessageMemory* memory,
                                 absl::AnyInvocable<void()> done)
    : call_(call),
      context_(call.context()),
      deadline_(deadline),
      memory_(memory),
      done_(std::move(done)) {}

void TranslationWork::Start(v1::TranslateRequest request) {
  request_ = std::move(request);
  absl::Status status = Validate();
  if (!status.ok()) {
    Fail(std::move(status));
    return;
  }
  texts_.resize(request_.texts_size());
  Prepare();
}

void TranslationWork::Prepare() {
  const TimePoint start = context_.clock.Now();
  absl::Status status =
      WithinMemory(OutOfMemory(), [this] { return TokenizeSlice(); });
  tokenize_time_ += context_.clock.Now() - start;
  if (status.ok() && next_text_ < request_.texts_size()) {
    context_.text_pool.Post({.stage = TextStage::kPrepare,
                             .flow = flow_,
                             .bytes = kTextSliceBytes,
                             .run = [this] { Prepare(); }});
    return;
  }
  model_->metrics().RecordPhase(Phase::kTokenize, Seconds(tokenize_time_));
  if (status.ok()) {
    status = Submit();
  }
  if (!status.ok()) {
    Fail(std::move(status));
    return;
  }
  Release();
}

absl::Status TranslationWork::Submit() {
  request_ = v1::TranslateRequest();  // Clear would keep the memory
  if (memory_ != nullptr) {
    memory_->Release();
  }
  return jobs_.empty() ? absl::OkStatus() : Admit(jobs_);
}

void TranslationWork::Fail(absl::Status status) {
  // Otherwise a job completes when it is destroyed.
  for (const auto& job : jobs_) {
    job->Abandon();
  }
  status_ = std::move(status);
  // Moves `done` out first, because `done` may destroy this object.
  absl::AnyInvocable<void()> done = std::move(done_);
  done();
}

absl::Status TranslationWork::Validate() {
  const v1::TranslateRequest& request = request_;
  INTERPRES_RETURN_IF_ERROR(CheckShape(request, context_.request_limits));
  INTERPRES_ASSIGN_OR_RETURN(
      model_,
      context_.models.Choose({.name = request.model(),
                              .source_language = request.source_language(),
                              .target_language = request.target_language()}));
  const TranslationModel& model = model_->model();
  INTERPRES_ASSIGN_OR_RETURN(tag_, model.ResolveTag(request.source_language(),
                                                    request.target_language()));
  INTERPRES_ASSIGN_OR_RETURN(
      decoding_, ResolveOptions(request.options(), model_->decoding_limits()));
  if (decoding_.shortlist) {
    INTERPRES_RETURN_IF_ERROR(model.CheckShortlist(tag_));
  }
  INTERPRES_ASSIGN_OR_RETURN(flow_.priority,
                             ResolvePriority(request.priority()));
  flow_.client = call_.client();
  answer_.token_scores = request.options().return_token_scores();
  if (request.options().target_prefix_size() <= 1) {
    common_prefix_ = EncodePrefix(PrefixOf(request.options(), 0));
  }
  return PrepareAttention();
}

absl::Status TranslationWork::PrepareAttention() {
  const v1::TranslateRequest& request = request_;
  if (!decoding_.attention) {
    return absl::OkStatus();
  }
  if (request.options().return_attention()) {
    permit_ = context_.attention.TryTake();
    if (permit_ == nullptr) {
      context_.metrics.RecordRejection(Rejection::kTooManyCalls);
      return WithRetryDelay(
          absl::ResourceExhaustedError(
              "as many requests with options.return_attention as this server "
              "takes at once are being served: try again later, or ask for "
              "options.return_alignments, which has no such limit"),
          kAttentionRetryDelay);
    }
  }
  AttentionOptions& wanted = *decoding_.attention;
  wanted.max_weights =
      context_.request_limits.max_attention_weights / request.texts_size();
  answer_.attention = wanted;
  answer_.layers = model_->model().config().decoder_layers;
  answer_.heads = model_->model().config().decoder_attention_heads;
  return absl::OkStatus();
}

absl::StatusOr<EncodedText> TranslationWork::Encode(
    const std::string& text, TextOutcome& outcome) const {
  const auto bytes = static_cast<int64_t>(text.size());
  if (bytes > context_.request_limits.max_text_bytes) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the text has %d bytes; this server takes at most %d. Split it into "
        "sentences",
        bytes, context_.request_limits.max_text_bytes));
  }
  INTERPRES_ASSIGN_OR_RETURN(EncodedText source,
                             model_->model().Encode(text, tag_));
  const auto tokens = static_cast<int64_t>(source.ids.size());
  outcome.source_tokens = static_cast<int32_t>(tokens);
  const int64_t max_tokens = model_->model().config().max_position_embeddings;
  if (tokens > max_tokens) {
    return TextTooLong(tokens, max_tokens);
  }
  outcome.is_empty = source.is_empty();
  if (!outcome.is_empty && decoding_.attention) {
    INTERPRES_RETURN_IF_ERROR(
        CheckAttention(decoding_, {.layers = answer_.layers,
                                   .heads = answer_.heads,
                                   .source_tokens = tokens}));
    outcome.source = source.ids;
  }
  return source;
}

absl::StatusOr<std::vector<int32_t>> TranslationWork::EncodePrefix(
    std::string_view prefix) const {
  const auto bytes = static_cast<int64_t>(prefix.size());
  if (bytes > context_.request_limits.max_text_bytes) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "options.target_prefix has %d bytes: this server takes at most %d",
        bytes, context_.request_limits.max_text_bytes));
  }
  INTERPRES_ASSIGN_OR_RETURN(std::vector<int32_t> ids,
                             model_->model().EncodeTargetPrefix(prefix));
  if (static_cast<int64_t>(ids.size()) >= decoding_.max_length) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "options.target_prefix has %d tokens: max_length, which is %d, must "
        "leave room for at least one more",
        ids.size(), decoding_.max_length));
  }
  return ids;
}

absl::Status TranslationWork::TokenizeSlice() {
  int64_t bytes = 0;
  while (next_text_ < request_.texts_size() && bytes < kTextSliceBytes) {
    if (call_.cancelled().load(std::memory_order_relaxed)) {
      return absl::CancelledError("the call was cancelled");
    }
    bytes += static_cast<int64_t>(request_.texts(next_text_).size());
    TokenizeText(next_text_);
    ++next_text_;
  }
  return absl::OkStatus();
}

void TranslationWork::TokenizeText(int index) {
  TextOutcome& text = texts_[index];
  absl::StatusOr<EncodedText> source = Encode(request_.texts(index), text);
  if (!source.ok()) {
    text.outcome.status = source.status();
    return;
  }
  if (text.is_empty) {
    return;
  }
  const v1::TranslateOptions& options = request_.options();
  const absl::StatusOr<std::vector<int32_t>> prefix =
      options.target_prefix_size() > 1 ? EncodePrefix(PrefixOf(options, index))
                                       : common_prefix_;
  if (!prefix.ok()) {
    text.outcome.status = prefix.status();
    return;
  }
  JobSpec spec{.sentence = MakeSentence(*std::move(source), decoding_, *prefix),
               .flow = flow_,
               .deadline = deadline_,
               .cancelled = &call_.cancelled()};
  jobs_.push_back(
      std::make_unique<Job>(std::move(spec), [this, &text](JobOutcome outcome) {
        text.outcome = std::move(outcome);
        Release();
      }));
}

absl::Status TranslationWork::Admit(JobList& jobs) {
  Scheduler& scheduler = model_->scheduler();
  const QueueLoad accepted = LoadOf(jobs);
  // Completions may arrive before Submit returns.
  pending_.fetch_add(accepted.jobs, std::memory_order_relaxed);
  ServerLoad server;
  absl::Status deadline;
  absl::Status status = scheduler.Submit(jobs, [&](const JobList& uncached) {
    const RequestLoad request = LoadOfRequest(uncached);
    server = {.queued = scheduler.load(),
              .cost_ahead = scheduler.CostAheadOf(flow_, request.load.cost),
              .throughput = model_->meter().Read(context_.clock.Now())};
    std::optional<Duration> remaining;
    if (deadline_ != kNever) {
      remaining = deadline_ - context_.clock.Now();
    }
    deadline = CheckDeadline(request, server, remaining);
    return deadline;
  });
  if (!deadline.ok()) {
    context_.metrics.RecordRejection(Rejection::kDeadline);
  } else if (status.ok()) {
    model_->metrics().RecordSourceTokens(accepted.tokens);
  } else if (absl::IsResourceExhausted(status)) {
    context_.metrics.RecordRejection(Rejection::kQueueFull);
    status = WithRetryDelay(std::move(status), DelayForFullQueue(server));
  } else if (absl::IsUnavailable(status)) {
    context_.metrics.RecordRejection(Rejection::kDraining);
  }
  return status;
}

void TranslationWork::Release() {
  // acq_rel: Answer sees what every completion wrote.
  if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    context_.text_pool.Post({.stage = TextStage::kAnswer,
                             .flow = flow_,
                             .bytes = static_cast<int64_t>(texts_.size()),
                             .run = std::move(done_)});
  }
}

absl::Status TranslationWork::Answer(v1::TranslateResponse& response) const {
  INTERPRES_RETURN_IF_ERROR(status_);
  INTERPRES_RETURN_IF_ERROR(CallStatus(texts_));
  response.set_model(model_->name());
  response.set_model_version(model_->version());
  return WithinMemory(OutOfMemory(), [this, &response] {
    FillResults(texts_, model_->model().tokenizer(), answer_, response);
    return absl::OkStatus();
  });
}

void TranslationWork::RecordTotal(double seconds) const {
  if (model_ == nullptr) {
    context_.metrics.RecordTotalWithoutModel(seconds);
  } else {
    model_->metrics().RecordPhase(Phase::kTotal, seconds);
  }
}

std::string TranslationWork::model_version() const {
  return model_ == nullptr ? "" : model_->version();
}

PhaseTimes TranslationWork::times() const {
  PhaseTimes longest;
  for (const TextOutcome& text : texts_) {
    const PhaseTimes& times = text.outcome.times;
    longest.queue = std::max(longest.queue, times.queue);
    longest.encode = std::max(longest.encode, times.encode);
    longest.decode = std::max(longest.decode, times.decode);
  }
  return longest;
}

}  // namespace interpres
