// special:model.yml, the configuration in a file of weights that Marian saved.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_CONFIG_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_CONFIG_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/config/model_config.h"

namespace interpres {

// Maximum number of tokens of a text. Marian's sinusoids have no limit, and its
// --max-length at training is no limit of the model.
inline constexpr int64_t kMarianPositions = 512;

// Parses the configuration of a model with `vocabulary` rows in its embedding.
// The result has one more token, the padding symbol, which begins every target:
// its id is `vocabulary`. The id of the end symbol is 0, which Marian demands.
// Absent keys get Marian's defaults. Returns INVALID_ARGUMENT if the text is
// malformed or asks for a network that we do not compute: another type than
// `transformer`, a decoder without self-attention or SSRU, layer norms in other
// places, embeddings that are not tied, trained positions, or factors. The
// message has the key, the value, what is expected, and a remedy. `file` starts
// every message.
absl::StatusOr<ModelConfig> ParseMarianModelConfig(std::string_view text,
                                                   std::string_view file,
                                                   int64_t vocabulary);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_CONFIG_H_
