// The scalar twin of model/kernels/top_k.h, in double precision.

#ifndef INTERPRES_MODEL_KERNELS_REFERENCE_TOP_K_H_
#define INTERPRES_MODEL_KERNELS_REFERENCE_TOP_K_H_

#include <cstdint>
#include <span>

namespace interpres::reference {

void TopKLogSoftmax(std::span<const float> logits,
                    std::span<const int32_t> suppressed, int32_t k,
                    std::span<int32_t> ids, std::span<float> log_probabilities);

}  // namespace interpres::reference

#endif  // INTERPRES_MODEL_KERNELS_REFERENCE_TOP_K_H_
