// The scalar twin of model/kernels/attention.h, in double precision.

#ifndef INTERPRES_MODEL_KERNELS_REFERENCE_ATTENTION_H_
#define INTERPRES_MODEL_KERNELS_REFERENCE_ATTENTION_H_

#include "model/kernels/attention.h"

namespace interpres::reference {

void Attend(const AttentionHeads& heads, const AttentionQueries& queries,
            const AttentionKeys& keys);

void AttentionWeights(const AttentionHeads& heads, const float* query,
                      const AttentionKeys& keys, std::span<float> weights);

}  // namespace interpres::reference

#endif  // INTERPRES_MODEL_KERNELS_REFERENCE_ATTENTION_H_
