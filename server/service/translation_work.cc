#include "server/service/translation_work.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"
#include "server/base/retry_delay.h"
#include "server/scheduling/translation_key.h"
#include "server/service/translate_response.h"

namespace interpres {
namespace {

constexpr int64_t kBytesPerWeight = 4;

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

RetryReason ReasonOf(Defect defect) {
  switch (defect) {
    case Defect::kLoop:
      return RetryReason::kRepetition;
    case Defect::kCopy:
      return RetryReason::kCopy;
    case Defect::kLoss:
    case Defect::kNone:
      break;
  }
  return RetryReason::kLowCoverage;
}

// Otherwise a job completes when it is destroyed.
void Abandon(JobList& jobs) {
  for (const auto& job : jobs) {
    job->Abandon();
  }
  jobs.clear();
}

}  // namespace

TranslationWork::TranslationWork(const ServiceCall& call, TimePoint deadline,
                                 absl::AnyInvocable<void()> done)
    : call_(call),
      context_(call.context()),
      deadline_(deadline),
      done_(std::move(done)) {}

void TranslationWork::Start(v1::TranslateRequest request) {
  absl::StatusOr<RequestPlan> plan = PlanRequest(request, call_);
  if (!plan.ok()) {
    End(plan.status());
    return;
  }
  plan_ = *std::move(plan);
  window_.emplace(WindowFor(plan_.model->scheduler().limits()));
  preparation_.emplace(std::move(request), plan_, context_.request_limits,
                       *window_, texts_);
  Prepare();
}

absl::Status TranslationWork::PrepareSlice() {
  if (call_.cancelled().load(std::memory_order_relaxed)) {
    return absl::CancelledError("the call was cancelled");
  }
  return WithinMemory(OutOfMemory(), [this] {
    preparation_->PrepareSlice();
    return absl::OkStatus();
  });
}

void TranslationWork::Prepare() {
  const TimePoint start = context_.clock.Now();
  absl::Status status = PrepareSlice();
  preparation_time_ += context_.clock.Now() - start;
  if (status.ok() && !preparation_->done()) {
    context_.text_pool.Post({.stage = TextStage::kPrepare,
                             .flow = plan_.flow,
                             .bytes = kTextSliceBytes,
                             .run = [this] { Prepare(); }});
    return;
  }
  preparation_.reset();
  plan_.model->metrics().RecordPhase(Phase::kTokenize,
                                     Seconds(preparation_time_));
  if (status.ok()) {
    status = Submit();
  }
  if (!status.ok()) {
    End(std::move(status));
    return;
  }
  FinishWindow();
}

absl::Status TranslationWork::Submit() {
  JobList jobs;
  const QueueLoad whole = window_->waiting();
  INTERPRES_RETURN_IF_ERROR(OpenWindow(jobs));
  const QueueLoad backlog = window_->waiting();
  // Completions may arrive before Submit returns.
  pending_.fetch_add(std::ssize(jobs), std::memory_order_relaxed);
  ServerLoad server;
  absl::Status deadline;
  absl::Status status = plan_.model->scheduler().Submit(
      jobs, backlog, [&](const JobList& uncached) {
        RequestLoad request = LoadOfRequest(uncached);
        request.load = request.load + backlog;
        server = ReadLoad(request.load.cost);
        deadline = CheckDeadline(request, server, Remaining());
        return deadline;
      });
  // Cached results may have led to other attempts, which are queued even if the
  // request is refused.
  pending_.fetch_sub(std::ssize(jobs), std::memory_order_relaxed);
  Abandon(jobs);
  if (!deadline.ok()) {
    context_.metrics.RecordRejection(Rejection::kDeadline);
    return deadline;
  }
  return RecordAdmission(std::move(status), whole, server);
}

std::optional<Duration> TranslationWork::Remaining() const {
  if (deadline_ == kNever) {
    return std::nullopt;
  }
  return deadline_ - context_.clock.Now();
}

ServerLoad TranslationWork::ReadLoad(int64_t cost) const {
  const Scheduler& scheduler = plan_.model->scheduler();
  return {.queued = scheduler.load(),
          .cost_ahead = scheduler.CostAheadOf(plan_.flow, cost),
          .throughput = plan_.model->meter().Read(context_.clock.Now())};
}

absl::Status TranslationWork::RecordAdmission(absl::Status status,
                                              const QueueLoad& accepted,
                                              const ServerLoad& server) const {
  if (status.ok()) {
    plan_.model->metrics().RecordSourceTokens(accepted.tokens);
  } else if (absl::IsResourceExhausted(status)) {
    context_.metrics.RecordRejection(Rejection::kQueueFull);
    status = WithRetryDelay(std::move(status), DelayForFullQueue(server));
  } else if (absl::IsUnavailable(status)) {
    context_.metrics.RecordRejection(Rejection::kDraining);
  }
  return status;
}

absl::Status TranslationWork::OpenWindow(JobList& jobs) {
  absl::Status status = WithinMemory(OutOfMemory(), [this, &jobs] {
    MakeJobs(window_->Open(), jobs);
    return absl::OkStatus();
  });
  if (!status.ok()) {
    Abandon(jobs);
  }
  return status;
}

void TranslationWork::MakeJobs(std::vector<PreparedSegment> segments,
                               JobList& jobs) {
  jobs.reserve(segments.size());
  for (PreparedSegment& segment : segments) {
    Sentence sentence = segment.sentence;
    jobs.push_back(MakeJob(
        std::make_shared<SegmentAttempts>(std::move(segment), plan_.attempts),
        std::move(sentence)));
  }
}

std::unique_ptr<Job> TranslationWork::MakeJob(
    std::shared_ptr<SegmentAttempts> attempts, Sentence sentence) {
  JobSpec spec{.sentence = std::move(sentence),
               .flow = plan_.flow,
               .deadline = deadline_,
               .cancelled = &call_.cancelled()};
  return std::make_unique<Job>(
      std::move(spec),
      [this, attempts = std::move(attempts)](JobOutcome outcome) {
        OnAttempt(attempts, std::move(outcome));
      });
}

void TranslationWork::OnAttempt(
    const std::shared_ptr<SegmentAttempts>& attempts, JobOutcome outcome) {
  AfterAttempt after = attempts->Take(std::move(outcome));
  if (!after.next.has_value()) {
    Complete(attempts->segment(), std::move(after));
    return;
  }
  plan_.model->metrics().RecordRetry(ReasonOf(after.defect));
  if (!TryAgain(attempts, *std::move(after.next))) {
    Complete(attempts->segment(), attempts->TakeBest());
  }
}

bool TranslationWork::TryAgain(const std::shared_ptr<SegmentAttempts>& attempts,
                               Sentence sentence) {
  JobList jobs;
  const absl::Status status = WithinMemory(OutOfMemory(), [&] {
    jobs.push_back(MakeJob(attempts, std::move(sentence)));
    return absl::OkStatus();
  });
  if (status.ok()) {
    plan_.model->scheduler().SubmitAgain(jobs);
  }
  return status.ok();
}

void TranslationWork::Complete(const PreparedSegment& segment,
                               AfterAttempt result) {
  SegmentOutcome& place = texts_[segment.text].segments[segment.segment];
  place.outcome = std::move(result.outcome);
  place.low_coverage = std::move(result.low_coverage);
  if (window_->Close(place.source_tokens)) {
    PostSubmitNext();
  }
  Release();
}

void TranslationWork::PostSubmitNext() {
  context_.text_pool.Post({.stage = TextStage::kPrepare,
                           .flow = plan_.flow,
                           .bytes = kTextSliceBytes,
                           .run = [this] { SubmitNext(); }});
}

void TranslationWork::FinishWindow() {
  if (window_->waiting().jobs == 0) {
    Release();  // the work may be gone now
  } else if (window_->Opened()) {
    PostSubmitNext();
  }
}

absl::Status TranslationWork::CheckWanted() const {
  if (deadline_ != kNever && context_.clock.Now() >= deadline_) {
    return absl::DeadlineExceededError(
        "the deadline passed while the text was being translated");
  }
  return call_.cancelled().load(std::memory_order_relaxed)
             ? absl::CancelledError("the call was cancelled")
             : absl::OkStatus();
}

void TranslationWork::SubmitNext() {
  Scheduler& scheduler = plan_.model->scheduler();
  const QueueLoad rest = window_->waiting();
  JobList jobs;
  status_ = CheckWanted();
  if (status_.ok()) {
    status_ = OpenWindow(jobs);
  }
  if (!status_.ok()) {
    window_->Clear();
    scheduler.DropBacklog(plan_.flow, rest);
  }
  pending_.fetch_add(std::ssize(jobs), std::memory_order_relaxed);
  scheduler.SubmitBacklog(jobs);
  FinishWindow();
}

void TranslationWork::End(absl::Status status) {
  status_ = std::move(status);
  Release();
}

void TranslationWork::Release() {
  // acq_rel: Answer sees what every completion wrote.
  if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    context_.text_pool.Post({.stage = TextStage::kAnswer,
                             .flow = plan_.flow,
                             .bytes = static_cast<int64_t>(texts_.size()),
                             .run = std::move(done_)});
  }
}

absl::Status TranslationWork::Answer(v1::TranslateResponse& response) const {
  INTERPRES_RETURN_IF_ERROR(status_);
  INTERPRES_RETURN_IF_ERROR(CallStatus(texts_));
  response.set_model(plan_.model->name());
  response.set_model_version(plan_.model->version());
  response.set_target_language(plan_.languages.direction.target);
  absl::Status status = WithinMemory(OutOfMemory(), [this, &response] {
    FillResults(texts_, plan_.model->model().tokenizer(), plan_.answer,
                response);
    return CheckResponseSize(static_cast<int64_t>(response.ByteSizeLong()),
                             MaxResponseBytes());
  });
  if (!status.ok()) {
    response.Clear();
  }
  return status;
}

int64_t TranslationWork::MaxResponseBytes() const {
  const RequestLimits& limits = context_.request_limits;
  const bool has_weights = plan_.permit != nullptr;
  return call_.max_response_bytes().value_or(
      limits.max_response_bytes +
      (has_weights ? limits.max_attention_weights * kBytesPerWeight : 0));
}

void TranslationWork::RecordTotal(double seconds) const {
  if (plan_.model == nullptr) {
    context_.metrics.RecordTotalWithoutModel(seconds);
  } else {
    plan_.model->metrics().RecordPhase(Phase::kTotal, seconds);
  }
}

std::string TranslationWork::model_version() const {
  return plan_.model == nullptr ? "" : plan_.model->version();
}

PhaseTimes TranslationWork::times() const {
  PhaseTimes longest;
  for (const TextOutcome& text : texts_) {
    for (const SegmentOutcome& segment : text.segments) {
      const PhaseTimes& times = segment.outcome.times;
      longest.queue = std::max(longest.queue, times.queue);
      longest.encode = std::max(longest.encode, times.encode);
      longest.decode = std::max(longest.decode, times.decode);
    }
  }
  return longest;
}

}  // namespace interpres
