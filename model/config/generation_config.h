// The decoding defaults of a model: the keys of generation_config.json that the
// engine uses.

#ifndef INTERPRES_MODEL_CONFIG_GENERATION_CONFIG_H_
#define INTERPRES_MODEL_CONFIG_GENERATION_CONFIG_H_

#include <cstdint>
#include <vector>

#include "model/config/model_config.h"

namespace interpres {

inline constexpr int32_t kMaxBeamSize = 16;
inline constexpr float kMaxLengthPenalty = 5.0f;

struct GenerationConfig {
  int32_t num_beams = 4;        // 1 to kMaxBeamSize
  float length_penalty = 1.0f;  // 0 to kMaxLengthPenalty
  // Maximum number of tokens of a translation, including the end symbol. 1 to
  // ModelConfig::max_position_embeddings.
  int32_t max_length = 256;
  // Tokens that a translation never contains, from `bad_words_ids`, where only
  // entries of one token are supported. The padding token is suppressed even if
  // it is absent here. The end symbol is not allowed.
  std::vector<int32_t> suppressed_ids;
};

// Returns generation.suppressed_ids and the padding token of `config`, in
// rising order without duplicates.
std::vector<int32_t> SuppressedIds(const ModelConfig& config,
                                   const GenerationConfig& generation);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_GENERATION_CONFIG_H_
