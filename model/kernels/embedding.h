// The input of the encoder and of the decoder: scaled embeddings plus
// positions.

#ifndef INTERPRES_MODEL_KERNELS_EMBEDDING_H_
#define INTERPRES_MODEL_KERNELS_EMBEDDING_H_

#include <cstdint>
#include <span>

namespace interpres {

// Borrows the tables of an embedding. REQUIRES: exactly one of `embeddings`,
// `bfloat16_embeddings` and `int8_embeddings` is set. The others are null.
// `int8_scales` has one scale per token for `int8_embeddings` and is otherwise
// null.
struct EmbeddingTables {
  const float* embeddings = nullptr;              // [vocabulary, width]
  const uint16_t* bfloat16_embeddings = nullptr;  // [vocabulary, width]
  const int8_t* int8_embeddings = nullptr;        // [vocabulary, width]
  const float* int8_scales = nullptr;             // [vocabulary]
  const float* positions = nullptr;               // [positions, width]
  int64_t width = 0;
  // Factor by which the token embeddings are multiplied: sqrt(width) in
  // "Attention Is All You Need".
  float scale = 1.0f;
};

// Writes output[i] = embeddings[tokens[i]] * scale +
// positions[token_positions[i]] for every i. The shape of `output` is
// [tokens.size(), width].
//
// REQUIRES: both spans have the same size and every index is within its table.
// Thread-safe. Allocates nothing.
void EmbedTokens(const EmbeddingTables& tables, std::span<const int32_t> tokens,
                 std::span<const int32_t> token_positions, float* output);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_EMBEDDING_H_
