// Tested by embedding_neighbours_test.cc.

#include "model/trainer/embedding_neighbours.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {
namespace {

// How SentencePiece writes the space before a word.
constexpr std::string_view kWordStart = "\xe2\x96\x81";

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
  if (piece_or_word.empty()) {
    return absl::InvalidArgumentError(
        "the token is \"\"; expected a piece or a word of the vocabulary");
  }
  const auto& vocabulary = description.vocabulary;
  for (const std::string& spelling :
       {std::string(piece_or_word),
        std::string(kWordStart).append(piece_or_word)}) {
    if (const auto found = vocabulary.find(spelling);
        found != vocabulary.end()) {
      return found->second;
    }
  }
  INTERPRES_ASSIGN_OR_RETURN(
      const auto tokenizer,
      Tokenizer::Create({.source_spm = description.source_spm,
                         .target_spm = description.target_spm,
                         .vocabulary = vocabulary}));
  INTERPRES_ASSIGN_OR_RETURN(const EncodedText text,
                             tokenizer->EncodeSource(piece_or_word, ""));
  const std::span<const int32_t> ids = text.own_pieces();
  if (ids.size() == 1 && ids[0] != tokenizer->unk_id()) {
    return ids[0];
  }
  std::string pieces;
  for (const int32_t id : ids) {
    absl::StrAppendFormat(&pieces, " %s", std::string(tokenizer->Piece(id)));
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "\"%s\" is not one piece of this vocabulary but %d:%s; ask for a piece",
      std::string(piece_or_word), ids.size(), pieces));
}

absl::StatusOr<std::vector<Neighbour>> NearestNeighbours(
    const ModelDirectory& model, int32_t id, int64_t count) {
  const ModelConfig& config = model.description.config;
  if (id < 0 || id >= config.vocab_size) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "token %d is not one of the %d of this model", id, config.vocab_size));
  }
  const auto width = static_cast<std::size_t>(config.d_model);
  std::vector<float> table(static_cast<std::size_t>(config.vocab_size) * width);
  const int64_t shape[] = {config.vocab_size, config.d_model};
  INTERPRES_RETURN_IF_ERROR(
      model.parameters().ReadFloat32(kEmbeddingId, shape, table));
  const auto row = [&](int32_t token) {
    return std::span<const float>(table).subspan(
        static_cast<std::size_t>(token) * width, width);
  };
  const double norm = std::sqrt(Dot(row(id), row(id)));
  if (norm == 0.0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the embedding of token %d is zero (as padding's is): nothing is near "
        "it",
        id));
  }
  std::vector<Neighbour> neighbours;
  for (const auto& [piece, other] : model.description.vocabulary) {
    const double other_norm = std::sqrt(Dot(row(other), row(other)));
    if (other != id && other_norm > 0.0) {
      neighbours.push_back(
          {.id = other,
           .piece = piece,
           .cosine = Dot(row(id), row(other)) / (norm * other_norm)});
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
