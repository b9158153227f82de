// The input of either stack: scaled embeddings plus positions.

#ifndef INTERPRES_MODEL_KERNELS_EMBEDDING_H_
#define INTERPRES_MODEL_KERNELS_EMBEDDING_H_

#include <cstdint>
#include <span>

namespace interpres {

// Borrows the tables of an embedding. The embeddings are in float32, in
// bfloat16, or in 8 bits with a scale for each token: those that are null are
// not there.
struct EmbeddingTables {
  const float* embeddings = nullptr;              // [vocabulary, width]
  const uint16_t* bfloat16_embeddings = nullptr;  // [vocabulary, width]
  const int8_t* int8_embeddings = nullptr;        // [vocabulary, width]
  const float* int8_scales = nullptr;             // [vocabulary]
  const float* positions = nullptr;               // [positions, width]
  int64_t width = 0;
  // The factor of the embeddings, sqrt(width) in the paper.
  float scale = 1.0f;
};

// output[i] = embeddings[tokens[i]] * scale + positions[token_positions[i]],
// output [tokens.size(), width]. The ids must be within the tables.
// Thread-safe, allocates nothing.
void EmbedTokens(const EmbeddingTables& tables, std::span<const int32_t> tokens,
                 std::span<const int32_t> token_positions, float* output);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_EMBEDDING_H_
