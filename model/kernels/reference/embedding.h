// The scalar twin of model/kernels/embedding.h.

#ifndef INTERPRES_MODEL_KERNELS_REFERENCE_EMBEDDING_H_
#define INTERPRES_MODEL_KERNELS_REFERENCE_EMBEDDING_H_

#include "model/kernels/embedding.h"

namespace interpres::reference {

void EmbedTokens(const EmbeddingTables& tables, std::span<const int32_t> tokens,
                 std::span<const int32_t> token_positions, float* output);

}  // namespace interpres::reference

#endif  // INTERPRES_MODEL_KERNELS_REFERENCE_EMBEDDING_H_
