// The last kernel of a decode step. Selects the k best continuations from one
// row of logits and computes their log-probabilities.

#ifndef INTERPRES_MODEL_KERNELS_TOP_K_H_
#define INTERPRES_MODEL_KERNELS_TOP_K_H_

#include <cstdint>
#include <span>

namespace interpres {

// Writes the ids and log-probabilities of the k largest logits, best first,
// ties in the order of ids. An id is an index of `logits`. The log-probability
// of an id is
//   logits[id] - log(sum over j of exp(logits[j])).
// The logit of a `suppressed` id counts as -infinity, and so does a logit that
// is NaN. Such an id is not part of the sum. It is chosen, with log-probability
// -infinity, only if fewer than k other logits are finite. If a logit is
// +infinity, all log-probabilities are -infinity, and its id is chosen only if
// fewer than k other logits are finite.
//
// REQUIRES: 1 <= k <= logits.size(). `ids` and `log_probabilities` hold at
// least k elements. The suppressed ids are indices of `logits`, in any order,
// repeats allowed.
//
// The chosen ids are always distinct. The order of the sum depends only on the
// arguments, so the result of a row does not depend on its batch. Thread-safe.
// Allocates nothing.
void TopKLogSoftmax(std::span<const float> logits,
                    std::span<const int32_t> suppressed, int32_t k,
                    std::span<int32_t> ids, std::span<float> log_probabilities);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TOP_K_H_
