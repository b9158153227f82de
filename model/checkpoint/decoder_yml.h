// decoder.yml, which says how Marian translates with a model.

#ifndef INTERPRES_MODEL_CHECKPOINT_DECODER_YML_H_
#define INTERPRES_MODEL_CHECKPOINT_DECODER_YML_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/config/generation_config.h"
#include "model/config/model_config.h"

namespace interpres {

// The content of decoder.yml.
struct DecoderYml {
  std::string model;                      // file name: NAME.npz or NAME.bin
  std::vector<std::string> vocabularies;  // file names, one or two
  int32_t beam_size = 4;
  float normalize = 0.0F;  // the exponent of the length
};

// Parses decoder.yml. `models` and `vocabs` are required. Other absent keys get
// Marian's defaults, except beam-size, which gets 4. Keys that only matter to
// Marian's own work (batches, threads) are not read.
//
// Returns INVALID_ARGUMENT if the text is malformed, names no model or several
// models (an ensemble), or names no vocabulary or more than two. A file name
// with a directory, a value out of its range, and a penalty of words, which we
// do not support, are errors too. `file` starts every message.
absl::StatusOr<DecoderYml> ParseDecoderYml(std::string_view text,
                                           std::string_view file);

// Returns the settings of the search: the beam size and the exponent of the
// length from `decoder`, and the maximum length from `config`. No token is
// suppressed.
GenerationConfig GenerationOf(const DecoderYml& decoder,
                              const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_DECODER_YML_H_
