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

// Returns whether the text of a config.json names this family.
bool IsInterpresConfig(std::string_view text);

extern const ModelFamily kInterpresModel;

// Returns whether training computes the network. These are the networks of
// MarianMT, with either decoder and either place of the layer norms.
bool IsTrainableNetwork(const ModelConfig& config);

// Returns OK if the files of the family can describe the network. They can
// describe every network that MarianMT's files can describe. Otherwise returns
// the error of CheckMarianMtLayout.
absl::Status CheckInterpresLayout(const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_INTERPRES_MODEL_H_
