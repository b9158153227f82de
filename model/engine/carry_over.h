// The text of a translation, with the characters of the source that have no
// piece in the vocabulary.

#ifndef INTERPRES_MODEL_ENGINE_CARRY_OVER_H_
#define INTERPRES_MODEL_ENGINE_CARRY_OVER_H_

#include <span>

#include "model/decoding/decoding_options.h"
#include "model/engine/carried_runs.h"
#include "model/engine/carried_text.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

// Returns the text of `hypothesis`, in which the text of every run occurs,
// except respelled runs. The text is valid UTF-8 and has no unknown piece.
//
// 1. A run that is a word replaces a word of the translation: a word with the
//    same letters apart from accents, otherwise the word in which the maximum
//    number of tokens is aligned to the run. A respelled run replaces only a
//    word with the same letters, because the model has translated it.
// 2. The model sees a visible run in bytes, and may fail to copy rare bytes:
// then
//    the translation has some of the bytes, and words in place of the others.
//    The words that are aligned only to such a run are removed, and the run
//    stands in place of the first one.
// 3. An unknown token of the translation beside a number becomes a run that
//    stands beside the same number in the source, so that two prices keep their
//    currencies. Otherwise it becomes the run that it is aligned to, otherwise
//    the next run of the source that has no place yet, or nothing if every run
//    has a place.
// 4. A run without a place is inserted after the word that is aligned to the
//    nearest source token before the run. A run that touches only the text
//    after it, such as a currency sign, is inserted before the word that is
//    aligned to the next source token. White space around a run is as in the
//    source.
//
// A respelled run at the start of the source gives the translation a capital at
// its start, as in the source.
//
// A visible run needs a place only if the tokens do not spell it already.
//
// `runs` are FindCarriedRuns of the source. Without runs and unknown tokens,
// the text is Tokenizer::Decode of the tokens. A token whose alignment is
// absent or outside the source counts as not aligned. Takes O(n log n) time.
CarriedTranslation CarryOver(const Tokenizer& tokenizer,
                             std::span<const CarriedRun> runs,
                             const Hypothesis& hypothesis);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_CARRY_OVER_H_
