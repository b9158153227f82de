#include "server/service/segment_attempts.h"

#include <utility>
#include <vector>

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

// Marks the hypotheses that repeat themselves.
void MarkLoops(std::span<const int32_t> source,
               std::vector<Hypothesis>& hypotheses) {
  for (Hypothesis& hypothesis : hypotheses) {
    if (FindDefect(source, hypothesis) == Defect::kLoop) {
      hypothesis.finish_reason = FinishReason::kRepetition;
    }
  }
}

}  // namespace

std::span<const int32_t> SegmentAttempts::SourcePiecesOf() const {
  return std::span(segment_.sentence.source)
      .subspan(segment_.sentence.pieces.first, segment_.sentence.pieces.count);
}

void SegmentAttempts::Keep(JobOutcome outcome) {
  const Defect defect =
      FindDefect(SourcePiecesOf(), outcome.hypotheses.front());
  if (attempts_ == 1 || defect != Defect::kLoop ||
      RepetitionOf(outcome) < RepetitionOf(best_)) {
    best_ = std::move(outcome);
  }
}

AfterAttempt SegmentAttempts::Take(JobOutcome outcome) {
  ++attempts_;
  const DecodingOptions& asked = segment_.sentence.options;
  if (asked.sampling || (attempts_ == 1 && !outcome.status.ok()) ||
      EndsTheCall(outcome.status)) {
    return {.outcome = std::move(outcome)};
  }
  Defect defect = Defect::kNone;
  if (outcome.status.ok()) {
    PreferSound(SourcePiecesOf(), asked.n_best, outcome.hypotheses);
    defect = FindDefect(SourcePiecesOf(), outcome.hypotheses.front());
    Keep(std::move(outcome));
  }
  const std::optional<DecodingOptions> options =
      NextAttempt(asked, defect, attempts_, max_beam_size_);
  if (options.has_value()) {
    Sentence next = segment_.sentence;
    next.options = *options;
    return {.next = std::move(next), .defect = defect};
  }
  MarkLoops(SourcePiecesOf(), best_.hypotheses);
  return {.outcome = TakeBest()};
}

}  // namespace interpres
