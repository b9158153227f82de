#include "server/service/segment_attempts.h"

#include "absl/status/status.h"
#include "model/decoding/loop_check.h"

namespace interpres {
namespace {

int32_t RepetitionOf(const JobOutcome& outcome) {
  return LongestRepetition(outcome.hypotheses.front().tokens);
}

bool EndsTheCall(const absl::Status& status) {
  return absl::IsCancelled(status) || absl::IsDeadlineExceeded(status);
}

}  // namespace

void SegmentAttempts::Keep(JobOutcome outcome) {
  const Defect defect = FindDefect(Source(), outcome.hypotheses.front());
  if (attempts_ == 1 || defect != Defect::kLoop ||
      RepetitionOf(outcome) < RepetitionOf(best_)) {
    best_ = std::move(outcome);
  }
}

AfterAttempt SegmentAttempts::Finish(JobOutcome outcome) const {
  AfterAttempt after = {.outcome = std::move(outcome)};
  for (Hypothesis& hypothesis : after.outcome.hypotheses) {
    const Defect defect = FindDefect(Source(), hypothesis);
    if (defect == Defect::kLoop) {
      hypothesis.finish_reason = FinishReason::kRepetition;
    }
    after.low_coverage.push_back(defect == Defect::kLoss);
  }
  return after;
}

AfterAttempt SegmentAttempts::Take(JobOutcome outcome) {
  ++attempts_;
  const DecodingOptions& asked = segment_.sentence.options;
  if (asked.sampling || (attempts_ == 1 && !outcome.status.ok()) ||
      EndsTheCall(outcome.status)) {
    return Finish(std::move(outcome));
  }
  Defect defect = Defect::kNone;
  if (outcome.status.ok()) {
    PreferSound(Source(), asked.n_best, outcome.hypotheses);
    defect = FindDefect(Source(), outcome.hypotheses.front());
    Keep(std::move(outcome));
  }
  const std::optional<DecodingOptions> options =
      NextAttempt(asked, defect, attempts_, limits_.max_beam_size);
  if (!options.has_value()) {
    return TakeBest();
  }
  Sentence next = segment_.sentence;
  next.options = *options;
  return {.next = std::move(next), .defect = defect};
}

}  // namespace interpres
