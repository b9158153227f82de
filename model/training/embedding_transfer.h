// Computes the embeddings of a new vocabulary from the embeddings of an old
// vocabulary.

#ifndef INTERPRES_MODEL_TRAINING_EMBEDDING_TRANSFER_H_
#define INTERPRES_MODEL_TRAINING_EMBEDDING_TRANSFER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "model/config/piece_ids.h"

namespace interpres {

// The result of TransferEmbeddings.
struct TransferredEmbeddings {
  std::vector<float> rows;  // [pieces of the new vocabulary, d_model]
  int64_t kept = 0;         // pieces with the row of one old piece
  int64_t spelled = 0;      // pieces spelled by several old pieces
};

// Returns one embedding row per piece of `new_pieces`. The rows are computed
// from `old_rows` [ids of the old vocabulary, d_model] by the first rule that
// applies:
//   1. A piece of the old vocabulary keeps its row.
//   2. A piece that old pieces (including byte pieces) can spell gets the
//      mean row of the fewest old pieces that spell the piece.
//   3. Any other piece gets the mean of all old rows. So does every byte
//      piece or language tag that the old vocabulary lacks.
// REQUIRES: the ids of each vocabulary count from zero without gaps. After Gee
// et al., "Fast Vocabulary Transfer for Language Model Compression" (2022).
// Thread-safe.
TransferredEmbeddings TransferEmbeddings(const PieceIds& old_pieces,
                                         std::span<const float> old_rows,
                                         int64_t d_model,
                                         const PieceIds& new_pieces);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_EMBEDDING_TRANSFER_H_
