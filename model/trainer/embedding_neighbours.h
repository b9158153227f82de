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

// A token that is compared with another token. `cosine` is the cosine
// similarity of their embeddings.
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

// Returns the token id of `piece_or_word`: a piece as vocab.json spells it, or
// a word that the tokenizer encodes as one known piece. Returns
// INVALID_ARGUMENT for any other text; the message lists the pieces of the
// text. Also returns the errors of SplitWord.
absl::StatusOr<int32_t> FindToken(const ModelDescription& description,
                                  std::string_view piece_or_word);

// Returns up to `count` tokens with the highest cosine similarity to the
// embedding of token `id`. The highest is first, equal ones are in the order of
// ids. Leaves out `id` and tokens with a zero embedding, such as the padding
// symbol. Returns INVALID_ARGUMENT if `id` is out of range or its embedding is
// zero. Also returns the errors of EmbeddingTable::Read.
absl::StatusOr<std::vector<Neighbour>> NearestNeighbours(
    const ModelDirectory& model, int32_t id, int64_t count);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EMBEDDING_NEIGHBOURS_H_
