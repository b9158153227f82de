// Decides whether a sentence is translated again, and how.

#ifndef INTERPRES_MODEL_ENGINE_SECOND_ATTEMPT_H_
#define INTERPRES_MODEL_ENGINE_SECOND_ATTEMPT_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "model/decoding/decoding_options.h"
#include "model/decoding/sentence.h"

namespace interpres {

enum class Defect {
  kNone,
  kLoop,  // the translation repeats itself (IsLoop), or does not end
  kCopy,  // the translation is the source
  kLoss,  // the translation ended and leaves a part out (LosesContent)
};

// A source, with the values that FindDefect needs to judge a translation of it.
// REQUIRES: `sentence` outlives this object.
struct JudgedSource {
  const Sentence& sentence;
  double usual_ratio = 0.0;  // a result of UsualLengthRatio
};

// Returns the first defect of a translation, in the order of the enum, or
// kNone. A translation does not end if it reaches its length limit and is far
// longer than its source. A copy of fewer than four pieces is no defect,
// because names and numbers stay unchanged. Thread-safe.
Defect FindDefect(const JudgedSource& source, const Hypothesis& translation);

// Returns the options of the next attempt to translate the sentence. `attempts`
// is the number of attempts before. The last attempt had the defect `defect`.
// Null means that no further attempt is worth its cost: always for kNone, and
// if the sentence is sampled. A loop is decoded again under rules against
// repetition, then also with a wider beam. If the source repeats itself, the
// rules would damage its translation, and only the wider beam is tried. A copy
// and a loss are decoded only once more: with a wider beam, and with an n_best
// of the beam size. The beam grows to at most `max_beam_size`. REQUIRES:
// `attempts` is at least 1. Thread-safe.
std::optional<DecodingOptions> NextAttempt(const Sentence& sentence,
                                           Defect defect, int32_t attempts,
                                           int32_t max_beam_size);

// Returns the index of the first hypothesis without a defect whose score is at
// most 1 below the first score. Returns 0 if no hypothesis fits. REQUIRES:
// `hypotheses` is in descending order of score. Thread-safe.
std::size_t SoundHypothesis(const JudgedSource& source,
                            std::span<const Hypothesis> hypotheses);

// Moves the hypothesis of SoundHypothesis to the front of `hypotheses`, and
// removes all behind the first `n_best`. The others keep their order. Does
// nothing if `hypotheses` is empty. Thread-safe.
void PreferSound(const JudgedSource& source, int32_t n_best,
                 std::vector<Hypothesis>& hypotheses);

// Limits for the attempts to translate a sentence (SentenceAttempts).
struct AttemptLimits {
  // The maximum beam size to which another attempt widens the beam.
  int32_t max_beam_size = 1;
  // A result of UsualLengthRatio. Each judgement reads the value, because a
  // server measures it after the start. Null means unknown, as 0 does.
  const std::atomic<double>* usual_length_ratio = nullptr;
};

// How bad a translation is: the rank of its defect, and the size of the defect.
// Greater is worse; {0, 0} means no defect.
using Badness = std::pair<int32_t, int32_t>;

// The result of SentenceAttempts::Judge: what to do after an attempt.
struct AttemptVerdict {
  Defect defect = Defect::kNone;  // of the translation
  // Whether the translation is better than the translations of all attempts
  // before. True for the first attempt.
  bool is_best = false;
  // The options of the next attempt. Null means that no attempt follows: the
  // best translation so far is final.
  std::optional<DecodingOptions> next = std::nullopt;
};

// Judges the attempts to translate one sentence, and says how to make the next
// attempt. Call Judge once after each attempt. Not thread-safe.
class SentenceAttempts {
 public:
  // The value of `limits` must outlive this object.
  SentenceAttempts(Sentence sentence, const AttemptLimits& limits)
      : sentence_(std::move(sentence)), limits_(limits) {}

  const Sentence& sentence() const { return sentence_; }
  JudgedSource source() const {
    const std::atomic<double>* ratio = limits_.usual_length_ratio;
    return {.sentence = sentence_,
            .usual_ratio = ratio == nullptr ? 0.0 : ratio->load()};
  }
  // Returns whether no attempt was judged yet.
  bool is_first() const { return attempts_ == 0; }

  // Judges the translation of the latest attempt, and counts the attempt. A
  // translation without a defect is better than a translation that leaves a
  // part out, then come a copy and a repetition. Of two translations with the
  // same defect, the one that leaves out or repeats less is better.
  AttemptVerdict Judge(const Hypothesis& translation);

 private:
  const Sentence sentence_;
  const AttemptLimits limits_;
  int32_t attempts_ = 0;
  Badness best_ = {};
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SECOND_ATTEMPT_H_
