// The checkpoint whose vocabulary and weights a run begins with (--init), to
// train on with other data or for longer.

#ifndef INTERPRES_MODEL_TRAINING_INITIAL_CHECKPOINT_H_
#define INTERPRES_MODEL_TRAINING_INITIAL_CHECKPOINT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/text/vocabulary_trainer.h"
#include "model/training/parameters.h"

namespace interpres {

// Its vocabulary. INVALID_ARGUMENT if its sides have a SentencePiece model
// each: a run has one for both.
absl::StatusOr<Vocabulary> InitialVocabulary(const ModelDirectory& checkpoint);

// Its weights in `layout`, padding zero: [layout.size()]. INVALID_ARGUMENT
// names the flag that does not describe the checkpoint's network, or the part
// of it that training has not: a bias of the projection.
absl::StatusOr<std::vector<float>> InitialParameters(
    const ModelDirectory& checkpoint, const ParameterLayout& layout);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_INITIAL_CHECKPOINT_H_
