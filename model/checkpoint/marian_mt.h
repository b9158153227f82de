// The family of Hugging Face's MarianMT models, which training also writes.
// Features of a configuration that we do not compute are errors.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_H_

#include "model/checkpoint/model_family.h"

namespace interpres {

extern const ModelFamily kMarianMt;

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_MT_H_
