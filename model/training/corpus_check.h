// Finds mistakes in parallel text that a training run would not notice: one
// text on both sides, shuffled lines and exchanged languages.

#ifndef INTERPRES_MODEL_TRAINING_CORPUS_CHECK_H_
#define INTERPRES_MODEL_TRAINING_CORPUS_CHECK_H_

#include "absl/status/status.h"
#include "model/training/corpus.h"

namespace interpres {

// Returns INVALID_ARGUMENT if `text` is suspicious:
//   - both sides are the same file, or most lines are equal on both sides;
//   - the words of a line do not predict its translation better than another
//     line, in the whole text or in a tenth of the text (JudgeAlignment);
//   - a side is in the language of the other side.
// The message has numbers and example lines. Returns OK if the text is too
// small to judge, under about 200 lines, or if the detection of languages is
// not sure. Looks at a sample of at most 8,000 pairs: a second for any text.
absl::Status CheckCorpus(const ParallelText& text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CORPUS_CHECK_H_
