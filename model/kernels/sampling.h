// Draws one entry from a row of logits. The random counterpart of top_k.h.

#ifndef INTERPRES_MODEL_KERNELS_SAMPLING_H_
#define INTERPRES_MODEL_KERNELS_SAMPLING_H_

#include <cstdint>
#include <span>

namespace interpres {

// The distribution to draw from: softmax(logits / temperature), cut twice. The
// first cut keeps the `top_k` likeliest entries. The second cut keeps as few of
// these entries as possible, the likeliest first. The kept entries have at
// least the share `top_p` of the probability after the first cut (Holtzman et
// al., "The Curious Case of Neural Text Degeneration", 2020).
struct SamplingRule {
  double temperature = 1.0;  // above 0
  int32_t top_k = 0;         // at least 0; 0 means unlimited
  double top_p = 1.0;        // above 0, at most 1; 1 disables the cut
  double uniform = 0.5;      // the random number, in (0, 1)
};

// Returns the drawn index, or -1 if no allowed logit is finite. An id in
// `suppressed` or with a logit that is not finite is never drawn. Equal
// arguments give equal results.
//
// The draw divides the interval (0, 1) among the entries in proportion to their
// probabilities and returns the entry that contains rule.uniform. With a cut,
// the entries are ordered by falling probability, then by index. Without a cut,
// the entries are ordered by index.
//
// REQUIRES: `suppressed` is ascending and `scratch` holds at least
// logits.size() elements. Thread-safe. Allocates nothing.
int64_t DrawIndex(std::span<const float> logits,
                  std::span<const int32_t> suppressed, const SamplingRule& rule,
                  std::span<int32_t> scratch);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_SAMPLING_H_
