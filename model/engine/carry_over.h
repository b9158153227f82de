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

// Returns the text of `hypothesis` with the runs of the source: the parts of
// the source that the translation must copy. The text of every run occurs in
// the result, except respelled runs. The result is valid UTF-8 and has no
// unknown piece.
//
// 1. A run that is a word replaces a word of the translation: a word with the
//    same letters apart from accents, otherwise the word in which the maximum
//    number of tokens is aligned to the run. A respelled run replaces only a
//    word with the same letters, because the model has translated it.
// 2. The model sees a visible run in bytes, and may fail to copy rare bytes.
//    The translation then has some of the bytes, and words in place of the
//    others. The words that are aligned only to this run are removed, and the
//    run stands in place of the first of them.
// 3. An unknown token of the translation beside a number becomes a run that
//    stands beside the same number in the source, so that two prices keep their
//    currencies. Otherwise the token becomes the run that the token is aligned
//    to. If this run has a place already, the token becomes the next run of the
//    source without a place, or else the first run without a place. If every
//    run has a place, the token is removed.
// 4. A run without a place is inserted after the word that is aligned to the
//    nearest source token before the run, or at the start without this word. A
//    run that touches only the text after it, such as a currency sign, is
//    inserted before the word that is aligned to the next source token. White
//    space around a run is as in the source.
//
// A run at the start of the source with is_capital_start gives the translation
// a capital at its start. If the capital has another number of bytes, the
// result has no parts.
//
// A visible run needs a place only if the tokens do not spell the run already.
//
// `runs` are FindCarriedRuns of the source. Without runs and unknown tokens,
// the text is Tokenizer::Decode of the tokens. A token whose alignment is
// absent or outside the source counts as not aligned. Takes O(n log n) time.
CarriedTranslation CarryOver(const Tokenizer& tokenizer,
                             std::span<const CarriedRun> runs,
                             const Hypothesis& hypothesis);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_CARRY_OVER_H_
