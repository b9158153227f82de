// vocab.json of a checkpoint.

#ifndef INTERPRES_MODEL_CHECKPOINT_VOCABULARY_JSON_H_
#define INTERPRES_MODEL_CHECKPOINT_VOCABULARY_JSON_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/config/model_config.h"

namespace interpres {

// `file` starts every message.
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

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_VOCABULARY_JSON_H_
