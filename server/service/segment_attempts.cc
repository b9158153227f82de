#include "server/service/segment_attempts.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "absl/status/status.h"

namespace interpres {
namespace {

// Required tokens leave room for the other tokens of a translation.
constexpr int32_t kRequiredShare = 2;

// A repaired translation has at most 1.3 tokens for each token before the
// repair, beside the required tokens and four more.
constexpr double kLongestRepair = 1.3;
constexpr double kOtherTokens = 4.0;

// Another hypothesis of the search may have the atoms, and costs nothing.
Sentence WithAllHypotheses(Sentence sentence, bool has_atoms) {
  DecodingOptions& options = sentence.options;
  if (has_atoms && !options.sampling && !options.attention) {
    options.n_best = options.beam_size;
  }
  return sentence;
}

bool EndsTheCall(const absl::Status& status) {
  return absl::IsCancelled(status) || absl::IsDeadlineExceeded(status);
}

}  // namespace

SegmentAttempts::SegmentAttempts(PreparedSegment segment,
                                 const AttemptLimits& limits,
                                 std::optional<AtomRepair> repair)
    : text_(segment.text),
      segment_(segment.segment),
      n_best_(segment.sentence.options.n_best),
      repair_(std::move(repair)),
      attempts_(
          WithAllHypotheses(std::move(segment.sentence), repair_.has_value()),
          limits) {}

AfterAttempt SegmentAttempts::Finish(JobOutcome outcome) const {
  AfterAttempt after = {.outcome = std::move(outcome)};
  std::vector<Hypothesis>& hypotheses = after.outcome.hypotheses;
  if (std::ssize(hypotheses) > n_best_) {
    hypotheses.resize(n_best_);
  }
  for (Hypothesis& hypothesis : hypotheses) {
    const Defect defect = FindDefect(attempts_.source(), hypothesis);
    if (defect == Defect::kLoop) {
      hypothesis.finish_reason = FinishReason::kRepetition;
    }
    after.low_coverage.push_back(defect == Defect::kLoss);
    if (repair_) {
      after.translations.push_back(repair_->Finish(hypothesis));
    }
  }
  return after;
}

AfterAttempt SegmentAttempts::TakeBest() {
  AfterAttempt after = Finish(std::move(best_));
  after.is_incomplete = is_repairing_;
  return after;
}

AfterAttempt SegmentAttempts::Take(JobOutcome outcome) {
  if (is_repairing_) {
    return TakeRepaired(std::move(outcome));
  }
  const DecodingOptions& asked = sentence().options;
  if (asked.sampling || (attempts_.is_first() && !outcome.status.ok()) ||
      EndsTheCall(outcome.status)) {
    return Finish(std::move(outcome));
  }
  if (!outcome.status.ok()) {
    return Repair();
  }
  PreferSound(attempts_.source(), asked.n_best, outcome.hypotheses);
  const AttemptVerdict verdict = attempts_.Judge(outcome.hypotheses.front());
  if (verdict.is_best) {
    best_ = std::move(outcome);
  }
  if (!verdict.next.has_value()) {
    return Repair();
  }
  Sentence next = sentence();
  next.options = *verdict.next;
  return {.next = std::move(next), .defect = verdict.defect};
}

AfterAttempt SegmentAttempts::Repair() {
  if (!repair_ || !repair_->repairs()) {
    return Finish(std::move(best_));
  }
  std::vector<Hypothesis>& hypotheses = best_.hypotheses;
  const std::optional<std::size_t> intact = repair_->FindIntact(hypotheses);
  if (intact) {
    const auto chosen =
        hypotheses.begin() + static_cast<std::ptrdiff_t>(*intact);
    std::rotate(hypotheses.begin(), chosen, std::next(chosen));
    return Finish(std::move(best_));
  }
  Sentence next = sentence();
  next.required =
      repair_->RequireTokens(next.options.max_length / kRequiredShare);
  if (next.required.empty()) {
    return Finish(std::move(best_));
  }
  next.words = repair_->words();
  for (const RequiredTokens& sequence : next.required) {
    required_tokens_ += std::ssize(sequence.tokens);
  }
  is_repairing_ = true;
  return {.next = std::move(next)};
}

bool SegmentAttempts::RunsOn(const Hypothesis& repaired) const {
  const auto before =
      static_cast<double>(best_.hypotheses.front().tokens.size());
  return static_cast<double>(repaired.tokens.size()) >
         kLongestRepair * before + kOtherTokens +
             static_cast<double>(required_tokens_);
}

AfterAttempt SegmentAttempts::TakeRepaired(JobOutcome outcome) {
  if (absl::IsCancelled(outcome.status)) {
    return Finish(std::move(outcome));
  }
  const bool is_better =
      outcome.status.ok() &&
      FindDefect(attempts_.source(), outcome.hypotheses.front()) !=
          Defect::kLoop &&
      !RunsOn(outcome.hypotheses.front()) &&
      !repair_->GoesOnBehindEnd(best_.hypotheses.front(),
                                outcome.hypotheses.front());
  if (!is_better) {
    AfterAttempt after = Finish(std::move(best_));
    after.is_incomplete = !outcome.status.ok();
    return after;
  }
  repair_->BeginConstrained();
  return Finish(std::move(outcome));
}

}  // namespace interpres
