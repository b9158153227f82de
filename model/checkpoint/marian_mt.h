// The family of Hugging Face's MarianMT models, which training also writes.
// Features of a configuration that we do not compute are errors.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_H_

#include "absl/status/status.h"
#include "model/checkpoint/model_family.h"
#include "model/config/model_config.h"

namespace interpres {

extern const ModelFamily kMarianMt;

// Returns whether Hugging Face's transformers library computes the network of
// `config` as a MarianMT model.
bool IsMarianMtNetwork(const ModelConfig& config);

// Returns OK if the files of MarianMT can describe the network of `config`,
// which may have come from another family. The files can also describe the
// layer norms and the positions of native Marian, because config.json has keys
// of our own for them. Otherwise returns INVALID_ARGUMENT; the message has the
// reason and the remedy.
absl::Status CheckMarianMtLayout(const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_H_
