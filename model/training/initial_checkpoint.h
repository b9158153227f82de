// The checkpoint whose weights a run begins with (--init), to train on with
// other data, another vocabulary or for longer.

#ifndef INTERPRES_MODEL_TRAINING_INITIAL_CHECKPOINT_H_
#define INTERPRES_MODEL_TRAINING_INITIAL_CHECKPOINT_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "model/training/parameters.h"

namespace interpres {

// Its vocabulary. INVALID_ARGUMENT if its sides have a SentencePiece model
// each: a run has one for both.
absl::StatusOr<Vocabulary> InitialVocabulary(const ModelDirectory& checkpoint);

struct InitialWeights {
  std::vector<float> parameters;  // [layout.size()], padding zero
  int64_t kept_pieces = 0;        // that the checkpoint's vocabulary has, too
  int64_t spelled_pieces = 0;     // the mean of pieces of the checkpoint's
};

// Its weights in `layout`, the embeddings those of `pieces` (see
// TransferEmbeddings). INVALID_ARGUMENT names the flag that does not describe
// the checkpoint's network, or the part of it that training has not: a bias of
// the projection.
absl::StatusOr<InitialWeights> ReadInitialWeights(
    const ModelDirectory& checkpoint,
    const std::map<std::string, int32_t>& pieces,
    const ParameterLayout& layout);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_INITIAL_CHECKPOINT_H_
