// Decides whether a sentence is translated again, and how.

#ifndef INTERPRES_MODEL_ENGINE_SECOND_ATTEMPT_H_
#define INTERPRES_MODEL_ENGINE_SECOND_ATTEMPT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "model/decoding/decoding_options.h"
#include "model/decoding/sentence.h"

namespace interpres {

enum class Defect {
  kNone,
  kLoop,  // the translation repeats itself (IsLoop)
  kCopy,  // the translation is the source
  kLoss,  // the translation ended and leaves a part out (LosesContent)
};

// A source, as the judgement of its translations needs it.
struct JudgedSource {
  const Sentence& sentence;
  double usual_ratio = 0.0;  // a result of UsualLengthRatio
};

// Returns the first defect of a translation, in the order of the enum. A copy
// of fewer than four pieces is no defect, because names and numbers stay as
// they are. Thread-safe.
Defect FindDefect(const JudgedSource& source, const Hypothesis& translation);

// Returns the options of the next attempt. `attempts` attempts came before, at
// least one, and the last attempt had the defect. Null means that no further
// attempt is worth its cost. `asked` are the options of the request. A loop is
// decoded again under rules against repetition, then with a wider beam of at
// most `max_beam_size`. A copy and a loss are decoded once more for other
// hypotheses. Samples are not drawn again. Thread-safe.
std::optional<DecodingOptions> NextAttempt(const DecodingOptions& asked,
                                           Defect defect, int32_t attempts,
                                           int32_t max_beam_size);

// Moves the best hypothesis without a defect to the front, if its score is not
// far below the best score, and keeps the first `n_best`. The others keep their
// order. Thread-safe.
void PreferSound(const JudgedSource& source, int32_t n_best,
                 std::vector<Hypothesis>& hypotheses);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SECOND_ATTEMPT_H_
