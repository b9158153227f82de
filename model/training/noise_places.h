// Corresponding places of a sentence pair: where a value can stand on both
// sides without an alignment of the words.

#ifndef INTERPRES_MODEL_TRAINING_NOISE_PLACES_H_
#define INTERPRES_MODEL_TRAINING_NOISE_PLACES_H_

#include "model/config/language_direction.h"
#include "model/training/noise_options.h"
#include "model/training/noise_random.h"
#include "model/training/noise_text.h"

namespace interpres {

// Draws a value of the kind and puts the value into both sides of the pair. The
// value stands in one of these places, drawn at random:
// - In place of a value of the same kind that is exactly once on each side. A
//   date or a character replaces no value. A sentinel may replace a value of
//   any kind. A number with fewer than two digits is not replaced, because
//   words around the number agree with it. A name replaces a word that both
//   sides write alike: a capital, then at least two small letters.
// - Before the end marks, if each side has a single end mark.
// - Before a comma, colon or semicolon that is exactly once on each side.
// - At the start or at the end of both sides.
//
// A number has the marks of the language of its side (LocalizeNumber). Other
// values are the same on both sides. Returns false, and leaves the pair
// unchanged, if the value is a sentinel that a side already has. REQUIRES: kind
// >= kFirstCopyKind. Thread-safe for different `random` and `pair`.
bool PutValue(NoiseKind kind, const LanguageDirection& languages,
              NoiseRandom& random, TextPair& pair);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NOISE_PLACES_H_
