// The family of models whose network a config.json of MarianMT cannot state:
// with an SSRU decoder, or with layer norms before the sublayers. Training
// writes them. Files and tensors have the names of MarianMT, but config.json
// has another model_type and two more keys. transformers and CTranslate2 do not
// know the family.

#ifndef INTERPRES_MODEL_CHECKPOINT_INTERPRES_MODEL_H_
#define INTERPRES_MODEL_CHECKPOINT_INTERPRES_MODEL_H_

#include <string_view>

#include "absl/status/status.h"
#include "model/checkpoint/model_family.h"
#include "model/config/model_config.h"

namespace interpres {

// Returns whether `text`, a config.json, has the model_type "interpres". False
// if `text` is malformed.
bool IsInterpresConfig(std::string_view text);

extern const ModelFamily kInterpresModel;

// Returns whether training supports the network of `config`. Training supports
// the networks of MarianMT, with attention or an SSRU in the decoder, and with
// layer norms before or after the sublayers.
bool IsTrainableNetwork(const ModelConfig& config);

// Returns OK if the files of the Interpres family can describe the network of
// `config`. They can describe every network that MarianMT's files can describe,
// and its variants with an SSRU decoder or with layer norms before the
// sublayers. Otherwise returns the error of CheckMarianMtLayout,
// INVALID_ARGUMENT.
absl::Status CheckInterpresLayout(const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_INTERPRES_MODEL_H_
