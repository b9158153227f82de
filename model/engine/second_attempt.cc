#include "model/engine/second_attempt.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>

#include "model/decoding/loop_check.h"
#include "model/engine/coverage.h"

namespace interpres {
namespace {

// A shorter copy is usually right.
constexpr std::ptrdiff_t kShortestCopy = 4;

// The rules against repetition of an attempt, unless the request sets them.
constexpr int32_t kNgramSize = 3;
constexpr float kRepetitionPenalty = 1.2F;

// A translation of more tokens for each piece of its source does not end. A
// source counts a little longer than it is, because short sentences vary more.
constexpr double kLongestRatio = 1.5;
constexpr int32_t kPiecesOfShortSource = 8;

constexpr int32_t kWiderBeam = 8;
constexpr int32_t kHypothesesForCopy = 4;

// A translation whose score is lower by more than this is worse than a copy.
constexpr float kLargestLoss = 1.0F;

// The tokens without the forced ones and without the end symbol, which is the
// last token of a translation that the model ended.
std::span<const int32_t> PiecesOf(const Hypothesis& hypothesis,
                                  int32_t forced_tokens) {
  const std::span<const int32_t> tokens = hypothesis.tokens;
  const bool has_end = !tokens.empty() &&
                       hypothesis.finish_reason == FinishReason::kEndOfSentence;
  const std::span<const int32_t> pieces =
      tokens.first(tokens.size() - (has_end ? 1 : 0));
  return pieces.subspan(
      std::min(pieces.size(), static_cast<std::size_t>(forced_tokens)));
}

std::span<const int32_t> PiecesOf(const Sentence& sentence) {
  return std::span(sentence.source)
      .subspan(sentence.pieces.first, sentence.pieces.count);
}

bool DoesNotEnd(const SourcePieces& pieces, const Hypothesis& translation) {
  return translation.finish_reason == FinishReason::kLengthLimit &&
         static_cast<double>(translation.tokens.size()) >
             kLongestRatio * (pieces.count + kPiecesOfShortSource);
}

DecodingOptions WithRulesAgainstRepetition(DecodingOptions options) {
  if (options.no_repeat_ngram_size == 0) {
    options.no_repeat_ngram_size = kNgramSize;
  }
  if (options.repetition_penalty == 1.0F) {
    options.repetition_penalty = kRepetitionPenalty;
  }
  return options;
}

Badness BadnessOf(Defect defect, const SourcePieces& pieces,
                  const Hypothesis& translation) {
  switch (defect) {
    case Defect::kNone:
      break;
    case Defect::kLoss:
      return {1, LongestGap(pieces, translation.alignment)};
    case Defect::kCopy:
      return {2, 0};
    case Defect::kLoop:
      return {3, LongestRepetition(translation.tokens)};
  }
  return {0, 0};
}

}  // namespace

Defect FindDefect(const JudgedSource& source, const Hypothesis& translation) {
  const SourcePieces& pieces = source.sentence.pieces;
  const std::span<const int32_t> own = PiecesOf(source.sentence);
  const std::span<const int32_t> target =
      PiecesOf(translation, source.sentence.forced_tokens);
  if (IsLoop(own, target) || DoesNotEnd(pieces, translation)) {
    return Defect::kLoop;
  }
  if (std::ssize(own) >= kShortestCopy && std::ranges::equal(own, target)) {
    return Defect::kCopy;
  }
  const bool is_whole =
      translation.finish_reason == FinishReason::kEndOfSentence;
  return is_whole && LosesContent(pieces, translation, source.usual_ratio)
             ? Defect::kLoss
             : Defect::kNone;
}

std::optional<DecodingOptions> NextAttempt(const Sentence& sentence,
                                           Defect defect, int32_t attempts,
                                           int32_t max_beam_size) {
  const DecodingOptions& asked = sentence.options;
  if (defect == Defect::kNone || asked.sampling || attempts > 2) {
    return std::nullopt;
  }
  DecodingOptions next = asked;
  if (defect != Defect::kLoop) {
    const int32_t width =
        defect == Defect::kLoss ? kWiderBeam : kHypothesesForCopy;
    next.beam_size = std::max(asked.beam_size, std::min(width, max_beam_size));
    // The attention of more hypotheses could exceed the share of the request.
    if (!asked.attention) {
      next.n_best = next.beam_size;
    }
    return attempts == 1 && next != asked ? std::optional(next) : std::nullopt;
  }
  const bool source_repeats = RepeatsItself(PiecesOf(sentence));
  if (source_repeats && attempts > 1) {
    return std::nullopt;
  }
  if (!source_repeats) {
    next = WithRulesAgainstRepetition(next);
  }
  if (source_repeats || attempts == 2) {
    next.beam_size =
        std::max(asked.beam_size, std::min(kWiderBeam, max_beam_size));
  }
  return next == asked ? std::nullopt : std::optional(next);
}

std::size_t SoundHypothesis(const JudgedSource& source,
                            std::span<const Hypothesis> hypotheses) {
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    if (hypotheses[i].score >= hypotheses.front().score - kLargestLoss &&
        FindDefect(source, hypotheses[i]) == Defect::kNone) {
      return i;
    }
  }
  return 0;
}

void PreferSound(const JudgedSource& source, int32_t n_best,
                 std::vector<Hypothesis>& hypotheses) {
  if (hypotheses.empty()) {
    return;
  }
  const auto sound =
      hypotheses.begin() +
      static_cast<std::ptrdiff_t>(SoundHypothesis(source, hypotheses));
  std::rotate(hypotheses.begin(), sound, std::next(sound));
  if (std::ssize(hypotheses) > n_best) {
    hypotheses.resize(n_best);
  }
}

AttemptVerdict SentenceAttempts::Judge(const Hypothesis& translation) {
  ++attempts_;
  AttemptVerdict verdict = {.defect = FindDefect(source(), translation)};
  const Badness badness =
      BadnessOf(verdict.defect, sentence_.pieces, translation);
  verdict.is_best = attempts_ == 1 || badness < best_;
  if (verdict.is_best) {
    best_ = badness;
  }
  verdict.next =
      NextAttempt(sentence_, verdict.defect, attempts_, limits_.max_beam_size);
  return verdict;
}

}  // namespace interpres
