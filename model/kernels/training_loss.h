// Label-smoothed cross-entropy over rows of logits, with its gradient.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_LOSS_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_LOSS_H_

#include <cstdint>
#include <span>

namespace interpres {

// The loss of one target.
struct CrossEntropyOptions {
  // Share eps of the target distribution that is spread evenly:
  //   q = (1 - eps) [v = target] + eps / (vocab - 1)   for v != padding.
  // (Szegedy et al., "Rethinking the Inception Architecture", 2016, section 7.)
  float label_smoothing = 0.0f;
  // The padding token. Its logit counts as -infinity: the probability is 0 and
  // the token gets no smoothing mass.
  int32_t padding_id = 0;
  // Weight alpha of the divergence between two predictions of a target (Liang
  // et al., "R-Drop: Regularized Dropout for Neural Networks", 2021):
  //   alpha / 2 (KL(p1 || p2) + KL(p2 || p1)).
  // Used by RDropWithGradient only.
  float r_drop = 0.0f;
};

// Sums over all rows of logits, in nats.
struct CrossEntropySums {
  // Sum of -sum_v q_v log p_v, plus the weighted divergences of R-Drop.
  double smoothed_loss = 0.0;
  double negative_log_likelihood = 0.0;  // sum of -log p_target
};

// Returns the sums of the loss over all targets. Replaces `logits`
// [targets.size(), vocab] by the gradient p - q of the smoothed loss with
// respect to the logits (0 at the padding). REQUIRES: every target is in [0,
// vocab) and is not the padding. Thread-safe.
CrossEntropySums CrossEntropyWithGradient(const CrossEntropyOptions& options,
                                          std::span<const int32_t> targets,
                                          int64_t vocab, float* logits);

// The same for two predictions of each target. `logits` is [2 targets.size(),
// vocab]: all first predictions, then all second predictions. The sums cover
// both predictions, and the gradient includes the divergence.
CrossEntropySums RDropWithGradient(const CrossEntropyOptions& options,
                                   std::span<const int32_t> targets,
                                   int64_t vocab, float* logits);

// Returns the sums of CrossEntropyWithGradient without computing the gradient.
// Overwrites `logits` with meaningless values.
CrossEntropySums CrossEntropy(const CrossEntropyOptions& options,
                              std::span<const int32_t> targets, int64_t vocab,
                              float* logits);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_LOSS_H_
