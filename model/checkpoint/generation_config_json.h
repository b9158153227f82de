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

// `file` starts every message.
// Also reads the same keys from an old config.json, where they once lived.
absl::StatusOr<GenerationConfig> ParseGenerationConfig(
    std::string_view text, std::string_view file, const ModelConfig& config);
std::string SerializeGenerationConfig(const GenerationConfig& generation,
                                      const ModelConfig& config);

// The values of a generation configuration fit the model.
absl::Status ValidateGenerationConfig(const GenerationConfig& generation,
                                      const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_GENERATION_CONFIG_JSON_H_
