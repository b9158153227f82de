// The last kernel of a decode step: from one row of logits to the best few
// continuations with their log-probabilities.

#ifndef INTERPRES_MODEL_KERNELS_TOP_K_H_
#define INTERPRES_MODEL_KERNELS_TOP_K_H_

#include <cstdint>
#include <span>

namespace interpres {

// Finds the k entries of `logits` with the largest values, best first and ties
// to the lower id, and writes their ids and log-probabilities
//   logits[id] - log(sum over j of exp(logits[j])),
// where the logits of the `suppressed` ids (any order, repeats allowed, each
// within the vocabulary) count as -infinity: they take no part in the sum, and
// are chosen, with log-probability -infinity, only when nothing else is left.
//
// 1 <= k <= logits.size(); `ids` and `log_probabilities` hold at least k
// elements. NaN logits are never chosen before finite ones. The order of the
// sum depends on the arguments only, so a row's result does not depend on its
// batch. Thread-safe, allocates nothing.
void TopKLogSoftmax(std::span<const float> logits,
                    std::span<const int32_t> suppressed, int32_t k,
                    std::span<int32_t> ids, std::span<float> log_probabilities);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TOP_K_H_
