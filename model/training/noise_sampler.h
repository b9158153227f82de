// Noise on the fly: each time that a run takes an example, its text gets the
// noise of this draw, and the noisy text is split into pieces.

#ifndef INTERPRES_MODEL_TRAINING_NOISE_SAMPLER_H_
#define INTERPRES_MODEL_TRAINING_NOISE_SAMPLER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/tokenizer/tokenizer.h"
#include "model/training/corpus.h"
#include "model/training/noise_options.h"
#include "model/training/subword_sampler.h"
#include "model/training/training_data.h"

namespace interpres {

// Options of MakeNoiseSampling.
struct NoiseSamplerOptions {
  NoiseOptions noise;
  // Maximum number of tokens of a side with noise. Longer draws have no noise.
  int64_t max_tokens = 128;
  // How the segmentation of a noisy text into sub-words is drawn. Null means
  // the likeliest segmentation.
  std::optional<SubwordSamplerOptions> subwords = {};
  // The function that draws an example without noise. Null means that the
  // caller uses the ids of the example set.
  ExampleSampling without_noise = nullptr;
};

// Returns a thread-safe function that draws noise for the examples of
// `corpora`. The result of a draw depends only on (key, draw). Joined sentences
// are pairs of `examples` that are neighbours in one corpus, which has no blank
// and overlong lines, in the direction of the example. Joins as many of the
// drawn number as fit into max_tokens.
//
// A draw without noise is a draw of options.without_noise. So is a draw whose
// noisy text is too long or has more unknown pieces than the text without
// noise. The function returns false if that draw is null or returns false.
// REQUIRES: `examples` are the examples of `corpora`, and corpus i has the
// index i in their keys.
ExampleSampling MakeNoiseSampling(
    std::shared_ptr<const Tokenizer> tokenizer,
    std::shared_ptr<const std::vector<ParallelText>> corpora,
    const ExampleSet& examples, NoiseSamplerOptions options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NOISE_SAMPLER_H_
