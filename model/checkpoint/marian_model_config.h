// special:model.yml, the configuration in a file of weights that Marian saved.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_CONFIG_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_CONFIG_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/config/model_config.h"

namespace interpres {

// Maximum number of tokens of a sentence for models of Marian. We choose this
// number: Marian's sinusoids have no limit, and its --max-length at training is
// no limit of the model.
inline constexpr int64_t kMarianPositions = 512;

// The matrices of a file that have a row for each token of a vocabulary.
struct MarianTables {
  // Rows of the embedding of the source tokens (encoder_Wemb). 0 means that one
  // embedding (Wemb) serves both languages.
  int64_t source_rows = 0;
  // Rows of the embedding of the target tokens (decoder_Wemb or Wemb).
  int64_t target_rows = 0;
  // Whether the output layer has a separate matrix (decoder_ff_logit_out_Wt).
  bool has_output = false;
};

// Parses the configuration of a model with these tables. tables.source_rows
// decides whether the source tokens have an embedding of their own. The result
// has one target token more than `tables`, the padding symbol, which begins
// every target: its id is target_rows. The id of the end symbol is 0, which
// Marian demands. Absent keys get Marian's defaults.
//
// Returns INVALID_ARGUMENT if the text is malformed or asks for a network that
// we do not compute. Examples are another type than `transformer`, a decoder
// without self-attention or SSRU, layer norms in other places, trained
// positions, and factors. Also returns INVALID_ARGUMENT if the text asks for a
// matrix of the output layer that `tables` lacks. The message has the key, the
// value, and what is expected. `file` starts every message.
absl::StatusOr<ModelConfig> ParseMarianModelConfig(std::string_view text,
                                                   std::string_view file,
                                                   const MarianTables& tables);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_MODEL_CONFIG_H_
