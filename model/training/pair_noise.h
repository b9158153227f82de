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

// The kinds of noise that DrawNoise chose for a sentence pair, before the noise
// is applied. A kind may leave the pair unchanged.
struct NoiseDraw {
  uint64_t key = 0;
  std::vector<NoiseKind> kinds;  // in the order of NoiseKind
  // Number of neighbouring pairs to join, with the pair itself: 2 to 10 if
  // `kinds` has kJoinedSentences, otherwise 1.
  int64_t joined = 1;
};

// Draws the kinds of noise of a sentence pair by their rates, with random
// numbers under `key`. The result depends only on the arguments, and has at
// most one of kUpperCase, kFirstLetter and kTitleCase. Thread-safe.
NoiseDraw DrawNoise(const NoiseOptions& options, uint64_t key);

// Changes the pair by the kinds of the draw, except kJoinedSentences: the
// caller must join draw.joined pairs before the call. Returns the kinds that
// changed the pair. The result depends only on the arguments. Thread-safe.
std::vector<NoiseKind> ApplyNoise(const NoiseDraw& draw,
                                  const LanguageDirection& languages,
                                  TextPair& pair);

// Appends `next` to both sides of `pair`, after a space. In a language that
// writes no space between sentences (OmitsSpaces), no space is added.
void JoinPair(const TextPair& next, const LanguageDirection& languages,
              TextPair& pair);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_PAIR_NOISE_H_
