#include "server/service/segment_attempts.h"

#include "absl/status/status.h"

namespace interpres {
namespace {

bool EndsTheCall(const absl::Status& status) {
  return absl::IsCancelled(status) || absl::IsDeadlineExceeded(status);
}

}  // namespace

AfterAttempt SegmentAttempts::Finish(JobOutcome outcome) const {
  AfterAttempt after = {.outcome = std::move(outcome)};
  for (Hypothesis& hypothesis : after.outcome.hypotheses) {
    const Defect defect = FindDefect(attempts_.source(), hypothesis);
    if (defect == Defect::kLoop) {
      hypothesis.finish_reason = FinishReason::kRepetition;
    }
    after.low_coverage.push_back(defect == Defect::kLoss);
  }
  return after;
}

AfterAttempt SegmentAttempts::Take(JobOutcome outcome) {
  const DecodingOptions& asked = sentence().options;
  if (asked.sampling || (attempts_.is_first() && !outcome.status.ok()) ||
      EndsTheCall(outcome.status)) {
    return Finish(std::move(outcome));
  }
  if (!outcome.status.ok()) {
    return TakeBest();
  }
  PreferSound(attempts_.source(), asked.n_best, outcome.hypotheses);
  const AttemptVerdict verdict = attempts_.Judge(outcome.hypotheses.front());
  if (verdict.is_best) {
    best_ = std::move(outcome);
  }
  if (!verdict.next.has_value()) {
    return TakeBest();
  }
  Sentence next = sentence();
  next.options = *verdict.next;
  return {.next = std::move(next), .defect = verdict.defect};
}

}  // namespace interpres
