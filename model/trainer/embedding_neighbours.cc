// Tested by embedding_neighbours_test.cc.

#include "model/trainer/embedding_neighbours.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/trainer/embedding_table.h"
#include "model/trainer/word_pieces.h"

namespace interpres {
namespace {

double Dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  return sum;
}

}  // namespace

absl::StatusOr<int32_t> FindToken(const ModelDescription& description,
                                  std::string_view piece_or_word) {
  INTERPRES_ASSIGN_OR_RETURN(const WordPieces word,
                             SplitWord(description, piece_or_word));
  if (word.ids.size() == 1 && word.is_known) {
    return word.ids[0];
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "\"%s\" is not one piece of this vocabulary but %d: %s; ask for a piece",
      std::string(piece_or_word), word.ids.size(),
      absl::StrJoin(word.pieces, " ")));
}

absl::StatusOr<std::vector<Neighbour>> NearestNeighbours(
    const ModelDirectory& model, int32_t id, int64_t count) {
  const ModelConfig& config = model.description.config;
  if (id < 0 || id >= config.source_vocab_size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("token %d is not one of the %d of this model", id,
                        config.source_vocab_size()));
  }
  INTERPRES_ASSIGN_OR_RETURN(const EmbeddingTable table,
                             EmbeddingTable::Read(model));
  const double norm = std::sqrt(Dot(table.row(id), table.row(id)));
  if (norm == 0.0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the embedding of token %d is zero (as padding's is): nothing is near "
        "it",
        id));
  }
  std::vector<Neighbour> neighbours;
  for (const auto& [piece, other] : model.description.pieces_of_source()) {
    const double other_norm =
        std::sqrt(Dot(table.row(other), table.row(other)));
    if (other != id && other_norm > 0.0) {
      neighbours.push_back({.id = other,
                            .piece = piece,
                            .cosine = Dot(table.row(id), table.row(other)) /
                                      (norm * other_norm)});
    }
  }
  std::sort(neighbours.begin(), neighbours.end(),
            [](const Neighbour& a, const Neighbour& b) {
              return a.cosine != b.cosine ? a.cosine > b.cosine : a.id < b.id;
            });
  neighbours.resize(
      std::min(neighbours.size(),
               static_cast<std::size_t>(std::max<int64_t>(count, 0))));
  return neighbours;
}

}  // namespace interpres
