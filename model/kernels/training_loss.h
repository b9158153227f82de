// Label-smoothed cross-entropy over rows of logits, with its gradient.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_LOSS_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_LOSS_H_

#include <cstdint>
#include <span>

namespace interpres {

struct CrossEntropyOptions {
  // Mass eps of the target distribution that is spread evenly:
  //   q = (1 - eps) [v = target] + eps / (vocab - 1)   for v != padding.
  // (Szegedy et al., "Rethinking the Inception Architecture", 2016, section 7.)
  float label_smoothing = 0.0f;
  // Its logit counts as -infinity: probability 0, no smoothing mass.
  int32_t padding_id = 0;
  // Weight of the divergence between two predictions of a target (Liang et al.,
  // "R-Drop: Regularized Dropout for Neural Networks", 2021):
  //   alpha / 2 (KL(p1 || p2) + KL(p2 || p1)).
  float r_drop = 0.0f;
};

struct CrossEntropySums {
  // Sum of -sum_v q_v log p_v and of the divergences, in nats.
  double smoothed_loss = 0.0;
  double negative_log_likelihood = 0.0;  // sum of -log p_target
};

// `logits` [targets.size(), vocab] become the gradient p - q of the smoothed
// loss with respect to them (0 at the padding). Targets are in [0, vocab), not
// the padding.
CrossEntropySums CrossEntropyWithGradient(const CrossEntropyOptions& options,
                                          std::span<const int32_t> targets,
                                          int64_t vocab, float* logits);

// The same for two predictions of each target: `logits`
// [2 targets.size(), vocab], all first ones and then all second ones.
CrossEntropySums RDropWithGradient(const CrossEntropyOptions& options,
                                   std::span<const int32_t> targets,
                                   int64_t vocab, float* logits);

// The sums of one prediction without a gradient; `logits` are overwritten.
CrossEntropySums CrossEntropy(const CrossEntropyOptions& options,
                              std::span<const int32_t> targets, int64_t vocab,
                              float* logits);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_LOSS_H_
