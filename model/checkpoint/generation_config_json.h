// generation_config.json of a checkpoint. Rules of decoding that we do not
// apply are errors.

#ifndef INTERPRES_MODEL_CHECKPOINT_GENERATION_CONFIG_JSON_H_
#define INTERPRES_MODEL_CHECKPOINT_GENERATION_CONFIG_JSON_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/config/generation_config.h"
#include "model/config/model_config.h"

namespace interpres {

// Parses generation_config.json, or an old config.json, which has the same
// keys. Absent keys get the defaults of GenerationConfig, but max_length gets
// config.max_position_embeddings. The max_length of the text counts the start
// symbol; the result has one less. Returns INVALID_ARGUMENT for malformed text,
// values that do not fit `config`, and rules that the search does not support.
// `file` starts every message.
absl::StatusOr<GenerationConfig> ParseGenerationConfig(
    std::string_view text, std::string_view file, const ModelConfig& config);
std::string SerializeGenerationConfig(const GenerationConfig& generation,
                                      const ModelConfig& config);

// Returns INVALID_ARGUMENT if a value is out of range or does not fit the model
// `config`. A suppressed id must be in the vocabulary and not the end symbol.
absl::Status ValidateGenerationConfig(const GenerationConfig& generation,
                                      const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_GENERATION_CONFIG_JSON_H_
