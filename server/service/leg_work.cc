#include "server/service/leg_work.h"

#include <algorithm>
#include <chrono>
#include <unordered_set>
#include <utility>

#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"
#include "server/base/retry_delay.h"
#include "server/scheduling/translation_key.h"
#include "server/service/leg_repair.h"
#include "server/service/translate_response.h"

namespace interpres {
namespace {

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
      return RetryReason::kLowCoverage;
    case Defect::kNone:
      break;
  }
  return RetryReason::kProtectedSpan;
}

// A repair gets at most this share of the time until the deadline, so that the
// answer comes in time without the repair. It begins only if it has this many
// times the time that the translation took.
constexpr double kRepairShare = 0.8;
constexpr double kRepairReserve = 2.0;

// Otherwise a job completes when it is destroyed.
void Abandon(JobList& jobs) {
  for (const auto& job : jobs) {
    job->Abandon();
  }
  jobs.clear();
}

}  // namespace

LegWork::LegWork(const ServiceCall& call, TimePoint deadline, LegPlan plan,
                 absl::AnyInvocable<void()> done)
    : call_(call),
      context_(call.context()),
      deadline_(deadline),
      done_(std::move(done)),
      plan_(std::move(plan)),
      window_(WindowFor(plan_.model().scheduler().limits())) {}

void LegWork::Start(LegTexts texts, LegAdmission admission) {
  admission_ = admission;
  preparation_.emplace(std::move(texts), plan_, context_.request_limits,
                       window_, texts_);
  Prepare();
}

absl::Status LegWork::PrepareSlice() {
  INTERPRES_RETURN_IF_ERROR(call_.CheckNotCancelled());
  return WithinMemory(OutOfMemory(), [this] {
    preparation_->PrepareSlice();
    return absl::OkStatus();
  });
}

void LegWork::Prepare() {
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
  plan_.model().metrics().RecordPhase(Phase::kTokenize,
                                      Seconds(preparation_time_));
  turn_ = plan_.model().scheduler().BeginUse();
  if (status.ok() && admission_ == LegAdmission::kAccepted) {
    SubmitAccepted();
    return;
  }
  if (status.ok()) {
    status = Submit();
  }
  if (!status.ok()) {
    End(std::move(status));
    return;
  }
  FinishWindow();
}

void LegWork::SubmitAccepted() {
  const QueueLoad whole = window_.waiting();
  plan_.model().metrics().RecordSourceTokens(whole.tokens);
  plan_.model().scheduler().AddBacklog(plan_.flow, whole, *turn_);
  SubmitNext();
}

absl::Status LegWork::Submit() {
  JobList jobs;
  const QueueLoad whole = window_.waiting();
  INTERPRES_RETURN_IF_ERROR(OpenWindow(jobs));
  const QueueLoad backlog = window_.waiting();
  // Completions may arrive before Submit returns.
  pending_.fetch_add(std::ssize(jobs), std::memory_order_relaxed);
  ServerLoad server;
  absl::Status deadline;
  absl::Status status = plan_.model().scheduler().Submit(
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

std::optional<Duration> LegWork::Remaining() const {
  if (deadline_ == kNever) {
    return std::nullopt;
  }
  return deadline_ - context_.clock.Now();
}

ServerLoad LegWork::ReadLoad(int64_t cost) const {
  const Scheduler& scheduler = plan_.model().scheduler();
  const TimePoint now = context_.clock.Now();
  const Throughput throughput = plan_.model().meter().Read(now);
  FollowUpWork follow_up = {.first_cost = cost,
                            .share = plan_.model().follow_ups().Share()};
  if (plan_.next_model != nullptr) {
    follow_up.next_model = plan_.next_model->meter().Read(now);
  }
  return {.queued = scheduler.load(),
          .cost_ahead = scheduler.CostAheadOf(plan_.flow, cost),
          .throughput = throughput,
          .follow_up_seconds = FollowUpSeconds(follow_up, throughput)};
}

absl::Status LegWork::RecordAdmission(absl::Status status,
                                      const QueueLoad& accepted,
                                      const ServerLoad& server) const {
  if (status.ok()) {
    plan_.model().metrics().RecordSourceTokens(accepted.tokens);
  } else if (absl::IsResourceExhausted(status)) {
    context_.metrics.RecordRejection(Rejection::kQueueFull);
    status = WithRetryDelay(std::move(status), DelayForFullQueue(server));
  } else if (absl::IsUnavailable(status)) {
    context_.metrics.RecordRejection(Rejection::kDraining);
  }
  return status;
}

absl::Status LegWork::OpenWindow(JobList& jobs) {
  absl::Status status = WithinMemory(OutOfMemory(), [this, &jobs] {
    MakeJobs(window_.Open(), jobs);
    return absl::OkStatus();
  });
  if (!status.ok()) {
    Abandon(jobs);
  }
  return status;
}

void LegWork::MakeJobs(std::vector<PreparedSegment> segments, JobList& jobs) {
  jobs.reserve(segments.size());
  int64_t cost = 0;
  for (PreparedSegment& segment : segments) {
    std::optional<AtomRepair> repair =
        MakeRepair(plan_, texts_[segment.text], segment.segment);
    auto attempts = std::make_shared<SegmentAttempts>(
        std::move(segment), plan_.attempts, std::move(repair));
    Sentence sentence = attempts->sentence();
    cost += DecodingCost(sentence);
    jobs.push_back(MakeJob(std::move(attempts), std::move(sentence)));
  }
  plan_.model().follow_ups().RecordFirst(cost);
}

TimePoint LegWork::DeadlineOf(const SegmentAttempts& attempts) const {
  const std::optional<Duration> remaining = Remaining();
  if (!attempts.is_repairing() || !remaining) {
    return deadline_;
  }
  return context_.clock.Now() +
         std::chrono::duration_cast<Duration>(*remaining * kRepairShare);
}

bool LegWork::HasTimeFor(const SegmentAttempts& attempts) const {
  const std::optional<Duration> remaining = Remaining();
  if (!attempts.is_repairing() || !remaining) {
    return true;
  }
  const PhaseTimes& times = attempts.best_times();
  return Seconds(*remaining) * kRepairShare >=
         kRepairReserve * (times.encode + times.decode);
}

std::unique_ptr<Job> LegWork::MakeJob(std::shared_ptr<SegmentAttempts> attempts,
                                      Sentence sentence) {
  JobSpec spec{.sentence = std::move(sentence),
               .flow = plan_.flow,
               .deadline = DeadlineOf(*attempts),
               .turn = *turn_,
               .cancelled = &call_.cancelled()};
  return std::make_unique<Job>(
      std::move(spec),
      [this, attempts = std::move(attempts)](JobOutcome outcome) {
        OnAttempt(attempts, std::move(outcome));
      });
}

void LegWork::OnAttempt(const std::shared_ptr<SegmentAttempts>& attempts,
                        JobOutcome outcome) {
  AfterAttempt after = attempts->Take(std::move(outcome));
  if (!after.next.has_value()) {
    Complete(*attempts, std::move(after));
    return;
  }
  if (!HasTimeFor(*attempts)) {
    Complete(*attempts, attempts->TakeBest());
    return;
  }
  plan_.model().metrics().RecordRetry(ReasonOf(after.defect));
  plan_.model().follow_ups().RecordFollowUp(DecodingCost(*after.next));
  if (!TryAgain(attempts, *std::move(after.next))) {
    Complete(*attempts, attempts->TakeBest());
  }
}

bool LegWork::TryAgain(const std::shared_ptr<SegmentAttempts>& attempts,
                       Sentence sentence) {
  JobList jobs;
  const absl::Status status = WithinMemory(OutOfMemory(), [&] {
    jobs.push_back(MakeJob(attempts, std::move(sentence)));
    return absl::OkStatus();
  });
  if (status.ok()) {
    plan_.model().scheduler().SubmitAgain(jobs);
  }
  return status.ok();
}

void LegWork::Complete(const SegmentAttempts& attempts, AfterAttempt result) {
  SegmentOutcome& place = texts_[attempts.text()].segments[attempts.segment()];
  place.outcome = std::move(result.outcome);
  place.low_coverage = std::move(result.low_coverage);
  place.translations = std::move(result.translations);
  place.is_repair_incomplete = result.is_incomplete;
  RecordAtoms(place.translations, plan_.model().metrics());
  if (absl::IsUnavailable(place.outcome.status)) {
    is_unavailable_.store(true);
  }
  if (window_.Close(place.source_tokens)) {
    PostSubmitNext();
  }
  if (listener_ != nullptr && place.outcome.status.ok()) {
    PostPartial(attempts);
  } else {
    Release();
  }
}

void LegWork::PostPartial(const SegmentAttempts& attempts) {
  context_.text_pool.Post(
      {.stage = TextStage::kAnswer,
       .flow = plan_.flow,
       .bytes = 1,
       .run = [this, text = attempts.text(), segment = attempts.segment()] {
         listener_(text, segment);
         Release();
       }});
}

void LegWork::PostSubmitNext() {
  context_.text_pool.Post({.stage = TextStage::kPrepare,
                           .flow = plan_.flow,
                           .bytes = kTextSliceBytes,
                           .run = [this] { SubmitNext(); }});
}

void LegWork::FinishWindow() {
  if (window_.waiting().jobs == 0) {
    Release();  // the work may be gone now
  } else if (window_.Opened()) {
    PostSubmitNext();
  }
}

absl::Status LegWork::CheckWanted() const {
  if (deadline_ != kNever && context_.clock.Now() >= deadline_) {
    return absl::DeadlineExceededError(
        "the deadline passed while the text was being translated");
  }
  return call_.CheckNotCancelled();
}

void LegWork::SubmitNext() {
  Scheduler& scheduler = plan_.model().scheduler();
  const QueueLoad rest = window_.waiting();
  JobList jobs;
  const bool is_unavailable = is_unavailable_.load();
  status_ = CheckWanted();
  if (status_.ok() && !is_unavailable) {
    status_ = OpenWindow(jobs);
  }
  if (!status_.ok() || is_unavailable) {
    window_.Clear();
    scheduler.DropBacklog(plan_.flow, rest, *turn_);
  }
  pending_.fetch_add(std::ssize(jobs), std::memory_order_relaxed);
  scheduler.SubmitBacklog(jobs);
  FinishWindow();
}

void LegWork::End(absl::Status status) {
  status_ = std::move(status);
  Release();
}

void LegWork::Release() {
  // acq_rel: Answer sees what every completion wrote.
  if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    if (turn_) {
      plan_.model().scheduler().EndUse(*turn_);
    }
    context_.text_pool.Post({.stage = TextStage::kAnswer,
                             .flow = plan_.flow,
                             .bytes = static_cast<int64_t>(texts_.size()),
                             .run = std::move(done_)});
  }
}

absl::Status LegWork::status() const {
  INTERPRES_RETURN_IF_ERROR(status_);
  return CallStatus(texts_);
}

void LegWork::FillResult(std::size_t text,
                         v1::TranslationResult& result) const {
  interpres::FillResult(texts_[text], plan_.model().model().tokenizer(),
                        plan_.answer, result);
}

v1::PartialResult LegWork::PartialOf(int32_t text, int32_t segment) const {
  return MakePartial(texts_[text], segment, plan_.model().model().tokenizer(),
                     plan_.answer);
}

PhaseTimes LegWork::times() const {
  PhaseTimes longest;
  for (const TextOutcome& text : texts_) {
    for (const SegmentOutcome& segment : text.segments) {
      longest = LongerOf(longest, segment.outcome.times);
    }
  }
  return longest;
}

}  // namespace interpres
