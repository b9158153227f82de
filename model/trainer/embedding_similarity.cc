#include "model/trainer/embedding_similarity.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/trainer/embedding_table.h"
#include "model/trainer/word_pieces.h"

namespace interpres {
namespace {

constexpr std::size_t kMinLetters = 3;

bool IsLetter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return absl::ascii_isalpha(byte) || byte >= 0x80;
}

// Returns whether `piece` is the start of a word and at least kMinLetters
// letters.
bool IsWord(std::string_view piece) {
  if (!piece.starts_with(kWordStart)) {
    return false;
  }
  const std::string_view word = piece.substr(kWordStart.size());
  const auto characters = std::count_if(
      word.begin(), word.end(), [](char c) { return !IsUtf8Continuation(c); });
  return static_cast<std::size_t>(characters) >= kMinLetters &&
         std::all_of(word.begin(), word.end(), IsLetter);
}

// Returns the mean of the rows `ids` of the embeddings.
std::vector<double> MeanOfRows(const EmbeddingTable& table,
                               std::span<const int32_t> ids) {
  std::vector<double> mean(table.row(0).size(), 0.0);
  for (const int32_t id : ids) {
    const std::span<const float> row = table.row(id);
    for (std::size_t i = 0; i < row.size(); ++i) {
      mean[i] += static_cast<double>(row[i]) / static_cast<double>(ids.size());
    }
  }
  return mean;
}

double Dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += a[i] * b[i];
  }
  return sum;
}

// Scales `vector` to length 1. Returns false if the vector is zero.
bool Normalize(std::vector<double>& vector) {
  const double norm = std::sqrt(Dot(vector, vector));
  if (norm == 0.0) {
    return false;
  }
  for (double& value : vector) {
    value /= norm;
  }
  return true;
}

absl::Status CheckCount(const std::vector<std::string>& words) {
  if (words.empty() || std::ssize(words) > kMaxSimilarityWords) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--words has %d words; expected 1 to %d; %s", words.size(),
        kMaxSimilarityWords,
        words.empty() ? "name words that the model knows" : "remove some"));
  }
  return absl::OkStatus();
}

absl::StatusOr<WordPieces> FindPieces(const ModelDescription& description,
                                      const std::string& word) {
  INTERPRES_ASSIGN_OR_RETURN(WordPieces pieces, SplitWord(description, word));
  if (pieces.ids.empty() || !pieces.is_known) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--words has \"%s\", which is \"%s\" in this vocabulary; expected "
        "pieces that the vocabulary knows; remove the word",
        word, absl::StrJoin(pieces.pieces, " ")));
  }
  return pieces;
}

}  // namespace

std::vector<std::string> FrequentWords(const ModelDescription& description,
                                       int64_t count) {
  std::vector<std::pair<int32_t, std::string>> found;
  for (const auto& [piece, id] : description.pieces_of_source()) {
    if (IsWord(piece)) {
      found.emplace_back(id, piece.substr(kWordStart.size()));
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> words;
  for (const auto& [id, word] : found) {
    if (std::ssize(words) < count) {
      words.push_back(word);
    }
  }
  return words;
}

absl::StatusOr<SimilarityMatrix> CosineSimilarities(
    const ModelDirectory& model, const std::vector<std::string>& words) {
  INTERPRES_RETURN_IF_ERROR(CheckCount(words));
  INTERPRES_ASSIGN_OR_RETURN(const EmbeddingTable table,
                             EmbeddingTable::Read(model));
  SimilarityMatrix matrix;
  matrix.words = words;
  std::vector<std::vector<double>> vectors;
  for (const std::string& word : words) {
    INTERPRES_ASSIGN_OR_RETURN(const WordPieces pieces,
                               FindPieces(model.description, word));
    matrix.pieces.push_back(absl::StrJoin(pieces.pieces, " "));
    vectors.push_back(MeanOfRows(table, pieces.ids));
    if (!Normalize(vectors.back())) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the embedding of \"", word,
          "\" is zero; expected a word that the model has learned; remove the "
          "word from --words"));
    }
  }
  for (const std::vector<double>& a : vectors) {
    for (const std::vector<double>& b : vectors) {
      matrix.cosines.push_back(std::clamp(Dot(a, b), -1.0, 1.0));
    }
  }
  return matrix;
}

}  // namespace interpres
