// The Adam optimiser (Kingma and Ba 2015) as one loop over flat arrays.

#ifndef INTERPRES_MODEL_TRAINING_ADAM_H_
#define INTERPRES_MODEL_TRAINING_ADAM_H_

#include <cstdint>
#include <span>

namespace interpres {

// The values of "Attention Is All You Need", section 5.3.
struct AdamOptions {
  float beta1 = 0.9f;
  float beta2 = 0.98f;
  float epsilon = 1e-9f;
};

// What changes from update to update.
struct AdamStep {
  float learning_rate = 0.0f;
  // Gradients are multiplied by this first: 1 / tokens, and clipping.
  float gradient_scale = 1.0f;
  int64_t update = 1;  // counted from 1; for the bias corrections
};

// Slices of one length: the same elements of the four arrays.
struct AdamSlices {
  std::span<float> parameters;
  std::span<float> first_moments;
  std::span<float> second_moments;
  std::span<const float> gradients;
};

// One bias-corrected update, fused over the slices. An element's result depends
// on that element alone, so slices may be updated on any thread.
void AdamUpdate(const AdamOptions& options, const AdamStep& step,
                const AdamSlices& slices);

// average += (1 - decay) (parameters - average), element by element.
void MoveAverage(float decay, std::span<const float> parameters,
                 std::span<float> average);

// The sum of squares; always added up in the same order.
double SumOfSquares(std::span<const float> values);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_ADAM_H_
