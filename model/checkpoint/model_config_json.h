// config.json, generation_config.json, vocab.json and tokenizer_config.json of
// a MarianMT directory. Features that we do not compute are errors.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_CONFIG_JSON_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_CONFIG_JSON_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/config/generation_config.h"
#include "model/config/model_config.h"

namespace interpres {

// `file` starts every message. The result passes ValidateModelConfig.
absl::StatusOr<ModelConfig> ParseModelConfig(std::string_view text,
                                             std::string_view file);
std::string SerializeModelConfig(const ModelConfig& config);

// Also reads the same keys from an old config.json, where they once lived.
absl::StatusOr<GenerationConfig> ParseGenerationConfig(
    std::string_view text, std::string_view file, const ModelConfig& config);
std::string SerializeGenerationConfig(const GenerationConfig& generation,
                                      const ModelConfig& config);

// The values of a generation configuration fit the model.
absl::Status ValidateGenerationConfig(const GenerationConfig& generation,
                                      const ModelConfig& config);

absl::StatusOr<std::map<std::string, int32_t>> ParseVocabulary(
    std::string_view text, std::string_view file);
// Pieces by id, one a line.
std::string SerializeVocabulary(
    const std::map<std::string, int32_t>& vocabulary);

// Ids are 0..vocab_size-1, each once; </s>, <unk> and <pad> are there and are
// the configuration's. INVALID_ARGUMENT starts with `file`.
absl::Status ValidateVocabulary(
    const std::map<std::string, int32_t>& vocabulary, const ModelConfig& config,
    std::string_view file);

// Rejects separate source and target vocabularies.
absl::Status CheckTokenizerConfig(std::string_view text, std::string_view file);
// Empty languages are left out.
std::string SerializeTokenizerConfig(const ModelConfig& config,
                                     std::string_view source_language,
                                     std::string_view target_language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_CONFIG_JSON_H_
