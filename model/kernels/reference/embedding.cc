#include "model/kernels/reference/embedding.h"

namespace interpres::reference {

void EmbedTokens(const EmbeddingTables& tables, std::span<const int32_t> tokens,
                 std::span<const int32_t> token_positions, float* output) {
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    for (int64_t i = 0; i < tables.width; ++i) {
      *output++ =
          tables.embeddings[tokens[t] * tables.width + i] * tables.scale +
          tables.positions[token_positions[t] * tables.width + i];
    }
  }
}

}  // namespace interpres::reference
