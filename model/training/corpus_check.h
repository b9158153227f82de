// Finds mistakes in parallel text that a training run would not notice: one
// text on both sides, shuffled lines and exchanged languages.

#ifndef INTERPRES_MODEL_TRAINING_CORPUS_CHECK_H_
#define INTERPRES_MODEL_TRAINING_CORPUS_CHECK_H_

#include <string_view>

#include "absl/status/status.h"
#include "model/training/corpus.h"

namespace interpres {

// Returns INVALID_ARGUMENT, with numbers in the message, if `text` is
// suspicious in a sample of at most 8,000 pairs:
// - Both sides are the same file, or over half of the lines, at least 20, are
//   equal on both sides.
// - A side is in the language of the other side. This check needs 50 lines, and
//   both languages of the files. The check says nothing about a side whose own
//   language the detector does not know.
// - The words of a line do not predict its translation better than another
//   line. This holds in the whole text or in a stretch: a tenth, or about 200
//   lines of a text under 2,000. This check needs 200 lines.
//
// The message ends with `remedy` and example lines. Returns OK if the text is
// too small for the checks, or if the detection of languages is not sure. Takes
// about a second for any text. Thread-safe.
absl::Status CheckCorpus(const ParallelText& text, std::string_view remedy);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CORPUS_CHECK_H_
