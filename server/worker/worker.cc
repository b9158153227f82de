#include "server/worker/worker.h"

#include <algorithm>
#include <span>
#include <utility>

#include "absl/status/status.h"

namespace interpres {
namespace {

// In the rest of a longer round the process did not run: it was stopped, or
// other processes used the CPU.
constexpr double kLongestRoundSeconds = 5.0;

// Moves the sentences out of the jobs and gives them consecutive ids from
// `first_id`.
std::vector<Sentence> TakeSentences(const JobList& jobs, uint64_t first_id) {
  std::vector<Sentence> sentences;
  sentences.reserve(jobs.size());
  for (const auto& job : jobs) {
    sentences.push_back(std::move(job->spec().sentence));
    sentences.back().id = first_id++;
  }
  return sentences;
}

// Cuts both lists at `count`. Moves the sentences behind it back into their
// jobs and returns these jobs.
JobList SplitAt(size_t count, JobList& jobs, std::vector<Sentence>& sentences) {
  JobList rest;
  for (size_t i = count; i < jobs.size(); ++i) {
    jobs[i]->spec().sentence = std::move(sentences[i]);
    rest.push_back(std::move(jobs[i]));
  }
  jobs.resize(count);
  sentences.resize(count);
  return rest;
}

}  // namespace

Worker::Worker(std::unique_ptr<Engine> engine, const WorkerContext& context)
    : engine_(std::move(engine)), context_(context), thread_(context.share) {}

Worker::~Worker() { context_.metrics.AddActiveSlots(-reported_active_); }

bool Worker::RunOnce() {
  if (active_.empty()) {
    thread_.Release();
    if (!context_.scheduler.AwaitWork()) {
      return false;
    }
  }
  // The round includes the time without a CPU, in which the jobs wait, too.
  const TimePoint start = context_.clock.Now();
  thread_.Await();
  FreeUnwantedSlots();
  JobList jobs =
      context_.scheduler.Take(engine_->capacity() - engine_->active());
  if (!jobs.empty()) {
    FillFreeSlots(std::move(jobs), context_.clock.Now());
  }
  RoundSample sample{.step_seconds = Step()};
  CompleteFinished(start, sample);
  UpdateActiveSlots();
  if (sample.step_seconds.has_value() || sample.finished_jobs > 0) {
    const TimePoint end = context_.clock.Now();
    sample.seconds = std::min(Seconds(end - start), kLongestRoundSeconds);
    sample.saturated =
        context_.scheduler.turn_state().waiting_since.has_value();
    context_.meter.Record(sample, end);
  }
  return true;
}

void Worker::FreeUnwantedSlots() {
  if (active_.empty()) {
    return;
  }
  const TimePoint now = context_.clock.Now();
  for (const auto& [id, active] : active_) {
    // Check expiry first, because gRPC cancels a call whose deadline passes.
    if (active.job->IsExpired(now)) {
      engine_->Cancel(id, FinishReason::kDeadline);
    } else if (active.job->IsCancelled()) {
      engine_->Cancel(id, FinishReason::kCancelled);
    }
  }
}

void Worker::RejectInvalid(JobList& jobs, std::vector<Sentence>& sentences) {
  size_t kept = 0;
  for (size_t i = 0; i < jobs.size(); ++i) {
    absl::Status status = engine_->Validate(sentences[i]);
    if (!status.ok()) {
      jobs[i]->Complete(std::move(status));
      jobs[i] = nullptr;
      continue;
    }
    if (kept != i) {
      jobs[kept] = std::move(jobs[i]);
      sentences[kept] = std::move(sentences[i]);
    }
    ++kept;
  }
  jobs.resize(kept);
  sentences.resize(kept);
}

void Worker::FillFreeSlots(JobList jobs, TimePoint taken_at) {
  std::vector<Sentence> sentences = TakeSentences(jobs, next_id_);
  next_id_ += jobs.size();
  RejectInvalid(jobs, sentences);
  const int32_t admissible = engine_->CountAdmissible(sentences);
  JobList waiting = SplitAt(admissible, jobs, sentences);
  if (jobs.empty() && engine_->active() == 0 && !waiting.empty()) {
    // The engine is empty and will never have more room. Without this error the
    // job would wait forever.
    waiting.front()->Complete(absl::InternalError(
        "the engine has no room for a text that it declared valid"));
    waiting.erase(waiting.begin());
  }
  context_.scheduler.Return(std::move(waiting));
  if (!jobs.empty()) {
    Admit(std::move(jobs), sentences, taken_at);
  }
}

void Worker::Admit(JobList jobs, const std::vector<Sentence>& sentences,
                   TimePoint taken_at) {
  for (const auto& job : jobs) {
    context_.metrics.RecordPhase(Phase::kQueue,
                                 Seconds(taken_at - job->queued_at));
  }
  const absl::Status status = engine_->Admit(sentences);
  if (!status.ok()) {
    for (const auto& job : jobs) {
      job->Complete(status);
    }
    return;
  }
  const TimePoint now = context_.clock.Now();
  for (size_t i = 0; i < jobs.size(); ++i) {
    const PhaseTimes times = {.queue = Seconds(taken_at - jobs[i]->queued_at),
                              .encode = Seconds(now - taken_at)};
    context_.metrics.RecordPhase(Phase::kEncode, times.encode);
    active_.emplace(sentences[i].id,
                    Active{.job = std::move(jobs[i]),
                           .decoding_since = now,
                           .times = times,
                           .stalled_seconds_before = stalled_seconds_});
  }
}

std::optional<double> Worker::Step() {
  // Update the metric before the step, so that a scrape during the step sees
  // the slots in use.
  UpdateActiveSlots();
  const TimePoint start = context_.clock.Now();
  const StepStats stats = engine_->Step();
  if (stats.active_sentences == 0) {
    return std::nullopt;
  }
  const double seconds = Seconds(context_.clock.Now() - start);
  context_.metrics.RecordStep({.sentences = stats.active_sentences,
                               .hypotheses = stats.active_hypotheses,
                               .seconds = seconds});
  return seconds;
}

void Worker::CompleteFinished(TimePoint round_began, RoundSample& sample) {
  const TimePoint now = context_.clock.Now();
  stalled_seconds_ +=
      std::max(0.0, Seconds(now - round_began) - kLongestRoundSeconds);
  for (EngineResult& result : engine_->Collect()) {
    Complete(std::move(result), now, sample);
    ++sample.finished_jobs;
  }
}

void Worker::Complete(EngineResult result, TimePoint now, RoundSample& sample) {
  const auto found = active_.find(result.id);
  if (found == active_.end()) {
    return;
  }
  Active active = std::move(found->second);
  active_.erase(found);
  active.times.decode = Seconds(now - active.decoding_since);
  // Includes cancelled and expired jobs. Without them the estimate is biased
  // towards fast jobs.
  sample.engine_seconds += active.times.encode + active.times.decode -
                           (stalled_seconds_ - active.stalled_seconds_before);
  if (result.finish_reason == FinishReason::kCancelled) {
    context_.metrics.RecordCancelled();
    active.job->Complete(absl::CancelledError("the call was cancelled"));
    return;
  }
  if (result.finish_reason == FinishReason::kDeadline) {
    context_.metrics.RecordExpired();
    active.job->Complete(absl::DeadlineExceededError(
        "the deadline passed while the text was being translated"));
    return;
  }
  if (!result.status.ok()) {
    active.job->Complete(std::move(result.status));
    return;
  }
  if (result.hypotheses.empty()) {
    active.job->Complete(
        absl::InternalError("the engine returned no translation"));
    return;
  }
  context_.metrics.RecordPhase(Phase::kDecode, active.times.decode);
  context_.metrics.RecordText(TextSource::kModel);
  context_.metrics.RecordTargetTokens(
      static_cast<int64_t>(result.hypotheses.front().tokens.size()));
  sample.finished_cost += active.job->cost();
  sample.finished_tokens += active.job->tokens();
  active.job->Complete(JobOutcome{.status = absl::OkStatus(),
                                  .hypotheses = std::move(result.hypotheses),
                                  .times = active.times});
}

void Worker::UpdateActiveSlots() {
  const int64_t active = engine_->active();
  if (active != reported_active_) {
    context_.metrics.AddActiveSlots(active - reported_active_);
    reported_active_ = active;
  }
}

}  // namespace interpres
