// Label-smoothed cross-entropy over rows of logits, with its gradient.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_LOSS_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_LOSS_H_

#include <cstdint>
#include <span>

namespace interpres {

// The loss of one target.
struct CrossEntropyOptions {
  // Share eps of the target distribution q that is spread evenly over all
  // tokens except the padding:
  //   q_v = (1 - eps) [v = target] + eps / (vocab - 1)   for v != padding.
  // (Szegedy et al., "Rethinking the Inception Architecture", 2016, section 7.)
  // 0 disables label smoothing.
  float label_smoothing = 0.0f;
  // The padding token, within the vocabulary. Its logit counts as -infinity:
  // the probability is 0 and the token gets no smoothing mass.
  int32_t padding_id = 0;
  // Weight alpha of the divergence between two predictions of a target (Liang
  // et al., "R-Drop: Regularized Dropout for Neural Networks", 2021):
  //   alpha / 2 (KL(p1 || p2) + KL(p2 || p1)).
  // Read by RDropWithGradient only. 0 means that the divergence does not count.
  float r_drop = 0.0f;
};

// Sums of the loss over all rows of logits, one row per prediction, in nats.
struct CrossEntropySums {
  // Sum of the cross-entropies -sum_v q_v log p_v of the prediction p and the
  // label-smoothed target distribution q. From RDropWithGradient, the sum
  // includes the weighted divergences.
  double smoothed_loss = 0.0;
  double negative_log_likelihood = 0.0;  // sum of -log p_target
};

// Returns the sums of the cross-entropy loss over all targets. `logits` is
// [targets.size(), vocab]. Replaces `logits` by the gradient of the smoothed
// loss with respect to the logits: p - q, and 0 at the padding. REQUIRES: every
// target is in [0, vocab) and is not the padding. Thread-safe.
CrossEntropySums CrossEntropyWithGradient(const CrossEntropyOptions& options,
                                          std::span<const int32_t> targets,
                                          int64_t vocab, float* logits);

// Returns the sums of the R-Drop loss, which has two predictions of each
// target. `logits` is [2 * targets.size(), vocab]: all first predictions, then
// all second predictions. The sums cover both predictions. The smoothed loss
// includes their divergence, weighted by options.r_drop. Replaces `logits` by
// the gradient of the smoothed loss. REQUIRES: every target is in [0, vocab)
// and is not the padding. Thread-safe.
CrossEntropySums RDropWithGradient(const CrossEntropyOptions& options,
                                   std::span<const int32_t> targets,
                                   int64_t vocab, float* logits);

// Returns the sums of the cross-entropy loss over all targets, the same as
// CrossEntropyWithGradient, but computes no gradient. `logits` is
// [targets.size(), vocab] and is overwritten with meaningless values. REQUIRES:
// every target is in [0, vocab) and is not the padding. Thread-safe.
CrossEntropySums CrossEntropy(const CrossEntropyOptions& options,
                              std::span<const int32_t> targets, int64_t vocab,
                              float* logits);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_LOSS_H_
