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

// Returns log P(target | source) of every pair in nats, in the order of
// `pairs`: the sum over all tokens of the target. The end symbol counts if the
// target has it. A target with a token that the search never produces (a
// suppressed token) gets -infinity. Pairs decode together, as many at a time as
// `options` has room for.
//
// Returns INVALID_ARGUMENT if the source or the target of a pair is empty, has
// an id outside the vocabulary, or has more tokens than the model has
// positions. The message names the pair by its index. Also returns the errors
// of TransformerSession::Create and Admit. Throws std::bad_alloc if memory runs
// out.
absl::StatusOr<std::vector<double>> ScoreTokenPairs(
    const TransformerWeights& weights, const GenerationConfig& generation,
    const SessionOptions& options, std::span<const TokenPair> pairs);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_FORCED_DECODING_H_
