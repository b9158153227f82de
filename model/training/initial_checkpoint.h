// Reads the checkpoint whose weights a run begins with (--init). The run
// continues the training with other data, another vocabulary or for longer.

#ifndef INTERPRES_MODEL_TRAINING_INITIAL_CHECKPOINT_H_
#define INTERPRES_MODEL_TRAINING_INITIAL_CHECKPOINT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/config/piece_ids.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "model/training/parameters.h"

namespace interpres {

// Returns the vocabulary of `checkpoint`, with which a run begins. Returns
// INVALID_ARGUMENT if the checkpoint has different SentencePiece models for
// source and target, because a run has one model for both sides. Also returns
// INVALID_ARGUMENT if a piece contains a zero byte, or if training does not
// support the network, for example of a native Marian model.
absl::StatusOr<Vocabulary> InitialVocabulary(const ModelDirectory& checkpoint);

// The result of ReadInitialWeights: weights for the run, and where the
// embeddings come from.
struct InitialWeights {
  std::vector<float> parameters;  // [layout.size()], padding zero
  int64_t kept_pieces = 0;        // in the checkpoint's vocabulary, too
  int64_t spelled_pieces = 0;     // means of checkpoint pieces
};

// Returns the weights of `checkpoint` in the order of `layout`. `pieces` is the
// vocabulary of the run. If the vocabularies differ, TransferEmbeddings
// computes the embeddings of `pieces` from the embeddings of the checkpoint.
//
// Returns INVALID_ARGUMENT if the checkpoint's network differs from the network
// of `layout`; the message shows the flags of both. Also returns
// INVALID_ARGUMENT if the checkpoint has a property that training does not
// support, such as a nonzero bias of the logits. Returns the error of reading
// if a tensor is missing, has another shape or has a value that is not finite.
absl::StatusOr<InitialWeights> ReadInitialWeights(
    const ModelDirectory& checkpoint, const PieceIds& pieces,
    const ParameterLayout& layout);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_INITIAL_CHECKPOINT_H_
