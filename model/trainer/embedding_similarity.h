// How similar the embeddings of chosen words are.

#ifndef INTERPRES_MODEL_TRAINER_EMBEDDING_SIMILARITY_H_
#define INTERPRES_MODEL_TRAINER_EMBEDDING_SIMILARITY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"

namespace interpres {

// The maximum number of words of a SimilarityMatrix.
inline constexpr int64_t kMaxSimilarityWords = 64;

struct SimilarityMatrix {
  std::vector<std::string> words;
  // The pieces of each word, for example "▁cat" or "▁cat er".
  std::vector<std::string> pieces;
  // [word, word], each from -1 to 1.
  std::vector<double> cosines;
};

// Returns up to `count` frequent words: the pieces with the lowest ids that
// begin a word and have at least three more characters, all of them letters. A
// vocabulary lists frequent pieces first.
std::vector<std::string> FrequentWords(const ModelDescription& description,
                                       int64_t count);

// Returns the cosine similarities between the embeddings of the words. The
// embedding of a word of several pieces is the mean of their embeddings.
//
// Returns INVALID_ARGUMENT if there are no words or more than
// kMaxSimilarityWords, if the vocabulary does not know a piece of a word, or if
// an embedding is zero.
absl::StatusOr<SimilarityMatrix> CosineSimilarities(
    const ModelDirectory& model, const std::vector<std::string>& words);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EMBEDDING_SIMILARITY_H_
