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

// Each division costs a translation.
constexpr int32_t kMostDivisions = 4;

// Another hypothesis of the search may have the atoms, and costs nothing.
Sentence WithAllHypotheses(Sentence sentence, bool has_atoms) {
  DecodingOptions& options = sentence.options;
  if (has_atoms && !options.sampling && !options.attention) {
    options.n_best = options.beam_size;
  }
  return sentence;
}

// Moves a hypothesis to the front. The others keep their order.
void MoveToFront(std::size_t index, std::vector<Hypothesis>& hypotheses) {
  const auto chosen = hypotheses.begin() + static_cast<std::ptrdiff_t>(index);
  std::rotate(hypotheses.begin(), chosen, std::next(chosen));
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

JudgedSource SegmentAttempts::source() const {
  JudgedSource source = attempts_.source();
  return masked_ ? JudgedSource{.sentence = *masked_,
                                .usual_ratio = source.usual_ratio}
                 : source;
}

AfterAttempt SegmentAttempts::Finish(JobOutcome outcome) const {
  AfterAttempt after = {.outcome = std::move(outcome)};
  std::vector<Hypothesis>& hypotheses = after.outcome.hypotheses;
  if (std::ssize(hypotheses) > n_best_) {
    hypotheses.resize(n_best_);
  }
  for (Hypothesis& hypothesis : hypotheses) {
    const Defect defect = FindDefect(source(), hypothesis);
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
  masked_.reset();
  AfterAttempt after = Finish(std::move(best_));
  after.is_incomplete = is_repairing();
  return after;
}

AfterAttempt SegmentAttempts::Take(JobOutcome outcome) {
  switch (stage_) {
    case Stage::kSentinels:
      return TakeMasked(std::move(outcome));
    case Stage::kRequiredTokens:
      return TakeConstrained(std::move(outcome));
    case Stage::kDivision:
      return TakeDivided(std::move(outcome));
    case Stage::kTranslation:
      return TakeTranslation(std::move(outcome));
  }
  return {};
}

AfterAttempt SegmentAttempts::TakeTranslation(JobOutcome outcome) {
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
    MoveToFront(*intact, hypotheses);
    return Finish(std::move(best_));
  }
  std::optional<AfterAttempt> masked = MaskAtoms();
  return masked ? *std::move(masked) : RequireTokens();
}

std::optional<AfterAttempt> SegmentAttempts::MaskAtoms() {
  const EncodedText* tokens = n_best_ == 1 ? repair_->MaskMissing() : nullptr;
  if (tokens == nullptr) {
    return std::nullopt;
  }
  masked_ = sentence();
  masked_->source = tokens->ids;
  masked_->pieces = {.first = tokens->first_piece, .count = tokens->pieces};
  masked_->options.unwanted_token = tokens->unwanted_target;
  stage_ = Stage::kSentinels;
  return AfterAttempt{.next = *masked_};
}

AfterAttempt SegmentAttempts::TakeMasked(JobOutcome outcome) {
  std::vector<Hypothesis>& hypotheses = outcome.hypotheses;
  if (outcome.status.ok()) {
    std::erase_if(hypotheses, [this](const Hypothesis& hypothesis) {
      return FindDefect(source(), hypothesis) != Defect::kNone;
    });
    const std::optional<std::size_t> unmasked =
        hypotheses.empty() ? std::nullopt : repair_->FindUnmasked(hypotheses);
    if (unmasked) {
      MoveToFront(*unmasked, hypotheses);
      return Finish(std::move(outcome));
    }
  }
  masked_.reset();
  if (EndsTheCall(outcome.status)) {
    return FinishBest(std::move(outcome));
  }
  return RequireTokens();
}

AfterAttempt SegmentAttempts::RequireTokens() {
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
  stage_ = Stage::kRequiredTokens;
  return {.next = std::move(next)};
}

AfterAttempt SegmentAttempts::FinishBest(JobOutcome repair) {
  if (absl::IsCancelled(repair.status)) {
    return Finish(std::move(repair));
  }
  AfterAttempt after = Finish(std::move(best_));
  after.is_incomplete = !repair.status.ok();
  return after;
}

bool SegmentAttempts::RunsOn(const Hypothesis& repaired) const {
  const auto before =
      static_cast<double>(best_.hypotheses.front().tokens.size());
  return static_cast<double>(repaired.tokens.size()) >
         kLongestRepair * before + kOtherTokens +
             static_cast<double>(required_tokens_);
}

AfterAttempt SegmentAttempts::TakeConstrained(JobOutcome outcome) {
  const bool is_better =
      outcome.status.ok() &&
      FindDefect(attempts_.source(), outcome.hypotheses.front()) !=
          Defect::kLoop &&
      !RunsOn(outcome.hypotheses.front()) &&
      !repair_->GoesOnBehindEnd(best_.hypotheses.front(),
                                outcome.hypotheses.front());
  if (is_better) {
    repair_->BeginConstrained();
    return Finish(std::move(outcome));
  }
  return outcome.status.ok() ? Divide(best_.hypotheses.front())
                             : FinishBest(std::move(outcome));
}

AfterAttempt SegmentAttempts::Divide(const Hypothesis& translation) {
  Sentence next = sentence();
  const std::size_t first = std::max(prefix_tokens_, next.target_prefix.size());
  std::optional<std::vector<int32_t>> prefix =
      divisions_ < kMostDivisions ? repair_->DivideAtMissing(translation, first)
                                  : std::nullopt;
  if (!prefix || std::ssize(*prefix) >= next.options.max_length) {
    return Finish(std::move(best_));
  }
  ++divisions_;
  prefix_tokens_ = prefix->size();
  next.target_prefix = *std::move(prefix);
  stage_ = Stage::kDivision;
  return {.next = std::move(next)};
}

AfterAttempt SegmentAttempts::TakeDivided(JobOutcome outcome) {
  if (!outcome.status.ok()) {
    return FinishBest(std::move(outcome));
  }
  std::vector<Hypothesis>& hypotheses = outcome.hypotheses;
  std::erase_if(hypotheses, [this](const Hypothesis& hypothesis) {
    return FindDefect(source(), hypothesis) == Defect::kLoop;
  });
  if (hypotheses.empty()) {
    return Finish(std::move(best_));
  }
  const std::optional<std::size_t> divided = repair_->FindDivided(hypotheses);
  if (!divided) {
    return Divide(hypotheses.front());
  }
  MoveToFront(*divided, hypotheses);
  return Finish(std::move(outcome));
}

}  // namespace interpres
