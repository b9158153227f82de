// How similar the embeddings of chosen words are.

#ifndef INTERPRES_MODEL_TRAINER_EMBEDDING_SIMILARITY_H_
#define INTERPRES_MODEL_TRAINER_EMBEDDING_SIMILARITY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"

namespace interpres {

// The maximum number of words that CosineSimilarities compares with each other.
inline constexpr int64_t kMaxSimilarityWords = 64;

struct SimilarityMatrix {
  std::vector<std::string> words;
  // The pieces of each word, joined by spaces, for example "▁cat" or "▁cat er".
  std::vector<std::string> pieces;
  // The cosine similarity of each pair of words, [word, word], each from -1 to
  // 1.
  std::vector<double> cosines;
};

// Returns up to `count` frequent words, without the sign for a word's start.
// These are the pieces with the lowest ids that begin a word and continue with
// at least three letters and nothing else. A vocabulary lists frequent pieces
// first.
std::vector<std::string> FrequentWords(const ModelDescription& description,
                                       int64_t count);

// Returns the cosine similarity of the embeddings of each pair of `words`. The
// embedding of a word of several pieces is the mean of their embeddings.
//
// Returns INVALID_ARGUMENT if there are no words or more than
// kMaxSimilarityWords. Also if the vocabulary does not know a piece of a word,
// or an embedding is zero. Also returns the errors of EmbeddingTable::Read and
// SplitWord.
absl::StatusOr<SimilarityMatrix> CosineSimilarities(
    const ModelDirectory& model, const std::vector<std::string>& words);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EMBEDDING_SIMILARITY_H_
