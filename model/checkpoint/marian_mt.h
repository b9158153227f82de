// The family of Hugging Face's MarianMT models, which training also writes.
// Features of a configuration that we do not compute are errors.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_H_

#include "absl/status/status.h"
#include "model/checkpoint/model_family.h"
#include "model/config/model_config.h"

namespace interpres {

extern const ModelFamily kMarianMt;

// Returns whether transformers computes the network of `config` as a MarianMT
// model.
bool IsMarianMtNetwork(const ModelConfig& config);

// Returns OK if the files of the family can describe the network, which may
// have come from another family. Besides the networks of IsMarianMtNetwork,
// these are networks with the layer norms and the positions of native Marian,
// which keys of our own in config.json state. Otherwise returns
// INVALID_ARGUMENT; the message has the reason and the remedy.
absl::Status CheckMarianMtLayout(const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_H_
