// Finds similar tokens: tokens whose embeddings have a high cosine similarity.

#ifndef INTERPRES_MODEL_TRAINER_EMBEDDING_NEIGHBOURS_H_
#define INTERPRES_MODEL_TRAINER_EMBEDDING_NEIGHBOURS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"

namespace interpres {

// A token and the cosine of its embedding with the embedding of another token.
struct Neighbour {
  int32_t id = 0;
  std::string piece;
  double cosine = 0.0;  // -1 to 1
};

// The nearest neighbours of one token.
struct NeighbourList {
  int32_t id = 0;
  std::string piece;
  std::vector<Neighbour> neighbours;
};

// Returns the id of `piece_or_word`. The argument is a piece as spelled in
// vocab.json, or a word that the source side encodes as one piece. Returns
// INVALID_ARGUMENT for other texts; the message lists their pieces.
absl::StatusOr<int32_t> FindToken(const ModelDescription& description,
                                  std::string_view piece_or_word);

// Returns the `count` tokens with the highest cosine to token `id`, highest
// first, ties in the order of ids. The result does not contain `id` or tokens
// with an embedding of zeros (the padding symbol). Returns INVALID_ARGUMENT if
// `id` is out of range or its embedding is zero.
absl::StatusOr<std::vector<Neighbour>> NearestNeighbours(
    const ModelDirectory& model, int32_t id, int64_t count);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EMBEDDING_NEIGHBOURS_H_
