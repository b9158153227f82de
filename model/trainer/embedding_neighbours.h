// What a model takes for similar: tokens whose embeddings point the same way.

#ifndef INTERPRES_MODEL_TRAINER_EMBEDDING_NEIGHBOURS_H_
#define INTERPRES_MODEL_TRAINER_EMBEDDING_NEIGHBOURS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"

namespace interpres {

struct Neighbour {
  int32_t id = 0;
  std::string piece;
  double cosine = 0.0;  // -1 to 1
};

// The id of a piece as vocab.json spells it, or of a word that is one piece of
// the source side. INVALID_ARGUMENT names the pieces of any other text.
absl::StatusOr<int32_t> FindToken(const ModelDescription& description,
                                  std::string_view piece_or_word);

// The `count` tokens nearest to `id`, nearest first; equal ones by id. The
// token itself and rows of zeros (the padding symbol) are left out.
// INVALID_ARGUMENT if the row of `id` is zero or the id is out of range.
absl::StatusOr<std::vector<Neighbour>> NearestNeighbours(
    const ModelDirectory& model, int32_t id, int64_t count);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EMBEDDING_NEIGHBOURS_H_
