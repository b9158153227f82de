// Embeddings for a vocabulary from those of another one.

#ifndef INTERPRES_MODEL_TRAINING_EMBEDDING_TRANSFER_H_
#define INTERPRES_MODEL_TRAINING_EMBEDDING_TRANSFER_H_

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace interpres {

struct TransferredEmbeddings {
  std::vector<float> rows;  // [pieces of the new vocabulary, d_model]
  int64_t kept = 0;         // pieces that both vocabularies have
  int64_t spelled = 0;      // means of pieces of the old vocabulary
};

// `old_rows`: [ids of the old vocabulary, d_model]; the ids of the new one
// count from zero without gaps. A piece that the old vocabulary has keeps its
// row; another gets the mean of the fewest old pieces that spell it, those of
// bytes among them, and one that they cannot spell, or that is a byte or a tag,
// the mean of all. After Gee et al., "Fast Vocabulary
// Transfer for Language Model Compression" (2022). Pure, thread-safe.
TransferredEmbeddings TransferEmbeddings(
    const std::map<std::string, int32_t>& old_pieces,
    std::span<const float> old_rows, int64_t d_model,
    const std::map<std::string, int32_t>& new_pieces);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_EMBEDDING_TRANSFER_H_
