// Noise of a sentence pair, as the trainer and `interpres-train noise` draw it.

#ifndef INTERPRES_MODEL_TRAINING_PAIR_NOISE_H_
#define INTERPRES_MODEL_TRAINING_PAIR_NOISE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "model/config/language_direction.h"
#include "model/training/noise_options.h"
#include "model/training/noise_text.h"

namespace interpres {

// The noise that a draw chose. Not all of it need change the pair.
struct NoiseDraw {
  uint64_t key = 0;
  std::vector<NoiseKind> kinds;  // in the order of NoiseKind
  // Number of neighbouring pairs to join, with the pair itself: 2 to 10 if
  // `kinds` has kJoinedSentences, otherwise 1.
  int64_t joined = 1;
};

// Draws the kinds of noise by their rates. The result depends only on the
// arguments. At most one of kUpperCase and kTitleCase is drawn. Thread-safe.
NoiseDraw DrawNoise(const NoiseOptions& options, uint64_t key);

// Changes the pair by the kinds of the draw, except kJoinedSentences, which is
// the caller's: join the pairs before. Returns the kinds that changed the pair.
// The result depends only on the arguments. Thread-safe.
std::vector<NoiseKind> ApplyNoise(const NoiseDraw& draw,
                                  const LanguageDirection& languages,
                                  TextPair& pair);

// Appends `next` to both sides of `pair`, after a space.
void JoinPair(const TextPair& next, TextPair& pair);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_PAIR_NOISE_H_
