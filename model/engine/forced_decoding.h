// Forced decoding: the probability that a model gives to given translations.

#ifndef INTERPRES_MODEL_ENGINE_FORCED_DECODING_H_
#define INTERPRES_MODEL_ENGINE_FORCED_DECODING_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "model/config/generation_config.h"
#include "model/transformer/session.h"
#include "model/transformer/weights.h"

namespace interpres {

struct TokenPair {
  // As TranslationModel::EncodePair encodes them.
  std::vector<int32_t> source;
  std::vector<int32_t> target;
};

// log P(target | source) of every pair, summed over the target's tokens, in
// nats; suppressed tokens take no part in the distribution, as in search.
// Pairs decode together, as many as the options have room for.
// INVALID_ARGUMENT names the pair that is empty, has ids outside the vocabulary
// or more tokens than the model has positions.
absl::StatusOr<std::vector<double>> ScoreTokenPairs(
    const TransformerWeights& weights, const GenerationConfig& generation,
    const SessionOptions& options, std::span<const TokenPair> pairs);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_FORCED_DECODING_H_
