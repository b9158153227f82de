// A draw from one row of logits: the random counterpart of top_k.h.

#ifndef INTERPRES_MODEL_KERNELS_SAMPLING_H_
#define INTERPRES_MODEL_KERNELS_SAMPLING_H_

#include <cstdint>
#include <span>

namespace interpres {

// Which distribution to draw from: softmax(logits / temperature), cut to the
// top_k likeliest entries, of which only the fewest likeliest that together
// have at least the share top_p of their mass stay (Holtzman et al., "The
// Curious Case of Neural Text Degeneration", 2020).
struct SamplingRule {
  double temperature = 1.0;  // above 0
  int32_t top_k = 0;         // at least 0; 0: all
  double top_p = 1.0;        // above 0, at most 1; 1: all of them
  double uniform = 0.5;      // the random number, in (0, 1)
};

// The index drawn, -1 if no logit is finite. The `suppressed` ids (rising)
// count as -infinity, other logits that are not finite too. Entries in the
// order of their probability, equal ones by index, share the interval (0, 1);
// without a cut, in the order of their indices. `scratch` holds at least
// logits.size() elements. Depends on the arguments only. Thread-safe, allocates
// nothing.
int64_t DrawIndex(std::span<const float> logits,
                  std::span<const int32_t> suppressed, const SamplingRule& rule,
                  std::span<int32_t> scratch);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_SAMPLING_H_
