// The family of Hugging Face's MarianMT models, which training also writes.
// Features of a configuration that we do not compute are errors.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_H_

#include "model/checkpoint/model_family.h"
#include "model/config/model_config.h"

namespace interpres {

extern const ModelFamily kMarianMt;

// Returns whether the files of the family can describe the network, which may
// have come from another family.
bool IsMarianMtNetwork(const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_H_
